"""What no sound position shows."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.scenario.positions import Misplaced
from engines.europa.field.position import capacity, space_of, stacks
from engines.europa.field.terrain import may_enter
from engines.europa.setup import SIDES, Setup
from engines.europa.state import State


def broken(setup: Setup, state: State) -> Iterator[str]:
    """Give what is wrong with a position at rest."""
    held: dict[str, str] = {}
    for side in SIDES:
        for at, units in stacks(setup, state, side).items():
            if space_of(setup, [unit.id for unit in units]) > capacity():
                yield f"more than 6 OF of the {side} side stand in {at} (4.1)"
            if not may_enter(setup, side, at):
                yield f"{units[0].id} stands in {at}, which is closed to it (2.2)"
            held.setdefault(at, side)
    for at in state.depots:
        if at not in setup.map.cities:
            yield f"there is a Depot in {at}, which is no city (7.6)"
        elif held.get(at, state.depots[at]) != state.depots[at]:
            yield f"the Depot at {at} stands under the enemy (8.8)"


def misplaced(setup: Setup, state: State) -> Iterator[Misplaced]:
    """[8.4.6] Give the units that stand in one hex with the enemy."""
    first, second = (stacks(setup, state, side) for side in SIDES)
    for at in first.keys() & second.keys():
        both = tuple(unit.id for unit in (*first[at], *second[at]))
        yield Misplaced(both, f"both sides stand in {at}", "8.4.6")
