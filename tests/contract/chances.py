"""Reading the chances that odds show, and what came of the same choice in many futures.

Every game's odds speak of events of that game; a reader for each makes `Claim`s of an answer, which
watch the log of a future for the event they speak of. How the future is played on between the choice
and its event is part of what the odds assume, and is the reader's too: it abandons what leaves it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, log
from typing import Any

from grognard.engines.core.play.dice import HashDice
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Ask, Choice
from grognard.engines.core.show.explain import LogEntry, Modifier

DOUBT = 1e-6
"""The chance that any of all comparisons of a run fails although every shown chance is true."""
ROUNDED, MEAN_ROUNDED = 5e-5, 5e-4
"""What a chance that is written with four decimals may be off, and a mean written with three."""
STEPS = 40

Shown = frozenset[tuple[int, str, str]]
Policy = Callable[[Session, Ask], Choice | None]


def shown(modifiers: Any) -> Shown:
    """Return modifiers as they can be compared: value, rule, reason."""
    found = set()
    for one in modifiers:
        if isinstance(one, Modifier):
            found.add((one.value, one.rule, str(one.reason)))
        else:
            found.add((int(one["value"]), str(one["rule"]), str(one["reason"])))
    return frozenset(found)


@dataclass
class Claim:
    """What odds say of one event: the chance of each outcome, and the modifiers where there are any.

    `look` reads the event out of the lines that a choice and what followed it brought: its outcome
    and its modifiers, or None where it did not come to the event. Where a `mean` is shown the
    outcomes are numbers from 0 to `most`.
    """

    about: str
    chances: Mapping[str, Fraction]
    look: Callable[[list[LogEntry], Session], tuple[str, Shown | None] | None]
    modifiers: Shown | None = None
    mean: float | None = None
    most: float = 0.0
    came: Counter[str] = field(default_factory=Counter)
    others: dict[Shown, int] = field(default_factory=dict)


@dataclass
class Comparison:
    """All claims of a run, and which of them do not hold."""

    claims: list[Claim] = field(default_factory=list)

    def follow(self, session: Session, choice: Choice, claims: list[Claim], plan: Plan) -> None:
        """Make a choice in many futures and note what comes of each claim."""
        ask = session.ask
        if ask is None or not claims:
            return
        self.claims += claims
        for n in range(plan.futures):
            fork = session.fork(f"what comes of it {n}")
            if not isinstance(fork.table.dice, HashDice):  # a case: from here on its dice are free
                fork.table.dice = HashDice(f"what comes of it {n}")
            start = len(fork.table.entries)
            fork.choose(ask.seat, choice)
            if not _play_on(fork, plan.policy, plan.steps):
                continue
            for claim in claims:
                found = claim.look(fork.table.entries[start:], fork)
                if found is None:
                    continue
                claim.came[found[0]] += 1
                if found[1] is not None and claim.modifiers is not None:
                    if found[1] != claim.modifiers:
                        claim.others[found[1]] = claim.others.get(found[1], 0) + 1

    @property
    def compared(self) -> int:
        """How many chances have been compared."""
        return sum(
            1 if claim.mean is not None else len({*claim.chances, *claim.came})
            for claim in self.claims
            if claim.came
        )

    def faults(self) -> list[str]:
        """Return what does not hold: every chance beyond the bound, every modifier that differs."""
        bound = log(2 * max(1, self.compared) / DOUBT)
        found = []
        for claim in self.claims:
            count = claim.came.total()
            if claim.mean is not None:
                found += _mean_fault(claim, bound)
                continue
            for name in sorted({*claim.chances, *claim.came}):
                chance, came = float(claim.chances.get(name, 0)), claim.came[name]
                if count and surprise(came, count, chance) > bound:
                    found.append(
                        f"{claim.about}: {name}: shown {chance:.1%}, came {came} times of {count}"
                    )
            for other, times in claim.others.items():
                lacks = sorted(other - (claim.modifiers or frozenset()))
                extra = sorted((claim.modifiers or frozenset()) - other)
                found.append(
                    f"{claim.about}: {times} of {count} rolls had {lacks} besides, not {extra}"
                )
        return found


@dataclass(frozen=True)
class Plan:
    """How many futures there are, and how each is played on (None from the policy: no further)."""

    futures: int
    policy: Policy
    steps: int = STEPS


def _mean_fault(claim: Claim, bound: float) -> list[str]:
    """Return whether a mean is further off than the bound: outcomes within 0 and R, as shares of R.

    Hoeffding's bound for such outcomes is that of Chernoff for chances, with the means as shares.
    """
    count = claim.came.total()
    if claim.mean is None or not count:
        return []
    outcomes = [float(name) for name in claim.came]
    if min(outcomes) < 0 or max(outcomes) > claim.most:
        return [f"{claim.about}: came {sorted(outcomes)}, possible is 0 to {claim.most}"]
    mean = sum(float(name) * times for name, times in claim.came.items()) / count
    # What is shown may be meant to be as much nearer as it has been rounded.
    nearer = min(max(mean, claim.mean - MEAN_ROUNDED), claim.mean + MEAN_ROUNDED)
    whole = claim.most
    if mean == nearer:
        return []
    if 0 <= nearer <= whole and surprise(count * mean / whole, count, nearer / whole) <= bound:
        return []
    return [f"{claim.about}: shown {claim.mean:.2f}, came {mean:.2f} on the mean of {count}"]


def surprise(came: float, count: int, chance: float) -> float:
    """Return n KL(k/n || p): by Chernoff what is as far off has at most e to the minus this chance.

    Where an event of no chance came, or a certain one did not, it is infinite.
    """
    share = came / count
    total = 0.0
    for part, whole in ((share, chance), (1 - share, 1 - chance)):
        if part > 0:
            total += part * log(part / whole) if whole > 0 else inf
    return count * total


def _play_on(fork: Session, policy: Policy, steps: int) -> bool:
    """Play on as the policy says until it has no more to say, for so many steps at most."""
    for _ in range(steps):
        ask = fork.ask
        answer = policy(fork, ask) if ask is not None else None
        if ask is None or answer is None:
            return True
        fork.choose(ask.seat, answer)
    return False


def stop(_session: Session, _ask: Ask) -> Choice | None:
    """Play no further: the event comes with the choice."""
    return None
