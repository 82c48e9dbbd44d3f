"""[6.0] [7.23] What is true of every sound position: stacking, sides and ground."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.scenario.positions import Misplaced
from engines.gmt.field.features import standing
from engines.gmt.field.position import fighters, is_overstacked, on_map, why_not_stack
from engines.gmt.field.standing import why_not_ground
from engines.gmt.setup import Setup
from engines.gmt.state import State


def broken(setup: Setup, state: State) -> Iterator[str]:
    """Give what is wrong with stacking, sides and terrain of a position at rest."""
    setup = standing(setup, state.features)
    for uid, unit in state.units.items():
        if on_map(unit) and why_not_ground(setup, uid, unit.at) is not None:
            yield f"{uid} stands in terrain prohibited to it at {unit.at} (7.23)"
    for at, stack in state.stacks.items():
        if len({state.units[uid].facing for uid in fighters(setup, state, at)}) > 1:
            yield f"the units in {at} face several ways (6.11.vertex)"
        why = why_not_stack(setup, stack, at)
        if why is not None and not is_overstacked(setup, stack):
            yield f"{at}: {why.message} ({why.rule})"


def misplaced(setup: Setup, state: State) -> Iterator[Misplaced]:
    """[6.22] Give the units that stand in one hex with the enemy."""
    for at, stack in state.stacks.items():
        if len({setup.types[uid].side for uid in stack}) > 1:
            yield Misplaced(stack, f"both sides stand in {at}", "6.22")
