"""What the question under way is about, for its odds: they are worked out from the State alone."""

from __future__ import annotations

from grognard.engines.core.show.asks import Ask, Choice, Procedure
from grognard.engines.risorgimento.setup import Board
from grognard.engines.risorgimento.state import State

ASKED = "asked:"
"""In `State.answered`, while a question is being asked: its kind, its subject, and what else it hangs on."""


def put(table: Board, ask: Ask, *more: str) -> Procedure[Choice]:
    """Ask a question; until it is answered the State tells what it is about."""
    kept = tuple(mark for mark in table.state.answered if not mark.startswith(ASKED))
    table.update(answered=(*kept, " ".join((ASKED + ask.kind, *ask.subject, *more))))
    choice = yield ask
    table.update(answered=kept)
    return choice


def about(state: State, *kinds: str) -> tuple[str, ...]:
    """Return subject and more of the question under way if it is of one of some kinds, else nothing."""
    mark = next((mark for mark in reversed(state.answered) if mark.startswith(ASKED)), "")
    kind, *names = mark.removeprefix(ASKED).split(" ")
    return tuple(names) if kind in kinds else ()
