"""The card of a game that is over: its account, a place for notes, and what may be done next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QWidget

from grognard.app.aftermath.account import Account
from grognard.app.board.theme import Theme
from grognard.app.table.panels.card import Card
from grognard.app.table.verdict.curve import Curve
from grognard.app.table.verdict.words import account_html
from grognard.engines.core.data.text import tr
from grognard.engines.core.play.setups import Seat
from grognard.engines.core.show.deeds import Called

NOTE_TALL, WRITES = 54, 600
"""How tall the field of the notes is, in pixels; so many milliseconds after the last letter they are kept."""
HIGH_CURVE = 130
"""How tall the course of the game is with the room about it, in pixels."""
MOST_NOTED = 4000
"""So many letters of notes are kept."""


class VerdictCard(Card):
    """Lies on the board once the game is over.

    Signals:
        again_wanted(bool): the battle is to be played again, with sides swapped (True).
        save_wanted(): the game is to be kept under a name.
        noted(str): the notes on the game are these.
        moment_wanted(int): the board is to be shown after so many choices.
        report_wanted(): an illustrated report of the game is to be written.
        film_wanted(): the game is to be written as moving pictures.
        judge_wanted(): the decisions that cost most are to be found.
    """

    again_wanted = Signal(bool)
    save_wanted = Signal()
    noted = Signal(str)
    moment_wanted = Signal(int)
    report_wanted = Signal()
    film_wanted = Signal()
    judge_wanted = Signal()

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent, tr("Watch from the start"), tr("Look around"))
        self.wide, self.most_tall = 560, 900
        self.words.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.curve = Curve(theme)
        self.curve.moment_wanted.connect(self.moment_wanted)
        self.curve.hide()
        self._noted: str | None = None
        self.notes = QPlainTextEdit()
        self.notes.setPlaceholderText(tr("Notes on this game: they are kept with it."))
        self.notes.setAccessibleName(tr("Notes on this game"))
        self.notes.setFixedHeight(NOTE_TALL)
        self.notes.setTabChangesFocus(True)
        self._writing = QTimer(self, singleShot=True, interval=WRITES)
        self._writing.timeout.connect(self.keep_notes)
        self.notes.textChanged.connect(self._writing.start)
        self.again = self._plain(
            tr("Rematch"), tr("The same battle once more, with the same players")
        )
        self.again.clicked.connect(lambda: self.again_wanted.emit(False))
        self.swapped = self._plain(
            tr("Sides swapped"), tr("The same battle once more, each player on the other side")
        )
        self.swapped.clicked.connect(lambda: self.again_wanted.emit(True))
        self.save = self._plain(tr("Save as..."), tr("Keep this game under a name"))
        self.save.clicked.connect(self.save_wanted)
        self.report = self._plain(
            tr("Report..."),
            tr("Write the story of this game with maps, losses and dice into a file"),
        )
        self.report.clicked.connect(self.report_wanted)
        row = QHBoxLayout()
        self.film = self._plain(
            tr("Film..."),
            tr("Write this game as moving pictures into a file, for friends and forums"),
        )
        self.film.clicked.connect(self.film_wanted)
        self.judge = self._plain(
            tr("Judge..."), tr("Find the ten decisions that cost most, as the computer sees it")
        )
        self.judge.clicked.connect(self.judge_wanted)
        for button in (self.again, self.swapped, self.save, self.report, self.film, self.judge):
            row.addWidget(button)
        row.addStretch(1)
        column = self.column
        column.insertWidget(1, self.curve)
        column.insertWidget(column.count() - 1, self.notes)
        column.insertLayout(column.count() - 1, row)

    @staticmethod
    def _plain(words: str, tip: str) -> QPushButton:
        button = QPushButton(words)
        button.setToolTip(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def begin(self, notes: str, *, swaps: bool) -> None:
        """Show what was noted before; `swaps`: whether other sides would make another game."""
        self._noted = notes
        self.notes.blockSignals(True)
        self.notes.setPlainText(notes)
        self.notes.blockSignals(False)
        self.swapped.setVisible(swaps)
        self.curve.hide()

    def tell(
        self,
        account: Account,
        seats: Sequence[Seat],
        names: Mapping[str, str],
        term: Called,
        over: QWidget,
    ) -> None:
        """Show the whole account, once it has been worked out."""
        first, second = (*seats, *seats)[:2]
        sides, called = (first.side, second.side), (names[first.id], names[second.id])
        self.curve.tell(account.curve, sides, called)
        self.lay(self.title.text(), account_html(account, names, term), over)

    def keep_notes(self) -> None:
        """Have the notes kept as they are now."""
        self._writing.stop()
        words = self.notes.toPlainText()[:MOST_NOTED]
        if self._noted not in (None, words):  # before the end nothing is noted here
            self._noted = words
            self.noted.emit(words)

    def beyond_words(self) -> int:
        """How tall everything is but the words."""
        shown = HIGH_CURVE if not self.curve.isHidden() else 0
        return super().beyond_words() + NOTE_TALL + 50 + shown
