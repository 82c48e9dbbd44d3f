"""The search: candidate choices tried in the same imagined worlds, the poorer half dropped each round."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import exp, sqrt, tanh
from typing import TypeAlias

from engines.core.show.asks import Choice
from engines.core.think.terms import OVER, WON, Terms

Trial: TypeAlias = Callable[[int, Choice], Terms | None]
"""Plays a candidate on in the world of a number, and judges where it leads (None: not there)."""
Trials: TypeAlias = Callable[[int, list[Choice]], list[Terms | None]]
"""Does that with several candidates; None stands for those that were not finished in time."""
ROUND = 6
"""Worlds that each candidate still considered is tried in before half of them are dropped."""
FEW = 2.0
"""By how much more the error of two worlds counts than it says; of more worlds less."""
SURE = 3.0
"""By how many errors of the mean one must be better than all others for the search to end early."""
POOR = 2.0
"""By how many errors it must be worse than the script's choice to be dropped before its time."""
MARGIN = 0.1
"""What a great victory is worth beside a narrow one, of the whole."""
EVEN = 20.0
"""What terms have to come to for a side to win three games of four, where nobody says."""
USUAL, SAMPLE = 0.4, 4
"""How far chances usually spread from world to world, and for how many worlds that counts."""
LIKELY = 0.1
"""By how much another choice is usually better or worse than the script's."""


def chance(terms: Terms, even: float = EVEN) -> float:
    """Return what a position that was reached is worth, from 0 to 1: the chance to win, or who has won.

    `even`: what the terms have to come to for a side to win three games of four or so.
    """
    if OVER not in terms:
        total = max(-30.0, min(30.0, sum(terms.values()) / even))
        return 1 / (1 + exp(-total))
    over = terms[OVER]
    won = (over > WON / 2) - (over < -WON / 2)
    return 0.5 + 0.5 * won + MARGIN * tanh((over - WON * won) / even)


@dataclass(slots=True)
class Budget:
    """How long may be thought: in seconds, in trials, or until `hurry` says that it is enough.

    Attributes:
        made: how many trials were made.
        told: is told that number after each of them.
    """

    seconds: float | None = None
    trials: int | None = None
    hurry: Callable[[], bool] = lambda: False
    told: Callable[[int], object] = lambda _made: None
    made: int = 0
    began: float = field(default_factory=time.perf_counter)

    @property
    def spent(self) -> bool:
        """Whether the thinking is over."""
        if self.trials is not None and self.made >= self.trials:
            return True
        return self.left <= 0 or self.hurry()

    @property
    def left(self) -> float:
        """How many seconds are left."""
        if self.seconds is None:
            return float("inf")
        return self.seconds - (time.perf_counter() - self.began)

    def count(self, made: int = 1) -> None:
        """Count trials that were made."""
        self.made += made
        self.told(self.made)


@dataclass(slots=True)
class Candidate:
    """A choice considered, and where it led in each world."""

    choice: Choice
    found: dict[int, Terms] = field(default_factory=dict)
    even: float = EVEN
    chances: dict[int, float] = field(default_factory=dict)

    def led(self, world: int, terms: Terms) -> None:
        """Note where it led in a world."""
        self.found[world] = terms
        self.chances[world] = chance(terms, self.even)

    @property
    def ended(self) -> bool:
        """Whether it was played on to the very end wherever it was tried."""
        return bool(self.found) and all(OVER in terms for terms in self.found.values())

    @property
    def worth(self) -> float:
        """The chance to win that it came to on the average."""
        return sum(self.chances.values()) / max(1, len(self.chances))

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
        return [self.chances[n] - other.chances[n] for n in self.chances if n in other.chances]

    def promises(self, other: Candidate) -> float:
        """Return by how much it is better, as far as the worlds that were tried can be believed.

        Few worlds say little, and most choices are much like the script's: what is found is drawn
        towards nothing, the more the less is known.
        """
        gains = self.gains(other)
        if not gains:
            return 0.0
        mean = sum(gains) / len(gains)
        spread = sum((gain - mean) ** 2 for gain in gains) + SAMPLE * USUAL**2
        error = spread / (len(gains) + SAMPLE - 1) / len(gains)
        return mean * LIKELY**2 / (LIKELY**2 + error)

    def surely(self, other: Candidate, doubt: float) -> bool:
        """Whether it is better by more than `doubt` times the error of what was tried.

        The error of a mean of few worlds is itself not known well: it counts for more.
        """
        gains = self.gains(other)
        if len(gains) < 2:
            return False
        mean = sum(gains) / len(gains)
        spread = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
        error = sqrt(spread / len(gains)) * (1 + FEW / (len(gains) - 1))
        return mean > doubt * error + 1e-9


def one_by_one(trial: Trial, budget: Budget) -> Trials:
    """Return what makes trials one after the other until the budget is spent."""

    def trials(world: int, choices: list[Choice]) -> list[Terms | None]:
        found: list[Terms | None] = []
        for choice in choices:
            if budget.spent:
                return [*found, *[None] * (len(choices) - len(found))]
            found.append(trial(world, choice))
            budget.count()
        return found

    return trials


def search(  # noqa: PLR0913 - what a search hangs on
    choices: Sequence[Choice],
    trials: Trials,
    budget: Budget,
    worlds: int,
    keep: int = 1,
    even: float = EVEN,
) -> list[Candidate]:
    """Try choices by sequential halving in at most so many worlds; the best comes first.

    All that are left are tried in a world before the next, so that luck is the same for each of
    them; a world that one of them did not finish counts for nobody. The first `keep` choices, as
    that which the script would make, are never dropped.
    """
    tried = [Candidate(choice, even=even) for choice in choices]
    alive, world, halved = list(tried), 0, ROUND
    while world < worlds and len(alive) > 1 and not budget.spent:
        found = trials(world, [one.choice for one in alive])
        for one, terms in zip(alive, found, strict=True):
            if terms is not None and None not in found:
                one.led(world, terms)
        world += 1
        if world % ROUND == 0:
            alive = _left(alive, keep, half=world == halved)
            halved *= 2 if world == halved else 1
            if _settled(alive):
                break
    return sorted(tried, key=lambda one: (-len(one.found), -one.worth))


def _left(alive: list[Candidate], keep: int, *, half: bool) -> list[Candidate]:
    """Return who is tried further: without the surely poor, and where it is time the better half."""
    first, others = alive[:keep], sorted(alive[keep:], key=lambda one: -one.worth)
    if half:
        others = others[: max(1, len(others) // 2)]
    return [*first, *(one for one in others if not first or not first[0].surely(one, POOR))]


def _settled(alive: Sequence[Candidate]) -> bool:
    """Whether one candidate is so much better than the others that more worlds would change nothing."""
    best = max(alive, key=lambda one: one.worth)
    return all(best.surely(one, SURE) for one in alive if one is not best)
