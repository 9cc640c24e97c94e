#!/usr/bin/env python3
"""Writes the text tables: po2c.py OUT --en FILE.po ... --zh FILE.po ...

Every message must stand in both languages, translated, with the same slots; each id once only. All that
is wrong is said at once, with file, line and id, and nothing is written then.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import os
import re
import sys

import polib

LANGUAGES = ("en", "zh")
ID = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)+")
SLOT = re.compile(r"[a-z][a-z0-9_]*")
PIECE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|([{}])|[^{}]+")


def slots(text):
    """(set of slot names, list of complaints) of a template."""
    names, faults = set(), []
    for piece in PIECE.finditer(text):
        name, stray = piece.group(1), piece.group(2)
        if stray:
            faults.append(f"a lone '{stray}': write '{stray}{stray}' for a brace")
        elif name is not None:
            if not SLOT.fullmatch(name):
                faults.append(f"'{{{name}}}' is no slot: a slot holds a name and nothing else")
            names.add(name)
    return names, faults


def flaws(entry):
    """What is wrong with one entry by itself."""
    if "fuzzy" in entry.flags:
        yield "is fuzzy"
    if not entry.msgstr.strip():
        yield "is empty"
    if entry.msgctxt or entry.msgid_plural:
        yield "has a context or a plural; neither is used"
    if not ID.fullmatch(entry.msgid):
        yield "is no message id: lower case words joined by dots"
    if "\0" in entry.msgstr:
        yield "holds a NUL"
    yield from slots(entry.msgstr)[1]


def read_language(paths, faults):
    """id -> (where, text) over all files of one language."""
    table = {}
    for path in paths:
        try:
            catalogue = polib.pofile(path, encoding="utf-8")
        except (OSError, UnicodeDecodeError, ValueError) as error:
            faults.append(f"{path}: cannot be read: {error}")
            continue
        for entry in catalogue:
            if entry.obsolete:
                continue
            where = f"{path}:{entry.linenum}"
            faults.extend(f"{where}: {entry.msgid}: {flaw}" for flaw in flaws(entry))
            if entry.msgid in table:
                faults.append(f"{where}: {entry.msgid}: stands already at {table[entry.msgid][0]}")
            else:
                table[entry.msgid] = (where, entry.msgstr)
    return table


def compare(tables, faults):
    for language, other in (LANGUAGES, LANGUAGES[::-1]):
        for name, (where, _) in tables[language].items():
            if name not in tables[other]:
                faults.append(f"{where}: {name}: is missing in {other}")
    for name, (where, text) in tables["zh"].items():
        if name not in tables["en"]:
            continue
        first, text_en = tables["en"][name]
        here, there = slots(text)[0], slots(text_en)[0]
        if here != there:
            spell = lambda names: " ".join(f"{{{n}}}" for n in sorted(names)) or "none"
            faults.append(f"{where}: {name}: has slots {spell(here)}, but {first} has {spell(there)}")


def c_string(text):
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "?": "\\?"}  # "??" begins a trigraph
    return '"' + "".join(escapes.get(c) or (c if c >= " " and c != "\x7f" else f"\\{ord(c):03o}") for c in text) + '"'


def c_source(tables):
    lines = ["/* Made by tools/po2c.py from po/. */", '#include "base/text.h"', ""]
    for language in LANGUAGES:
        lines.append(f"static const sp_text_entry {language}[] = {{")
        ordered = sorted(tables[language].items(), key=lambda item: item[0].encode("utf-8"))
        lines += [f"    {{{c_string(name)}, {c_string(text)}}}," for name, (_, text) in ordered]
        lines += ["    {0, 0},", "};", ""]  # an empty array is no C
    lines.append("const sp_text_table sp_text_tables[SP_LANG_COUNT] = {")
    for language in LANGUAGES:
        lines.append(f"    [SP_LANG_{language.upper()}] = {{{language}, sizeof {language} / sizeof {language}[0] - 1}},")
    return "\n".join(lines + ["};", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("out")
    for language in LANGUAGES:
        parser.add_argument(f"--{language}", nargs="+", required=True, metavar="FILE.po")
    args = parser.parse_args()
    faults = []
    tables = {language: read_language(getattr(args, language), faults) for language in LANGUAGES}
    compare(tables, faults)
    if faults:
        print("\n".join(faults), file=sys.stderr)
        return 1
    # A broken write must not leave half a table that looks newer than its sources.
    fresh = args.out + ".new"
    with open(fresh, "w", encoding="utf-8", newline="\n") as file:
        file.write(c_source(tables))
    os.replace(fresh, args.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
