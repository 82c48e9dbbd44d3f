"""[D.1] [F.1] [geo.lof] Lines of fire: from which edge, how far, what stands in them, what hides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

import numpy as np
import shapely
from numpy.typing import NDArray

from engines.core.runs import crossings
from engines.core.sightlines import (
    FULL,
    LEFT_FLANK,
    LEFT_HALF,
    RIGHT_FLANK,
    RIGHT_HALF,
    SQUARE_SIDES,
    TINY,
    VARIANTS,
    Corridors,
    blockers,
    corridors,
    enfilade_share,
    firing_edges,
    in_cone,
)
from engines.core.tabletop import EPS, Base, Bases, Floats, Point
from engines.risorgimento.footprint import Crowd, base, crowd, everyone
from engines.risorgimento.ground import level_at
from engines.risorgimento.setup import Setup, TableTop
from engines.risorgimento.state import SQUARE, State
from engines.risorgimento.tables import footprint, lengths, number, ranges, rows, sight

GUNS, FIRE, REACTION = "D", "F", "reaction"
"""Whose rules a line follows: artillery in phase D, all other fire, a cavalry reaction."""
FRONTS = (FULL, LEFT_HALF, RIGHT_HALF)
Rows = NDArray[np.intp]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Line:
    """[geo.lof] A valid line of fire.

    `mark` is the index of the target among those asked about; `variant` one of VARIANTS, `side` the
    edge of a square that fires, "" otherwise; `range` in cm and its `band`; `above` that the target
    stands above the firer, `over` that an obstacle is seen over (D.1.levels); `quad` the corridor P,
    P-end, Q-end, Q and `middle` its middle line, in cm.
    """

    shooter: str
    target: str
    mark: int
    variant: int
    side: str
    range: float
    band: str
    enfilade: bool
    above: bool
    over: bool
    quad: tuple[Point, ...]
    middle: tuple[Point, Point]

    @property
    def name(self) -> str:
        """The firing edge in words."""
        return f"{self.side} of the square" if self.side else VARIANTS[self.variant]


@dataclass(frozen=True, slots=True)
class Block:
    """Why a corridor is no line of fire: the rule and the units and patches that it names."""

    rule: str
    where: tuple[str, ...]


class Stands:
    """The shooters as firing bases, one a row; a square is four of them, each with its own front."""

    def __init__(self, setup: Setup, state: State, uids: Sequence[str]) -> None:
        ids: list[str] = []
        sides: list[str] = []
        bases: list[Base] = []
        for uid in uids:
            stand = base(setup, state.units[uid])
            square = state.units[uid].formation == SQUARE
            for turn, side in enumerate(SQUARE_SIDES if square else ("",)):
                ids.append(uid)
                sides.append(side)
                bases.append(_turned(stand, turn))
        self.ids, self.sides, self.bases = tuple(ids), tuple(sides), Bases(bases)
        self.whole = Bases(base(setup, state.units[uid]) for uid in ids)
        self.guns = np.array([setup.types[uid].arm == "artillery" for uid in ids], dtype=bool)
        self.squares = np.array([bool(side) for side in sides], dtype=bool)
        self.order = np.array([list(uids).index(uid) for uid in ids], dtype=np.intp)


def _turned(stand: Base, quarters: int) -> Base:
    """[geo.square_fire] The base seen from one of its edges, that edge being its front."""
    width, depth = (stand.depth, stand.width) if quarters % 2 else (stand.width, stand.depth)
    return Base(stand.pose.turned(-90.0 * quarters), width, depth)


def visibility(setup: Setup, state: State) -> float:
    """[D.2.open] [D.2.weather] Return how far one sees in the open this turn, in cm."""
    found = setup.cm["visibility_cm"]
    for turn, cm in setup.visibility:
        if turn <= state.turn:
            found = cm
    return found


def marks_of(setup: Setup, state: State, uids: Sequence[str]) -> Crowd:
    """Return units where they stand as targets."""
    return crowd(setup, state, uids)


# -- valid lines -------------------------------------------------------------------------------


def lines(
    setup: Setup, state: State, shooters: Sequence[str], marks: Crowd, purpose: str
) -> dict[tuple[str, int], list[Line]]:
    """[geo.lof] Return all valid lines of fire, by shooter and index of the mark.

    The best line of a pair comes first (F.1.best); a square may have one for each of its sides.
    """
    if not shooters or not len(marks):
        return {}
    stands = Stands(setup, state, shooters)
    found = _reaching(setup, state, stands, marks, purpose)
    if not len(found):
        return {}
    view = _View(setup, state, stands, marks)
    clear, over = np.ones(len(found), dtype=bool), np.zeros(len(found), dtype=bool)
    clear[view.blocked(found)[0]] = False
    over[view.seen_over] = True
    found, over = found.only(clear), over[clear]
    seen = ~view.hidden(found)[0]
    return _best(setup, state, stands, marks, found.only(seen), over[seen])


def _reaching(  # noqa: PLR0913 - who, at whom, how
    setup: Setup, state: State, stands: Stands, marks: Crowd, purpose: str, *, far: bool = False
) -> Corridors:
    """[geo.lof] Return the corridors that arc and range allow; `far`: whatever the range."""
    longest = _longest(setup, state, stands, purpose)
    if far:
        longest = np.full(len(longest), sum(setup.table.size))
    gaps = marks.centres[None, :, :] - stands.bases.centres[:, None, :]
    breadth = hypot(*footprint("formed", setup.scale)) + 4 * EPS  # the half diagonals of two bases
    near = np.hypot(gaps[..., 0], gaps[..., 1]) <= longest[:, None] + breadth
    s, t = np.nonzero(near)
    pairs = np.stack((s, t), axis=1)
    guns = stands.guns[s] & (purpose != REACTION)
    if guns.any():
        cone = np.ones(len(pairs), dtype=bool)
        cone[guns] = in_cone(stands.bases, marks, pairs[guns], number("cone_half"))
        pairs, guns = pairs[cone], guns[cone]
    limit = number("reaction_arc" if purpose == REACTION else "arc_half")
    allowed = _allowed(stands, purpose)
    variants = (
        np.nonzero(allowed[pairs[:, 0]].any(axis=0))[0]
        if len(pairs)
        else np.zeros(0, dtype=np.intp)
    )
    found = corridors(stands.bases, marks, pairs, variants, limit, longest)
    return found.only(allowed[found.shooter, found.variant])


def _allowed(stands: Stands, purpose: str) -> Flags:
    """[F.1.best] [D.1.lof] [geo.square_fire] Return which variants each stand may fire from: (n, 5)."""
    allowed = np.zeros((len(stands.ids), len(VARIANTS)), dtype=bool)
    allowed[:, FULL] = True
    halves = ~stands.squares & ((purpose != GUNS) | ~stands.guns)
    allowed[halves, LEFT_HALF] = allowed[halves, RIGHT_HALF] = True
    if purpose == FIRE:
        formed = ~stands.squares & ~stands.guns
        allowed[formed, LEFT_FLANK] = allowed[formed, RIGHT_FLANK] = True
    return allowed


def _longest(setup: Setup, state: State, stands: Stands, purpose: str) -> Floats:
    """[geo.range] [D.2.open] How far each stand can fire: its weapon's long range, or what it sees."""
    seen = visibility(setup, state)
    if purpose == REACTION:
        return np.full(len(stands.ids), seen)
    kinds = [setup.types[uid] for uid in stands.ids]
    reach = [ranges(kind.weapon, kind.scale) for kind in kinds]
    return np.array([min(seen, r.long) if r else -1.0 for r in reach], dtype=np.float64)


