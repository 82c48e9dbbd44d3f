"""What a gesture means besides the answer it gives: answers to later questions, as long as no die has fallen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Ask, Choice, Later
from grognard.engines.core.show.choices import fields_of, words_of


class Meaning:
    """The answers that are meant already; they are given when their questions come.

    A die that falls, a turn that ends or a choice that is taken back ends them all: what was meant then is asked.
    """

    def __init__(self) -> None:
        self._later: list[Later] = []
        self._pieces: set[str] = set()
        self._seat, self._turn, self._count, self._rolled = "", "", 0, 0

    def add(self, session: Session, seat: str, later: Sequence[Later]) -> None:
        """Mean some answers besides those that are meant already; who aims at the same helps."""
        if not self._holds(session, seat):
            self._later, self._pieces = [], set()
        self._seat, self._turn = seat, session.game.turn_now(session.table.state)
        self._count, self._rolled = len(session.choices), session.table.dice.rolled()
        for one in later:
            self._pieces.update(one.pieces)
            found = next((n for n, other in enumerate(self._later) if _joined(other, one)), None)
            if found is None:
                self._later.append(one)
            else:
                self._later[found] = _together(self._later[found], one)

    def _holds(self, session: Session, seat: str) -> bool:
        turn, rolled = session.game.turn_now(session.table.state), session.table.dice.rolled()
        same = (seat, turn, rolled) == (self._seat, self._turn, self._rolled)
        return same and len(session.choices) >= self._count

    def next(self, session: Session) -> tuple[str, Choice] | None:
        """Return who is asked and what he means by now, None where it has to be asked."""
        ask = session.ask
        if not self._later or ask is None or ask.seat != self._seat:
            return None
        if not self._holds(session, ask.seat):
            self._later = []
            return None
        for one in list(self._fitting(ask)):
            self._later.remove(one)
            if ask.why_not(one.choice) is None:
                return ask.seat, one.choice
        return (ask.seat, PASS) if self._later and _only_declines(ask) else None

    def _fitting(self, ask: Ask) -> Iterator[Later]:
        """Give what is meant as an answer: to decline comes last, and only where nobody else could act."""
        mine = [one for one in self._later if one.kind == ask.kind]
        yield from (one for one in mine if one.choice != PASS)
        if {*ask.could_act()} <= self._pieces:
            yield from (one for one in mine if one.choice == PASS)


def _only_declines(ask: Ask) -> bool:
    """Whether a question on the way leaves nothing to decide, as for a card that nobody holds."""
    return ask.choices.finite and list(islice(ask.choices, 2)) == [PASS]


def _joined(one: Later, other: Later) -> bool:
    """Whether two answers are one that names the pieces of both."""
    if one.kind != other.kind or PASS in (one.choice, other.choice):
        return False
    first, second = dict(fields_of(one.choice)), dict(fields_of(other.choice))
    both = bool(first.pop("pieces", None)) and bool(second.pop("pieces", None))
    return both and first == second


def _together(one: Later, other: Later) -> Later:
    pieces = dict.fromkeys((*words_of(one.choice, "pieces"), *words_of(other.choice, "pieces")))
    choice: Choice = {**fields_of(one.choice), "pieces": [*pieces]}
    return replace(one, choice=choice, pieces=tuple(dict.fromkeys((*one.pieces, *other.pieces))))
