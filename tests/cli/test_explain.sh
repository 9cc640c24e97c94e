#!/usr/bin/env bash
# test_explain.sh - `shapan explain`: every question in both languages over the small wars, valid JSON, recordings, bodies
# born and dead, and what it refuses.
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
# shellcheck source=tests/cli/common.sh
. "${SP_SOURCE_DIR:?root of the sources}/tests/cli/common.sh"

# The text may be broken anywhere.
says() { tr '\n' ' ' <"$1" | grep -qF -- "$2" || fail "$1 does not say \"$2\" but: $(head -c 600 "$1")"; }
whole() { # no id that has no text, no slot left open, nothing said twice over
  grep -nE '(explain|spent|term|cause|act)\.[a-z_]+|\{|\}|在在' out && fail "$*: a text is missing"
  [ -s err ] && fail "$*: $(head -c 300 err)"
}

# ---- every question, both languages, all kinds of war
for ask in "lab/two-columns train 09:00" "lab/rear-guard/holds guard 07:45" "lab/rear-guard/holds red-horse 08:00" \
           "lab/tail-attacked/marches-on tail 09:00" "lab/ford/rain-day late 12:00" "lab/riders column 12:00" "jinzhou-pursuit last-column 19:00"; do
  read -r war unit hour <<<"$ask"
  for why in "" late broken not-pursuing decision message bread powder wounded digging assault boats; do
    for lang in en zh; do
      code 0 explain "$war" --unit "$unit" --at "day 1 $hour" --lang "$lang" ${why:+--why $why}
      whole "explain $war $unit $why $lang"
    done
  done
  code 0 explain "$war" --unit "$unit" --at "day 1 $hour" --json
  python3 -m json.tool <out >/dev/null || fail "explain $war $unit --json is no JSON"
done

# ---- bread, powder, wounded, spades, walls, boats: as they were told before. SP_WRITE_GOLDEN=1 writes tests/cli/explain anew.
golden="$SP_SOURCE_DIR/tests/cli/explain"
while IFS='|' read -r name war unit hour why with; do
  for lang in en zh; do
    code 0 explain "$war" --unit "$unit" --at "$hour" --lang "$lang" ${why:+--why $why} ${with:+--with "$with"}
    whole "explain $war $unit $why $lang"
    if [ -n "${SP_WRITE_GOLDEN:-}" ]; then cp out "$golden/$name.$lang.txt"; fi
    cmp -s out "$golden/$name.$lang.txt" || { fail "explain $war $unit $why differs from $name.$lang.txt"; diff "$golden/$name.$lang.txt" out | head -n 6; }
  done
  code 0 explain "$war" --unit "$unit" --at "$hour" --json ${why:+--why $why} ${with:+--with "$with"}
  python3 -m json.tool <out >/dev/null || fail "explain $war $unit --json is no JSON"
done <"$golden/questions"
# the figures of the tables by the day are those of the explanation
code 0 run lab/depot --until "day 15 00:00" --out tables --maps-every 0 --quiet
code 0 explain lab/depot --unit comers --at "day 15 00:00" --why bread --json
python3 -c "
import csv, json
b = json.load(open('out'))['bread']
row = [r for r in csv.DictReader(open('tables/bread.csv', encoding='utf-8')) if r['name_en'] == 'Newcomers'][-1]
for name, column in (('grain_g', 'grain_g (g)'), ('patients_g_d', 'patients_need_g (g)'), ('days', 'days (day)'), ('missed', 'missed (rations)'), ('room_g', 'room_g (g)')):
    assert abs(b[name] - float(row[column])) <= 1e-6 * abs(b[name]), (name, b[name], row[column])
assert b['days'] > 0 and b['store']['name_en'] == 'Village granary'" || fail "explain and bread.csv differ"

