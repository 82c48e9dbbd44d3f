"""The forces page: which list of which order of battle, its sheet, and what comes into it from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path as FilePath

from PySide6.QtCore import QSize, QSortFilterProxyModel, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from grognard.app.editor.maps.steps import text_of
from grognard.app.editor.sheet import clipboard
from grognard.app.editor.sheet.columns import lists_in, rows_at
from grognard.app.editor.sheet.grid import Grid
from grognard.app.editor.sheet.model import ForcesModel, Icon
from grognard.app.editor.sheet.plan import Plan
from grognard.app.editor.sheet.shipped import CopyFrom, Offered, brought_along, called_file
from grognard.app.editor.sheet.takein import TakeIn
from grognard.app.editor.window.desk import Desk
from grognard.engines.core.data.schema import Path
from grognard.engines.core.data.text import capital, tr, trn, verbatim
from grognard.engines.core.data.yamlio import Plain


class ForcesPage(QWidget):
    """Which list of which order of battle, and the table of it.

    Signals:
        told(str): what was done, or could not be.
    """

    told = Signal(str)

    def __init__(self, desk: Desk, icon: Icon = lambda _uid: None) -> None:
        super().__init__()
        self.desk = desk
        self.model = ForcesModel(desk, icon)
        self.model.told.connect(self.told)
        column = QVBoxLayout(self)
        column.addLayout(self._head())
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
        self.grid.setIconSize(QSize(26, 26))
        self.grid.pasted.connect(self.paste)
        column.addWidget(self.grid, 1)
        self.help = QLabel(
            tr(
                "Ctrl+V pastes from a spreadsheet, Ctrl+D fills down, a click on a heading sorts. Lists are written with commas."
            )
        )
        self.help.setProperty("role", "muted")
        column.addWidget(self.help)

    def _head(self) -> QHBoxLayout:
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
        self.out = QPushButton(tr("Copy the sheet"))
        self.out.setToolTip(tr("For a spreadsheet: the lines that are seen, with their headings."))
        self.out.clicked.connect(self._copy_out)
        self.other = QPushButton(tr("Copy units from..."))
        self.other.setToolTip(tr("Units of any shipped order of battle."))
        self.other.clicked.connect(self.copy_from)
        buttons = (self.more, self.less, self.out, self.other)
        for part in (self.files, self.lists, self.wanted, *buttons):
            head.addWidget(part)
        return head

    def _rows(self) -> list[int]:
        sorting = self.grid.sorted_model()
        return sorted({sorting.mapToSource(index).row() for index in self.grid.selectedIndexes()})

    # -- what there is -----------------------------------------------------------------------------

    def fill(self) -> None:
        """List the orders of battle."""
        names = self.desk.force_files()
        if [self.files.itemData(i) for i in range(self.files.count())] != names:
            self.files.clear()
            for name in names:
                called = called_file(self.desk.game, FilePath(name).stem, self.desk.plain(name))
                self.files.addItem(called, name)
        else:
            self._fill_table()

    def follow(self) -> None:
        """Show what the list says now."""
        self.model.show_list(self.model.file, self.model.path)

    def _fill_lists(self) -> None:
        file = str(self.files.currentData() or "")
        plain = self.desk.plain(file) if file else ""
        paths = lists_in(plain)
        self.lists.clear()
        for path in paths:
            self.lists.addItem(self._called(plain, path), path)
        if ("units",) in paths:
            self.lists.setCurrentIndex(paths.index(("units",)))

    def _called(self, plain: Plain, path: Path) -> str:
        """Return what a list is called; of one inside a record with that record's name."""
        words = capital(str(self.desk.game.term(str(path[-1]))))
        if len(path) < 3:
            return words
        index = path[-2]
        row = rows_at(plain, path[:-2])[index] if isinstance(index, int) else ""
        name = text_of(row, "name") or text_of(row, "label") or text_of(row, "id")
        return tr("{head}: {words}", head=verbatim(name), words=verbatim(words))

    def _fill_table(self) -> None:
        self.model.show_list(str(self.files.currentData() or ""), self.lists.currentData() or ())
        self.grid.resizeColumnsToContents()
        for column in range(self.model.columnCount()):
            self.grid.setColumnWidth(column, min(200, self.grid.columnWidth(column)))

    def show_row(self, file: str, path: Path) -> None:
        """Show a row of an order of battle, and the field in it, by its path in its file."""
        self.fill()
        self.files.setCurrentIndex(max(0, self.files.findData(file)))
        there = [self.lists.itemData(at) for at in range(self.lists.count())]
        above = [each for each in there if path[: len(each)] == each]
        if not above:
            return
        longest = max(above, key=len)
        self.lists.setCurrentIndex(there.index(longest))
        row, *field = path[len(longest) :] or (-1,)
        if not isinstance(row, int) or not 0 <= row < self.model.rowCount():
            return
        index = self.grid.sorted_model().mapFromSource(self.model.index(row, self._at(field)))
        self.grid.setCurrentIndex(index)
        self.grid.scrollTo(index)

    def _at(self, field: Sequence[str | int]) -> int:
        """Return the column of a field; of a record the first of its columns."""
        keys = tuple(step for step in field if isinstance(step, str))
        fits = (n for n, column in enumerate(self.model.fields) if column[: len(keys)] == keys)
        outer = (n for n, column in enumerate(self.model.fields) if keys[: len(column)] == column)
        return next(fits, next(outer, 0)) if keys else 0

    # -- what comes in and goes out ----------------------------------------------------------------

    def paste(self, words: str) -> None:
        """Take in what a spreadsheet copied: one cell at once, more of them after a look."""
        start = self.grid.currentIndex()
        likely, doubt = clipboard.likely_mark(words)
        cells = clipboard.cells_of(words, likely)
        if not cells or not self.model.rowCount():
            return
        if not start.isValid():
            start = self.grid.sorted_model().index(0, 0)
        if len(cells) == 1 and len(cells[0]) == 1 and not doubt and start.isValid():
            self.grid.put([(start, cells[0][0])])
            return
        rows, columns = self.grid.seen_from(start)
        fields = [self.model.fields[at] for at in columns]
        asked = TakeIn(words, self.model.planner(), rows, fields, self)
        asked.taken.connect(self._take_in)
        asked.show()

    def _take_in(self, plan: Plan) -> None:
        if self.model.take_in(plan):
            bad = len(plan.cells("unreadable"))
            left = trn("{n} cell was left as it was.", "{n} cells were left as they were.", n=bad)
            self.told.emit(left if bad else tr("Taken in."))

    def _copy_out(self) -> None:
        self.grid.copy_all()
        n = self.grid.sorted_model().rowCount()
        self.told.emit(trn("{n} line copied.", "{n} lines copied.", n=n))

    def copy_from(self) -> None:
        """Ask which units of which shipped order of battle are copied into this list."""
        asked = CopyFrom(self.desk.game, self.model.path, self)
        asked.chosen.connect(self._bring)
        asked.show()

    def _bring(self, units: list[Offered]) -> None:
        along = brought_along(units, self.desk.plain(self.model.file))
        if self.model.bring([unit.record for unit in units], along):
            last = self.grid.sorted_model().mapFromSource(
                self.model.index(self.model.rowCount() - 1, 0)
            )
            self.grid.setCurrentIndex(last)
            self.grid.scrollTo(last)
