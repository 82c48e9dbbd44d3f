"""[D.1] [F.1] [geo.lof] Lines of fire: from which edge, how far, which is best, and why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from operator import itemgetter

import shapely

from grognard.engines.core.board.plane import Point
from grognard.engines.core.board.sightlines import (
    FULL,
    LEFT_FLANK,
    LEFT_HALF,
    RIGHT_FLANK,
    RIGHT_HALF,
    SQUARE_SIDES,
    TINY,
    VARIANTS,
    Corridor,
    corridors,
    enfilade_share,
    firing_edge,
    in_cone,
)
from grognard.engines.core.board.tabletop import Base, middle
from grognard.engines.core.data.frozen import record
from grognard.engines.risorgimento.army.units import SQUARE
from grognard.engines.risorgimento.field.footprint import Crowd, base, crowd, footprint
from grognard.engines.risorgimento.field.ranges import ranges
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.sight.obstacles import Block, View, level_of
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number

GUNS, FIRE, REACTION = "D", "F", "reaction"
"""Whose rules a line follows: artillery in phase D, all other fire, a cavalry reaction."""
FRONTS = (FULL, LEFT_HALF, RIGHT_HALF)


@record
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


@record
class Stand:
    """A shooter as a firing base: a square is four of them, each with its own front.

    `whole` is its base as it stands, `base` seen from the `side` that fires.
    """

    unit: str
    side: str
    base: Base
    whole: Base
    guns: bool


def stands_of(setup: Setup, state: State, uids: Sequence[str]) -> list[Stand]:
    """[geo.square_fire] Return units as firing bases."""
    found: list[Stand] = []
    for uid in uids:
        whole, guns = base(setup, state.units[uid]), setup.types[uid].arm == "artillery"
        square = state.units[uid].formation == SQUARE
        for turn, side in enumerate(SQUARE_SIDES if square else ("",)):
            seen = _turned(whole, turn) if turn else whole
            found.append(Stand(uid, side, seen, whole, guns))
    return found


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
    stands = stands_of(setup, state, shooters)
    found = _reaching(setup, state, stands, marks, purpose)
    if not found:
        return {}
    view = _view(setup, state, stands, marks)
    answer: dict[tuple[str, int], list[Line]] = {}
    done: set[tuple[int, int]] = set()
    # The preferred line of each stand, and no other: the variants come in that order (F.1.best).
    for one in sorted(found, key=lambda one: (one.target, one.shooter, one.variant)):
        if (one.shooter, one.target) in done:
            continue
        clear, over = view.is_clear(one)
        if not clear or view.hidden(one):
            continue
        done.add((one.shooter, one.target))
        line = _line(setup, state, stands[one.shooter], marks, one, over=over)
        answer.setdefault((line.shooter, line.mark), []).append(line)
    return answer


def _view(setup: Setup, state: State, stands: Sequence[Stand], marks: Crowd) -> View:
    return View(setup, state, [(stand.unit, stand.whole) for stand in stands], marks)


def _reaching(  # noqa: PLR0913 - who, at whom, how
    setup: Setup,
    state: State,
    stands: Sequence[Stand],
    marks: Crowd,
    purpose: str,
    *,
    far: bool = False,
) -> list[Corridor]:
    """[geo.lof] Return the corridors that arc and range allow; `far`: whatever the range."""
    beyond = sum(setup.table.size)
    seen = visibility(setup, state)
    shooters = [
        (
            stand.base,
            _allowed(stand, purpose),
            beyond if far else longest(setup, stand.unit, purpose, seen),
        )
        for stand in stands
    ]
    # the half diagonals of two bases
    breadth = hypot(*footprint("formed", setup.scale)) + 4 * setup.eps
    cone = number("cone_half")
    pairs = []
    for place, (own, _, reach) in enumerate(shooters):
        (x, y), cannon = own.centre, stands[place].guns and purpose != REACTION
        for index, mark in enumerate(marks.items):
            u, v = mark.centre
            if hypot(u - x, v - y) <= reach + breadth and (not cannon or in_cone(own, mark, cone)):
                pairs.append((place, index))
    limit = number("reaction_arc" if purpose == REACTION else "arc_half")
    return list(corridors(shooters, marks.items, pairs, limit))


def _allowed(stand: Stand, purpose: str) -> tuple[int, ...]:
    """[F.1.best] [D.1.lof] [geo.square_fire] Return which variants a stand may fire from."""
    if stand.side or (stand.guns and purpose == GUNS):
        return FRONTS[:1]
    if purpose == FIRE and not stand.guns:
        return (*FRONTS, LEFT_FLANK, RIGHT_FLANK)
    return FRONTS


def longest(setup: Setup, uid: str, purpose: str, seen: float) -> float:
    """[geo.range] [D.2.open] How far a unit can fire: its weapon's long range, or what is `seen`."""
    if purpose == REACTION:
        return seen
    kind = setup.types[uid]
    reach = ranges(kind.weapon, kind.scale)
    return min(seen, reach.long) if reach else -1.0


