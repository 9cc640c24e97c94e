#!/usr/bin/env python3
"""Whole chronicles of the small wars, read aloud: nothing said twice over, no day without a story told by the hour, what goes on for
days summed up, no name that says its word twice, no number lost on the way.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import re
import subprocess
import sys
import tempfile

shapan = os.environ["SHAPAN"]
source = os.environ["SP_SOURCE_DIR"]
faults = []
WORDS = {w: n for n, w in enumerate("nought one two three four five six seven eight nine ten eleven twelve".split())}


def check(ok, what):
    if not ok:
        faults.append(what)


def story(war, lang, *more):
    done = subprocess.run([shapan, "run", war, "--lang", lang, *more], capture_output=True, text=True, check=False)
    check(done.returncode == 0, f"{war}: {done.stderr}")
    return done.stdout


def number(word):
    return WORDS[word] if word in WORDS else int(word.replace(",", ""))


def days_of(text):
    """(heading, body) of every day."""
    parts = re.split(r"\n\n((?:(?!\n\n)[^=])+)\n={80}\n", text)
    return list(zip(parts[1::2], parts[2::2]))


wars = sorted(os.path.dirname(os.path.join(folder, name))[len(source) + len("/scenarios/"):]
              for folder, _, names in os.walk(os.path.join(source, "scenarios")) for name in names if name == "scenario.yaml")
check(len(wars) > 30, f"only {len(wars)} wars are found")
LIGHT = {"en": r"^(Day breaks|It grows light|Morning comes|Night falls|It grows dark|The light goes)", "zh": r"^(天明|天色|东方既白|日暮|暮色)"}
quiet = 0
for war in wars:
    en, zh = story(war, "en"), story(war, "zh")
    for lang, text in (("en", en), ("zh", zh)):
        check(not re.search(r"\{|\(null\)|event\.|story\.", text), f"{war} {lang}: a slot or an id stands in the text")
        check("?" not in text and "？" not in text, f"{war} {lang}: somebody or something has no name")
        for heading, body in days_of(text):
            told = [line for line in re.findall(r"^(?:\d\d:\d\d  |[^ \n]{2,3}[^\n]{0,6}（\d\d:\d\d） *)(.+)$", body, re.M)]
            check(not told or not all(re.match(LIGHT[lang], line) for line in told), f"{war} {lang}: {heading}: nothing but light is told")
            quiet += not told
    flat = re.sub(r"\s+", " ", en)
    for bad in (r"men of the (Men|Matchlock men)\b", r"the (whole )?column of the \w+ column", r"\b(\w+) \1\b(?<!had had)", r" ,", r"one (horses|carts|boats|rafts|prisoners)\b", r"throwers'", r"(?:are at|passes|at) ([A-Z][\w' ]+) and \1 at"):
        found = re.search(bad, flat)
        check(not found, f"{war}: ugly: {found and flat[max(0, found.start() - 40):found.end() + 20]}")
    flat = re.sub(r"\s+", "", zh)
    for bad in ("后队后队", "前队前队", "红军红军", "蓝军蓝军", "清军清军", "明军明军", "，，", "。。", "、、", "，。"):
        check(bad not in flat, f"{war}: {bad}")
check(quiet > 20, "no war has quiet days: the test says too little")

# a column that goes through a fort does not hold it, and does not leave it empty
text = story("lab/convoy", "en")
check("Tashan fort stands empty" not in text and "hold Tashan fort" not in text, "lab/convoy: a fort is held by a column that passes")
check("hold Walled Town" in story("lab/depot", "en"), "lab/depot: who comes to stay is not told")
check("Missing from the camp" in text or "Out of camp" in text, "lab/convoy: who leaves the camp is said to lie by the road")

# letters go by sea, gale or not; of reports that cannot arrive the first is told, then the rest together
text = re.sub(r"\s+", " ", story("lab/rafts", "en", "--with", "gale"))
check("report is lost" not in text and re.search(r"(News|report) from “gao”|hears from “gao”", text), "lab/rafts: no letter comes over the sea")
text = re.sub(r"\s+", " ", story("daling-withdrawal", "en", "--until", "day 10 00:00"))
check(re.search(r"more reports (have found|are lost)|Another report", text), "daling-withdrawal: lost reports after the first are not told together")

# sums by the week lose nobody
with tempfile.TemporaryDirectory() as work:
    done = subprocess.run([shapan, "run", "lab/hunger", "--out", work, "--maps-every", "0"], capture_output=True, text=True, check=False)
    events = [json.loads(line) for line in open(os.path.join(work, "events.jsonl"), encoding="utf-8")]
    flat = re.sub(r"\s+", " ", done.stdout)
    horses = sum(number(n) for n in re.findall(r"(?:lines|pots) of the Garrison(?: in \w+ days)?: ([\w,]+) horses?", flat))
    check(horses == sum(e["a"] for e in events if e["type"] == "slaughters") > 0, f"lab/hunger: {horses} horses are told to be slaughtered")
    gone = sum(number(n) for n in re.findall(r"of the Garrison (?:[\w,]+ dead and |[\w,]+ dead, )?([\w,]+) gone off", flat))
    check(gone == sum(e["b"] for e in events if e["type"] == "starves") > 0, f"lab/hunger: {gone} are told to have gone off")
    check(len(re.findall(r"knives|Slaughtered", flat)) < sum(e["type"] == "slaughters" for e in events) / 2, "lab/hunger: the knives are told evening by evening")

# the digest: the chronicle's own paragraphs, a dozen a day, and the register's figures
for war in ("jinzhou-pursuit", "lab/siege/guns", "lab/hunger"):
    with tempfile.TemporaryDirectory() as work:
        subprocess.run([shapan, "run", war, "--out", work, "--maps-every", "0", "--quiet"], check=False, capture_output=True)
        for lang in ("en", "zh"):
            read = {name: open(os.path.join(work, f"{name}.{lang}.txt"), encoding="utf-8").read() for name in ("chronicle", "digest")}
            flat = re.sub(r"\s+", "", re.sub(r"^\d\d:\d\d  ", "", read["chronicle"], flags=re.M))
            most = 0
            for heading, body in days_of(read["digest"]):
                told = re.split(r"\n(?=\d\d:\d\d  |       [A-Z“])", body.split("\n\n", 2)[1]) if lang == "en" else []
                most = max(most, len(told))
                check(len(told) <= 3 * 12, f"{war}: {heading}: {len(told)} paragraphs")
                for line in told:
                    line = re.sub(r"\s+", "", re.sub(r"^\d\d:\d\d  ", "", line))
                    check(line in flat or line == "Nothingtotell.", f"{war}: the digest tells what the chronicle does not: {line[:60]}")
            check(lang == "zh" or most >= 1, f"{war}: the digest says next to nothing")
            check(len(days_of(read["digest"])) <= len(days_of(read["chronicle"])) + 1 and len(read["digest"]) < len(read["chronicle"]), f"{war}: the digest is no shorter")
            check("{" not in read["digest"] and "?" not in read["digest"], f"{war} {lang}: a slot stands in the digest")
        rows = [line.split(",") for line in open(os.path.join(work, "register.en.csv"), encoding="utf-8").read().splitlines()]
        heads = rows[0]
        men = {"men", "spear and sabre", "matchlock men", "foot archers", "foot", "gunners", "horse", "followers"}
        text = re.sub(r"\s+", " ", open(os.path.join(work, "digest.en.txt"), encoding="utf-8").read())
        several = "In all " in text
        for side in sorted({row[0] for row in rows[1:]}):
            def total(line):
                return sum(int(row[heads.index(f"{line} (count)")]) for row in rows[1:] if row[0] == side and row[2] in men)
            last = re.findall(rf" {side}: ([^.]*)\.", text)[-1]
            present = re.search(r"([\w,]+) at last" if several else r"([\w,]+) with the colours at the end", last)
            killed = re.search(r"([\d,]+) killed", last)
            check(present and number(present.group(1)) == total("present"), f"{war}: {side}: {last}: {total('present')} are with the colours")
            check((number(killed.group(1)) if killed else 0) == total("killed"), f"{war}: {side}: {last}: {total('killed')} are killed")
            if several:
                days = sum(number(n) for n in re.findall(rf" {side}: [\w,]+ with the colours at the end; ([\d,]+) killed", text))
                check(days == total("killed"), f"{war}: {side}: the days have {days} killed, the register {total('killed')}")

for fault in faults[:40]:
    print("FAIL:", fault)
sys.exit(1 if faults else 0)
