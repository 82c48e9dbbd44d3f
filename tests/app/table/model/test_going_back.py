"""Undo goes back to one's own last decision in one press, against a computer too; redo comes all the way again."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.app.table.model.model import TableModel
from grognard.engines.core.play.journal import TAKE_BACK
from grognard.engines.core.play.session import Session
from tests.app.table.model.keeper import Nowhere
from tests.app.table.toy import Toy
from tests.contract.handling import Open


@pytest.fixture
def model() -> Any:
    """Blue has chosen, then the computer that plays red; blue is asked again."""
    toy = Toy()
    options = {"script": "piece secret secret piece pick", "friendly_take_back": "yes"}
    session = Session(toy, toy.load("skirmish", options), "7")
    made = TableModel(session, {"blue": "person", "red": "random"}, Open(), Nowhere())
    made.start()
    made.choose("b2")
    for _ in range(2):
        made.answered("red", len(session.choices), "halt")
    assert made.ask is not None
    return made


def test_one_press_takes_back_what_the_computer_chose_as_well(model: Any) -> None:
    assert model.undo()
    assert len(model.session.choices) == 0
    assert model.ask is not None
    assert model.ask.seat == "blue"
    assert model.awaited is None
    assert [note.kind for note in model.session.notes] == [TAKE_BACK]


def test_one_press_makes_all_of_it_again(model: Any) -> None:
    model.undo()
    assert model.redo()
    assert [row.seat for row in model.session.choices] == ["blue", "red", "red"]
    assert model.ask is not None
    assert not model.redo()


def test_two_persons_take_back_one_choice_at_a_time(model: Any) -> None:
    model.take_over("red")
    assert model.undo()
    assert len(model.session.choices) == 2
