#!/usr/bin/env python3
"""No bare conversion of a real to an integer in the core: builds for different machines differ on it.

clang says where it converts (fptosi, fptoui); only sp_to_i32 and its kin may. A conversion whose range is
plain may stand on a line with a comment /* cast-ok: why */.

SPDX-License-Identifier: Apache-2.0
"""
import concurrent.futures
import os
import re
import shutil
import subprocess

import check_lib

CONVERSION = re.compile(r"= (?:constrained )?fpto[su]i\b|@llvm\.(?:experimental\.constrained\.)?fpto[su]i\.")
LOCATION = re.compile(r"^!(\d+) = (?:distinct )?!DI(\w+)\((.*)\)$", re.M)
ALLOWED = re.compile(r"^sp_to_[iu](8|16|32|64)$")


def fields(text):
    return dict(re.findall(r'(\w+): ("[^"]*"|[^,]+)', text))


def places(ir):
    """(file, line, function) of every conversion in the unit."""
    nodes = {number: (kind, fields(rest)) for number, kind, rest in LOCATION.findall(ir)}
    found = set()
    for line in ir.splitlines():
        if not CONVERSION.search(line):
            continue
        debug = re.search(r"!dbg !(\d+)", line)
        if not debug or debug.group(1) not in nodes:
            found.add(("?", 0, "?"))
            continue
        place = nodes[debug.group(1)][1]
        scope, function = place["scope"].lstrip("!"), "?"
        file = nodes[scope][1]["file"].lstrip("!")
        while scope in nodes:
            kind, about = nodes[scope]
            if kind == "Subprogram":
                function = about["name"].strip('"')
                break
            scope = about.get("scope", "").lstrip("!")
        about = nodes[file][1]
        path = os.path.join(about["directory"].strip('"'), about["filename"].strip('"'))
        found.add((path, int(place["line"]), function))
    return found


def conversions(path, directory, arguments, root):
    command = ["clang", *arguments, "-O0", "-g", "-w", "-S", "-emit-llvm", "-o", "-", os.path.join(root, path)]
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return None, done.stderr.strip().splitlines()[:3]
    return places(done.stdout), []


def check(root, build):
    if not shutil.which("clang"):
        return ["clang is missing: script/install-packages test"]
    faults, found = [], set()
    commands = check_lib.compile_commands(root, build)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {path: pool.submit(conversions, path, *commands[path], root) for path in sorted(commands)}
    for path, job in jobs.items():
        where, errors = job.result()
        if where is None:
            faults.append(f"{path}: does not compile: {' '.join(errors)}")
        else:
            found |= where
    for path, line, function in sorted(found):
        relative = os.path.relpath(os.path.join(root, path), root)
        if ALLOWED.match(function) or relative.startswith(".."):
            continue
        text = check_lib.read(root, relative).splitlines()[line - 1] if line else ""
        if "cast-ok:" not in text:
            faults.append(f"{relative}:{line}: {function}: bare real to integer conversion (use sp_to_i32, sp_to_i64)")
    return faults


def self_test():
    good = ("int sp_to_i32(double x);\nint sp_to_i32(double x) { return x > 9 ? 9 : (int)x; }\n"
            "int plain(double x);\nint plain(double x) { return x > 0 && x < 9 ? (int)x : 0; /* cast-ok: 0 to 9 */ }\n"
            "double back(int n);\ndouble back(int n) { return (double)n; }\n")
    bad = ("#define CUT(x) ((unsigned)(x))\nint f(double x);\nint f(double x) { return (int)x; }\n"
           "unsigned g(float x);\nunsigned g(float x) {\n  { return CUT(x); }\n}\n")
    return (check_lib.expect(check, {"src/lore/a.c": good}, [])
            and check_lib.expect(check, {"src/lore/a.c": bad, "src/cli/b.c": bad}, ["a.c:3: f", "a.c:6: g"])
            and check_lib.expect(check, {"src/lore/a.c": "int broken("}, ["does not compile"]))


if __name__ == "__main__":
    check_lib.main(check, self_test)