def _best(  # noqa: PLR0913 - who, at whom, and the corridors found
    setup: Setup, state: State, stands: Stands, marks: Crowd, found: Corridors, over: Flags
) -> dict[tuple[str, int], list[Line]]:
    """[F.1.best] Return the lines in the order in which they are preferred, one a stand."""
    order = np.lexsort((found.variant, found.shooter, found.target))
    found, over = found.only(order), over[order]
    new = np.ones(len(found), dtype=bool)
    new[1:] = (np.diff(found.shooter) != 0) | (np.diff(found.target) != 0)
    found, over = found.only(new), over[new]
    flanked = _enfilades(state, stands, marks, found)
    answer: dict[tuple[str, int], list[Line]] = {}
    for row in range(len(found)):
        stand, mark = int(found.shooter[row]), int(found.target[row])
        uid = stands.ids[stand]
        reach, gap = ranges(setup.types[uid].weapon, setup.scale), float(found.ranges[row])
        line = Line(
            uid,
            marks.ids[mark],
            mark,
            int(found.variant[row]),
            stands.sides[stand],
            gap,
            reach.band(gap, EPS + TINY) if reach else "",
            bool(flanked[row]),
            _level(setup, marks, mark) > _level(setup, stands.whole, stand),
            bool(over[row]),
            tuple((float(x), float(y)) for x, y in found.quads[row]),
            _segment(found.middles[row]),
        )
        answer.setdefault((uid, mark), []).append(line)
    return answer


