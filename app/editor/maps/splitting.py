"""Splitting an area in two along a line drawn across it; its neighbours keep their borders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from shapely import LineString, Polygon
from shapely import Point as Spot

from grognard.app.editor.maps.areas import (
    crossed,
    key_of,
    lines_of,
    pointed,
    rounded,
    stretch,
    written,
)
from grognard.app.editor.maps.steps import Step, rows, section, text_of, texts
from grognard.app.editor.maps.table import Point, points_of
from grognard.engines.core.board.outlines import close
from grognard.engines.core.data.schema import Path
from grognard.engines.core.data.yamlio import Plain

_INSIDE = 0.02
"""How far a dividing line may run outside the area."""
_OWN = ("terrain", "level")
"""What the new area takes over from the old one; name, source and marks stay where they are."""
_EDGE = ("edge",)
"""What belongs to the part at the edge of the map."""


@dataclass(frozen=True, slots=True)
class _Halves:
    """An area cut in two: the outline that keeps its id, and the new one; `lines` go round both."""

    kept: tuple[Point, ...]
    new: tuple[Point, ...]
    lines: Mapping[Path, list[Point]]
    cut: tuple[Point, Point]


def split(  # noqa: PLR0913 - what is cut, where, and what comes of it
    doc: Plain, area: str, start: Point, end: Point, fresh: str, base: str
) -> list[Step]:
    """Cut an area along a line from border to border; the part with its label keeps its id.

    Each border goes to the part that it bounds, or is cut in two; roads and waters are led through
    the parts that they pass, places belong to the one they lie in. Nothing is done where the line
    leaves the area, or where one part would touch a neighbour, or the edge, in two places apart.
    """
    halves = _halved(doc, area, start, end)
    if halves is None:
        return []
    shares: dict[Path, tuple[list[Point], list[Point]]] = {}
    for path, points in halves.lines.items():
        share = _shared(points, halves)
        if share is None:
            return []
        shares[path] = share
    border: dict[str, Plain] = {"kind": [base], "line": [written(p) for p in halves.cut]}
    steps = [
        *_areas(doc, area, fresh, halves),
        *(step for path, share in shares.items() for step in _lines(doc, area, fresh, path, share)),
        Step(("borders", key_of(area, fresh)), "insert", border),
    ]
    return [*steps, *_roads(doc, area, fresh, halves), *_waters(doc, area, fresh, shares)] + [
        Step(("places", index, "area"), "set", fresh)
        for index, row in enumerate(rows(doc, "places"))
        if text_of(row, "area") == area and _lies(row, halves.new)
    ]


def _halved(doc: Plain, area: str, start: Point, end: Point) -> _Halves | None:
    """Return the two parts that a line makes of an area, None where it does not go across it."""
    lines = dict(lines_of(doc, area))
    if not lines:
        return None
    cut = (_notched(lines, start), _notched(lines, end))
    ring, _ = close([tuple(points) for points in lines.values()])
    if cut[0] == cut[1] or not {*cut} <= {*ring}:
        return None
    first, last = sorted((ring.index(cut[0]), ring.index(cut[1])))
    parts = ring[first : last + 1], (*ring[last:], *ring[: first + 1])
    if min(map(len, parts)) < 3 or not Polygon(ring).buffer(_INSIDE).covers(LineString(cut)):
        return None
    if not all(Polygon(part).is_valid for part in parts):
        return None
    said = points_of({"label": [section_of(doc, area).get("label", "")]}, "label")
    spot = Spot(said[0]) if said else None
    ranked = sorted(parts, key=lambda part: Polygon(part).area, reverse=True)
    if spot is not None and not Polygon(ranked[0]).covers(spot):
        ranked.reverse()
    return _Halves(ranked[0], ranked[1], lines, cut)


def section_of(doc: Plain, area: str) -> dict[str, Plain]:
    """Return what is said of an area, at length."""
    row = section(doc, "areas").get(area, "")
    return row if isinstance(row, dict) else {"terrain": row or ["clear"]}


def _notched(lines: dict[Path, list[Point]], at: Point) -> Point:
    """Return the corner of the outline next to a point; where there is none at hand one is made."""
    path = min(lines, key=lambda one: LineString(lines[one]).distance(Spot(at)))
    points = lines[path]
    course = LineString(points)
    on = course.interpolate(course.project(Spot(at)))
    near = min(points, key=lambda p: Spot(p).distance(on))
    if Spot(near).distance(on) <= course.length / 20:
        return near
    corner = rounded((on.x, on.y))
    points.insert(stretch(points, corner), corner)
    return corner


def _shared(points: Sequence[Point], halves: _Halves) -> tuple[list[Point], list[Point]] | None:
    """Return the parts of a line that bound the part kept and the new one, None where one is in two."""
    kept = {frozenset(pair) for pair in pairwise(halves.kept)}
    runs: tuple[list[list[Point]], list[list[Point]]] = ([], [])
    for new, pairs in groupby(pairwise(points), lambda pair: frozenset(pair) not in kept):
        run = list(pairs)
        runs[new].append([run[0][0], *(pair[1] for pair in run)])
    if max(map(len, runs)) > 1:
        return None
    return (runs[0][0] if runs[0] else []), (runs[1][0] if runs[1] else [])


def _areas(doc: Plain, area: str, fresh: str, halves: _Halves) -> Iterator[Step]:
    """Give the new area its ground, and both their labels."""
    row = section_of(doc, area)
    mine: dict[str, Plain] = {key: row[key] for key in _OWN if key in row}
    kept, new = (written(_middle(part)) for part in (halves.kept, halves.new))
    rim = next((points for path, points in halves.lines.items() if path[0] == "areas"), [])
    share = _shared(rim, halves) if rim else None
    rims = share or ([], [])
    if rims[1]:
        mine["rim"] = [written(p) for p in rims[1]]
    changed = {**row, "label": kept}
    if rim and not rims[0]:
        mine |= {key: changed[key] for key in _EDGE if key in changed}
        changed = {key: value for key, value in changed.items() if key not in (*_EDGE, "rim")}
    elif rim:
        changed["rim"] = [written(p) for p in rims[0]]
    yield Step(("areas", area), "set", changed)
    yield Step(("areas", fresh), "insert", {**mine, "label": new})


def _middle(part: Sequence[Point]) -> Point:
    spot = Polygon(part).representative_point()
    return rounded((spot.x, spot.y))


def _lines(
    doc: Plain, area: str, fresh: str, path: Path, share: tuple[list[Point], list[Point]]
) -> Iterator[Step]:
    """Give each part its stretch of a border; what falls to the old area falls to the part it is with."""
    if path[0] != "borders":
        return
    name, (kept, new) = str(path[1]), share
    row = section(doc, "borders")[name]
    if not isinstance(row, dict) or (not new and kept == points_of(row, "line")):
        return
    if new:
        (far,) = (uid for uid in name.split("|") if uid != area)
        toward = pointed(row, area, fresh)
        more: dict[str, Plain] = {"toward": toward} if toward else {}
        line: Plain = [written(p) for p in new]
        yield Step(("borders", key_of(fresh, far)), "insert", {**row, "line": line, **more})
    if kept:
        yield Step((*path[:2], "line"), "set", [written(p) for p in kept])
    else:
        yield Step(("borders", name), "remove")


def _roads(doc: Plain, area: str, fresh: str, halves: _Halves) -> Iterator[Step]:
    """Lead roads through the parts that they pass."""
    rings = {area: halves.kept, fresh: halves.new}
    for index, row in enumerate(rows(doc, "roads")):
        was = texts(row.get("areas")) if isinstance(row, dict) else []
        passed = crossed(rings, points_of(row, "line")) or [area]
        now = [one for uid in was for one in (passed if uid == area else [uid])]
        if now != was:
            yield Step(("roads", index, "areas"), "set", list(now))


def _waters(
    doc: Plain, area: str, fresh: str, shares: Mapping[Path, tuple[list[Point], list[Point]]]
) -> Iterator[Step]:
    """Have waters run along both parts of a border that was cut, or along that which is another's now."""
    for index, row in enumerate(rows(doc, "waters")):
        was = texts(row.get("along")) if isinstance(row, dict) else []
        now: list[str] = []
        for place, name in enumerate(was):
            parts = _along(name, area, fresh, shares)
            beside = was[place - 1] if place else was[1] if len(was) > 1 else ""
            if len(parts) == 2 and _meets(
                doc, beside, shares[("borders", name, "line")][0]
            ) != bool(place):
                parts.reverse()
            now += parts
        if now != was:
            yield Step(("waters", index, "along"), "set", list(now))


def _meets(doc: Plain, border: str, line: Sequence[Point]) -> bool:
    """Whether a border ends where a line begins or ends."""
    other = points_of(section(doc, "borders").get(border, ""), "line")
    return bool(other) and bool({other[0], other[-1]} & {line[0], line[-1]})


def _along(
    name: str, area: str, fresh: str, shares: Mapping[Path, tuple[list[Point], list[Point]]]
) -> list[str]:
    kept, new = shares.get(("borders", name, "line"), ([(0.0, 0.0)], []))
    far = next((uid for uid in name.split("|") if uid != area), "")
    return [*([name] if kept else []), *([key_of(fresh, far)] if new else [])]


def _lies(row: Plain, part: Sequence[Point]) -> bool:
    spot = points_of({"at": [row.get("at", "")]} if isinstance(row, dict) else "", "at")
    return bool(spot) and Polygon(part).covers(Spot(spot[0]))