# ---- the words for what was reckoned
code 0 explain lab/two-columns --unit train --at "day 1 09:00"
says out "given at 06:00, delivered at 06:29"
says out "acted on from 06:38"
says out "in all                                             142 min"
says out "37 minutes for the whole column"
code 0 explain lab/rear-guard/holds --unit guard --at "day 1 07:45" --why broken
says out "At 07:25 the men of the Rear guard broke: they have lost more than men will bear."
code 0 explain lab/rear-guard/holds --unit pursuers --at "day 1 13:00" --why not-pursuing
says out "out of reach (1.5 km)"
says out "formed men stand in the way"
code 0 explain lab/two-columns --unit train --at "day 1 11:00" --for "30 min"
code 2 explain lab/two-columns --unit train --at "day 1 11:00" --for "30 m"

# ---- a named person: the body he is with; a wrong one is set right
code 0 explain jinzhou-pursuit --unit abatai --at "day 1 05:30"
says out "Abatai's reserve"
code 2 explain jinzhou-pursuit --unit abatay --at "day 1 05:30"
says err 'did you mean "abatai"?'

# ---- a unit within a body: that body is told of, and it is said so
code 0 explain jinzhou-pursuit --unit horse-ji-mu --at "day 1 05:30"
says err "its men go with"
says out "Horse of Ji Mu"

# ---- a recording says the same as its scenario; a body born in the war; a window
mkdir two-columns
cp "${SP_SOURCE_DIR:-.}/scenarios/lab/two-columns/theatre.geojson" two-columns/
sed -e 's/^\( *\)orders: |/\1orders: |\n\1  day 1 08:00 main to train: detach 50 foot as relief to march to gate/' "${SP_SOURCE_DIR:-.}/scenarios/lab/two-columns/scenario.yaml" >two-columns/scenario.yaml
place="$(grep -oE 'march to [a-z-]+' two-columns/scenario.yaml | tail -n 1 | cut -d ' ' -f 3)"
sed -i "s/march to gate/march to $place/" two-columns/scenario.yaml
code 0 run two-columns/scenario.yaml --seed 5 --until "day 1 10:30" --record war.sprec --quiet
code 0 explain war.sprec --unit relief --at "day 1 10:30"
says out "detach 50 foot"
cp out recorded
code 0 explain two-columns/scenario.yaml --seed 5 --unit relief --at "day 1 10:30"
cmp -s out recorded || fail "the recording and its scenario are explained differently"
code 0 explain war.sprec --unit main --at "day 1 08:30" --for "2 h" --why late
says out "Since 08:30"

# ---- what a commander weighed
code 0 explain jinzhou-pursuit --seed 2 --unit rear-guard --at "day 1 08:00" --why decision
says out "weighed:"
says out "do as ordered"
says out "danger to his men"
code 0 explain jinzhou-pursuit --seed 2 --unit rear-guard --at "day 1 08:00" --why decision --lang zh
says out "权衡"

# ---- what is refused
code 2 explain war.sprec --unit relief --at "day 1 10:45"
says err "ends before that"
code 2 explain war.sprec --seed 5 --unit relief --at "day 1 10:30"
code 2 explain war.sprec --with gale --unit relief --at "day 1 10:30"
code 2 explain lab/two-columns --unit trian --at "day 1 09:00"
says err 'did you mean "train"?'
code 2 explain lab/two-columns --unit "🐎" --at "day 1 09:00"
code 2 explain lab/two-columns --unit trian --at "day 1 25:00" --for 2x --why lat
says err 'did you mean "train"?'
says err 'is no time'
says err 'did you mean "late"?'
says err '--for 2x'
code 2 explain lab/two-columns --unit train
code 2 explain lab/two-columns --at "day 1 09:00"
code 2 explain nowhere --unit train --at "day 1 09:00"
head -c 5000 war.sprec >cut.sprec
code 2 explain cut.sprec --unit train --at "day 1 09:00"
[ -s out ] && fail "a damaged recording was explained"
exit "$failed"
