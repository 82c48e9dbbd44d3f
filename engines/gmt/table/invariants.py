"""[6.0] [7.23] What is true of every sound position: stacking, sides, ground, Squares, markers, commanders."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.scenario.positions import Misplaced
from grognard.engines.gmt.day import AWAY
from grognard.engines.gmt.field.closed_hexes import is_beyond
from grognard.engines.gmt.field.features import BURNING, DESTROYED, RUBBLE, standing
from grognard.engines.gmt.field.position import (
    fighters,
    forms_square,
    is_overstacked,
    on_map,
    side_at,
    why_not_stack,
)
from grognard.engines.gmt.field.standing import why_not_ground
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import FLANK, Battle, State
from grognard.engines.gmt.turns import turn_of


def broken(setup: Setup, state: State) -> Iterator[str]:
    """Give what is wrong with a position at rest."""
    yield from _wrong_features(setup, state)
    setup = standing(setup, state.features)
    yield from _wrong_units(setup, state)
    yield from _wrong_stacks(setup, state)
    yield from _wrong_leaders(setup, state)
    yield from _left_behind(setup, state)


def _wrong_units(setup: Setup, state: State) -> Iterator[str]:
    """[7.23] [sch.limits] [9.85.limits] Units on ground closed to them, and Squares of those who form none."""
    for uid, unit in state.units.items():
        if on_map(unit) and why_not_ground(setup, uid, unit.at) is not None:
            yield f"{uid} stands in terrain prohibited to it at {unit.at}"
        if on_map(unit) and is_beyond(setup, setup.types[uid].side, unit.at):
            yield f"{uid} stands beyond the limits of its side at {unit.at}"
        if unit.square and (unit.disordered or not on_map(unit)):
            yield f"{uid} is in Square though it is Disordered or off the map"
        if unit.square and not forms_square(setup, uid):
            stack = state.stacks.get(unit.at, ())
            if not any(state.units[u].square and forms_square(setup, u) for u in stack):
                yield f"{uid} is in Square without infantry in Square"


def _wrong_stacks(setup: Setup, state: State) -> Iterator[str]:
    """[6.11.vertex] [6.21.max] Stacks that face several ways, or may not be.

    Batteries alone in a hex may still face several ways in games begun when that was not looked at.
    """
    for at, stack in state.stacks.items():
        if len({state.units[uid].facing for uid in fighters(setup, state, at)}) > 1:
            yield f"the units in {at} face several ways"
        why = why_not_stack(setup, stack, at)
        if why is not None and not is_overstacked(setup, stack):
            yield f"{at}: {why.message} ({why.rule})"


def _wrong_leaders(setup: Setup, state: State) -> Iterator[str]:
    """[5.63] Overall Commanders off the map, or among the enemy."""
    for leader, at in state.leaders.items():
        if at not in setup.map.grid:
            yield f"{leader} is at {at}, which is no hex"
        elif side_at(setup, state, at) not in (None, setup.leaders[leader]["side"]):
            yield f"{leader} stands among the enemy at {at}"


def _wrong_features(setup: Setup, state: State) -> Iterator[str]:
    """[bor.5] Markers where nothing could burn or fall, and units in the flames."""
    for key, what in state.features.items():
        if what == DESTROYED and "bridge" not in setup.map.sides.get(key, ()):
            yield f"a bridge is destroyed at {key}, where there is none"
        if what in (BURNING, RUBBLE) and setup.map.at(key) != "village":
            yield f"{key} is {what} and no village"
        if what == BURNING and key in state.stacks:
            yield f"units stand in the burning village {key}"


def _left_behind(setup: Setup, state: State) -> Iterator[str]:
    """[9.1] [bor.14.leave] What outlives its cause: Shocks out of their phase, units in the Flank Box."""
    turn = turn_of(setup)
    if state.phase and state.battle != Battle() and not turn.within(state, "shock"):
        yield "a Shock is remembered after its phase"
    flank = state.day.flank
    gone = flank.units if flank is not None and flank.status == AWAY else ()
    for uid, unit in state.units.items():
        if unit.at == FLANK and uid not in gone:
            yield f"{uid} is in the Flank Maneuver Box and of no Flanking Command"


def misplaced(setup: Setup, state: State) -> Iterator[Misplaced]:
    """[6.22] Give the units that stand in one hex with the enemy."""
    for at, stack in state.stacks.items():
        if len({setup.types[uid].side for uid in stack}) > 1:
            yield Misplaced(stack, f"both sides stand in {at}", "6.22")
