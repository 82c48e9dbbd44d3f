"""The key editor: all commands and their keys, searched, changed, cleared, made as they were."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from grognard.app.shortcuts import COMMANDS, MENUS, Commands
from grognard.engines.core.data.text import all_of, tr, verbatim

ROLE = Qt.ItemDataRole.UserRole


class ShortcutEditor(QDialog):
    """All shortcuts in one list; a key that another command has is taken from it only when that is said."""

    def __init__(self, commands: Commands, parent: QWidget) -> None:
        super().__init__(parent)
        self.commands = commands
        self.setWindowTitle(tr("Keyboard shortcuts"))
        self.resize(560, 620)
        self.search = QLineEdit(placeholderText=tr("Find a command or a key"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(tr("Find a command or a key"))
        self.search.textChanged.connect(self._filter)
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(tr("Commands and their keys"))
        self.tree.setHeaderLabels([tr("Command"), tr("Keys")])
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.itemSelectionChanged.connect(self._selected)
        self.edit = QKeySequenceEdit()
        self.edit.setAccessibleName(tr("New key of the selected command"))
        self.edit.editingFinished.connect(self._assign)
        kinds = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(kinds.Close | kinds.RestoreDefaults)
        for button in buttons.buttons():  # Enter in the search would press one of them
            button.setAutoDefault(False)  # type: ignore[attr-defined]
        buttons.rejected.connect(self.reject)
        hand = self.commands["gestures"]
        shown = buttons.addButton(tr("Gestures on the board"), QDialogButtonBox.ButtonRole.HelpRole)
        shown.setEnabled(hand.isEnabled())
        shown.clicked.connect(hand.trigger)
        buttons.button(kinds.RestoreDefaults).clicked.connect(self._reset)
        layout = QVBoxLayout(self)
        layout.addWidget(self.search)
        layout.addWidget(self.tree)
        layout.addWidget(QLabel(tr("New key for the selected command:")))
        layout.addLayout(self._row())
        layout.addWidget(buttons)
        self.fill()

    def _row(self) -> QHBoxLayout:
        """The new key, and what else can be done with the selected command."""
        row = QHBoxLayout()
        self.clear = QPushButton(tr("No key"))
        self.clear.setToolTip(tr("The selected command no longer has a key"))
        self.clear.clicked.connect(lambda: self._give(()))
        self.usual = QPushButton(tr("Usual key"))
        self.usual.setToolTip(tr("The selected command has its original key again"))
        self.usual.clicked.connect(self._give_usual)
        row.addWidget(self.edit, 1)
        for button in (self.clear, self.usual):
            button.setAutoDefault(False)
            row.addWidget(button)
        return row

    def fill(self) -> None:
        """List the commands by menu; the one that is selected stays so."""
        chosen = self.chosen()
        self.tree.clear()
        menus: dict[str, QTreeWidgetItem] = {}
        for command in COMMANDS:
            if not self.commands[command.id].isVisible():
                continue  # the game on the table has nothing for it
            if command.menu not in menus:
                menus[command.menu] = QTreeWidgetItem(
                    self.tree, [str(MENUS[command.menu]).replace("&", "")]
                )
            keys = ", ".join(self.commands.keys(command.id))
            item = QTreeWidgetItem(menus[command.menu], [str(command.title), keys])
            item.setData(0, ROLE, command.id)
            if command.id == chosen:
                self.tree.setCurrentItem(item)
        self.tree.expandAll()
        self._filter(self.search.text())
        self._selected()

    def chosen(self) -> str:
        """Return the command that is selected, "" where none is."""
        item = self.tree.currentItem()
        return str(item.data(0, ROLE) or "") if item is not None else ""

    def _filter(self, words: str) -> None:
        """Show the commands in whose name, menu or keys all words are found."""
        wanted = words.casefold().split()
        for head in _below(self.tree.invisibleRootItem()):
            shown = 0
            for item in _below(head):
                said = f"{head.text(0)} {item.text(0)} {item.text(1)}".casefold()
                hit = all(word in said for word in wanted)
                item.setHidden(not hit)
                shown += hit
            head.setHidden(not shown)

    def _selected(self) -> None:
        chosen = self.chosen()
        self.edit.clear()
        self.edit.setEnabled(bool(chosen))
        keys = self.commands.keys(chosen) if chosen else ()
        self.clear.setEnabled(bool(keys))
        self.usual.setEnabled(bool(chosen) and keys != self.commands.usual(chosen))

    def _assign(self) -> None:
        keys = self.edit.keySequence().toString()
        self.edit.clear()  # it tells again that it is finished once a question takes the keyboard
        if keys:
            self._give((keys,))

    def _give_usual(self) -> None:
        self._give(self.commands.usual(self.chosen()))

    def _give(self, keys: tuple[str, ...]) -> None:
        """Give the selected command its keys, and ask where another command would lose one by that."""
        command = self.chosen()
        if command and self._may_take(command, keys):
            self.commands.set_keys(command, keys)
            self.fill()

    def _may_take(self, command: str, keys: tuple[str, ...]) -> bool:
        owners = self.commands.owners(keys, but=command)
        if not owners:
            return True
        names = all_of([one.title for one in owners])
        words = tr(
            "{key} belongs to: {commands}. Take it from there?",
            key=verbatim(", ".join(keys)),
            commands=names,
        )
        kinds = QMessageBox.StandardButton
        title = tr("The key is in use")
        asked = QMessageBox.question(self, title, words, kinds.Yes | kinds.No, kinds.No)
        return asked == kinds.Yes

    def _reset(self) -> None:
        self.commands.reset()
        self.fill()


def _below(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    return [row for number in range(item.childCount()) if (row := item.child(number)) is not None]
