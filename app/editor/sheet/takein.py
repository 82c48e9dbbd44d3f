"""What is pasted, looked at before it is taken in: what is new, changed, or cannot be read, each cell."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from grognard.app.editor.sheet import clipboard
from grognard.app.editor.sheet.columns import Column, value_at
from grognard.app.editor.sheet.plan import Cell, Line, Plan, Planner
from grognard.app.look import look, named
from grognard.engines.core.data.text import capital, text, tr, trn, verbatim

MARKS = {
    clipboard.TAB: text("tabs"),
    clipboard.SEMICOLON: text("semicolons"),
    clipboard.COMMA: text("commas"),
    clipboard.NONE: text("nothing: one cell a line"),
}
COLOURS = {"new": "success", "changed": "warning", "emptied": "warning", "unreadable": "danger"}
MOST = 2000
"""So many lines are taken in at once."""


class TakeIn(QDialog):
    """Shows what would become of a list.

    Args:
        text: what is pasted.
        rows, columns: the rows of the list as they are seen from the marked cell down, and its columns from it on.

    Signals:
        taken(object): the Plan is to be carried out.
    """

    taken = Signal(object)

    def __init__(
        self,
        text: str,
        planner: Planner,
        rows: Sequence[int],
        columns: Sequence[Column],
        over: QWidget,
    ) -> None:
        super().__init__(over)
        self.text, self.planner, self.rows, self.columns = text, planner, rows, columns
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setWindowTitle(tr("Look before it is taken in"))
        self.resize(860, 480)
        column = QVBoxLayout(self)
        self.head = named(QLabel(), "heading")
        self.head.setWordWrap(True)
        column.addWidget(self.head)
        column.addLayout(self._questions())
        self.table = QTableWidget()
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setAccessibleName(tr("What is pasted"))
        column.addWidget(self.table, 1)
        self.why = QLabel()
        self.why.setWordWrap(True)
        self.table.currentCellChanged.connect(self._explain)
        column.addWidget(self.why)
        self.buttons = QDialogButtonBox()
        self.take = self.buttons.addButton(tr("Take it in"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(tr("Leave it as it was"), QDialogButtonBox.ButtonRole.RejectRole)
        self.buttons.accepted.connect(self._take)
        self.buttons.rejected.connect(self.reject)
        column.addWidget(self.buttons)
        self.look()

    def _questions(self) -> QHBoxLayout:
        """What could be meant in two ways is asked; the rest is found out."""
        row = QHBoxLayout()
        likely, doubt = clipboard.likely_mark(self.text)
        self.mark, self.mark_asked = QComboBox(), QLabel(tr("Cells are parted by"))
        for mark, words in MARKS.items():
            self.mark.addItem(str(words), mark)
        self.mark.setCurrentIndex(self.mark.findData(likely))
        self.comma, self.comma_asked = QComboBox(), QLabel(tr("A comma in a number"))
        self.comma.addItem(tr("begins its decimals"), True)
        self.comma.addItem(tr("parts thousands, or one value from the next"), False)
        self.empties = QCheckBox(tr("An empty cell empties its field"))
        for part in (self.mark_asked, self.mark, self.comma_asked, self.comma, self.empties):
            row.addWidget(part)
        row.addStretch(1)
        for asked in (self.mark_asked, self.mark):
            asked.setVisible(doubt)
        for box in (self.mark, self.comma):
            box.currentIndexChanged.connect(lambda _index: self.look())
        self.empties.toggled.connect(lambda _on: self.look())
        return row

    def look(self) -> None:
        """Show what would become of it."""
        self.plan = self._planned()
        for asked in (self.comma_asked, self.comma):
            asked.setVisible(self.plan.in_doubt)
        self.head.setText(self._told())
        self.take.setEnabled(bool(self.plan.steps()))
        heads = [c for c in self.planner.columns if any(c in li.cells for li in self.plan.lines)]
        self.table.clear()
        self.table.setRowCount(len(self.plan.lines))
        self.table.setColumnCount(len(heads))
        self.table.setHorizontalHeaderLabels([self.planner.columns[c] for c in heads])
        self.table.setVerticalHeaderLabels([self._called(line) for line in self.plan.lines])
        for y, line in enumerate(self.plan.lines):
            for x, column in enumerate(heads):
                if (cell := line.cells.get(column)) is not None:
                    self.table.setItem(y, x, self._item(line, column, cell))
        self.table.resizeColumnsToContents()

    def _planned(self) -> Plan:
        """Return what would become of it, as the questions are answered."""
        cells = clipboard.cells_of(self.text, str(self.mark.currentData()))[: MOST + 1]
        self.planner.reader.decimal = bool(self.comma.currentData())
        self.planner.empties = self.empties.isChecked()
        heads = self.planner.by_heads(cells)
        if heads is not None:
            return self.planner.headed(cells, heads)
        return self.planner.placed(cells, self.rows, self.columns)

    def _told(self) -> str:
        fresh, changed = len(self.plan.fresh), len(self.plan.cells("changed"))
        emptied, bad = len(self.plan.cells("emptied")), len(self.plan.cells("unreadable"))
        words = [
            trn("{n} new unit", "{n} new units", n=fresh),
            trn("{n} cell changed", "{n} cells changed", n=changed),
            trn("{n} cell emptied", "{n} cells emptied", n=emptied) if emptied else "",
            trn("{n} cell cannot be read", "{n} cells cannot be read", n=bad) if bad else "",
        ]
        told = " · ".join(part for part in words if part) + "."
        if self.plan.unknown:
            no = ", ".join(self.plan.unknown)
            told += " " + tr("No field is called: {words}.", words=verbatim(no[:200]))
        return told

    def _called(self, line: Line) -> str:
        return tr("new") if line.at is None else str(line.at + 1)

    def _item(self, line: Line, column: Column, cell: Cell) -> QTableWidgetItem:
        """Return a cell: what was there, and what would be; what cannot be read says so."""
        was = self.planner.reader.shown(column, value_at(line.before, column))
        now = self.planner.reader.shown(column, value_at(line.after, column))
        words = {
            "same": was,
            "new": now,
            "changed": f"{was or '–'} → {now}",
            "emptied": f"{was} → –",
            "unreadable": f"✗ {cell.words}",
        }[cell.kind]
        item = QTableWidgetItem(words)
        if cell.kind in COLOURS:
            item.setForeground(QColor(look()[COLOURS[cell.kind]]))
        if cell.why:
            item.setToolTip(capital(cell.why))
        return item

    def _explain(self, y: int, x: int, *_before: int) -> None:
        """Say why the marked cell cannot be read."""
        item = self.table.item(y, x)
        self.why.setText(item.toolTip() if item is not None else "")

    def _take(self) -> None:
        self.taken.emit(self.plan)
        self.accept()
