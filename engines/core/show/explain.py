"""Explanations as data: refusals, rolls with their modifiers, log entries, verdicts."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Any

from grognard.engines.core.data.frozen import record
from grognard.engines.core.data.text import Text


@record
class Refusal:
    """Why a choice is not legal.

    `rule` is the id of the rule that refuses, `message` says it in one sentence and `where` lists
    the spaces, hexsides ("4008/4108") or pieces that refused. `misread`: the choice is none that the
    question knows, so that no rule was asked further, and the question's own rule stands here.
    """

    rule: str
    message: Text
    where: tuple[str, ...] = ()
    misread: bool = False


@record
class Modifier:
    """One number added to a die, with the reason and the rule it comes from."""

    value: int
    reason: Text
    rule: str


@record
class Roll:
    """A die, card or marker that was drawn.

    `natural` is what fell, `total` the natural with all modifiers, `result` the word the rule
    gives to it. `visible_to` is empty for a public roll, else the seats that may see it. Where the
    modifiers change the number needed and not the die (a firepower), `base` is that number before
    them, `target` after them, and `total` is the natural. Of what is drawn and not rolled, out of
    `sides` cards or markers, `drawn` is the name. `first` is the lowest face of the
    die; None where none was cast: a card, or a die that was cast before and is read again.
    `upward`: the target or more is needed, not the target or less. `table` and `column` are those of
    the rulebook in which the result was read; the row is that of the total, and no column means all of it.
    """

    seat: str
    rule: str
    purpose: str
    subject: str
    sides: int
    natural: int
    modifiers: tuple[Modifier, ...] = ()
    total: int = 0
    result: str = ""
    target: int | None = None
    visible_to: tuple[str, ...] = ()
    base: int | None = None
    drawn: Text | None = None
    first: int | None = None
    upward: bool = False
    table: str = ""
    column: str = ""


@record
class Verdict:
    """How a game ended: winner is a seat id or "draw"; `points` a row a seat."""

    winner: str
    level: str
    reason: Text
    rule: str
    points: tuple[tuple[str, int], ...] = ()


_PLAIN: dict[str, Any] = {"private": None, "private_to": (), "private_pieces": ()}
ASIDE = "aside"
"""The kind of a line that the table does not show: a seldom wanted choice was left, or nothing new is told."""
CAUSE, DETAIL = "cause", "detail"
"""The kinds of lines that unfold: what led to the deed of the next line, and what more came of the one before."""


@record
class LogEntry:
    """One line of the log: a typed fact.

    `kind` is one of phase, choice, move, roll, result, loss, refusal, note, of cause and detail, which
    unfold beneath another line, and aside, which the table does not show; `pieces` and `where` let the
    table light up what the line speaks of. `visible_to` empty means public. Where the seats `private_to`
    know more than the others, they read `private` and `private_pieces` instead. `card` is one that was
    played face up, as `CardView.id` calls it.
    """

    kind: str
    text: Text
    rules: tuple[str, ...] = ()
    seat: str | None = None
    pieces: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    roll: Roll | None = None
    visible_to: tuple[str, ...] = ()
    path: tuple[str, ...] = field(default=())
    private: Text | None = None
    private_to: tuple[str, ...] = ()
    private_pieces: tuple[str, ...] = ()
    card: str = ""

    def seen_by(self, seat: str | None) -> LogEntry | None:
        """Return the line as a seat (None: the public) may read it, or None if it may not."""
        if self.visible_to and (seat is None or seat not in self.visible_to):
            return None
        if not self.private_to:
            return self
        if seat is not None and seat in self.private_to:
            own = self.private or self.text
            pieces = self.private_pieces or self.pieces
            return replace(self, text=own, pieces=pieces, **_PLAIN)
        return replace(self, **_PLAIN)


@record
class Shortfall:
    """An attempt that something hidden or unmeasured stopped: the rule and where it stopped."""

    rule: str
    where: str
    message: Text


class GameOver(Exception):  # noqa: N818 - unwinds every procedure; it is an ending, not an error
    """Raised by `Table.end`; carries the verdict past every procedure to the session."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.reason)
        self.verdict = verdict