def _segment(ends: Floats) -> tuple[Point, Point]:
    (ax, ay), (bx, by) = ends
    return (float(ax), float(ay)), (float(bx), float(by))


def _level(setup: Setup, bases: Bases, index: int) -> int:
    return level_at(setup.table, bases.items[index].centre)


def _enfilades(state: State, stands: Stands, marks: Crowd, found: Corridors) -> Flags:
    """[geo.enfilade] [F.5.enfilade] Return which lines take their target in enfilade."""
    whole = np.where(np.isin(found.variant, FRONTS), FULL, found.variant)
    edges = firing_edges(stands.bases)[found.shooter, whole]
    t = found.target
    heading = marks.headings[t]
    ahead = np.stack((np.cos(heading), np.sin(heading)), axis=-1)
    front = marks.centres[t] + ahead * marks.halves[t, :1]
    share = enfilade_share(edges, front, heading)
    length = np.hypot(*(edges[:, 1] - edges[:, 0]).T)
    gap = edges.mean(axis=1) - marks.centres[t]
    a = np.einsum("mi,mi->m", gap, ahead)
    b = -gap[:, 0] * ahead[:, 1] + gap[:, 1] * ahead[:, 0]
    # Between flank and rear the diagonals of the target's base are the bound.
    rear = (a < 0) & (np.abs(b) * marks.halves[t, 0] <= np.abs(a) * marks.halves[t, 1])
    exempt = np.array([_no_flank(state, uid) for uid in marks.ids], dtype=bool)
    beyond: Flags = (share * length > length / 2 + EPS) & ~rear & ~exempt[t]
    return beyond


def _no_flank(state: State, uid: str) -> bool:
    """[F.5.enfilade] Squares, routed units and units in a village sector are not enfiladed."""
    unit = state.units[uid]
    return unit.formation == SQUARE or unit.routed or bool(unit.sector)


# -- what stands in the way, what hides --------------------------------------------------------


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


@lru_cache(maxsize=16)
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


@lru_cache(maxsize=64)
def _obstacles(table: TableTop, units: Crowd) -> tuple[NDArray[np.object_], shapely.STRtree]:
    """[D.1.obstacles] All units, then all ground that blocks or hides, with an index of them."""
    shapes = np.concatenate((units.polygons, cover_of(table).shapes))
    return shapes, shapely.STRtree(shapes)


class _View:
    """What stands between some shooters and some marks."""

    def __init__(self, setup: Setup, state: State, stands: Stands, marks: Crowd) -> None:
        self.setup, self.stands, self.marks = setup, stands, marks
        # The one target of opportunity fire moves: without it the others stand as they did a step ago.
        alone = set(marks.ids)
        self.units = everyone(setup, state, but=alone if len(alone) == 1 else ())
        self.cover = cover_of(setup.table)
        place = {uid: index for index, uid in enumerate(self.units.ids)}
        self.own = np.array([place.get(uid, -1) for uid in stands.ids], dtype=np.intp)
        self.theirs = np.array([place.get(uid, -1) for uid in marks.ids], dtype=np.intp)
        self.low = np.array([_level(setup, stands.whole, i) for i in range(len(stands.ids))])
        self.high = np.array([_level(setup, marks, i) for i in range(len(marks))])
        self.seen_over = np.zeros(0, dtype=np.intp)
        self.mine = self._standing(stands.whole)
        self.its = self._standing(marks)

    def _standing(self, bases: Bases) -> Rows:
        """[D.1.obstacles] Return base * patches + patch for each patch a base stands in.

        In woods, villages and farms with any part of it, on a hill with its centre (geo.level).
        """
        cover, count = self.cover, len(self.cover.index)
        found = []
        for shapes, hill in ((bases.eroded, False), (shapely.points(bases.centres), True)):
            base_rows, patch = cover.tree.query(shapes, predicate="intersects")
            kept = cover.hills[patch] == hill
            found.append(base_rows[kept] * count + patch[kept])
        return np.concatenate(found).astype(np.intp)

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
        over[rows_] = far > near + EPS
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
        too_far = totals > limits + EPS
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


