"""The search: candidate choices tried in the same imagined worlds, the poorer half dropped each round."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TypeAlias

from engines.core.show.asks import Choice
from engines.core.think.terms import Terms

Trial: TypeAlias = Callable[[int, Choice], Terms | None]
"""Plays a candidate on in the world of a number, and judges where it leads (None: not there)."""
ROUND = 3
"""Worlds that each candidate still considered is tried in before half of them are dropped."""


@dataclass(slots=True)
class Budget:
    """How long may be thought: in seconds, in trials, or until `hurry` says that it is enough."""

    seconds: float | None = None
    trials: int | None = None
    hurry: Callable[[], bool] = lambda: False
    made: int = 0
    began: float = field(default_factory=time.perf_counter)

    @property
    def spent(self) -> bool:
        """Whether the thinking is over."""
        if self.trials is not None and self.made >= self.trials:
            return True
        late = self.seconds is not None and time.perf_counter() - self.began >= self.seconds
        return late or self.hurry()


@dataclass(slots=True)
class Candidate:
    """A choice considered, and where it led in each world."""

    choice: Choice
    found: dict[int, Terms] = field(default_factory=dict)

    @property
    def worth(self) -> float:
        """What it came to on the average."""
        return sum(self.terms.values())

    @property
    def terms(self) -> Terms:
        """What each term came to on the average."""
        names = {name for one in self.found.values() for name in one}
        count = max(1, len(self.found))
        return {
            n: sum(one.get(n, 0.0) for one in self.found.values()) / count for n in sorted(names)
        }

    def gains(self, other: Candidate) -> list[float]:
        """Return by how much it did better in each world where both were tried."""
        return [
            sum(self.found[n].values()) - sum(other.found[n].values())
            for n in self.found
            if n in other.found
        ]

    def surely(self, other: Candidate, doubt: float) -> bool:
        """Whether it is better by more than `doubt` times the error of what was tried."""
        gains = self.gains(other)
        if len(gains) < 2:
            return False
        mean = sum(gains) / len(gains)
        spread = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
        return mean > doubt * sqrt(spread / len(gains)) + 1e-9


def search(choices: Sequence[Choice], trial: Trial, budget: Budget, worlds: int) -> list[Candidate]:
    """Try choices by sequential halving in at most so many worlds; the best comes first.

    All that are left are tried in a world before the next, so that luck is the same for each of
    them. The first choice, which the script would make, is never dropped.
    """
    tried = [Candidate(choice) for choice in choices]
    alive, world = list(tried), 0
    while world < worlds and len(alive) > 1 and not budget.spent:
        if not _try(alive, world, trial, budget):
            break
        world += 1
        if world % ROUND == 0 and len(alive) > 2:
            first, *others = alive
            others.sort(key=lambda one: -one.worth)
            alive = [first, *others[: max(1, len(others) // 2)]]
    return sorted(tried, key=lambda one: (-len(one.found), -one.worth))


def _try(alive: list[Candidate], world: int, trial: Trial, budget: Budget) -> bool:
    """Try all candidates in a world; one that is not finished in time counts for none of them."""
    found: list[Terms | None] = []
    for one in alive:
        if budget.spent:
            return False
        found.append(trial(world, one.choice))
        budget.made += 1
    if all(terms is not None for terms in found):
        for one, terms in zip(alive, found, strict=True):
            one.found[world] = terms or {}
    return True
