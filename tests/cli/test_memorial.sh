#!/usr/bin/env bash
# test_memorial.sh - a memorial to the throne: both languages, from a war and from its recording, every figure in the audit,
# and what is refused. SPDX-License-Identifier: Apache-2.0
set -uo pipefail
# shellcheck source=tests/cli/common.sh
. "${SP_SOURCE_DIR:?root of the sources}/tests/cli/common.sh"

# ---- the same from a run and from its recording
"$SHAPAN" run lab/no-quarter/none --seed 3 --record war.rec --quiet 2>err || fail "run: $(head -c 300 err)"
code 0 memorial lab/no-quarter/none --seed 3 --side red
cp out run.txt
code 0 memorial war.rec --side red
cmp -s run.txt out || fail "the memorial of the recording differs from that of the war"
says run.txt "awaiting the command"
says run.txt "heads"
code 0 memorial lab/no-quarter/none --seed 3 --side red --lang zh
says out "谨题"
says out "斩级"
if grep -q '[{}]' out run.txt; then fail "a slot is left open"; fi

# ---- with --audit every mark in the text has its row, and the difference is what it says
code 0 memorial lab/no-quarter/none --seed 3 --side red --audit
python3 - out <<'PY' || fail "the audit does not add up"
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
body, audit = text.split("The figures, and the truth")
marks = sorted({int(n) for n in re.findall(r"\[(\d+)\]", body)})
rows = {}
for line in audit.splitlines():
    cells = re.split(r"\s{2,}", line.strip())
    if cells and cells[0].isdigit(): rows[int(cells[0])] = cells[1:]
assert marks and set(marks) <= set(rows), (marks, sorted(rows))
number = lambda s: int(s.replace(",", "").replace("−", "-"))
checked = 0
for cells in rows.values():
    if len(cells) == 5:
        assert number(cells[1]) - number(cells[2]) == number(cells[3]), cells
        checked += 1
assert checked >= 4, rows
PY

# ---- it is written from what has come in: before the first shot there is nothing to tell
code 0 memorial lab/no-quarter/none --seed 3 --side red --until "day 1 06:05"
says out "There are none to report."

# ---- who cannot write
code 2 memorial lab/no-quarter/none
says err "--side"
code 2 memorial lab/no-quarter/none --side rad
says err 'did you mean "red"'
code 2 memorial lab/no-quarter/none --author nobody-at-all
says err "nobody-at-all"
code 2 memorial jinzhou-pursuit --side qing --author zhou-xian
says err "is not of side"
code 2 memorial no/such/war --side red
code 2 memorial war.rec --seed 4 --side red
says err "seed"
code 2 memorial lab/no-quarter/none --side red --until "day 99 06:00"

# ---- a man of honour and one who thinks of himself tell of the same losses otherwise
code 0 memorial jinzhou-pursuit --author abatai
says out "lost their way in the confusion"
exit "$failed"
