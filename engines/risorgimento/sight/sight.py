"""[D.1] [F.1] [geo.lof] Lines of fire: from which edge, how far, which is best, and why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from operator import itemgetter

import numpy as np
import shapely

from grognard.engines.core.board.sightlines import (
    FULL,
    LEFT_FLANK,
    LEFT_HALF,
    RIGHT_FLANK,
    RIGHT_HALF,
    SQUARE_SIDES,
    TINY,
    VARIANTS,
    Corridors,
    corridors,
    enfilade_share,
    firing_edges,
    in_cone,
)
from grognard.engines.core.board.tabletop import Base, Bases, Floats, Point
from grognard.engines.risorgimento.army.units import SQUARE
from grognard.engines.risorgimento.field.footprint import Crowd, base, crowd, footprint
from grognard.engines.risorgimento.field.ranges import ranges
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.sight.obstacles import Block, Flags, Rows, View, level_of
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number

GUNS, FIRE, REACTION = "D", "F", "reaction"
"""Whose rules a line follows: artillery in phase D, all other fire, a cavalry reaction."""
FRONTS = (FULL, LEFT_HALF, RIGHT_HALF)


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
        self.whole = Crowd(ids, [base(setup, state.units[uid]) for uid in ids])
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
    for row in sorted(setup.every("visibility"), key=itemgetter("turn")):
        if row["turn"] <= state.turn:
            found = setup.scale * row["cm"]
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
    view = View(setup, state, stands.whole, marks)
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
    # the half diagonals of two bases
    breadth = hypot(*footprint("formed", setup.scale)) + 4 * setup.eps
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
            reach.band(gap, setup.eps + TINY) if reach else "",
            bool(flanked[row]),
            level_of(setup, marks, mark) > level_of(setup, stands.whole, stand),
            bool(over[row]),
            tuple((float(x), float(y)) for x, y in found.quads[row]),
            _segment(found.middles[row]),
        )
        answer.setdefault((uid, mark), []).append(line)
    return answer


def _segment(ends: Floats) -> tuple[Point, Point]:
    (ax, ay), (bx, by) = ends
    return (float(ax), float(ay)), (float(bx), float(by))


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
    beyond: Flags = (
        (share * length > length / 2 + stands.bases.eps[found.shooter, 0]) & ~rear & ~exempt[t]
    )
    return beyond


def _no_flank(state: State, uid: str) -> bool:
    """[F.5.enfilade] Squares, routed units and units in a village sector are not enfiladed."""
    unit = state.units[uid]
    return unit.formation == SQUARE or unit.routed or bool(unit.sector)


# -- why there is none -------------------------------------------------------------------------


def no_line(setup: Setup, state: State, uid: str, marks: Crowd, purpose: str) -> Block | None:
    """[geo.lof] Return why a unit has no line of fire at the first mark, or None if it has one."""
    if lines(setup, state, (uid,), marks, purpose):
        return None
    return what_stops(setup, state, [(uid, 0)], marks, purpose)[0]


def barred(
    setup: Setup, state: State, pairs: Sequence[tuple[str, int]], marks: Crowd, purpose: str
) -> list[Block | None]:
    """[D.1.cone] [D.1.lof] Return what bars units from a line to marks whatever the distance, pair by pair.

    Arc and obstacles are open to every eye; range, sight and how near an obstacle is are not told here.
    """
    stands = Stands(setup, state, tuple(dict.fromkeys(uid for uid, _ in pairs)))
    found = _reaching(setup, state, stands, marks, purpose, far=True)
    view = View(setup, state, stands.whole, marks)
    line, what = view.blocked(found)
    levels = view.low[found.shooter] != view.high[found.target]
    guns = purpose == GUNS
    shooters = np.array([stands.ids[row] for row in found.shooter.tolist()], dtype=object)
    answer: list[Block | None] = []
    for uid, mark in pairs:
        own = np.nonzero((shooters == uid) & (found.target == mark))[0]
        if not len(own):
            battery = guns or setup.types[uid].arm == "artillery"
            answer.append(Block("D.1.cone" if battery else "F.1.arc", (uid, marks.ids[mark])))
        elif not np.isin(own, line).all() or levels[own].any():
            answer.append(None)
        else:
            names = view.names(what[line == own.min()])
            answer.append(Block("D.1.obstacles" if guns else "F.1.obstacles", names))
    return answer


def what_stops(
    setup: Setup, state: State, pairs: Sequence[tuple[str, int]], marks: Crowd, purpose: str
) -> list[Block]:
    """[geo.lof] Return why units have no line of fire at marks, pair by pair; they must have none."""
    stands = Stands(setup, state, tuple(dict.fromkeys(uid for uid, _ in pairs)))
    found = _reaching(setup, state, stands, marks, purpose, far=True)
    found = found.only(np.lexsort((found.variant, found.shooter)))
    longest, view = _longest(setup, state, stands, purpose), View(setup, state, stands.whole, marks)
    within = found.ranges <= longest[found.shooter] + setup.eps
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
    if gap > seen + setup.eps:
        return Block("D.2.weather" if seen < setup.cm["visibility_cm"] else "D.2.open", (uid,))
    reach = float(_longest(setup, state, Stands(setup, state, (uid,)), purpose).max())
    return Block("geo.range", (uid,)) if gap > reach + setup.eps else None


class _InTheWay:
    """What is in the way of corridors that nothing else keeps from being lines; `rows_` are theirs."""

    def __init__(self, view: View, found: Corridors, rows_: Flags, purpose: str) -> None:
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
    if gap > seen + setup.eps:
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
    line = Corridors(
        zero, zero, zero, quad, ends[None, [0, -1]], np.array([gap]), stands.whole.eps[:1, 0]
    )
    return View(setup, state, stands.whole, marks).unseen(line)


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
    view = View(setup, state, stands.whole, marks)
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
