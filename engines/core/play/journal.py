"""The rows of a game's journal, and the notes that stand beside the choices in its log."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from grognard.engines.core.data.codec import decode, encode
from grognard.engines.core.data.frozen import record
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import PASS, Ask
from grognard.engines.core.show.explain import ASIDE, LogEntry


@record
class Row:
    """One row of the journal: a choice with the ask kind and dice count it answered, or a cut.

    `cut` is None for a choice, else the number of choices that remain. The kind of a cut is "", or
    what the log is to say of it: TAKE_BACK, or PASSED with the line of the log as its choice.
    """

    seat: str
    kind: str
    dice: int
    choice: Any = None
    cut: int | None = None


@record
class Note:
    """A line of the log that no rule wrote: it stands where `at` choices had been made."""

    at: int
    kind: str
    line: LogEntry


TAKE_BACK = "take_back"
TAKEN_BACK = LogEntry(
    "note", text("A choice is taken back by agreement; the dice will fall the same.")
)
NOTHING_TO_DECIDE = text("Nothing to decide, so skipped: {question}")
NOTHING_AND_WHY = text("Nothing to decide, so skipped: {question} ({reason})")
RARELY = text("Rarely needed, so skipped: {question}")
AS_SAID = text("Answered as you asked in advance: {question}")
NOTHING_TOLD = {one.key for one in (NOTHING_TO_DECIDE, NOTHING_AND_WHY, RARELY, AS_SAID)}
"""The phrases of lines that tell of a question, and that nobody was asked it."""
PASSED = "passed"
"""A choice that was none: the program made it, and it is taken back with the choice before it."""


def passing(ask: Ask) -> LogEntry:
    """Return the line that tells of a question with nothing to decide.

    Where the question is secret, so is that there was nothing to decide.
    """
    kind, words = "note", NOTHING_TO_DECIDE.fill(question=ask.prompt)
    why = ask.choices.why_none() if PASS in ask.choices else None
    if why is not None:
        words = NOTHING_AND_WHY.fill(question=ask.prompt, reason=why.message)
    if ask.rare:
        kind = ASIDE
        words = RARELY.fill(question=ask.prompt)
    to = (ask.seat,) if ask.secret else ()
    rules = tuple(dict.fromkeys((*ask.rules, why.rule))) if why is not None else ask.rules
    return LogEntry(kind, words, rules, ask.seat, visible_to=to)


def alike(one: Text, other: Text) -> bool:
    """Whether two such lines tell the same: the same words, or one question for one reason, whomever it is about."""
    if one.key != NOTHING_AND_WHY.key or other.key != one.key:
        return one == other
    said, known = dict(one.args), dict(other.args)
    return said["reason"] == known["reason"] and _phrase(said) == _phrase(known)


def _phrase(said: Mapping[str, str | int | Text]) -> str:
    question = said["question"]
    return question.key if isinstance(question, Text) else str(question)


def passed(count: int, line: LogEntry) -> Row:
    """Return the row that says of the last of `count` choices that there was no other."""
    return Row("", PASSED, 0, encode(line), cut=count)


def notes_after(notes: Sequence[Note], row: Row) -> list[Note]:
    """Return the notes that stand once `row` is applied; as those before, by where they stand.

    Notes of take-backs outlive later cuts; a choice that was passed takes its note with it.
    """
    if row.cut is None:
        return list(notes)
    cut = row.cut
    first = bisect_left(notes, cut, key=lambda note: note.at)
    later = (note for note in notes[first:] if note.kind != PASSED)
    kept = [*notes[:first], *(Note(cut, note.kind, note.line) for note in later)]
    if row.kind == TAKE_BACK:
        return [*kept, Note(cut, TAKE_BACK, TAKEN_BACK)]
    if row.kind == PASSED:
        # It stands before what came of the choice.
        return [*kept, Note(cut - 1, PASSED, decode(LogEntry, row.choice))]
    return kept


def with_notes(choices: Sequence[Row], notes: Iterable[Note]) -> list[Row]:
    """Return the choices with a cut that cuts nothing wherever a note stands."""
    rows: list[Row] = []
    done = 0
    for at, row in sorted(map(_as_row, notes), key=lambda noted: noted[0]):
        rows += [*choices[done:at], row]
        done = at
    return [*rows, *choices[done:]]


def _as_row(note: Note) -> tuple[int, Row]:
    if note.kind == PASSED:
        return note.at + 1, passed(note.at + 1, note.line)
    return note.at, Row("", note.kind, 0, None, cut=note.at)
