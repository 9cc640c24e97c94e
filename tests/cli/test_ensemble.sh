#!/usr/bin/env bash
# test_ensemble.sh - overlays and ensembles at the command line: the same for any number of threads, resumed and whole alike,
# a war opened again by its seed, comparisons, every bad input, an interruption, a disk that is full.
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
# shellcheck source=tests/cli/common.sh
. "${SP_SOURCE_DIR:?root of the sources}/tests/cli/common.sh"
war=lab/tail-attacked/marches-on

# json FILE EXPRESSION: a Python expression of d, the file's content, that must hold
json() { python3 -B -c 'import json, sys; d = json.load(open(sys.argv[1])); sys.exit(0 if eval(sys.argv[2]) else 1)' "$1" "$2" || fail "$1: not so: $2"; }
# rows FILE: every run and reading of an ensemble's file
rows() { python3 -B -c 'import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); print(c.execute("select * from runs order by arm, run").fetchall(), c.execute("select * from readings order by arm, run, measure").fetchall(), c.execute("pragma integrity_check").fetchall())' "$1"; }

cat >asked.yaml <<'END'
overlay: asked
name: {en: Questions, zh: 设问}
reason: {en: "A scenario without measures, asked some.", zh: 原无所量，今设诸问。}
add:
  measures:
    met: {kind: contact, subject: tail}
    met-by: {kind: contact, subject: tail, object: raiders}
    storms: {kind: storms, subject: raiders, object: tail}
    breaks: {kind: breaks, subject: tail}
    cut-down: {kind: cut-down, subject: raiders}
    taken: {kind: taken, subject: raiders, object: tail}
    caught: {kind: sum, subject: cut-down taken}
    caught-share: {kind: ratio, subject: caught, object: 1500, told: 30 %}
    killed: {kind: men, subject: red-men, object: killed, at: day 1 19:00, told: 100, name: {en: red men killed, zh: 红军阵亡}}
    asked: {kind: delivery, subject: "request 1 tail main"}
    never: {kind: arrival, subject: raiders, object: town, told: 5 h}
  expectations:
    meets: {measure: met, low: 1, share: 0.5, name: {en: they meet, zh: 相遇}}
    breaks-when-met: {measure: breaks, given: met, low: 1, share: 0.01}
    never-there: {measure: never, low: 0, share: 0.9, name: {en: raiders in the town, zh: 袭兵入城}}
END
cat >fewer.yaml <<'END'
overlay: fewer
name: {en: Fewer raiders, zh: 袭兵减半}
reason: {en: "What do eight hundred horse less do?", zh: 少马兵八百，则如何？}
change:
  sides:
    blue:
      army:
        - {id: raiders, strength: [{arm: spear, soldiers: 400, quality: 0.55}, {arm: horse, soldiers: 800, quality: 0.55}, {arm: mount, count: 800}]}
END

