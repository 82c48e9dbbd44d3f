"""[E.1.allowance] The ways of a charge: whether one comes into contact with its target, and one that does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, hypot, radians, sin
from typing import Any

from grognard.engines.core.board.plane import passage
from grognard.engines.core.board.tabletop import (
    Base,
    Point,
    Pose,
    bearing,
    sweep_leg,
    turn_between,
)
from grognard.engines.core.data.frozen import evolve, record
from grognard.engines.risorgimento.army.units import LINE, MARCH, Unit
from grognard.engines.risorgimento.field.footprint import base, base_at, everyone, friends
from grognard.engines.risorgimento.field.memo import by_units
from grognard.engines.risorgimento.ground.allowance import (
    WHOLE,
    allowance,
    formation_price,
    turn_price,
)
from grognard.engines.risorgimento.ground.ground import may_stand
from grognard.engines.risorgimento.manoeuvre.encounter import contact_place
from grognard.engines.risorgimento.manoeuvre.manoeuvre import why_not_turn
from grognard.engines.risorgimento.movement.movement import CONTACT, ENEMY, Leg, leg
from grognard.engines.risorgimento.movement.mover import Mover
from grognard.engines.risorgimento.ride.charge_account import most
from grognard.engines.risorgimento.ride.quarters import FORM, LEG, TURN, meeting_place, target_base
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import Charge, Progress, State
from grognard.engines.risorgimento.tables import constant, number

Actions = list[dict[str, Any]]
SHARES = (0.0, 0.3, -0.3, 0.6, -0.6, 0.9, -0.9)
"""Where a way aims: at the middle of its target, or so far to a side of it that it is still met."""
CLEAR = 0.1
"""In cm: how far aside of a unit in its way a charge rides past it, and what a first glance may be out by."""


@record
class Order:
    """A way ordered of a charge, by the verbs of its path; `far`: judged as if it could be of any length.

    What keeps a charge from its target whatever the distance is open to every eye (scale.premeasure).
    """

    setup: Setup
    charge: Charge
    actions: Sequence[Mapping[str, Any]]
    far: bool = False

    def most(self, state: State) -> int:
        """[geo.allowance] Return the limit of its account in a position, in thousandths."""
        return FAR * WHOLE if self.far else most(self.setup, state, self.charge)

    def possible(self, state: State) -> bool:
        """[E.1.allowance] Whether it would come to its target on ground without a hindrance.

        Asked first: what the ground and others make of a leg takes far longer to find out.
        """
        setup, uid, goal = self.setup, self.charge.unit, target_base(self.setup, state, self.charge)
        kind, formation, left = setup.types[uid], state.units[uid].formation, self.most(state)
        stand, turned = base(setup, state.units[uid]), 0
        for index, action in enumerate(self.actions):
            (verb, value), *_ = action.items()
            if verb == TURN:
                left -= turn_price(turned, value)
                stand, turned = stand.at(stand.pose.turned(value / 100)), turned + abs(value)
            elif verb == FORM:
                left, formation = left - formation_price(kind), value
                stand = base_at(kind, formation, stand.pose)
            else:
                direction, ma = stand.heading + value[1] / 100, allowance(kind, formation)
                if index == len(self.actions) - 1 and goal is not None:
                    angle = radians(direction)
                    enter, _ = passage(stand.slim, cos(angle), sin(angle), goal.slim)
                    return enter <= left / WHOLE * ma + CLEAR
                left -= int(value[0] / 1000 / ma * WHOLE)
                stand = stand.at(stand.pose.moved(value[0] / 1000, direction))
        return False

    def leg(self, state: State, run: Sequence[int], *, last: bool) -> Leg:
        """[geo.sweep] Return a leg of it: the last one goes on until something stops it."""
        mover = Mover(self.setup, state, self.charge.unit, most=self.most(state))
        direction = (mover.stand.heading + run[1] / 100) % 360.0
        longest = sum(self.setup.table.size) if self.far else mover.ma
        return leg(mover, longest if last else run[0] / 1000, direction, zoc=False)


FAR = 100
"""So many times its allowance no charge is ridden on any table."""


def makes_contact(
    setup: Setup,
    state: State,
    charge: Charge,
    actions: Sequence[Mapping[str, Any]],
    *,
    far: bool = False,
) -> bool:
    """[E.1.allowance] Whether a way ordered of a charge meets its target, if nobody does anything else."""
    order = Order(setup, charge, actions, far)
    return order.possible(state) and ridden(state, order).meets


@record
class Ridden:
    """[E.1.allowance] Where a charge comes to stand: whether it `meets` its target, or is cut `short`.

    `run` cm are behind it, `line` of them straight ahead at the end (geo.charge_straight).
    """

    stand: Base
    meets: bool = False
    short: bool = True
    run: float = 0.0
    line: float = 0.0


def ridden(state: State, order: Order) -> Ridden:
    """[E.1.allowance] Ride an order as far as it goes, if nobody does anything else."""
    setup, uid, account, turned, run = order.setup, order.charge.unit, 0, 0, 0.0
    for index, action in enumerate(order.actions):
        here = evolve(state, mover=uid, account=account, turned=turned, progress=Progress())
        (verb, value), *_ = action.items()
        last = index == len(order.actions) - 1
        if verb == LEG:
            found = order.leg(here, value, last=last)
            if found.stop is not None and found.stop.kind in (CONTACT, ENEMY):
                met = _comes_to_grips(setup, here, order.charge, found)
                ahead = abs(value[1] / 100) <= constant("straight_heading")
                line = found.length if ahead else 0.0
                return evolve(met, run=run + found.length, line=line)
            run += found.length
            stand = found.place(found.length)
            if last or found.length < found.asked - setup.eps:
                return Ridden(stand, short=found.length < value[0] / 1000 - setup.eps)
            unit, account = _at(here, uid, stand.pose), found.spent(found.length)
        else:
            price = turn_price(turned, value) if verb == TURN else formation_price(setup.types[uid])
            changed = _on_the_spot(setup, here, uid, verb, value)
            if changed is None or account + price > order.most(here):
                break
            unit, account = changed, account + price
            turned += abs(value) if verb == TURN else 0
        state = evolve(state, units={**state.units, uid: unit})
    return Ridden(base(setup, state.units[uid]))


def _comes_to_grips(setup: Setup, state: State, charge: Charge, found: Leg) -> Ridden:
    """[geo.align] Judge whom a leg meets, and whether there is room to fight there."""
    uid, stop = charge.unit, found.stop
    stand = found.place(found.length)
    if stop is None:
        return Ridden(stand)
    there = evolve(state, units={**state.units, uid: _at(state, uid, stand.pose)})
    place = meeting_place(setup, there, uid, stop.where[0], wheel=stop.kind == ENEMY)
    stands = contact_place(setup, there, uid, place, stop.where[0])[0]
    meets = stands is not None and stop.where[0] == charge.target
    return Ridden(stand if stands is None else stands, meets)


def _at(state: State, uid: str, pose: Pose) -> Unit:
    return evolve(state.units[uid], pose=pose)


def _on_the_spot(setup: Setup, state: State, uid: str, verb: str, value: Any) -> Unit | None:
    """The unit after a wheel or a change of formation, None if it has no room for it."""
    unit, kind = state.units[uid], setup.types[uid]
    if unit.pose is None:
        return None
    if verb == TURN:
        after = base(setup, unit).at(unit.pose.turned(value / 100))
        barred = why_not_turn(setup, state, uid, value / 100, after)
        return None if barred else evolve(unit, pose=after.pose)
    stand = base_at(kind, value, unit.pose)
    fits = not len(everyone(setup, state, but=(uid,)).overlapping(stand))
    firm = may_stand(setup, state, kind, value, unit.pose.centre)
    return evolve(unit, formation=value) if fits and firm else None


# -- looking for one ---------------------------------------------------------------------------


@by_units
def way_to_contact(
    setup: Setup,
    state: State,
    charge: Charge,
    _ground: tuple[tuple[str, str], ...] = (),
    *,
    far: bool = False,
) -> Actions | None:
    """[E.1.allowance] Return a way by which a charge meets its target, None where none is found.

    Straight or oblique, with a wheel, past whoever stands in the way; `_ground` is what else it hangs
    on, the bridges that are blown; `far` as in `Order`.
    """
    ways = _ways(setup, state, charge)
    return next(
        (way for way in ways if makes_contact(setup, state, charge, way, far=far)),
        None,
    )


def find_way_to(setup: Setup, state: State, charge: Charge, *, far: bool = False) -> Actions | None:
    """[E.1.allowance] As `way_to_contact`, of a position."""
    return way_to_contact(setup, state, charge, tuple(sorted(state.features.items())), far=far)


def _ways(setup: Setup, state: State, charge: Charge) -> Iterator[Actions]:
    """Ways worth trying, the plainest first."""
    goal = target_base(setup, state, charge)
    unit = state.units[charge.unit]
    if goal is None or unit.pose is None:
        return
    forms: tuple[Actions, ...] = ([], [{FORM: LINE}]) if unit.formation == MARCH else ([],)
    for form in forms:
        kind = setup.types[charge.unit]
        stand = base_at(kind, LINE if form else unit.formation, unit.pose)
        for way in (*_in_one(stand, goal), *_in_two(setup, state, charge, stand, goal)):
            yield [*form, *way]


def _in_one(stand: Base, goal: Base) -> Iterator[Actions]:
    """Straight or obliquely at the target, after a wheel if need be."""
    for turn in _turns(stand, goal):
        faced = stand.at(stand.pose.turned(turn / 100))
        wheel: Actions = [{TURN: turn}] if turn else []
        for run in _legs(faced, goal):
            yield [*wheel, {LEG: run}]


def _in_two(
    setup: Setup, state: State, charge: Charge, stand: Base, goal: Base
) -> Iterator[Actions]:
    """First past a friend who stands in the way, then at the target."""
    for corner in _past(setup, state, charge, stand, goal):
        off = round(turn_between(stand.heading, bearing(stand.centre, corner)) * 100)
        run = round(hypot(corner[0] - stand.centre[0], corner[1] - stand.centre[1]) * 1000)
        aside = abs(off) <= number("oblique") * 100
        for turn in (0, off) if aside and off else (off,):
            faced = stand.at(stand.pose.turned(turn / 100))
            there = faced.at(Pose.of(*corner, faced.heading))
            wheel: Actions = [{TURN: turn}] if turn else []
            for then in _in_one(there, goal):
                yield [*wheel, {LEG: [run, off - turn]}, *then]


def _turns(stand: Base, goal: Base) -> list[int]:
    """Wheels worth trying, in hundredths of a degree, the smallest first."""
    toward = turn_between(stand.heading, bearing(stand.centre, goal.centre))
    square = [turn_between(stand.heading, goal.normal(edge) + 180.0) for edge in _EDGES]
    step = float(number("turn_step"))
    found = {0, *(round(turn * 100) for turn in (toward, *square, toward + step, toward - step))}
    return sorted(
        (turn for turn in found if abs(turn) <= 18000), key=lambda turn: (abs(turn), turn)
    )


_EDGES = ("front", "right", "rear", "left")


def _legs(stand: Base, goal: Base) -> Iterator[list[int]]:
    """Legs at the target within the oblique limit: its middle first, then aside of it."""
    x, y = goal.centre
    toward = bearing(stand.centre, goal.centre)
    lx, ly = -sin(radians(toward)), cos(radians(toward))
    wide = (goal.width + stand.width) / 2
    for share in SHARES:
        aim = (x + share * wide * lx, y + share * wide * ly)
        off = turn_between(stand.heading, bearing(stand.centre, aim))
        run = hypot(aim[0] - stand.centre[0], aim[1] - stand.centre[1])
        if abs(off) <= number("oblique") and run > stand.eps:
            yield [round(run * 1000), round(off * 100)]


def _past(setup: Setup, state: State, charge: Charge, stand: Base, goal: Base) -> Iterator[Point]:
    """The points on either side of each friend between a charge and its target."""
    mates = friends(setup, state, charge.unit)
    if not len(mates):
        return
    swept = sweep_leg(stand, stand.at(Pose.of(*goal.centre, stand.heading)))
    toward = radians(bearing(stand.centre, goal.centre))
    lx, ly = -sin(toward), cos(toward)
    for index in sorted(mates.tree.query(swept, predicate="intersects").tolist()):
        mate = mates.items[index]
        extent = max(
            abs(lx * (x - mate.centre[0]) + ly * (y - mate.centre[1])) for x, y in mate.corners
        )
        aside = extent + stand.width / 2 + CLEAR
        for side in (1, -1):
            yield (mate.centre[0] + side * aside * lx, mate.centre[1] + side * aside * ly)
