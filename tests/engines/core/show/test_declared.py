"""What a game declares of its table: boxes, and the words of a piece's state."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core.data.text import text, verbatim
from engines.core.show.declared import Tray, marked, states, told, trays

LOST = Tray("lost", text("Lost"), "9", always=True)
AWAY = Tray("away", text("Away"))


@dataclass(frozen=True)
class Piece:
    moved: bool = False
    fired: bool = False


def test_a_box_is_shown_if_something_lies_in_it_or_always() -> None:
    lies = {("red", "away"): ("r1", "r2"), ("blue", "lost"): ("b1",)}
    found = trays((AWAY, LOST), ("red", "blue"), lambda side, box: lies.get((side, box), ()))
    assert [(one.id, one.side, one.pieces, one.rule) for one in found] == [
        ("away-red", "red", ("r1", "r2"), ""),
        ("lost-red", "red", (), "9"),
        ("lost-blue", "blue", ("b1",), "9"),
    ]


def test_rows_with_nothing_to_tell_are_left_out() -> None:
    name, empty = (text("Name"), verbatim("A")), (text("Guns"), verbatim(""))
    assert told(name, empty) == (name,)


def test_a_piece_is_told_of_by_the_fields_that_are_on() -> None:
    words = {"moved": text("has moved"), "fired": text("has fired")}
    assert marked(Piece(fired=True), ("moved", "fired")) == ("fired",)
    assert states(Piece(fired=True), words) == [words["fired"]]
    assert states(Piece(), words) == []
