"""What is held of one question goes with it: the next is met with empty hands."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.app.table.model.holding import Holding
from grognard.engines.core.play.session import Session
from tests.app.table.toy import Toy
from tests.contract.handling import Anybody, table_of


@pytest.fixture
def model() -> Any:
    toy = Toy()
    return table_of(Session(toy, toy.load("skirmish", {"script": "piece piece pick"}), "7"))


def test_the_parts_are_read_and_written_at_the_model(model: Any) -> None:
    model.lit = "b1"
    assert model.holding.lit == "b1"
    model.holding.group = ("b2", "b3")
    assert model.group == ("b2", "b3")


def test_a_choice_lets_go_of_all_that_was_held(model: Any) -> None:
    before = model.holding
    model.muster(("b1", "b2"))
    model.listed, model.warned = "b1", True
    model.choose("b3")
    assert model.holding is not before
    fresh = Holding(gesture=model.gesture)
    assert model.holding == fresh


def test_going_back_and_looking_back_let_go_as_well(model: Any) -> None:
    model.choose("b3")
    model.muster(("b1", "b2"))
    model.show_past(0)
    assert model.holding == Holding()
    model.show_present()
    assert model.group == ()
    model.muster(("b1", "b2"))
    model.undo()
    assert model.group == ()


def test_pieces_are_gathered_one_after_the_other() -> None:
    """Click one, Shift and a click on two more: three are together, in a game of hexes."""
    toy = Toy()
    model: Any = table_of(Session(toy, toy.load("skirmish", {"script": "piece route pick"}), "7"))
    hand = Anybody(model, "").hand
    hand.click("b1", "")
    hand.click("b2", "", shift=True)
    hand.click("b3", "", shift=True)
    assert model.group == model.party == ("b1", "b2", "b3")
