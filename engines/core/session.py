"""A session drives one game: asks, choices, undo, redo, rewind, fork, views.

The journal is append-only: a row a choice, and an undo is a row that cuts. At resting Asks the
session keeps a checkpoint (the State is immutable, so a checkpoint is three references), and every
step back replays the tail from the nearest one. While replaying nothing computes legal choices.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engines.core.asks import Ask, Choice, Procedure
from engines.core.dice import Dice, HashDice
from engines.core.explain import GameOver, LogEntry, Refusal, Verdict
from engines.core.game import Game
from engines.core.table import Table
from engines.core.text import text
from engines.core.views import TableView


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the journal: a choice with the ask kind and dice count it answered, or a cut.

    `cut` is None for a choice, else the number of choices that remain after the undo.
    """

    seat: str
    kind: str
    dice: int
    choice: Choice = None
    cut: int | None = None


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A resting position: after `index` choices, with dice counts and length of the log."""

    index: int
    state: Any
    counts: dict[str, int]
    entries: int


class WrongChoice(ValueError):  # noqa: N818 - a choice that is refused, with its Refusal
    """The session refused a choice."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal.message))
        self.refusal = refusal


class Desync(RuntimeError):  # noqa: N818 - the field's own word
    """The journal does not fit the game: another version, or a damaged file."""


