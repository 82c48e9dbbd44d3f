"""The die that something casts first, before it is cast: what comes of it, and how likely each.

The procedure that plays is the one that is asked, on a table of its own: target, modifiers and results are
its own, so that what is shown cannot differ from what is rolled. Nothing that follows the die is played.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

from grognard.engines.core.data.text import Text, text
from grognard.engines.core.play.dice import Dice
from grognard.engines.core.play.setups import AnySetup
from grognard.engines.core.play.table import Table
from grognard.engines.core.show.explain import GameOver, Modifier, Roll
from grognard.engines.core.show.views import Answer

SetupT = TypeVar("SetupT", bound=AnySetup)
S = TypeVar("S")
Plays: TypeAlias = Callable[[Table[SetupT, S]], object]
"""What is played: a rule, or a procedure, which is followed to its first question."""


class _Lowest(Dice):
    """Dice that always show their lowest face."""

    def draw(self, purpose: str, subject: str, sides: int) -> int:
        return 0

    def restarted(self, counts: Mapping[str, int], seed: str) -> _Lowest:
        return _Lowest(counts)


class _Cast(Exception):  # noqa: N818 - unwinds what is played; it is no error
    """The first die was cast."""


@dataclass(frozen=True, slots=True)
class FirstDie:
    """The first die of something: the roll as its lowest face leaves it, and the chance of each result."""

    roll: Roll
    chances: Mapping[str, Fraction]


class _Watched(Table[SetupT, S]):
    """A table on which the first die ends the play."""

    found: FirstDie | None = None

    def roll(self, **facts: Any) -> Roll:
        roll = super().roll(**facts)
        found: dict[str, Fraction] = {}
        for face in range(roll.sides):
            name = _result(facts, roll, facts.get("first", 0) + face)
            found[name] = found.get(name, Fraction(0)) + Fraction(1, roll.sides)
        self.found = FirstDie(roll, found)
        raise _Cast


def _result(facts: Mapping[str, Any], roll: Roll, natural: int) -> str:
    """Return what a face comes to, as the table will judge it."""
    change = 0 if roll.base is not None else sum(one.value for one in roll.modifiers)
    total = natural + change
    if facts.get("judge") is not None:
        return str(facts["judge"](natural, total))
    read = facts.get("result")
    return str(read(total)) if read is not None else str(total)


def first_die(setup: SetupT, state: S, play: Plays[SetupT, S]) -> FirstDie | None:
    """Return the first die that `play` casts; None where it casts none before it asks or ends."""
    table: _Watched[SetupT, S] = _Watched(setup, state, _Lowest())
    try:
        played = play(table)
        if isinstance(played, Generator):
            next(played, None)
    except _Cast:
        return table.found
    except GameOver:
        return None
    return None


def die_odds(
    setup: SetupT,
    state: S,
    play: Plays[SetupT, S],
    words: Mapping[str, Text],
    rules: Sequence[str] = (),
) -> Answer:
    """Return the odds of the first die that `play` casts, its results by their `words`.

    The value has `exact` true, the `purpose` and `subject` of the roll, `chances` {result: fraction as text} and
    its `modifiers`; where no die is cast the Answer is empty.
    """
    die = first_die(setup, state, play)
    return Answer({}, ()) if die is None else told(die, words, rules)


def told(die: FirstDie, words: Mapping[str, Text], rules: Sequence[str] = ()) -> Answer:
    """Put the odds of one die into words: what comes of it, then what is added to the die."""
    roll = die.roll
    value: dict[str, object] = {
        "exact": True,
        "purpose": roll.purpose,
        "subject": roll.subject,
        "chances": {name: str(chance) for name, chance in die.chances.items()},
        "modifiers": [
            {"value": one.value, "rule": one.rule, "reason": str(one.reason)}
            for one in roll.modifiers
        ],
    }
    shares = tuple((words[name], float(chance)) for name, chance in die.chances.items())
    lines = [_needed(roll), *map(reason_of, roll.modifiers)]
    cited = dict.fromkeys((roll.rule, *rules, *(one.rule for one in roll.modifiers)))
    return Answer(value, tuple(cited), tuple(lines), shares=shares)


def _needed(roll: Roll) -> Text:
    """Say what is rolled, and what is needed where one number decides."""
    low = 0 if roll.first is None else roll.first
    high = low + roll.sides - 1
    if roll.target is None:
        return text("One die, {low} to {high}", low=low, high=high)
    if roll.upward:
        return text(
            "One die, {low} to {high}; {n} or more is needed", low=low, high=high, n=roll.target
        )
    return text(
        "One die, {low} to {high}; {n} or less is needed", low=low, high=high, n=roll.target
    )


def reason_of(modifier: Modifier) -> Text:
    """Name a modifier in a line of its own."""
    return text("{n} {why}", n=f"{modifier.value:+d}", why=modifier.reason)
