"""Who comes from behind the curtain for a reaction is offered once to answer such ones beforehand."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from grognard.app.table.prompt.offer import Offer
from grognard.engines.core.play.game import Game
from grognard.engines.core.show.asks import Ask
from tests.app.table.model.test_standing import before_an_ambush
from tests.fixture_game.state import Setup, State


@pytest.fixture
def offer(picket: Game[Setup, State], setup: Setup, qtbot: QtBot) -> Offer:
    made = Offer(before_an_ambush(picket, setup))
    qtbot.addWidget(made)
    assert made.model.ask is not None
    made.model.ask.secret = True
    return made


def test_the_first_reaction_offers_its_standing_answers(offer: Offer) -> None:
    offer.refresh()
    assert not offer.isHidden()
    assert [button.toolTip() for button in offer.buttons] == [
        "Never ask about an ambush (this turn)",
        "Never ask about an ambush",
        "Ask me each time",
    ]
    model, seat = offer.model, str(offer.model.viewer)
    offer.buttons[1].click()
    assert [one.turn for one in model.session.said_by(seat)] == [""]


def test_the_second_one_offers_nothing(offer: Offer) -> None:
    model = offer.model
    offer.refresh()
    offer.refresh()
    assert not offer.isHidden()  # it is the same question still
    offer.buttons[-1].click()
    assert offer.isHidden()
    asked = model.ask
    assert isinstance(asked, Ask)
    offer._made[asked.seat, asked.kind] = len(model.session.choices) - 1
    offer.refresh()
    assert offer.isHidden()


def test_who_sits_alone_is_offered_nothing(offer: Offer) -> None:
    other = next(seat for seat in ("red", "blue") if seat != offer.model.viewer)
    offer.model.players[other] = "random"
    offer.refresh()
    assert offer.isHidden()
