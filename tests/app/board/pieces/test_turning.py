"""Blocks that lose steps behind the curtain turn when it lifts; what all have seen does not again."""

from __future__ import annotations

from grognard.app.board.pieces.turning import Seen
from grognard.engines.core.data.text import text
from grognard.engines.core.show.views import PieceView, TableView


def view(seat: str | None, steps: int, *, hidden: bool = False) -> TableView:
    piece = PieceView(
        "p", "block", "red", "infantry", "P", at="a", hidden=hidden, steps=None if hidden else steps
    )
    return TableView(seat, text("Turn"), text("Phase"), None, (piece,))


def test_a_step_lost_while_another_looked_turns_for_its_owner() -> None:
    seen = Seen()
    assert seen.changes(view("red", 3)) == {}
    assert seen.changes(view("blue", 3, hidden=True)) == {}
    assert seen.changes(view("blue", 2, hidden=True)) == {}
    assert seen.changes(view("red", 2)) == {"p": (3, 2)}
    assert seen.changes(view("red", 2)) == {}


def test_what_was_lost_in_the_open_does_not_turn_again() -> None:
    seen = Seen()
    seen.changes(view("red", 3))
    assert seen.changes(view(None, 3)) == {}
    assert seen.changes(view(None, 2)) == {"p": (3, 2)}
    assert seen.changes(view("red", 2)) == {}
    assert seen.changes(view("red", 1)) == {"p": (2, 1)}


def test_a_block_face_down_to_all_turns_for_nobody() -> None:
    seen = Seen()
    seen.changes(view("red", 3))
    assert seen.changes(view(None, 3, hidden=True)) == {}
    assert seen.changes(view(None, 2, hidden=True)) == {}
    assert seen.changes(view("red", 2)) == {"p": (3, 2)}
