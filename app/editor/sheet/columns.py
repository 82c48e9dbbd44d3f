"""The columns of a sheet: one for each field of a record, those of the records inside it among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from grognard.app.editor.cells import list_keys
from grognard.app.editor.maps.steps import Step
from grognard.engines.core.data.schema import (
    Anything,
    Lazy,
    ListOf,
    MapOf,
    OneOf,
    Path,
    Record,
    Schema,
    Str,
)
from grognard.engines.core.data.yamlio import Plain

Column = tuple[str, ...]
"""The keys that lead to a field from its row: ("men",), or ("values", "shock") inside a record."""
FIRST = (
    "name",
    "label",
    "side",
    "kind",
    "arm",
    "class",
    "group",
    "corps",
    "formation",
)
"""Fields that come first, where there are any."""
LAST = ("id", "card")
"""What the program makes, and nobody has to know, comes last."""


def lists_in(plain: Plain) -> list[Path]:
    """Return the lists of records that an order of battle holds, those inside a record after its own list."""
    found: list[Path] = []
    for key in list_keys(plain):
        found += _within(plain, (key,))
    return found


def _within(plain: Plain, path: Path) -> Iterator[Path]:
    yield path
    for index, row in enumerate(rows_at(plain, path)):
        for key in list_keys(row):
            yield from _within(plain, (*path, index, key))


def rows_at(plain: Plain, path: Path) -> list[Plain]:
    """Return the rows of a list; none where there is no list."""
    for step in path:
        if isinstance(plain, dict) and isinstance(step, str):
            plain = plain.get(step, "")
        elif isinstance(plain, list) and isinstance(step, int) and step < len(plain):
            plain = plain[step]
        else:
            return []
    return plain if isinstance(plain, list) else []


def bare(schema: Schema | None) -> Schema | None:
    """Return what a schema stands for."""
    if isinstance(schema, Lazy):
        return bare(schema.schema)
    return bare(schema.shape) if isinstance(schema, Anything) else schema


def row_schema(files: Iterable[Schema], path: Path) -> Record | None:
    """Return what a row of a list may say, by the schemas of what holds the lists."""
    for whole in files:
        found: Schema | None = bare(whole)
        for step in path:
            if isinstance(step, str):
                found = bare(found.known.get(step)) if isinstance(found, Record) else None
            else:
                found = bare(found.item) if isinstance(found, ListOf) else None
        if isinstance(found, ListOf) and isinstance(item := bare(found.item), Record):
            return item
    return None


def columns_of(rows: Sequence[Plain], schema: Record | None) -> list[Column]:
    """Return the columns of a list: what its rows say, and what they may say besides."""
    said = dict.fromkeys(column for row in rows for column in _said(row))
    may = dict.fromkeys(_may(schema) if schema is not None else ())
    found = [*said, *(column for column in may if column not in said)]
    # What is a record in one row and a word in another one cannot be both: the word's cell has it whole.
    found = [c for c in found if not any(c != d and c[: len(d)] == d for d in found)]
    first = [column for key in FIRST for column in found if column[0] == key]
    last = [column for column in found if column[0] in LAST]
    return [*first, *(column for column in found if column not in (*first, *last)), *last]


def _said(row: Plain, before: Column = ()) -> Iterator[Column]:
    for key, value in row.items() if isinstance(row, dict) else ():
        if isinstance(value, dict):
            yield from _said(value, (*before, key))
        elif not _of_records(value):
            yield (*before, key)


def _of_records(value: Plain) -> bool:
    """Whether a value is a list of records, which is a sheet of its own."""
    return isinstance(value, list) and any(isinstance(part, dict) for part in value)


def _may(schema: Record, before: Column = ()) -> Iterator[Column]:
    for key, part in schema.known.items():
        field = bare(part)
        if isinstance(field, Record):
            yield from _may(field, (*before, key))
        elif isinstance(field, MapOf):
            words = field.key.choices if isinstance(field.key, Str) else None
            yield from ((*before, key, word) for word in words or ())
        elif not (isinstance(field, ListOf) and isinstance(bare(field.item), Record)):
            yield (*before, key)


def field_schema(schema: Schema | None, column: Column) -> Schema | None:
    """Return what the field of a column may hold, None where nobody says."""
    for key in column:
        schema = bare(schema)
        if isinstance(schema, OneOf):
            inner = [o for o in map(bare, schema.options) if isinstance(o, Record | MapOf)]
            schema = inner[0] if inner else None
        if isinstance(schema, Record):
            schema = schema.known.get(key, schema.extra)
        else:
            schema = schema.value if isinstance(schema, MapOf) else None
    return bare(schema)


def value_at(row: Plain, column: Column) -> Plain:
    """Return what a row says in a column, "" for nothing."""
    for key in column:
        row = row.get(key, "") if isinstance(row, dict) else ""
    return row


def with_value(row: Mapping[str, Plain], column: Column, value: Plain) -> dict[str, Plain]:
    """Return a row that says something else in a column; "" unsays it, and a record left empty with it."""
    key, *rest = column
    if rest:
        inner = row.get(key)
        value = with_value(inner if isinstance(inner, dict) else {}, tuple(rest), value) or ""
    found = {**row, key: value}
    if value == "":
        del found[key]
    return found


def row_steps(path: Path, before: Plain, after: Plain) -> list[Step]:
    """Return the steps that make one row of another; what is written comes before what goes."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return [Step(path, "set", after)] if before != after else []
    steps: list[Step] = []
    for key, value in after.items():
        was = before.get(key)
        if isinstance(was, dict) and isinstance(value, dict):
            steps += row_steps((*path, key), was, value)
        elif was != value:
            steps.append(Step((*path, key), "set", value))
    gone = [Step((*path, key), "remove") for key in before if key not in after]
    return [*steps, *gone]
