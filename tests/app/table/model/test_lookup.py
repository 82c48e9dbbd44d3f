"""Finding by name, with near spellings."""

from __future__ import annotations

import pytest

from grognard.app.table.model.lookup import Lookup
from grognard.engines.core.data.text import text
from grognard.engines.core.show.views import BoardView, PieceView, SpaceView, TableView


@pytest.fixture
def lookup() -> Lookup:
    named = {"1010": "Shevardino", "1011": "Doronino", "1012": ""}
    spaces = tuple(
        SpaceView(space, (i, 0.0), (), "clear", 0, name)
        for i, (space, name) in enumerate(named.items())
    )
    board = BoardView("game", "Field", "hex", spaces, bounds=(0, 0, 3, 1))
    piece = PieceView("fr-compans", "counter", "blue", "leader", "General Compans", "1012")
    return Lookup(board, TableView("blue", "1", "move", "blue", pieces=(piece,)), {}, text)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("Shevardino", "1010"),
        ("dorON", "1011"),
        ("chevardino", "1010"),
        ("Companns", "fr-compans"),
        (" 1012 ", "1012"),
        ("qqqq", ""),
        ("", ""),
    ],
)
def test_names_are_found_though_they_are_misspelt(lookup: Lookup, words: str, found: str) -> None:
    assert lookup.nearest(words) == found
