"""Gestures on a map of areas: shared borders that move together, kinds of borders, merging.

Each border is written once, as the line between its two areas, so that what is moved is moved for
both; corners where several lines meet are moved in all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from shapely import LineString, Polygon
from shapely import Point as Spot

from grognard.app.editor.maps.steps import Step, appended, rows, section, text_of, texts
from grognard.app.editor.maps.table import Point, points_of
from grognard.engines.core.board.outlines import close, join
from grognard.engines.core.data.schema import Path
from grognard.engines.core.data.yamlio import Plain

_GRAIN = 2
_NEAR = 0.02


# -- what there is ------------------------------------------------------------------------------


def outline(doc: Plain, area: str) -> tuple[Point, ...]:
    """Return the outline of an area, put together of its borders and its rim; () where it is open."""
    ring, _ = close([tuple(points) for _, points in lines_of(doc, area)])
    return ring


def area_at(doc: Plain, point: Point) -> str | None:
    """Return the area that holds a point."""
    for area in section(doc, "areas"):
        ring = outline(doc, area)
        if len(ring) > 2 and Polygon(ring).intersects(Spot(point)):
            return area
    return None


def lines_of(doc: Plain, area: str) -> Iterator[tuple[Path, list[Point]]]:
    """Give the lines round an area with the paths where they stand."""
    for name, row in section(doc, "borders").items():
        if area in name.split("|") and (points := points_of(row, "line")):
            yield ("borders", name, "line"), points
    if points := points_of(section(doc, "areas").get(area, ""), "rim"):
        yield ("areas", area, "rim"), points


def _all_lines(doc: Plain) -> Iterator[tuple[Path, list[Point]]]:
    """Give every line that areas are made of."""
    for name, row in section(doc, "borders").items():
        yield ("borders", name, "line"), points_of(row, "line")
    for area, row in section(doc, "areas").items():
        yield ("areas", area, "rim"), points_of(row, "rim")


# -- corners ------------------------------------------------------------------------------------


def move_corner(doc: Plain, corner: Point, to: Point) -> list[Step]:
    """Bring a corner elsewhere, in every border and rim that it belongs to."""
    return [
        Step((*path, index), "set", written(to))
        for path, points in _all_lines(doc)
        for index, point in enumerate(points)
        if point == corner and rounded(to) != corner
    ]


def add_corner(doc: Plain, border: str, point: Point) -> list[Step]:
    """Give a border a corner more, on the stretch next to a point."""
    points = points_of(section(doc, "borders").get(border, ""), "line")
    if len(points) < 2 or rounded(point) in points:
        return []
    return [Step(("borders", border, "line", stretch(points, point)), "insert", written(point))]


def drop_corner(doc: Plain, corner: Point) -> list[Step]:
    """Take a corner away that lies within one border or rim; where several meet it stays."""
    found = [
        (path, points.index(corner), len(points))
        for path, points in _all_lines(doc)
        if corner in points
    ]
    if len(found) != 1:
        return []
    path, index, count = found[0]
    return [Step((*path, index), "remove")] if 0 < index < count - 1 else []


def stretch(points: Sequence[Point], point: Point) -> int:
    """Return where a point is to be put into a line: on the stretch that it lies next to."""
    off = [LineString(pair).distance(Spot(point)) for pair in pairwise(points)]
    return off.index(min(off)) + 1


# -- what areas and borders are -----------------------------------------------------------------


def say(doc: Plain, area: str, key: str, value: Plain) -> list[Step]:
    """Say something of an area: terrain, name, level, edge, line, source, symbols; "" unsays it."""
    row = section(doc, "areas").get(area)
    if not isinstance(row, dict):
        return [Step(("areas", area), "set", {"terrain": row or ["clear"], key: value})]
    if row.get(key, "") == value:
        return []
    return [Step(("areas", area, key), "set" if value else "remove", value)]


def border_kinds(doc: Plain, border: str, kinds: Sequence[str], lower: str = "") -> list[Step]:
    """Say what lies on a border; `lower` is the area to which its slope falls."""
    row = section(doc, "borders").get(border)
    if not isinstance(row, dict):
        return []
    steps: list[Step] = []
    said: list[Plain] = [*kinds]
    if texts(row.get("kind")) != list(kinds):
        steps.append(Step(("borders", border, "kind"), "set", said))
    toward = row.get("toward")
    if "slope" in kinds and lower and toward not in ({"slope": lower}, {"slope": [lower]}):
        steps.append(Step(("borders", border, "toward"), "set", {"slope": lower}))
    if "slope" not in kinds and toward is not None:
        steps.append(Step(("borders", border, "toward"), "remove"))
    return steps


def mark(doc: Plain, area: str, key: str, owner: str, counted: str = "") -> list[Step]:
    """Say whose an area is: its supply source, or its part of a line; where there may be two, again for both.

    "" takes the mark away.
    """
    row = section(doc, "areas").get(area)
    whole: dict[str, Plain] = row if isinstance(row, dict) else {"terrain": row or ["clear"]}
    before = text_of(whole, key)
    said = {name: value for name, value in whole.items() if name not in (key, counted)}
    if owner:
        said[key] = owner
    if owner and counted:
        twice = before == owner and text_of(whole, counted) == "1"
        said[counted] = "2" if twice else "1"
    return [] if said == whole else [Step(("areas", area), "set", said)]


def draw_road(doc: Plain, uid: str, name: str, points: Sequence[Point]) -> list[Step]:
    """Draw a road; it leads through the areas that it passes, each of which borders on the next."""
    passed = _passed(doc, points)
    if len(passed) < 2:
        return []
    course: list[Plain] = [written(point) for point in points]
    row: dict[str, Plain] = {"id": uid, "name": name, "areas": [*passed], "line": course}
    return [appended(doc, "roads", row)]


def _passed(doc: Plain, points: Sequence[Point]) -> list[str]:
    """Return the areas along a line, in its order; where it goes on past a corner, what touches."""
    return crossed({area: outline(doc, area) for area in section(doc, "areas")}, points)


def crossed(rings: Mapping[str, Sequence[Point]], points: Sequence[Point]) -> list[str]:
    """Return which of some outlines a line leads through, in its order."""
    way = LineString(points) if len(points) > 1 else None
    if way is None:
        return []
    stretches: list[tuple[float, str]] = []
    for area, ring in rings.items():
        inside = way.intersection(Polygon(ring)) if len(ring) > 2 else None
        for part in getattr(inside, "geoms", [inside]):
            if part is not None and part.length > _NEAR:
                stretches.append((way.project(part.interpolate(0.5, normalized=True)), area))
    return _without_doubles([area for _, area in sorted(stretches)])


def put_place(doc: Plain, name: str, kind: str, at: Point) -> list[Step]:
    """Draw a village or a height, with its name, in the area that holds it."""
    area = area_at(doc, at)
    if area is None:
        return []
    return [appended(doc, "places", {"name": name, "kind": kind, "area": area, "at": written(at)})]


# -- merging ------------------------------------------------------------------------------------


def merge(doc: Plain, area: str, gone: str) -> list[Step]:
    """Make two areas that share a border one, which keeps the name and the ground of the first.

    What led to the second leads to the first: borders, roads, waters, places. Areas that would
    touch another one in two places apart, or the edge of the map, are not merged.
    """
    between = key_of(area, gone)
    borders = section(doc, "borders")
    if between not in borders or area == gone:
        return []
    lines: dict[str, Plain] = {}
    for name in (name for name in borders if gone in name.split("|") and name != between):
        (far,) = (uid for uid in name.split("|") if uid != gone)
        row = _merged_row(borders[name], borders.get(key_of(area, far)), area, gone)
        if row is None:
            return []
        lines[key_of(area, far)] = row
    rim = _merged_rim(doc, area, gone)
    if rim is None:
        return []
    steps = [
        Step(("borders", key), "set" if key in borders else "insert", row)
        for key, row in lines.items()
    ]
    steps += [Step(("areas", area, "rim"), "set", rim)] if rim else []
    steps += [Step(("borders", name), "remove") for name in borders if gone in name.split("|")]
    return [*steps, *_led_anew(doc, area, gone, between), Step(("areas", gone), "remove")]


def _merged_row(row: Plain, there: Plain | None, area: str, gone: str) -> Plain | None:
    """Return the border that two borders to one area make, None where they do not meet."""
    if not isinstance(row, dict):
        return None
    if isinstance(there, dict):
        course = join(tuple(points_of(there, "line")), tuple(points_of(row, "line")))
        if course is None:
            return None
        more = _both(there, row, pointed(row, gone, area))
        return {**there, **more, "line": [written(p) for p in course]}
    toward = pointed(row, gone, area)
    return {**row, "toward": toward} if toward else dict(row)


def _both(there: Plain, row: Plain, toward: dict[str, Plain]) -> dict[str, Plain]:
    """Return what lies on a border made of two: what lay on the first, or where that was clear on the other."""
    kinds = _texts_of(there, "kind")
    own = [kind for kind in _texts_of(row, "kind") if kind != "clear"]
    if kinds not in ([], ["clear"]) or not own:
        return {}
    found: list[Plain] = [*own]
    return {"kind": found, **({"toward": toward} if toward else {})}


def pointed(row: Plain, area: str, to: str) -> dict[str, Plain]:
    """Return where what lies on a border points, with another area in place of one."""
    return {
        kind: [to if uid == area else uid for uid in said]
        if isinstance(said, list)
        else to
        if said == area
        else said
        for kind, said in section(row, "toward").items()
    }


def _merged_rim(doc: Plain, area: str, gone: str) -> list[Plain] | None:
    """Return the rim of both areas, empty where neither has one, None where theirs do not meet."""
    there = section(doc, "areas")
    rims = [tuple(points_of(there.get(uid, ""), "rim")) for uid in (area, gone)]
    if not all(rims):
        return [written(point) for rim in rims for point in rim]
    course = join(*rims)
    return None if course is None else [written(point) for point in course]


def _led_anew(doc: Plain, area: str, gone: str, between: str) -> Iterator[Step]:
    """Lead roads, waters and places that name an area that is gone to the one that has its ground."""
    for index in range(len(rows(doc, "roads")) - 1, -1, -1):
        was = _texts_of(rows(doc, "roads")[index], "areas")
        through = _without_doubles([area if uid == gone else uid for uid in was])
        if len(through) < 2:
            yield Step(("roads", index), "remove")
        elif through != was:
            yield Step(("roads", index, "areas"), "set", list(through))
    for index in range(len(rows(doc, "waters")) - 1, -1, -1):
        was = _texts_of(rows(doc, "waters")[index], "along")
        along = _without_doubles(
            [_renamed(name, area, gone) for name in was if key_of(*name.split("|")) != between]
        )
        if was and not along:
            yield Step(("waters", index), "remove")
        elif along != was:
            yield Step(("waters", index, "along"), "set", list(along))
    for index, row in enumerate(rows(doc, "places")):
        if text_of(row, "area") == gone:
            yield Step(("places", index, "area"), "set", area)


def _renamed(border: str, area: str, gone: str) -> str:
    ends = border.split("|")
    return key_of(*(area if uid == gone else uid for uid in ends)) if gone in ends else border


def _without_doubles(names: Sequence[str]) -> list[str]:
    return [name for index, name in enumerate(names) if not index or names[index - 1] != name]


def _texts_of(row: Plain, key: str) -> list[str]:
    return texts(row.get(key)) if isinstance(row, dict) else []


# -- within -------------------------------------------------------------------------------------


def key_of(a: str, b: str) -> str:
    """Return the name of the border between two areas."""
    return "|".join(sorted((a, b)))


def rounded(point: Point) -> Point:
    """Return a point as exact as a map has it."""
    return round(point[0], _GRAIN), round(point[1], _GRAIN)


def written(point: Point) -> Plain:
    """Return a point as a map says it."""
    x, y = rounded(point)
    return [f"{x + 0.0:.10g}", f"{y + 0.0:.10g}"]