def _line(  # noqa: PLR0913 - who, at whom, and the corridor found
    setup: Setup, state: State, stand: Stand, marks: Crowd, found: Corridor, *, over: bool
) -> Line:
    """The line of fire that a clear corridor makes."""
    reach, target = ranges(setup.types[stand.unit].weapon, setup.scale), marks.items[found.target]
    return Line(
        stand.unit,
        marks.ids[found.target],
        found.target,
        found.variant,
        stand.side,
        found.range,
        reach.band(found.range, setup.eps + TINY) if reach else "",
        _enfilades(state, stand, marks, found),
        level_of(setup, target) > level_of(setup, stand.whole),
        over,
        found.quad,
        found.middle,
    )


def _enfilades(state: State, stand: Stand, marks: Crowd, found: Corridor) -> bool:
    """[geo.enfilade] [F.5.enfilade] Whether a line takes its target in enfilade."""
    if _no_flank(state, marks.ids[found.target]):
        return False
    whole = FULL if found.variant in FRONTS else found.variant
    edge, target = firing_edge(stand.base, whole), marks.items[found.target]
    (px, py), (qx, qy) = edge
    length = hypot(qx - px, qy - py)
    ahead, aside = target.ahead(middle(edge))
    # Between flank and rear the diagonals of the target's base are the bound.
    if ahead < 0 and abs(aside) * target.depth <= abs(ahead) * target.width:
        return False
    return enfilade_share(edge, target) * length > length / 2 + stand.base.eps


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
    stands = stands_of(setup, state, tuple(dict.fromkeys(uid for uid, _ in pairs)))
    found = _reaching(setup, state, stands, marks, purpose, far=True)
    view, guns = _view(setup, state, stands, marks), purpose == GUNS
    answer: list[Block | None] = []
    for uid, mark in pairs:
        own = [one for one in found if stands[one.shooter].unit == uid and one.target == mark]
        if not own:
            battery = guns or setup.types[uid].arm == "artillery"
            answer.append(Block("D.1.cone" if battery else "F.1.arc", (uid, marks.ids[mark])))
            continue
        blocks = _blocks_all(view, own)
        names = view.names(blocks) if blocks else ()
        answer.append(
            Block("D.1.obstacles" if guns else "F.1.obstacles", names) if blocks else None
        )
    return answer


def _blocks_all(view: View, own: Sequence[Corridor]) -> list[int]:
    """What blocks the first of the corridors of a pair where each is blocked, whatever the level; else nothing."""
    found = [[] if view.low(one) != view.high(one) else view.blocked(one)[0] for one in own]
    return found[0] if all(found) else []


