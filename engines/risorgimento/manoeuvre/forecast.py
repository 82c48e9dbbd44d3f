"""[geo.allowance] What an order would come to if nobody interfered: for measuring tables and bots.

The same judgement of legs, turns and changes as in the move itself, carried through without dice,
fire or reactions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from grognard.engines.core.board.tabletop import Base, Pose
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.risorgimento.army.units import OPEN
from grognard.engines.risorgimento.field.footprint import base
from grognard.engines.risorgimento.ground import sectors
from grognard.engines.risorgimento.ground.allowance import about_price, formation_price
from grognard.engines.risorgimento.manoeuvre.manoeuvre import (
    facing_outward,
    price_of_turn,
    starts_near,
    too_dear,
    why_not_form,
    why_not_turn,
)
from grognard.engines.risorgimento.movement.movement import AIMS, SECTOR, Leg, Stop, leg
from grognard.engines.risorgimento.movement.mover import Mover, battery_advances, road_move
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import Progress, State


@dataclass(frozen=True, slots=True)
class Step:
    """One action as it would come out: the base after it, the account of the move, its leg."""

    verb: str
    before: Base
    after: Base
    account: int
    leg: Leg | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """An order as it would come out: its steps, and what stops the last of them."""

    steps: tuple[Step, ...]
    stop: Stop | None
    state: State
    before: State
    """The position before the last step."""

    @property
    def refused(self) -> Stop | None:
        """What cuts the order short, None where it ends as ordered or where a move may aim at."""
        return None if self.stop is None or self.stop.kind in AIMS else self.stop


def ready(setup: Setup, state: State, uid: str) -> State:
    """Return the position with a unit about to move, if it is not moving already."""
    if state.mover == uid:
        return state
    progress = Progress(by_road=road_move(setup, state, uid))
    return evolve(state, mover=uid, account=0, turned=0, trail=(), progress=progress)


def plan(setup: Setup, state: State, uid: str, actions: list[Mapping[str, Any]]) -> Plan:
    """[E.phase.individual] Carry an order through as far as it goes."""
    state = ready(setup, state, uid)
    return further(setup, Plan((), None, state, state), uid, actions)


def further(setup: Setup, found: Plan, uid: str, actions: list[Mapping[str, Any]]) -> Plan:
    """Carry an order on that nothing has stopped yet."""
    state, before, steps = found.state, found.before, list(found.steps)
    for action in actions:
        (verb, value), *_ = action.items()
        before, stand = state, base(setup, state.units[uid])
        state, stop, run = _PLANS[verb](setup, state, uid, value)
        steps.append(Step(verb, stand, base(setup, state.units[uid]), state.account, run))
        if stop is not None:
            return Plan(tuple(steps), stop, state, before)
    return Plan(tuple(steps), None, state, before)


def short_of(setup: Setup, found: Plan, uid: str, length: float) -> Plan:
    """Return an order whose last leg was cut short, with that leg ending a little before what cuts it."""
    last, mover = found.steps[-1], Mover(setup, found.before, uid)
    if last.leg is None:
        return found
    tests = tuple(test for test in last.leg.tests if test[0] <= length)
    run = replace(last.leg, asked=length, length=length, stop=None, tests=tests)
    state, stop, _ = _walked(mover, run)
    step = replace(last, after=base(setup, state.units[uid]), account=state.account, leg=run)
    return Plan((*found.steps[:-1], step), stop, state, found.before)


_Result = tuple[State, Stop | None, Leg | None]


def _placed(state: State, uid: str, pose: Pose, **changes: Any) -> State:
    units = {**state.units, uid: evolve(state.units[uid], pose=pose)}
    return evolve(state, units=units, **changes)


def _force(setup: Setup, state: State, uid: str, _value: Any) -> _Result:
    forced = not starts_near(Mover(setup, state, uid))
    return evolve(state, progress=evolve(state.progress, forced=forced)), None, None


def _form(setup: Setup, state: State, uid: str, formation: str) -> _Result:
    stop = why_not_form(setup, state, uid, formation)
    if stop is not None:
        return state, stop, None
    progress, price = state.progress, formation_price(setup.types[uid])
    plain = progress.plain + price
    units = {**state.units, uid: evolve(state.units[uid], formation=formation)}
    progress = evolve(
        progress, changes=progress.changes + 1, by_road=False, plain=plain, leg_from=None
    )
    account = max(state.account + price, plain)
    return evolve(state, units=units, account=account, progress=progress), None, None


def _turn(setup: Setup, state: State, uid: str, hundredths: int) -> _Result:
    mover = Mover(setup, state, uid)
    after = mover.stand.at(mover.stand.pose.turned(hundredths / 100))
    price = price_of_turn(mover, hundredths, after)
    return _turned(mover, hundredths / 100, after, price, turned=state.turned + abs(hundredths))


def _about(setup: Setup, state: State, uid: str, _value: Any) -> _Result:
    mover = Mover(setup, state, uid)
    after = mover.stand.at(mover.stand.pose.turned(180.0))
    found, stop, run = _turned(mover, 180.0, after, about_price(), turned=state.turned)
    return evolve(found, progress=evolve(found.progress, leg_from=None)), stop, run


def _turned(mover: Mover, angle: float, after: Base, price: int, *, turned: int) -> _Result:
    state, progress = mover.state, mover.progress
    dear = too_dear(mover, price)
    if dear is not None:
        return state, dear, None
    stop = why_not_turn(mover.setup, state, mover.uid, angle, after) if angle != 180.0 else None
    if stop is not None:
        return state, stop, None
    account = state.account + (0 if progress.by_road else price)
    progress = evolve(
        progress, plain=progress.plain + price, freely=progress.freely or _freely(mover)
    )
    found = _placed(state, mover.uid, after.pose, account=account, turned=turned, progress=progress)
    return found, None, None


def _freely(mover: Mover) -> bool:
    return mover.free and not mover.kind.is_light_infantry


def _leg(setup: Setup, state: State, uid: str, run: list[int]) -> _Result:
    mover = Mover(setup, state, uid)
    return _walked(mover, leg(mover, run[0] / 1000, (mover.stand.heading + run[1] / 100) % 360.0))


def _walked(mover: Mover, run: Leg) -> _Result:
    state, uid = mover.state, mover.uid
    if battery_advances(mover, run.place(run.length)):
        stop = Stop(
            "disordered", "B.1.restrictions", (uid,), text("Disordered artillery may not advance.")
        )
        return state, stop, run
    progress = evolve(
        mover.progress,
        by_road=run.by_road,
        plain=run.plainly(run.length),
        forced=mover.progress.forced and not run.lapses,
        freely=mover.progress.freely or _freely(mover),
        tested=(*mover.progress.tested, *(patch for _, patch in run.tests)),
        low=run.course.low_at(run.length),
        leg_from=run.start.pose,
    )
    spent = run.spent(run.length)
    return (
        _placed(state, uid, run.place(run.length).pose, account=spent, progress=progress),
        run.stop,
        run,
    )


def _slot(setup: Setup, state: State, uid: str, spot: list[str]) -> _Result:
    name, slot = spot
    why = sectors.why_not_slot(setup, state, uid, name, slot)
    place = sectors.sector(setup, name)
    if why is not None:
        return state, Stop(SECTOR, why.rule, why.where, why.message), None
    if place is None:
        return state, None, None
    if setup.types[uid].arm == "infantry" and state.units[uid].formation != OPEN:
        state, unable, _ = _form(setup, state, uid, OPEN)
        if unable is not None:
            return state, unable, None
    there = sectors.slot_pose(place, slot)
    outward = facing_outward(setup, state, uid, there)
    if outward is not None:
        state = _placed(state, uid, outward)
    mover = Mover(setup, state, uid)
    run, off = sectors.way_to(mover.stand, there)
    return _walked(mover, leg(mover, run, off, into=name)) if run else (state, None, None)


_PLANS: Mapping[str, Callable[[Setup, State, str, Any], _Result]] = {
    "force": _force,
    "form": _form,
    "turn": _turn,
    "about": _about,
    "leg": _leg,
    "slot": _slot,
}
