"""[dice.d10] What may come of something that rolls dice, exactly: it is played with every die.

The procedures that play are the ones that are asked, on a table of their own: modifiers, tables and
consequences are theirs. Faces of a die that have the same result are followed as one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from grognard.engines.core.data.text import Text, text
from grognard.engines.core.play.dice import Dice
from grognard.engines.core.show.asks import Choice, Procedure
from grognard.engines.core.show.explain import Modifier, Roll
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import State

T = TypeVar("T", bound=Hashable)
R = TypeVar("R")
MOST = 400
"""So many ways in which dice may fall are followed."""


class Chosen(Dice):
    """A die that shows the face it is told to."""

    shows = 0

    def draw(self, purpose: str, subject: str, sides: int) -> int:
        return self.shows

    def restarted(self, counts: Mapping[str, int], seed: str) -> Chosen:
        return Chosen(counts)


class Imagined(Board):
    """A table on which the dice fall as a script says, by the results they have; then always the first.

    Attributes:
        taken: the number of the result of each die so far.
        shares: for each die, how likely its results are, in their order.
        rolls: the dice so far.
    """

    def __init__(
        self, setup: Setup, state: State, script: Sequence[int] = (), apart: Collection[str] = ()
    ) -> None:
        self.chosen = Chosen()
        super().__init__(setup, state, self.chosen)
        self.script, self.apart = script, apart
        self.taken: list[int] = []
        self.shares: list[list[Fraction]] = []
        self.rolls: list[Roll] = []

    def roll(self, **facts: Any) -> Roll:
        """Roll the die the script tells; of who is `apart` every face is a result of its own."""
        sides, first = facts["sides"], facts.get("first", 0)
        fixed = facts.get("base") is not None
        change = 0 if fixed else sum(modifier.value for modifier in facts.get("modifiers", ()))
        read = facts.get("result")
        groups: dict[object, list[int]] = {}
        for face in range(sides):
            same = (
                face
                if facts["subject"] in self.apart or read is None
                else read(first + face + change)
            )
            groups.setdefault(same, []).append(face)
        listed = list(groups.values())
        place = len(self.taken)
        here = self.script[place] if place < len(self.script) else 0
        self.taken.append(here)
        self.shares.append([Fraction(len(group), sides) for group in listed])
        self.chosen.shows = listed[here][0]
        self.rolls.append(super().roll(**facts))
        return self.rolls[-1]


def outcomes(
    setup: Setup, state: State, play: Callable[[Imagined], T], apart: Collection[str] = ()
) -> dict[T, Fraction] | None:
    """Return all that may come of `play`, with the chance of each; None beyond `MOST` ways.

    `apart` are those whose dice others share (G.7.adjacent): their faces are followed one by one.
    """
    found: dict[T, Fraction] = {}
    waiting: list[tuple[int, ...]] = [()]
    played = 0
    while waiting:
        played += 1
        if played > MOST:
            return None
        script = waiting.pop()
        table = Imagined(setup, state, script, apart)
        came = play(table)
        chance = Fraction(1)
        for taken, shares in zip(table.taken, table.shares, strict=True):
            chance *= shares[taken]
        found[came] = found.get(came, Fraction(0)) + chance
        for place in range(len(script), len(table.taken)):
            before = tuple(table.taken[:place])
            waiting += [(*before, other) for other in range(1, len(table.shares[place]))]
    return found


def left_alone(procedure: Procedure[R], answer: Choice) -> R:
    """Play a procedure to its end; whatever it asks is answered alike."""
    try:
        next(procedure)
        while True:
            procedure.send(answer)
    except StopIteration as over:
        result: R = over.value
        return result


def first_roll(setup: Setup, state: State, test: Callable[[Imagined], object]) -> Roll | None:
    """Return the first die that a test rolls, with its modifiers: None where it rolls none."""
    table = Imagined(setup, state)
    test(table)
    return table.rolls[0] if table.rolls else None


def passing(roll: Roll) -> Fraction:
    """[morale.test] [B.1.test] Return the chance that a test is passed: its target or below."""
    change = sum(modifier.value for modifier in roll.modifiers)
    goal = roll.target if roll.target is not None else 0
    return Fraction(sum(face + change <= goal for face in range(1, roll.sides + 1)), roll.sides)


def percent(chance: Fraction) -> int:
    """Return a chance in whole per cent."""
    return round(float(chance) * 100)


def reasons(modifiers: Sequence[Modifier]) -> list[Text]:
    """Return modifiers in lines, each with its rule."""
    return [text("{n}: {why}", n=f"{m.value:+d}", why=m.reason) for m in modifiers]
