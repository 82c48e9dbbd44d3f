"""The card that greets: a guided first game of each rulebook, later the game that was played last."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QVBoxLayout

from grognard.app.library.facts import table_of
from grognard.app.library.offered import guide_of
from grognard.app.look import away, named, serif
from grognard.engines.core.data.text import spell, tr, trn
from grognard.engines.core.play.game import AnyGame


def _label(words: str, role: str = "") -> QLabel:
    made = QLabel(words, wordWrap=True)
    made.setTextFormat(Qt.TextFormat.RichText)
    if role:
        made.setProperty("role", role)
    return made


class Welcome(QFrame):
    """What the library opens on, until a battle is looked at.

    Signals:
        guide_wanted(str): the guided first game of a game is to begin.
        continue_wanted(): the game that was played last is to go on.
    """

    guide_wanted = Signal(str)
    continue_wanted = Signal()

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        super().__init__()
        self.games = games
        self.setObjectName("card")
        self.column = QVBoxLayout(self)
        self.last = QLabel(self, wordWrap=True)
        self.last.setTextFormat(Qt.TextFormat.PlainText)
        self.go_on = named(QPushButton(tr("Continue"), self), "primary")
        self.go_on.clicked.connect(self.continue_wanted)
        self.guides: dict[str, QPushButton] = {}
        self.lines = self._guides()  # the guides are read once: they do not change

    def greet(self, last: str) -> None:
        """Offer to go on with the game played last ("": there is none) and the guided games."""
        while self.column.count():
            item = self.column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None and widget not in (self.last, self.go_on, self.lines):
                away(widget)
        self.last.setVisible(bool(last))
        self.go_on.setVisible(bool(last))
        if last:
            self._head(tr("Played last"))
            self.last.setText(last)
            self.column.addWidget(self.last)
            self.column.addWidget(self.go_on, 0, Qt.AlignmentFlag.AlignLeft)
        self._head(tr("A first game, guided") if last else tr("New here?"))
        if not last:
            words = tr("Each rulebook has a small fight that is played step by step. Choose one:")
            self.column.addWidget(_label(escape(words)))
        self.column.addWidget(self.lines)
        self.column.addStretch(1)

    def _head(self, words: str) -> None:
        made = _label(escape(words), "heading")
        made.setFont(serif(1.35, bold=True))
        self.column.addWidget(made)

    def _guides(self) -> QFrame:
        """Return a line for each game with a guide: its name, what is learnt in how long, a button."""
        lines = QFrame(self)
        grid = QGridLayout(lines)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(1, 1)
        for row, game in enumerate(self.games.values()):
            guide = guide_of(game)
            if guide is None:
                continue
            begin = self.guides[game.id] = QPushButton(spell("term", game.title))
            begin.setToolTip(spell("term", game.edition))
            begin.clicked.connect(lambda _on=False, name=game.id: self.guide_wanted.emit(name))
            table = table_of(game)
            manner = f"<b>{escape(table)}</b><br>" if table else ""
            length = trn("about {n} minute", "about {n} minutes", n=guide.minutes)
            lesson = escape(" ".join(filter(None, (spell("rule", guide.teaches), f"({length})"))))
            grid.addWidget(begin, row, 0)
            grid.addWidget(_label(manner + lesson), row, 1)
        return lines
