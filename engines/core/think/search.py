"""The search: candidate choices tried in the same imagined worlds, the poorer half dropped each round."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import exp, sqrt, tanh
from typing import TypeAlias

from grognard.engines.core.data.frozen import record
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.think.terms import EVEN, OVER, WON, Judging, Terms


@record
class Way:
    """What may be done: a choice, and the temper in which the turn is then played on."""

    choice: Choice
    manner: str = ""


Trial: TypeAlias = Callable[[int, Way], Terms | None]
"""Plays a candidate on in the world of a number, and judges where it leads (None: not there)."""
Trials: TypeAlias = Callable[[int, list[Way]], list[Terms | None]]
"""Does that with several candidates; None stands for those that were not finished in time."""
Clock: TypeAlias = Callable[[], float]
"""Tells seconds; only differences count."""
ROUND = 6
"""Worlds that each candidate still considered is tried in before half of them are dropped."""
GLANCE = 3
"""Worlds after which it is asked whether the candidates differ at all."""
ALIKE = 0.003
"""Chances that differ by less are the same."""
PAIR = 4
"""Worlds played to their end before it is asked whether more of them would change anything."""
SAME_END = 8
"""Worlds that all end alike, whatever was chosen, after which no more are played to their end."""
FEW = 2.0
"""By how much more the error of two worlds counts than it says; of more worlds less."""
SURE = 3.0
"""By how many errors of the mean one must be better than all others for the search to end early."""
SETTLED = 2.0
"""By how many errors a gain must be one for no more worlds to be played to their end."""
POOR = 2.0
"""By how many errors it must be worse than the script's choice to be dropped before its time."""
MARGIN = 0.1
"""What a great victory is worth beside a narrow one, of the whole."""
USUAL, SAMPLE = 0.4, 4
"""How far the ends of games usually spread from world to world, and for how many worlds that counts."""
SPREAD = 0.06
"""The same of what terms say half way."""
LIKELY, WORSE = 0.08, 0.02
"""By how much another choice is usually better or worse than the script's, and worse in the mean."""


def chance(terms: Terms, even: float = EVEN, beyond: float = 0.0) -> float:
    """Return what a position that was reached is worth, from 0 to 1: the chance to win, or who has won.

    `even`: what the terms have to come to for a side to win three games of four or so. `beyond`: what
    is taken from them first, see `beyond`.
    """
    if OVER not in terms:
        total = max(-30.0, min(30.0, (sum(terms.values()) - beyond) / even))
        return 1 / (1 + exp(-total))
    won = _won(terms)
    return 0.5 + 0.5 * won + MARGIN * tanh((terms[OVER] - WON * won - beyond) / even)


def _won(terms: Terms) -> int:
    return (terms[OVER] > WON / 2) - (terms[OVER] < -WON / 2)


def beyond(terms: Terms, even: float) -> float:
    """Return by how much a position is past the point from which chances hardly move any more.

    Whoever is far ahead or far behind is to tell choices from each other as well as at the start: he
    judges them as if he were as far ahead or behind as that point.
    """
    total = sum(terms.values()) - (WON * _won(terms) if OVER in terms else 0.0)
    return total - max(-even, min(even, total))


@dataclass(slots=True)
class Budget:
    """How long may be thought: in seconds, in trials, or until `hurry` says that it is enough.

    Attributes:
        made: how many trials were made.
        told: is told that number after each of them.
        clock: what tells the seconds: that on the wall, or the processor time of who thinks.
    """

    seconds: float | None = None
    trials: int | None = None
    hurry: Callable[[], bool] = lambda: False
    told: Callable[[int], object] = lambda _made: None
    made: int = 0
    clock: Clock = time.perf_counter
    began: float = field(init=False)

    def __post_init__(self) -> None:
        self.began = self.clock()

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
        return self.seconds - (self.clock() - self.began)

    def part(self, share: float) -> Budget:
        """Return a part of what is left of it."""
        left = None if self.seconds is None else self.left * share
        return replace(self, seconds=left)

    def count(self, made: int = 1) -> None:
        """Count trials that were made."""
        self.made += made
        self.told(self.made)


