"""[15.1] What is seen of stacks that are hidden: their height, until they take part in a combat."""

from __future__ import annotations

from grognard.engines.core.play.inquiries import NoAnswer
from grognard.engines.europa.field.position import stacks
from grognard.engines.europa.setup import Setup
from grognard.engines.europa.state import State


def seen_hexes(state: State) -> frozenset[str]:
    """[15.1] Return the hexes whose stacks take part in a combat and are shown."""
    battle = state.battle
    if battle is None:
        return frozenset()
    return frozenset((battle.start, battle.target, *battle.support, *battle.defence))


def side_of(setup: Setup, seat: str | None) -> str | None:
    """Return the side that a seat plays, None for nobody's seat."""
    return next((one.side for one in setup.info.seats if one.id == seat), None)


def not_veiled(setup: Setup, state: State, seat: str | None, owner: str, *hexes: str) -> None:
    """[15.1] Refuse to tell of a side's stacks, or of those in some hexes, what lies hidden from who asks.

    Raises:
        NoAnswer: one of them is hidden from the seat; from nobody's seat all are.
    """
    side = side_of(setup, seat)
    if any(is_hidden(setup, state, side, owner, at) for at in hexes or stacks(setup, state, owner)):
        raise NoAnswer("stacks of the enemy may not be looked into (15.1)")


def is_hidden(setup: Setup, state: State, side: str | None, owner: str, at: str) -> bool:
    """[15.1] Whether a side sees of a stack no more than its height."""
    return setup.option("heights") and side != owner and at not in seen_hexes(state)
