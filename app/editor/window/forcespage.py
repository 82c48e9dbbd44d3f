"""The forces page: orders of battle as a table; paste, fill down, sort, and the game's own fields."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from grognard.app.editor.cells import columns, list_keys, parsed, pasted, shown, widened
from grognard.app.editor.maps.steps import Step, rows
from grognard.app.editor.window.desk import Desk
from grognard.app.look import look
from grognard.engines.core.data.schema import Path
from grognard.engines.core.data.text import capital, tr, trn
from grognard.engines.core.data.yamlio import Plain

Index = QModelIndex | QPersistentModelIndex
DISPLAY, EDIT, BACK = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.EditRole,
    Qt.ItemDataRole.BackgroundRole,
)


class ForcesModel(QAbstractTableModel):
    """One list of an order of battle, a row a unit and a column a field."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk, self.file, self.key = desk, "", ""
        self.rows: list[Plain] = []
        self.fields: list[str] = []

    def show_list(self, file: str, key: str) -> None:
        """Show a list of a file; where only its words have changed the keys stay in their cell."""
        said = rows(self.desk.plain(file), key) if file in self.desk.documents else []
        fields = columns(said)
        shape = file, key, len(said), fields
        if said and shape == (self.file, self.key, len(self.rows), self.fields):
            self.rows = said
            last = self.index(len(said) - 1, len(fields) - 1)
            self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self.file, self.key, self.rows, self.fields = file, key, said, fields
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        """How many units there are."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        """How many fields there are."""
        return 0 if parent.isValid() else len(self.fields)

    def data(self, index: Index, role: int = DISPLAY) -> object:
        """Return the words of a cell."""
        row = self.rows[index.row()]
        value = row.get(self.fields[index.column()], "") if isinstance(row, dict) else ""
        if role in (DISPLAY, EDIT):
            return shown(value)
        if role == BACK and self.fields[index.column()] == "id" and self._twice(value):
            return QColor(look()["danger"]).lighter(180)
        return None

    def _twice(self, value: Plain) -> bool:
        return sum(1 for row in self.rows if isinstance(row, dict) and row.get("id") == value) > 1

    def headerData(self, section: int, way: Qt.Orientation, role: int = DISPLAY) -> object:  # noqa: N802
        """Return the name of a field, or the number of a row."""
        if role != DISPLAY:
            return None
        if way is Qt.Orientation.Vertical:
            return section + 1
        return capital(str(self.desk.game.term(self.fields[section])))

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every cell is edited in its place."""
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def setData(self, index: Index, value: object, role: int = EDIT) -> bool:  # noqa: N802 - Qt's
        """Write a cell."""
        return role == EDIT and self.write([(index.row(), index.column(), str(value))])

    def write(self, cells: Sequence[tuple[int, int, str]]) -> bool:
        """Write cells as one change."""
        steps = []
        for at, column, words in cells:
            row, field = self.rows[at], self.fields[column]
            if not isinstance(row, dict) or shown(row.get(field, "")) == words.strip():
                continue
            value = parsed(words, self._like(field, row))
            path = (self.key, at, field)
            if value != "":
                steps.append(Step(path, "set", value))
            elif field in row:
                steps.append(Step(path, "remove"))
        return self._do(tr("forces"), steps)

    def _like(self, field: str, row: Plain) -> Plain:
        """Return a value of a field to tell its form by."""
        own = row.get(field) if isinstance(row, dict) else None
        others = (r[field] for r in self.rows if isinstance(r, dict) and field in r)
        return own if own is not None else next(others, "")

    def add(self, like: int) -> None:
        """Write one unit more, like another one."""
        if self.rows:
            self._do(
                tr("unit"), [Step((self.key, len(self.rows)), "insert", widened(self.rows, like))]
            )

    def drop(self, lines: Sequence[int]) -> None:
        """Take units away; the last one stays."""
        some = sorted(set(lines), reverse=True)[: len(self.rows) - 1]
        self._do(
            trn("{n} unit", "{n} units", n=len(some)),
            [Step((self.key, at), "remove") for at in some],
        )

    def _do(self, words: str, steps: Sequence[Step]) -> bool:
        changed = self.desk.change(words, self.file, steps)
        if changed:
            self.show_list(self.file, self.key)
        return changed


