"""[D.1.obstacles] [D.2.restricted] What stands in a line of fire, and what hides its target."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import shapely
from numpy.typing import NDArray

from grognard.engines.core.board.runs import crossings
from grognard.engines.core.board.sightlines import Corridors, blockers
from grognard.engines.core.board.tabletop import EPS, Bases, Floats
from grognard.engines.core.play.memo import kept
from grognard.engines.risorgimento.field.footprint import Crowd, everyone
from grognard.engines.risorgimento.ground.ground import level_at
from grognard.engines.risorgimento.map.tabletop import TableTop
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import lengths, rows

Rows = NDArray[np.intp]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Block:
    """Why a corridor is no line of fire: the rule and the units and patches that it names."""

    rule: str
    where: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """[D.1.obstacles] [D.2.restricted] The patches that block fire or limit sight, as arrays.

    `index` are places in the table's patches; `hills` block but do not hide; `blocks` which ones
    block; `limits` the sight inside in cm, infinite where it is not limited.
    """

    index: Rows
    shapes: NDArray[np.object_]
    tree: shapely.STRtree
    hills: Flags
    blocks: Flags
    limits: Floats


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
    )


@kept(64)
def _obstacles(table: TableTop, units: Crowd) -> tuple[NDArray[np.object_], shapely.STRtree]:
    """[D.1.obstacles] All units, then all ground that blocks or hides, with an index of them."""
    shapes = np.concatenate((units.polygons, cover_of(table).shapes))
    return shapes, shapely.STRtree(shapes)


@kept(64)
def _standing(table: TableTop, bases: Bases) -> Rows:
    """[D.1.obstacles] Return base * patches + patch for each patch a base stands in.

    In woods, villages and farms with any part of it, on a hill with its centre (geo.level).
    """
    cover = cover_of(table)
    count, found = len(cover.index), []
    for shapes, hill in ((bases.eroded, False), (shapely.points(bases.centres), True)):
        base_rows, patch = cover.tree.query(shapes, predicate="intersects")
        kept = cover.hills[patch] == hill
        found.append(base_rows[kept] * count + patch[kept])
    return np.concatenate(found).astype(np.intp)


def _one_who_moves(shooters: Crowd, marks: Crowd) -> set[str]:
    """Return the only mark and the only shooter: neither is an obstacle to its own lines.

    The one target of opportunity fire moves, as does one who looks for a place to fire from; without it
    the others stand as they did a step ago.
    """
    alone = (set(marks.ids), set(shooters.ids))
    return {uid for ids in alone if len(ids) == 1 for uid in ids}


class View:
    """What stands between some shooters and some marks."""

    def __init__(self, setup: Setup, state: State, shooters: Crowd, marks: Crowd) -> None:
        self.setup, self.marks = setup, marks
        self.units = everyone(setup, state, but=_one_who_moves(shooters, marks))
        self.cover = cover_of(setup.table)
        place = {uid: index for index, uid in enumerate(self.units.ids)}
        self.own = np.array([place.get(uid, -1) for uid in shooters.ids], dtype=np.intp)
        self.theirs = np.array([place.get(uid, -1) for uid in marks.ids], dtype=np.intp)
        self.low = np.array([level_of(setup, shooters, i) for i in range(len(shooters.ids))])
        self.high = np.array([level_of(setup, marks, i) for i in range(len(marks))])
        self.seen_over = np.zeros(0, dtype=np.intp)
        self.mine = _standing(setup.table, shooters)
        self.its = _standing(setup.table, marks)

    def _stood_in(self, found: Corridors, line: Rows, patch: Rows) -> Flags:
        """Whether the shooter or the target of a corridor stands in a patch."""
        count = len(self.cover.index)
        inside = np.isin(found.shooter[line] * count + patch, self.mine)
        stood: Flags = inside | np.isin(found.target[line] * count + patch, self.its)
        return stood

    def blocked(self, found: Corridors) -> tuple[Rows, Rows]:
        """[geo.lof] Return which corridors are blocked, and by which obstacle: units, then patches."""
        if not len(found):
            return np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.intp)
        shapes, tree = _obstacles(self.setup.table, self.units)
        line, what = blockers(found, shapes, tree)
        count = len(self.units)
        unit = what < count
        party = (what == self.own[found.shooter[line]]) | (what == self.theirs[found.target[line]])
        patch = np.where(unit, 0, what - count)
        ground = ~unit
        if len(self.cover.index):
            ground &= self.cover.blocks[patch] & ~self._stood_in(found, line, patch)
        kept = (unit & ~party) | ground
        line, what = line[kept], what[kept]
        over = self._seen_over(found, line, shapes[what])
        self.seen_over = line[over]
        return line[~over], what[~over]

    def _seen_over(self, found: Corridors, line: Rows, shapes: NDArray[np.object_]) -> Flags:
        """[geo.level_obstacle] [D.1.levels] Between levels an obstacle nearer to the firer is none."""
        s, t = found.shooter[line], found.target[line]
        over: Flags = self.low[s] != self.high[t]
        if not over.any():
            return over
        rows_ = np.nonzero(over)[0]
        part = shapely.intersection(found.polygons()[line[rows_]], shapes[rows_])
        edges = shapely.linestrings(found.quads[line[rows_]][:, [0, 3]])
        near = shapely.distance(edges, part)
        far = shapely.distance(self.marks.polygons[t[rows_]], part)
        over[rows_] = far > near + found.eps[line[rows_]]
        return over

    def hidden(self, found: Corridors) -> tuple[Flags, list[tuple[int, int]]]:
        """[geo.visibility] Return which corridors run too far through hiding ground, and through what.

        The second answer lists (corridor, patch) for each stretch of the hidden ones.
        """
        out = np.zeros(len(found), dtype=bool)
        if not len(found) or not len(self.cover.index):
            return out, []
        line, patch, low, high = self._stretches(found)
        if not len(line):
            return out, []
        limits = self.cover.limits[patch]
        totals, key = _union_lengths(line, limits, low, high)
        too_far = totals > limits + found.eps[line]
        out[line[too_far]] = True
        bad = np.isin(key, key[too_far])
        return out, list(zip(line[bad].tolist(), patch[bad].tolist(), strict=True))

    def _stretches(self, found: Corridors) -> tuple[Rows, Rows, Floats, Floats]:
        """The stretches of the middle lines inside ground that limits sight."""
        ends = found.middles
        long = np.nonzero(np.hypot(*(ends[:, 1] - ends[:, 0]).T) > EPS)[0]
        paths = np.asarray(shapely.linestrings(ends[long]))
        line, patch, low, high = crossings(paths, self.cover.shapes, self.cover.tree)
        line = long[line]
        counts = np.isfinite(self.cover.limits[patch])
        counts &= ~self.cover.blocks[patch] | self._stood_in(found, line, patch)
        return line[counts], patch[counts], low[counts], high[counts]

    def unseen(self, line: Corridors) -> Block | None:
        """[geo.visibility] Judge one sight line without breadth by the ground alone."""
        cover = self.cover
        path = shapely.LineString(line.middles[0])
        patch = np.sort(cover.tree.query(path, predicate="intersects"))
        within = shapely.length(shapely.intersection(cover.shapes[patch], path)) > EPS
        patch = patch[within & cover.blocks[patch]]
        patch = patch[~self._stood_in(line, np.zeros(len(patch), dtype=np.intp), patch)]
        if len(patch):
            return Block("D.1.obstacles", tuple(self.patch(i) for i in patch.tolist()))
        hidden, through = self.hidden(line)
        if hidden.any():
            return Block("D.2.restricted", tuple(dict.fromkeys(self.patch(i) for _, i in through)))
        return None

    def names(self, what: Rows) -> tuple[str, ...]:
        """Return the ids of obstacles as `blocked` numbers them."""
        count = len(self.units)
        return tuple(
            self.units.ids[i] if i < count else self.patch(i - count)
            for i in dict.fromkeys(what.tolist())
        )

    def patch(self, index: int) -> str:
        """Return the id of a patch of the cover."""
        return self.setup.table.patches[int(self.cover.index[index])].id


def _union_lengths(line: Rows, limits: Floats, low: Floats, high: Floats) -> tuple[Floats, Rows]:
    """[D.2.restricted] Return for each stretch the whole length of its line in ground of its class.

    Ground of one class that overlaps counts once. Also a key of line and class for each stretch.
    """
    _, kinds = np.unique(limits, return_inverse=True)
    key = line * (int(kinds.max()) + 1) + kinds
    order = np.lexsort((low, key))
    key_, low_, high_ = key[order], low[order], high[order]
    # Classes are set far apart, so that one running maximum serves all of them.
    apart = (np.cumsum(np.r_[0, np.diff(key_) != 0])) * (float(high.max()) + 1.0) * 2
    ends = np.maximum.accumulate(high_ + apart)
    before = np.r_[-np.inf, ends[:-1]] - apart
    fresh = np.clip(high_ - np.maximum(low_, before), 0.0, None)
    sums = np.bincount(key, weights=fresh[np.argsort(order)])
    found: Floats = sums[key]
    return found, key.astype(np.intp)


def level_of(setup: Setup, bases: Bases, index: int) -> int:
    """[geo.level] Return the level one of some bases stands on."""
    return level_at(setup.table, bases.items[index].centre)


@cache
def sight(terrain: str, scale: int = 1) -> float:
    """[D.2.restricted] Return how far one sees through a kind of ground in cm."""
    return scale * float(rows("terrain")[terrain]["sight"])
