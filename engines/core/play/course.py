"""The course of a game: from a State to the Ask it comes to, choice by choice, and to any of them again.

At resting Asks it keeps a checkpoint (the State is immutable, so a checkpoint is three references),
and every way back replays the tail from the nearest one. While replaying nothing computes legal choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any, Self

from grognard.engines.core.data.frozen import record
from grognard.engines.core.play.dice import Dice, HashDice
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.history import Chronicle, Seen
from grognard.engines.core.play.journal import Note, Row
from grognard.engines.core.play.setups import AnySetup
from grognard.engines.core.play.standing import Answers
from grognard.engines.core.play.table import Table
from grognard.engines.core.show.asks import PASS, Ask, Choice, Procedure
from grognard.engines.core.show.barring import Barring
from grognard.engines.core.show.deeds import Line
from grognard.engines.core.show.explain import GameOver, LogEntry, Refusal, Verdict
from grognard.engines.core.show.views import SpaceView


class _Bars:
    """Judges choices that a question does not know, by the position in which it is put; made when one is asked about."""

    __slots__ = ("_ask", "_barring", "_game", "_setup", "_spaces", "_state")

    def __init__(self, course: Course, ask: Ask) -> None:
        self._game, self._setup, self._spaces = course.game, course.setup, course.spaces
        self._ask, self._state = ask, course.table.state
        self._barring: Barring | None = None

    def __call__(self, choice: Choice) -> Refusal | None:
        if self._barring is None:
            self._barring = self._made()
        return self._barring(choice)

    def _made(self) -> Barring:
        ask, state, game, setup = self._ask, self._state, self._game, self._setup
        side = next((seat.side for seat in setup.info.seats if seat.id == ask.seat), ask.seat)
        return Barring(
            ask,
            game.passed_by,
            game.closed,
            side,
            view=lambda: game.view(setup, state, ask.seat),
            spaces=self._spaces,
        )


@record
class Checkpoint:
    """A resting position: after `index` choices, with dice counts and length of the log."""

    index: int
    state: Any
    counts: Mapping[str, int]
    entries: int


class Desync(RuntimeError):  # noqa: N818 - the field's own word
    """The journal does not fit the game: another version, or a damaged file."""


def _spaces(game: AnyGame, setup: AnySetup) -> tuple[SpaceView, ...]:
    """Return the spaces of the board: they never change, and a wrong choice may name any of them."""
    return game.board(setup).spaces


class Course:
    """How far a game has come, and by which choices.

    Args:
        game: the engine.
        setup: what `game.load` returned.
        seed: the seed of the dice.
        dice: other dice (cases); default HashDice(seed).
        state: start from this State instead of the scenario's (cases, forks).
        on_row: called with each journal row: a choice has then been played, but is not shown yet
            (saves hook in here). Where it raises nothing has happened.

    Attributes:
        ask: the current question, None once the game has ended.
        verdict: the ending, None before.
        choices: the accepted choices, oldest first.
        notes: the lines of the log that no rule wrote: take-backs by agreement, passed questions.
        said: what each seat answers beforehand; no fork knows it, for a computer player must not.
        plans: for each plan carried out the numbers of choices before and after it; this session only.
        unasked: whether what is being chosen is passed, and nobody decides it.
        spaces: returns the spaces of the board.
    """

    def __init__(  # noqa: PLR0913 - a session is made of these
        self,
        game: AnyGame,
        setup: AnySetup,
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
        self.redoable: list[Row] = []
        self.notes: list[Note] = []
        self.plans: list[tuple[int, int]] = []
        self.said: Answers = {}
        self.unasked = False
        self._first = game.initial(setup, seed) if state is None else state
        self._dice = dice or HashDice(seed)
        self._reseeds: list[tuple[int, str]] = []
        self._opened: Checkpoint | None = None  # the saved checkpoint it was continued from
        self._dawn = "", 0  # the turn in which a question was passed last, and where it began
        self._closed = False  # whether the choices before that are known to fit no longer
        self._told = Chronicle()
        self.spaces = cache(partial(_spaces, game, setup))
        start = Checkpoint(0, self._first, dict(self._dice.counts), 0)
        self._begin(start, [], [], [])

    def _begin(
        self, point: Checkpoint, rows: list[Row], log: list[LogEntry], marks: list[int]
    ) -> None:
        """Stand at a resting position that `rows` led to, and run up to its Ask."""
        dice = self._dice.restarted(point.counts, self._seed_after(point.index))
        self.table: Table[Any, Any] = Table(self.setup, point.state, dice)
        self.table.entries = log[: point.entries]
        self.choices: list[Row] = rows[: point.index]
        self.marks: list[int] = marks[: point.index]
        self.checkpoints: list[Checkpoint] = []
        self._counted = 0  # the dice counted in the newest checkpoint
        self.ask: Ask | None = None
        self.verdict: Verdict | None = None
        self._procedure: Procedure[None] = self.game.resume(self.table)
        self._advance(first=True)
        # The Ask was first reached by the choice before it, so its mark is the one of that choice.
        self.marks[point.index :] = marks[point.index : point.index + 1] or self.marks[-1:]

    def _seed_after(self, count: int) -> str:
        """Return the seed in force once `count` choices were made: forks change it midway."""
        return next((seed for at, seed in reversed(self._reseeds) if at < count), self.seed)

    def _accept(self, row: Row) -> None:
        self.choices.append(row)
        if self._reseeds and isinstance(self.table.dice, HashDice):
            self.table.dice.seed = self._seed_after(len(self.choices))
        self._advance(row.choice)

    def _advance(self, choice: Choice = PASS, *, first: bool = False) -> None:
        self.marks.append(len(self.table.entries))
        try:
            self.ask = next(self._procedure) if first else self._procedure.send(choice)
        except GameOver as over:
            self.ask, self.verdict = None, over.verdict
        except StopIteration:
            message = "the procedure ended without a verdict"
            raise Desync(message) from None
        if self.ask is not None:
            self.ask.bars = _Bars(self, self.ask)
        if self.ask is not None and self.ask.resting:
            self._checkpoint()

    def _checkpoint(self) -> None:
        index = len(self.choices)
        last = self.checkpoints[-1] if self.checkpoints else None
        if last is None or last.index < index:
            dice = self.table.dice
            # Most choices roll nothing: the counts of the rest before still hold, and are shared.
            same = last is not None and self._counted == dice.rolled()
            counts = last.counts if last is not None and same else dice.tally()
            self._counted = dice.rolled()
            entries = len(self.table.entries)
            self.checkpoints.append(Checkpoint(index, self.table.state, counts, entries))

    def _restore(self, rows: list[Row]) -> None:
        usable = [point for point in self.checkpoints if point.index <= len(rows)]
        start = Checkpoint(0, self._first, dict(self._dice.counts), 0)
        self._begin(usable[-1] if usable else start, rows, self.table.entries, self.marks)
        self.checkpoints = usable or self.checkpoints
        for row in rows[len(self.choices) :]:
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

    def resume_at(  # noqa: PLR0913 - a checkpoint has these parts
        self,
        index: int,
        state: Any,
        counts: Mapping[str, int],
        rows: list[Row],
        log: list[LogEntry],
        marks: list[int] | None = None,
    ) -> None:
        """Continue from a saved checkpoint: `rows` are the `index` choices that led there."""
        point = Checkpoint(index, state, dict(counts), len(log))
        self._opened, self._closed = (point if index else None), False
        self._begin(point, list(rows), list(log), list(marks or [0] * index))

    def fork(self, seed: str | None = None) -> Self:
        """Return an independent course at the same position, with other dice from here on."""
        clone = object.__new__(type(self))
        clone.game, clone.setup, clone.seed = self.game, self.setup, self.seed
        clone.on_row = None
        clone.redoable = []
        clone.notes = list(self.notes)
        clone.plans = list(self.plans)
        clone.said = {}
        clone.unasked = False
        clone.spaces = self.spaces
        clone._first = self._first
        clone._dice = self._dice
        clone._reseeds = list(self._reseeds)
        clone._opened, clone._closed, clone._dawn = self._opened, self._closed, self._dawn
        clone._told = Chronicle()
        clone.table, clone.marks = self.table, self.marks
        clone.checkpoints = list(self.checkpoints)
        clone._restore(list(self.choices))
        if seed is not None:
            now = len(clone.choices)
            clone._reseeds = [*(one for one in self._reseeds if one[0] < now), (now, seed)]
            if isinstance(clone.table.dice, HashDice):
                clone.table.dice.seed = seed
        return clone

    @property
    def reseeds(self) -> tuple[tuple[int, str], ...]:
        """After how many choices other dice began, and their seeds."""
        return tuple(self._reseeds)

    def reseed(self, reseeds: Iterable[tuple[int, str]]) -> None:
        """Have other dice from some choices on, as the game had that is continued; before it is."""
        self._reseeds = sorted(reseeds)

    def rest(self) -> tuple[Checkpoint, list[Row]]:
        """Return the newest resting position, and the choices made since."""
        start = Checkpoint(0, self._first, dict(self._dice.counts), 0)
        point = self.checkpoints[-1] if self.checkpoints else start
        return point, self.choices[point.index :]

    def history(self) -> Sequence[Line]:
        """Return the whole log, each line with the number of choices that led to it; not to be kept.

        Notes stand where the game then went on; what a seat may read of a line
        `LogEntry.seen_by` tells.
        """
        return self._told.follow(self.table.entries, self.marks, self.notes)

    def seen(self, seat: str | None) -> Seen:
        """Return what a seat (None: the public) may read of the log; it is read on as the game goes on."""
        self.history()
        return self._told.seen_by(seat)
