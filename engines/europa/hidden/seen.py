"""[15.1] What is seen of stacks that are hidden: their height, until they take part in a combat."""

from __future__ import annotations

from engines.europa.setup import Setup
from engines.europa.state import State


def seen_hexes(state: State) -> frozenset[str]:
    """[15.1] Return the hexes whose stacks take part in a combat and are shown."""
    battle = state.battle
    if battle is None:
        return frozenset()
    return frozenset((battle.start, battle.target, *battle.support, *battle.defence))


def is_hidden(setup: Setup, state: State, side: str | None, owner: str, at: str) -> bool:
    """[15.1] Whether a side sees of a stack no more than its height."""
    return setup.option("heights") and side != owner and at not in seen_hexes(state)