# -- why there is none -------------------------------------------------------------------------


def no_line(setup: Setup, state: State, uid: str, marks: Crowd, purpose: str) -> Block | None:
    """[geo.lof] Return why a unit has no line of fire at the first mark, or None if it has one."""
    if lines(setup, state, (uid,), marks, purpose):
        return None
    return what_stops(setup, state, [(uid, 0)], marks, purpose)[0]


def what_stops(
    setup: Setup, state: State, pairs: Sequence[tuple[str, int]], marks: Crowd, purpose: str
) -> list[Block]:
    """[geo.lof] Return why units have no line of fire at marks, pair by pair; they must have none."""
    stands = Stands(setup, state, tuple(dict.fromkeys(uid for uid, _ in pairs)))
    found = _reaching(setup, state, stands, marks, purpose, far=True)
    found = found.only(np.lexsort((found.variant, found.shooter)))
    longest, view = _longest(setup, state, stands, purpose), _View(setup, state, stands, marks)
    within = found.ranges <= longest[found.shooter] + EPS
    shooters = np.array([stands.ids[row] for row in found.shooter.tolist()], dtype=object)
    own = [np.nonzero((shooters == uid) & (found.target == mark))[0] for uid, mark in pairs]
    kept = np.zeros(len(found), dtype=bool)
    kept[[row for rows_ in own for row in rows_.tolist()]] = True
    way = _InTheWay(view, found, kept & within, purpose)
    return [
        _too_far(setup, state, uid, found.ranges[rows_], marks.ids[mark], purpose)
        or way.block(rows_[within[rows_]])
        for (uid, mark), rows_ in zip(pairs, own, strict=True)
    ]


def _too_far(  # noqa: PLR0913 - who, how far off, and whom
    setup: Setup, state: State, uid: str, ranges_: Floats, target: str, purpose: str
) -> Block | None:
    """Name what keeps a unit from drawing a line at all: arc, sight or range."""
    guns = purpose == GUNS or setup.types[uid].arm == "artillery"
    if not len(ranges_):
        return Block("D.1.cone" if guns else "F.1.arc", (uid, target))
    gap, seen = float(ranges_.min()), visibility(setup, state)
    if gap > seen + EPS:
        return Block("D.2.weather" if seen < setup.cm["visibility_cm"] else "D.2.open", (uid,))
    reach = float(_longest(setup, state, Stands(setup, state, (uid,)), purpose).max())
    return Block("geo.range", (uid,)) if gap > reach + EPS else None


class _InTheWay:
    """What is in the way of corridors that nothing else keeps from being lines; `rows_` are theirs."""

    def __init__(self, view: _View, found: Corridors, rows_: Flags, purpose: str) -> None:
        self.view, self.found, self.guns = view, found, purpose == GUNS
        own = np.nonzero(rows_)[0]
        line, self.what = view.blocked(found.only(own))
        self.line = own[line]
        self.free = own[~np.isin(own, self.line)]
        self.hiding = [
            (int(self.free[row]), patch) for row, patch in view.hidden(found.only(self.free))[1]
        ]

    def block(self, rows_: Rows) -> Block:
        """Name what blocks the preferred corridor of some; if nothing does, what hides the target."""
        if np.isin(self.free, rows_).any():
            some = frozenset(rows_.tolist())
            names = tuple(
                dict.fromkeys(self.view.patch(patch) for row, patch in self.hiding if row in some)
            )
            return Block("D.2.restricted" if self.guns else "F.4.visibility", names)
        first = self.line[np.isin(self.line, rows_)].min()
        names = self.view.names(self.what[self.line == first])
        if self.view.low[self.found.shooter[first]] != self.view.high[self.found.target[first]]:
            return Block("D.1.levels", names)
        return Block("D.1.obstacles" if self.guns else "F.1.obstacles", names)


