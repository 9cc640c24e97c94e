#!/usr/bin/env bash
# test_calc.sh - `shapan calc`: golden answers in both languages, the figures that must come out, JSON, help, and what is
# said of words that make no question. SP_WRITE_GOLDEN=1 writes tests/cli/calc anew.
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
# shellcheck source=tests/cli/common.sh
. "${SP_SOURCE_DIR:?root of the sources}/tests/cli/common.sh"
golden="$SP_SOURCE_DIR/tests/cli/calc"

# ---- every topic answers in both languages as it did
while IFS='|' read -r name english chinese; do
  for lang in en zh; do
    question="$english"
    [ "$lang" = zh ] && question="$chinese"
    # shellcheck disable=SC2086 # the words of the question
    code 0 calc $question --lang "$lang"
    if [ -n "${SP_WRITE_GOLDEN:-}" ]; then cp out "$golden/$name.$lang.txt"; fi
    cmp -s out "$golden/$name.$lang.txt" || { fail "calc $question differs from $name.$lang.txt"; diff "$golden/$name.$lang.txt" out | head -n 6; }
  done
done <"$golden/questions"

# ---- the figures
figures() { # figures "QUESTION" "PYTHON about o"
  # shellcheck disable=SC2086
  code 0 calc $1 --json
  python3 -c "
import json
o = json.load(open('out'))
assert $2, {k: v for k, v in o.items() if not isinstance(v, (list, dict))}" || fail "$1: not $2"
}
figures "column 50000 foot, 10000 horse, 3000 carts" "abs(o['length_km'] - 102.75) < 0.01 and abs(o['passage_h'] - 32.1) < 0.1"
figures "depot 70000 shi for 100000 men" "abs(o['days'] - 46.667) < 0.01 and 34.9 < o['range']['days'][0] < 35.1 and 69.9 < o['range']['days'][1] < 70.1"
figures "depot 70000 shi for 100000 men and 40000 horses" "abs(o['days'] - 25.926) < 0.01 and o['range']['days'][0] > 20 and o['range']['days'][1] < 35"
figures "depot 70000 shi for 100000 men and 40000 horses --shi-kg 60" "abs(o['days'] - 25.926) < 0.01 and abs(o['tonnes'] - 4200) < 0.1"
figures "depot 6160 t for 100000 men, ration 1 sheng" "abs(o['days'] - 70) < 0.01"
figures "bridge 90000 foot, 60000 horse and 10000 carts over ten bridges" "16 <= o['hours'] <= 30 and abs(o['crossing_hours'] - 163.3) < 0.1"
figures "bridge 90000 foot, 60000 horse, 10000 carts, 3 bridges" "2.5 <= o['hours'] / 24 <= 5 and 2.5 <= o['days_by_day_only'] <= 5"
figures "ration 12500 men, tang" "abs(o['shi_per_day'] - 250) < 1e-6"
figures "ration 25000 horses, tang" "abs(o['shi_per_day'] - 1250) < 1e-6"
figures "ration 50 men, 50 days, dried" "abs(o['shi'] - 50) < 1e-6 and abs(o['salt_shi'] - 1.5) < 1e-6"
figures "ration 32000 men" "o['horses_slaughtered_per_day'] == 640"
figures "lot 8 failures in 20 trials, limit 30 %" "abs(o['chance_percent'] - 85.235) < 0.01"
figures "courier 300 li by relay" "abs(o['letter_h'] - 24) < 0.01"
figures "wounds 1000 serious, 25 physicians" "abs(o['serious_dead_percent'] - 24.8) < 0.1 and o['range']['serious_dead_percent'][0] > 14 and o['care_percent'] == 100"
figures "wounds 1000 serious" "34 < o['serious_dead_percent'] < 35.1 and o['care_percent'] == 0 and abs(o['dead'] + o['back'] + o['crippled'] + o['lying'] - 1000) < 1e-6"
figures "lot plan good 10 %, bad 40 %" "(o['sample'], o['accept']) == (18, 4) and o['risk_good_percent'] <= 5 and o['risk_bad_percent'] <= 10"
code 0 calc column 50,000 foot, 10,000 horse, 3,000 carts
cp out first
code 0 calc column "50000 foot,10000 horse" 3000carts
diff first out >/dev/null || fail "thousands, glued units and quotes change the answer"
code 0 calc depot 70000 shi, 100000 men --set ration_man_sheng=2
says out "for 35 days (35 to 35)"

# ---- help
code 0 calc --help
for topic in march column bridge ice courier ration depot train forage siege wounds ditch mine lot plan; do
  says out "shapan calc $topic "
  example="$("$SHAPAN" calc --help | sed -n "s/^ *shapan calc \($topic .*\)/\1/p")"
  "$SHAPAN" calc "$topic" --help >help 2>&1 || fail "no help for $topic"
  says help "$example"
  while IFS= read -r line; do # every example in the help works
    # shellcheck disable=SC2086
    "$SHAPAN" calc $line >/dev/null 2>err || fail "the help's example does not work: $line: $(cat err)"
  done < <(sed -n 's/^  shapan calc //p' help)
  while IFS= read -r line; do
    # shellcheck disable=SC2086
    "$SHAPAN" calc $line >/dev/null 2>err || fail "the help's example does not work: $line: $(cat err)"
  done < <("$SHAPAN" calc "$topic" --help --lang zh | sed -n 's/^  shapan calc //p')
done

# ---- bad input: exit 2, the word, the nearest right one, every fault
code 2 calc
code 2 calc colum 3 foot
says err 'did you mean "column"'
code 2 calc depot 70000 shi, 1000 hrose
says err '"hrose" is not understood here; did you mean "horse"'
code 2 calc depot 3 4
says err "3 of what"
says err "4 of what"
code 2 calc march 8000 foot
says err "how far?"
code 2 calc depot 70000 shi
says err "who eats?"
code 2 calc depot 70000 shi, 5 men, 6 men
says err "given twice"
code 2 calc march 800000000000 foot, 3 km
says err "outside"
code 2 calc march 8000 foot, 3 km, hills plain
says err "contradicts"
code 2 calc lot 30 failures in 20 trials
says err "more failures"
code 2 calc bridge 5000 foot, 100 carts, 2 fords, 0.9 m deep
says err "not all of them can pass"
code 2 calc depot 70000 shi, 5 men --shi-kg heavy
says err "--shi-kg wants"
code 2 calc plan good 40 %, bad 10 %
says err "a good lot must fail less often"
code 2 calc ditch 6 km, depth 5, 40 men
says err "wants a unit"
code 2 calc 仓 3
code 2 calc depot "$(printf '9%.0s' {1..400}) shi, 5 men"
code 2 calc depot "$(printf 'x%.0s' {1..5000})"
# shellcheck disable=SC2046 # seventy words
code 2 calc $(printf 'word %.0s' {1..70})
code 2 calc depot $'\xff\xfe 3 shi'

[ "$failed" = 0 ] && echo "calc answers"
exit "$failed"