class Session:
    """One game in progress.

    Args:
        game: the engine.
        setup: what `game.load` returned.
        seed: the seed of the dice.
        dice: other dice (cases); default HashDice(seed).
        state: start from this State instead of the scenario's (cases, forks).
        on_row: called with each journal row before the choice is shown (saves hook in here).

    Attributes:
        ask: the current question, None once the game has ended.
        verdict: the ending, None before.
        choices: the accepted choices, oldest first.
    """

    def __init__(  # noqa: PLR0913 - a session is made of these
        self,
        game: Game[Any],
        setup: Any,
        seed: str = "0",
        *,
        dice: Dice | None = None,
        state: Any = None,
        on_row: Callable[[Row], None] | None = None,
    ) -> None:
        self.game = game
        self.setup = setup
        self.seed = seed
        self.on_row = on_row
        first = game.initial(setup, seed) if state is None else state
        self.table: Table[Any] = Table(setup, first, dice or HashDice(seed))
        self.choices: list[Row] = []
        self.redoable: list[Row] = []
        self.checkpoints: list[Checkpoint] = []
        self.marks: list[int] = []
        self.ask: Ask | None = None
        self.verdict: Verdict | None = None
        self._procedure: Procedure[None] = game.resume(self.table)
        self._advance(None, first=True)

    # -- playing ---------------------------------------------------------------------------

    def why_not(self, seat: str, choice: Choice) -> Refusal | None:
        """Return why `seat` may not choose `choice` now, or None."""
        if self.ask is None:
            return Refusal("", text("The game is over."))
        if seat != self.ask.seat:
            return Refusal("", text("It is not the decision of {seat}.", seat=seat))
        return self.ask.choices.why_not(choice)

    def choose(self, seat: str, choice: Choice) -> None:
        """Answer the current Ask.

        Raises:
            WrongChoice: the choice is not legal, or not this seat's to make.
        """
        refusal = self.why_not(seat, choice)
        if refusal is not None:
            raise WrongChoice(refusal)
        ask = self.ask
        if ask is None:  # unreachable: why_not has refused; keeps the type narrow
            return
        row = Row(seat, ask.kind, self.table.dice.rolled(), choice)
        if self.on_row:
            self.on_row(row)
        if not (self.redoable and self.redoable[-1] == row):
            self.redoable.clear()
        else:
            self.redoable.pop()
        self._accept(row)

    def _accept(self, row: Row) -> None:
        self.choices.append(row)
        self._advance(row.choice)

    def _advance(self, choice: Choice, *, first: bool = False) -> None:
        self.marks.append(len(self.table.entries))
        try:
            self.ask = next(self._procedure) if first else self._procedure.send(choice)
        except GameOver as over:
            self.ask, self.verdict = None, over.verdict
        except StopIteration:
            message = "the procedure ended without a verdict"
            raise Desync(message) from None
        if self.ask is not None and self.ask.resting:
            self._checkpoint()

    def _checkpoint(self) -> None:
        index = len(self.choices)
        if not self.checkpoints or self.checkpoints[-1].index < index:
            counts = dict(self.table.dice.counts)
            entries = len(self.table.entries)
            self.checkpoints.append(Checkpoint(index, self.table.state, counts, entries))

    # -- going back ------------------------------------------------------------------------

    def undo_barrier(self) -> int:
        """Return how many choices must stay: undo stops at rolls and changes of deciding seat."""
        friendly = self.setup.options.get("friendly_take_back") == "yes"
        if friendly or not self.choices:
            return 0
        seat = self.choices[-1].seat
        if self.ask is not None and self.ask.seat != seat:
            return len(self.choices)
        dice_now = self.table.dice.rolled()
        for index in range(len(self.choices) - 1, -1, -1):
            row = self.choices[index]
            if row.seat != seat or row.dice != dice_now:
                return index + 1
        return 0

    def can_undo(self) -> bool:
        """Whether the last choice may be taken back."""
        return bool(self.choices) and self.undo_barrier() < len(self.choices)

    def undo(self) -> bool:
        """Take back the last choice if that is allowed; return whether it was."""
        if not self.can_undo():
            return False
        self.rewind(len(self.choices) - 1)
        return True

    def redo(self) -> bool:
        """Make the last choice taken back again; return whether there was one."""
        if not self.redoable:
            return False
        row = self.redoable[-1]
        self.choose(row.seat, row.choice)
        return True

    def rewind(self, count: int) -> None:
        """Go back to the position after `count` choices; what is cut can be redone."""
        cut = self.choices[count:]
        if self.on_row:
            self.on_row(Row("", "", 0, None, cut=count))
        self._restore(self.choices[:count])
        self.redoable.extend(reversed(cut))

    def _restore(self, rows: list[Row]) -> None:
        usable = [point for point in self.checkpoints if point.index <= len(rows)]
        point = usable[-1] if usable else None
        base = point.index if point else 0
        self.checkpoints = usable
        if point is None:
            state, counts, entries = self.game.initial(self.setup, self.seed), {}, 0
        else:
            state, counts, entries = point.state, point.counts, point.entries
        dice = HashDice(self.seed, counts)
        log = self.table.entries[:entries]
        self.table = Table(self.setup, state, dice)
        self.table.entries = log
        self.choices = rows[:base]
        self.marks = self.marks[:base]
        self.verdict = None
        self._procedure = self.game.resume(self.table)
        self._advance(None, first=True)
        for row in rows[base:]:
            self.replay(row)

    def replay(self, row: Row) -> None:
        """Apply a journalled choice without asking whether it is legal.

        Raises:
            Desync: the row answers another ask, or other dice, than the game has reached.
        """
        if self.ask is None or (row.seat, row.kind) != (self.ask.seat, self.ask.kind):
            reached = self.ask.kind if self.ask else "the end"
            message = f"choice {len(self.choices) + 1} answers {row.kind}, the game is at {reached}"
            raise Desync(message)
        if row.dice != self.table.dice.rolled():
            message = f"choice {len(self.choices) + 1} was made after {row.dice} dice"
            raise Desync(message)
        self._accept(row)

    def resume_at(
        self, index: int, state: Any, counts: dict[str, int], rows: list[Row], log: list[LogEntry]
    ) -> None:
        """Continue from a saved checkpoint: `rows` are the `index` choices that led there."""
        self.table = Table(self.setup, state, HashDice(self.seed, counts))
        self.table.entries = log
        self.choices = list(rows[:index])
        self.marks = [0] * index
        self.checkpoints = []
        self.verdict = None
        self._procedure = self.game.resume(self.table)
        self._advance(None, first=True)

    def fork(self, seed: str | None = None) -> Session:
        """Return an independent session at the same position, with other dice from here on."""
        clone = object.__new__(Session)
        clone.game, clone.setup, clone.seed = self.game, self.setup, self.seed
        clone.on_row = None
        clone.redoable = []
        clone.marks = list(self.marks)
        clone.checkpoints = list(self.checkpoints)
        clone.table = Table(self.setup, self.table.state, HashDice(self.seed))
        clone.table.entries = list(self.table.entries)
        clone.choices = []
        clone.ask, clone.verdict = None, None
        clone._restore(list(self.choices))
        if seed is not None and isinstance(clone.table.dice, HashDice):
            clone.table.dice.seed = seed
        return clone

    # -- seeing ----------------------------------------------------------------------------

    def view(self, seat: str | None) -> TableView:
        """Return what `seat` sees now (None: the public, behind the curtain)."""
        seen = self.game.view(self.setup, self.table.state, seat)
        log = tuple(
            entry
            for entry in self.table.entries
            if not entry.visible_to or (seat is not None and seat in entry.visible_to)
        )
        ask = self.ask if self.ask and self.ask.seat == seat else None
        waiting = self.ask.seat if self.ask else None
        return replace(seen, ask=ask, waiting_for=waiting, log=log, verdict=self.verdict)
