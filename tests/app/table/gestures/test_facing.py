"""A unit that only turns: on from the way it faces, by the line of the list or by its own hex."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.app.table.gestures.gesture import path_of
from grognard.app.table.gestures.narrowing import Narrowing
from grognard.app.table.model.model import TableModel
from grognard.engines.core.data.text import text
from grognard.engines.core.play.bots import play, players_of
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Ask, Listed
from tests.app.table.model.keeper import Nowhere, Plain
from tests.app.table.model.test_model import Sitting


def bearing(facing: int) -> float:
    """The corner of a hex with a flat top that a facing of Triumph & Glory points to."""
    return 30.0 + 60.0 * facing


@pytest.fixture
def model() -> TableModel:
    """A unit of Triumph & Glory is in the hand, and asked where it goes."""
    known = registry["gmt"]
    info = next(one for one in known.scenarios() if one.id == "first-assault")
    session = Session(known, known.load(Path(info.path), {}), "3")
    seats = [seat.id for seat in info.seats]
    bots = {seat: players_of(known)["captain"](seat) for seat in seats}
    while session.ask is not None and session.ask.kind != "route":
        play(session, bots, limit=1)
    made = TableModel(session, dict.fromkeys(seats, "person"), Plain(), Nowhere())
    made.bearing = bearing
    made.start()
    return made


def faces(model: TableModel) -> float | None:
    """The way the unit faces that is asked about."""
    assert model.ask is not None
    return next(one.facing for one in model.view.pieces if one.id in model.ask.subject)


def facing_of(choice: Any) -> int:
    assert isinstance(choice["facing"], int)
    return choice["facing"]


def turning(model: TableModel) -> Any:
    """The line of the list that says that the unit only turns."""
    assert model.gesture is not None
    return next(c for c in model.gesture.listed() if isinstance(c, dict) and not path_of(c))


def test_a_unit_begins_to_turn_as_it_faces(model: TableModel) -> None:
    model.take(turning(model))
    assert bearing(facing_of(model.ready)) == faces(model)


@pytest.mark.parametrize("steps", [1, -1])
def test_a_line_that_is_marked_in_the_list_can_be_turned(model: TableModel, steps: int) -> None:
    before = faces(model)
    assert before is not None
    model.listed = turning(model)
    assert model.turn(steps)
    assert bearing(facing_of(model.ready)) == (before + 60 * steps) % 360


def test_a_unit_that_is_turned_where_it_is_pointed_at_is_taken_as_it_then_faces(
    model: TableModel,
) -> None:
    assert model.gesture is not None
    gesture, way = model.gesture, path_of(next(c for c in model.gesture.listed() if path_of(c)))
    model.hovered = (way[-1],)
    model.point(gesture.hover(model.hovered))
    assert gesture.turned_there() is None, "pointing alone means nothing"
    assert model.turn(1)
    turned = gesture.turned_there()
    assert turned is not None
    assert path_of(turned)[-1] == way[-1]
    assert turned == gesture.click([way[-1]])
    gesture.hover([])
    assert gesture.turned_there() is None, "nor does what is no longer pointed at"


def test_what_is_dragged_acts_itself_and_not_who_charges_through_its_hex() -> None:
    """Both name the hex that was dragged from; in one of them it is but on the way."""
    through = {"by": "a", "targets": ["t"], "charge": ["b", "c"]}
    itself = {"by": "b", "targets": ["t"], "charge": ["c", "d"]}
    ask = Ask("blue", "declare", text("Who charges?"), ("1.0",), Listed((through, itself)))
    table = Sitting("pick pick")
    gesture = Narrowing(ask, table.model.view)
    gesture.lift("b")
    gesture.click(["b"])
    gesture.drop(["t"])
    assert gesture.chosen() == itself
