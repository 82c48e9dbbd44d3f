"""Standing answers at the table: offered where a reaction is asked, private to their seat."""

from __future__ import annotations

from grognard.app.table.model import standing
from grognard.app.table.model.model import TableModel
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import Game
from grognard.engines.core.play.session import Session
from tests.app.table.model.keeper import Nowhere, Plain
from tests.fixture_game.state import Setup, State


def before_an_ambush(picket: Game[Setup, State], setup: Setup) -> TableModel:
    session = Session(picket, setup, "1")
    bots = {seat: RandomBot(seat) for seat in ("red", "blue")}
    while session.ask is not None and session.ask.kind != "ambush":
        play(session, bots, limit=1)
    model = TableModel(session, {"red": "person", "blue": "person"}, Plain(), Nowhere())
    assert session.ask is not None
    model.viewer = session.ask.seat
    model._make_gesture()
    return model


def test_what_is_said_answers_the_present_question_too(
    picket: Game[Setup, State], setup: Setup
) -> None:
    model = before_an_ambush(picket, setup)
    seat, count = str(model.viewer), len(model.session.choices)
    once, always = standing.offered(model)
    assert (once.turn, always.turn) == ("1", "")
    standing.say(model, always)
    assert model.session.choices[count].choice == "pass"
    assert model.session.said_by(seat) == (always,)
    other = next(one for one in ("red", "blue") if one != seat)
    told = [str(line.text) for line in model.session.view(other).log]
    assert not any("beforehand" in line for line in told)
    model.viewer, model.covered = other, None
    assert standing.said(model) == ()
    model.viewer = seat
    standing.unsay(model, always)
    assert model.session.said_by(seat) == ()


def test_what_holds_for_a_turn_ends_with_it(picket: Game[Setup, State], setup: Setup) -> None:
    model = before_an_ambush(picket, setup)
    once, _ = standing.offered(model)
    standing.say(model, once)
    table = model.session.table
    table.update(turn=table.state.turn + 1)
    assert model.session.said_by(once.seat) == ()


def test_nothing_is_offered_behind_the_curtain(picket: Game[Setup, State], setup: Setup) -> None:
    model = before_an_ambush(picket, setup)
    model.covered = model.viewer
    assert standing.offered(model) == standing.said(model) == ()
