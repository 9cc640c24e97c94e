#!/usr/bin/env python3
"""Words that do not belong: calls that make two runs differ, and notes that should not leave a desk.

In the core no clock, locale, unkeyed die or unstable sort. Anywhere no unfinished business, no path of
somebody's machine, no address of a private package host. Each source names its licence.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re

import check_lib

YARDSTICK = os.path.join("tests", "bench", "kernel.c")  # never edited; yardstick.c names its licence
CORE_CALLS = re.compile(
    r"(?<![\w.>])(setlocale|localeconv|uselocale|rand|rand_r|srand|random|srandom|drand48|lrand48|arc4random|getrandom"
    r"|time|clock|clock_gettime|gettimeofday|localtime|localtime_r|gmtime|strftime|qsort|qsort_r|getenv)\s*\(")
LOCALE_CALLS = re.compile(r"(?<![\w.>])(setlocale|uselocale)\s*\(")
# Spelled in pieces, so that this file does not find itself.
HOUSE_WORDS = [
    (re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b"), "unfinished business"),
    (re.compile(r"\bst" r"ub(s|bed)?\b", re.I), "unfinished business"),
    (re.compile(r"(?<![\w.~/$}>*-])/(work|home|root|Users|tmp)/(?=[A-Za-z0-9_])"), "a path of somebody's machine"),
    (re.compile(r"https?://[^\s/\"'>)]*(arti" r"factory|arti" r"fact-registry|nex" r"us|\.internal\b|\.corp\b|\.lan\b|local" r"host:\d+/(simple|npm))"),
     "a private package host"),
]
TEXT_SUFFIXES = (".c", ".h", ".def", ".py", ".sh", ".md", ".po", ".yaml", ".yml", ".json", ".geojson", ".cmake", ".txt",
                 ".in", ".csv", ".html", ".js", ".css", ".svg")
LICENSED = (".c", ".h", ".py", ".sh", ".cmake")


def is_text(path):
    parts = path.split(os.sep)
    if parts[:2] == ["tests", "fuzz"] and "cases" in parts:
        return False  # whatever a fuzzer found
    return path.endswith(TEXT_SUFFIXES) or parts[0] in ("script", ".ci")


def check(root, build):
    del build
    faults = []

    def scan(path, text, pattern, why):
        for match in pattern.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            faults.append(f"{path}:{line}: {match.group(0).strip()!r}: {why}")

    core = set(check_lib.core_sources(root, (".c", ".h", ".def")))
    for path in check_lib.walk(root):
        if not is_text(path):
            continue
        text = check_lib.read(root, path)
        if path in core:
            scan(path, check_lib.blank(text), CORE_CALLS, "two runs could differ")
        elif path.startswith("src"):
            scan(path, check_lib.blank(text), LOCALE_CALLS, "nothing sets a locale")
        for pattern, why in HOUSE_WORDS:
            scan(path, text, pattern, why)
        if path.endswith(LICENSED) and path.split(os.sep)[0] != "reference" and path != YARDSTICK and "SPDX-License-Identifier:" not in text[:4000]:
            faults.append(f"{path}: no SPDX-License-Identifier line")
    return faults


def self_test():
    spdx = "/* SPDX-License-Identifier: Apache-2.0 */\n"
    good = {"src/base/a.c": spdx + "int march_time(int a);\nint brand(int);\nint f(struct s *p) { return p->time(1); }\n"
                                   "/* time( */ const char *s = \"rand(\";\n",
            "src/cli/c.c": spdx + "long t(void) { return time(0); }\n",
            "docs/a.md": "stubble and stubborn men, https://example.org/work/a, ~/work/b\n"}
    bad = [
        ({"src/base/b.c": spdx + "int f(void) { return rand(); }\n"}, [r"rand\("]),
        ({"src/rules/b.c": spdx + "void f(void) { qsort(0, 0, 0, 0); }\n"}, [r"qsort\("]),
        ({"src/world/b.h": spdx + "#define NOW time(0)\n"}, [r"time\("]),
        ({"src/cli/b.c": spdx + "void f(void) { setlocale(0, 0); }\n"}, ["setlocale"]),
        ({"docs/b.md": "TO" + "DO\n"}, ["unfinished"]),
        ({"docs/b.md": "a st" + "ub\n"}, ["unfinished"]),
        ({"script/b": "cd /wo" + "rk/main\n"}, ["machine"]),
        ({"docs/b.md": "see `/tm" + "p/studio/x`\n"}, ["machine"]),
        ({"docs/b.md": "https://pypi.example.inter" + "nal/simple\n"}, ["package host"]),
        ({"src/base/b.c": "int a;\n"}, ["SPDX"]),
    ]
    return check_lib.expect(check, good, []) and all(check_lib.expect(check, {**good, **f}, w) for f, w in bad)


if __name__ == "__main__":
    check_lib.main(check, self_test)
