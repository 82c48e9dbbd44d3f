"""[D.1.obstacles] [D.2.restricted] What stands in a line of fire, and what hides its target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import hypot, inf

import numpy as np
import shapely
from numpy.typing import NDArray

from grognard.engines.core.board.plane import Point, meet
from grognard.engines.core.board.runs import crossings
from grognard.engines.core.board.sightlines import Corridor
from grognard.engines.core.board.tabletop import EPS, Base, Floats, Segment
from grognard.engines.core.play.memo import kept
from grognard.engines.risorgimento.field.footprint import Crowd, everyone
from grognard.engines.risorgimento.ground.ground import level_at
from grognard.engines.risorgimento.map.tabletop import TableTop
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import lengths, rows

Rows = NDArray[np.intp]
Flags = NDArray[np.bool_]
Bounds = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Block:
    """Why a corridor is no line of fire: the rule and the units and patches that it names."""

    rule: str
    where: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """[D.1.obstacles] [D.2.restricted] The patches that block fire or limit sight, as arrays.

    `index` are places in the table's patches; `hills` block but do not hide; `blocks` which ones
    block; `limits` the sight inside in cm, infinite where it is not limited. `bounds` are the least and
    the greatest x and y of each.
    """

    index: Rows
    shapes: NDArray[np.object_]
    tree: shapely.STRtree
    hills: Flags
    blocks: Flags
    limits: Floats
    bounds: tuple[Bounds, ...]

    def near(self, bounds: Bounds) -> list[int]:
        """Return the patches that what lies within some bounds could meet, in order."""
        left, low, right, high = bounds
        return [
            place
            for place, (a, b, c, d) in enumerate(self.bounds)
            if a <= right and c >= left and b <= high and d >= low
        ]


@kept(16)
def cover_of(table: TableTop) -> Cover:
    """Return the obstacles and hiding ground of a table."""
    found = []
    for place, patch in enumerate(table.patches):
        row = rows("terrain")[patch.terrain]
        seen = sight(patch.terrain, table.scale)
        limit = seen if seen < lengths(table.scale)["visibility_cm"] else np.inf
        if row["blocks"] == "yes" or np.isfinite(limit):
            found.append((place, row["kind"] == "uphill", row["blocks"] == "yes", limit))
    index = np.array([place for place, *_ in found], dtype=np.intp)
    shapes = table.shapes[index]
    return Cover(
        index,
        shapes,
        shapely.STRtree(shapes),
        np.array([hill for _, hill, _, _ in found], dtype=bool),
        np.array([blocks for _, _, blocks, _ in found], dtype=bool),
        np.array([limit for *_, limit in found], dtype=np.float64),
        tuple((a, b, c, d) for a, b, c, d in shapely.bounds(shapes).tolist()),
    )


def stands_in(table: TableTop, stand: Base, patch: int) -> bool:
    """[D.1.obstacles] Whether a base stands in a patch of the cover.

    In woods, villages and farms with any part of it, on a hill with its centre (geo.level).
    """
    cover = cover_of(table)
    own = shapely.Point(stand.centre) if cover.hills[patch] else stand.eroded
    return bool(shapely.intersects(own, cover.shapes[patch]))


def _one_who_moves(shooters: Sequence[str], marks: Crowd) -> set[str]:
    """Return the only mark and the only shooter: neither is an obstacle to its own lines.

    The one target of opportunity fire moves, as does one who looks for a place to fire from; without it
    the others stand as they did a step ago.
    """
    alone = (set(marks.ids), set(shooters))
    return {uid for ids in alone if len(ids) == 1 for uid in ids}


class View:
    """What stands between some shooters, each with its base and in the order of the corridors, and some marks."""

    def __init__(
        self, setup: Setup, state: State, shooters: Sequence[tuple[str, Base]], marks: Crowd
    ) -> None:
        self.setup, self.shooters, self.marks = setup, shooters, marks
        self.units = everyone(setup, state, but=_one_who_moves([uid for uid, _ in shooters], marks))
        self.cover = cover_of(setup.table)

    def low(self, found: Corridor) -> int:
        """[geo.level] Return the level that the shooter of a corridor stands on."""
        return level_of(self.setup, self.shooters[found.shooter][1])

    def high(self, found: Corridor) -> int:
        """[geo.level] Return the level that the target of a corridor stands on."""
        return level_of(self.setup, self.marks.items[found.target])

    def _stood_in(self, found: Corridor, patch: int) -> bool:
        """Whether the shooter or the target of a corridor stands in a patch."""
        both = self.shooters[found.shooter][1], self.marks.items[found.target]
        return any(stands_in(self.setup.table, stand, patch) for stand in both)

    def blocked(self, found: Corridor) -> tuple[list[int], bool]:
        """[geo.lof] Return which obstacles block a corridor: units, then patches; and whether any is seen over."""
        slim = found.slim
        barring = self._barring(found, slim) if slim else []
        if not barring or self.low(found) == self.high(found):
            return [what for what, _ in barring], False
        blocks = [
            what
            for what, shape in barring
            if not _is_seen_over(found, slim, shape, self.target(found))
        ]
        return blocks, len(blocks) < len(barring)

    def _barring(
        self, found: Corridor, slim: Sequence[Point]
    ) -> list[tuple[int, shapely.Geometry]]:
        """What stands in a corridor, seen over or not."""
        met = (*self._units_in(found, slim), *self._ground_in(found, slim))
        return [(what, shape) for what, shape in met if not self._own(found, what)]

    def is_clear(self, found: Corridor) -> tuple[bool, bool]:
        """[geo.lof] Whether nothing blocks a corridor; and whether something is seen over."""
        slim = found.slim
        if slim and self.low(found) == self.high(found):
            # On one level any unit in it will do: nothing is seen over, and the ground costs more to ask.
            units = (what for what, _ in self._units_in(found, slim))
            if any(not self._own(found, what) for what in units):
                return False, False
            ground = (what for what, _ in self._ground_in(found, slim))
            return not any(not self._own(found, what) for what in ground), False
        blocks, over = self.blocked(found)
        return not blocks, over

    def target(self, found: Corridor) -> Base:
        """Return the base that a corridor runs to."""
        return self.marks.items[found.target]

    def _units_in(
        self, found: Corridor, slim: Sequence[Point]
    ) -> Iterator[tuple[int, shapely.Geometry]]:
        """The units that stand in a corridor, those that lie farther aside than both are wide not looked at."""
        (x, y), (u, v) = found.middle
        (a, b), (c, d) = found.quad[0], found.quad[3]
        long, half = hypot(u - x, v - y), hypot(c - a, d - b) / 2
        ux, uy = ((u - x) / long, (v - y) / long) if long > 0.0 else (0.0, 0.0)
        left, low, right, high = found.bounds
        for place, (rect, wide) in enumerate(self.units.slim):
            p, q = rect[0], rect[1]
            if (
                left - wide <= p <= right + wide
                and low - wide <= q <= high + wide
                and abs((p - x) * uy - (q - y) * ux) <= 2 * half + wide
                and meet(slim, self.units.items[place].corners)
            ):
                yield place, self.units.items[place].polygon

    def _ground_in(
        self, found: Corridor, slim: Sequence[Point]
    ) -> Iterator[tuple[int, shapely.Geometry]]:
        """The patches that block fire and lie in a corridor."""
        cover, count = self.cover, len(self.units)
        near = [patch for patch in cover.near(found.bounds) if cover.blocks[patch]]
        corridor = shapely.polygons(slim) if near else None
        for patch in near:
            if shapely.intersects(corridor, cover.shapes[patch]):
                yield count + patch, cover.shapes[patch]

    def _own(self, found: Corridor, what: int) -> bool:
        """[D.1.obstacles] Whether an obstacle is none: shooter and target themselves, and what they stand in."""
        count = len(self.units)
        if what >= count:
            return self._stood_in(found, what - count)
        party = self.shooters[found.shooter][0], self.marks.ids[found.target]
        return self.units.ids[what] in party

    def hidden(self, found: Corridor) -> list[int]:
        """[geo.visibility] Return the hiding ground that a corridor runs too far through."""
        inside: dict[float, list[tuple[int, float, float]]] = {}
        for patch, low, high in self._stretches(found):
            inside.setdefault(float(self.cover.limits[patch]), []).append((patch, low, high))
        # What hides is told in the order in which the line comes to it.
        far = [
            stretch
            for limit, stretches in inside.items()
            if _length_of(stretches) > limit + found.eps
            for stretch in stretches
        ]
        return [patch for patch, *_ in sorted(far, key=lambda stretch: (stretch[1], stretch[0]))]

    def _stretches(self, found: Corridor) -> list[tuple[int, float, float]]:
        """The stretches of the middle line inside ground that limits sight."""
        return [
            (patch, low, high)
            for patch, low, high in _inside(self.cover, found.middle)
            if not self.cover.blocks[patch] or self._stood_in(found, patch)
        ]

    def unseen(self, line: Corridor) -> Block | None:
        """[geo.visibility] Judge one sight line without breadth by the ground alone."""
        cover = self.cover
        path = shapely.LineString(line.middle)
        patch = np.sort(cover.tree.query(path, predicate="intersects"))
        within = shapely.length(shapely.intersection(cover.shapes[patch], path)) > EPS
        blocking = patch[within & cover.blocks[patch]].tolist()
        names = tuple(self.patch(i) for i in blocking if not self._stood_in(line, i))
        if names:
            return Block("D.1.obstacles", names)
        hiding = self.hidden(line)
        if hiding:
            return Block("D.2.restricted", tuple(dict.fromkeys(self.patch(i) for i in hiding)))
        return None

    def names(self, what: Sequence[int]) -> tuple[str, ...]:
        """Return the ids of obstacles as `blocked` numbers them."""
        count = len(self.units)
        return tuple(
            self.units.ids[i] if i < count else self.patch(i - count) for i in dict.fromkeys(what)
        )

    def patch(self, index: int) -> str:
        """Return the id of a patch of the cover."""
        return self.setup.table.patches[int(self.cover.index[index])].id


def _is_seen_over(
    found: Corridor, slim: Sequence[Point], obstacle: shapely.Geometry, target: Base
) -> bool:
    """[geo.level_obstacle] [D.1.levels] Between levels an obstacle nearer to the firer is none."""
    part = shapely.intersection(shapely.polygons(slim), obstacle)
    near = shapely.distance(shapely.LineString((found.quad[0], found.quad[3])), part)
    far = shapely.distance(target.polygon, part)
    return bool(far > near + found.eps)


def _inside(cover: Cover, line: Segment) -> list[tuple[int, float, float]]:
    """[D.2.restricted] Return where a line runs inside ground that limits sight, as it comes to it."""
    (a, b), (c, d) = line
    if hypot(c - a, d - b) <= EPS:
        return []
    near = cover.near((min(a, c), min(b, d), max(a, c), max(b, d)))
    if all(cover.limits[patch] == inf for patch in near):
        return []
    path = np.array([shapely.LineString(line)])
    _, which, low, high = crossings(path, cover.shapes, cover.tree)
    found = zip(which.tolist(), low.tolist(), high.tolist(), strict=True)
    return [stretch for stretch in found if cover.limits[stretch[0]] != inf]


def _length_of(stretches: Sequence[tuple[int, float, float]]) -> float:
    """[D.2.restricted] Return the whole length of stretches: ground that overlaps counts once."""
    total, end = 0.0, -inf
    for _, low, high in stretches:
        total += max(0.0, high - max(low, end))
        end = max(end, high)
    return total


def level_of(setup: Setup, stand: Base) -> int:
    """[geo.level] Return the level a base stands on."""
    return level_at(setup.table, stand.centre)


@cache
def sight(terrain: str, scale: int = 1) -> float:
    """[D.2.restricted] Return how far one sees through a kind of ground in cm."""
    return scale * float(rows("terrain")[terrain]["sight"])
