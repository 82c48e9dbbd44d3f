"""[E.1.quarters] Charges ride by quarters of their allowance: wheels, legs, contact, the bonus.

`ride` takes a charging or reacting unit on along its path until its account reaches a bound. Where
the path has been ridden to its end, or its target has moved, the unit goes on towards the target by
the shortest way (E.1.allowance); it stops at the first enemy it touches.
"""

from __future__ import annotations

from math import ceil
from typing import Any

from grognard.engines.core.board.tabletop import (
    FUZZ,
    Base,
    Pose,
    bearing,
    edge_to_align,
    flush,
    sweep_leg,
    turn_between,
)
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import Procedure
from grognard.engines.risorgimento.army.units import Unit
from grognard.engines.risorgimento.command.succession import ride_down
from grognard.engines.risorgimento.field.effects import (
    change,
    come_upon,
    discipline_test,
    name_of,
    tell,
)
from grognard.engines.risorgimento.field.footprint import aim_of, base, base_at, everyone, on_table
from grognard.engines.risorgimento.field.names import FORMATION_NAMES
from grognard.engines.risorgimento.fire import opportunity
from grognard.engines.risorgimento.ground.allowance import (
    WHOLE,
    allowance,
    formation_price,
    turn_price,
)
from grognard.engines.risorgimento.ground.ground import may_stand
from grognard.engines.risorgimento.manoeuvre.encounter import (
    contact_place,
    ride_over,
    take_guns,
    trample,
)
from grognard.engines.risorgimento.manoeuvre.manoeuvre import why_not_turn
from grognard.engines.risorgimento.manoeuvre.path import ground_modifier, watched_points
from grognard.engines.risorgimento.morale.heart import reach_objectives
from grognard.engines.risorgimento.movement import move_under_way
from grognard.engines.risorgimento.movement.movement import ALLOWANCE, CONTACT, ENEMY, Leg, leg
from grognard.engines.risorgimento.movement.mover import Mover
from grognard.engines.risorgimento.ride import crews
from grognard.engines.risorgimento.ride.charge_account import (
    CONTACT_MADE,
    OVER,
    QUARTER,
    alter,
    charge_of,
    most,
    moves,
)
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import Charge, Progress, State
from grognard.engines.risorgimento.tables import constant, number

TURN, FORM, LEG = "turn", "form", "leg"
ON_STEP = -1
"""The length of a leg that goes on until something stops it."""


def next_quarter(table: Board, uid: str, *, fired_at: bool) -> Procedure[None]:
    """[E.1.quarters] Ride the next quarter of the allowance, as far as the limit goes."""
    charge = charge_of(table.state, uid)
    if charge is None or not moves(table.state, uid):
        return
    charge = alter(table, uid, quarter=charge.quarter + 1)
    upto = min(charge.quarter * QUARTER, most(table.setup, table.state, charge))
    yield from ride(table, uid, upto, fired_at=fired_at)


def ride(table: Board, uid: str, upto: int, *, fired_at: bool) -> Procedure[None]:
    """[geo.quarters] Ride on until the account reaches `upto` or something stops the charge."""
    while moves(table.state, uid):
        verb, *values = next_step(table, uid).split(":")
        if verb == TURN:
            goes = _wheel(table, uid, int(values[0]), upto)
        elif verb == FORM:
            goes = _form(table, uid, values[0], upto)
        else:
            goes = yield from _leg(
                table, uid, int(values[0]), int(values[1]), upto, fired_at=fired_at
            )
        if not goes:
            return


def stop(table: Board, uid: str, rule: str, why: Any, where: str = "") -> bool:
    """[E.1.allowance] The charge ends where it is."""
    end(table, uid)
    table.shortfall(rule, where, text("{unit}: {why}", unit=name_of(table, uid), why=why))
    return False