class Grid(QTableView):
    """The table, with the keys of a spreadsheet."""

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Copy, paste, fill down, take away."""
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste()
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
        """Copy the chosen cells, for a spreadsheet."""
        lines: dict[int, list[str]] = {}
        for index in sorted(self.selectedIndexes(), key=lambda i: (i.row(), i.column())):
            lines.setdefault(index.row(), []).append(str(index.data()))
        QGuiApplication.clipboard().setText("\n".join("\t".join(line) for line in lines.values()))

    def paste(self) -> None:
        """Paste from a spreadsheet or CSV; what goes beyond the last row makes new units."""
        block, start = pasted(QGuiApplication.clipboard().text()), self.currentIndex()
        if not block or not start.isValid():
            return
        row, column = start.row(), start.column()
        for _ in range(row + len(block) - self.sorted_model().rowCount()):
            self.forces().add(self.sorted_model().rowCount() - 1)
        cells = [
            (self.sorted_model().index(row + y, column + x), words)
            for y, line in enumerate(block)
            for x, words in enumerate(line)
        ]
        self.put([(index, words) for index, words in cells if index.isValid()])

    def fill_down(self) -> None:
        """Write the topmost of the chosen cells into all below it."""
        tops: dict[int, QModelIndex] = {}
        for index in self.selectedIndexes():
            if index.column() not in tops or index.row() < tops[index.column()].row():
                tops[index.column()] = index
        self.put([(i, str(tops[i.column()].data())) for i in self.selectedIndexes()])


class ForcesPage(QWidget):
    """Which list of which order of battle, and the table of it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.model = ForcesModel(desk)
        column = QVBoxLayout(self)
        head = QHBoxLayout()
        self.files, self.lists = QComboBox(), QComboBox()
        self.files.currentIndexChanged.connect(self._fill_lists)
        self.lists.currentIndexChanged.connect(self._fill_table)
        self.wanted = QLineEdit()
        self.wanted.setPlaceholderText(tr("Find"))
        self.more = QPushButton(tr("One more"))
        self.more.clicked.connect(lambda: self.model.add(self._rows()[0] if self._rows() else -1))
        self.less = QPushButton(tr("Take away"))
        self.less.clicked.connect(lambda: self.model.drop(self._rows()))
        for part in (self.files, self.lists, self.wanted, self.more, self.less):
            head.addWidget(part)
        column.addLayout(head)
        self.grid = Grid()
        sorting = QSortFilterProxyModel(self)
        sorting.setSourceModel(self.model)
        sorting.setFilterKeyColumn(-1)
        sorting.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.wanted.textChanged.connect(sorting.setFilterFixedString)
        self.grid.setModel(sorting)
        self.grid.setSortingEnabled(True)
        self.grid.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self.grid.setAccessibleName(tr("Units"))
        column.addWidget(self.grid, 1)
        self.help = QLabel(
            tr(
                "Ctrl+V pastes from a spreadsheet, Ctrl+D fills down, a click on a heading sorts. Lists are written with commas."
            )
        )
        self.help.setProperty("role", "muted")
        column.addWidget(self.help)

    def _rows(self) -> list[int]:
        sorting = self.grid.sorted_model()
        return sorted({sorting.mapToSource(index).row() for index in self.grid.selectedIndexes()})

    def fill(self) -> None:
        """List the orders of battle."""
        names = self.desk.force_files()
        if [self.files.itemText(i) for i in range(self.files.count())] != names:
            self.files.clear()
            self.files.addItems(names)
        else:
            self._fill_table()

    def follow(self) -> None:
        """Show what the list says now."""
        self.model.show_list(self.model.file, self.model.key)

    def _fill_lists(self) -> None:
        file = self.files.currentText()
        keys = list_keys(self.desk.plain(file)) if file else []
        self.lists.clear()
        for key in keys:
            self.lists.addItem(capital(str(self.desk.game.term(key))), key)
        if "units" in keys:
            self.lists.setCurrentIndex(keys.index("units"))

    def _fill_table(self) -> None:
        self.model.show_list(self.files.currentText(), str(self.lists.currentData() or ""))
        self.grid.resizeColumnsToContents()
        for column in range(self.model.columnCount()):
            self.grid.setColumnWidth(column, min(200, self.grid.columnWidth(column)))

    def show_row(self, file: str, path: Path) -> None:
        """Show a row of an order of battle, and the field in it, by its path in its file."""
        self.fill()
        self.files.setCurrentIndex(max(0, self.files.findText(file)))
        if not path:
            return
        self.lists.setCurrentIndex(max(0, self.lists.findData(path[0])))
        row = path[1] if len(path) > 1 and isinstance(path[1], int) else -1
        field = path[2] if len(path) > 2 and path[2] in self.model.fields else None
        if not 0 <= row < self.model.rowCount():
            return
        column = self.model.fields.index(str(field)) if field is not None else 0
        index = self.grid.sorted_model().mapFromSource(self.model.index(row, column))
        self.grid.setCurrentIndex(index)
        self.grid.scrollTo(index)
