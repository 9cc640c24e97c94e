#!/usr/bin/env python3
"""Every constant of the rules' tables is read by some rule: a number that nothing reads only seems to matter.

SPDX-License-Identifier: Apache-2.0
"""
import re

import check_lib

ROW = re.compile(r"^SP_CONST\((\w+),", re.M)


def rows(root):
    """(path, line, name) of every row of every table."""
    found = []
    for path in check_lib.walk(root, "src/rules", (".def",)):
        text = check_lib.read(root, path)
        found += [(path, text.count("\n", 0, m.start()) + 1, m.group(1)) for m in ROW.finditer(text)]
    return found


def check(root, _build):
    words = set()
    for path in check_lib.core_sources(root):
        words.update(re.findall(r"\w+", check_lib.blank(check_lib.read(root, path))))
    return [f"{path}:{line}: no code reads {name}" for path, line, name in rows(root) if name not in words]


def self_test():
    good = {
        "src/rules/march.def": 'SP_CONST(march_pace, 1, "m/min", 0, 2, FIXED, ASSUMED("why"), "pace")\n',
        "src/lore/march.c": "double pace(const sp_constants *k) { return k->march_pace; }\n",
    }
    bad = [
        ({"src/lore/march.c": '/* march_pace */\nconst char *name = "march_pace";\n'}, ["no code reads march_pace"]),
        ({"src/lore/march.c": "double pace(const sp_constants *k) { return k->march_pace_slow; }\n"}, ["march.def:1: no code"]),
    ]
    return check_lib.expect(check, good, []) and all(check_lib.expect(check, {**good, **f}, w) for f, w in bad)


if __name__ == "__main__":
    check_lib.main(check, self_test)
