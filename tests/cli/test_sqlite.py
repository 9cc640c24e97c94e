#!/usr/bin/env python3
"""The database of a run: sound, strict, explained column by column, and telling the same war as the other outputs.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import sqlite3
import subprocess
import sys
import tempfile

shapan = os.environ["SHAPAN"]
faults = []


def check(ok, what):
    if not ok:
        faults.append(what)


def run(*arguments):
    return subprocess.run([shapan, *arguments], capture_output=True, text=True, check=False)


with tempfile.TemporaryDirectory() as work:
    path = os.path.join(work, "war.db")
    for _ in range(2):  # an older database is replaced
        done = run("run", "lab/rear-guard/holds", "--sqlite", path, "--out", os.path.join(work, "out"), "--quiet")
        check(done.returncode == 0, "run --sqlite: " + done.stderr)
    check(path in done.stderr, "the run does not say where its database is")
    db = sqlite3.connect(path)
    check(db.execute("pragma integrity_check").fetchone() == ("ok",), "the file is not sound")
    tables = dict(db.execute("select name, sql from sqlite_schema where type = 'table'"))
    for table, sql in tables.items():
        check(sql.endswith("STRICT"), table + " is not strict")
        known = {row[0] for row in db.execute("select column_name from column_meaning where table_name = ?", (table,))}
        for column in db.execute(f'pragma table_info("{table}")'):
            told = table == "column_meaning" or column[1] in known or column[1] in ("minute", "time", "name_en", "name_zh")
            check(told, f"{table}.{column[1]} has no meaning")
    wanted = {"run", "name", "event", "paper", "formation", "combat", "engagement", "ford", "region", "pool", "belief", "register", "person", "measure", "bread", "depot", "munition", "book", "ward", "work", "wall", "voyage", "bridge"}
    check(wanted <= set(tables), f"missing: {wanted - set(tables)}")

    with open(os.path.join(work, "out", "events.jsonl"), encoding="utf-8") as lines:
        events = [json.loads(line) for line in lines]
    check([e["type"] for e in events] == [row[0] for row in db.execute("select type from event order by number")], "its events are not those of events.jsonl")
    check(sum(e["type"] == "breaks" for e in events) > 0, "nobody breaks: the war says too little to test with")

    sums = {row[0] for row in db.execute("select sum(count) from register group by minute")}
    check(len(sums) == 1, f"the register does not add up over the hours: {sums}")
    hours = [row[0] for row in db.execute("select distinct minute from formation order by minute")]
    check(len(hours) > 2 and all(b - a <= 60 for a, b in zip(hours, hours[1:])), "not a state for every hour")
    check(hours == [row[0] for row in db.execute("select distinct minute from register order by minute")], "register and formations are not of the same hours")
    check(not db.execute("select 1 from paper where delivered < sent or acted < delivered").fetchall(), "a paper is read before it was sent")
    check(not db.execute("select 1 from event left join name on name.key = event.subject where subject is not null and name.key is null").fetchall(), "a subject without a name")
    check(dict(db.execute("select what, value from run"))["seed"] == "1", "the run does not say its seed")
    db.close()

    done = run("run", "lab/rear-guard/holds", "--sqlite", path, "--quiet", "--states-every", "3")
    db = sqlite3.connect(path)
    hours = [row[0] for row in db.execute("select distinct minute from formation order by minute")]
    check(done.returncode == 0 and len(hours) > 2 and all(m % 180 == 0 for m in hours[1:-1]), f"--states-every 3 keeps {hours}")
    db.close()
    check(run("run", "lab/two-columns", "--sqlite", path, "--states-every", "0").returncode == 2, "--states-every 0 is taken")

    letter = os.path.join(work, "letter.txt")
    with open(letter, "w", encoding="utf-8") as file:
        file.write("Dear mother")
    check(run("run", "lab/two-columns", "--sqlite", letter, "--quiet").returncode == 3, "a file that is no database is replaced")
    with open(letter, encoding="utf-8") as file:
        check(file.read() == "Dear mother", "the letter is gone")
    check(run("run", "lab/two-columns", "--hash", "--sqlite", path).returncode == 2, "--hash with --sqlite is taken")

for fault in faults:
    print("FAIL:", fault)
sys.exit(1 if faults else 0)
