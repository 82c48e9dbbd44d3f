"""What differs is told by what things are called, not by where they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.app.editor import shelf
from grognard.app.editor.comparing import Difference, compared, differences
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.game import registry


def of(before: Plain, after: Plain) -> list[tuple[tuple[str, ...], str, str]]:
    return [(d.where, d.before, d.after) for d in differences("file", before, after)]


def test_rows_are_known_by_their_names_wherever_they_stand() -> None:
    a: dict[str, Plain] = {"id": "guy", "at": "1004"}
    b: dict[str, Plain] = {"id": "esp", "at": "1005"}
    assert of({"units": [a, b]}, {"units": [b, a]}) == []
    moved: Plain = [b, {**a, "at": "0904"}, {"id": "new", "at": "0101"}]
    assert of({"units": [a, b]}, {"units": moved}) == [
        (("units", "guy", "at"), "1004", "0904"),
        (("units", "new"), "", "id: new; at: 0101"),
    ]


def test_hexes_are_a_set_however_they_are_written() -> None:
    assert of({"woods": ["1001-1003"]}, {"woods": ["1003", "1001", "1002"]}) == []
    assert of({"woods": ["1001-1003"]}, {"woods": ["1001-1002", "1004"]}) == [
        (("woods",), "1003", "1004")
    ]


def test_the_order_of_other_lists_counts() -> None:
    assert of({"seats": ["b", "a"]}, {"seats": ["a", "b"]}) == [(("seats",), "b, a", "a, b")]


def test_what_is_gone_new_or_of_another_kind() -> None:
    assert of({"a": "1", "b": ""}, {"c": {"d": "2"}}) == [
        (("a",), "1", ""),
        (("b",), "-", ""),
        (("c",), "", "d: 2"),
    ]
    assert of({"a": "1"}, {"a": ["1", "2"]}) == [(("a",), "1", "1, 2")]


@pytest.mark.parametrize("name", ["gmt", pytest.param("eagle", marks=pytest.mark.soak)])
def test_a_copy_differs_in_its_title_alone(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))
    game = registry[name]
    info = game.scenarios()[0]
    path = shelf.copy_of(game, info, "Mine")
    began = shelf.original(game, path, tmp_path / "began")
    assert began is not None
    assert compared(began.parent, path.parent) == [
        Difference("scenario.yaml", ("title",), info.title, "Mine")
    ]
