"""What an attack costs either side: the hits it deals and takes, Decisive Victories, the city that falls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from grognard.engines.core.data.frozen import evolve
from grognard.engines.europa.combat import aftermath, odds
from grognard.engines.europa.field.position import Stacks
from grognard.engines.europa.setup import Setup
from grognard.engines.europa.state import Battle, State, Unit
from grognard.engines.europa.tables import number

KILL, SHAKE, OPENED = 1.0, 0.3, 2.0
"""What it is worth to eliminate a unit, to disrupt one, and to clear the way."""
DECISIVE = {True: 3.0, False: 1.5}
"""What it is worth to win a Decisive Victory, in a campaign and in a short game."""


class Field(Protocol):
    """What the cost of an attack is reckoned from."""

    setup: Setup
    state: State
    long: bool

    @property
    def ours(self) -> Stacks: ...
    @property
    def theirs(self) -> Stacks: ...
    @property
    def goals(self) -> Mapping[str, float]: ...
    @property
    def attacks(self) -> bool: ...


class Toll:
    """[11.8] [11.14] [11.15] What an attack costs either side, by the difference of the values."""

    def __init__(
        self, judge: Field, plan: Battle, ours: Sequence[str], theirs: Sequence[str]
    ) -> None:
        state = judge.state
        self.decisive = DECISIVE[judge.long]
        self.units = [state.units[uid] for uid in plan.units]
        self.defenders = [state.units[uid] for uid in plan.defenders]
        self.strength = sum(not u.disrupted for at in ours for u in judge.ours.get(at, ()))
        self.guard = sum(not u.disrupted for at in theirs for u in judge.theirs.get(at, ()))
        self.prize = judge.goals.get(plan.target, 0) + (OPENED if judge.attacks else 0.0)
        self.trapped = not aftermath.retreats(judge.setup, evolve(state, battle=plan))
        self._known: dict[int, float] = {}

    def mean(self, difference: int) -> float:
        """Return what it comes to, before the dice are thrown."""
        return sum(self.worth(difference + a - b) for a in odds.faces() for b in odds.faces()) / 36

    def worth(self, difference: int) -> float:
        """Return what a difference of the final values comes to."""
        if difference not in self._known:
            self._known[difference] = self._worth(difference)
        return self._known[difference]

    def _worth(self, difference: int) -> float:
        if difference == 0:
            return -SHAKE
        if difference < 0:
            ours, theirs = min(-difference, self.guard), min(-difference // 2, self.strength)
        else:
            ours, theirs = min(difference // 2, self.guard), min(difference, self.strength)
        lost, shaken = _suffered(self.units, ours)
        killed, hurt = _suffered(self.defenders, theirs)
        routed = difference >= number("must_retreat")
        if routed and self.trapped:
            killed, hurt = len(self.defenders), 0
        found = KILL * (killed - lost) + SHAKE * (hurt - shaken)
        if abs(killed - lost) >= number("decisive_by"):
            found += self.decisive if killed > lost else -self.decisive
        gone = routed or killed == len(self.defenders)
        return found + (self.prize if gone else 0.0)


def _suffered(units: Sequence[Unit], hits: int) -> tuple[int, int]:
    """Return how many units are eliminated and how many disrupted where the whole take the hits first."""
    good = sum(not unit.disrupted for unit in units)
    lost = min(len(units), max(0, hits - good))
    return lost, max(0, min(good, hits) - lost)
