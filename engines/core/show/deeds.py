"""The log told by deeds: one line for one deed with its dice, and what made it up beneath."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TypeAlias

from grognard.engines.core.data.text import Text, all_of, text, verbatim
from grognard.engines.core.show.explain import CAUSE, DETAIL, LogEntry, Roll

Called: TypeAlias = Callable[[str], Text]
"""What the game calls the result of a die (`Game.called`)."""
Tallies: TypeAlias = Mapping[str, Text]
"""The phrases that count what dice scored (`Game.tallies`), by result, or by rule where a result is a number."""
Line: TypeAlias = tuple[int, LogEntry]
"""A line of the log, with the number of choices that led to it."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One deed: the line that tells it, all the dice cast for it, and the lines that made it up.

    `first` is the number of its first line in the log that was told by deeds, `at` how many
    choices led to the line that tells it.
    """

    at: int
    entry: LogEntry
    first: int = 0
    rolls: tuple[Roll, ...] = ()
    parts: tuple[LogEntry, ...] = ()

    @property
    def unfolds(self) -> bool:
        """Whether more can be told than its line does."""
        counted = any(roll.modifiers or roll.table for roll in self.rolls)
        return bool(self.parts) or counted or len(self.rules) > 1

    @property
    def decided_by(self) -> tuple[Roll, ...]:
        """The dice that were cast on the way to it, where it has none of its own."""
        cast = (part.roll for part in self.parts if part.kind == CAUSE and part.roll is not None)
        return () if self.rolls else tuple(roll for roll in cast if roll.drawn is None)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of the line that tells it."""
        return self.entry.rules


def deeds(lines: Iterable[Line], start: int = 0) -> list[Deed]:
    """Tell the lines of a log, or those from number `start` on, by deeds.

    A cause waits for the line of its deed and is one of that deed's parts; a detail is a part of
    the deed before it. Dice cast one after the other for the same thing are one deed.
    """
    told: list[Deed] = []
    waiting: list[tuple[int, Line]] = []
    for number, (at, entry) in enumerate(lines, start):
        if entry.kind == CAUSE:
            waiting.append((number, (at, entry)))
        elif told and not waiting and entry.kind == DETAIL:
            told[-1] = replace(told[-1], parts=(*told[-1].parts, entry))
        elif told and not waiting and entry.roll is not None and _same(told[-1], entry):
            told[-1] = replace(told[-1], rolls=(*told[-1].rolls, entry.roll))
        else:
            first = waiting[0][0] if waiting else number
            parts = tuple(part for _, (_, part) in waiting)
            told.append(Deed(at, entry, first, _rolls(entry), parts))
            waiting = []
    # Causes whose deed is not yet done stand for themselves.
    told += [Deed(at, entry, number, _rolls(entry)) for number, (at, entry) in waiting]
    return told


def told_on(told: list[Deed], lines: Sequence[Line]) -> int:
    """Tell by deeds what a log has come to, of which the first lines are told already.

    Return how many of the deeds told before have stayed as they were. What is new may still belong to the
    last of them that was done, and to causes that waited; no line before that is looked at again.
    """
    done = len(told) - 1
    while done > 0 and told[done].entry.kind == CAUSE:
        done -= 1
    first = told[done].first if told else 0
    fresh = deeds(lines[first:], first)
    before = told[max(done, 0) :]
    same = sum(1 for _ in takewhile(lambda two: two[0] == two[1], zip(before, fresh, strict=False)))
    told[max(done, 0) :] = fresh
    return max(done, 0) + same


def _rolls(entry: LogEntry) -> tuple[Roll, ...]:
    return (entry.roll,) if entry.roll is not None else ()


def _same(deed: Deed, entry: LogEntry) -> bool:
    """Whether a line tells of one more die for what a deed tells."""
    last = deed.entry
    if last.roll is None or entry.roll is None or deed.parts:
        return False
    alike = (last.text, last.rules, last.seat) == (entry.text, entry.rules, entry.seat)
    return alike and (last.roll.target, last.roll.modifiers) == (
        entry.roll.target,
        entry.roll.modifiers,
    )


def dice_of(deed: Deed, called: Called, tallies: Tallies) -> Text | None:
    """Return the dice of a deed in a few words: what fell, what was needed, what came of it.

    What the dice of its causes came to the line itself tells.
    """
    rolls = deed.rolls or deed.decided_by
    if not rolls:
        return None
    if rolls[0].drawn is not None:
        return all_of([roll.drawn for roll in rolls if roll.drawn is not None])
    words = verbatim((" " if deed.rolls else ", ").join(map(_fell, rolls)))
    if _may_miss(rolls[0]) and (deed.rolls or len(rolls) == 1):
        words = text("{dice}, {needs}", dice=words, needs=needed(rolls[0]))
    result = came_of(deed.rolls, called, tallies)
    if len(deed.rolls) == 1 and not _may_miss(rolls[0]) and rolls[0].result.isdigit():
        return text("{result} (the die shows {dice})", result=result or "", dice=words)
    return words if result is None else text("{dice}: {result}", dice=words, result=result)


def _fell(roll: Roll) -> str:
    """What a die shows, and with its modifiers what it comes to."""
    if not roll.modifiers or roll.base is not None:
        return str(roll.natural)
    change = sum(one.value for one in roll.modifiers)
    if not change:
        return str(roll.natural)
    sign = "+" if change >= 0 else "\N{MINUS SIGN}"
    total = str(roll.total).replace("-", "\N{MINUS SIGN}")
    return f"{roll.natural} {sign} {abs(change)} = {total}"


def _may_miss(roll: Roll) -> bool:
    """Whether there is a number to be met; what lies beyond the faces of the die the line tells itself."""
    return roll.target is not None and (roll.upward or roll.target <= roll.sides)


def needed(roll: Roll) -> Text:
    """Return what a die with a target needs: so much or less, or so much or more."""
    if roll.upward:
        return text("needs {n} or more", n=roll.target or 0)
    return text("needs {n} or less", n=roll.target or 0)


def came_of(rolls: Sequence[Roll], called: Called, tallies: Tallies) -> Text | None:
    """Return what came of the dice of a deed; of several, how often that came which counts."""
    found = Counter(roll.result for roll in rolls if roll.result)
    if not found:
        return None
    if rolls[0].rule in tallies and all(roll.result.isdigit() for roll in rolls):
        return tallies[rolls[0].rule].fill(n=sum(int(roll.result) for roll in rolls))
    if len(rolls) == 1:
        return called(rolls[0].result)
    if not found.keys() & tallies.keys():
        return all_of(
            [text("{n} × {result}", n=n, result=called(result)) for result, n in found.items()]
        )
    return all_of([tallies[result].fill(n=n) for result, n in found.items() if result in tallies])
