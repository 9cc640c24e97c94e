#!/usr/bin/env python3
"""Judges the drawing of a theatre: python3 tools/theatre/check_theatre.py theatres/<id>/theatre.geojson

Asks what `shapan check` also asks, by other code, so that each holds the other honest:
no road is drawn longer than its stated length; roads meet rivers only at declared crossings, and
each crossing has roads on both banks; roads meet one another only at their ends; every road and place stands on land, sea lanes apart; the road net is one piece;
every feature says where it comes from. Prints a table of roads with -v.
SPDX-License-Identifier: Apache-2.0
"""
import json
import sys

from geometry import distance_m, inside, length_m, meetings

UNIT_M = {"km": 1000.0, "li": 576.0, "m": 1.0}


def metres(text):
    number, unit = text.split()
    return float(number) * UNIT_M[unit]


def by_kind(features, kind):
    return [(f["properties"], f["geometry"]["coordinates"]) for f in features if f["properties"]["kind"] == kind]


def check_sources(features):
    for feature in features:
        p = feature["properties"]
        label = p.get("id") or f"{p.get('from')}-{p.get('to')}"
        if not p.get("source") and p.get("assumption") is not True:
            yield f"{label}: neither source nor assumption"
        name = p.get("name")
        if p["kind"] in ("place", "river", "crossing") and not (name and name.get("en") and name.get("zh")):
            yield f"{label}: wants a name in both languages"


def check_ends(roads, nodes):
    for p, line in roads:
        for end, vertex in (("from", line[0]), ("to", line[-1])):
            if p[end] not in nodes:
                yield f"{p['id']}: {end} {p[end]} is not a place or crossing"
            elif distance_m(nodes[p[end]], vertex) > 1.0:
                yield f"{p['id']}: does not end at {p[end]}"


def check_lengths(roads):
    for p, line in roads:
        if "length" in p and length_m(line) > metres(p["length"]):
            yield f"{p['id']}: drawn {length_m(line) / 1000:.3f} km, stated {p['length']}"


def left_of(river, crossing, vertex):
    """Whether a vertex lies on the left bank, judged at the river's segment nearest to the crossing."""
    best = min(zip(river, river[1:]), key=lambda s: distance_m(((s[0][0] + s[1][0]) / 2, (s[0][1] + s[1][1]) / 2), crossing))
    (ax, ay), (bx, by) = best
    return (bx - ax) * (vertex[1] - crossing[1]) - (by - ay) * (vertex[0] - crossing[0]) > 0.0


def check_crossings(roads, rivers, crossings):
    at = {p["id"]: tuple(c) for p, c in crossings}
    for p, line in roads:
        allowed = [at[p[e]] for e in ("from", "to") if p[e] in at]
        for r, course in rivers:
            for point in meetings(line, course):
                if all(distance_m(point, a) > 30.0 for a in allowed):
                    yield f"{p['id']}: crosses {r['id']} at {point[0]:.4f}, {point[1]:.4f} without a crossing"
    courses = {r["id"]: course for r, course in rivers}
    for p, c in crossings:
        banks = set()
        for q, line in roads:
            if q["from"] == p["id"]:
                banks.add(left_of(courses[p["river"]], c, line[1]))
            if q["to"] == p["id"]:
                banks.add(left_of(courses[p["river"]], c, line[-2]))
        if len(banks) != 2:
            yield f"{p['id']}: has no road on one bank"


def check_forks(roads):
    """Two roads that meet away from their ends want a fork there, or nobody could turn from one to the other."""
    for i, (p, line) in enumerate(roads):
        for q, other in roads[i + 1:]:
            ends = (line[0], line[-1], other[0], other[-1])
            for point in meetings(line, other):
                if all(distance_m(point, end) > 30.0 for end in ends):
                    yield f"{p['id']} and {q['id']} cross at {point[0]:.4f}, {point[1]:.4f} without a place"


def check_land(roads, places, lands):
    rings = [ring[0] for _, ring in lands]
    dry = lambda point: any(inside(ring, point) for ring in rings)
    for p, c in places:
        if not dry(c):
            yield f"{p['id']}: stands in the sea"
    for p, line in roads:
        shores = sum(len(meetings(line, ring)) for ring in rings)
        if p["class"] == "sea":
            if shores > 2 or any(dry(v) for v in line[1:-1]):  # it leaves one shore and comes to another
                yield f"{p['id']}: a sea lane that crosses land"
        elif shores or not all(dry(v) for v in line):
            yield f"{p['id']}: runs into the sea"


def check_connected(roads, nodes):
    root = {n: n for n in nodes}

    def find(n):
        while root[n] != n:
            n = root[n]
        return n

    for p, _ in roads:
        root[find(p["from"])] = find(p["to"])
    pieces = {}
    for n in nodes:
        pieces.setdefault(find(n), []).append(n)
    if len(pieces) > 1:
        small = min(pieces.values(), key=len)
        yield "the net falls apart: " + ", ".join(sorted(small)) + " cannot be reached by road"


def check_rings(features):
    for feature in features:
        if feature["geometry"]["type"] == "Polygon":
            ring = feature["geometry"]["coordinates"][0]
            if ring[0] != ring[-1]:
                yield f"{feature['properties']['id']}: ring is not closed"
            for i in range(len(ring) - 1):
                hits = meetings(ring[i:i + 2], ring[i + 2:len(ring) - (1 if i == 0 else 0)])
                if hits:
                    yield f"{feature['properties']['id']}: ring crosses itself at {hits[0][0]:.4f}, {hits[0][1]:.4f}"


def main():
    paths = [a for a in sys.argv[1:] if a != "-v"]
    if len(paths) != 1:
        sys.exit(__doc__)
    with open(paths[0], encoding="utf-8") as file:
        features = json.load(file)["features"]
    roads, rivers = by_kind(features, "road"), by_kind(features, "river")
    crossings, places = by_kind(features, "crossing"), by_kind(features, "place")
    nodes = {p["id"]: tuple(c) for p, c in places + crossings}
    faults = [*check_sources(features), *check_ends(roads, nodes), *check_lengths(roads),
              *check_crossings(roads, rivers, crossings), *check_forks(roads), *check_land(roads, places + crossings, by_kind(features, "land")),
              *check_connected(roads, nodes), *check_rings(features)]
    if "-v" in sys.argv:
        for p, line in roads:
            print(f"{p['id']:34} {length_m(line) / 1000:7.2f} km drawn  {p.get('length', '-'):>9}  {p['class']}")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(places)} places, {len(crossings)} crossings, {len(roads)} roads, {len(rivers)} rivers; {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
