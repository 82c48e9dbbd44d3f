"""Gestures on a measured table: shapes of ground, villages with their sectors, bridges, names.

Lengths are in cm, and written in whole millimetres.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin

from shapely import LineString, Polygon
from shapely import Point as Spot

from grognard.app.editor.maps.steps import Step, appended, dropped, rows, text_of
from grognard.engines.core.data.yamlio import Plain

Point = tuple[float, float]
_CORNERS = 8
"""The corners of a circle, which is rounded when it is read."""
_NEAR = 0.05


# -- new shapes ---------------------------------------------------------------------------------


def draw_outline(
    doc: Plain, terrain: str, points: Sequence[Point], said: Mapping[str, str] | None = None
) -> list[Step]:
    """Draw a piece of ground by its outline; `said` is its name, level, look, or `smooth`."""
    if len(points) < 3 or not Polygon(points).is_valid or Polygon(points).area < _NEAR:
        return []
    return [_patch(doc, terrain, "polygon", points, said)]


def draw_circle(
    doc: Plain, terrain: str, middle: Point, edge: Point, said: Mapping[str, str] | None = None
) -> list[Step]:
    """Draw a round piece of ground from its middle to a point of its edge."""
    # Rounding the corners of an outline brings them in by a part of the way: draw it so much larger.
    radius = hypot(edge[0] - middle[0], edge[1] - middle[1]) * 1.079
    ring = [
        (
            middle[0] + radius * cos(2 * pi * i / _CORNERS),
            middle[1] + radius * sin(2 * pi * i / _CORNERS),
        )
        for i in range(_CORNERS)
    ]
    return draw_outline(doc, terrain, ring, {**(said or {}), "smooth": "yes"})


def draw_strip(
    doc: Plain, terrain: str, points: Sequence[Point], said: Mapping[str, str] | None = None
) -> list[Step]:
    """Draw a road or a river by its course; `width` is what it is wide, where that is not usual."""
    course = [points[0], *(b for a, b in pairwise(points) if a != b)] if points else []
    return [_patch(doc, terrain, "line", course, said)] if len(course) > 1 else []


def draw_block(
    doc: Plain, terrain: str, at: Point, size: Point, said: Mapping[str, str] | None = None
) -> list[Step]:
    """Draw a rectangle about its middle, such as a farm; `turn` turns it counter-clockwise."""
    if min(size) < _NEAR:
        return []
    whole: dict[str, Plain] = {"terrain": terrain, **(said or {})}
    return [appended(doc, "patches", {**whole, "at": _point(at), "size": _point(size)})]


def _patch(
    doc: Plain, terrain: str, shape: str, points: Sequence[Point], said: Mapping[str, str] | None
) -> Step:
    course: list[Plain] = [_point(point) for point in points]
    row: dict[str, Plain] = {"terrain": terrain, **(said or {}), shape: course}
    return appended(doc, "patches", row)


# -- shapes that are there ----------------------------------------------------------------------


def patch_at(doc: Plain, point: Point) -> int | None:
    """Return the last of the pieces of ground that lie at a point, or so near that the hand meant it."""
    found = None
    for index, row in enumerate(rows(doc, "patches")):
        outline, line = points_of(row, "polygon"), points_of(row, "line")
        at, size = _pair(row, "at"), _pair(row, "size")
        shape = (
            Polygon(outline)
            if len(outline) > 2
            else LineString(line).buffer(0.5)
            if len(line) > 1
            else Spot(at).buffer(max(size) / 2)
            if at and size
            else None
        )
        if shape is not None and shape.intersects(Spot(point)):
            found = index
    return found


def move_corner(doc: Plain, index: int, corner: int, to: Point) -> list[Step]:
    """Bring a corner of an outline or course to another point."""
    key, points = _course(doc, index)
    if not 0 <= corner < len(points) or points[corner] == to:
        return []
    return [Step(("patches", index, key, corner), "set", _point(to))]


def add_corner(doc: Plain, index: int, point: Point) -> list[Step]:
    """Give an outline or course a corner more, on the stretch next to a point."""
    key, points = _course(doc, index)
    if len(points) < 2:
        return []
    ring = [*points, points[0]] if key == "polygon" else points
    stretches = [LineString(pair).distance(Spot(point)) for pair in pairwise(ring)]
    at = stretches.index(min(stretches)) + 1
    return [Step(("patches", index, key, at), "insert", _point(point))]


def drop_corner(doc: Plain, index: int, corner: int) -> list[Step]:
    """Take a corner away, as long as there is a shape without it."""
    key, points = _course(doc, index)
    if len(points) <= (3 if key == "polygon" else 2) or not 0 <= corner < len(points):
        return []
    return [Step(("patches", index, key, corner), "remove")]


def shift(doc: Plain, index: int, by: Point) -> list[Step]:
    """Bring a piece of ground elsewhere."""
    key, points = _course(doc, index)
    if points:
        moved: list[Plain] = [_point((x + by[0], y + by[1])) for x, y in points]
        return [Step(("patches", index, key), "set", moved)]
    at = _pair(rows(doc, "patches")[index], "at")
    return (
        [Step(("patches", index, "at"), "set", _point((at[0] + by[0], at[1] + by[1])))]
        if at
        else []
    )


def say(doc: Plain, index: int, key: str, value: str) -> list[Step]:
    """Give a piece of ground a terrain, name, level, width, turn or look; "" takes it away."""
    there = text_of(rows(doc, "patches")[index], key)
    if value == there:
        return []
    return [Step(("patches", index, key), "set" if value else "remove", value)]


def erase(doc: Plain, key: str, index: int) -> list[Step]:
    """Take a piece of ground, a village, a bridge or a name away."""
    return [dropped(doc, key, index)]


# -- villages, bridges, names -------------------------------------------------------------------


def add_sector(doc: Plain, village: str, name: str, at: Point, turn: float = 0) -> list[Step]:
    """Give a village a sector; the first one makes the village."""
    sector: dict[str, Plain] = {"at": _point(at), **({"turn": f"{turn:g}"} if turn else {})}
    for index, row in enumerate(rows(doc, "villages")):
        if text_of(row, "id") == village:
            return [
                Step(("villages", index, "sectors", len(rows(row, "sectors"))), "insert", sector)
            ]
    return [appended(doc, "villages", {"id": village, "name": name, "sectors": [sector]})]


def add_bridge(doc: Plain, uid: str, name: str, ends: tuple[Point, Point]) -> list[Step]:
    """Lay a bridge from bank to bank."""
    course: list[Plain] = [_point(end) for end in ends]
    return [appended(doc, "bridges", {"id": uid, "name": name, "line": course})]


def add_label(doc: Plain, text: str, kind: str, at: Sequence[Point]) -> list[Step]:
    """Write a name at one point, or at several as along a river."""
    course: list[Plain] = [_point(point) for point in at]
    return [appended(doc, "labels", {"text": text, "kind": kind, "at": course})]


def resize(doc: Plain, size: Point) -> list[Step]:
    """Make the table larger or smaller."""
    return [Step(("size",), "set", _point(size))] if size != _pair(doc, "size") else []


# -- measuring ----------------------------------------------------------------------------------


def measured(points: Sequence[Point], metres: float = 0) -> tuple[float, float]:
    """Return how long a way is in cm, and on the ground where one cm is so many metres."""
    long = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
    return round(long, 1), round(long * metres)


# -- within -------------------------------------------------------------------------------------


def points_of(row: Plain, key: str) -> list[Point]:
    """Return the points of an outline or course."""
    found = row.get(key) if isinstance(row, dict) else None
    pairs = [_numbers(point) for point in found] if isinstance(found, list) else []
    return [pair for pair in pairs if pair is not None]


def _course(doc: Plain, index: int) -> tuple[str, list[Point]]:
    row = rows(doc, "patches")[index]
    key = "polygon" if points_of(row, "polygon") else "line"
    return key, points_of(row, key)


def _pair(row: Plain, key: str) -> Point | None:
    return _numbers(row.get(key)) if isinstance(row, dict) else None


def _numbers(value: Plain | None) -> Point | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    x, y = value
    return (float(x), float(y)) if isinstance(x, str) and isinstance(y, str) else None


def _point(point: Point) -> Plain:
    return [f"{round(part, 1) + 0.0:g}" for part in point]
