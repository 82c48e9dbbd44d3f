"""Computer players, thinking in a thread of their own so that the window never freezes."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal

from engines.core.bots import BOTS, Eyes, players_of
from engines.core.session import Session

KINDS = ("person", *BOTS)


class _Signals(QObject):
    """What a thought reports.

    Signals:
        done(int, str, int, object): number of the thought, seat, position, choice.
        failed(int, str): number of the thought, what went wrong.
    """

    done = Signal(int, str, int, object)
    failed = Signal(int, str)


class _Thought(QRunnable):
    """One decision of a computer player, on a fork of the game."""

    def __init__(self, number: int, kind: str, session: Session, signals: _Signals) -> None:
        super().__init__()
        self.number, self.kind, self.session, self.signals = number, kind, session, signals

    def run(self) -> None:
        """Decide, and report to the window's thread."""
        ask = self.session.ask
        if ask is None:
            return
        try:
            choice = decide(self.kind, self.session)
        except Exception as wrong:  # noqa: BLE001 - told in a dialog, the game stays
            self.signals.failed.emit(self.number, f"{type(wrong).__name__}: {wrong}")
            return
        self.signals.done.emit(self.number, ask.seat, len(self.session.choices), choice)


def decide(kind: str, session: Session) -> Any:
    """Return what a computer player of `kind` chooses."""
    ask = session.ask
    if ask is None:
        return None
    bot = players_of(session.game)[kind](f"{session.seed}|{ask.seat}|{len(session.choices)}")
    options = list(ask.choices) if ask.choices.finite else None
    return bot.decide(Eyes(session, ask.seat, ask), options)


class Thinker(QObject):
    """Asks computer players, one thought at a time; a thought that is out of date is dropped.

    Signals:
        decided(str, int, object): seat, number of choices before it, choice.
        failed(str): what went wrong.
    """

    decided = Signal(str, int, object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pool = QThreadPool(self)
        self.pool.setMaxThreadCount(1)
        self._number = 0
        self._signals = _Signals(self)
        self._signals.done.connect(self._done)
        self._signals.failed.connect(self._failed)

    def think(self, kind: str, session: Session) -> None:
        """Start thinking about the present question."""
        self._number += 1
        self.pool.start(_Thought(self._number, kind, session.fork(), self._signals))

    def forget(self) -> None:
        """What is being thought is no longer wanted."""
        self._number += 1
        self.pool.clear()

    def stop(self) -> None:
        """Forget what is being thought and wait for the thread."""
        self.forget()
        self.pool.waitForDone(3000)

    def _done(self, number: int, seat: str, position: int, choice: object) -> None:
        if number == self._number:
            self.decided.emit(seat, position, choice)

    def _failed(self, number: int, words: str) -> None:
        if number == self._number:
            self.failed.emit(words)
