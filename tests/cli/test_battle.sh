#!/usr/bin/env bash
# test_battle.sh - `shapan battle` and `shapan validate`: words understood and refused, odds that add up, the same
# numbers for the same seed, and a page, JSON and pictures of a small table.
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
# shellcheck source=tests/cli/common.sh
. "${SP_SOURCE_DIR:?root of the sources}/tests/cli/common.sh"

# ---- battle
code 0 battle --attacker "3000 men, 500 horse, 4 guns" --defender "2000 men" --posture prepared --ground hills --weather rain -n 12 --seed 3
says out "12 runs"
says out "the attacker ("
says out "Hours of fighting"
cp out first
code 0 battle --attacker "3000 men, 500 horse, 4 guns" --defender "2000 men" --posture prepared --ground hills --weather rain --runs 12 --seed 3 --threads 1
cmp -s out first || fail "the same battle with one thread differs"
code 0 battle --attacker "3000 men" --defender "2000 men, quality 0.8" -n 10 --lang zh
says out "推演 10 次"
says out "攻方"
code 0 battle --attacker "900 men" --defender "800 men, 100 archers" --ground "plain wood" --year 1600 --month 12 --front 0.4 -n 10 --json
python3 - <<'PY' || fail "the JSON of battle"
import json
o = json.load(open("out"))
assert o["runs"] == 10
assert abs(sum(w["share"] for w in o["holds_the_field"].values()) - 1) < 1e-5
for w in o["holds_the_field"].values():
    assert w["low95"] <= w["share"] <= w["high95"]
for side in o["losses_10_50_90"].values():
    for q in side.values():
        assert 0 <= q[0] <= q[1] <= q[2] <= 1
PY
code 2 battle --attacker "3000 men"
says err "--defender is missing"
code 2 battle --attacker "3000 elephants" --defender "20 men"
says err 'elephants'
code 2 battle --attacker "300 horse" --defender "200 men"
says err "names no men"
code 2 battle --attacker "300 men" --defender "20 men"
says err "must lie between 50"
code 2 battle --attacker "300 men" --defender "200 men" --ground swamp
says err "marsh"
code 2 battle --attacker "300 men" --defender "200 men" --posture lying
says err "fortified"
code 2 battle --attacker "300 men" --defender "200 men" --set morale_flank=99
says err "outside the range"
code 2 battle --attacker "300 men" --defender "200 men" --set no_such=1
code 2 battle --attacker "300 men" --defender "200 men" --set morale_flank
code 2 battle --attacker "300 men" --defender "200 men" -n 0

# ---- validate
cat >table.csv <<'CSV'
id,year,battle,attacker_men,attacker_losses,defender_men,defender_losses,winner
1,1640,Upper ford,2000,150,1500,500,attacker
2,1700,Lower ford,1500,400,1500,100,defender
3,1750,Mill,1800,100,1000,300,attacker
4,1800,Hill,1000,300,2000,90,defender
CSV
code 0 validate --data table.csv --runs 12
says out "4 battles, 4 of them decided"
says out "logistic on the log ratio"
code 0 validate --data table.csv --runs 12 --lang zh
says out "布赖尔分"
code 0 validate --data table.csv --runs 12 --markdown --plots pictures
says out "## Known failures"
for name in reliability losses losers; do
  [ -s "pictures/battles-$name.svg" ] || fail "no picture of $name"
done
code 0 validate --data table.csv --runs 12 --json --threads 1
cp out one.json
code 0 validate --data table.csv --runs 12 --json --threads 2
cmp -s out one.json || fail "two threads give other numbers"
code 0 validate --data table.csv --runs 12 --json --set fight_melee_per_min=0.003
cmp -s out one.json && fail "--set changes nothing"
python3 - <<'PY' || fail "the JSON of validate"
import json
o = json.load(open("one.json"))
assert o["battles"] == 4 and len(o["each"]) == 4
for m in o["winner"].values():
    assert 0 <= m["brier"] <= 1 and m["log_loss"] > 0
assert [b["outcome"] for b in o["each"]] == ["attacker", "defender"] * 2
luck = sum(b["p"] * (1 - b["p"]) for b in o["each"]) / 4 / 12
assert 0 < o["brier_luck_of_runs"] < 1.3 * luck + 1e-6 and 0 <= o["chance_near_half"] <= 4
assert any("crps" in b.get("loser", {}) for b in o["each"])
PY
code 2 validate --data missing.csv
says err "no such table"
sed 's/attacker_men/atacker_men/' table.csv >bad.csv
code 2 validate --data bad.csv
says err 'there is no column "attacker_men"'
sed 's/,attacker$/,/; s/,defender$/,/' table.csv >unknown.csv
code 2 validate --data unknown.csv --runs 10
says err "no battle of this table has a known winner"
code 2 validate --data table.csv --runs 3

[ "$failed" = 0 ] && echo "battle and validate do as they say"
exit "$failed"
