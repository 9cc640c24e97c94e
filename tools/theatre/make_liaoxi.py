#!/usr/bin/env python3
"""Draws the first version of theatres/liaoxi/theatre.geojson. One-off preparation.

    python3 tools/theatre/make_liaoxi.py > theatres/liaoxi/theatre.geojson

Shore and rivers come from reference/coast_rivers.geojson (GSHHG and WDB-II, notice kept), all else was drawn by hand in
liaoxi_drawing.py. Once the map is edited in QGIS or a text editor the GeoJSON is the map, and this script only
tells how it began. Check with check_theatre.py.
SPDX-License-Identifier: Apache-2.0
"""
import json
import math
import os
import sys

import liaoxi_drawing as drawing
from geometry import distance_m, length_m, metres_per_degree
from make_peninsula import basis, feature, name, rounded, wind

HERE = os.path.dirname(os.path.abspath(__file__))
COAST = os.path.join(HERE, "..", "..", "reference", "coast_rivers.geojson")
NOTICE = "GSHHG 2.3.7 and WDB-II, Wessel & Smith, LGPL-3.0-or-later"
ATTRIBUTION = ("Shore, islands, Daling, Liao and Hun: GSHHG 2.3.7 and WDB-II, Wessel & Smith, LGPL-3.0-or-later. Positions of towns so marked: "
               "GeoNames, CC BY 4.0. Heights consulted: NOAA ETOPO5, public domain.")
WEST, SOUTH, EAST, NORTH = 119.6, 39.95, 123.7, 41.95
CUT = 0.05  # the land goes on by so much beyond the bounds


def shapes():
    with open(COAST, encoding="utf-8") as file:
        return json.load(file)["features"]


def land(features):
    shore = next(f["geometry"]["coordinates"] for f in features if f["properties"]["kind"] == "coast" and f["geometry"]["type"] == "LineString")
    start = next(i for i, c in enumerate(shore) if c[0] >= WEST - CUT)
    end = next(i for i, c in enumerate(shore) if c[0] > 121.2 and c[1] < SOUTH)
    south = shore[end - 1][1]
    ring = shore[start:end] + [[EAST + CUT, south], [EAST + CUT, NORTH + CUT], [WEST - CUT, NORTH + CUT], [WEST - CUT, shore[start][1]]]
    note = "shore of today, simplified to about 500 m; the delta of the Liao has grown since; the straight cuts are no shore"
    yield feature(basis({"kind": "land", "id": "mainland", "name": name("Liaoxi and Liaodong", "辽西辽东")}, NOTICE, note), "Polygon", [ring + ring[:1]])
    count = 0
    for f in features:
        if f["properties"]["kind"] != "coast" or f["geometry"]["type"] != "Polygon":
            continue
        ring = f["geometry"]["coordinates"][0]
        if not all(WEST < x < 122.0 and SOUTH < y < NORTH for x, y in ring):
            continue
        count += 1
        ident, en, zh = drawing.ISLANDS.get(f["properties"]["name_zh"], (f"islet-{count}", None, None))
        p = {"kind": "land", "id": ident}
        if en:
            p["name"] = name(en, zh)
        yield feature(basis(p, NOTICE), "Polygon", [ring if ring[0] == ring[-1] else ring + ring[:1]])


def courses(features):
    lines = {f["properties"]["name"]: f["geometry"]["coordinates"] for f in features if f["properties"]["kind"] == "river"}
    found = {}
    for ident, names, (west, east, south, north), *_ in drawing.RIVERS:
        line = []
        for part in names:
            line += [tuple(c) for c in lines[part] if west <= c[0] <= east and south <= c[1] <= north]
        found[ident] = [c for i, c in enumerate(line) if i == 0 or distance_m(c, line[i - 1]) > 20.0]
    return found


def rivers(line_of):
    for ident, names, _, width, depth, catchment, response, en, zh, note in drawing.RIVERS:
        p = {"kind": "river", "id": ident, "name": name(en, zh), "width": width, "depth": [f"{depth * s:.2f} m" for s in drawing.SEASON],
             "catchment_km2": catchment, "response": response}
        drawn = names[0] in ("Xiaoling", "Nü'er", "Taizi")
        p = basis(p, None if drawn else NOTICE, "; ".join(filter(None, (note, "width, depth and catchment assumed"))))
        p["assumption"] = True
        yield feature(p, "LineString", rounded(line_of[ident]))


