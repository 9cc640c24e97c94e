#!/usr/bin/env bash
# test_cli.sh - the contract of the command line: help that teaches, near names, exit codes 0 1 2 3, data to stdout
# and messages to stderr, both languages, every file of a run, and recordings that prove themselves.
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
# shellcheck source=tests/cli/common.sh
. "${SP_SOURCE_DIR:?root of the sources}/tests/cli/common.sh"
war=lab/two-columns # five hours, two bodies: short even under sanitizers

matches() { grep -qE -- "$2" "$1" || fail "$1 does not match $2 but: $(head -c 300 "$1")"; }
spoken() { [ -s "$1" ] || fail "$1 is empty"; }

# ---- help teaches: it names every command, and every command has a usage, its options and an example or a sentence
code 0
says out "Usage: shapan COMMAND"
code 0 help
silent err
cp out help.txt
commands="$(sed -n 's/^  shapan \([a-z]*\) .*/\1/p' help.txt)"
[ "$(printf '%s\n' "$commands" | wc -l)" -ge 8 ] || fail "help lists too few commands"
for command in $commands; do
  code 0 help "$command"
  silent err
  says out "Usage: shapan $command"
  says out "--lang en|zh"
  cp out first.txt
  code 0 "$command" --help
  cmp -s out first.txt || fail "help $command and $command --help differ"
  code 0 help "$command" --lang zh
  code 0 "$command" --help --lang=zh
  says out "用法：shapan $command"
  code 0 "$command" -h
done
code 0 --version
matches out '^shapan [0-9]+\.[0-9]+\.[0-9]+ '

# ---- unknown words: the nearest right one, nothing on stdout, exit code 2
code 2 rnu
silent out
says err 'did you mean "run"?'
code 2 zzzzzz
says err 'no command "zzzzzz"'
code 2 run "$war" --sed 3
silent out
says err 'did you mean --seed?'
code 2 run "$war" --xyzzy
says err 'no option --xyzzy'
code 2 order "$war" "main to train: martch to inn"
says err 'order:1:16: error: '
says err 'did you mean "march"?'
code 2 order "$war" "main to train: march to in"
says err '"inn"'
code 0 order "$war" "main to train: march to inn at dawn"
spoken out
silent err

# ---- help listens to options; half a name of a campaign is enough to be asked
code 0 help run --lang zh
says out "用法：shapan run"
code 0 help --lang zh
grep -q '[一-龥]' out || fail "help --lang zh is not Chinese"
code 2 run jinzho
matches err '^shapan: .*did you mean "jinzhou-pursuit"'
code 2 run two-colums
matches err '^shapan: .*did you mean "lab/two-columns"'
code 2 map "$war" --at "day 9 01:00"
says err "outside the campaign"

# ---- an order that comes too late is warned of, and is no fault; what was printed stands before what is said
mkdir -p late/lab
cp "$SP_SOURCE_DIR/scenarios/lab/two-columns/theatre.geojson" late/lab
sed -e 's/^campaign: .*/campaign: lab/' -e 's/^\( *\)orders: |.*/&\n\1  day 9 05:00 train to train: halt/' "$SP_SOURCE_DIR/scenarios/lab/two-columns/scenario.yaml" >late/lab/scenario.yaml
code 0 check late/lab
matches err "scenario.yaml:[0-9]+:[0-9]+: warning: .*never be given"
says out "no faults, but one warning above"
code 0 check late/lab --lang zh
says out "惟有警告 一条"

# ---- a map has a width
code 2 map lab/two-columns --width 0
says err "200 to 20000 pixels"

# ---- a paper that is on its way longer than was expected, or was never sent, is outside; kinds are named in Chinese
mkdir -p slow/lab
cp "$SP_SOURCE_DIR/scenarios/lab/riders/theatre.geojson" slow/lab
sed -e 's/^campaign: .*/campaign: lab/' -e 's/^end: .*/end: day 1 10:00/' "$SP_SOURCE_DIR/scenarios/lab/riders/scenario.yaml" >slow/lab/scenario.yaml
cat >>slow/lab/scenario.yaml <<'END'

expectations:
  quick: {measure: behind-noon, low: 1, high: 20}
  never: {measure: behind-night, low: 1, high: 20}
END
code 0 run slow/lab --out slow/out
grep -q "before noon.*outside" slow/out/measures.en.txt || fail "a rider who is late is not told outside"
grep -q "by night.*outside" slow/out/measures.en.txt || fail "a paper that was never sent is not told outside"
sed -e 's/measure: behind-noon/measure: behind-non/' slow/lab/scenario.yaml >late/lab/scenario.yaml
cp slow/lab/theatre.geojson late/lab
code 2 check late/lab --lang zh
says err "度量之中并无“behind-non”"

