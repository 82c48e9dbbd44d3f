"""A column a field: what is shown of every shipped order of battle is read back as it was."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from grognard.app.editor.sheet.clipboard import TAB, block, cells_of
from grognard.app.editor.sheet.columns import (
    columns_of,
    field_schema,
    lists_in,
    row_schema,
    row_steps,
    rows_at,
    value_at,
    with_value,
)
from grognard.app.editor.sheet.model import titles_in
from grognard.app.editor.sheet.plan import Planner
from grognard.app.editor.sheet.readings import Reader
from grognard.app.editor.window.preview import reader_of
from grognard.engines.core.data.schema import Int
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.game import registry
from grognard.engines.core.scenario.document import Document

SHIPPED = [
    (game, file)
    for game in registry.games()
    for file in sorted((Path(str(files("grognard.scenarios"))) / game / "forces").glob("*.yaml"))
]


def planner_of(game: str, plain: Plain, path: tuple[str | int, ...]) -> Planner:
    schema = row_schema(reader_of(registry[game]).envelope.forces, path)
    assert schema is not None
    rows = rows_at(plain, path)
    columns = columns_of(rows, schema)
    reader = Reader(schema, registry[game].term)
    reader.titles = titles_in(plain, rows, [c for c in columns if reader.names(c)])
    return Planner(path, rows, {column: ": ".join(column) for column in columns}, reader)


@pytest.mark.parametrize(("game", "file"), SHIPPED, ids=lambda part: getattr(part, "stem", part))
def test_a_sheet_that_is_copied_out_and_pasted_changes_nothing(game: str, file: Path) -> None:
    plain = Document.open(file).plain()
    for path in lists_in(plain):
        planner = planner_of(game, plain, path)
        shown = [
            [planner.reader.shown(column, value_at(row, column)) for column in planner.columns]
            for row in planner.rows
        ]
        cells = cells_of(block([[*planner.columns.values()], *shown]), TAB)
        heads = planner.by_heads(cells)
        assert heads is not None
        plan = planner.headed(cells, heads)
        assert plan.cells("unreadable") == []
        assert plan.steps() == []
        assert plan.unknown == []


def test_fields_inside_records_are_columns() -> None:
    rows: list[Plain] = [{"id": "a", "values": {"shock": "3"}}, {"men": "2", "id": "b"}]
    assert columns_of(rows, None) == [("values", "shock"), ("men",), ("id",)]
    schema = row_schema(reader_of(registry["gmt"]).envelope.forces, ("units",))
    assert {("values", "shock"), ("values", "fire"), ("men",)} <= {*columns_of([], schema)}
    assert isinstance(field_schema(schema, ("values", "shock")), Int)


def test_lists_inside_records_are_sheets_of_their_own() -> None:
    plain: Plain = {"corps": [{"id": "i", "units": [{"id": "a"}]}, {"id": "ii", "units": []}]}
    assert lists_in(plain) == [("corps",), ("corps", 0, "units")]
    assert columns_of(rows_at(plain, ("corps",)), None) == [("units",), ("id",)]


def test_a_record_that_is_left_empty_goes() -> None:
    row: dict[str, Plain] = {"id": "a", "values": {"shock": "3"}}
    assert with_value(row, ("values", "shock"), "") == {"id": "a"}
    assert with_value(row, ("values", "fire"), "1")["values"] == {"shock": "3", "fire": "1"}
    assert row["values"] == {"shock": "3"}


def test_steps_write_before_they_take_away() -> None:
    before: Plain = {"id": "a", "values": {"shock": "3"}}
    after: Plain = {"id": "a", "values": {"fire": "2"}, "men": "5"}
    said = [(step.path, step.op) for step in row_steps((), before, after)]
    assert said == [
        (("values", "fire"), "set"),
        (("values", "shock"), "remove"),
        (("men",), "set"),
    ]