def snap(line, point):
    """The point of a line nearest to this one."""
    best = None
    east, north = metres_per_degree(point[1])
    for (ax, ay), (bx, by) in zip(line, line[1:]):
        dx, dy = (bx - ax) * east, (by - ay) * north
        t = ((point[0] - ax) * east * dx + (point[1] - ay) * north * dy) / (dx * dx + dy * dy)
        t = min(0.95, max(0.05, t))
        q = (ax + t * (bx - ax), ay + t * (by - ay))
        if best is None or distance_m(q, point) < distance_m(best, point):
            best = q
    if distance_m(best, point) > 2500.0:
        sys.exit(f"{point}: {distance_m(best, point):.0f} m from its river")
    return round(best[0], 5), round(best[1], 5)


def crossings(at):
    for ident, river, _, _, kind, width, offset, count, en, zh, source, note in drawing.CROSSINGS:
        p = {"kind": "crossing", "id": ident, "name": name(en, zh), "river": river, "type": kind}
        if width:
            p["width"] = width
        if offset:
            p["depth_offset"] = offset
        if count:
            p["count"] = count
        p = basis(p, source, note)
        p["assumption"] = True
        yield feature(p, "Point", list(at[ident]))


def places():
    for ident, lon, lat, kind, walled, precision, en, zh, source, note in drawing.PLACES:
        p = {"kind": "place", "id": ident, "name": name(en, zh), "type": kind, "walled": walled, "precision": precision}
        yield feature(basis(p, source, note), "Point", [lon, lat])


def pieces(way, nodes):
    """(from, to, vertices) between the nodes of a way."""
    start, line = way[0], [nodes[way[0]]]
    for step in way[1:]:
        line.append(nodes[step] if isinstance(step, str) else step)
        if isinstance(step, str):
            yield start, step, line
            start, line = step, [nodes[step]]


def roads(nodes):
    for kind, (dry, wet), en, zh, way, km, source, note, more in drawing.ROADS:
        drawn = [(a, b, wind(line, 2.0, 0.45 if kind != "post" else 0.35)) for a, b, line in pieces(way, nodes)]
        whole = sum(length_m(line) for _, _, line in drawn) / 1000.0
        if km and whole > km:
            print(f"{way[0]}-{way[-1]}: drawn {whole:.2f} km, stated {km}", file=sys.stderr)
        for a, b, line in drawn:
            own = length_m(line) / 1000.0
            true_km = round(own * km / whole, 1) if km else math.ceil(own * 10.4) / 10.0
            p = {"kind": "road", "id": f"{a}-{b}", "name": name(en, zh), "from": a, "to": b, "class": kind, "length": f"{max(true_km, math.ceil(own * 100) / 100):.2f} km",
                 "tracks_dry": dry, "tracks_wet": wet, **more}
            p = basis(p, source, note + "; bends ours")
            yield feature(p, "LineString", rounded(line))


def grounds():
    for ident, relief, cover, soil, en, zh, note, ring in drawing.GROUND:
        p = basis({"kind": "ground", "id": ident, "name": name(en, zh), "relief": relief, "cover": cover, "soil": soil}, None,
                  note + "; relief judged from NOAA ETOPO5, cover and soil assumed")
        yield feature(p, "Polygon", [rounded(wind(ring + ring[:1], 6.0, 0.35))])


def main():
    features = shapes()
    line_of = courses(features)
    at = {c[0]: snap(line_of[c[1]], (c[2], c[3])) for c in drawing.CROSSINGS}
    nodes = {p[0]: (p[1], p[2]) for p in drawing.PLACES}
    nodes.update(at)
    out = [*land(features), *grounds(), *rivers(line_of), *crossings(at), *places(), *roads(nodes)]
    head = {"id": "liaoxi", "name": name("Liaoxi", "辽西"), "mesh": "5 km", "region": "50 km", "bounds": [WEST, SOUTH, EAST, NORTH], "attribution": ATTRIBUTION}
    print('{"type": "FeatureCollection",\n"shapan": ' + json.dumps(head, ensure_ascii=False) + ',\n"features": [')
    print(",\n".join(json.dumps(f, ensure_ascii=False) for f in out))
    print("]}")


if __name__ == "__main__":
    main()
