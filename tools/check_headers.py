#!/usr/bin/env python3
"""Each public header compiles alone, as C and as C++.

SPDX-License-Identifier: Apache-2.0
"""
import os
import shutil
import subprocess

import check_lib

COMPILERS = [("gcc", "c", "c17"), ("g++", "c++", "c++17"), ("clang", "c", "c17"), ("clang++", "c++", "c++17")]


def check(root, build):
    del build
    faults = []
    for compiler, language, standard in COMPILERS:
        if not shutil.which(compiler):
            faults.append(f"{compiler} is missing: script/install-packages test")
            continue
        for path in check_lib.walk(root, "include", (".h",)):
            command = [compiler, "-x", language, f"-std={standard}", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                       "-fsyntax-only", "-I", os.path.join(root, "include"), "-include", os.path.join(root, path), "-"]
            done = subprocess.run(command, input="extern int sp_alone;\n", capture_output=True, text=True, check=False)
            if done.returncode != 0:
                first = next((l for l in done.stderr.splitlines() if "error" in l), "").replace(root + os.sep, "")
                faults.append(f"{path}: {compiler}: {first}")
    return faults


def self_test():
    return (check_lib.expect(check, {"include/shapan/a.h": "#include <stddef.h>\nsize_t f(void);\n"}, [])
            and check_lib.expect(check, {"include/shapan/a.h": "size_t f(int a);\n"}, ["gcc", r"g\+\+", "clang:", r"clang\+\+"])
            and check_lib.expect(check, {"include/shapan/a.h": "int f(int class);\n"}, [r"g\+\+", r"clang\+\+"]))


if __name__ == "__main__":
    check_lib.main(check, self_test)