# ---- bad input: exit code 2, a message, no data
code 2 run
says err "Usage: shapan run"
silent out
code 2 run "$war" and-more
code 2 run no-such-campaign
says err no-such-campaign
silent out
code 2 run "$war" --seed
code 2 run "$war" --seed x
code 2 run "$war" --seed -1
code 2 run "$war" --seed 99999999999999999999999
code 2 run "$war" --until noon
code 2 run "$war" --quiet=yes
code 2 run "$war" --lang fr
code 2 run "$war" --threads 0
code 2 map "$war" --of nobody
says err nobody
code 2 constants no_such_word
code 2 replay no-such-file
code 2 diff no-such-file no-such-file
mkdir broken
printf 'campaign: broken\nname: {en: Broken}\ntheatre: nowhere\nstart: 1642-13-05 05:00\nend: day 2 05:00\nsidse: {}\n' >broken/scenario.yaml
code 2 check broken
silent out
matches err '^broken/scenario.yaml:4:8: error: '
matches err '^broken/scenario.yaml:6:1: error: .*"sides"'
code 0 check "$war"
silent err
says out "no faults"

# ---- data to stdout, messages to stderr; the same seed, the same bytes
code 0 run "$war"
spoken out
silent err
cp out story.txt
code 0 run "$war" --seed 1
cmp -s out story.txt || fail "seed 1 is not the default, or a run is not repeatable"
code 0 run "$war" --quiet
silent out
silent err
code 0 run "$war" --until "day 1 07:00"
[ "$(wc -c <out)" -lt "$(wc -c <story.txt)" ] || fail "--until does not stop the story"
code 0 constants march
says out march_foot_m_min
silent err
code 0 constants --assumed
says out "assumed: "
code 0 schema
"${PYTHON:-python3}" -c 'import json, sys; json.load(open(sys.argv[1], encoding="utf-8"))' out || fail "schema is no JSON"
code 0 map "$war" --at "day 1 09:00"
matches out '^<(\?xml|svg)'
silent err
# The font library keeps caches to the end; they are no leak of ours.
ASAN_OPTIONS=detect_leaks=0 code 0 map "$war" --at "day 1 09:00" --png map.png
silent out
[ "$(head -c 4 map.png | tail -c 3)" = PNG ] || fail "map --png writes no PNG file"
ASAN_OPTIONS=detect_leaks=0 code 0 map lab/siege/ladders --with ring --at "day 1 12:00" --png ring.png # arcs of a ring, whole and dashed
[ "$(head -c 4 ring.png | tail -c 3)" = PNG ] || fail "a ring makes no good map"

