"""Area maps: areas are polygons, borders typed segments, and adjacency comes from the borders.

`grognard.engines.core.board.areaload` reads and proves such a map; nothing here computes geometry again. A border
is keyed by its two areas, sorted: "gorki|semyonovskoye". What a kind of border allows is the
game's to say, through the cost it hands to the path functions: a river nobody may cross is a
border all the same, for it is drawn and fire may go over it.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

from grognard.engines.core.show.views import (
    BoardView,
    EdgeView,
    LabelView,
    LineView,
    Point,
    SpaceView,
)

BorderKey: TypeAlias = str
Extra: TypeAlias = Mapping[str, object]


def border_key(a: str, b: str) -> BorderKey:
    """Return the key of the border between two areas, whichever is named first."""
    return "|".join(sorted((a, b)))


@dataclass(frozen=True, slots=True)
class Area:
    """One area: its outline (board units, not closed), the point its name stands at, its terrain.

    `terrain` has the ground first, then what stands on it (village, redoubt); `extra` holds the
    game's own fields as read.
    """

    id: str
    name: str
    polygon: tuple[Point, ...]
    label: Point
    terrain: tuple[str, ...]
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Border:
    """What divides two areas, and joins them: `a` sorts before `b`.

    `kinds` are its terrains and crossings; `limit` how many may cross where the map says so itself;
    `line` its course from end to end (board units); `toward` names for a kind with a direction
    the areas it points to (a slope: downhill, both if it falls to both).
    """

    key: BorderKey
    a: str
    b: str
    kinds: tuple[str, ...]
    limit: int | None
    line: tuple[Point, ...]
    toward: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    extra: Extra = field(default_factory=dict)

    def other(self, area: str) -> str:
        """Return the area on the far side.

        Raises:
            KeyError: the border is not one of `area`.
        """
        if area not in (self.a, self.b):
            raise KeyError(area)
        return self.b if area == self.a else self.a


Cost: TypeAlias = Callable[[Border, str, str], int | None]
"""cost(border, from, to): what the step costs (0 or more), None where it cannot be made."""


@dataclass(frozen=True)
class AreaMap:
    """An area map; never changes. Areas and borders are in the order of the file."""

    areas: Mapping[str, Area]
    borders: Mapping[BorderKey, Border]

    @cached_property
    def _neighbours(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {area: [] for area in self.areas}
        for border in self.borders.values():
            found[border.a].append(border.b)
            found[border.b].append(border.a)
        return {area: tuple(sorted(others)) for area, others in found.items()}

    def __contains__(self, area: object) -> bool:
        return area in self.areas

    def neighbours(self, area: str) -> tuple[str, ...]:
        """Return the areas that share a border with `area`, sorted; KeyError for no area."""
        return self._neighbours[area]

    def border(self, a: str, b: str) -> Border | None:
        """Return the border between two areas, None where they have none."""
        return self.borders.get(border_key(a, b))

    def reach(self, start: str, cost: Cost, most: int) -> dict[str, int]:
        """Return what it costs to come from `start` to each area for at most `most`.

        The nearest come first, equally near ones by id; `start` itself costs 0.
        """
        return {area: spent for area, (spent, _) in self._search(start, cost, most).items()}

    def path(
        self, start: str, goal: str, cost: Cost, most: int | None = None
    ) -> tuple[str, ...] | None:
        """Return the cheapest way from `start` to `goal`, both included; None where there is none.

        Of equally cheap ways the one is taken that reaches each area from the lowest id.
        """
        found = self._search(start, cost, most)
        if goal not in found:
            return None
        way = [goal]
        while way[-1] != start:
            way.append(found[way[-1]][1])
        return tuple(reversed(way))

    def _search(self, start: str, cost: Cost, most: int | None) -> dict[str, tuple[int, str]]:
        """Return (cost, area before) of each area in reach, in order of cost and id."""
        settled: dict[str, tuple[int, str]] = {}
        waiting = [(0, start, start)]
        while waiting:
            spent, here, before = heapq.heappop(waiting)
            if here in settled:
                continue
            settled[here] = (spent, before)
            for there in self.neighbours(here):
                step = cost(self.borders[border_key(here, there)], here, there)
                if step is not None and (most is None or spent + step <= most):
                    heapq.heappush(waiting, (spent + step, there, here))
        return settled


def board(  # noqa: PLR0913 - what a map has besides areas and borders is named at the call
    area_map: AreaMap,
    *,
    id: str,
    title: str,
    crossings: Collection[str] = (),
    lines: tuple[LineView, ...] = (),
    labels: tuple[LabelView, ...] = (),
    bounds: tuple[float, float, float, float] | None = None,
    margin: float = 0.25,
) -> BoardView:
    """Return an area map for drawing.

    Each border gives one edge under its own key with kind "border", for picking and its plain line,
    and for each of its kinds one edge a segment; kinds in `crossings` (ford, bridge) stand once, in
    the middle. `bounds` (left, top, right, bottom) are those of the areas and `margin` by default.
    """
    return BoardView(
        id=id,
        title=title,
        kind="areas",
        spaces=tuple(_space(area) for area in area_map.areas.values()),
        edges=tuple(_edges(area_map, crossings)),
        lines=lines,
        labels=labels,
        bounds=bounds or _bounds(area_map, margin),
        seed=sum(id.encode()),
    )


def _space(area: Area) -> SpaceView:
    ground, *tags = area.terrain
    return SpaceView(area.id, area.label, area.polygon, ground, label=area.name, tags=tuple(tags))


def _edges(area_map: AreaMap, crossings: Collection[str]) -> Iterator[EdgeView]:
    for border in area_map.borders.values():
        line = border.line
        yield EdgeView(border.key, "border", line[0], line[-1], line=line)
        for kind in border.kinds:
            segments = list(pairwise(line))
            if kind in crossings:
                segments = [_middle(segments)]
            for toward in border.toward.get(kind, ("",)):
                centre = area_map.areas[toward].label if toward else None
                for number, (a, b) in enumerate(segments):
                    name = f"{kind}:{border.key}:{toward}{number}"
                    yield EdgeView(name, kind, a, b, centre)


def _middle(segments: list[tuple[Point, Point]]) -> tuple[Point, Point]:
    """Return the segment in which half the length of a line is reached."""
    lengths = [((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5 for a, b in segments]
    left = sum(lengths) / 2
    for segment, length in zip(segments, lengths, strict=True):
        left -= length
        if left <= 0:
            return segment
    return segments[-1]


def _bounds(area_map: AreaMap, margin: float) -> tuple[float, float, float, float]:
    points = [point for area in area_map.areas.values() for point in area.polygon]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)
