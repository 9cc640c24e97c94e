"""What the checks share: walking the sources, blanking comments, reporting, and proving that a check can fail.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import re
import shlex
import sys
import tempfile

CORE_LAYERS = ["base", "model", "lore", "world", "rules", "minds", "engine"]
SKIPPED_DIRECTORIES = {".git", "build", "out", "node_modules", "__pycache__", ".cache"}


def walk(root, under="", suffixes=None):
    """Paths relative to root, in order of name."""
    found = []
    for directory, names, files in os.walk(os.path.join(root, under)):
        builds = [n for n in names if os.path.exists(os.path.join(directory, n, "CMakeCache.txt"))]
        names[:] = sorted(n for n in names if n not in SKIPPED_DIRECTORIES and n not in builds)
        for name in files:
            if suffixes is None or name.endswith(tuple(suffixes)):
                found.append(os.path.relpath(os.path.join(directory, name), root))
    return sorted(found)


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
        return file.read()


TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)


def blank(text, strings=True):
    """The text with comments, and string and character literals, turned to spaces; lines stay where they are."""

    def spaces(match):
        token = match.group(0)
        if not strings and token[0] in "\"'":
            return token
        return re.sub(r"[^\n]", " ", token)

    return TOKEN.sub(spaces, text)


def core_sources(root, suffixes=(".c", ".h")):
    return [p for layer in CORE_LAYERS for p in walk(root, os.path.join("src", layer), suffixes)]


def compile_commands(root, build):
    """(path, arguments without the output) of each core source, as the build compiles it."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        commands = json.load(file)
    found = {}
    for entry in commands:
        path = os.path.relpath(os.path.join(entry["directory"], entry["file"]), root)
        parts = path.split(os.sep)
        if len(parts) < 3 or parts[0] != "src" or parts[1] not in CORE_LAYERS or path in found:
            continue
        arguments = shlex.split(entry["command"])
        found[path] = (entry["directory"], plain_arguments(arguments))
    return found


def plain_arguments(arguments):
    """Definitions and include paths only: the check chooses compiler, optimisation and output itself."""
    kept, take_next = [], False
    for argument in arguments[1:]:
        if take_next:
            kept.append(argument)
            take_next = False
        elif argument in ("-I", "-isystem", "-D", "-include"):
            kept.append(argument)
            take_next = True
        elif argument.startswith(("-I", "-D", "-isystem", "-std=")):
            kept.append(argument)
    return kept


class Tree:
    """A tiny project in a temporary directory, for self-tests."""

    def __init__(self, files):
        self.files = files

    def __enter__(self):
        self.place = tempfile.TemporaryDirectory()
        for path, text in self.files.items():
            full = os.path.join(self.place.name, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                file.write(text)
        build = os.path.join(self.place.name, "build")
        os.makedirs(build, exist_ok=True)
        commands = [
            {"directory": self.place.name, "file": os.path.join(self.place.name, path),
             "command": f"cc -std=c17 -Iinclude -Isrc -c {shlex.quote(path)}"}
            for path in self.files if path.endswith(".c")
        ]
        with open(os.path.join(build, "compile_commands.json"), "w", encoding="utf-8") as file:
            json.dump(commands, file)
        return self.place.name, build

    def __exit__(self, *_):
        self.place.cleanup()


def expect(check, files, wanted):
    """Self-test: on `files` the check finds faults that match each of `wanted`, and no more."""
    with Tree(files) as (root, build):
        faults = check(root, build)
    good = len(faults) == len(wanted) and all(any(re.search(w, f) for f in faults) for w in wanted)
    if not good:
        print(f"self-test: wanted {wanted}, found {faults}")
    return good


def main(check, self_test):
    """check(root, build) gives a list of faults; self_test() gives True when the check can fail and pass."""
    if sys.argv[1:] == ["--self-test"]:
        good = self_test()
        print("the check can fail" if good else "the check is blind")
        sys.exit(0 if good else 1)
    root = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ".")
    build = os.path.abspath(sys.argv[2] if len(sys.argv) > 2 else os.path.join(root, "build", "release"))
    faults = check(root, build)
    for fault in faults:
        print(fault)
    print(f"{len(faults)} faults")
    sys.exit(1 if faults else 0)
