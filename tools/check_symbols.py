#!/usr/bin/env python3
"""The libraries export sp_* only; libshapan needs libc only.

The static archives too define no global name without the prefix: they are linked into other people's programs.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import tempfile

import check_lib

LIBC = re.compile(r"^(libc\.so\.|ld-linux|linux-vdso)")
ELF_OWN = {"_init", "_fini", "_edata", "_end", "__bss_start"}


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def global_names(path, *options):
    names = set()
    for line in output("nm", "-g", "--defined-only", *options, path).splitlines():
        parts = line.split()
        if len(parts) == 3 and parts[2] not in ELF_OWN:
            names.add(parts[2])
    return names


def library_faults(path):
    shared = ".so" in os.path.basename(path)
    names = global_names(path, *(["-D"] if shared else []))
    faults = [f"{os.path.basename(path)}: exports {name}" for name in sorted(names) if not name.startswith("sp_")]
    if not names:
        faults.append(f"{os.path.basename(path)}: exports nothing")
    return faults


def needed_faults(path):
    needed = re.findall(r"\(NEEDED\).*\[(.+)\]", output("readelf", "-d", path))
    return [f"{os.path.basename(path)}: needs {name}" for name in needed if not LIBC.match(name)]


def check(root, build):
    del root
    core = os.path.join(build, "libshapan.so")
    if not os.path.exists(core):
        return [f"{core} is not built"]
    faults = needed_faults(core)
    for name in ("libshapan.so", "libshapan-io.so", "libshapan.a", "libshapan-io.a"):
        path = os.path.join(build, name)
        if os.path.exists(path):
            faults += library_faults(path)
    return faults


def self_test():
    def faults_of(source, *options):
        with tempfile.TemporaryDirectory() as work:
            file = os.path.join(work, "a.c")
            with open(file, "w", encoding="utf-8") as out:
                out.write(source)
            output("gcc", "-shared", "-fPIC", "-O0", "-o", os.path.join(work, "libshapan.so"), file, *options)
            return check(work, work)

    good = "double sp_f(double x);\ndouble sp_f(double x) { return x; }\n"
    libm = "double sqrt(double);\ndouble sp_f(double x);\ndouble sp_f(double x) { return sqrt(x); }\n"
    return (faults_of(good) == []
            and faults_of(good + "int foo(void) { return 1; }\n") == ["libshapan.so: exports foo"]
            and faults_of(libm, "-lm") == ["libshapan.so: needs libm.so.6"]
            and faults_of("static int a;\n") == ["libshapan.so: exports nothing"]
            and check("", os.path.join(tempfile.gettempdir(), "no-such-build")) != [])


if __name__ == "__main__":
    check_lib.main(check, self_test)