def end(table: Board, uid: str, status: str = OVER) -> None:
    """[E.7.forbidden] A charge has met nobody; on a friend it rides through it may not stay."""
    charge = alter(table, uid, status=status, path=())
    unit = table.state.units[uid]
    if not on_table(unit) or unit.routed or unit.pose is None or charge.course < 0:
        return
    clear = _off_friends(table.setup, table.state, uid, charge.course / 100 + 180.0)
    if clear is not None:
        move_under_way.put(table, uid, clear)
        words = text("{unit} may not end its move on another unit.", unit=name_of(table, uid))
        table.shortfall("E.7.forbidden", uid, words)
    reach_objectives(table, uid)


def _off_friends(setup: Setup, state: State, uid: str, back: float) -> Pose | None:
    """[E.7.forbidden] Return the first clear place on the line a charge came by, None if it stands clear.

    The line is followed beyond where it began if need be, as in a retreat (geo.retreat): a charge
    may have turned its course while it was passing a friend.
    """
    kind, unit = setup.types[uid], state.units[uid]
    stand, others = base(setup, unit), everyone(setup, state, but=(uid,))
    if not len(others.overlapping(stand)):
        return None
    step = setup.cm["screen_step_cm"]
    for n in range(1, ceil(sum(setup.table.size) / step)):
        place = stand.at(stand.pose.moved(step * n, back))
        if not move_under_way.on_board(setup, place):
            return None
        free = not len(others.overlapping(place))
        if free and may_stand(setup, state, kind, unit.formation, place.centre):
            return place.pose
    return None


# -- where to (E.1.allowance) ------------------------------------------------------------------


def next_step(table: Board, uid: str) -> str:
    """[E.1.allowance] Return the next step of a charge: planned, or steered at its target."""
    setup, state = table.setup, table.state
    charge = charge_of(state, uid)
    if charge is None:
        return ""
    target = state.units[charge.target]
    if in_sight(target) and charge.aim is not None and aim_of(target) != charge.aim:
        charge = alter(table, uid, aim=aim_of(target), path=())
    return charge.path[0] if charge.path else steer(setup, state, charge)


def in_sight(target: Unit) -> bool:
    """[E.1.morale] Whether a target is still to be ridden at: it neither left nor routs."""
    return on_table(target) and not target.routed


def steer(setup: Setup, state: State, charge: Charge) -> str:
    """[E.1.allowance] [E.2.2.follow] Straight on if that meets the target, else at it by the shortest way."""
    stand = base(setup, state.units[charge.unit])
    goal = target_base(setup, state, charge)
    if goal is None:
        return f"{LEG}:{ON_STEP}:{stand.pose.h}"
    if charge.course >= 0 and not in_sight(state.units[charge.target]):
        return f"{LEG}:{ON_STEP}:{charge.course}"
    if straight_at(stand, goal):
        return f"{LEG}:{ON_STEP}:{stand.pose.h}"
    toward = bearing(stand.centre, goal.centre)
    off = turn_between(stand.heading, toward)
    if abs(off) <= number("oblique"):
        return f"{LEG}:{ON_STEP}:{round(toward * 100) % 36000}"
    return f"{TURN}:{round(off * 100)}"


def target_base(setup: Setup, state: State, charge: Charge) -> Base | None:
    """Return the base a charge rides at: its target's, or where it was."""
    unit = state.units[charge.target]
    aim = aim_of(unit) if in_sight(unit) else charge.aim
    return None if aim is None else base_at(setup.types[charge.target], unit.formation, aim)


def straight_at(stand: Base, goal: Base) -> bool:
    """Whether a base that goes straight ahead meets another with its front."""
    along, aside = zip(*(stand.ahead(corner) for corner in goal.corners), strict=True)
    inside = min(aside) < stand.width / 2 - stand.eps and max(aside) > -stand.width / 2 + stand.eps
    return bool(inside and max(along) > stand.depth / 2)


# -- wheels and formations ---------------------------------------------------------------------