# ---- odd hours, places that take nothing, streams that are closed
code 2 run "$war" --until "day 0 01:00"
says err "lies outside the campaign"
silent out
code 2 run "$war" --until "day 99 01:00"
code 2 run "$war" --until "1640-02-30 07:00"
says err "is no time"
code 2 map "$war" --at "day 1 05:59"
# the legend names what is in the picture, and nothing else; a coast has a sea
code 0 map lab/liaoxi-roads
says out '>track<'
grep -q '>sea lane<' out && fail "a sea lane outside the picture stands in the legend"
code 0 map lab/depot
grep -q '>city<' out && fail "a city that is not drawn stands in the legend"
code 0 map lab/rafts
says out '>sea lane<'
says out 'id="land"'
code 0 run "$war" --until "1640-05-10 11:00" --quiet
code 3 run "$war" --quiet --save .
[ "$(wc -l <err)" = 1 ] || fail "a save that cannot be written is told more than once: $(head -c 300 err)"
code 3 run "$war" --quiet --save /dev/full
code 3 run "$war" --quiet --record /dev/full
"$SHAPAN" run "$war" >/dev/full 2>err
[ $? = 3 ] || fail "a full disk is not told by the exit code"
"$SHAPAN" run "$war" --out closed --quiet <&- >&- 2>&-
grep -l "shapan:" closed/* && fail "a message went into a file of the run"
spoken closed/chronicle.en.txt
env -i TZ=Nowhere/+99 LANG=C "$SHAPAN" run "$war" >out 2>err
cmp -s out story.txt || fail "time zone or an empty environment changes the story"

# ---- both languages: by option, by environment; the option is stronger; the locale need not exist
code 0 run "$war" --lang zh
grep -q '[一-龥]' out || fail "--lang zh is not Chinese"
cp out zh.txt
for variable in LC_ALL LC_MESSAGES LANG; do
  env "$variable=zh_CN.UTF-8" "$SHAPAN" run "$war" >out 2>err
  cmp -s out zh.txt || fail "$variable=zh_CN.UTF-8 does not give Chinese"
done
LANG=zh_CN.UTF-8 "$SHAPAN" run "$war" --lang en >out 2>err
cmp -s out story.txt || fail "--lang en does not overrule LANG"
LC_ALL=C LANG=zh_CN.UTF-8 "$SHAPAN" run "$war" >out 2>err
cmp -s out story.txt || fail "LC_ALL does not overrule LANG"
code 2 run no-such-campaign --lang zh
grep -q '[一-龥]' err || fail "faults are not told in Chinese"

# ---- a run leaves everything it promises, in both languages
code 0 run "$war" --out deep/in/out --maps-every 2 --map-of train --save war.save --record a.sprec
spoken out
says err deep/in/out
for file in chronicle register timeline measures; do
  spoken "deep/in/out/$file.en.txt"
  spoken "deep/in/out/$file.zh.txt"
done
for file in register.en.csv register.zh.csv timeline.en.csv timeline.zh.csv formation.csv pool.csv hq.csv ford.csv region.csv bread.csv depot.csv book.csv events.jsonl; do
  spoken "deep/in/out/$file"
done
for hour in 0600 0800 1000 1100; do
  for lang in en zh; do spoken "deep/in/out/map-16400510-$hour.$lang.svg"; done
done
cmp -s out deep/in/out/chronicle.en.txt || fail "stdout and chronicle.en.txt differ"
cmp -s zh.txt deep/in/out/chronicle.zh.txt || fail "--lang zh and chronicle.zh.txt differ"
"${PYTHON:-python3}" -c 'import json, sys; [json.loads(l) for l in open(sys.argv[1], encoding="utf-8")]' deep/in/out/events.jsonl ||
  fail "events.jsonl is not one JSON object a line"

# ---- the audit, in both languages; it stands alone
for lang in en zh; do
  code 0 run lab/depot --audit --lang $lang
  spoken out
  grep -q '\*' out && fail "a line of lab/depot's books is marked as wrong"
done
says out 旧管
code 2 run "$war" --audit --fates
code 2 run "$war" --audit --stated train
code 2 schema --tables --markdown

# ---- hashes: alike for two threads and after saving and loading
code 0 run "$war" --hash
matches out '^1 march [0-9a-f]{16}$'
cp out hashes.txt
code 0 run "$war" --hash --threads 2
cmp -s out hashes.txt || fail "two threads give other hashes"
code 0 run "$war" --hash --resave
cmp -s out hashes.txt || fail "saving and loading gives other hashes"

for option in "--out o" "--save s" "--record r" "--map-of train" "--maps-every 2" --quiet --audit; do
  # shellcheck disable=SC2086 # an option and its value
  code 2 run "$war" --hash $option
  says err "${option%% *} does nothing with --hash"
  silent out
done
code 2 run "$war" --threads 2 --quiet
code 2 run "$war" --resave

# ---- record, replay, diff
code 0 run "$war" --quiet --record b.sprec
cmp -s a.sprec b.sprec || fail "the same war makes two recordings"
code 0 replay a.sprec
spoken out
code 0 diff a.sprec b.sprec
code 0 run "$war" --quiet --seed 2 --record c.sprec --save other.save
code 1 diff a.sprec c.sprec
matches out '^day 1 [0-9]{2}:[0-9]{2} '
matches out '[a-z]+\.[a-z_]+: .* \| '
code 1 diff war.save other.save # at the end the two seeds have lost different men
matches out '^day 1 11:00  Main column .*formation\.[a-z_]+: .* \| '
silent err
size="$(wc -c <a.sprec)"
head -c "$((size / 2))" a.sprec >cut.sprec
code 2 replay cut.sprec
spoken err
silent out
{
  head -c "$((size / 2))" a.sprec
  printf 'XXXX'
  tail -c "+$((size / 2 + 5))" a.sprec
} >bent.sprec
code 2 replay bent.sprec
code 2 diff a.sprec bent.sprec
{ cat a.sprec; printf more; } >long.sprec
code 2 replay long.sprec
: >empty.sprec
code 2 replay empty.sprec
head -c 100 war.save >cut.save
code 2 diff war.save cut.save

# ---- what cannot be written is said: exit code 3
: >a-file
code 3 run "$war" --quiet --out a-file/below
spoken err
code 3 run "$war" --quiet --record no/such/folder/war.sprec
if [ -c /dev/full ]; then
  for arguments in "run $war" "check $war" "constants" "schema" "schema --markdown"; do
    # shellcheck disable=SC2086
    "$SHAPAN" $arguments >/dev/full 2>err
    got=$?
    [ "$got" = 3 ] || fail "shapan $arguments on a full disk: exit code $got, not 3"
    spoken err
  done
  code 3 run "$war" --quiet --record /dev/full
  code 3 run "$war" --quiet --save /dev/full
fi

[ "$failed" = 0 ] && echo "the command line keeps its contract"
exit "$failed"
