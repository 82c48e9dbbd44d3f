"""Who could still act when a question is declined is told alike in all games: pieces of the one asked."""

from __future__ import annotations

from random import Random

import pytest

from grognard.engines.core.play.bots import play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Ask
from tests.contract.test_contract import GAMES, bots, load

MOST, SCENARIOS = 500, 3
"""Decisions of a random game, and so many games at most: fewer where all that is expected has been told."""
EXPECTED = {
    "columbia": {"activate_hq", "move", "straggle", "bombard"},
    "eagle": {"movement", "formation"},
    "europa": {"march", "attack"},
    "gmt": {"move_piece", "fire", "declare_shock", "rally"},
    "risorgimento": {"unit", "fire"},
}
"""Questions that go round the pieces of a seat, which a short game of each comes to."""


def named(session: Session, ask: Ask) -> set[str]:
    """Return the pieces that could act, and those in the places that could."""
    view = session.view(ask.seat)
    at = {piece.id for name in ask.could_act() for piece in view.pieces if piece.at == name}
    return at | {piece.id for piece in view.pieces if piece.id in ask.could_act()}


@pytest.mark.parametrize("name", [game for game in GAMES if game in EXPECTED])
def test_who_could_still_act_is_told_by_the_question(name: str) -> None:
    told: set[str] = set()
    for setup in load(name)[1][:SCENARIOS]:
        if told >= EXPECTED[name]:
            break
        session, rng = Session(registry[name], setup, "3"), Random("could")
        players = bots(session, "3")
        while (ask := session.ask) is not None and len(session.choices) < MOST:
            if not ask.interrupt and PASS in ask.choices and rng.random() < 0.5:
                sides = {seat.id: seat.side for seat in session.setup.info.seats}
                whose = {piece.id: piece.side for piece in session.view(ask.seat).pieces}
                found = named(session, ask)
                if ask.kind in EXPECTED[name]:
                    assert all(whose[piece] == sides[ask.seat] for piece in found), ask.kind
                    told |= {ask.kind} if found else set()
            assert not (ask.interrupt and ask.could_act())
            play(session, players, limit=1)
    assert told >= EXPECTED[name]
