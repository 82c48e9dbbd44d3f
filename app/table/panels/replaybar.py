"""The bar of the replay: play and pause, pace, steps, a slider, and what may be jumped to."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSlider,
    QToolButton,
    QWidget,
)

from grognard.engines.core.data.text import Text, text, tr

PACES = {"half": 2000, "plain": 1000, "double": 500, "fourfold": 250}
"""Milliseconds that each decision is shown, by pace."""
CALLED = {
    "half": text("Half speed"),
    "plain": text("Normal speed"),
    "double": text("Double speed"),
    "fourfold": text("Four times as fast"),
}
SOUGHT: dict[str, Text] = {
    "decision": text("Decision"),
    "phase": text("Phase or activation"),
    "turn": text("Turn"),
    "roll": text("Die"),
    "loss": text("Loss"),
    "piece": text("What is looked at"),
}
"""What a step may lead to; the last is the piece or place that the inspector shows."""


class ReplayBar(QWidget):
    """Lies below the board while a game is replayed.

    Signals:
        play_wanted(bool): the game is to be played on by itself, or to stand still.
        step_wanted(int): the next (1) or the last (-1) of what is sought is to be shown.
        moment_wanted(int): the board is to be shown after so many choices.
        branch_wanted(bool): the game is to be played on from here, as another one; with new dice (True).
        shut(): the replay is over.
    """

    play_wanted = Signal(bool)
    step_wanted = Signal(int)
    moment_wanted = Signal(int)
    branch_wanted = Signal(bool)
    shut = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Replay"))
        self.play = self._button("\N{BLACK RIGHT-POINTING TRIANGLE}", tr("Play the game on"))
        self.play.setCheckable(True)
        self.play.toggled.connect(self._played)
        self.back = self._button("\N{BLACK LEFT-POINTING TRIANGLE}|", tr("One step back"))
        self.back.clicked.connect(lambda: self.step_wanted.emit(-1))
        self.on = self._button("|\N{BLACK RIGHT-POINTING TRIANGLE}", tr("One step on"))
        self.on.clicked.connect(lambda: self.step_wanted.emit(1))
        self.sought = QComboBox()
        self.sought.setAccessibleName(tr("What a step leads to"))
        self.sought.setToolTip(tr("What a step leads to"))
        for name, words in SOUGHT.items():
            self.sought.addItem(str(words), name)
        self.pace = QComboBox()
        self.pace.setAccessibleName(tr("How fast the game is replayed"))
        for name, words in CALLED.items():
            self.pace.addItem(str(words), name)
        self.pace.setCurrentIndex(1)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(tr("Moment of the game"))
        self.slider.setTracking(True)
        self.slider.valueChanged.connect(self.moment_wanted)
        self.where = QLabel()
        self.branch = QToolButton()
        self.branch.setText(tr("Play on from here"))
        self.branch.setToolTip(
            tr("As a game of its own, with the same dice or new ones; this one stays as it is")
        )
        self.branch.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.branch.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.branch.clicked.connect(lambda: self.branch_wanted.emit(False))
        ways = QMenu(self.branch)
        self.same = ways.addAction(tr("With the same dice"))
        self.same.triggered.connect(lambda: self.branch_wanted.emit(False))
        self.other = ways.addAction(tr("With new dice"))
        self.other.triggered.connect(lambda: self.branch_wanted.emit(True))
        self.branch.setMenu(ways)
        self.close_it = self._button("\N{MULTIPLICATION SIGN}", tr("Leave the replay"))
        self.close_it.clicked.connect(self.shut)
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 3, 6, 3)
        for widget in (self.play, self.pace, self.back, self.sought, self.on):
            row.addWidget(widget)
        row.addWidget(self.slider, 1)
        row.addWidget(self.where)
        row.addWidget(self.branch)
        row.addWidget(self.close_it)
        self.hide()

    def _button(self, sign: str, words: str) -> QToolButton:
        button = QToolButton()
        button.setText(sign)
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _played(self, on: bool) -> None:
        self.play.setText("\N{DOUBLE VERTICAL LINE}" if on else "\N{BLACK RIGHT-POINTING TRIANGLE}")
        words = tr("Stop here") if on else tr("Play the game on")
        self.play.setToolTip(words)
        self.play.setAccessibleName(words)
        self.play_wanted.emit(on)

    @property
    def pause(self) -> int:
        """How many milliseconds a decision is shown."""
        return PACES[str(self.pace.currentData())]

    @property
    def kind(self) -> str:
        """What a step leads to, a key of SOUGHT."""
        return str(self.sought.currentData())

    def show_moment(self, count: int, last: int, turn: str) -> None:
        """Tell which moment is shown."""
        self.slider.blockSignals(True)
        self.slider.setRange(0, last)
        self.slider.setValue(count)
        self.slider.blockSignals(False)
        self.where.setText(tr("{turn}, {n} of {all}", turn=turn, n=count, all=last))
