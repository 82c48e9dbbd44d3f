"""Gestures on a map of hexes: which hexes and sides they take, and the steps on its file."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from grognard.app.editor.maps.steps import (
    Step,
    appended,
    dropped,
    having,
    rewritten,
    rows,
    section,
    text_of,
    texts,
    without,
)
from grognard.engines.core.board.hexes import HexGrid
from grognard.engines.core.board.hexnumbers import numbers_of, parse_hexes
from grognard.engines.core.data.layers import Layer
from grognard.engines.core.data.yamlio import Plain

Point = tuple[float, float]
Side = tuple[str, str]
LOWEST, HIGHEST = -20, 50
"""The levels a hex may have."""

# -- which hexes a gesture takes ---------------------------------------------------------------


def brush(grid: HexGrid, way: Sequence[str], radius: int = 0) -> tuple[str, ...]:
    """Return the hexes under a brush that is drawn along a way."""
    found = (h for middle in line(grid, way) for h in (middle, *grid.within(middle, radius)))
    return tuple(dict.fromkeys(found))


def line(grid: HexGrid, way: Sequence[str]) -> tuple[str, ...]:
    """Return the hexes of a line from hex to hex, each beside the one before it."""
    found = list(way[:1])
    for start, end in pairwise(way):
        (x, y), (u, v) = grid.centre(start), grid.centre(end)
        while found[-1] != end:
            found.append(
                min(
                    grid.adjacent(found[-1]),
                    key=lambda h: (grid.distance(h, end), _beside(grid.centre(h), x, y, u, v), h),
                )
            )
    return tuple(found)


def _beside(point: Point, x: float, y: float, u: float, v: float) -> float:
    """Return how far a point lies beside a straight line, in a measure that only compares."""
    return round(abs((point[0] - x) * (v - y) - (point[1] - y) * (u - x)), 6)


def rectangle(grid: HexGrid, a: str, b: str) -> tuple[str, ...]:
    """Return the hexes whose numbers lie between those of two hexes."""
    (c1, r1), (c2, r2) = numbers_of(a), numbers_of(b)
    columns, numbers = sorted((c1, c2)), sorted((r1, r2))
    return tuple(
        h
        for h in grid
        if columns[0] <= numbers_of(h)[0] <= columns[1]
        and numbers[0] <= numbers_of(h)[1] <= numbers[1]
    )


def fill(grid: HexGrid, doc: Plain, layer: Layer, start: str) -> tuple[str, ...]:
    """Return the hexes that hang together with one and are of its kind."""
    kinds = kinds_of(doc, layer)
    wanted = kinds.get(start)
    found, waiting = {start: None}, [start]
    while waiting:
        for other in grid.adjacent(waiting.pop()):
            if other not in found and kinds.get(other) == wanted:
                found[other] = None
                waiting.append(other)
    return tuple(found)


def kinds_of(doc: Plain, layer: Layer) -> dict[str, str]:
    """Return the kind of each hex that a layer names."""
    lists = section(doc, layer.key)
    return {h: kind for kind, items in lists.items() for h in parse_hexes(texts(items))}


# -- hexes of a kind, heights -------------------------------------------------------------------


def paint(doc: Plain, layer: Layer, kind: str, hexes: Collection[str]) -> list[Step]:
    """Give hexes a kind; "" or the one that needs no name takes what is written of them away."""
    lists = {
        name: without(texts(items), hexes)
        for name, items in section(doc, layer.key).items()
        if name != kind
    }
    if kind not in ("", _base(doc, layer)):
        lists[kind] = having(texts(section(doc, layer.key).get(kind)), hexes)
    elif kind in section(doc, layer.key):
        lists[kind] = without(texts(section(doc, layer.key)[kind]), hexes)
    return rewritten(doc, layer.key, lists)


def _base(doc: Plain, layer: Layer) -> str:
    """Return the kind of the hexes that a layer does not name, as this map has it."""
    own = text_of(doc, "base_terrain") if layer.base else ""
    return own or layer.base


def raise_by(doc: Plain, layer: Layer, hexes: Collection[str], by: int) -> list[Step]:
    """Lift hexes by some levels, or lower them."""
    levels = {h: int(level) for h, level in kinds_of(doc, layer).items()}
    wanted: dict[int, list[str]] = {}
    for hex_id in hexes:
        level = min(HIGHEST, max(LOWEST, levels.get(hex_id, 0) + by))
        wanted.setdefault(level, []).append(hex_id)
    return _levelled(doc, layer, wanted)


def level_at(doc: Plain, layer: Layer, hexes: Collection[str], level: int) -> list[Step]:
    """Bring hexes to a level."""
    return _levelled(doc, layer, {level: hexes})


def _levelled(doc: Plain, layer: Layer, wanted: Mapping[int, Collection[str]]) -> list[Step]:
    there = section(doc, layer.key)
    every = {h for hexes in wanted.values() for h in hexes}
    lists = {name: without(texts(items), every) for name, items in there.items()}
    # Where a hex stays at its level its list stays as it is written.
    for level, hexes in wanted.items():
        if level:
            name = str(level)
            away = every.difference(hexes)
            lists[name] = having(without(texts(there.get(name)), away), hexes)
    return rewritten(doc, layer.key, lists)


# -- hexsides -----------------------------------------------------------------------------------


def nearest_side(grid: HexGrid, x: float, y: float) -> Side | None:
    """Return the side next to a point: the hex that holds the point, and the one beyond the side."""
    inside = grid.hex_at(x, y)
    if inside is None or not (others := grid.adjacent(inside)):
        return None
    return inside, min(others, key=lambda h: _square(grid.centre(h), (x, y)))


def _square(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def side_way(grid: HexGrid, points: Sequence[Point]) -> tuple[Side, ...]:
    """Return the sides of the shortest ways along hexsides from corner to corner, each near a point."""
    graph = _corners(grid)
    if not graph or not points:
        return ()
    corners = [min(graph, key=lambda corner: _square(corner, point)) for point in points]
    found = (side for a, b in pairwise(corners) for side in _way(graph, a, b))
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=4)
def _corners(grid: HexGrid) -> dict[Point, list[tuple[Point, Side]]]:
    """Return for each corner those next to it, each with the side that leads there."""
    graph: dict[Point, list[tuple[Point, Side]]] = {}
    for a in grid:
        for b in grid.adjacent(a):
            if a < b:
                one, other = grid.side_ends(a, b)
                graph.setdefault(one, []).append((other, (a, b)))
                graph.setdefault(other, []).append((one, (a, b)))
    return graph


def _way(graph: Mapping[Point, list[tuple[Point, Side]]], start: Point, end: Point) -> list[Side]:
    """Return the sides of the way from corner to corner that keeps nearest to the straight line."""
    waiting: list[tuple[int, float, Point, list[Side]]] = [(0, 0.0, start, [])]
    done: set[Point] = set()
    while waiting:
        steps, off, corner, way = heapq.heappop(waiting)
        if corner == end:
            return way
        if corner in done:
            continue
        done.add(corner)
        for other, side in graph[corner]:
            beside = off + _beside(other, *start, *end)
            heapq.heappush(waiting, (steps + 1, beside, other, [*way, side]))
    return []


def lay_sides(doc: Plain, layer: Layer, kind: str, sides: Iterable[Side]) -> list[Step]:
    """Lay something on sides; what has a direction leads from the first hex to the second."""
    there = texts(section(doc, layer.key).get(kind))
    one_way = kind in layer.one_way
    known = {_side(item) for item in there}
    fresh = [
        f"{a}>{b}" if one_way else "/".join(sorted((a, b)))
        for a, b in dict.fromkeys(sides)
        if _side(f"{a}>{b}" if one_way else f"{a}/{b}") not in known
    ]
    turned = {f"{b}>{a}" for a, b in (item.split(">") for item in fresh)} if one_way else set()
    kept = [item for item in there if item not in turned]
    return rewritten(doc, layer.key, {kind: [*kept, *fresh]})


def clear_sides(doc: Plain, layer: Layer, kind: str, sides: Iterable[Side]) -> list[Step]:
    """Take something away from sides, whichever way it leads; "" takes away all that lies there."""
    gone = {frozenset(side) for side in sides}
    lists = {
        name: [item for item in texts(items) if frozenset(_ends(item)) not in gone]
        for name, items in section(doc, layer.key).items()
        if kind in ("", name)
    }
    return rewritten(doc, layer.key, lists)


def _ends(item: str) -> tuple[str, str]:
    a, _, b = item.partition(">") if ">" in item else item.partition("/")
    return a, b


def _side(item: str) -> tuple[str, ...]:
    return _ends(item) if ">" in item else tuple(sorted(_ends(item)))


# -- lines --------------------------------------------------------------------------------------


def draw_line(
    doc: Plain, layer: Layer, kind: str, hexes: Sequence[str], name: str = ""
) -> list[Step]:
    """Draw a road or a stream; one that begins where a like one ends goes on with it."""
    if len(hexes) < 2:
        return []
    for index, row in enumerate(rows(doc, layer.key)):
        alike = text_of(row, "kind") == kind and (not name or text_of(row, "name") == name)
        whole = _joined(_hexes(row), list(hexes)) if alike else None
        if whole is not None:
            return [Step((layer.key, index, "hexes"), "set", list(whole))]
    named: dict[str, Plain] = {"name": name} if name else {}
    return [appended(doc, layer.key, {"kind": kind, **named, "hexes": list(hexes)})]


def _hexes(row: Plain) -> list[str]:
    return texts(row.get("hexes")) if isinstance(row, dict) else []


def _joined(old: list[str], new: list[str]) -> list[str] | None:
    """Return two lines as one, None where neither begins where the other ends."""
    for way in (new, new[::-1]):
        if old and old[-1] == way[0]:
            return [*old, *way[1:]]
        if old and old[0] == way[-1]:
            return [*way[:-1], *old]
    return None


def cut_lines(doc: Plain, layer: Layer, kind: str, hexes: Collection[str]) -> list[Step]:
    """Take away the stretches of lines that pass through hexes; "" cuts every kind."""
    steps: list[Step] = []
    gone = 0
    there = rows(doc, layer.key)
    for index in range(len(there) - 1, -1, -1):
        row = there[index]
        if kind not in ("", text_of(row, "kind")) or not set(_hexes(row)) & set(hexes):
            continue
        left = list(runs(_hexes(row), hexes))
        if not left:
            gone += 1
            steps.append(Step((layer.key, index), "remove"))
            continue
        steps.append(Step((layer.key, index, "hexes"), "set", list(left[0])))
        for run in reversed(left[1:]):
            more: dict[str, Plain] = {**row, "hexes": [*run]} if isinstance(row, dict) else {}
            steps.append(Step((layer.key, index + 1), "insert", more))
    return [Step((layer.key,), "remove")] if there and gone == len(there) else steps


def runs(hexes: Sequence[str], gone: Collection[str]) -> Iterator[list[str]]:
    """Give the stretches of a way that are left when some hexes are gone, of two hexes at least."""
    run: list[str] = []
    for hex_id in [*hexes, ""]:
        if hex_id and hex_id not in gone:
            run.append(hex_id)
            continue
        if len(run) > 1:
            yield run
        run = []


# -- names --------------------------------------------------------------------------------------


def name_place(
    doc: Plain, layer: Layer, at: str, name: str, more: Mapping[str, str] | None = None
) -> list[Step]:
    """Name a hex, or name it anew; "" takes the name away. `more` says what else the row holds."""
    for index, row in enumerate(rows(doc, layer.key)):
        if text_of(row, "at") != at:
            continue
        if not name:
            return [dropped(doc, layer.key, index)]
        said = {"name": name, **(more or {})}
        return [
            Step((layer.key, index, key), "set", value)
            for key, value in said.items()
            if text_of(row, key) != value
        ]
    return [appended(doc, layer.key, {"name": name, "at": at, **(more or {})})] if name else []


def build(doc: Plain, layer: Layer, at: str, plan: str) -> list[Step]:
    """Build by a plan in a hex; what is built so already is turned by a sixth. "" pulls down what is there."""
    for index, row in enumerate(rows(doc, layer.key)):
        if text_of(row, "at") != at:
            continue
        if not plan:
            return [dropped(doc, layer.key, index)]
        if text_of(row, "plan") != plan:
            return [Step((layer.key, index, "plan"), "set", plan)]
        turned = (int(text_of(row, "turned") or 0) + 1) % 6
        return [Step((layer.key, index, "turned"), "set", str(turned))]
    return [appended(doc, layer.key, {"plan": plan, "at": at})] if plan else []


def move_place(doc: Plain, layer: Layer, at: str, to: str) -> list[Step]:
    """Bring the name of a hex to another one."""
    return [
        Step((layer.key, index, "at"), "set", to)
        for index, row in enumerate(rows(doc, layer.key))
        if text_of(row, "at") == at and at != to
    ]
