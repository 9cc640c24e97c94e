#!/usr/bin/env python3
"""Elementary effects (Morris 1991): which inputs matter, and which of them work together with others or not in a straight line.

A path begins at a random corner of a grid of four levels and moves one input after the other, in random order, by two thirds of its
range; half of the steps go down. Each step gives one effect of that input, as change over its whole range. Over several paths:

  mu*    mean size of the effects: how much the input matters
  mu     their mean, with its sign: which way
  sigma  their spread from path to path; as large as mu* is an input that works with others, or luck. One path has none.

calibrate.py and screening.py both walk with this. Run by itself it walks over a function whose effects are known and says whether
it finds them.

SPDX-License-Identifier: Apache-2.0
"""
import sys

import numpy

LEVELS = 4
STEP = LEVELS / (2.0 * (LEVELS - 1))  # two thirds


def walk(names, paths, seed, evaluate, begun=None):
    """{name: array of paths x scores}. evaluate(place) takes {name: 0..1} and returns one score or several; begun(place, scores), if
    given, is called at the beginning of each path."""
    dice, effects = numpy.random.default_rng(seed), {n: [] for n in names}
    for path in range(paths):
        low = {n: dice.choice([0.0, 1.0 / 3.0]) for n in names}
        down = {n: bool(dice.integers(2)) for n in names}
        place = {n: low[n] + (STEP if down[n] else 0.0) for n in names}
        here = numpy.atleast_1d(evaluate(place))
        if begun:
            begun(dict(place), here)
        for name in dice.permutation(names):
            place[name] += -STEP if down[name] else STEP
            there = numpy.atleast_1d(evaluate(place))
            effects[name].append((here - there if down[name] else there - here) / STEP)
            here = there
        print(f"path {path + 1} of {paths}", file=sys.stderr)
    return {n: numpy.array(e) for n, e in effects.items()}


def summary(effects):
    """(mu*, mu, sigma) of one input, each an array over scores; sigma is NaN with one path."""
    spread = effects.std(axis=0, ddof=1) if len(effects) > 1 else numpy.full(effects.shape[1], numpy.nan)
    return numpy.abs(effects).mean(axis=0), effects.mean(axis=0), spread


def known():
    """y = 2 a - b + 4 c d: a and b are straight, c and d work together, e does nothing."""
    names = list("abcde")
    found = {n: summary(e) for n, e in walk(names, 200, 1, lambda p: 2.0 * p["a"] - p["b"] + 4.0 * p["c"] * p["d"]).items()}
    near = lambda x, y, within: abs(float(x[0]) - y) <= within
    fine = near(found["a"][0], 2.0, 1e-9) and near(found["a"][1], 2.0, 1e-9) and near(found["a"][2], 0.0, 1e-9)
    fine = fine and near(found["b"][0], 1.0, 1e-9) and near(found["b"][1], -1.0, 1e-9)
    fine = fine and all(near(found[n][1], 2.0, 0.25) and found[n][2][0] > 1.0 for n in "cd")  # 4 d, d one of 0, 1/3, 2/3, 1
    fine = fine and near(found["e"][0], 0.0, 0.0)
    one = summary(walk(names, 1, 1, lambda p: p["a"])["a"])
    return fine and bool(numpy.isnan(one[2][0])) and near(one[1], 1.0, 1e-9)


if __name__ == "__main__":
    if not known():
        sys.exit("the known effects are not found")
    print("the known effects are found")
