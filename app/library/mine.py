"""One's own scenarios in the library: listed above the games, begun, copied, named, thrown away."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QInputDialog,
    QMenu,
    QMessageBox,
    QPushButton,
    QTreeWidgetItem,
)

from grognard.app.editor import own
from grognard.app.library.battles import ROLE
from grognard.app.library.page import LibraryPage
from grognard.engines.core.board.hexnumbers import HexError
from grognard.engines.core.data.text import spell, tr, verbatim
from grognard.engines.core.keep.savelock import Held
from grognard.engines.core.play.game import ScenarioError
from grognard.engines.core.play.setups import ScenarioInfo


class Mine(QObject):
    """What the library does with scenarios of one's own.

    Signals:
        edit_wanted(object): the file of a scenario is to be opened in the editor.
    """

    edit_wanted = Signal(object)

    def __init__(self, library: LibraryPage) -> None:
        super().__init__(library)
        self.library = library
        self.head: QTreeWidgetItem | None = None
        self.new = QPushButton(tr("New scenario..."))
        self.new.clicked.connect(self.begin)
        library.left.addWidget(self.new)
        self.edit = QPushButton(tr("Edit a copy"))
        self.edit.setMinimumHeight(36)
        self.edit.setEnabled(False)
        self.edit.clicked.connect(self.edit_picked)
        library.foot.insertWidget(1, self.edit)
        tree = library.tree
        tree.currentItemChanged.connect(lambda _item: self._picked())
        tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        tree.customContextMenuRequested.connect(self._menu)
        self.refresh()

    def refresh(self) -> None:
        """List one's own scenarios again."""
        tree = self.library.tree
        if self.head is not None:
            tree.takeTopLevelItem(tree.indexOfTopLevelItem(self.head))
            self.head = None
        if not own.written():
            return
        from grognard.app.editor import shelf  # who has written none does not wait for the editor

        found = shelf.own(self.library.games)
        if not found:
            return
        self.head = QTreeWidgetItem([tr("My scenarios")])
        self.head.setFlags(Qt.ItemFlag.ItemIsEnabled)
        tree.insertTopLevelItem(0, self.head)
        for info in found:
            game = self.library.games[info.game]
            item = QTreeWidgetItem(self.head, [info.title])
            by = tr("by {author}", author=verbatim(info.author)) if info.author else ""
            told = (spell("term", game.title), by)
            item.setToolTip(0, " \N{MIDDLE DOT} ".join(part for part in told if part))
            item.setData(0, ROLE, (game, info))
        self.head.setExpanded(True)
        self.library.dress()

    def _picked(self) -> None:
        info = self.library.info
        self.edit.setEnabled(info is not None)
        self.edit.setText(tr("Edit") if info is not None and self.own(info) else tr("Edit a copy"))

    def own(self, info: ScenarioInfo) -> bool:
        """Whether a scenario is one's own."""
        return bool(info.path) and Path(info.path).is_relative_to(own.folder())

    def _menu(self, at: QPoint) -> None:
        item = self.library.tree.itemAt(at)
        data = item.data(0, ROLE) if item is not None else None
        if not data:
            return
        menu = QMenu(self.library)
        menu.addAction(self.edit.text(), self.edit_picked)
        if self.own(data[1]):
            menu.addAction(tr("Duplicate..."), self.duplicate)
            menu.addAction(tr("Rename..."), self.rename)
            menu.addAction(tr("Discard"), self.throw_away)
        menu.popup(self.library.tree.viewport().mapToGlobal(at))

    # -- what is done ------------------------------------------------------------------------------

    def begin(self) -> None:
        """Ask what kind of scenario is wanted, and begin it."""
        from grognard.app.library.newscenario import NewScenario

        asked = NewScenario(self.library.games, self.library.info, self.library)
        if asked.exec():
            self._try(asked.make)

    def edit_picked(self) -> None:
        """Open the picked scenario in the editor; of a shipped one, a copy."""
        from grognard.app.editor import shelf

        game, info = self.library.game, self.library.info
        if game is None or info is None:
            return
        if self.own(info):
            self.edit_wanted.emit(Path(info.path))
            return
        title = self._asked(tr("Edit a copy"), tr("{title} (copy)", title=spell_title(info)))
        if title:
            self._try(lambda: shelf.copy_of(game, info, title))

    def duplicate(self) -> None:
        """Make a copy of one's own scenario."""
        from grognard.app.editor import shelf

        info = self.library.info
        if info is not None and (
            title := self._asked(tr("Duplicate"), tr("{title} (copy)", title=spell_title(info)))
        ):
            shelf.duplicate(Path(info.path), title)
            self.refresh()

    def rename(self) -> None:
        """Give one's own scenario another title."""
        from grognard.app.editor import shelf

        info = self.library.info
        if info is not None and (title := self._asked(tr("Rename"), info.title)):
            try:
                shelf.rename(Path(info.path), title)
            except Held as held:
                QMessageBox.warning(self.library, tr("Rename"), str(held))
            self.refresh()

    def throw_away(self) -> None:
        """Put one's own scenario into the bin."""
        from grognard.app.editor import shelf

        info = self.library.info
        if info is not None:
            try:
                where = shelf.throw_away(Path(info.path))
            except Held as held:
                QMessageBox.warning(self.library, tr("Discard"), str(held))
                return
            self.refresh()
            self.new.setToolTip(
                tr("What you discarded is in {path}.", path=verbatim(str(where.parent)))
            )

    def _asked(self, title: str, first: str) -> str:
        name, given = QInputDialog.getText(self.library, title, tr("Title"), text=first)
        return name.strip() if given else ""

    def _try(self, make: Callable[[], Path]) -> None:
        try:
            path = make()
        except (ScenarioError, HexError, ValueError, OSError) as wrong:
            QMessageBox.warning(self.library, tr("The scenario cannot be made"), str(wrong)[:900])
            return
        self.refresh()
        self.edit_wanted.emit(path)


def spell_title(info: ScenarioInfo) -> str:
    """Return the title of a scenario as it is shown."""
    return spell("term", info.title)
