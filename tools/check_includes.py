#!/usr/bin/env python3
"""Includes point one way: base <- model <- lore <- world <- rules <- minds <- engine <- {io, cli}.

Rules meet only in the world: a rule (what engine/tick.def names) never includes or calls another; what several
rules need and is no rule itself may stand beside them. Minds see pictures, not the world,
and that through every header they reach. io and cli use the public headers and their own. Tables (.def) are
data and may be read by anyone.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re

import check_lib

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)
# Public headers that a low layer may include; one not named here is the world's or above. calc.h holds the
# struct of constants, which the model carries.
PUBLIC_LAYER = {"base": "base", "model": "model", "calendar": "model", "calc": "model", "calc_battle": "model", "calc_supply": "model", "calc_health": "model", "calc_repute": "model", "trace": "base"}
# Public headers through which a mind could ask for what nobody told it.
TRUTH = {"shapan", "world", "event", "record", "ensemble"}
# The clock, the locale and libm stay outside the core (base alone calls sqrt).
FORBIDDEN_SYSTEM = {"math.h", "time.h", "sys/time.h", "locale.h", "fenv.h", "complex.h", "tgmath.h"}


def includes(root, path):
    text = check_lib.blank(check_lib.read(root, path), strings=False)
    return [(text.count("\n", 0, m.start()) + 1, m.group(1), m.group(2)) for m in INCLUDE.finditer(text)]


def resolve(root, path, target):
    """The repository path of an include, or None for a system header. Generated headers count as base."""
    for base in ("include", "src", os.path.dirname(path)):
        full = os.path.normpath(os.path.join(base, target))
        if os.path.isfile(os.path.join(root, full)):
            return full
    return None


def layer_of(path):
    parts = path.split(os.sep)
    if parts[0] == "include":
        return "public"
    return parts[1] if parts[0] == "src" and len(parts) > 2 else None


def rank(layer):
    return check_lib.CORE_LAYERS.index(layer)


def rules_of(root):
    path = os.path.join("src", "engine", "tick.def")
    if not os.path.isfile(os.path.join(root, path)):
        return set()
    return set(re.findall(r"^SP_RULE\((\w+)\)", check_lib.read(root, path), re.M))


def calls_between_rules(root):
    faults = []
    for path in check_lib.walk(root, "src/rules", (".c",)):
        own = os.path.splitext(os.path.basename(path))[0]
        text = check_lib.blank(check_lib.read(root, path))
        for match in re.finditer(r"\bsp_rule_(\w+)\s*\(", text):
            if match.group(1) != own:
                line = text.count("\n", 0, match.start()) + 1
                faults.append(f"{path}:{line}: a rule may not call sp_rule_{match.group(1)}")
    return faults


def core_fault(root, path, layer, target):
    """Why a core file may not include this repository file, or None."""
    to = layer_of(target)
    stem = os.path.splitext(os.path.basename(target))[0]
    if to == "public":
        if layer == "minds" and stem in TRUTH:
            return "minds may not include the truth"
        needed = PUBLIC_LAYER.get(stem, "world")
        if rank(needed) > rank(layer):
            return f"{layer} may not include the public header of a higher layer"
        return None
    if to not in check_lib.CORE_LAYERS:
        return f"{layer} may not include {to}"
    if layer == "rules" and to == "rules":
        if stem != os.path.splitext(os.path.basename(path))[0] and stem in rules_of(root):
            return "a rule may not include another rule's header"
        return None
    if rank(to) > rank(layer):
        return f"{layer} may not include {to}"
    if layer != "minds":
        return None
    if to in ("base", "model", "lore", "minds") or target == os.path.join("src", "world", "picture.h"):
        return None
    return f"minds may not include {to} (only picture.h of the world)"


def reached_by_minds(root):
    """Every header that a mind reaches must be one that it may include."""
    faults = []
    for start in check_lib.walk(root, "src/minds", (".c", ".h")):
        seen, waiting = set(), [(start, [start])]
        while waiting:
            path, way = waiting.pop()
            for _, _, name in includes(root, path):
                target = resolve(root, path, name)
                if target is None or target in seen or target.endswith(".def"):
                    continue
                seen.add(target)
                if len(way) > 1 and core_fault(root, start, "minds", target):
                    faults.append(f"{start}: a mind reaches {target} through {' -> '.join(way[1:])}")
                waiting.append((target, way + [target]))
    return faults


def outer_fault(layer, target):
    """io and cli: public headers and their own."""
    to = layer_of(target)
    return None if to in ("public", layer) else f"{layer} may include <shapan/...> and {layer}/ only, not {to}"


def check(root, build):
    del build
    faults = []
    for path in check_lib.walk(root, "src", (".c", ".h")) + check_lib.walk(root, "include", (".h",)):
        layer = layer_of(path)
        for line, _, name in includes(root, path):
            target = resolve(root, path, name)
            why = None
            if target is None:
                if layer in check_lib.CORE_LAYERS and layer != "base" and name in FORBIDDEN_SYSTEM:
                    why = "the core has no clock, no locale and no libm"
            elif target.endswith(".def"):
                if layer == "public" and layer_of(target) != "public":
                    why = "a public header may include public headers only"
            elif layer == "public":
                if layer_of(target) != "public":
                    why = "a public header may include public headers only"
            elif layer in check_lib.CORE_LAYERS:
                why = core_fault(root, path, layer, target)
            elif layer in ("io", "cli"):
                why = outer_fault(layer, target)
            if why:
                faults.append(f"{path}:{line}: {name}: {why}")
    return faults + reached_by_minds(root) + calls_between_rules(root)


def self_test():
    good = {
        "include/shapan/base.h": "", "include/shapan/world.h": "#include <shapan/base.h>\n",
        "src/base/a.h": '#include "shapan/base.h"\n', "src/world/w.h": '#include "base/a.h"\n',
        "src/world/picture.h": '#include "base/a.h"\n', "src/rules/march.h": "", "src/rules/rule.h": "",
        "src/engine/tick.def": "SP_RULE(march)\nSP_RULE(ford)\n", "src/rules/plan.h": "", "src/rules/plan.c": "",
        "src/rules/ford.c": '#include "rules/plan.h"\nvoid sp_rule_ford(int *t) { }\n',
        "src/rules/march.c": '#include "rules/march.h"\n#include "rules/rule.h"\n#include "world/w.h"\n',
        "src/minds/m.c": '#include "world/picture.h"\n', "src/engine/step.c": '#include "rules/march.h"\n',
        "src/io/i.c": '#include "shapan/world.h"\n', "src/cli/c.c": '#include "shapan/world.h"\n',
    }
    bad = [
        ({"src/base/b.c": '#include "world/w.h"\n'}, ["base may not include world"]),
        ({"src/base/b.c": '#include "shapan/world.h"\n'}, ["higher layer"]),
        ({"src/world/x.c": '#include "rules/march.h"\n'}, ["world may not include rules"]),
        ({"src/rules/ford.c": '#include "march.h"\n'}, ["another rule"]),
        ({"src/rules/ford.c": "void sp_rule_ford(int *t) { sp_rule_march(t); }\n"}, ["may not call"]),
        ({"src/rules/ford.c": '#include "minds/n.h"\n', "src/minds/n.h": ""}, ["rules may not include minds"]),
        ({"src/minds/m.c": '#include "world/w.h"\n'}, ["minds may not include world"]),
        ({"src/world/picture.h": '#include "w.h"\n'}, ["a mind reaches"]),
        ({"src/minds/m.c": '#include "shapan/world.h"\n'}, ["minds may not include the truth"]),
        ({"src/world/picture.h": '#include "shapan/world.h"\n'}, ["a mind reaches"]),
        ({"src/io/i.c": '#include "base/a.h"\n'}, ["io may include"]),
        ({"src/cli/c.c": '#include "io/i.h"\n', "src/io/i.h": ""}, ["cli may include"]),
        ({"src/lore/l.c": "#include <math.h>\n"}, ["no libm"]),
        ({"include/shapan/x.h": '#include "base/a.h"\n'}, ["public headers only"]),
    ]
    return check_lib.expect(check, good, []) and all(check_lib.expect(check, {**good, **f}, w) for f, w in bad)


if __name__ == "__main__":
    check_lib.main(check, self_test)
