"""What one has changed against the shipped scenario, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from grognard.app.editor import shelf
from grognard.app.editor.comparing import Difference, said_in
from grognard.engines.core.data.text import Text, capital, text, tr, trn, verbatim
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.game import AnyGame

ROLE = Qt.ItemDataRole.UserRole
SIZE, WIDTHS = (920, 250), (260, 80, 270, 270)
EDGE = 12
"""It lies low, so that the middle of the map is seen over it."""
SIGNS = {"new": text("new"), "gone": text("gone"), "other": text("changed")}
FILES: dict[str, Text] = {"maps": text("Map"), "forces": text("Forces")}


def shipped(game: AnyGame, path: Path) -> dict[str, Plain] | None:
    """Return what the shipped scenario says that one began from; None if it began as none (in any thread).

    Raises:
        ScenarioError, OSError: it cannot be read.
    """
    with TemporaryDirectory(prefix="grognard-") as folder:
        began = shelf.original(game, path, Path(folder).resolve())
        return None if began is None else said_in(began.parent)


class CompareDialog(QDialog):
    """The differences as a tree: file, section, name; before on the left, after on the right.

    It stands beside the editor and follows it. A click on a difference goes to its place.

    Signals:
        wanted(object): the author wants to be taken to a Difference.
        back_wanted(object): a Difference is to be as it was.
    """

    wanted = Signal(object)
    back_wanted = Signal(object)

    def __init__(
        self,
        game: AnyGame,
        found: Sequence[Difference] | None,
        names: Mapping[str, str],
        over: QWidget,
    ) -> None:
        super().__init__(over)
        self.game, self.names = game, names
        self.setWindowTitle(tr("Changed against the shipped scenario"))
        self.resize(*SIZE)
        column = QVBoxLayout(self)
        self.head = QLabel()
        column.addWidget(self.head)
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(tr("Differences"))
        self.tree.setColumnCount(4)
        self.tree.setHeaderLabels([tr("What"), "", tr("Shipped"), tr("Here")])
        self.tree.setWordWrap(True)
        self.tree.setUniformRowHeights(False)
        header = self.tree.header()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for index, wide in enumerate(WIDTHS):
            header.resizeSection(index, wide)
        self.tree.itemClicked.connect(self._go)
        self.tree.itemActivated.connect(self._go)
        self.tree.currentItemChanged.connect(self._choose)
        column.addWidget(self.tree)
        foot = QHBoxLayout()
        foot.addWidget(QLabel(tr("Click a change to go to its place.")), 1)
        self.back = QPushButton(tr("Undo this change"))
        self.back.setAutoDefault(False)
        self.back.clicked.connect(self._take_back)
        foot.addWidget(self.back)
        column.addLayout(foot)
        self.show_found(found)
        below = over.mapToGlobal(over.rect().bottomRight())
        self.move(below.x() - SIZE[0] - EDGE, below.y() - SIZE[1] - 3 * EDGE)

    @property
    def chosen(self) -> Difference | None:
        """The difference that is marked."""
        item = self.tree.currentItem()
        found = None if item is None else item.data(0, ROLE)
        return found if isinstance(found, Difference) else None

    def _choose(self) -> None:
        self.back.setEnabled(self.chosen is not None)

    def _go(self) -> None:
        if self.chosen is not None:
            self.wanted.emit(self.chosen)

    def _take_back(self) -> None:
        if self.chosen is not None:
            self.back_wanted.emit(self.chosen)

    def show_found(self, found: Sequence[Difference] | None) -> None:
        """List the differences."""
        self.tree.clear()
        self._choose()
        if found is None:
            self.head.setText(tr("This scenario did not begin as a copy of a shipped one."))
            return
        if not found:
            self.head.setText(tr("Nothing differs from the shipped scenario."))
            return
        self.head.setText(trn("{n} difference", "{n} differences", n=len(found)))
        branches: dict[tuple[str, ...], QTreeWidgetItem] = {}
        for one in found:
            above = self._branch(branches, one)
            row = QTreeWidgetItem(above, [self.called(one)])
            row.setData(0, ROLE, one)
            sign = "new" if not one.before else "gone" if not one.after else "other"
            row.setText(1, str(SIGNS[sign]))
            row.setText(2, one.before)
            row.setText(3, one.after)
            for index, words in ((2, one.before), (3, one.after)):
                row.setToolTip(index, words)
        self.tree.expandAll()

    def called(self, one: Difference) -> str:
        """Return what a difference is called."""
        return self._called(one.where[-1]) if one.where else ""

    def _branch(
        self, branches: dict[tuple[str, ...], QTreeWidgetItem], one: Difference
    ) -> QTreeWidgetItem:
        """Return the item that a difference stands under: its file, then its section."""
        file = FILES.get(one.file.partition("/")[0], text("Scenario"))
        steps = [f"{file} ({Path(one.file).stem})" if "/" in one.file else str(file)]
        steps += [self._called(step) for step in one.where[:-1]]
        key: tuple[str, ...] = (one.file,)
        for depth, words in enumerate(steps):
            key = (*key, words)
            if key not in branches:
                above = branches[key[:-1]] if depth else self.tree
                branches[key] = QTreeWidgetItem(above, [words])
        return branches[key]

    def _called(self, step: str) -> str:
        """Return a key, an id or a name as it is shown."""
        known = self.names.get(step)
        if known:
            return str(verbatim(known))
        return capital(str(self.game.term(step))) if step.replace("_", "").isalpha() else step
