"""What would become of a list if cells were taken in: each looked at before anything is written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from grognard.app.editor.maps.steps import Step, text_of
from grognard.app.editor.picks import fresh_id
from grognard.app.editor.sheet.columns import Column, row_steps, value_at, with_value
from grognard.app.editor.sheet.readings import Reader
from grognard.engines.core.data.schema import Path
from grognard.engines.core.data.text import tr
from grognard.engines.core.data.yamlio import Plain

Kind = Literal["same", "new", "changed", "emptied", "unreadable"]
KEYS = ("id", "card")
"""Fields by which a unit is known."""
_APART = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell that is pasted: its words, what becomes of it, why it cannot be read, and its doubt."""

    words: str
    kind: Kind
    why: str = ""
    doubt: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One row that is pasted.

    Attributes:
        at: which row of the list it is, None for a new one.
        before, after: what the row says, and would say.
        cells: those that were pasted, by their columns.
    """

    at: int | None
    before: Plain
    after: dict[str, Plain]
    cells: Mapping[Column, Cell]


@dataclass(slots=True)
class Plan:
    """What would be taken in.

    Attributes:
        lines: the rows, as they were pasted.
        unknown: headings that belong to no field.
    """

    path: Path
    count: int
    lines: list[Line] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    def cells(self, kind: Kind) -> list[Cell]:
        """Return the cells of which the same becomes."""
        return [c for line in self.lines for c in line.cells.values() if c.kind == kind]

    @property
    def fresh(self) -> list[Line]:
        """The rows that are new."""
        return [line for line in self.lines if line.at is None]

    @property
    def in_doubt(self) -> bool:
        """Whether commas could be meant in two ways."""
        return any(cell.doubt for line in self.lines for cell in line.cells.values())

    def steps(self) -> list[Step]:
        """Return the steps that take it in; what cannot be read stays as it was."""
        found: list[Step] = []
        count = self.count
        for line in self.lines:
            if line.at is not None:
                found += row_steps((*self.path, line.at), line.before, line.after)
            elif line.after:
                found.append(Step((*self.path, count), "insert", line.after))
                count += 1
        return found


@dataclass(slots=True)
class Planner:
    """Makes plans for one list.

    Attributes:
        rows: what the list says now.
        columns: its columns, and what the heading of each is called.
        empties: whether a cell with nothing in it empties its field.
    """

    path: Path
    rows: Sequence[Plain]
    columns: Mapping[Column, str]
    reader: Reader
    empties: bool = False

    def by_heads(self, cells: Sequence[Sequence[str]]) -> dict[int, Column] | None:
        """Return the columns of a block by its first line, None where that has no headings."""
        heads = [self._column(words) for words in cells[0]] if cells else []
        found = {at: column for at, column in enumerate(heads) if column is not None}
        told = sum(bool(words.strip()) for words in cells[0]) if cells else 0
        return found if len(found) * 2 > told > 0 and len({*found.values()}) == len(found) else None

    def _column(self, words: str) -> Column | None:
        low = _plainly(words)
        for column, called in self.columns.items():
            if low and low in (_plainly(called), _plainly(" ".join(column))):
                return column
        ends = [column for column in self.columns if _plainly(column[-1]) == low]
        return ends[0] if len(ends) == 1 else None

    def headed(self, cells: Sequence[Sequence[str]], heads: Mapping[int, Column]) -> Plan:
        """Plan a block with headings: a row is known by its id, or else by its name."""
        plan = Plan(self.path, len(self.rows))
        plan.unknown = [w.strip() for at, w in enumerate(cells[0]) if at not in heads and w.strip()]
        met: set[int] = set()
        for words in cells[1:]:
            said = {column: words[at] for at, column in heads.items() if at < len(words)}
            at = self._known(said)
            twice = at is not None and at in met
            if at is not None:
                met.add(at)
            plan.lines.append(self._line(at, said, {}, plan, twice=twice))
        return plan

    def placed(
        self, cells: Sequence[Sequence[str]], rows: Sequence[int], columns: Sequence[Column]
    ) -> Plan:
        """Plan a block from a cell on: rows as they are seen; what goes beyond them is new, and like the last one."""
        plan = Plan(self.path, len(self.rows))
        for index, words in enumerate(cells):
            said = dict(zip(columns, words, strict=False))
            at = rows[index] if index < len(rows) else None
            last = self.rows[-1] if self.rows else {}
            plan.lines.append(self._line(at, said, last if at is None else {}, plan))
        return plan

    def _known(self, said: Mapping[Column, str]) -> int | None:
        """Return the row that a pasted one is of."""
        for key in KEYS:
            if words := said.get((key,), "").strip():
                there = [text_of(row, key) for row in self.rows]
                return there.index(words) if words in there else None
        name = said.get(("name",), "").strip()
        there = [text_of(row, "name") for row in self.rows]
        return there.index(name) if name and there.count(name) == 1 else None

    def _line(
        self,
        at: int | None,
        said: Mapping[Column, str],
        like: Plain,
        plan: Plan,
        *,
        twice: bool = False,
    ) -> Line:
        before: Plain = {} if at is None else self.rows[at]
        after = dict(before) if isinstance(before, dict) else {}
        if at is None and isinstance(like, dict):
            after = {key: value for key, value in like.items() if key not in KEYS}
        found: dict[Column, Cell] = {}
        for column, words in said.items():
            if twice:
                found[column] = Cell(words, "unreadable", tr("this unit is pasted twice"))
                continue
            found[column], after = self._taken(column, words, after, new=at is None)
        if at is None and after:
            after = self._entered(after, plan)
        return Line(at, before, after, found)

    def _taken(
        self, column: Column, words: str, row: dict[str, Plain], *, new: bool
    ) -> tuple[Cell, dict[str, Plain]]:
        """Return what becomes of a cell, and the row with it."""
        was = value_at(row, column)
        read = self.reader.read(column, words, was or self._like(column))
        if read.why:
            return Cell(words, "unreadable", read.why), row
        if read.value == "":
            empties = was != "" and self.empties and column[0] not in KEYS
            after = with_value(row, column, "") if empties else row
            return Cell(words, "emptied" if empties else "same"), after
        kind: Kind = "new" if new else "changed"
        same = read.value == was and not new
        cell = Cell(words, "same" if same else kind, doubt=read.doubt)
        return cell, row if same else with_value(row, column, read.value)

    def _like(self, column: Column) -> Plain:
        """Return a value of a column to tell its form by."""
        return next((v for row in self.rows if (v := value_at(row, column)) != ""), "")

    def _entered(self, row: dict[str, Plain], plan: Plan) -> dict[str, Plain]:
        """Return a new row under an id that nobody has, which is made of its name."""
        key = next((key for key in KEYS if (key,) in self.columns), "")
        if not key or row.get(key):
            return row
        taken = {text_of(r, key) for r in (*self.rows, *(line.after for line in plan.lines))}
        name = next(self._name_of(row), "")
        fresh = fresh_id(name, taken) if key == "id" else _fresh_number(taken)
        return {key: fresh, **row}

    def _name_of(self, row: Mapping[str, Plain]) -> Iterator[str]:
        yield from (word for key in ("name", "label") if (word := text_of(dict(row), key)))


def _fresh_number(taken: set[str]) -> str:
    return str(max((int(word) for word in taken if word.isdecimal()), default=0) + 1)


def _plainly(words: str) -> str:
    """Return a heading without what people write in different ways: capitals, dashes, stops."""
    return _APART.sub(" ", words.casefold()).strip()
