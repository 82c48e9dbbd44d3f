"""Computer players, each thinking in a thread of its own so that the window never freezes."""

from __future__ import annotations

import atexit
import sys
import traceback
from collections.abc import Callable
from threading import Thread
from typing import Any
from weakref import WeakSet

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from engines.core.play.bots import BOTS, Eyes, players_of
from engines.core.play.session import Session
from engines.core.show.views import TableView

KINDS = ("person", *BOTS)
PATIENCE = 3.0
"""For how many seconds the end of the program waits for a thought that is wanted no more."""


class Unwanted(Exception):  # noqa: N818 - no error: the person has stopped the computer
    """What is being thought is wanted no more."""


class _Glances(Eyes):
    """What a computer player looks at; once its thought is not wanted it sees nothing more."""

    def __init__(self, session: Session, seat: str, ask: Any, wanted: Callable[[], bool]) -> None:
        super().__init__(session, seat, ask)
        self._wanted = wanted

    def view(self) -> TableView:
        """Return what this seat sees."""
        self._go_on()
        return super().view()

    def imagine(self, seed: str) -> Session | None:
        """Return a playable copy, if one can be made."""
        self._go_on()
        return super().imagine(seed)

    def _go_on(self) -> None:
        if not self._wanted():
            raise Unwanted


class _Post(QObject):
    """What a thought reports.

    Signals:
        thought(object): a Thought that has come to its end.
    """

    thought = Signal(object)


class Thought(Thread):
    """One decision of a computer player, on a fork of the game.

    A thread cannot be ended from outside: one that never comes to its end is left alone, and goes
    with the program.

    Attributes:
        choice: what the player chose.
        failure: what went wrong, in one line.
    """

    def __init__(self, kind: str, session: Session, post: _Post) -> None:
        super().__init__(daemon=True)
        self.kind, self.session, self.post = kind, session, post
        self.seat = session.ask.seat if session.ask is not None else ""
        self.position = len(session.choices)
        self.wanted = True
        self.choice: Any = None
        self.failure = ""

    def run(self) -> None:
        """Decide, and report to the window's thread."""
        try:
            self.choice = decide(self.kind, self.session, lambda: self.wanted)
        except Unwanted:
            return
        except Exception as wrong:  # noqa: BLE001 - told in a dialog, the seat goes to the person
            traceback.print_exception(wrong, file=sys.stderr)
            self.failure = f"{type(wrong).__name__}: {wrong}"
        if self.wanted and isValid(self.post):
            self.post.thought.emit(self)


def decide(kind: str, session: Session, wanted: Callable[[], bool] = lambda: True) -> Any:
    """Return what a computer player of `kind` chooses.

    Raises:
        Unwanted: it was told to stop.
    """
    ask = session.ask
    if ask is None:
        return None
    bot = players_of(session.game)[kind](f"{session.seed}|{ask.seat}|{len(session.choices)}")
    options = list(ask.choices) if ask.choices.finite else None
    return bot.decide(_Glances(session, ask.seat, ask, wanted), options)


_under_way: WeakSet[Thought] = WeakSet()


def _wait() -> None:
    """Let thoughts end before the program does, as far as they will."""
    for thought in list(_under_way):
        thought.join(PATIENCE)


atexit.register(_wait)


class Thinker(QObject):
    """Asks computer players, one thought at a time; a thought that is out of date is dropped.

    Signals:
        decided(str, int, object): seat, number of choices before it, choice.
        failed(str, int, str): seat, number of choices before it, what went wrong.
    """

    decided = Signal(str, int, object)
    failed = Signal(str, int, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.thought: Thought | None = None
        self._post = _Post()
        self._post.thought.connect(self._done)

    def think(self, kind: str, session: Session) -> None:
        """Start thinking about the present question."""
        self.forget()
        self.thought = Thought(kind, session.fork(), self._post)
        _under_way.add(self.thought)
        self.thought.start()

    def forget(self) -> None:
        """What is being thought is no longer wanted."""
        if self.thought is not None:
            self.thought.wanted = False
            self.thought = None

    def _done(self, thought: Thought) -> None:
        if thought is not self.thought:
            return
        self.thought = None
        if thought.failure:
            self.failed.emit(thought.seat, thought.position, thought.failure)
        else:
            self.decided.emit(thought.seat, thought.position, thought.choice)