# ---- overlays: found by name and by path, told with places, embedded in recordings
code 0 check jinzhou-pursuit --with dry-day
code 2 check jinzhou-pursuit --with dry-dya
silent out
says err 'did you mean "dry-day"?'
for overlay in "$SP_SOURCE_DIR"/scenarios/*/with/*.yaml; do
  scenario="$(basename "$(dirname "$(dirname "$overlay")")")"
  code 0 check "$scenario" --with "$(basename "$overlay" .yaml)"
  silent err
  grep -q "$(basename "$overlay" .yaml)" "$SP_SOURCE_DIR/scenarios/$scenario/SOURCES.md" || fail "$overlay is not in SOURCES.md"
done
sed 's/id: raiders/id: raider/' fewer.yaml >broken.yaml
code 2 check $war --with ./broken.yaml
says err 'broken.yaml:8:16: error: '
says err 'did you mean "raiders"?'
says err 'the overlay calls itself "fewer", but its file is "broken.yaml"'
code 0 run $war --with ./asked.yaml --with ./fewer.yaml --quiet --record war.sprec --out told
grep -q "red men killed" told/measures.en.txt || fail "the overlay's measures are not told"
mkdir away && mv asked.yaml fewer.yaml away
code 0 replay war.sprec # the recording needs no files
says out "The same war"
mv away/*.yaml .
code 2 run $war --with
# shellcheck disable=SC2046
code 2 check $war $(for _ in $(seq 17); do echo --with ./asked.yaml; done)

# ---- threads change nothing; JSON is JSON; a war is opened again by its seed
code 0 ensemble $war --with ./asked.yaml -n 6 -j 1 --json --csv one.csv
cp out one.json
code 0 ensemble $war --with ./asked.yaml --runs=6 -j3 --json --csv three.csv
cmp -s out one.json || fail "-j 1 and -j 3 differ"
cmp -s one.csv three.csv || fail "the CSV of -j 1 and -j 3 differs"
says err "a second"
json one.json 'd["runs"] == 6 and len(d["measures"]) == 11 and d["with"] == ["./asked.yaml"]'
json one.json '[m for m in d["measures"] if m["id"] == "met"][0]["quantiles"]["100"] == 1'
json one.json '[m for m in d["measures"] if m["id"] == "met-by"][0]["quantiles"]["100"] == 1'
json one.json '[m for m in d["measures"] if m["id"] == "never"][0]["never"] == 6'
json one.json 'all(abs(a["mean"] - b["mean"] - c["mean"]) < 1e-6 for a, b, c in [[{m["id"]: m for m in d["measures"]}[k] for k in ("caught", "cut-down", "taken")]])'
json one.json 'all(abs(a["mean"] * 1500 - b["mean"]) < 1e-4 for a, b in [[{m["id"]: m for m in d["measures"]}[k] for k in ("caught-share", "caught")]])'
json one.json '{m["id"]: m for m in d["measures"]}["killed"]["mean"] > 0 and 0 <= {m["id"]: m for m in d["measures"]}["killed"]["told_percentile"] <= 100'
json one.json '{e["id"]: e["verdict"] for e in d["expectations"]}["never-there"] == "missed"'
json one.json 'all(e["wars"] == round({m["id"]: m for m in d["measures"]}["met"]["mean"] * 6) for e in d["expectations"] if e["given"])'
seed="$(sed -n '2s/^0,,\([0-9]*\),.*/\1/p' one.csv)"
code 0 run $war --with ./asked.yaml --seed "$seed" --quiet --out again
killed="$(sed -n 2p one.csv | tr -d '\r' | python3 -B -c 'import csv, sys; print(int(float(next(csv.reader(sys.stdin))[14])))')"
grep -Eq "red men killed +$killed( |\$)" again/measures.en.txt || fail "the war of seed $seed is another: $killed killed, $(grep 'red men killed' again/measures.en.txt)"
code 0 ensemble $war --with ./asked.yaml -n 3 --until "day 1 06:00"

# ---- words in both languages; --expect
code 1 ensemble $war --with ./asked.yaml -n 6 --expect
says out "6 wars, base seed 1, with ./asked.yaml"
says out "The figures told"
says out "never"
says err "1 expectations missed"
code 1 ensemble $war --with ./asked.yaml -n 6 --expect --lang zh
says out "推演 6 局"
says out "所期"
code 0 ensemble $war --with ./asked.yaml -n 2 --markdown
grep -q '^|---' out || fail "no Markdown table"
code 0 ensemble $war -n 2
silent_scenario="$(cat out)"
[ -n "$silent_scenario" ] || fail "a scenario without measures says nothing"

# ---- with and without an overlay, under the same seeds
code 0 ensemble $war --with ./asked.yaml --against ./fewer.yaml -n 6 --json --sqlite pair.sqlite
json out 'len(d["differences"]) == 11 and {m["id"]: m for m in d["differences"]}["met"]["pairs"] == 6'
json out '{m["id"]: m for m in d["differences"]}["killed"]["mean"]["value"] != 0'
code 2 ensemble $war --against ./asked2.yaml -n 2
sed 's/^overlay: fewer/overlay: same/; /^change:/,$d' fewer.yaml >same.yaml
echo 'change: {sides: {blue: {colour: "#000000"}}}' >>same.yaml
code 0 ensemble $war --with ./asked.yaml --against ./same.yaml -n 3 --json
json out 'all(m["more"]["value"] == 0 and m["less"]["value"] == 0 for m in d["differences"])' # what changes nothing changes no die

