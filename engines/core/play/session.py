"""A session drives one game: asks, choices, undo, redo, rewind, imagined worlds, views.

The journal is append-only: a row a choice, and an undo is a row that cuts. How a game gets from one
choice to the next, and back, is its course.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from itertools import islice, takewhile
from random import Random
from typing import Any

from grognard.engines.core.data.codec import canonical
from grognard.engines.core.data.text import text
from grognard.engines.core.play.course import Checkpoint, Course, Desync
from grognard.engines.core.play.dice import ScriptError
from grognard.engines.core.play.game import Game
from grognard.engines.core.play.history import Chronicle
from grognard.engines.core.play.journal import (
    TAKE_BACK,
    Row,
    alike,
    notes_after,
    passed,
    passing,
)
from grognard.engines.core.play.standing import Standing, answer, answered, said_after, said_row
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.explain import ASIDE, LogEntry, Refusal
from grognard.engines.core.show.unread import Unread
from grognard.engines.core.show.views import SequenceLine, TableView

DEALS = 8
"""So many deals that are all the true one show that there is nothing to be dealt."""


class WrongChoice(ValueError):  # noqa: N818 - a choice that is refused, with its Refusal
    """The session refused a choice."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal.message))
        self.refusal = refusal


class RuleFault(RuntimeError):  # noqa: N818 - a fault of the rules' code, not of the caller
    """A rule failed while a choice was carried out: game and save stand as before the choice.

    `__cause__` is what the rule raised.
    """

    def __init__(self, row: Row, wrong: BaseException) -> None:
        super().__init__(f"{row.kind} of {row.seat} failed: {type(wrong).__name__}: {wrong}")


