#!/usr/bin/env python3
"""Calibrates constants of battle on history, within the ranges that their sources allow.

  calibrate.py screen  [NAME...]    one at a time: what each constant does to each score
  calibrate.py morris  [NAME...]    elementary effects over the whole box, for constants that work together
  calibrate.py fit NAME...          Nelder-Mead (or --method de) on the score; folds say what to expect elsewhere
  calibrate.py choose FILE          of the settings in FILE, one to a line as for --set ("-" for none), each fold's best on
                                    the other battles is scored on its own: what choosing among them is worth elsewhere

Every evaluation is `shapan validate --set ... --json` with the same seed, so that constants are compared under the
same luck. The score is proper: mean log loss of the winner plus the CRPS of the logarithm of the winner's and of the
loser's losses, each battle weighing the same. Nothing is written into a table of constants: the report says what
would be chosen, a person judges it against the sources and enters it with a note in src/rules/*.def.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import json
import math
import re
import subprocess
import sys

import numpy
from scipy import optimize

from elementary import summary, walk

# What decides winners, losses and their spread; a start for screening.
USUAL = """trial_quality_sigma engage_temper_sigma engage_form_sigma fight_stress fight_melee_per_min fight_melee_quality
fight_horse_worth fight_depth morale_break_per_h morale_recent_loss morale_flank morale_neighbour morale_quality morale_order morale_works
morale_pressed morale_weary morale_give_up_per_h morale_give_up_hour morale_give_up_loss morale_give_up_enemy morale_press
morale_collapse_share rout_scatter_per_h pursuit_horse_foot_per_h pursuit_foot_foot_per_h pursuit_loot_per_h""".split()
ROW = re.compile(r"^\| `(\w+)` \| (\S+) \| (\S+?)–(\S+) (\w+) \|")


class Constants:
    """Value and range of each constant, as the program tells them."""

    def __init__(self, shapan):
        text = subprocess.run([shapan, "constants", "--markdown"], check=True, capture_output=True, text=True).stdout
        self.row = {}
        for line in text.splitlines():
            match = ROW.match(line)
            if match:
                name, value, low, high, spread = match.groups()
                self.row[name] = (float(value), float(low), float(high), spread)

    def choose(self, names):
        unknown = [n for n in names if n not in self.row]
        if unknown:
            sys.exit("no such constant: " + " ".join(unknown))
        return names

    def unit(self, name):
        """Where the value stands in its range, 0..1; on a logarithm where the range is one."""
        value, low, high, spread = self.row[name]
        if spread == "lognormal" and low > 0:
            return math.log(value / low) / math.log(high / low)
        return (value - low) / (high - low)

    def at(self, name, unit):
        _, low, high, spread = self.row[name]
        unit = min(1.0, max(0.0, unit))
        if spread == "lognormal" and low > 0:
            return low * (high / low) ** unit
        return min(high, max(low, low + unit * (high - low)))


def battle_score(row):
    """Parts of the score of one battle: winner, winner's and loser's losses; None where nothing is known."""
    if row["outcome"] not in ("attacker", "defender"):
        return None, None, None
    chance = row["p"] if row["outcome"] == "attacker" else 1.0 - row["p"]
    parts = [-math.log(max(chance, 0.001))]
    for side in ("winner", "loser"):
        parts.append(row[side]["crps"] if side in row else None)
    return parts


def means(rows):
    scored = [battle_score(row) for row in rows]
    found = []
    for n in range(3):
        values = [s[n] for s in scored if s[n] is not None]
        found.append(sum(values) / len(values) if values else 3.0)  # nothing judged: as bad as can be
    return found


def validation(args, settings, seed):
    """The JSON of one validation with these constants."""
    command = [args.shapan, "validate", "--json", "--runs", str(args.runs), "--seed", str(seed), "--threads", str(args.threads)]
    if args.data:
        command += ["--data", args.data]
    if settings:
        command += ["--set", ",".join(f"{n}={v:.10g}" for n, v in sorted(settings.items()))]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def report(text, path):
    """On a file if one is named."""
    if path:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    else:
        print(text)


class Study:
    def __init__(self, args):
        self.args, self.constants, self.done = args, Constants(args.shapan), {}

    def run(self, settings):
        key = tuple(sorted(settings.items()))
        if key not in self.done:
            self.done[key] = validation(self.args, settings, self.args.seed)
        return self.done[key]

    def score(self, settings, ids=None):
        rows = [r for r in self.run(settings)["each"] if ids is None or r["id"] in ids]
        return sum(means(rows))


def describe(result):
    loss = result["losses"]
    return {
        "log_loss": result["winner"]["rules"]["log_loss"], "brier": result["winner"]["rules"]["brier"],
        "winner_ln": loss["winner"]["ln_error"], "winner_crps": loss["winner"]["crps"], "winner_90": loss["winner"]["cover90"], "winner_bias": loss["winner"]["bias_ln"],
        "loser_ln": loss["loser"]["ln_error"], "loser_crps": loss["loser"]["crps"], "loser_90": loss["loser"]["cover90"], "loser_bias": loss["loser"]["bias_ln"],
        "attacker": sum(r["attacker"] for r in result["each"]) / len(result["each"]), "slope": result["exchange_slope_rules"],
        "after_break": result["loser_after_break_10_50_90"][1], "hours": result["hours_10_50_90"][1],
    }


def cell(value):
    if not isinstance(value, float):
        return str(value)
    return "-" if math.isnan(value) else f"{value:.3f}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(cell(c) for c in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def screen(study, names):
    base = study.run({})
    start, here = study.score({}), describe(base)
    rows = [["(as it is)", "", start] + list(here.values())]
    spread = {}
    for name in names:
        for unit in (study.args.low, study.args.high):
            value = study.constants.at(name, unit)
            result = study.run({name: value})
            score = sum(means(result["each"]))
            rows.append([name, value, score] + list(describe(result).values()))
            spread[name] = max(spread.get(name, 0.0), abs(score - start))
            print(f"{name} = {value:.4g}: {score - start:+.4f}", file=sys.stderr)
    order = sorted(spread, key=spread.get, reverse=True)
    return "## One at a time\n\n" + table(["constant", "value", "score"] + list(here), rows) + "\nGreatest change of the score: " + ", ".join(f"{n} {spread[n]:.3f}" for n in order) + "\n"


def morris(study, names):
    effects = walk(names, study.args.paths, study.args.seed, lambda place: study.score({n: study.constants.at(n, u) for n, u in place.items()}))
    rows = [[n] + [float(v[0]) for v in summary(e)] for n, e in effects.items()]
    rows.sort(key=lambda row: -row[1])
    return "## Elementary effects (Morris)\n\n" + table(["constant", "mu*", "mu", "sigma"], rows)


def search(study, names, ids=None):
    start = numpy.array([study.constants.unit(n) for n in names])

    def value(x):
        inside = numpy.clip(x, 0.0, 1.0)
        score = study.score({n: study.constants.at(n, u) for n, u in zip(names, inside)}, ids)
        score += 10.0 * float(numpy.sum((x - inside) ** 2)) + study.args.prior * float(numpy.mean((inside - start) ** 2))
        print(f"{score:.4f}  " + " ".join(f"{n}={study.constants.at(n, u):.4g}" for n, u in zip(names, inside)), file=sys.stderr)
        return score

    if study.args.method == "de":
        found = optimize.differential_evolution(value, [(0.0, 1.0)] * len(names), maxiter=max(1, study.args.evaluations // (4 * len(names)) - 1), popsize=4,
                                                seed=study.args.seed, polish=False, x0=start)
    else:
        corners = numpy.vstack([start] + [numpy.where(numpy.arange(len(names)) == n, start + numpy.where(start > 0.5, -0.25, 0.25), start) for n in range(len(names))])
        found = optimize.minimize(value, start, method="Nelder-Mead", options={"maxfev": study.args.evaluations, "initial_simplex": corners, "xatol": 0.01, "fatol": 0.001})
    best = numpy.clip(found.x, 0.0, 1.0)
    return {n: study.constants.at(n, u) for n, u in zip(names, best)}


def fit(study, names):
    chosen = search(study, names)
    before, after = describe(study.run({})), describe(study.run(chosen))
    text = "## Fit\n\n" + table(["constant", "was", "range", "fitted"], [[n, study.constants.row[n][0], "%g .. %g" % study.constants.row[n][1:3], v] for n, v in chosen.items()])
    text += "\n" + table(["", "before", "after"], [[k, before[k], after[k]] for k in before])
    ids = sorted(r["id"] for r in study.run({})["each"])
    if study.args.folds > 1:
        unseen, as_it_is = [], []
        for fold in range(study.args.folds):
            out = set(ids[fold::study.args.folds])
            fitted = search(study, names, set(ids) - out)
            unseen.append(study.score(fitted, out))
            as_it_is.append(study.score({}, out))
        text += f"\nOn battles left out of the fit ({study.args.folds} folds): score {sum(unseen) / len(unseen):.4f}, unfitted {sum(as_it_is) / len(as_it_is):.4f}.\n"
    return text


def each_battle(result):
    """id: (squared error of the chance, |ln| error of winner and loser, whether the 90 % intervals hold, score); decided battles only."""
    found = {}
    for row in result["each"]:
        if row["outcome"] not in ("attacker", "defender"):
            continue
        parts = [p for p in battle_score(row) if p is not None]
        values = [(row["p"] - (row["outcome"] == "attacker")) ** 2]
        for side in ("winner", "loser"):
            values.append(row[side]["ln_error"] if side in row else math.nan)
        for side in ("winner", "loser"):
            quantiles = row[side]["rules_5_25_50_75_95"] if side in row else None
            values.append(math.nan if quantiles is None else float(quantiles[0] <= row[side]["seen"] <= quantiles[4]))
        found[row["id"]] = values + [sum(parts) * 3.0 / len(parts)]
    return found


def choose(study, path):
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    names, scores = ["Brier", "winner ln", "loser ln", "winner in 90 %", "loser in 90 %", "score"], []
    for line in lines:
        settings = {} if line == "-" else {n: float(v) for n, v in (pair.split("=") for pair in line.split(","))}
        scores.append(each_battle(study.run(settings)))
        print(f"{len(scores)} of {len(lines)}", file=sys.stderr)
    ids = sorted(set.intersection(*[set(s) for s in scores]))
    data = numpy.array([[s[i] for i in ids] for s in scores])  # settings x battles x values
    rows = [[line] + [float(v) for v in numpy.nanmean(data[n], axis=0)] for n, line in enumerate(lines)]
    text = "## Settings, on all battles\n\n" + table(["setting"] + names, rows)
    folds, dice, held, picked = max(2, study.args.folds), numpy.random.default_rng(study.args.seed), [], {}
    for _ in range(study.args.paths):
        order = dice.permutation(len(ids))
        for fold in range(folds):
            out = order[fold::folds]
            rest = numpy.setdiff1d(order, out)
            best = int(numpy.argmin(numpy.nanmean(data[:, rest, 5], axis=1)))
            picked[lines[best]] = picked.get(lines[best], 0) + 1
            held.append(data[best][out])
    unseen = numpy.nanmean(numpy.concatenate(held), axis=0)
    text += f"\n## Chosen on the others ({folds} folds, {study.args.paths} times)\n\n" + table(["scored on battles left out"] + names, [["chosen by fold"] + [float(v) for v in unseen]])
    return text + "\nChosen: " + "; ".join(f"`{k}` {v} times" for k, v in sorted(picked.items(), key=lambda item: -item[1])) + ".\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("what", choices=["screen", "morris", "fit", "choose"])
    parser.add_argument("names", nargs="*", help="constants; for screen and morris a usual list if none are named")
    parser.add_argument("--shapan", default="shapan", help="the program")
    parser.add_argument("--data", help="a table of battles")
    parser.add_argument("--runs", type=int, default=30, help="of each battle")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--report", help="file for the report (Markdown); else standard output")
    parser.add_argument("--low", type=float, default=0.1, help="screen: lower place in the range, 0..1")
    parser.add_argument("--high", type=float, default=0.9, help="screen: upper place in the range")
    parser.add_argument("--paths", type=int, default=6, help="morris: random paths")
    parser.add_argument("--method", choices=["nm", "de"], default="nm", help="fit: Nelder-Mead or differential evolution")
    parser.add_argument("--evaluations", type=int, default=80, help="fit: most evaluations of one search")
    parser.add_argument("--folds", type=int, default=0, help="fit: folds for cross-validation, 0 for none")
    parser.add_argument("--prior", type=float, default=0.05, help="fit: weight that holds constants to what their sources say")
    args = parser.parse_args()
    study = Study(args)
    if args.what == "fit" and not args.names:
        parser.error("fit needs the names of constants")
    if args.what == "choose":
        if len(args.names) != 1:
            parser.error("choose needs one file of settings")
        names = args.names[0]
    else:
        names = study.constants.choose(args.names or [n for n in USUAL if n in study.constants.row])
    text = f"# Calibration\n\n{args.what}, {args.runs} runs of each battle, seed {args.seed}.\n\n" + {"screen": screen, "morris": morris, "fit": fit, "choose": choose}[args.what](study, names)
    report(text, args.report)


if __name__ == "__main__":
    main()
