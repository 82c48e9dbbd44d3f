"""Straight runs over a table: where a base can go, what stops it, what the ground costs.

A run is one leg of a move: from the base's place in a direction, with some heading. A fan of runs, each
judged as it is alone, tells the whole region that a base can reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, inf, isfinite, sin

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import STRtree

from grognard.engines.core.board.plane import passage, shrunk
from grognard.engines.core.board.tabletop import EPS, Base, Bases, Floats, Pose
from grognard.engines.core.data.frozen import record

ROUNDED = 0.002
"""In cm: what rounding two poses to thousandths may bring their bases nearer to each other by."""


@record
class Run:
    """One straight leg: `direction` and `heading` in radians, `length` in cm."""

    base: Base
    direction: float
    heading: float
    length: float

    def meeting(self, others: Bases) -> tuple[float, int]:
        """Return how far it goes until one of `others` bars it, and which one.

        It ends base to base, not more than twice the tolerance before the two would overlap, and so
        that they do not overlap when the place is rounded. Infinite and -1 where nothing would be overlapped
        on the run; what is left behind at once is not in its way.
        """
        near = self.near(others)
        found = self._overlapped(others, near)
        first = min(found, default=inf)
        if first >= self.length:
            return inf, -1
        which, sure = near[found.index(first)], 2 * self.base.eps - ROUNDED
        ((at, _),) = self.passing(others, [which], -sure)
        return max(at - sure, 0.0), which

    def touching(self, others: Bases) -> dict[int, tuple[float, float]]:
        """Return when it comes within the tolerance of some of `others`, and when it would overlap them.

        Those are left out whom it never would overlap, however far it went: bases that only brush past
        each other do not meet.
        """
        near = self.near(others)
        over = {
            index: at
            for index, at in zip(near, self._overlapped(others, near), strict=True)
            if isfinite(at)
        }
        touch = self.passing(others, over, self.base.eps)
        return {
            index: (enter, at) for (index, at), (enter, _) in zip(over.items(), touch, strict=True)
        }

    def _overlapped(self, others: Bases, near: Iterable[int]) -> list[float]:
        """When it begins to overlap others, 0 where it does so from the start."""
        left = self.base.eps
        return [
            inf if leave <= left else max(enter, 0.0) for enter, leave in self.passing(others, near)
        ]

    def passing(
        self, others: Bases, near: Iterable[int], gap: float | None = None
    ) -> list[tuple[float, float]]:
        """Return from where to where on the run it is nearer than `gap` to some of `others`.

        In cm, infinite where it never is, however long the run is. Nearer than minus twice the tolerance
        (None) is overlapping: once for each of the two bases, as everywhere.
        """
        grow = -self.base.eps if gap is None else gap / 2
        (x, y), heading = self.base.centre, self.heading
        deep, wide = self.base.depth / 2 + grow, self.base.width / 2 + grow
        own = (x, y, cos(heading), sin(heading), deep, wide)
        ux, uy = cos(self.direction), sin(self.direction)
        return [passage(own, ux, uy, shrunk(others.items[i].rect, -grow)) for i in near]

    def near(self, others: Bases) -> list[int]:
        """Return the bases near enough for it to meet them at all."""
        x, y = self.base.centre
        own = hypot(self.base.depth, self.base.width) / 2
        most = self.length + own + 2 * self.base.eps
        return [
            index
            for index, (rect, half) in enumerate(others.slim)
            if hypot(rect[0] - x, rect[1] - y) <= most + half
        ]


@dataclass(frozen=True, slots=True)
class Runs:
    """Straight legs from one centre: `directions`, `headings` in radians (k,), `lengths` in cm."""

    base: Base
    directions: Floats
    headings: Floats
    lengths: Floats

    def __len__(self) -> int:
        return len(self.directions)

    def ends(self, lengths: Floats | None = None) -> Floats:
        """Return where the centre comes to: (k, 2)."""
        run = self.lengths if lengths is None else lengths
        unit = np.stack((np.cos(self.directions), np.sin(self.directions)), axis=-1)
        return np.array(self.base.centre) + unit * run[:, None]

    def lines(self) -> NDArray[np.object_]:
        """Return the paths of the centre."""
        start = np.broadcast_to(np.array(self.base.centre), (len(self), 2))
        return np.asarray(shapely.linestrings(np.stack((start, self.ends()), axis=1)))

    def pose(self, row: int, length: float) -> Pose:
        """Return the pose at the end of one run."""
        unit = (np.cos(self.directions[row]), np.sin(self.directions[row]))
        x, y = self.base.centre
        heading = float(np.degrees(self.headings[row]))
        return Pose.of(x + length * float(unit[0]), y + length * float(unit[1]), heading)

    def __iter__(self) -> Iterator[Run]:
        each = (self.directions.tolist(), self.headings.tolist(), self.lengths.tolist())
        for direction, heading, length in zip(*each, strict=True):
            yield Run(self.base, direction, heading, length)

    def meeting(self, others: Bases) -> tuple[Floats, NDArray[np.intp]]:
        """Return how far each run goes until one of `others` bars it, and which one: (k,), (k,)."""
        found = [run.meeting(others) for run in self]
        return np.array([at for at, _ in found]), np.array([who for _, who in found], dtype=np.intp)

    def touching(self, others: Bases) -> tuple[Floats, Floats]:
        """Return when each run comes within the tolerance of each of `others`, and when it would overlap it.

        Two (k, n) arrays in cm, infinite for whom it never would overlap.
        """
        touch, over = (np.full((len(self), len(others)), inf) for _ in range(2))
        for row, run in enumerate(self):
            for index, (at, then) in run.touching(others).items():
                touch[row, index], over[row, index] = at, then
        return touch, over


def crossings(
    lines: NDArray[np.object_], polygons: NDArray[np.object_], tree: STRtree
) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats, Floats]:
    """Return the stretches of straight lines inside polygons.

    Four arrays: row of the line, index of the polygon, where the stretch begins and where it ends,
    in cm along the line; sorted by line, then by beginning.
    """
    rows, which = tree.query(lines, predicate="intersects")
    parts = shapely.intersection(lines[rows], polygons[which])
    pieces, back = shapely.get_parts(parts, return_index=True)
    # A line of no length leaves an empty one behind.
    linear = (shapely.get_type_id(pieces) == shapely.GeometryType.LINESTRING) & ~shapely.is_empty(
        pieces
    )
    pieces, back = pieces[linear], back[linear]
    rows, which = rows[back], which[back]
    first = shapely.get_point(lines[rows], 0)
    begin = shapely.distance(first, shapely.get_point(pieces, 0))
    end = shapely.distance(first, shapely.get_point(pieces, -1))
    low, high = np.minimum(begin, end), np.maximum(begin, end)
    order = np.lexsort((which, low, rows))
    return rows[order], which[order], low[order], high[order]


@record
class Stretch:
    """A part of a path: from `begin` to `end` cm, over the patches with these indices."""

    begin: float
    end: float
    patches: tuple[int, ...]


def stretches(
    count: int,
    lengths: Floats,
    found: tuple[NDArray[np.intp], NDArray[np.intp], Floats, Floats],
) -> list[list[Stretch]]:
    """Cut each of `count` straight lines where it enters or leaves a patch.

    `found` is what `crossings` returned. Every line comes out whole: open ground has no patches.
    """
    rows, which, low, high = found
    starts = np.searchsorted(rows, np.arange(count + 1))
    result: list[list[Stretch]] = []
    for row in range(count):
        part = slice(int(starts[row]), int(starts[row + 1]))
        inside = list(
            zip(which[part].tolist(), low[part].tolist(), high[part].tolist(), strict=True)
        )
        result.append(_cut(float(lengths[row]), inside))
    return result


def _cut(length: float, inside: Sequence[tuple[int, float, float]]) -> list[Stretch]:
    cuts = {0.0, length}
    for _, low, high in inside:
        cuts.update((min(low, length), min(high, length)))
    points = sorted(cuts)
    found: list[Stretch] = []
    for begin, end in pairwise(points):
        if end - begin <= EPS / 10:
            continue
        mid = (begin + end) / 2
        over = tuple(index for index, low, high in inside if low < mid < high)
        if found and found[-1].patches == over:
            found[-1] = Stretch(found[-1].begin, end, over)
        else:
            found.append(Stretch(begin, end, over))
    return found


def region(runs: Runs, reached: Floats) -> shapely.Geometry:
    """Return the area of the centres that a fan of runs reaches, as a polygon to draw.

    `runs` must be sorted by direction; `reached` is how far each of them came, in cm.
    """
    ends = runs.ends(reached)
    if len(ends) < 3:
        return shapely.Point(runs.base.centre)
    return shapely.make_valid(shapely.Polygon(ends))
