"""Two players at one screen: whatever one of them sees and the other does not is hidden, in all games."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from grognard.app.table.model.model import TableModel
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from tests.app.table.model.keeper import Nowhere, Plain
from tests.contract.handling import BOARDED
from tests.contract.test_contract import load

MOST = (80, pytest.param(400, marks=pytest.mark.soak))
"""So many choices of a game are looked at, more in the soak."""


class Curtained(Plain):
    """The curtain falls, and every question is asked."""

    passes = False


@pytest.mark.parametrize("most", MOST)
@pytest.mark.parametrize("name", BOARDED)
@pytest.mark.parametrize("continued", [False, True])
def test_only_who_has_come_from_behind_the_curtain_sees_what_is_his(
    name: str, continued: bool, most: int
) -> None:
    """A game that is continued, as after a crash, opens onto nobody's secrets either."""
    rng = Random(f"one {name}")
    for setup in load(name)[1][:2]:
        session = Session(registry[name], setup, "5")
        sat = ""
        model = seated(session)
        for number in range(most):
            if (ask := session.ask) is None:
                break
            if continued and number % 20 == 19:
                sat, model = "", seated(session)
            public = replace(session.view(None), ask=None)
            told = (ask.kind, ask.seat, model.viewer, model.covered, sat)
            if model.covered is not None:
                assert replace(model.view, ask=None) == public, told
                sat = model.covered
                model.lift_curtain()
                assert model.viewer == ask.seat, told
            secret = replace(model.view, seat=None, ask=None) != public
            if replace(session.view(ask.seat), seat=None, ask=None) == public:
                assert model.viewer == ask.seat, told  # there is nothing to be hidden from anybody
            assert not secret or model.viewer == ask.seat == sat, told
            assert not ask.secret or model.viewer == ask.seat, told
            if not model.choose(ask.choices.sample(rng)):
                break
            if model.trial is not None:  # picked up: that is no choice yet
                session.choose(ask.seat, model.trial.choices[0])
                model._settle()


def seated(session: Session) -> TableModel:
    """Two persons sit down at a game."""
    seats = {seat.id: "person" for seat in session.setup.info.seats}
    model = TableModel(session, seats, Curtained(), Nowhere())
    model.start()
    return model
