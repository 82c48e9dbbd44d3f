"""The battles of all games in a list: from small to large, with pictures, filtered by what one looks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QIcon, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from grognard.app.library.facts import (
    DIFFICULTIES,
    LENGTHS,
    fits_length,
    length_of,
    searched,
    table_of,
)
from grognard.app.look import look, serif
from grognard.engines.core.data.text import spell, tr
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.setups import ScenarioInfo

ROLE = Qt.ItemDataRole.UserRole
WORDS = Qt.ItemDataRole.UserRole + 1
"""What is searched of a battle."""
PICTURE = QSize(56, 36)


class Battles(QWidget):
    """The list of games and their battles, and what narrows it down.

    Signals:
        picked(object, object): a game and a battle of it are looked at.
        wanted(): the battle that is looked at is to begin.
    """

    picked = Signal(object, object)
    wanted = Signal()

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        super().__init__()
        self.games = games
        blank = QPixmap(PICTURE)
        blank.fill(Qt.GlobalColor.transparent)
        self._blank = QIcon(blank)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.heading = QLabel(tr("Battles"))
        self.heading.setProperty("role", "heading")
        self.heading.setFont(serif(1.35, bold=True))
        column.addWidget(self.heading)
        column.addWidget(self._make_search())
        column.addLayout(self._make_filters())
        self.none = QLabel(tr("No battle matches. Remove a filter."), wordWrap=True)
        self.none.setProperty("role", "muted")
        self.none.hide()
        column.addWidget(self.none)
        column.addWidget(self._make_tree(), 1)
        self._fill()

    # -- building ------------------------------------------------------------------------------

    def _make_search(self) -> QLineEdit:
        self.search = QLineEdit(placeholderText=tr("Find a battle"), clearButtonEnabled=True)
        self.search.setAccessibleName(tr("Find a battle"))
        self.search.textChanged.connect(lambda _words: self._filter())
        return self.search

    def _make_filters(self) -> QHBoxLayout:
        self.length = QComboBox()
        self.length.setAccessibleName(tr("Longest battle"))
        self.length.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.length.addItem(tr("Any length"), 0)
        for most, words in LENGTHS:
            self.length.addItem(str(words), most)
        self.length.currentIndexChanged.connect(lambda _index: self._filter())
        self.alone = QCheckBox(tr("Alone"))
        self.alone.setToolTip(tr("Only battles that one person can play for both sides"))
        self.alone.toggled.connect(lambda _on: self._filter())
        row = QHBoxLayout()
        row.addWidget(self.length, 1)
        row.addWidget(self.alone)
        return row

    def _make_tree(self) -> QTreeWidget:
        self.tree = tree = QTreeWidget()
        tree.setHeaderHidden(True)
        tree.setAccessibleName(tr("Games and battles"))
        tree.setRootIsDecorated(False)
        tree.setIndentation(6)
        tree.setWordWrap(True)
        tree.setIconSize(PICTURE)
        tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        tree.currentItemChanged.connect(self._pick)
        tree.itemActivated.connect(self._begin)  # Enter, and a double click
        return tree

    def _fill(self) -> None:
        for game in self.games.values():
            head = QTreeWidgetItem(self.tree, [_headed(game)])
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self._dress_head(head)
            try:
                scenarios = game.scenarios()
            except Exception as wrong:  # noqa: BLE001 - one bad game must not hide the others
                item = QTreeWidgetItem(head, [tr("Cannot be listed; the tooltip says why")])
                item.setToolTip(0, str(wrong)[:1500])
                continue
            for info in scenarios:
                self._add(head, game, info)
        self.tree.expandAll()

    def _add(self, head: QTreeWidgetItem, game: AnyGame, info: ScenarioInfo) -> None:
        title = spell("term", info.title)
        item = QTreeWidgetItem(head)
        if info.problems:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            item.setText(0, tr("{title}: has faults, see the tooltip", title=title))
            item.setToolTip(0, "\n".join(map(str, info.problems))[:1500])
            return
        level = (
            f" \N{MIDDLE DOT} {DIFFICULTIES[info.difficulty]}"
            if info.difficulty in DIFFICULTIES
            else ""
        )
        item.setText(0, f"{title}\n{length_of(info)}{level}")
        item.setIcon(0, self._blank)
        item.setToolTip(0, spell("term", info.summary))
        item.setData(0, ROLE, (game, info))
        told = title, info.summary, info.teaches, info.date, info.id
        all_told = " ".join([*told, game.title, game.edition, game.id])
        item.setData(0, WORDS, searched(all_told))

    # -- what is looked at -----------------------------------------------------------------------

    def items(self) -> Iterator[QTreeWidgetItem]:
        """Give the rows of battles, game by game."""
        for index in range(self.tree.topLevelItemCount()):
            head = self.tree.topLevelItem(index)
            for row in range(head.childCount() if head is not None else 0):
                item = head.child(row) if head is not None else None
                if item is not None and item.data(0, ROLE):
                    yield item

    def select(self, scenario: str) -> bool:
        """Pick a battle (game/scenario or its id); return whether it is there."""
        for item in self.items():
            info = item.data(0, ROLE)[1]
            if scenario in (info.id, f"{info.game}/{info.id}"):
                self.tree.setCurrentItem(item)
                return True
        return False

    def show_picture(self, scenario: str, picture: QPixmap) -> None:
        """Show the small picture of a battle (game/scenario) beside its name."""
        for item in self.items():
            info = item.data(0, ROLE)[1]
            if scenario == f"{info.game}/{info.id}":
                item.setIcon(0, QIcon(picture))

    def _pick(self, item: QTreeWidgetItem | None) -> None:
        data = item.data(0, ROLE) if item is not None else None
        if data:
            self.picked.emit(*data)

    def _begin(self, item: QTreeWidgetItem) -> None:
        if item.data(0, ROLE):
            self.wanted.emit()

    # -- what narrows it down --------------------------------------------------------------------

    def _filter(self) -> None:
        """Show the battles that have all the words, are short enough, and can be played alone."""
        wanted = searched(self.search.text()).split()
        most, alone = int(self.length.currentData()), self.alone.isChecked()
        found = 0
        for item in self.items():
            game, info = item.data(0, ROLE)
            told = str(item.data(0, WORDS) or searched(item.text(0)))
            hit = all(word in told for word in wanted) and fits_length(info, most)
            hit = hit and (not alone or game.alone is not None)
            item.setHidden(not hit)
            found += hit
        for index in range(self.tree.topLevelItemCount()):
            head = self.tree.topLevelItem(index)
            if head is not None:
                rows = [row for n in range(head.childCount()) if (row := head.child(n)) is not None]
                head.setHidden(all(row.isHidden() for row in rows))
        self.none.setVisible(not found)

    def dress(self) -> None:
        """Take the look in force."""
        for index in range(self.tree.topLevelItemCount()):
            self._dress_head(self.tree.topLevelItem(index))

    def _dress_head(self, head: QTreeWidgetItem | None) -> None:
        if head is not None:
            head.setFont(0, serif(1.1, bold=True))
            head.setForeground(0, QBrush(QColor(look()["title"])))


def _headed(game: AnyGame) -> str:
    """Return a game's title and edition, and below them what kind of table it is."""
    named = f"{spell('term', game.title)}\n{spell('term', game.edition)}"
    table = table_of(game)
    return f"{named}\n{table}" if table else named
