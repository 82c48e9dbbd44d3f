"""The order of battle with losses, and the off-map boxes."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QTreeWidgetItem

from grognard.app.look import look, serif
from grognard.app.table.panels.foldedtree import FoldedTree
from grognard.engines.core.data.text import named, spell, tr
from grognard.engines.core.show.deeds import Called
from grognard.engines.core.show.views import PieceView, TableView

ROLE = Qt.ItemDataRole.UserRole


class Roster(FoldedTree):
    """Commands with their units; lost ones are struck through; boxes follow.

    Signals:
        piece_wanted(str): a piece was clicked; the board should show it.
        rule_wanted(str): the rule of a box was asked for (double click on its title).
    """

    piece_wanted = Signal(str)
    rule_wanted = Signal(str)

    def __init__(self, term: Called) -> None:
        super().__init__()
        self.term = term
        self.setAccessibleName(tr("Order of battle and boxes"))
        self.setIndentation(12)
        self.itemClicked.connect(self._clicked)
        self.itemDoubleClicked.connect(self._double)
        self._closed: set[str] = set()
        self.itemCollapsed.connect(lambda i: self._closed.add(str(i.data(0, ROLE + 1))))
        self.itemExpanded.connect(lambda i: self._closed.discard(str(i.data(0, ROLE + 1))))

    def show_view(self, view: TableView) -> None:
        """Show the orders of battle and the boxes of a view."""
        self.blockSignals(True)
        self.clear()
        pieces = {piece.id: piece for piece in view.pieces}
        sides: dict[str, QTreeWidgetItem] = {}
        for line in view.roster:
            if line.side not in sides:
                sides[line.side] = self._head(str(self.term(line.side)), line.side)
            here, gone = len(line.pieces), len(line.lost)
            # Of an enemy nobody has seen anything of there is nothing to count.
            count = f"{here} / {here + gone}" if here + gone or line.note is None else "\N{EN DASH}"
            node = self.line(sides[line.side], str(named("unit", line.name)), count)
            node.setData(0, ROLE + 1, line.id)
            if gone:
                node.setForeground(1, QBrush(QColor(look()["danger"])))
            if line.note is not None:
                node.setToolTip(0, str(line.note))
                QTreeWidgetItem(node, [str(line.note)])
            for name in line.pieces:
                self._piece(node, pieces.get(name), name)
            for name in line.lost:
                self._lost(node, pieces.get(name), name)
        for tray in (tray for tray in view.trays if tray.pieces):
            side = str(self.term(tray.side))
            title = f"{tray.title} ({side})" if side else str(tray.title)
            head = self._head(f"{title}: {len(tray.pieces)}", tray.id)
            head.setToolTip(0, title)
            head.setFirstColumnSpanned(True)
            head.setData(0, ROLE + 2, tray.rule)
            for name in tray.pieces:
                self._piece(head, pieces.get(name), name)
        self._open()
        self.fold()
        self.blockSignals(False)

    def _head(self, words: str, key: str) -> QTreeWidgetItem:
        head = QTreeWidgetItem(self, [words])
        head.setFont(0, serif(1.1, bold=True))
        head.setForeground(0, QBrush(QColor(look()["title"])))
        head.setData(0, ROLE + 1, key)
        return head

    def _open(self) -> None:
        for index in range(self.topLevelItemCount()):
            top = self.topLevelItem(index)
            if top is not None:
                top.setExpanded(str(top.data(0, ROLE + 1)) not in self._closed)

    def _piece(self, parent: QTreeWidgetItem, piece: PieceView | None, name: str) -> None:
        values = " ".join(text for _, text in piece.values) if piece else ""
        item = self.line(parent, spell("unit", piece.name) if piece else name, values)
        item.setData(0, ROLE, name)
        if piece and piece.badges:
            item.setToolTip(0, ", ".join(str(self.term(badge)) for badge in piece.badges))

    def _lost(self, parent: QTreeWidgetItem, piece: PieceView | None, name: str) -> None:
        item = self.line(parent, spell("unit", piece.name) if piece else name, tr("lost"))
        font = self.font()
        font.setStrikeOut(True)
        item.setFont(0, font)
        item.setForeground(1, QBrush(QColor(look()["danger"])))

    def _clicked(self, item: QTreeWidgetItem) -> None:
        name = item.data(0, ROLE)
        if name:
            self.piece_wanted.emit(str(name))

    def _double(self, item: QTreeWidgetItem) -> None:
        rule = item.data(0, ROLE + 2)
        if rule:
            self.rule_wanted.emit(str(rule))
