"""Numbers shared out among items: how many each may have, and what the items are called."""

from __future__ import annotations

from random import Random

from grognard.app.table.gestures.answering import gesture_for
from grognard.app.table.gestures.entries import Allocate
from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import Ask
from grognard.engines.core.show.views import TableView
from grognard.engines.europa.hidden.heights import Heights

MOST = {"2207": 5, "2208": 8, "2310": 1}


def dummies() -> Allocate:
    called = {at: text("{hex}: somebody", hex=at) for at in MOST}
    choices = Heights(MOST, called.__getitem__)
    ask = Ask("french", "heights", text("Dummies."), ("15.1",), choices, form="allocate")
    made = gesture_for(ask, TableView("french", text("Turn"), text("Phase"), "french", ()))
    assert isinstance(made, Allocate)
    return made


def test_choices_that_are_not_all_listed_can_be_made() -> None:
    gesture = dummies()
    assert gesture.most == MOST
    for seed in range(20):
        wanted = gesture.ask.choices.sample(Random(seed))
        assert isinstance(wanted, dict)
        for name, count in wanted["allocate"].items():
            assert count <= gesture.most[name]
            gesture.set(name, count)
        assert gesture.chosen() == wanted


def test_a_click_on_the_place_gives_it_one_more() -> None:
    gesture = dummies()
    gesture.click(["2310"])
    assert gesture.chosen() == {"allocate": {"2207": 0, "2208": 0, "2310": 1}}
    gesture.click(["2310"])
    assert gesture.amounts["2310"] == 0


def test_items_bear_the_names_that_the_game_gives_them() -> None:
    gesture = dummies()
    assert gesture.called is not None
    assert str(gesture.called("2310")) == "2310: somebody"
