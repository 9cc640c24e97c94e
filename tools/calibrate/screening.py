#!/usr/bin/env python3
"""Which constants matter for the battles of history: two screenings, both repeatable.

  screening.py draws  [NAME...]   every constant named (all rules of battle if none is) drawn anew, evenly over its whole range, for
                                  every few runs; a regression on all of them at once says what each does to who wins and to losses
  screening.py morris [NAME...]   elementary effects (Morris 1991) of the constants named on the scores themselves

The first is cheap and sees every constant, but only what the rules give, not whether it fits. The second says what the fit
gains and loses: mu* is the mean size of an effect over a constant's whole range, sigma its spread: sigma as large as mu* is a
constant that works with others, or luck. How much luck alone moves a score stands in the line "luck".

Everything is done with fixed seeds; nothing is written into a table of constants. --kept FILE keeps each evaluation of
`morris`, so that a study that was stopped goes on where it was.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import ctypes
import json
import math
import os
import sys

import numpy

from calibrate import Constants, report, table, validation
from elementary import STEP, summary, walk

RULES = "engage fight morale rout pursuit sweep captives leaders rally smoke trial".split()
# For `morris` if nothing is named: the strongest of `draws`, and three spreads, which no mean outcome shows.
STRONGEST = """morale_give_up_per_h morale_give_up_tried morale_break_per_h fight_melee_per_min rout_scatter_per_h rally_back_foot_by_foot
trial_attacker_edge trial_quality_sigma engage_temper_sigma engage_form_sigma""".split()
CAUSES = 15  # SP_TRIAL_CAUSES


class Result(ctypes.Structure):
    """sp_trial_result of include/shapan/trial.h."""

    pair = ctypes.c_int32 * 2
    _fields_ = [("winner", ctypes.c_int), ("men", pair), ("killed", pair), ("wounded", pair), ("captured", pair), ("missing", pair), ("before_break", pair), ("left_guns", pair),
                ("hours", ctypes.c_double), ("bodies", pair), ("broke", pair), ("first_cause", pair), ("broke_by", ctypes.c_int32 * CAUSES * 2), ("gave_up", ctypes.c_bool * 2)]


class Battlefield:
    """The library: battles of a table, and one run of one of them under given constants."""

    def __init__(self, library, data):
        folder = os.path.dirname(os.path.abspath(library))
        self.lib = ctypes.CDLL(library, mode=ctypes.RTLD_GLOBAL)
        self.io = ctypes.CDLL(os.path.join(folder, os.path.basename(library).replace("libshapan", "libshapan-io")))
        pointer = ctypes.c_void_p
        self.lib.sp_constants_create.restype = pointer
        self.lib.sp_constants_set.argtypes = [pointer, ctypes.c_char_p, ctypes.c_double]
        self.lib.sp_trial_run.argtypes = [pointer, pointer, ctypes.c_uint64, ctypes.c_uint32, ctypes.POINTER(Result)]
        self.io.sp_read_battles.argtypes = [ctypes.c_char_p, pointer, ctypes.POINTER(pointer)]
        self.io.sp_battles_count.argtypes = [pointer]
        self.io.sp_battles_count.restype = ctypes.c_size_t
        self.io.sp_battles_get.argtypes = [pointer, ctypes.c_size_t]
        self.io.sp_battles_get.restype = pointer
        self.io.sp_battle_trial.argtypes = [pointer, pointer]
        self.constants = self.lib.sp_constants_create()
        battles = pointer()
        if self.io.sp_read_battles(data.encode() if data else None, None, ctypes.byref(battles)) != 0:
            sys.exit("cannot read the battles")
        self.trial = []
        for n in range(self.io.sp_battles_count(battles)):
            trial = ctypes.create_string_buffer(1024)  # sp_trial_def: filled by the library, never read here
            self.io.sp_battle_trial(self.io.sp_battles_get(battles, n), trial)
            self.trial.append(trial)

    def set(self, name, value):
        if self.lib.sp_constants_set(self.constants, name.encode(), value) != 0:
            sys.exit(f"{name} = {value} is refused")

    def run(self, battle, seed, run):
        result = Result()
        if self.lib.sp_trial_run(self.trial[battle], self.constants, seed, run, ctypes.byref(result)) != 0:
            sys.exit("a run stopped")
        return result


# ---- all at once


def share(result, side):
    lost = result.killed[side] + result.wounded[side] + result.captured[side] + result.missing[side]
    return math.log(max(lost, 0.5) / result.men[side])


def outputs(result):
    """Attacker won, ln of the winner's and of the loser's losses; None: nobody won."""
    if result.winner == 0:
        return None
    winner = 0 if result.winner == 1 else 1
    return [1.0 - winner, share(result, winner), share(result, 1 - winner)]


def draws(args, constants, names):
    field, dice = Battlefield(args.library, args.data), numpy.random.default_rng(args.seed)
    found, units, battles = [], [], []
    unit = None
    for run in range(args.runs):
        for battle in range(len(field.trial)):
            if battle % args.block == 0:
                unit = dice.random(len(names))
                for name, u in zip(names, unit):
                    field.set(name, constants.at(name, u))
            got = outputs(field.run(battle, args.seed, run))
            if got:
                found.append(got)
                units.append(unit)
                battles.append(battle)
        print(f"{run + 1} of {args.runs}", file=sys.stderr)
    x, y, battle = numpy.array(units) - 0.5, numpy.array(found), numpy.array(battles)
    for b in set(battles):  # what a battle is by itself is no constant's doing
        x[battle == b] -= x[battle == b].mean(axis=0)
        y[battle == b] -= y[battle == b].mean(axis=0)
    inverse = numpy.linalg.pinv(x.T @ x)
    effect = inverse @ x.T @ y
    left = ((y - x @ effect) ** 2).sum(axis=0) / (len(y) - len(names) - len(field.trial))
    error = numpy.sqrt(numpy.outer(numpy.diag(inverse), left))
    told = 1.0 - ((y - x @ effect) ** 2).sum(axis=0) / (y**2).sum(axis=0)
    strength = numpy.abs(effect / error).max(axis=1)
    order = numpy.argsort(-strength)
    rows = [[f"`{names[n]}`"] + [v for o in range(3) for v in (float(effect[n, o]), float(effect[n, o] / error[n, o]))] for n in order[: args.most]]
    beyond = int((strength > 3.0).sum())
    return (f"## All at once\n\n{len(names)} constants, {len(y)} runs. Change from the low to the high end of the range, and its t. All together they tell "
            f"{told[0] * 100:.0f} % of who wins, {told[1] * 100:.0f} % of the winner's and {told[2] * 100:.0f} % of the loser's losses, battle by battle; {beyond} have a t above 3.\n\n"
            + table(["constant", "attacker wins", "t", "ln winner's losses", "t", "ln loser's losses", "t"], rows))


# ---- one after another, on the scores

SCORES = ["Brier", "winner ln", "loser ln", "winner CRPS", "loser CRPS", "attacker wins", "slope"]


def scores(result):
    """Of one validation. The Brier score is that of endless runs: the luck of few runs is taken out."""
    brier, winner, loser = [], [], []
    for row in result["each"]:
        if row["outcome"] not in ("attacker", "defender"):
            continue
        runs, won = result["runs"] * (1.0 - row["nobody"]), row["outcome"] == "attacker"
        p = (row["p"] * (runs + 1.0) - 0.5) / max(1.0, runs)
        brier.append((p - won) ** 2 - p * (1.0 - p) / max(1.0, runs - 1.0))
        winner += [[row["winner"]["ln_error"], row["winner"]["crps"]]] if "winner" in row else []
        loser += [[row["loser"]["ln_error"], row["loser"]["crps"]]] if "loser" in row else []
    of_winner, of_loser = numpy.mean(winner, axis=0), numpy.mean(loser, axis=0)
    attacker = numpy.mean([r["p"] for r in result["each"]])
    return [float(v) for v in (numpy.mean(brier), of_winner[0], of_loser[0], of_winner[1], of_loser[1], attacker, result["exchange_slope_rules"])]


class Kept:
    """Scores of settings, one line of JSON each, on a file if one is named."""

    def __init__(self, args):
        self.args, self.done = args, {}
        if args.kept and os.path.exists(args.kept):
            with open(args.kept, encoding="utf-8") as file:
                for line in file:
                    key, value = json.loads(line)
                    self.done[key] = value

    def scores(self, settings, seed):
        line = ",".join(f"{n}={v:.10g}" for n, v in sorted(settings.items()))
        key = f"{self.args.runs} {seed} {line}"
        if key not in self.done:
            self.done[key] = scores(validation(self.args, settings, seed))
            if self.args.kept:
                with open(self.args.kept, "a", encoding="utf-8") as file:
                    file.write(json.dumps([key, self.done[key]]) + "\n")
        return numpy.array(self.done[key])


def morris(args, constants, names):
    kept, luck = Kept(args), []
    settings = lambda place: {n: constants.at(n, u) for n, u in place.items()}
    effects = walk(names, args.paths, args.seed, lambda place: kept.scores(settings(place), args.seed), lambda place, here: luck.append((kept.scores(settings(place), args.seed + 1) - here) / STEP))
    lines = [(name, *summary(e)) for name, e in [("luck", numpy.array(luck))] + list(effects.items())]
    noise = lines[0][1]
    order = sorted(lines, key=lambda r: -max(r[1][n] / max(noise[n], 1e-9) for n in range(5)))
    head = ["constant"] + [f"{s}: {w}" for s in SCORES for w in ("mu*", "sigma")]
    rows = [[f"`{name}`" if name != "luck" else name] + [v for n in range(len(SCORES)) for v in (float(size[n]), float(spread[n]))] for name, size, _, spread in order]
    signs = [[f"`{name}`"] + [float(v) for v in mean] for name, _, mean, _ in order if name != "luck"]
    return "## Elementary effects (Morris)\n\n" + table(head, rows) + "\nMean effects (mu), with their sign\n\n" + table(["constant"] + SCORES, signs)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["draws", "morris"])
    parser.add_argument("names", nargs="*", help="constants")
    parser.add_argument("--shapan", default="build/shapan", help="the program")
    parser.add_argument("--library", default="build/libshapan.so", help="draws: the library; libshapan-io stands beside it")
    parser.add_argument("--data", help="a table of battles")
    parser.add_argument("--runs", type=int, default=16, help="of each battle")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--block", type=int, default=1, help="draws: battles that share one draw of the constants")
    parser.add_argument("--most", type=int, default=40, help="draws: rows of the table")
    parser.add_argument("--paths", type=int, default=4, help="morris: random paths")
    parser.add_argument("--kept", help="morris: file that keeps evaluations")
    parser.add_argument("--report", help="file for the report (Markdown); else standard output")
    args = parser.parse_args()
    constants = Constants(args.shapan)
    every = [n for n, (_, low, high, _) in constants.row.items() if n.split("_")[0] in RULES and high > low]
    names = constants.choose(args.names or (every if args.what == "draws" else STRONGEST))
    text = f"# Screening\n\n{args.what}, {args.runs} runs of each battle, seed {args.seed}.\n\n" + {"draws": draws, "morris": morris}[args.what](args, constants, names)
    report(text, args.report)


if __name__ == "__main__":
    main()
