#!/usr/bin/env python3
"""The tables by the day: the same rows, names and units in CSV and in SQLite, and the figures of the registers.

SPDX-License-Identifier: Apache-2.0
"""
import csv
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections import defaultdict

shapan = os.environ["SHAPAN"]
faults = []
SHEETS = ["bread", "depot", "munition", "book", "ward", "work", "wall", "voyage", "bridge"]
seen = defaultdict(int)


def check(ok, what):
    if not ok:
        faults.append(what)


def same(cell, value):
    if value is None:
        return cell == ""
    if isinstance(value, str):
        return cell == value
    return float(cell) == float(value)


def books_add_up(war, db):
    for side, book, line, opening, came, went, closing, held in db.execute(
            "select side, book, line, opening, came_in, went_out, closing, held from book"):
        check(opening + came - went == closing, f"{war}: {side}'s {book}, {line}: does not add up")
        check((held is None) == (line not in ("carried", "kept")), f"{war}: {book}, {line}: who holds it?")
        check(held in (None, closing), f"{war}: {side}'s {book}, {line}: {held} held, {closing} in the book")
    # the bodies' and depots' own rows come to the same
    for table, column, book, line in [("bread", "grain_g", "grain", "carried"), ("depot", "grain_g", "grain", "kept"),
                                      ("depot", "powder_g", "powder", "kept"), ("munition", "powder_g", "powder", "carried"),
                                      ("munition", "grenades + refused", "grenades", "carried"), ("munition", "smoke_pots", "smoke_pots", "carried")]:
        held = {(minute, side): n for minute, side, n in db.execute(f"select minute, side, sum({column}) from {table} group by minute, side")}
        for minute, side, closing in db.execute("select minute, side, closing from book where book = ? and line = ?", (book, line)):
            check(held.get((minute, side), 0) == closing, f"{war}: {table}: {held.get((minute, side), 0)} of {side}, its book says {closing}")


def wards_are_the_registers(war, db):
    for line in ("wounded-light", "wounded-serious", "sick"):
        lying = dict(db.execute("select minute, sum(men) from ward where line = ? and lies != 'captive' group by minute", (line,)))
        booked = dict(db.execute("select minute, sum(count) from register where line = ? and arm not in ('horses', 'draught') group by minute", (line,)))
        for (minute,) in db.execute("select distinct minute from bread union select distinct minute from ward"):
            check(lying.get(minute, 0) == booked.get(minute, 0), f"{war}: {lying.get(minute, 0)} lie {line}, the register has {booked.get(minute, 0)}")


def look(war, work):
    folder, path = os.path.join(work, "out"), os.path.join(work, "war.db")
    done = subprocess.run([shapan, "run", war, "--out", folder, "--maps-every", "0", "--sqlite", path, "--quiet"], capture_output=True, text=True, check=False)
    check(done.returncode == 0, f"{war}: {done.stderr}")
    db = sqlite3.connect(path)
    for sheet in SHEETS:
        with open(os.path.join(folder, sheet + ".csv"), encoding="utf-8", newline="") as file:
            text = file.read()
        check(text.endswith("\r\n"), f"{war}: {sheet}.csv does not end its last line")
        rows = list(csv.reader(text.splitlines()))
        units = dict(db.execute("select column_name, unit from column_meaning where table_name = ?", (sheet,)))
        columns = [row[1] for row in db.execute(f"pragma table_info({sheet})")]
        check(rows[0] == [f"{c} ({units[c]})" if units[c] else c for c in columns], f"{war}: heads of {sheet}.csv are not those of the table")
        kept = list(db.execute(f"select * from {sheet} order by rowid"))
        check(len(kept) == len(rows) - 1, f"{war}: {sheet}: {len(kept)} rows in the database, {len(rows) - 1} in the CSV")
        for a, b in zip(rows[1:], kept):
            check(len(a) == len(b) and all(same(x, y) for x, y in zip(a, b)), f"{war}: {sheet}: {a} is not {b}")
        seen[sheet] += len(kept)
        # the opening, every midnight, the end; no state twice
        times = [row[0] for row in db.execute(f"select distinct minute from {sheet} order by minute")]
        ends = db.execute("select min(minute), max(minute) from formation").fetchone()
        check(all(t % 1440 == 0 or t in ends for t in times), f"{war}: {sheet}: a state that is neither midnight's nor an end's")
        for day, minute in db.execute(f"select distinct day, minute from {sheet}"):
            check(day == (minute - (minute > ends[0])) // 1440 - ends[0] // 1440 + 1, f"{war}: {sheet}: minute {minute} is not of day {day}")
    books_add_up(war, db)
    wards_are_the_registers(war, db)
    db.close()


with tempfile.TemporaryDirectory() as work:
    for war in ("lab/depot", "lab/hunger", "lab/lots", "lab/rafts", "lab/wounded/bare", "lab/ditch/deep", "lab/siege/guns", "lab/bridge/three", "lab/smoke"):
        look(war, work)
    look("lab/two-columns", work)  # a war of none of it
for sheet in SHEETS:
    check(seen[sheet] > 0, f"{sheet}: no war has a row of it: the test says too little")

for fault in faults[:40]:
    print("FAIL:", fault)
sys.exit(1 if faults else 0)
