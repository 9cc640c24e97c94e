#!/usr/bin/env python3
"""Draws the first version of theatres/liaodong-peninsula/theatre.geojson. One-off preparation.

    python3 tools/theatre/make_peninsula.py > theatres/liaodong-peninsula/theatre.geojson

The land comes from reference/coast_rivers.geojson (GSHHG, notice kept). Everything else was drawn by hand in
peninsula_drawing.py; this adds the small bends and true lengths. Once the map is edited in QGIS or a text
editor the GeoJSON is the map, and this script only tells how it began. Check with check_theatre.py.
SPDX-License-Identifier: Apache-2.0
"""
import json
import math
import os

import peninsula_drawing as drawing
from geometry import distance_m, length_m, metres_per_degree, point_along

HERE = os.path.dirname(os.path.abspath(__file__))
COAST = os.path.join(HERE, "..", "..", "reference", "coast_rivers.geojson")
ATTRIBUTION = ("Shore and islands: GSHHG 2.3.7, Wessel & Smith, LGPL-3.0-or-later. Positions of Jinzhou, Lüshun, Xiongyue, "
               "Gaizhou: GeoNames, CC BY 4.0. Heights consulted: NOAA ETOPO5, public domain.")
NOTICE = "GSHHG 2.3.7, Wessel & Smith, LGPL-3.0-or-later"
WEST, SOUTH, EAST, NORTH = 120.95, 38.65, 123.0, 40.62
NORTH_CUT = 40.65  # the mainland shore is used from this latitude round to the eastern edge

# Sways of the small bends, as shares of the step; fixed, so that the map comes out the same each time.
SWAYS = (0.30, -0.18, 0.36, -0.33, 0.12, 0.27, -0.30, 0.21, -0.12, 0.33, -0.24, -0.36, 0.18)


def wind(line, step_km, sway):
    """Adds bends between the drawn vertices, which stay where they are."""
    out, turn = [line[0]], 0
    for a, b in zip(line, line[1:]):
        pieces = max(1, round(distance_m(a, b) / 1000.0 / step_km))
        east, north = metres_per_degree((a[1] + b[1]) / 2.0)
        dx, dy = (b[0] - a[0]) * east / pieces, (b[1] - a[1]) * north / pieces
        for i in range(1, pieces):
            s = SWAYS[turn % len(SWAYS)] * sway
            turn += 1
            out.append((a[0] + (b[0] - a[0]) * i / pieces - dy * s / east, a[1] + (b[1] - a[1]) * i / pieces + dx * s / north))
        out.append(b)
    return out


def rounded(points):
    return [[round(x, 5), round(y, 5)] for x, y in points]


def basis(properties, source, note=None):
    """A source, or the word that it is an assumption; never neither."""
    if source:
        properties["source"] = source
    if source is None or "assumption" in source:
        properties["assumption"] = True
    if note:
        properties["note"] = note
    return properties


def feature(properties, kind, coordinates):
    return {"type": "Feature", "properties": properties, "geometry": {"type": kind, "coordinates": coordinates}}


def name(en, zh):
    return {"en": en, "zh": zh}


def land():
    with open(COAST, encoding="utf-8") as file:
        shapes = [f for f in json.load(file)["features"] if f["properties"]["kind"] == "coast"]
    shore = next(f["geometry"]["coordinates"] for f in shapes if f["geometry"]["type"] == "LineString")
    start = next(i for i, c in enumerate(shore) if c[0] > 122.16 and c[1] < NORTH_CUT and c[0] < 122.3)
    end = next(i for i, c in enumerate(shore) if c[0] > EAST and c[1] < 39.8)
    ring = [c for c in shore[start:end]] + [[EAST, shore[end - 1][1]], [EAST, NORTH_CUT], [shore[start][0], NORTH_CUT]]
    note = "shore of today, simplified to about 500 m; the cuts along 123.0 E and 40.65 N are no shore"
    yield feature(basis({"kind": "land", "id": "mainland", "name": name("Liaodong", "辽东")}, NOTICE, note), "Polygon", [ring + ring[:1]])
    count = 0
    for f in shapes:
        if f["geometry"]["type"] != "Polygon":
            continue
        ring = f["geometry"]["coordinates"][0]
        if not all(WEST < x < EAST and SOUTH < y < NORTH for x, y in ring):
            continue
        count += 1
        ident, en, zh = drawing.ISLAND_NAMES.get(f["properties"]["name_zh"], (f"islet-{count}", None, None))
        p = {"kind": "land", "id": ident}
        if en:
            p["name"] = name(en, zh)
        yield feature(basis(p, NOTICE), "Polygon", [ring if ring[0] == ring[-1] else ring + ring[:1]])


def grounds():
    for ident, relief, cover, soil, en, zh, note, ring in drawing.GROUND:
        p = basis({"kind": "ground", "id": ident, "name": name(en, zh), "relief": relief, "cover": cover, "soil": soil}, None,
                  note + "; relief judged from NOAA ETOPO5, cover and soil assumed")
        line = wind(ring + ring[:1], 1.6, 0.6)
        yield feature(p, "Polygon", [rounded(line)])


