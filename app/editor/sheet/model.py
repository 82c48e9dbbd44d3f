"""One list of an order of battle as a table: a row a unit, a column a field, the counter beside its row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QIcon

from grognard.app.editor.cells import widened
from grognard.app.editor.maps.steps import Step, text_of
from grognard.app.editor.picks import fresh_id
from grognard.app.editor.sheet.columns import (
    Column,
    columns_of,
    lists_in,
    row_schema,
    row_steps,
    rows_at,
    value_at,
    with_value,
)
from grognard.app.editor.sheet.plan import Plan, Planner
from grognard.app.editor.sheet.readings import Reader
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.preview import reader_of
from grognard.app.look import look
from grognard.engines.core.data.schema import Path
from grognard.engines.core.data.text import capital, tr, trn, verbatim
from grognard.engines.core.data.yamlio import Plain

Index = QModelIndex | QPersistentModelIndex
Icon = Callable[[str], QIcon | None]
DISPLAY, EDIT, BACK, PICTURE = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.EditRole,
    Qt.ItemDataRole.BackgroundRole,
    Qt.ItemDataRole.DecorationRole,
)


class ForcesModel(QAbstractTableModel):
    """One list of an order of battle.

    Attributes:
        path: where the list stands in its file.
        fields: its columns.
        reader: reads its cells.

    Signals:
        told(str): what could not be written, and why.
    """

    told = Signal(str)

    def __init__(self, desk: Desk, icon: Icon) -> None:
        super().__init__()
        self.desk, self.icon = desk, icon
        self.file, self.path = "", Path()
        self.rows: list[Plain] = []
        self.fields: list[Column] = []
        self.reader = Reader(None, desk.game.term)

    def show_list(self, file: str, path: Path) -> None:
        """Show a list of a file; where only its words have changed the keys stay in their cell."""
        plain = self.desk.plain(file) if file in self.desk.documents else ""
        said = rows_at(plain, path)
        schema = row_schema(reader_of(self.desk.game).envelope.forces, path)
        fields = columns_of(said, schema) if said else []
        reader = Reader(schema, self.desk.game.term)
        reader.titles = titles_in(plain, said, [f for f in fields if reader.names(f)])
        shape = file, path, len(said), fields
        self.reader = reader
        if said and shape == (self.file, self.path, len(self.rows), self.fields):
            self.rows = said
            last = self.index(len(said) - 1, len(fields) - 1)
            self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self.file, self.path, self.rows, self.fields = file, path, said, fields
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        """How many units there are."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        """How many fields there are."""
        return 0 if parent.isValid() else len(self.fields)

    def data(self, index: Index, role: int = DISPLAY) -> object:
        """Return the words of a cell, and the counter of its row."""
        row, column = self.rows[index.row()], self.fields[index.column()]
        value = value_at(row, column)
        if role in (DISPLAY, EDIT):
            return self.reader.shown(column, value)
        if role == PICTURE and not index.column():
            return self.icon(
                next((uid for key in ("id", "card") if (uid := text_of(row, key))), "")
            )
        if role == BACK and column == ("id",) and self._twice(value):
            return QColor(look()["danger"]).lighter(180)
        return None

    def _twice(self, value: Plain) -> bool:
        return sum(1 for row in self.rows if isinstance(row, dict) and row.get("id") == value) > 1

    def head(self, column: Column) -> str:
        """Return the name of a field; of one inside a record with that record's, where two would be alike."""
        words = capital(str(self.desk.game.term(column[-1])))
        alike = [other for other in self.fields if other[-1] == column[-1]]
        if len(alike) < 2 or len(column) < 2:
            return words
        outer = capital(str(self.desk.game.term(column[-2])))
        return tr("{head}: {words}", head=verbatim(outer), words=verbatim(words))

    def headerData(self, section: int, way: Qt.Orientation, role: int = DISPLAY) -> object:  # noqa: N802
        """Return the name of a field, or the number of a row."""
        if role != DISPLAY:
            return None
        if way is Qt.Orientation.Vertical:
            return section + 1
        return self.head(self.fields[section])

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every cell is edited in its place."""
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def setData(self, index: Index, value: object, role: int = EDIT) -> bool:  # noqa: N802 - Qt's
        """Write a cell."""
        return role == EDIT and self.write([(index.row(), index.column(), str(value))])

    # -- what changes ------------------------------------------------------------------------------

    def write(self, cells: Sequence[tuple[int, int, str]]) -> bool:
        """Write cells as one change; what a field cannot hold stays as it was, and is told."""
        meant: dict[int, dict[str, Plain]] = {}
        for at, section, words in cells:
            row, column = self.rows[at], self.fields[section]
            if not isinstance(row, dict):
                continue
            was = value_at(row, column)
            if self.reader.shown(column, was) == words.strip():
                continue
            read = self.reader.read(column, words, was or self._like(column))
            if read.why:
                self._refuse(column, words, read.why)
                continue
            meant[at] = with_value(meant.get(at, row), column, read.value)
        steps = [
            step
            for at, row in meant.items()
            for step in row_steps((*self.path, at), self.rows[at], row)
        ]
        return self._do(tr("forces"), steps)

    def _refuse(self, column: Column, words: str, why: str) -> None:
        said = tr(
            "{field} cannot be '{words}': {why}",
            field=verbatim(self.head(column)),
            words=verbatim(words[:60]),
            why=verbatim(why),
        )
        self.told.emit(said)

    def _like(self, column: Column) -> Plain:
        """Return a value of a column to tell its form by."""
        return next((v for row in self.rows if (v := value_at(row, column)) != ""), "")

    def planner(self) -> Planner:
        """Return what makes plans of pasted cells for this list."""
        columns = {column: self.head(column) for column in self.fields}
        return Planner(self.path, self.rows, columns, self.reader)

    def take_in(self, plan: Plan) -> bool:
        """Write what a plan says as one change."""
        return self._do(tr("paste"), plan.steps())

    def add(self, like: int) -> None:
        """Write one unit more, like another one."""
        if self.rows:
            fresh = widened(self.rows, like)
            self._do(tr("unit"), [Step((*self.path, len(self.rows)), "insert", fresh)])

    def bring(self, records: Sequence[Mapping[str, Plain]], more: Sequence[Step]) -> bool:
        """Write units of another order of battle as one change, under ids that nobody has; `more` is written first."""
        taken = {text_of(row, "id") for row in self._everybody()}
        steps = [*more]
        for count, record in enumerate(records, len(self.rows)):
            row = dict(record)
            if text_of(row, "id") in taken:
                row["id"] = fresh_id(text_of(row, "id"), taken)
            taken.add(text_of(row, "id"))
            steps.append(Step((*self.path, count), "insert", row))
        return self._do(trn("{n} unit", "{n} units", n=len(records)), steps)

    def _everybody(self) -> list[Plain]:
        """Return all rows of all orders of battle: no two pieces have one id."""
        plains = [self.desk.plain(file) for file in self.desk.force_files()]
        return [row for plain in plains for path in lists_in(plain) for row in rows_at(plain, path)]

    def drop(self, lines: Sequence[int]) -> None:
        """Take units away; the last one stays."""
        some = sorted(set(lines), reverse=True)[: len(self.rows) - 1]
        self._do(
            trn("{n} unit", "{n} units", n=len(some)),
            [Step((*self.path, at), "remove") for at in some],
        )

    def _do(self, words: str, steps: Sequence[Step]) -> bool:
        changed = self.desk.change(words, self.file, steps)
        if changed:
            self.show_list(self.file, self.path)
        elif self.desk.said:
            self.told.emit(self.desk.said)
        return changed


def titles_in(
    plain: Plain, rows: Sequence[Plain], columns: Sequence[Column]
) -> dict[Column, dict[str, str]]:
    """Return for each column that names records of another list what those are called, where no two are alike."""
    lists = [rows_at(plain, path) for path in lists_in(plain)]
    found: dict[Column, dict[str, str]] = {}
    for column in columns:
        named = {value for row in rows if isinstance(value := value_at(row, column), str) and value}
        called: dict[str, str] = {}
        for there in lists:
            ids = {text_of(row, "id"): text_of(row, "name") for row in there}
            if named & ids.keys():
                called |= {uid: name for uid, name in ids.items() if uid and name}
        names = [*called.values()]
        found[column] = {uid: n if names.count(n) == 1 else uid for uid, n in called.items()}
    return found
