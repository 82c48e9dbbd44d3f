"""While the computer thinks: what it is about, and the button that stops it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from grognard.engines.core.data.text import tr, trn

TICK = 250
"""Milliseconds between two looks at the clock."""
PATIENCE = 1000
"""So long a thought goes on before its seconds are counted, in milliseconds."""


class Waiting(QWidget):
    """A progress note with Stop; when the computer is stopped: go on, or play its seat oneself.

    Signals:
        pause_wanted(bool): the computer players are to wait, or to go on.
        seat_wanted(str): the person takes over this seat.
        now_wanted(): whoever searches is to move now.

    Attributes:
        played: tells how many imagined games were played by now.
    """

    pause_wanted = Signal(bool)
    seat_wanted = Signal(str)
    now_wanted = Signal()
    played: Callable[[], int] = staticmethod(lambda: 0)

    def __init__(self) -> None:
        super().__init__()
        self.seat = self._words = ""
        self.setAccessibleName(tr("The computer is thinking"))
        self.note = QLabel()
        self.note.setWordWrap(True)
        self.note.setMinimumWidth(1)
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(5)
        self.stop = self._button(tr("Stop the computer"), lambda: self.pause_wanted.emit(True))
        self.now = self._button(tr("Move now"), self.now_wanted.emit)
        self.on = self._button(tr("Continue"), lambda: self.pause_wanted.emit(False))
        self.seat_button = self._button("", lambda: self.seat_wanted.emit(self.seat))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        # What changes with every thought stands below: a button that is to be pressed stays in place.
        for widget in (self.stop, self.now, self.on, self.seat_button, self.bar, self.note):
            column.addWidget(widget)
        self._clock = QElapsedTimer()
        self._ticks = QTimer(self, interval=TICK)
        self._ticks.timeout.connect(self._tick)
        self.hide()

    def _button(self, words: str, act: object) -> QPushButton:
        button = QPushButton(words)
        button.setMinimumWidth(1)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(act)
        return button

    def show_thought(
        self, seat: str, name: str, words: str, *, paused: bool, searches: bool = False
    ) -> None:
        """Tell what the computer decides for a seat; `words`: the decision."""
        self.seat, self._words = seat, words
        for widget in (self.bar, self.stop):
            widget.setVisible(not paused)
        for widget in (self.on, self.seat_button):
            widget.setVisible(paused)
        self.now.setVisible(searches and not paused)
        self.seat_button.setText(tr("Play {name} myself", name=name))
        self.note.setText(tr("Stopped. Nothing is decided until you say so.") if paused else words)
        self._clock.start()
        if paused:
            self._ticks.stop()
        else:
            self._ticks.start()
        self.show()

    def done(self) -> None:
        """A person decides."""
        self._ticks.stop()
        self.hide()

    def _tick(self) -> None:
        """A long thought tells its seconds."""
        if self._clock.elapsed() < PATIENCE:
            return
        told, played = f"{self._clock.elapsed() // 1000} s", self.played()
        if played:
            told = trn(
                "{time}, {n} imagined game", "{time}, {n} imagined games", n=played, time=told
            )
        self.note.setText(f"{self._words}\n{told}")
