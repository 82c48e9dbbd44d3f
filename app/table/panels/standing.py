"""Standing answers: what the seat that looks answers beforehand to reactions, and how it says so."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from grognard.app.table.model import standing
from grognard.app.table.model.model import TableModel
from grognard.app.table.panels.labels import label
from grognard.engines.core.data.text import all_of, text, tr, verbatim
from grognard.engines.core.play.standing import Standing

ABOUT = text(
    "You are not asked about these reactions, and the other players are not told so. Your answers are kept with the game. Remove one to be asked again."
)


def words_of(model: TableModel, said: Standing) -> str:
    """Return what a standing answer says, in words."""
    told = tr("Never ask about {reaction}", reaction=said.name)
    if said.against:
        names = all_of(verbatim(model.lookup.name_of(one)) for one in said.against)
        told = tr("Ask me about {reaction} only against {units}", reaction=said.name, units=names)
    return tr("{words} (this turn)", words=told) if said.turn else told


class StandingButton(QPushButton):
    """Beside a reaction: say it once for a turn or for the game. Hidden where nothing can be said."""

    def __init__(self, model: TableModel) -> None:
        super().__init__(tr("Do not ask again..."))
        self.model = model
        self.setFlat(True)
        self.setMinimumWidth(1)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMenu(QMenu(self))
        self.hide()

    def refresh(self) -> None:
        """Offer what can be said of the present question."""
        offered = standing.offered(self.model)
        self.setVisible(bool(offered))
        menu = self.menu()
        menu.clear()
        for said in offered:
            action = menu.addAction(words_of(self.model, said))
            action.triggered.connect(lambda _on=False, said=said: standing.say(self.model, said))


class StandingList(QDialog):
    """All standing answers of the seat that looks; each can be removed."""

    def __init__(self, model: TableModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.model = model
        self.setWindowTitle(tr("My standing answers"))
        self.resize(460, 300)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("My standing answers"))
        kinds = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(kinds.Close)
        self.remove = buttons.addButton(
            tr("Ask me again"), QDialogButtonBox.ButtonRole.DestructiveRole
        )
        self.remove.clicked.connect(self._remove)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for widget in (label(str(ABOUT)), self.list, buttons):
            column.addWidget(widget)
        self.fill()

    def fill(self) -> None:
        """List what is said now."""
        self.list.clear()
        for said in standing.said(self.model):
            item = QListWidgetItem(words_of(self.model, said))
            item.setData(Qt.ItemDataRole.UserRole, said)
            self.list.addItem(item)
        none = self.list.count() == 0
        if none:
            empty = QListWidgetItem(tr("You are asked about every reaction."))
            empty.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(empty)
        self.remove.setEnabled(not none)
        self.list.setCurrentRow(0)

    def _remove(self) -> None:
        item = self.list.currentItem()
        said = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        if said is not None:
            standing.unsay(self.model, said)
            self.fill()
