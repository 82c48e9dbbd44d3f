"""The table of a sheet, with the keys of a spreadsheet; what a field chooses from drops down in its cell."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from grognard.app.editor.sheet.clipboard import block
from grognard.app.editor.sheet.model import EDIT, ForcesModel

Index = QModelIndex | QPersistentModelIndex


class Choosing(QStyledItemDelegate):
    """Edits a cell: by a list, where there is one of what it may say."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:  # noqa: N802
        """Return a list of what may be chosen, or a line to write into."""
        grid = self.parent()
        assert isinstance(grid, Grid)  # noqa: S101 - the grid makes it
        model = grid.forces()
        called = model.reader.called(model.fields[index.column()])
        if not called:
            return super().createEditor(parent, option, index)
        box = QComboBox(parent)
        box.addItem("", "")
        for words in called.values():
            box.addItem(words, words)
        return box

    def setEditorData(self, editor: QWidget, index: Index) -> None:  # noqa: N802 - Qt's name
        """Show what the cell says."""
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(max(0, editor.findData(index.data(EDIT))))
        else:
            super().setEditorData(editor, index)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:  # noqa: N802
        """Write what was chosen, or typed."""
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentData())
        else:
            super().setModelData(editor, model, index)


class Grid(QTableView):
    """The table.

    Signals:
        pasted(str): this is to be taken in, from the current cell on.
    """

    pasted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setItemDelegate(Choosing(self))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Copy, paste, fill down, take away."""
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.pasted.emit(QGuiApplication.clipboard().text())
        elif control and event.key() == Qt.Key.Key_D:
            self.fill_down()
        elif event.key() == Qt.Key.Key_Delete:
            self.put([(index, "") for index in self.selectedIndexes()])
        else:
            super().keyPressEvent(event)

    def put(self, cells: Sequence[tuple[QModelIndex, str]]) -> None:
        """Write cells of the table as it is sorted."""
        sorted_, source = self.sorted_model(), self.forces()
        found = [(sorted_.mapToSource(index), words) for index, words in cells]
        source.write([(i.row(), i.column(), words) for i, words in found if i.isValid()])

    def sorted_model(self) -> QSortFilterProxyModel:
        """Return the model that sorts."""
        model = self.model()
        assert isinstance(model, QSortFilterProxyModel)  # noqa: S101 - set by the page
        return model

    def forces(self) -> ForcesModel:
        """Return the model of the list."""
        model = self.sorted_model().sourceModel()
        assert isinstance(model, ForcesModel)  # noqa: S101 - set by the page
        return model

    def copy(self) -> None:
        """Copy the chosen cells, for a spreadsheet: their box, with nothing where a cell in it is not chosen."""
        chosen = {(i.row(), i.column()): str(i.data()) for i in self.selectedIndexes()}
        rows, columns = sorted({y for y, _ in chosen}), sorted({x for _, x in chosen})
        cells = [[chosen.get((y, x), "") for x in columns] for y in rows]
        QGuiApplication.clipboard().setText(block(cells))

    def copy_all(self) -> None:
        """Copy the rows that are seen with their headings, for a spreadsheet."""
        model = self.sorted_model()
        columns = range(model.columnCount())
        heads = [str(model.headerData(x, Qt.Orientation.Horizontal)) for x in columns]
        rows = [[str(model.index(y, x).data()) for x in columns] for y in range(model.rowCount())]
        QGuiApplication.clipboard().setText(block([heads, *rows]))

    def seen_from(self, start: QModelIndex) -> tuple[list[int], list[int]]:
        """Return the rows of the list as they are seen from a cell down, and the columns from it on."""
        model = self.sorted_model()
        below = range(start.row(), model.rowCount())
        rows = [model.mapToSource(model.index(y, start.column())).row() for y in below]
        return rows, [*range(start.column(), model.columnCount())]

    def fill_down(self) -> None:
        """Write the topmost of the chosen cells into all below it."""
        tops: dict[int, QModelIndex] = {}
        for index in self.selectedIndexes():
            if index.column() not in tops or index.row() < tops[index.column()].row():
                tops[index.column()] = index
        self.put([(i, str(tops[i.column()].data())) for i in self.selectedIndexes()])
