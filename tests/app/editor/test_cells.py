"""Rows as cells: what is shown is read back as it was."""

from __future__ import annotations

import pytest

from grognard.app.editor.cells import list_keys, parsed, shown, widened
from grognard.engines.core.data.yamlio import Plain

VALUES: list[Plain] = ["a", ["1", "2"], {"fire": "2", "shock": "3"}, [["1", "2"], ["3"]]]


@pytest.mark.parametrize("value", VALUES)
def test_a_cell_is_read_back(value: Plain) -> None:
    assert parsed(shown(value), value) == value


def test_a_field_that_is_new_to_a_row_is_read_like_another_one() -> None:
    assert parsed("3, 4", ["1"]) == ["3", "4"]
    assert parsed("", ["1"]) == ""


def test_lists_of_records() -> None:
    assert list_keys({"side": "x", "units": [{"id": "a"}], "provenance": [{"what": "y"}]}) == [
        "units"
    ]


def test_a_unit_more_has_an_id_of_its_own() -> None:
    rows: list[Plain] = [{"id": "foot-1", "men": "5"}, {"id": "foot-2"}]
    assert widened(rows, 0) == {"id": "foot-3", "men": "5"}