# -- sight without fire ------------------------------------------------------------------------


def reaction_line(setup: Setup, state: State, uid: str, enemy: str, at: Base | None = None) -> bool:
    """[geo.reaction_lof] Whether cavalry has a clear line, up to 45 degrees aside, to an enemy.

    `at` is where the enemy is at the quarter boundary, by default where it stands.
    """
    marks = Crowd((enemy,), (at,)) if at is not None else marks_of(setup, state, (enemy,))
    return bool(lines(setup, state, (uid,), marks, REACTION))


def unseen(setup: Setup, state: State, uid: str, other: str) -> Block | None:
    """[geo.visibility] [D.2.open] Return what keeps one unit from seeing another, None if it sees it.

    The sight line runs from centre to centre, without what lies inside the two bases.
    """
    stands, marks = Stands(setup, state, (uid,)), marks_of(setup, state, (other,))
    own, target = stands.whole.items[0], marks.items[0]
    gap, seen = float(own.polygon.distance(target.polygon)), visibility(setup, state)
    if gap > seen + EPS:
        return Block(
            "D.2.weather" if seen < setup.cm["visibility_cm"] else "D.2.open", (uid, other)
        )
    whole = shapely.LineString((own.centre, target.centre))
    path = whole.difference(own.polygon).difference(target.polygon)
    if path.is_empty:
        return None
    ends = np.array(path.coords, dtype=np.float64)
    zero = np.zeros(1, dtype=np.intp)
    quad = np.array([[ends[0], ends[-1], ends[-1], ends[0]]])
    line = Corridors(zero, zero, zero, quad, ends[None, [0, -1]], np.array([gap]))
    return _View(setup, state, stands, marks).unseen(line)


# -- for a picture -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Drawn:
    """[geo.lof] A corridor as it is drawn, clear or not; `rule` and `where` say what is in it, "" nothing.

    `quad` and `middle` as in `Line`; the range is in cm, and is not judged.
    """

    name: str
    quad: tuple[Point, ...]
    middle: tuple[Point, Point]
    range: float
    enfilade: bool
    rule: str
    where: tuple[str, ...]


def drawn(setup: Setup, state: State, uid: str, marks: Crowd, purpose: str) -> Drawn | None:
    """[geo.lof] Return the corridor to the first mark that would be used at any range, None without one.

    The preferred clear one, or the preferred one with what blocks it or hides the target.
    """
    stands = Stands(setup, state, (uid,))
    found = _reaching(setup, state, stands, marks, purpose, far=True)
    if not len(found):
        return None
    found = found.only(np.lexsort((found.variant, found.shooter)))
    view = _View(setup, state, stands, marks)
    line, what = view.blocked(found)
    hidden, through = view.hidden(found)
    bad = hidden | np.isin(np.arange(len(found)), line)
    row = int(np.argmin(bad))
    names = view.names(what[line == row])
    rule = "D.1.obstacles" if purpose == GUNS else "F.1.obstacles"
    if not names and hidden[row]:
        rule = "D.2.restricted" if purpose == GUNS else "F.4.visibility"
        names = tuple(dict.fromkeys(view.patch(patch) for at, patch in through if at == row))
    side = stands.sides[int(found.shooter[row])]
    return Drawn(
        f"{side} of the square" if side else VARIANTS[int(found.variant[row])],
        tuple((float(x), float(y)) for x, y in found.quads[row]),
        _segment(found.middles[row]),
        float(found.ranges[row]),
        bool(_enfilades(state, stands, marks, found)[row]),
        rule if bad[row] else "",
        names if bad[row] else (),
    )
