"""Geometry on the ellipsoid for the map tools: lengths, cuts and meetings of drawn lines.

Points are (lon, lat) in degrees, WGS84.
SPDX-License-Identifier: Apache-2.0
"""
import math

_A_M = 6378137.0
_E2 = 0.00669437999014


def metres_per_degree(lat):
    """Metres of one degree of longitude and of one degree of latitude at this latitude."""
    sine = math.sin(math.radians(lat))
    root = math.sqrt(1.0 - _E2 * sine * sine)
    east = _A_M / root * math.cos(math.radians(lat)) * math.pi / 180.0
    north = _A_M * (1.0 - _E2) / root**3 * math.pi / 180.0
    return east, north


def distance_m(a, b):
    """Good to a millionth over the few kilometres between two vertices of a drawn line."""
    east, north = metres_per_degree((a[1] + b[1]) / 2.0)
    return math.hypot((b[0] - a[0]) * east, (b[1] - a[1]) * north)


def length_m(line):
    return sum(distance_m(a, b) for a, b in zip(line, line[1:]))


def point_along(line, metres):
    """The point so many metres along a line, and the index of the vertex before it."""
    for i, (a, b) in enumerate(zip(line, line[1:])):
        step = distance_m(a, b)
        if metres <= step:
            t = metres / step
            return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t), i
        metres -= step
    return line[-1], len(line) - 2


def meeting(a, b, c, d):
    """Where the segments ab and cd meet, or None. Touching counts."""
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    cross = rx * sy - ry * sx
    if cross == 0.0:
        return None
    t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / cross
    u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / cross
    if not (0.0 <= t <= 1.0 and 0.0 <= u <= 1.0):
        return None
    return a[0] + t * rx, a[1] + t * ry


def meetings(first, second):
    """All points where two lines meet."""
    found = []
    for a, b in zip(first, first[1:]):
        for c, d in zip(second, second[1:]):
            if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
                continue
            point = meeting(a, b, c, d)
            if point:
                found.append(point)
    return found


def inside(ring, point):
    """True when the ring holds the point (even-odd rule)."""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd
