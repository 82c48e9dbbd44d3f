"""The table a procedure plays on: the one mutable thing, holding the current frozen State."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text
from grognard.engines.core.play.dice import Dice
from grognard.engines.core.play.setups import AnySetup
from grognard.engines.core.show.explain import (
    GameOver,
    LogEntry,
    Modifier,
    Roll,
    Shortfall,
    Verdict,
)

SetupT = TypeVar("SetupT", bound=AnySetup)
S = TypeVar("S")


class Table(Generic[SetupT, S]):
    """What procedures work with.

    Attributes:
        setup: the loaded scenario (map, unit types, options); never changes.
        state: the current State; only `update` replaces it.
        dice: the source of dice.
        entries: the log so far, oldest first.
        handed: what a game's `resume` hands to procedures that lie below those they set off; None
            where it hands nothing. Only the game reads it; no save keeps it.
    """

    def __init__(self, setup: SetupT, state: S, dice: Dice) -> None:
        self.setup = setup
        self.state = state
        self.dice = dice
        self.entries: list[LogEntry] = []
        self.shortfalls: list[Shortfall] = []
        self.handed: Any = None

    def seat_name(self, seat: str) -> str:
        """Return what the seat is called, its id where the scenario does not say."""
        return next((s.name for s in self.setup.info.seats if s.id == seat), seat)

    def update(self, **changes: Any) -> None:
        """Replace fields of the State."""
        self.state = evolve(self.state, **changes)

    def roll(  # noqa: PLR0913 - a Roll has that many facts, and each must be named
        self,
        *,
        seat: str,
        rule: str,
        purpose: str,
        subject: str,
        sides: int,
        says: Text,
        modifiers: Sequence[Modifier] = (),
        result: Callable[[int], str] = lambda _total: "",
        target: int | None = None,
        first: int = 0,
        visible_to: tuple[str, ...] = (),
        judge: Callable[[int, int], str] | None = None,
        private: Text | None = None,
        private_to: tuple[str, ...] = (),
        base: int | None = None,
        upward: bool = False,
        read_in: tuple[str, str] = ("", ""),
        kind: str = "roll",
    ) -> Roll:
        """Roll a die (faces `first` .. `first + sides - 1`), log it and return it.

        `says` is the line of the log; `result` names what a total means, by an id that the game has
        words for (`Game.results`); `judge(natural, total)` does where the natural counts too.
        `upward`: the `target` or more is needed, not the target or less.
        `read_in`: the table, and its column ("": all of a row), in which the result is read.
        `kind`: "roll", or of a die that is part of a greater deed "cause" or "detail".
        With `base` the modifiers add up to that number, which makes the target, and leave the die.
        Where the roller is hidden, `subject` is what all may know (its space) and the seats
        `private_to` read `private`: the dice must not depend on a face.
        """
        natural = self.dice.face(purpose, subject, sides, first)
        change = sum(modifier.value for modifier in modifiers)
        total = natural + change if base is None else natural
        goal = target if base is None else base + change
        outcome = judge(natural, total) if judge else result(total)
        roll = Roll(
            seat,
            rule,
            purpose,
            subject,
            sides,
            natural,
            tuple(modifiers),
            total,
            outcome,
            goal,
            visible_to,
            base,
            first=first,
            upward=upward,
            table=read_in[0],
            column=read_in[1],
        )
        self.entries.append(
            LogEntry(
                kind,
                says,
                (rule,),
                seat,
                (subject,),
                roll=roll,
                visible_to=visible_to,
                private=private,
                private_to=private_to,
            )
        )
        return roll

    def draw(  # noqa: PLR0913 - as `roll`
        self,
        *,
        seat: str,
        rule: str,
        purpose: str,
        subject: str,
        pool: Sequence[str],
        says: Text,
        named: Callable[[str], Text],
        visible_to: tuple[str, ...] = (),
        blind: bool = False,
        kind: str = "roll",
    ) -> str:
        """Draw a card or marker from `pool` (what is left, duplicates and all) and log the Roll.

        The pool is sorted first: no order of a deck exists, so none can leak or drift. `named`
        tells what players call the one that is drawn. `blind`: some seat may not know what is left,
        and the Roll does not say which of them it was, for that would tell how many lie before it.
        `kind` is as `roll` has it.
        """
        left = sorted(pool)
        index = self.dice.pick(purpose, subject, left)
        drawn, natural = left[index], 0 if blind else index
        roll = Roll(
            seat,
            rule,
            purpose,
            subject,
            len(left),
            natural,
            (),
            natural,
            drawn,
            None,
            visible_to,
            None,
            named(drawn),
        )
        self.entries.append(
            LogEntry(kind, says, (rule,), seat, (subject,), roll=roll, visible_to=visible_to)
        )
        return drawn

    def reveal(
        self,
        words: Text,
        *rules: str,
        seat: str | None = None,
        to: tuple[str, ...] = (),
        card: str = "",
        kind: str = "note",
    ) -> None:
        """Log a hidden fact that the seats `to` (empty: all) learn now, as a card played; undo stops here."""
        self.dice.learn()
        self.log(kind, words, *rules, seat=seat, visible_to=to, card=card)

    def log(  # noqa: PLR0913 - the facts of a log line
        self,
        kind: str,
        words: Text,
        *rules: str,
        seat: str | None = None,
        pieces: Sequence[str] = (),
        where: Sequence[str] = (),
        path: Sequence[str] = (),
        visible_to: tuple[str, ...] = (),
        private: Text | None = None,
        private_to: tuple[str, ...] = (),
        private_pieces: tuple[str, ...] = (),
        card: str = "",
    ) -> None:
        """Add a line to the log; the seats `private_to` read `private` instead of `words`."""
        entry = LogEntry(
            kind,
            words,
            rules,
            seat,
            tuple(pieces),
            tuple(where),
            None,
            visible_to,
            tuple(path),
            private,
            private_to,
            private_pieces,
            card,
        )
        self.entries.append(entry)

    def shortfall(self, rule: str, where: str, message: Text) -> None:
        """Record that an attempt was stopped by something its player could not know.

        He knows it now: undo stops here.
        """
        self.dice.learn()
        self.shortfalls.append(Shortfall(rule, where, message))
        self.log("refusal", message, rule, where=(where,))

    def end(self, verdict: Verdict) -> None:
        """End the game at once, wherever the procedures are.

        Raises:
            GameOver: always.
        """
        self.log("phase", verdict.reason, verdict.rule)
        raise GameOver(verdict)