# ---- a file, gone on with
code 0 ensemble $war --with ./asked.yaml -n 6 -j 2 --sqlite whole.sqlite
code 0 ensemble $war --with ./asked.yaml -n 2 --sqlite part.sqlite
code 2 ensemble $war -n 2 --sqlite part.sqlite
says err "is there already"
code 0 ensemble --resume part.sqlite -n 6 --json
cmp -s out one.json || fail "resumed and whole differ"
[ "$(rows part.sqlite)" = "$(rows whole.sqlite)" ] || fail "the rows of a resumed and a whole file differ"
code 0 ensemble --resume pair.sqlite
says err "0 wars in"
code 2 ensemble --resume part.sqlite --seed 3
code 2 ensemble --resume no.sqlite
code 2 ensemble --resume one.json
cp asked.yaml kept.yaml
sed -i 's/day 1 19:00/day 1 18:00/' asked.yaml
code 2 ensemble --resume part.sqlite
says err "the scenario has changed"
mv kept.yaml asked.yaml
python3 -B -c 'import sqlite3; c = sqlite3.connect("part.sqlite"); c.execute("update about set value = \"x\" where key = \"rules_hash\""); c.commit()'
code 2 ensemble --resume part.sqlite
says err "other rules"
python3 -B -c 'import sqlite3; c = sqlite3.connect("whole.sqlite"); c.execute("update runs set seed = 5 where run = 3"); c.commit()'
code 2 ensemble --resume whole.sqlite

# ---- an interruption leaves whole wars and says how to go on
"$SHAPAN" ensemble lab/two-columns -n 100000 -j 2 --sqlite cut.sqlite >cut.out 2>cut.err </dev/null &
job=$!
for _ in $(seq 100); do
  sleep 0.1
  [ "$(python3 -B -c 'import sqlite3; print(sqlite3.connect("cut.sqlite").execute("select count(*) from runs").fetchone()[0])' 2>/dev/null || echo 0)" -gt 0 ] && break
done
kill -INT "$job"
wait "$job"
[ "$?" = 3 ] || fail "an interrupted ensemble does not exit with 3"
says cut.err "shapan ensemble --resume cut.sqlite"
says cut.out "wars, base seed 1"
python3 -B -c '
import sqlite3
c = sqlite3.connect("cut.sqlite")
n, = c.execute("select count(*) from runs").fetchone()
m, = c.execute("select count(distinct run) from readings").fetchone()
assert n == m > 0 and c.execute("pragma integrity_check").fetchone() == ("ok",), (n, m)' || fail "an interrupted file is not whole"

# ---- bad input and files that cannot be written
for arguments in "-n 0" "-n 1000000001" "-n 1000000000" "-n many" "-n -5" "-j 0" "-j 257" "--until never" "--seed x" "--with nowhere" "--against nowhere" "--resume"; do
  # shellcheck disable=SC2086
  code 2 ensemble $war $arguments
  silent out
done
code 2 ensemble
code 2 ensemble no-such-war
code 3 ensemble $war -n 1 --csv no/such/folder.csv
code 3 ensemble $war -n 1 --sqlite no/such/folder.sqlite
if [ -c /dev/full ]; then
  code 3 ensemble $war --with ./asked.yaml -n 2 --csv /dev/full
  for arguments in "" --json --markdown; do
    # shellcheck disable=SC2086
    "$SHAPAN" ensemble $war --with ./asked.yaml -n 2 $arguments >/dev/full 2>err
    [ "$?" = 3 ] || fail "ensemble $arguments on a full disk does not exit with 3"
  done
fi
# A file that may not grow stands for a full disk: what was written is whole, and can be gone on with.
code 0 ensemble lab/two-columns -n 1 --sqlite full.sqlite
rm full.sqlite
(
  trap '' XFSZ
  ulimit -f 96
  exec "$SHAPAN" ensemble lab/two-columns -n 100000 -j 2 --sqlite full.sqlite >/dev/null 2>err </dev/null
)
got=$?
[ "$got" = 3 ] || fail "a file that cannot grow: exit code $got, not 3: $(tail -n 2 err)"
says err "full.sqlite cannot be written"
python3 -B -c '
import sqlite3
c = sqlite3.connect("full.sqlite")
assert c.execute("pragma integrity_check").fetchone() == ("ok",)
n, = c.execute("select count(*) from runs").fetchone()
m, = c.execute("select count(distinct run) from readings").fetchone()
assert n == m > 0, (n, m)' || fail "a file that could not grow is damaged"

[ "$failed" = 0 ] && echo "overlays and ensembles keep their contract"
exit "$failed"
