#!/usr/bin/env python3
"""Sizes that keep a reader happy: a source at most 800 lines, a public header 400, a function under 70.

SPDX-License-Identifier: Apache-2.0
"""
import re

import check_lib

SOURCE_LINES = 800
HEADER_LINES = 400
FUNCTION_LINES = 70
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
NAME = re.compile(r"([A-Za-z_]\w*)\s*\([^;{}]*$")


def functions(text):
    """(name, first line, lines) of each body at file level, and whether the braces came out even."""
    text = check_lib.blank(text)
    text = DIRECTIVE.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)), text)
    found, depth, start, name = [], 0, 0, None
    last_end = 0
    for match in re.finditer(r"[{};]", text):
        mark, at = match.group(0), match.start()
        if mark == "{":
            if depth == 0:
                head = text[last_end:at]
                named = NAME.search(head.rstrip()) if head.rstrip().endswith(")") else None
                name = re.search(r"([A-Za-z_]\w*)\s*\(", head).group(1) if named else None
                start = last_end + len(head) - len(head.lstrip())
            depth += 1
        elif mark == "}":
            depth -= 1
            if depth == 0:
                if name:
                    first = text.count("\n", 0, start) + 1
                    found.append((name, first, text.count("\n", 0, at) + 2 - first))
                last_end = at + 1
        elif depth == 0:
            last_end = at + 1
    return found, depth == 0


def check(root, build):
    del build
    faults = []
    for path in (check_lib.walk(root, "src", (".c", ".h")) + check_lib.walk(root, "include", (".h",))
                 + check_lib.walk(root, "tests", (".c",))):
        text = check_lib.read(root, path)
        lines, limit = text.count("\n"), HEADER_LINES if path.startswith("include") else SOURCE_LINES
        if lines > limit:
            faults.append(f"{path}: {lines} lines, at most {limit}")
        if path.startswith("tests"):
            continue
        found, even = functions(text)
        if not even and 'extern "C"' not in text:
            faults.append(f"{path}: braces do not come out even outside of conditionals")
        faults += [f"{path}:{first}: {name} has {count} lines, under {FUNCTION_LINES} is wanted"
                   for name, first, count in found if count >= FUNCTION_LINES]
    return faults


def self_test():
    def body(count):
        return "static int f(int a)\n{\n" + "  a++;\n" * (count - 4) + "  return a; /* } */\n}\n"

    table = "static const int xs[] = {\n" + "  1,\n" * 100 + "};\n"
    return (check_lib.expect(check, {"src/base/a.c": table + "struct s { int a; };\n" + body(69)}, [])
            and check_lib.expect(check, {"src/base/a.c": body(70)}, ["a.c:1: f has 70 lines"])
            and check_lib.expect(check, {"src/base/a.c": "struct s {\n int a;\n};\n\n" + body(90)}, ["a.c:5: f has 90"])
            and check_lib.expect(check, {"src/base/a.c": "\n" * 801}, ["801 lines"])
            and check_lib.expect(check, {"include/shapan/a.h": "\n" * 401}, ["401 lines"])
            and check_lib.expect(check, {"src/base/a.c": "int f(void) {\n"}, ["even"]))


if __name__ == "__main__":
    check_lib.main(check, self_test)