def what_stops(
    setup: Setup, state: State, pairs: Sequence[tuple[str, int]], marks: Crowd, purpose: str
) -> list[Block]:
    """[geo.lof] Return why units have no line of fire at marks, pair by pair; they must have none."""
    stands = stands_of(setup, state, tuple(dict.fromkeys(uid for uid, _ in pairs)))
    found = _reaching(setup, state, stands, marks, purpose, far=True)
    view, seen = _view(setup, state, stands, marks), visibility(setup, state)
    answer = []
    for uid, mark in pairs:
        own = [one for one in found if stands[one.shooter].unit == uid and one.target == mark]
        own.sort(key=lambda one: (one.shooter, one.variant))
        why = _too_far(setup, uid, own, marks.ids[mark], purpose, seen)
        reach = longest(setup, uid, purpose, seen) + setup.eps
        answer.append(why or _in_the_way(view, [o for o in own if o.range <= reach], purpose))
    return answer


def _too_far(  # noqa: PLR0913 - who, how far off, and whom
    setup: Setup, uid: str, own: Sequence[Corridor], target: str, purpose: str, seen: float
) -> Block | None:
    """Name what keeps a unit from drawing a line at all: arc, sight or range."""
    guns = purpose == GUNS or setup.types[uid].arm == "artillery"
    if not own:
        return Block("D.1.cone" if guns else "F.1.arc", (uid, target))
    gap = min(one.range for one in own)
    if gap > seen + setup.eps:
        return Block("D.2.weather" if seen < setup.cm["visibility_cm"] else "D.2.open", (uid,))
    reach = longest(setup, uid, purpose, seen)
    return Block("geo.range", (uid,)) if gap > reach + setup.eps else None


def _in_the_way(view: View, own: Sequence[Corridor], purpose: str) -> Block:
    """Name what blocks the preferred corridor of some; if nothing does, what hides the target."""
    blocked = [view.blocked(one)[0] for one in own]
    free = [one for one, blocks in zip(own, blocked, strict=True) if not blocks]
    if free:
        names = [view.patch(patch) for one in free for patch in view.hidden(one)]
        rule = "D.2.restricted" if purpose == GUNS else "F.4.visibility"
        return Block(rule, tuple(dict.fromkeys(names)))
    names_of = view.names(blocked[0])
    if view.low(own[0]) != view.high(own[0]):
        return Block("D.1.levels", names_of)
    return Block("D.1.obstacles" if purpose == GUNS else "F.1.obstacles", names_of)


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
    marks = marks_of(setup, state, (other,))
    own, target = base(setup, state.units[uid]), marks.items[0]
    gap, seen = float(own.polygon.distance(target.polygon)), visibility(setup, state)
    if gap > seen + setup.eps:
        return Block(
            "D.2.weather" if seen < setup.cm["visibility_cm"] else "D.2.open", (uid, other)
        )
    whole = shapely.LineString((own.centre, target.centre))
    path = whole.difference(own.polygon).difference(target.polygon)
    if path.is_empty:
        return None
    (a, b), (c, d) = path.coords[0], path.coords[-1]
    first, last = (float(a), float(b)), (float(c), float(d))
    line = Corridor(0, 0, 0, (first, last, last, first), (first, last), gap, own.eps)
    return View(setup, state, [(uid, own)], marks).unseen(line)


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
    stands = stands_of(setup, state, (uid,))
    found = _reaching(setup, state, stands, marks, purpose, far=True)
    if not found:
        return None
    found.sort(key=lambda one: (one.shooter, one.variant))
    view, guns = _view(setup, state, stands, marks), purpose == GUNS
    bad = [(one, view.blocked(one)[0], view.hidden(one)) for one in found]
    one, blocks, hiding = next((b for b in bad if not (b[1] or b[2])), bad[0])
    stand, rule, names = stands[one.shooter], "", tuple[str, ...]()
    if blocks:
        rule, names = "D.1.obstacles" if guns else "F.1.obstacles", view.names(blocks)
    elif hiding:
        rule = "D.2.restricted" if guns else "F.4.visibility"
        names = tuple(dict.fromkeys(view.patch(patch) for patch in hiding))
    return Drawn(
        f"{stand.side} of the square" if stand.side else VARIANTS[one.variant],
        one.quad,
        one.middle,
        one.range,
        _enfilades(state, stand, marks, one),
        rule,
        names,
    )