def _wheel(table: Board, uid: str, angle: int, upto: int) -> bool:
    """[E.3.2.wheel] Turn on the spot once the account has room for it.

    A turn within the tolerance leaves the straight line straight (geo.charge_straight).
    """
    charge = charge_of(table.state, uid)
    if charge is None:
        return False
    price = turn_price(charge.turned, angle)
    if charge.spent + price > upto:
        return False
    after = base(table.setup, table.state.units[uid])
    after = after.at(after.pose.turned(angle / 100))
    barred = why_not_turn(table.setup, judged(table.state, charge), uid, angle / 100, after)
    if barred is not None:
        return stop(table, uid, barred.rule, barred.words, ",".join(barred.where))
    move_under_way.put(table, uid, after.pose)
    alter(
        table,
        uid,
        spent=charge.spent + price,
        turned=charge.turned + abs(angle),
        path=charge.path[1:],
        **({} if abs(angle) <= constant("straight_turn") * 100 else {"line": 0, "course": -1}),
    )
    tell(
        table,
        text("{unit} wheels.", unit=name_of(table, uid)),
        "E.3.2.wheel",
        "E.1.allowance",
        uid=uid,
        kind="move",
    )
    return True


def _form(table: Board, uid: str, formation: str, upto: int) -> bool:
    """[E.4.cost] Change formation on the spot; there must be room for it."""
    setup, charge = table.setup, charge_of(table.state, uid)
    if charge is None:
        return False
    price, unit = formation_price(setup.types[uid]), table.state.units[uid]
    if charge.spent + price > upto or unit.pose is None:
        return False
    others = everyone(setup, table.state, but=(uid,))
    if len(others.overlapping(base_at(setup.types[uid], formation, unit.pose))):
        return stop(table, uid, "E.4.cost", text("There is no room there for that formation."))
    if not may_stand(setup, table.state, setup.types[uid], formation, unit.pose.centre):
        return stop(table, uid, "geo.bridge", text("That formation cannot stand there."))
    change(table, uid, formation=formation, stirred=True)
    alter(table, uid, spent=charge.spent + price, path=charge.path[1:])
    words = text(
        "{unit} forms {formation}.", unit=name_of(table, uid), formation=FORMATION_NAMES[formation]
    )
    tell(table, words, "E.4.cost", uid=uid, kind="move")
    return True


# -- legs --------------------------------------------------------------------------------------


def judged(state: State, charge: Charge) -> State:
    """Return the position with a charge's own account in place of that of the move under way."""
    return evolve(
        state,
        mover=charge.unit,
        account=charge.spent,
        turned=charge.turned,
        progress=Progress(tested=charge.tested, low=charge.low),
    )


def _leg(  # noqa: PLR0913 - a leg has that many facts
    table: Board, uid: str, run: int, direction: int, upto: int, *, fired_at: bool
) -> Procedure[bool]:
    """[E.1.quarters] Ride a straight leg up to the bound, to its end or to the first enemy."""
    charge = charge_of(table.state, uid)
    if charge is None or charge.spent >= upto:
        return False
    limit = most(table.setup, table.state, charge)
    mover = Mover(table.setup, judged(table.state, charge), uid, most=limit)
    found = leg(mover, mover.ma if run == ON_STEP else run / 1000, direction / 100, zoc=False)
    reach = min(found.length, found.course.distance((upto - charge.spent) / WHOLE * mover.ma))
    if reach <= table.setup.eps and (
        reach < found.length or (found.stop and found.stop.kind == ALLOWANCE)
    ):
        return False
    done = yield from _stretch(table, uid, found, reach, fired_at=fired_at)
    swept = sweep_leg(found.start, found.place(done))
    ride_over(table, uid, swept)
    ride_down(table, uid, swept)
    if not moves(table.state, uid):
        return False
    if run != ON_STEP:
        _shorten(table, uid, run - round(done * 1000), direction)
    if done < reach - table.setup.eps:
        return True
    return reach >= found.length - table.setup.eps and (yield from _arrive(table, uid, found))


