#!/usr/bin/env python3
"""Writes version_info.h: the version, the soname's number and a short hash of the rules' sources.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import hashlib
import os


def rules_hash(root, paths):
    """Over names and contents, in order of name, so that neither a clone's place nor the order of a glob matters."""
    digest = hashlib.sha256()
    for path in sorted(paths, key=lambda p: os.path.relpath(p, root)):
        with open(path, "rb") as file:
            content = file.read()
        name = os.path.relpath(path, root).encode()
        digest.update(b"%d %s %d\n" % (len(name), name, len(content)))
        digest.update(content)
    return digest.hexdigest()[:12]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("--version", required=True)
    parser.add_argument("--soversion", required=True)
    parser.add_argument("--root", required=True)
    parser.add_argument("--sources", nargs="*", default=[])
    args = parser.parse_args()
    rules = rules_hash(args.root, args.sources)
    text = (
        "/* Made by tools/version_info.py. */\n"
        "#ifndef SP_VERSION_INFO_H\n#define SP_VERSION_INFO_H\n"
        f'#define SP_RULES_HASH "{rules}"\n'
        f'#define SP_VERSION "{args.version} (soname {args.soversion}, rules {rules})"\n'
        "#endif\n"
    )
    with open(args.out, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
