#!/usr/bin/env python3
"""Of libm the core calls sqrt only, also where gcc -O0 makes calls of what is otherwise one instruction.

SPDX-License-Identifier: Apache-2.0
"""
import concurrent.futures
import os
import subprocess
import tempfile

import check_lib

ALLOWED = {"sqrt"}


def output(command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def libm_symbols():
    """Every name that libm defines, asked of the library itself; libc's own copies (as of frexp) count too."""
    library = output(["gcc", "-print-file-name=libm.so.6"]).stdout.strip()
    listing = output(["nm", "-D", "--defined-only", library]).stdout
    return {line.split()[-1].split("@")[0] for line in listing.splitlines() if " " in line}


def undefined(path, directory, arguments, root, work):
    objekt = os.path.join(work, path.replace(os.sep, "_") + ".o")
    command = ["gcc", *arguments, "-O0", "-w", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math",
               "-c", "-o", objekt, os.path.join(root, path)]
    done = output(command, cwd=directory)
    if done.returncode != 0:
        return None, done.stderr.strip().splitlines()[:3]
    listing = output(["nm", "-u", objekt]).stdout
    return {line.split()[-1].split("@")[0] for line in listing.splitlines()}, []


def check(root, build):
    libm = libm_symbols()
    if "floor" not in libm:
        return ["libm.so.6 could not be read"]
    faults = []
    commands = check_lib.compile_commands(root, build)
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {path: pool.submit(undefined, path, *commands[path], root, work) for path in sorted(commands)}
        for path, job in jobs.items():
            names, errors = job.result()
            if names is None:
                faults.append(f"{path}: does not compile: {' '.join(errors)}")
                continue
            faults += [f"{path}: calls {name} of libm" for name in sorted((names & libm) - ALLOWED)]
    return faults


def self_test():
    head = "#include <math.h>\ndouble f(double x);\n"
    good = head + "double f(double x) { return sqrt(x); }\n"
    bad = head + "double f(double x) { return floor(x) + exp(x); }\n"
    return (check_lib.expect(check, {"src/base/a.c": good}, [])
            and check_lib.expect(check, {"src/base/a.c": bad, "src/io/b.c": bad}, ["calls floor", "calls exp"]))


if __name__ == "__main__":
    check_lib.main(check, self_test)