def rivers():
    for ident, width, depth, catchment, response, en, zh, source, note, line in drawing.RIVERS:
        depths = [f"{depth * share:.2f} m" for share in drawing.DRY_WINTER]
        p = {"kind": "river", "id": ident, "name": name(en, zh), "width": width, "depth": depths, "catchment_km2": catchment, "response": response}
        yield feature(basis(p, source, note), "LineString", rounded(wind(line, 2.0, 0.6)))


def crossings():
    for ident, river, lon, lat, kind, width, offset, en, zh, source, note in drawing.CROSSINGS:
        p = {"kind": "crossing", "id": ident, "name": name(en, zh), "river": river, "type": kind, "width": width, "depth_offset": offset}
        p = basis(p, source, note)
        p["assumption"] = True
        yield feature(p, "Point", [lon, lat])


def post_road():
    """The main road as one line, cut at its stations, so that every stretch has the same share of undrawn bends."""
    line = wind(drawing.POST_ROAD, 0.6, 0.9)
    scale = length_m(line) / 1000.0 / drawing.TRUE_LENGTH_KM
    if scale >= 1.0:
        raise SystemExit(f"the post road is drawn {scale:.3f} times its true length")
    places, roads, start, start_index, start_km, start_id = [], [], line[0], 0, 0.0, "jinzhou"
    for ident, km in [(s[0], s[1]) for s in drawing.STATIONS] + [("baiqiankou", drawing.TRUE_LENGTH_KM)]:
        point, index = point_along(line, km * scale * 1000.0)
        point = (round(point[0], 5), round(point[1], 5))
        if ident == "baiqiankou":
            point = line[-1]
        dry, wet, relief = drawing.STRETCHES[ident]
        p = {"kind": "road", "id": f"{start_id}-{ident}", "name": name("Post road to Fuzhou", "复州驿道"), "from": start_id, "to": ident,
             "class": "post", "length": f"{km - start_km:.1f} km", "tracks_dry": dry, "tracks_wet": wet}
        if relief:
            p["relief"] = relief
        basis(p, None, "35.0 km from the north gate to the ford by road, 1.2 times the straight line; bends ours")
        roads.append(feature(p, "LineString", rounded([start] + line[start_index + 1:index + 1] + [point])))
        places.append((ident, point))
        start, start_index, start_km, start_id = point, index, km, ident
    return dict(places), roads


def places(stations):
    for ident, lon, lat, kind, walled, precision, en, zh, source, note in drawing.PLACES:
        p = {"kind": "place", "id": ident, "name": name(en, zh), "type": kind, "walled": walled, "precision": precision}
        yield feature(basis(p, source, note), "Point", [lon, lat])
    for ident, _, kind, en, zh, source, note in drawing.STATIONS:
        p = {"kind": "place", "id": ident, "name": name(en, zh), "type": kind, "walled": False, "precision": "2 km"}
        yield feature(basis(p, source, note), "Point", list(stations[ident]))


def side_roads(nodes):
    for start, end, kind, en, zh, via, options in drawing.ROADS:
        line = wind([nodes[start]] + via + [nodes[end]], 1.5, 0.8 if kind in ("track", "path") else 0.6)
        true_km = math.ceil(length_m(line) / 100.0 * 1.04) / 10.0
        p = {"kind": "road", "id": f"{start}-{end}", "name": name(en, zh), "from": start, "to": end, "class": kind, "length": f"{true_km:.1f} km"}
        p.update({k: v for k, v in options.items() if k != "note"})
        note = "line ours" if "length" in options else "line and length ours: drawn line and 4 % for the bends not drawn"
        yield feature(basis(p, None, "; ".join(filter(None, (options.get("note"), note)))), "LineString", rounded(line))
    p = {"kind": "road", "id": "baiqiankou-shihe", "name": name("Post road to Fuzhou", "复州驿道"), "from": "baiqiankou", "to": "shihe",
         "class": "post", "length": "0.5 km", "tracks_dry": 3, "tracks_wet": 2}
    yield feature(basis(p, None, "half a kilometre from the ford to the post"), "LineString", rounded([nodes["baiqiankou"], nodes["shihe"]]))


def main():
    stations, stretches = post_road()
    nodes = dict(stations)
    nodes.update({p[0]: (p[1], p[2]) for p in drawing.PLACES})
    nodes.update({c[0]: (c[2], c[3]) for c in drawing.CROSSINGS})
    features = [*land(), *grounds(), *rivers(), *crossings(), *places(stations), *stretches, *side_roads(nodes)]
    head = {"id": "liaodong-peninsula", "name": name("Liaodong Peninsula", "辽东半岛"), "mesh": "4 km", "region": "40 km",
            "bounds": [WEST, SOUTH, EAST, NORTH], "attribution": ATTRIBUTION}
    print('{"type": "FeatureCollection",\n"shapan": ' + json.dumps(head, ensure_ascii=False) + ',\n"features": [')
    print(",\n".join(json.dumps(f, ensure_ascii=False) for f in features))
    print("]}")


if __name__ == "__main__":
    main()