class Session(Course):
    """One game in progress: what the seats may do with its course."""

    # -- playing ---------------------------------------------------------------------------

    def why_not(self, seat: str, choice: Choice) -> Refusal | None:
        """Return why `seat` may not choose `choice` now, with the rule that says so, or None."""
        if self.ask is None:
            return Refusal(self.verdict.rule if self.verdict else "", text("The game is over."))
        if seat != self.ask.seat:
            words = text("This is not {seat}'s decision.", seat=self.table.seat_name(str(seat)))
            return Refusal(self.ask.rules[0], words, misread=True)
        return self.ask.why_not(choice)

    def choose(self, seat: str, choice: Choice) -> None:
        """Answer the current Ask. After any exception the game stands as it did before.

        Raises:
            WrongChoice: the choice is not legal, or not this seat's to make.
            RuleFault: a rule failed while it was carried out.
        """
        refusal = self.why_not(seat, choice)
        if refusal is not None:
            raise WrongChoice(refusal)
        ask = self.ask
        if ask is None:  # unreachable: why_not has refused; keeps the type narrow
            return
        row = Row(seat, ask.kind, self.table.dice.rolled(), choice)
        count, short = len(self.choices), self.table.shortfalls
        told = len(short)
        try:
            self._play(row)
            # When the row cannot be kept the exception goes to the caller and nothing has happened:
            # he decides whether to point the save elsewhere or to play on in memory.
            if self.on_row:
                self.on_row(row)
        except BaseException:
            # A generator cannot be copied: it is led here again from the rest before.
            self._restore(self.choices[:count])
            self.table.shortfalls = short[:told]
            raise
        if not (self.redoable and self.redoable[-1] == row):
            self.redoable.clear()
        else:
            self.redoable.pop()

    def _play(self, row: Row) -> None:
        """Carry a legal choice out."""
        try:
            self._accept(row)
        except ScriptError:
            raise  # a case has too few dice: that is no fault of a rule
        except Exception as wrong:
            raise RuleFault(row, wrong) from wrong

    # -- going back ------------------------------------------------------------------------

    def undo_barrier(self, seats: Collection[str] | None = None) -> int:
        """Return how many choices must stay: undo stops at rolls and changes of deciding seat.

        Args:
            seats: where persons sit (None: everywhere). What a computer player chose is no change
                of seat: it minds nothing, and what it rolled or learnt stops an undo all the same.
        """
        barrier = 0 if self._is_friendly() else self._strict_barrier(seats)
        return max(barrier, self.floor())

    def floor(self) -> int:
        """Return how many choices are known to be history alone: the rules have changed since."""
        return self._opened.index if self._opened is not None and self._closed else 0

    def reaches(self, count: int) -> bool:
        """Whether the position after `count` choices can be gone back to.

        A game continued from a save begins at a checkpoint. What was before it is played again once
        it is asked for, and must lead to that very checkpoint: else the rules have changed since.
        """
        if self._opened is None or count >= self._opened.index:
            return True
        if not self._closed:
            self._closed = not self._prove(self._opened)
        return not self._closed

    def _prove(self, point: Checkpoint) -> bool:
        """Play from the start to `point`; take over the rests on the way if it is really reached."""
        past = Session(self.game, self.setup, self.seed)
        past.reseed(self._reseeds)
        try:
            for row in self.choices[: point.index]:
                past.replay(row)
        except Exception:  # noqa: BLE001 - what the rules no longer allow may fail anywhere
            return False
        found = past.checkpoints[-1] if past.checkpoints else None
        if (
            found is None
            or not self._is_same(found, point)
            or past.marks != self.marks[: point.index + 1]
        ):
            return False
        self.checkpoints[:0] = past.checkpoints[:-1]
        self._opened = None
        return True

    def _is_same(self, one: Checkpoint, other: Checkpoint) -> bool:
        facts = [
            (each.index, each.counts, each.entries, canonical(self.game.encode(each.state)))
            for each in (one, other)
        ]
        return facts[0] == facts[1]

    def _is_friendly(self) -> bool:
        return bool(self.setup.options.get("friendly_take_back") == "yes")

    def _strict_barrier(self, seats: Collection[str] | None = None) -> int:
        def counts(row: Row) -> bool:
            return seats is None or row.seat in seats

        seat = next((row.seat for row in reversed(self.choices) if counts(row)), None)
        if (
            self.ask is not None
            and self.ask.seat != seat
            and (seats is None or self.ask.seat in seats)
        ):
            return len(self.choices)
        dice_now = self.table.dice.rolled()
        for index in range(len(self.choices) - 1, -1, -1):
            row = self.choices[index]
            if row.dice != dice_now or (row.seat != seat and counts(row)):
                return index + 1
        return 0

    def can_undo(self, seats: Collection[str] | None = None) -> bool:
        """Whether the last choice of some seats (None: of any) may be taken back."""
        return self._before_last(seats) is not None

    def undo(self, seats: Collection[str] | None = None) -> bool:
        """Take back the last choice of some seats (None: of any) if that is allowed; return whether it was.

        What others have chosen and what was passed since goes with it, and of a plan all that may
        still be taken back.
        """
        count = self._before_last(seats)
        if count is None or not self.reaches(count):
            return False
        self.rewind(count)
        return True

    def _before_last(self, seats: Collection[str] | None = None) -> int | None:
        """Return how many choices an undo leaves; None where there is none to be taken back."""
        barrier, count = self.undo_barrier(seats), len(self.choices)
        none = self.passed()

        def stays(at: int) -> bool:
            return at in none or (seats is not None and self.choices[at].seat not in seats)

        while count > barrier and stays(count - 1):
            count -= 1
        if count <= barrier:
            return None
        began = next((first for first, last in self.plans if first < count <= last), count - 1)
        return max(began, barrier)

    # -- what is passed --------------------------------------------------------------------

    def passed(self) -> Collection[int]:
        """Return which choices were none: each by the number of choices before it; not to be kept."""
        return self._told.passed(self.notes)

    def pass_on(
        self,
        may: Callable[[Ask], bool] = lambda _ask: True,
        *,
        rare: bool = False,
        alone: bool = False,
    ) -> int:
        """Pass the questions that need nobody to decide; return how many there were.

        Those that their seat has answered beforehand, and those in which there is one choice. Of
        these one that another seat puts stays asked, so that being asked tells nothing: but for who
        is `alone` with computer players, whom it could tell something. So does one in which the seat has
        just decided and could still take it back, and the first that `may` keeps. With `rare` the
        questions are answered, too, that are seldom wanted and those on which nothing hangs (`Ask.idle`).
        """
        count = 0
        self._see_dawn()
        while self.ask is not None:
            choice, line = self._said(self.ask), answered(self.ask)
            if choice is None and may(self.ask):
                choice, line = self._only_choice(rare=rare, alone=alone), passing(self.ask)
            if choice is None:
                break
            line = self._told_once(self.ask, line)
            self.unasked = True
            try:
                self.choose(self.ask.seat, choice)
            finally:
                self.unasked = False
            self._note(passed(len(self.choices), line))
            count += 1
        return count

    def _see_dawn(self) -> None:
        """Note after how many choices the turn was seen to have begun."""
        now = self.game.turn_now(self.table.state)
        if now != self._dawn[0]:
            self._dawn = now, len(self.choices)

    def _told_once(self, ask: Ask, line: LogEntry) -> LogEntry:
        """Return the line of a passed question: an aside where it would tell the seat nothing new.

        The same question for the same reason in the same turn does not, nor that there is no more to decide of what the seat
        has just decided.
        """
        self._see_dawn()
        first = self._dawn[1]
        lately = takewhile(lambda note: note.at >= first, reversed(self.notes))
        again = any(alike(note.line.text, line.text) for note in lately)
        return replace(line, kind=ASIDE) if again or self._decided(ask, first) else line

    def say(self, seat: str, said: Iterable[Standing]) -> None:
        """Let a seat say all that it answers beforehand; what holds no more is left out."""
        now = self.game.turn_now(self.table.state)
        row = said_row(seat, [one for one in said if one.turn in ("", now)], len(self.choices))
        self._note(row)
        self.said = said_after(self.said, row)

    def said_by(self, seat: str) -> tuple[Standing, ...]:
        """Return what a seat answers beforehand in this turn."""
        now = self.game.turn_now(self.table.state)
        return tuple(one for one in self.said.get(seat, ()) if one.turn in ("", now))

    def _said(self, ask: Ask) -> Choice | None:
        if ask.reaction is None:
            return None
        return answer(self.said_by(ask.seat), ask, self.game.turn_now(self.table.state))

    def foregone(self) -> Choice | None:
        """Return the choice that is made without asking at whatever table: said beforehand, or the only one."""
        return None if self.ask is None else self._said(self.ask) or self._only_choice()

    def _only_choice(self, *, rare: bool = False, alone: bool = False) -> Choice | None:
        ask = self.ask
        if ask is not None and rare and ask.idle is not None:
            idle = ask.idle()
            if idle is not None and ask.why_not(idle) is None:
                return idle
        if ask is None or (ask.interrupt and not alone):
            return None
        if ask.form == "arrange" or not ask.choices.finite:
            return None
        if self._decided(ask, max(self._strict_barrier(), self.floor())):  # and may take it back
            return None
        if rare and ask.rare and PASS in ask.choices:
            return PASS
        first = list(islice(ask.choices, 2))
        return first[0] if len(first) == 1 else None

    def _decided(self, ask: Ask, first: int) -> bool:
        """Whether the seat has answered such a question itself since so many choices were made."""
        none = self.passed()
        return any(
            (row.seat, row.kind) == (ask.seat, ask.kind) and at not in none
            for at, row in enumerate(self.choices[first:], first)
        )

    def _note(self, row: Row) -> None:
        """Journal a row that cuts nothing, for the line it brings to the log."""
        if self.on_row:
            self.on_row(row)
        self.notes = notes_after(self.notes, row)

    def redo(self, seats: Collection[str] | None = None) -> bool:
        """Make the last choice taken back again; return whether there was one.

        With `seats` what others had chosen then follows, until one of these chooses again.
        """
        if not self.redoable:
            return False
        row = self.redoable[-1]
        self.choose(row.seat, row.choice)
        while seats is not None and self.redoable and self.redoable[-1].seat not in seats:
            row = self.redoable[-1]
            self.choose(row.seat, row.choice)
        return True

    def rewind(self, count: int) -> None:
        """Go back to the position after `count` choices; what is cut can be redone.

        Where only a friendly take-back allows that, the log says so from then on.

        Raises:
            ValueError: there are not so many choices, or the position is out of reach.
        """
        if not 0 <= count <= len(self.choices):
            message = f"there are {len(self.choices)} choices, not {count}"
            raise ValueError(message)
        if not self.reaches(count):
            message = f"the rules have changed since: {self.floor()} choices must stay"
            raise ValueError(message)
        cut = self.choices[count:]
        agreed = self._is_friendly() and count < self._strict_barrier()
        row = Row("", TAKE_BACK if agreed else "", 0, None, cut=count)
        if self.on_row:
            self.on_row(row)
        self._restore(self.choices[:count])
        self.notes = notes_after(self.notes, row)
        self.plans = [(first, min(last, count)) for first, last in self.plans if first < count]
        self.redoable.extend(reversed(cut))

    def imagine(self, seat: str, seed: str) -> Session | None:
        """Return a fork in which everything `seat` cannot know has been dealt anew.

        Hidden facts are dealt at the last resting Ask, and the choices since then are made again:
        None where they were not all this seat's own and something is hidden from it, or where they
        do not lead to the same question.
        """
        if getattr(self.game.resample, "__func__", None) is Game.resample:  # whoever stands for it
            return self.fork(seed)
        if self.ask is None or not self.checkpoints:
            return None
        point = self.checkpoints[-1]
        if any(row.seat != seat for row in self.choices[point.index :]):
            # What others chose since may not fit another deal; where nothing is to be dealt it does.
            return None if self._is_dealt(point.state, seat) else self.fork(seed)
        dealt = self.game.resample(self.setup, point.state, seat, Random(seed))
        clone = self.fork(seed)
        clone.resume_at(
            point.index,
            dealt,
            point.counts,
            self.choices[: point.index],
            self.table.entries[: point.entries],
            self.marks[: point.index],
        )
        try:
            for row in self.choices[point.index :]:
                clone.replay(row)
        except Desync:
            return None
        # Facts that came out since the rest may come out otherwise, and then another seat is asked.
        asked = clone.ask and (clone.ask.seat, clone.ask.kind)
        return clone if asked == (self.ask.seat, self.ask.kind) else None

    def _is_dealt(self, state: Any, seat: str) -> bool:
        """Whether anything is hidden from a seat: then one of several deals is another than the true one."""
        deals = (Random(f"deal {n}") for n in range(DEALS))
        return any(self.game.resample(self.setup, state, seat, rng) != state for rng in deals)

    # -- seeing ----------------------------------------------------------------------------

    def view(self, seat: str | None) -> TableView:
        """Return what `seat` sees now (None: the public, behind the curtain)."""
        seen = self.game.view(self.setup, self.table.state, seat)
        log = Unread(self._log_reader(seat))
        ask = self.ask if self.ask and self.ask.seat == seat else None
        waiting = self.ask.seat if self.ask else None
        decided = tuple(getattr(self.table.state, "sealed", ()))
        return replace(
            seen, ask=ask, waiting_for=waiting, log=log, verdict=self.verdict, decided=decided
        )

    def _log_reader(self, seat: str | None) -> Callable[[], tuple[LogEntry, ...]]:
        """Return what tells the log of now to a seat, whenever somebody reads it."""
        entries, marks, notes = self.table.entries, self.marks, self.notes
        count = len(entries)

        def read() -> tuple[LogEntry, ...]:
            told = Chronicle()
            told.follow(entries[:count], marks, notes)
            return tuple(told.seen_by(seat).entries)

        return read

    def sequence(self) -> tuple[SequenceLine, ...]:
        """Return the sequence of play with a mark at the step being played, none of an undeclared turn."""
        turns = self.game.turns
        return self.game.turn(self.setup).outline(self.table.state) if turns else ()