def _shorten(table: Board, uid: str, left: int, direction: int) -> None:
    """Note what is left of the planned leg; the last one goes on beyond its end."""
    charge = charge_of(table.state, uid)
    if charge is None or not charge.path or not charge.path[0].startswith(LEG):
        return
    rest = charge.path[1:]
    if left > table.setup.eps * 1000:
        alter(table, uid, path=(f"{LEG}:{left}:{direction}", *rest))
    elif rest:
        alter(table, uid, path=rest)
    else:
        alter(table, uid, path=(f"{LEG}:{ON_STEP}:{direction}",))


def _stretch(
    table: Board, uid: str, found: Leg, reach: float, *, fired_at: bool
) -> Procedure[float]:
    """Ride a leg point by point, at most `reach` cm, until something changes that may change the rest."""
    setup = table.setup
    spots = watched_points(setup, table.state, uid, found) if fired_at else {}
    watched = {at: seen for at, seen in spots.items() if at <= reach}
    guns = crews.point(setup, table.state, uid, found)
    features = dict(found.tests)
    gone = 0.0
    for at in sorted(
        {reach, *watched, *(at for at in (*features, guns) if at is not None and at <= reach)}
    ):
        before = table.state.units[uid]
        move_under_way.put(table, uid, found.place(at).pose)
        _covered(table, uid, found, at - gone, at)
        gone = at
        now, stood = table.state.units[uid], table.state
        if at in features and not _tested(table, uid, features[at]):
            return at
        if at in watched:
            yield from opportunity.offer(table, uid, before, now, watched[at])
        if guns is not None and at >= guns - setup.eps and moves(table.state, uid):
            yield from crews.crew_test(table, uid, crews.target_guns(table.state, uid))
        if not moves(table.state, uid) or not move_under_way.stand_as_before(stood, table.state):
            return at
    return reach


def _covered(table: Board, uid: str, found: Leg, step: float, at: float) -> None:
    """[geo.charge_straight] Add a stretch to the account and to the straight line it belongs to."""
    charge = charge_of(table.state, uid)
    if charge is None:
        return
    direction, heading = round(found.direction * 100) % 36000, found.start.heading
    ahead = abs(turn_between(heading, found.direction)) <= constant("straight_heading")
    off = abs(turn_between(charge.course / 100, found.direction))
    same = charge.course >= 0 and off <= constant("straight_turn") + FUZZ
    cm = round(step * 1000)
    line = (charge.line if same else 0) + cm if ahead else 0
    alter(
        table,
        uid,
        spent=found.spent(at),
        low=found.course.low_at(at),
        run=charge.run + cm,
        line=line,
        course=charge.course if same and ahead else direction,
    )


def _tested(table: Board, uid: str, patch: str) -> bool:
    """[E.5.test] Take the test of a feature; failing it ends the charge there."""
    charge = charge_of(table.state, uid)
    if charge is None:
        return False
    alter(table, uid, tested=(*charge.tested, patch))
    more = ground_modifier(table.setup, patch)
    if discipline_test(table, uid, "obstacle", "E.5.test", more=more):
        return True
    return stop(table, uid, "E.5.test", text("It is Disordered and stops."), patch)


def _arrive(table: Board, uid: str, found: Leg) -> Procedure[bool]:
    """Act on what ended a leg; return whether the charge goes on."""
    why = found.stop
    if why is None:
        return True
    if why.kind == ALLOWANCE:
        return False
    if why.kind == CONTACT:
        return (yield from contact(table, uid, why.where[0]))
    if why.kind == ENEMY:
        return (yield from contact(table, uid, why.where[0], wheel=True))
    return stop(table, uid, why.rule, why.words, ",".join(why.where))


# -- contact -----------------------------------------------------------------------------------