@dataclass(slots=True)
class Candidate:
    """A choice considered, and where it led.

    Attributes:
        found: the terms half way, in each world.
        chances: the chance to win that they stand for, with `beyond` taken from them.
        ends: how games ended that were played on to their end, in other worlds.
        manner: the temper in which the turn is played on after it.
        beyond: how far the position is beyond what chances tell apart, half way and at the end: the
            same for all that are compared.
    """

    choice: Choice
    found: dict[int, Terms] = field(default_factory=dict)
    judging: Judging = field(default_factory=Judging)
    chances: dict[int, float] = field(default_factory=dict)
    ends: dict[int, float] = field(default_factory=dict)
    manner: str = ""
    beyond: tuple[float, float] = (0.0, 0.0)

    @property
    def way(self) -> Way:
        """What is tried in imagined games."""
        return Way(self.choice, self.manner)

    def led(self, world: int, terms: Terms) -> None:
        """Note where it led in a world."""
        self.found[world] = terms
        self.chances[world] = chance(terms, self.judging.even, self.beyond[0])

    def ended(self, world: int, terms: Terms) -> None:
        """Note how the game ended in a world."""
        self.ends[world] = chance(terms, self.judging.even, self.beyond[1])

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
        return _paired(self.chances, other.chances)

    def promises(self, other: Candidate) -> tuple[float, float]:
        """Return by how much it is better, as far as what was tried can be believed, and the error of that.

        Most choices are much like the script's: what is found is drawn towards nothing, the more the
        less is known. What terms say half way is soon known, but may be out in all worlds alike; how
        games ended is the truth, and takes many worlds.
        """
        known, weighed = 1 / LIKELY**2, -WORSE / LIKELY**2
        told = (
            (self.chances, other.chances, SPREAD, self.judging.astray),
            (self.ends, other.ends, USUAL, 0.0),
        )
        for mine, theirs, usual, astray in told:
            gains = _paired(mine, theirs)
            if gains:
                mean = sum(gains) / len(gains)
                spread = sum((gain - mean) ** 2 for gain in gains) + SAMPLE * usual**2
                error = spread / (len(gains) + SAMPLE - 1) / len(gains) + astray**2
                known += 1 / error
                weighed += mean / error
        return weighed / known, sqrt(1 / known)

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


def _paired(mine: Mapping[int, float], theirs: Mapping[int, float]) -> list[float]:
    return [mine[n] - theirs[n] for n in mine if n in theirs]


def one_by_one(trial: Trial, budget: Budget) -> Trials:
    """Return what makes trials one after the other until the budget is spent."""

    def trials(world: int, ways: list[Way]) -> list[Terms | None]:
        found: list[Terms | None] = []
        for way in ways:
            if budget.spent:
                return [*found, *[None] * (len(ways) - len(found))]
            found.append(trial(world, way))
            budget.count()
        return found

    return trials


def search(
    tried: list[Candidate], trials: Trials, budget: Budget, worlds: int, keep: int = 1
) -> bool:
    """Try choices by sequential halving in at most so many worlds; return whether they are all alike.

    All that are left are tried in a world before the next, so that luck is the same for each of
    them; a world that one of them did not finish counts for nobody. The first `keep` of them, as
    that which the script would choose, are never dropped.
    """
    alive, world, halved = list(tried), 0, ROUND
    while world < worlds and len(alive) > 1 and not budget.spent:
        found = trials(world, [one.way for one in alive])
        if not tried[0].found and found[0] is not None:
            _level(tried, (beyond(found[0], tried[0].judging.even), 0.0))
        for one, terms in zip(alive, found, strict=True):
            if terms is not None and None not in found:
                one.led(world, terms)
        world += 1
        if world == GLANCE and _alike(alive):
            return True
        if world == GLANCE or world % ROUND == 0:
            alive = _left(alive, keep, half=world == halved)
            halved *= 2 if world == halved else 1
            if world >= ROUND and _settled(alive):
                break
    return False


def _level(tried: Sequence[Candidate], beyond: tuple[float, float]) -> None:
    for one in tried:
        one.beyond = beyond


def play_out(tried: Sequence[Candidate], trials: Trials, budget: Budget, worlds: int) -> None:
    """Play games on to their end with candidates, the script's first, until more would change nothing."""
    script, *others = tried
    done = 0
    for world in range(worlds):
        if budget.spent:
            break
        found = trials(world, [one.way for one in (script, *others)])
        if None in found:
            continue
        if not script.ends and found[0] is not None:
            _level(tried, (script.beyond[0], beyond(found[0], script.judging.even)))
        for one, terms in zip((script, *others), found, strict=True):
            if terms is not None:
                one.ended(world, terms)
        done += 1
        if done % PAIR == 0:
            if all(_is_known(one, script) for one in others):
                break
            others = [one for one in others if not _is_hopeless(one, script)]
            if not others:
                break
        if done == SAME_END and all(one.ends == script.ends for one in others):
            break


def _is_known(one: Candidate, script: Candidate) -> bool:
    gain, error = one.promises(script)
    return abs(gain) > SETTLED * error


def _is_hopeless(one: Candidate, script: Candidate) -> bool:
    gain, error = one.promises(script)
    return gain + error < 0


def _left(alive: list[Candidate], keep: int, *, half: bool) -> list[Candidate]:
    """Return who is tried further: without the surely poor and the same, where it is time the better half."""
    first, others = alive[:keep], sorted(alive[keep:], key=lambda one: -one.worth)
    if half:
        others = others[: max(1, len(others) // 2)]
    told = (one for one in others if not first[0].surely(one, POOR))
    return [*first, *(one for one in told if not _alike([first[0], one]))]


def _alike(alive: Sequence[Candidate]) -> bool:
    """Whether it came to the same in each world, whatever was chosen."""
    first, *others = alive
    return all(abs(gain) < ALIKE for one in others for gain in one.gains(first))


def _settled(alive: Sequence[Candidate]) -> bool:
    """Whether one candidate is so much better than the others that more worlds would change nothing."""
    best = max(alive, key=lambda one: one.worth)
    return all(best.surely(one, SURE) for one in alive if one is not best)
