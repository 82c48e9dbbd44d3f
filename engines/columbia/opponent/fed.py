"""[7.3] Supply as the captain sees it: who is in supply where, and whom he starves by standing on a road.

What counts is 8 PM: then every block out of supply loses a step (7.34). What an area is held by everybody sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.engines.columbia.field.position import enemy_of, holders
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import Side, State
from grognard.engines.columbia.supply.supply import LAST_HOUR, lines, served, sources


def until_dusk(setup: Setup, state: State) -> int:
    """[7.34.attrition] Return how many turns come before the 8 PM turn of the day; -1 where none comes any more."""
    hours = setup.day(state.day).hours
    return hours.index(LAST_HOUR) - (state.turn - 1) if LAST_HOUR in hours else -1


class Fed:
    """[7.31.trace] The areas in supply of a side, and those from which it starves the enemy."""

    def __init__(self, setup: Setup, state: State, side: Side) -> None:
        self.setup, self.state, self.side = setup, state, side
        self.own = _all(lines(setup, state, side).reach.values())
        self.foe = _all(lines(setup, state, enemy_of(side)).reach.values())
        self._cut: dict[str, int] = {}
        self._held: dict[str, str] = {}

    def starves(self, at: str) -> int:
        """Return how many enemy blocks are in supply now and would not be if we held an area."""
        if at not in self.foe or self.state.areas.get(at):
            return 0
        if at not in self._cut:
            self._cut[at] = self._starved(at)
        return self._cut[at]

    def _starved(self, at: str) -> int:
        setup, state, enemy = self.setup, self.state, enemy_of(self.side)
        held: Mapping[str, str] = {**self._holders(), at: self.side}
        left = _all(served(setup, state, source, held) for source in sources(setup, enemy))
        return sum(
            setup.types[uid].side == enemy
            for area, uids in state.areas.items()
            if area in self.foe and area not in left
            for uid in uids
        )

    def _holders(self) -> dict[str, str]:
        if not self._held:
            self._held = holders(self.setup, self.state)
        return self._held


def _all(areas: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset[str]().union(*areas)