def contact(table: Board, uid: str, foe: str, *, wheel: bool = False) -> Procedure[bool]:
    """[E.1.allowance] The first enemy touched is the opponent; return whether the charge goes on.

    A routed unit is removed and guns without their crew are taken, and the charge goes on.
    `wheel`: it has touched with a flank or a rear corner, and aligns with the edge that looks at it.
    """
    if table.state.units[foe].routed:
        trample(table, foe)
        return moves(table.state, uid)
    yield from crews.crew_test(table, uid, foe)
    if not moves(table.state, uid) or not on_table(table.state.units[foe]):
        return moves(table.state, uid)
    if table.state.units[foe].spot is not None:
        take_guns(table, foe)
        return moves(table.state, uid)
    stand = meeting_place(table.setup, table.state, uid, foe, wheel=wheel)
    placed, why = contact_place(table.setup, table.state, uid, stand, foe)
    if placed is None:
        _short_of(table, uid)
        return stop(table, uid, why.rule, why.words, foe)
    made = charge_of(table.state, uid)
    straight = made is not None and rode_straight(table.setup, table.state, made)
    move_under_way.put(table, uid, placed.pose)
    alter(table, uid, status=CONTACT_MADE, met=foe, straight=straight, path=())
    come_upon(table, uid, foe)
    words = text("{unit} charges into {foe}.", unit=name_of(table, uid), foe=name_of(table, foe))
    tell(table, words, "E.1.allowance", "geo.contact", uid=uid, kind="move")
    _tell_bonus(table, uid, straight=straight)
    _met(table, foe, uid)
    ride_down(table, uid)
    reach_objectives(table, uid)
    return False


def meeting_place(setup: Setup, state: State, uid: str, foe: str, *, wheel: bool) -> Base:
    """[geo.align] Return where a unit meets an enemy; `wheel`: flush on the edge its side has touched."""
    stand, goal = base(setup, state.units[uid]), base(setup, state.units[foe])
    edge = edge_to_align(stand, goal, touching=False) if wheel else None
    return stand if edge is None else flush(stand, goal, edge)


def _short_of(table: Board, uid: str) -> None:
    """[geo.align] Contact is not made: it stops a little short."""
    unit = table.state.units[uid]
    charge = charge_of(table.state, uid)
    if unit.pose is None or charge is None or charge.course < 0:
        return
    back = unit.pose.moved(table.setup.cm["short_stop_cm"], charge.course / 100 + 180.0)
    stand = base(table.setup, unit).at(back)
    if not len(everyone(table.setup, table.state, but=(uid,)).overlapping(stand)):
        move_under_way.put(table, uid, back)


def rode_straight(setup: Setup, state: State, charge: Charge) -> bool:
    """[geo.charge_straight] Whether the last quarter of the path was one straight line ahead."""
    quarter = allowance(setup.types[charge.unit], state.units[charge.unit].formation) / 4 * 1000
    return charge.line >= min(charge.run, quarter) - setup.eps * 1000


def _tell_bonus(table: Board, uid: str, *, straight: bool) -> None:
    words = text("{unit} comes on in a straight line.", unit=name_of(table, uid))
    if straight:
        tell(table, words, "E.1.bonus", "geo.charge_straight", uid=uid)


def _met(table: Board, foe: str, by: str) -> None:
    """[E.1.allowance] Who is met in its own charge or evasion has come to its end."""
    if moves(table.state, foe):
        charge = charge_of(table.state, foe)
        straight = charge is not None and rode_straight(table.setup, table.state, charge)
        alter(table, foe, status=CONTACT_MADE, met=by, straight=straight, path=())
        come_upon(table, foe, by)
        _tell_bonus(table, foe, straight=straight)
        reach_objectives(table, foe)
    left = tuple(one for one in table.state.evasions if one.unit != foe)
    if left != table.state.evasions:
        table.update(evasions=left)


def gap_to(setup: Setup, state: State, uid: str, other: str) -> float:
    """[geo.charge_start] Return the distance between two bases, in cm."""
    one, two = base(setup, state.units[uid]), base(setup, state.units[other])
    return float(one.polygon.distance(two.polygon))
