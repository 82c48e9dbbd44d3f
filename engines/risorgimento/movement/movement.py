"""[E.3] One leg of a move: how far it comes, what it costs, what stops it and where.

`leg` judges a straight run of the base of a `Mover`. A leg is judged from the position alone: who fires or reacts on the way is the procedure's affair
(`manoeuvre.walk`), which judges the rest anew whenever something has changed.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil, cos, inf, radians, sin
from typing import NamedTuple

import numpy as np
import shapely

from grognard.engines.core.board.runs import Run
from grognard.engines.core.board.tabletop import (
    EPS,
    Base,
    Floats,
    first_contact,
    sweep_leg,
)
from grognard.engines.core.data.frozen import record
from grognard.engines.core.data.text import Text, text
from grognard.engines.risorgimento.ground import sectors
from grognard.engines.risorgimento.ground.allowance import (
    WHOLE,
    leg_price,
    road_allowance,
)
from grognard.engines.risorgimento.ground.ground import Course, course, in_the_open, may_stand
from grognard.engines.risorgimento.map.tabletop import Sector
from grognard.engines.risorgimento.movement.interpenetration import in_the_way, let_through
from grognard.engines.risorgimento.movement.mover import Mover
from grognard.engines.risorgimento.movement.zoc import entered
from grognard.engines.risorgimento.tables import rows

GROUND, ALLOWANCE, EDGE, FRIEND, ENEMY, CONTACT, ZOC, BARRED, NEAR, SECTOR = (
    "ground",
    "allowance",
    "edge",
    "friend",
    "enemy",
    "contact",
    "zoc",
    "barred",
    "near",
    "sector",
)
"""What stops a leg. CONTACT and ZOC are what a move may aim at; the others cut it short."""
AIMS = (CONTACT, ZOC)
STILL = 1e-9
"""Who moves less than this along an edge of the table for each cm never comes to it."""


@record
class Stop:
    """Why a leg ends where it does: what stopped it, the rule, the units or patches, in words."""

    kind: str
    rule: str
    where: tuple[str, ...]
    words: Text


class Cut(NamedTuple):
    """A point of a leg at which something would stop it."""

    at: float
    stop: Stop


@record
class Leg:
    """A straight run as it comes out.

    `length` is how far it goes of the `asked` cm in `direction` (degrees); `account` is the account
    of the move at its start, `plain` that without the road bonus, `ma` the allowance it is counted
    in. `tests` are the features to test for on the way (E.5.test). `by_road`: it follows roads and
    so has the bonus; `lapses`: a forced march that comes near the enemy in time goes on as a
    tactical move (geo.enemy_20).
    """

    start: Base
    direction: float
    asked: float
    length: float
    course: Course
    ma: float
    account: int
    plain: int
    plain_ma: float
    stop: Stop | None = None
    tests: tuple[tuple[float, str], ...] = ()
    by_road: bool = False
    lapses: bool = False

    @property
    def run(self) -> Run:
        """The whole leg as it is asked for, to see what lies in its way."""
        heading = radians(self.start.heading)
        return Run(self.start, radians(self.direction), heading, self.asked)

    def place(self, at: float) -> Base:
        """Return the base at a point of the leg."""
        return self.start.at(self.start.pose.moved(at, self.direction)) if at else self.start

    def spent(self, at: float) -> int:
        """Return the account of the move at a point of the leg."""
        return self.account + leg_price(self.course.effort(at), 1.0, 0.0, self.ma)

    def plainly(self, at: float) -> int:
        """Return the account without the road bonus at a point of the leg."""
        return self.plain + leg_price(self.course.effort(at), 1.0, 0.0, self.plain_ma)


# -- judging a leg -----------------------------------------------------------------------------


def leg(mover: Mover, asked: float, direction: float, *, zoc: bool = True, into: str = "") -> Leg:
    """[E.3.2.oblique] [geo.sweep] Judge a straight run of `asked` cm in a direction (degrees).

    `zoc` whether ZOCs stop it; `into` a village sector it may enter.
    """
    setup, state = mover.setup, mover.state
    end = mover.stand.at(mover.stand.pose.moved(asked, direction))
    found = course(
        setup,
        state,
        mover.kind,
        mover.formation,
        mover.stand.centre,
        end.centre,
        mover.progress.low,
    )
    draft = _draft(mover, asked, direction, found)
    cuts = [_spent(mover, draft), *_of_ground(mover, draft, into), *_of_units(mover, draft)]
    if mover.progress.forced and mover.most is None:
        draft, near = _of_enemies_near(mover, draft)
        cuts += near
    reach = min([asked, *(cut.at for cut in cuts if cut is not None)])
    if zoc:
        cuts += _of_zones(mover, draft, reach)
    found_leg = _off_the_border(
        mover, _cut_short(mover, draft, [cut for cut in cuts if cut is not None])
    )
    return found_leg if into else _out_of_sector(mover, found_leg)


def _draft(mover: Mover, asked: float, direction: float, found: Course) -> Leg:
    """The leg before anything stops it: by road with the bonus, or off it without (geo.road)."""
    state, progress = mover.state, mover.progress
    plain_ma = mover.ma
    if progress.by_road and found.road > mover.setup.eps:
        bonus_ma = road_allowance(mover.kind, mover.formation)
        left = (mover.limit - state.account) / WHOLE * bonus_ma
        if found.by_road or found.distance(left) <= found.road + mover.setup.eps:
            return Leg(
                mover.stand,
                direction,
                asked,
                asked,
                found,
                bonus_ma,
                state.account,
                progress.plain,
                plain_ma,
                by_road=True,
            )
    account = progress.plain if progress.by_road else state.account
    return Leg(mover.stand, direction, asked, asked, found, plain_ma, account, account, plain_ma)


def _spent(mover: Mover, draft: Leg) -> Cut | None:
    """[geo.allowance] Where the allowance ends."""
    left = mover.limit - draft.account
    run = draft.course.distance(left / WHOLE * draft.ma) if left > 0 and draft.ma > 0 else 0.0
    if run >= min(draft.course.length, draft.asked) - mover.setup.eps:
        return None
    rule = "E.3.1.double" if mover.progress.forced else "E.3.2.tactical"
    return Cut(run, Stop(ALLOWANCE, rule, (mover.uid,), text("Its movement is spent.")))


def _of_ground(mover: Mover, draft: Leg, into: str) -> list[Cut | None]:
    found: list[Cut | None] = [_off_the_table(mover, draft), _at_a_sector(mover, draft, into)]
    at, barrier = draft.course.stop, draft.course.barrier
    if at is not None and barrier is not None:
        words = text(
            "{ground} is impassable for it.", ground=ground_name(barrier.name, barrier.terrain)
        )
        found.append(
            Cut(max(0.0, at - 2 * mover.setup.eps), Stop(GROUND, "E.5.cost", (barrier.id,), words))
        )
    return found


def ground_name(name: str, terrain: str) -> Text:
    """Return what a patch of ground is called."""
    return text("{name}", name=name or rows("terrain")[terrain]["name"])


def _off_the_table(mover: Mover, draft: Leg) -> Cut | None:
    """No base leaves the table of its own will."""
    angle = radians(draft.direction)
    most = inf
    for axis, step in enumerate((cos(angle), sin(angle))):
        if abs(step) >= STILL:
            far = mover.setup.table.size[axis] if step > 0 else 0.0
            most = min(most, *((far - corner[axis]) / step for corner in draft.start.corners))
    most = max(0.0, most)
    if most >= draft.asked - mover.setup.eps:
        return None
    return Cut(most, Stop(EDGE, "geo.frame", (), text("The edge of the table is in the way.")))


def _at_a_sector(mover: Mover, draft: Leg, into: str) -> Cut | None:
    """[G.5.slots] A village sector is entered at one of its places, or passed through by its road."""
    best: Cut | None = None
    line = None
    for place in mover.setup.table.sectors:
        if place.id in (into, mover.unit.sector):
            continue
        line = line or _path(draft)
        square = sectors.square(place)
        if not square.intersects(line) or square.intersects(line.boundary.geoms[0]):
            continue
        at = float(square.intersection(line).distance(line.boundary.geoms[0]))
        if (
            at <= mover.setup.eps
            or draft.course.road >= at + 2 * mover.setup.eps
            or (best and best.at <= at)
        ):
            continue
        best = Cut(max(0.0, at - 2 * mover.setup.eps), _sector_stop(place))
    return best


def _sector_stop(place: Sector) -> Stop:
    words = text(
        "{place} is entered at one of its places, or passed by its road.", place=place.place
    )
    return Stop(SECTOR, "G.5.slots", (place.id,), words)


def _out_of_sector(mover: Mover, found: Leg) -> Leg:
    """[G.5.slots] Who has a place in a sector leaves it, or takes another place in it."""
    place = sectors.sector(mover.setup, mover.unit.sector) if mover.unit.sector else None
    if place is None or not found.length:
        return found
    end = shapely.Point(found.place(found.length).centre)
    if not sectors.square(place).contains(end):
        return found
    words = text("In {place} it takes another place or leaves.", place=place.place)
    return replace(found, length=0.0, stop=Stop(SECTOR, "G.5.slots", (place.id,), words), tests=())


def _path(draft: Leg) -> shapely.LineString:
    return shapely.LineString((draft.start.centre, draft.place(draft.asked).centre))


def _of_units(mover: Mover, draft: Leg) -> list[Cut | None]:
    """[E.7.forbidden] [geo.sweep] Where a friend or an enemy is in the way, or is met.

    Whoever bars the way stops it base to base; an enemy is met as soon as the front is within the
    tolerance of him, though a friend stand in line with him.
    """
    run = draft.run
    met, barred = _met(mover, draft, run), list[Cut | None]()
    crowds = (in_the_way(mover.setup, mover.state, mover.uid), FRIEND), (mover.foes, ENEMY)
    for others, kind in crowds:
        at, which = run.meeting(others)
        if which < 0 or (met and met.at <= at + 2 * mover.setup.eps):
            continue
        other = others.ids[which]
        words = text("{unit} is in its way.", unit=mover.setup.types[other].name)
        barred.append(Cut(at, Stop(kind, "E.7.forbidden", (other,), words)))
    return [met, *barred]


def _met(mover: Mover, draft: Leg, run: Run) -> Cut | None:
    """[geo.sweep] Where the front first meets an enemy: corners that touch in passing meet nobody."""
    if not len(mover.foes):
        return None
    touch = ((at, index) for index, (at, _) in run.touching(mover.foes).items())
    # Whom it touches at the start it does not come upon; he only bars the way.
    for at, index in sorted((at, index) for at, index in touch if 0.0 < at <= draft.asked):
        other, foe = mover.foes.ids[index], mover.foes.items[index]
        # [H.1.contacted] Who routs is ridden down by whatever side of the base comes upon him.
        routed = mover.state.units[other].routed
        if routed or first_contact(draft.place(at + mover.setup.eps / 2), foe):
            words = text("Contact with {unit}.", unit=mover.setup.types[other].name)
            inside = min(draft.asked, at + mover.setup.eps / 2)
            return Cut(inside, Stop(CONTACT, "geo.sweep", (other,), words))
    return None


def _of_enemies_near(mover: Mover, draft: Leg) -> tuple[Leg, list[Cut | None]]:
    """[geo.enemy_20] [E.3.1.double] A forced march keeps more than 20 cm from every enemy unit."""
    near = nearing(mover, draft)
    if near is None:
        return draft, []
    at, other = near
    if draft.spent(at) > mover.single:
        words = text(
            "{unit} is within {n} cm.",
            unit=mover.setup.types[other].name,
            n=round(mover.setup.cm["strategic_cm"]),
        )
        return draft, [
            Cut(max(0.0, at - mover.setup.eps), Stop(NEAR, "E.3.1.double", (other,), words))
        ]
    tactical = Leg(
        draft.start,
        draft.direction,
        draft.asked,
        draft.asked,
        draft.course,
        draft.ma,
        draft.account,
        draft.plain,
        draft.plain_ma,
        by_road=draft.by_road,
        lapses=True,
    )
    left = mover.single - draft.account
    run = draft.course.distance(left / WHOLE * draft.ma) if left > 0 else 0.0
    if run >= min(draft.course.length, draft.asked) - mover.setup.eps:
        return tactical, []
    words = text("Its movement is spent near the enemy.")
    return tactical, [Cut(run, Stop(ALLOWANCE, "E.3.2.tactical", (other,), words))]


def nearing(mover: Mover, draft: Leg) -> tuple[float, str] | None:
    """[geo.enemy_20] Return where a leg first comes within 20 cm of an enemy unit, and of which."""
    limit_cm, foes = mover.setup.cm["strategic_cm"] + mover.setup.eps, mover.foes
    if not len(foes):
        return None
    swept = sweep_leg(draft.start, draft.place(draft.asked))
    close = np.nonzero(shapely.distance(foes.polygons, swept) <= limit_cm)[0]
    if not len(close):
        return None
    shapes = foes.polygons[close]

    def gaps(at: float) -> Floats:
        found: Floats = shapely.distance(shapes, draft.place(at).polygon)
        return found

    step, before = mover.setup.cm["screen_step_cm"], 0.0
    for n in range(ceil(draft.asked / step) + 1):
        at = min(draft.asked, n * step)
        if (gaps(at) <= limit_cm).any():
            break
        before = at
    low, high = before, at
    while high - low > mover.setup.eps / 2:
        mid = (low + high) / 2
        low, high = (low, mid) if (gaps(mid) <= limit_cm).any() else (mid, high)
    return high, foes.ids[int(close[int(np.argmin(gaps(high)))])]


def _of_zones(mover: Mover, draft: Leg, reach: float) -> list[Cut | None]:
    """[E.6.stop] [E.6.no_zoc_to_zoc] [E.2.1.light_forbidden] Where it enters an enemy ZOC."""
    if reach <= mover.setup.eps:
        return []
    found = entered(
        mover.setup, mover.state, mover.uid, draft.start, draft.place(reach), held=mover.held
    )
    if found is None:
        return []
    at, other = found
    name = mover.setup.types[other].name
    if mover.held or mover.progress.fell_back:
        words = text("It may not enter the ZOC of {unit} as well.", unit=name)
        return [
            Cut(
                max(0.0, at - 2 * mover.setup.eps),
                Stop(BARRED, "E.6.no_zoc_to_zoc", (other,), words),
            )
        ]
    if mover.kind.is_light_infantry and mover.setup.types[other].arm == "cavalry":
        if in_the_open(mover.setup, draft.place(at).polygon):
            words = text("In the open it keeps out of the ZOC of {unit}.", unit=name)
            stop = Stop(BARRED, "E.2.1.light_forbidden", (other,), words)
            return [Cut(max(0.0, at - 2 * mover.setup.eps), stop)]
    words = text("It enters the ZOC of {unit} and stops.", unit=name)
    # A tenth of a millimetre within it, whatever the figures.
    return [Cut(min(reach, at + EPS), Stop(ZOC, "E.6.stop", (other,), words))]


def _cut_short(mover: Mover, draft: Leg, cuts: list[Cut]) -> Leg:
    """The leg up to the first thing that stops it, and off the friends it may only pass through."""
    first = min(cuts, key=lambda cut: cut.at) if cuts else None
    run, stop = (first.at, first.stop) if first and first.at <= draft.asked else (draft.asked, None)
    clear = clear_of_friends(mover, draft, run)
    if clear is not None:
        run, stop = clear
    tests = tuple(
        (where, patch.id)
        for where, patch in draft.course.tests
        if where <= run and patch.id not in mover.progress.tested
    )
    return Leg(
        draft.start,
        draft.direction,
        draft.asked,
        max(0.0, run),
        draft.course,
        draft.ma,
        draft.account,
        draft.plain,
        draft.plain_ma,
        stop,
        tests,
        draft.by_road,
        draft.lapses,
    )


def _off_the_border(mover: Mover, found: Leg) -> Leg:
    """[E.5.cost] Places are rounded: what ends hard by a border must not come to lie beyond it."""
    if found.stop is not None and found.stop.kind in AIMS:
        return found

    def stands(at: float) -> bool:
        return may_stand(
            mover.setup, mover.state, mover.kind, mover.formation, found.place(at).centre
        )

    run = found.length
    while run > 0 and not stands(run):
        run = max(0.0, run - 2 * mover.setup.eps)
    if run == found.length or not stands(run):
        return found
    return replace(found, length=run, tests=tuple(test for test in found.tests if test[0] <= run))


def clear_of_friends(mover: Mover, draft: Leg, run: float) -> tuple[float, Stop] | None:
    """[E.7.forbidden] Nobody ends on another base: the leg ends before the friend it would end on."""
    mates = let_through(mover.setup, mover.state, mover.uid)
    if not len(mates) or not len(mates.overlapping(draft.place(run))):
        return None
    whole, stop = draft.run, None
    near = whole.near(mates)
    passed = whole.passing(mates, near)
    touch = whole.passing(mates, near, 0.0)
    while True:
        over = [i for i, (enter, leave) in enumerate(passed) if enter < run < leave]
        if not over or run <= 0:
            break
        at = min(over, key=lambda i: passed[i][0])
        first, run = near[at], max(0.0, touch[at][0])
        words = text(
            "It may not end its move on {unit}.", unit=mover.setup.types[mates.ids[first]].name
        )
        stop = Stop(FRIEND, "E.7.forbidden", (mates.ids[first],), words)
    return (run, stop) if stop else None
