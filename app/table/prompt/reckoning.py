"""Odds worked out in a thread of their own: the window never waits for a sampled battle."""

from __future__ import annotations

import sys
from collections.abc import Callable
from html import escape

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal

from app.table.controller import Controller
from app.table.gestures.gesture import DECLINING
from app.table.panels.words import answer_html
from engines.core.play.game import NoAnswer
from engines.core.show.asks import Choice
from engines.core.show.views import Answer

KEPT = 200
COURTEOUS = 0.0002
"""Seconds after which a thread at work lets the window's thread have its turn."""


class _Signals(QObject):
    """What a reckoning reports.

    Signals:
        done(int, object): the number of the reckoning and the answer (None: there is none).
        failed(object): a fault of the engine.
    """

    done = Signal(int, object)
    failed = Signal(object)


class _Sum(QRunnable):
    """One question, on a position that cannot change."""

    def __init__(self, number: int, ask: Callable[[], Answer], signals: _Signals) -> None:
        super().__init__()
        self.number, self.ask, self.signals = number, ask, signals

    def run(self) -> None:
        """Work it out, and report to the window's thread."""
        # At the usual 5 ms the window would wait as long for each of the many calls of one painting.
        sys.setswitchinterval(COURTEOUS)
        try:
            answer = self.ask()
        except NoAnswer:
            self.signals.done.emit(self.number, None)
        except Exception as fault:  # noqa: BLE001 - raised again in the window's thread
            self.signals.failed.emit(fault)
        else:
            self.signals.done.emit(self.number, answer)


class Later(QObject):
    """Asks questions one after the other in a thread; those forgotten meanwhile are not answered.

    Signals:
        answered(object, object): what was asked, and its Answer (None: there is none).
    """

    answered = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.pool = QThreadPool(self)
        self.pool.setMaxThreadCount(1)
        self._number = 0
        self._asked: dict[int, object] = {}
        self._signals = _Signals(self)
        self._signals.done.connect(self._done)
        self._signals.failed.connect(self._failed)

    def want(self, about: object, question: Callable[[], Answer]) -> None:
        """Ask a question; `about` comes back with the answer."""
        self._number += 1
        self._asked[self._number] = about
        self.pool.start(_Sum(self._number, question, self._signals))

    def forget(self) -> None:
        """Drop what is not answered yet."""
        self.pool.clear()
        self._asked.clear()

    def stop(self) -> None:
        """Drop everything and wait for the thread: it reports to what goes with the table."""
        self.forget()
        self.pool.waitForDone()

    def _done(self, number: int, answer: Answer | None) -> None:
        if number in self._asked:
            self.answered.emit(self._asked.pop(number), answer)

    def _failed(self, fault: Exception) -> None:
        """A fault in the thread is told where every fault of the program is."""
        raise fault


class Reckoner(QObject):
    """Works out the odds of the choice pointed at; answers are kept while the position stays.

    Signals:
        answered(object, object): a choice and its Answer; only of the choice asked last.
    """

    answered = Signal(object, object)

    def __init__(self, controller: Controller) -> None:
        super().__init__(controller)
        self.controller = controller
        self.later = Later(self)
        self.later.answered.connect(self._keep)
        self._state: object = None
        self._kept: dict[str, Answer | None] = {}

    def want(self, choice: Choice) -> None:
        """Ask for the odds of a choice; what was asked before is dropped."""
        ask = self.controller.ask
        self.later.forget()
        if ask is None or not ask.odds or choice in DECLINING:
            return
        question = self.controller.question(ask.odds, choice=choice)
        if question is None:
            return
        state = self.controller.session.table.state
        if state is not self._state:
            self._state, self._kept = state, {}
        if repr(choice) in self._kept:
            self._tell(choice, self._kept[repr(choice)])
        else:
            self.later.want((state, choice), question)

    def forget(self) -> None:
        """Nothing is asked any more."""
        self.later.forget()

    def quiet(self) -> None:
        """The curtain falls: what is being worked out is of nobody's interest any more."""
        self.later.forget()
        self._state, self._kept = None, {}

    def stop(self) -> None:
        """The table is left: wait for the thread."""
        self.quiet()
        self.later.stop()

    def _keep(self, about: tuple[object, Choice], answer: Answer | None) -> None:
        state, choice = about
        if state is self._state and len(self._kept) < KEPT:
            self._kept[repr(choice)] = answer
        self._tell(choice, answer)

    def _tell(self, choice: Choice, answer: Answer | None) -> None:
        if answer is not None and answer.lines and self.controller.covered is None:
            self.answered.emit(choice, answer)


def odds_html(answer: Answer) -> str:
    """Return odds with what they are: exact, or sampled so many times."""
    return f"<b>{escape(title_of(answer))}</b><br>{answer_html(answer)}"


def title_of(answer: Answer) -> str:
    """Return the heading of odds."""
    exact, samples = answer.value.get("exact"), answer.value.get("samples")
    if samples:
        return f"Odds (sampled, {samples} fights)"
    return "Odds (exact)" if exact else "Odds"
