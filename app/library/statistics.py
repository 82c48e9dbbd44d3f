"""The statistics of all one's games, in a dialog of the library; they may be erased."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMessageBox,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from grognard.app.aftermath.counted import Played, Sum, Tallies, summed, tallies
from grognard.engines.core.data.text import Text, capital, decimal, percent, spell, text, tr
from grognard.engines.core.keep.saves import Summary
from grognard.engines.core.play.bots import players_of
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.setups import PERSON

KINDS: Mapping[str, Text] = {
    "game": text("By game"),
    "scenario": text("By battle"),
    "side": text("By side"),
    "opponent": text("By opponent"),
}
NOBODY = text(
    "No game is over yet. What you end at a table is counted here, on this computer alone."
)


def tallied(summaries: Iterable[Summary]) -> Tallies:
    """Return the statistics with all kept games that are over."""
    found = tallies()
    fresh = sum(found.count(one) for one in summaries)
    if fresh:
        try:
            found.write()
        except OSError:
            return found  # it is shown all the same, and counted again another time
    return found


class Statistics(QDialog):
    """How often one has played, won and lost, how long it took, and how the dice fell."""

    def __init__(
        self, games: Mapping[str, AnyGame], found: Tallies, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.games, self.found = games, found
        self.setWindowTitle(tr("Statistics of my games"))
        self.kind = QComboBox()
        self.kind.setAccessibleName(tr("How the statistics are grouped"))
        for name, words in KINDS.items():
            self.kind.addItem(str(words), name)
        self.kind.currentIndexChanged.connect(lambda _index: self.fill())
        self.nobody = QLabel(str(NOBODY), wordWrap=True)
        self.table = QTreeWidget()
        self.table.setRootIsDecorated(False)
        self.table.setAccessibleName(tr("Statistics of my games"))
        self.table.setHeaderLabels(
            ["", tr("Played"), tr("Won"), tr("Drawn"), tr("Lost"), tr("Decisions"), tr("Dice")]
        )
        self.table.header().setStretchLastSection(False)
        self.table.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        told = QLabel(
            tr(
                "Dice: how many in a hundred more, or fewer, than expected reached the number they "
                "needed, in the games whose end was seen at a table."
            ),
            wordWrap=True,
        )
        told.setProperty("role", "muted")
        self.erase = QPushButton(tr("Erase..."))
        self.erase.clicked.connect(self._erase)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        row = QHBoxLayout()
        row.addWidget(self.erase)
        row.addStretch(1)
        row.addWidget(buttons)
        column = QVBoxLayout(self)
        for widget in (self.kind, self.nobody, self.table, told):
            column.addWidget(widget)
        column.addLayout(row)
        self.resize(760, 480)
        self.fill()

    def fill(self) -> None:
        """Show the games added up."""
        self.table.clear()
        by = self._by(str(self.kind.currentData()))
        some = bool(self.found.games)
        self.nobody.setVisible(not some)
        self.erase.setEnabled(some)
        for name, one in self.found.sums(by).items():
            self._add(name, one)
        if some:
            self._add(tr("All together"), summed(self.found.games.values()))
        for column in range(1, self.table.columnCount()):
            self.table.resizeColumnToContents(column)

    def _add(self, name: str, one: Sum) -> None:
        won = f"{one.won} ({percent(one.won / one.played)})"
        luck = "" if one.luck is None else f"{'+' if one.luck > 0 else ''}{decimal(one.luck)}"
        cells = [str(one.played), won, str(one.drawn), str(one.lost), decimal(one.decisions, 0)]
        item = QTreeWidgetItem(self.table, [name, *cells, luck])
        for column in range(1, self.table.columnCount()):
            item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight)

    def _by(self, kind: str) -> Callable[[Played], str]:
        """Return what tells the group of a game."""
        return {
            "game": self._edition,
            "scenario": lambda one: spell("term", one.title),
            "side": lambda one: f"{self._game(one)}: {self._seat(one)}",
            "opponent": self._opponent,
        }[kind]

    def _game(self, one: Played) -> str:
        game = self.games.get(one.game)
        return spell("term", game.title) if game is not None else one.game

    def _edition(self, one: Played) -> str:
        """Return a game with its edition: several are called alike."""
        game = self.games.get(one.game)
        parts = [self._game(one), *([spell("term", game.edition)] if game is not None else [])]
        return " \N{MIDDLE DOT} ".join(parts)

    def _seat(self, one: Played) -> str:
        game = self.games.get(one.game)
        infos = game.scenarios() if game is not None else ()
        seats = (s for info in infos if info.id == one.scenario for s in info.seats)
        return next((spell("seat", s.name) for s in seats if s.id == one.seat), one.seat)

    def _opponent(self, one: Played) -> str:
        """Return who sat at the other seats, by level."""
        game = self.games.get(one.game)
        known = players_of(game) if game is not None else {}
        told = []
        for kind in one.against.split(", "):
            words = tr("a person") if kind == PERSON else kind
            told.append(capital(str(known[kind].called) if kind in known else words))
        return ", ".join(told)

    def _erase(self) -> None:
        kinds = QMessageBox.StandardButton
        title, words = (
            tr("Erase the statistics?"),
            tr("Your games stay; only the count begins anew."),
        )
        asked = QMessageBox.question(self, title, words, kinds.Yes | kinds.No, kinds.No)
        if asked != kinds.Yes:
            return
        try:
            self.found.erase()
        except OSError as wrong:
            QMessageBox.warning(self, title, str(wrong))
        self.fill()
