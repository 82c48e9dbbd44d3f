"""Every computer player begins every shipped scenario: what one of them cannot look at shows there."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from grognard.app.lab.players import make_bot
from grognard.engines.core.play.bots import Eyes, players_of
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session

LEVELS = ("greedy", "captain", "marshal@0.05")
SECONDS, ENOUGH = (0.12, pytest.param(0.8, marks=pytest.mark.soak)), 30
"""So much processor time each of them gets at least, or until so many choices were made; in the soak more."""
ALL = [(game.id, info.id) for game in registry.games().values() for info in game.scenarios()]


@pytest.mark.parametrize("seconds", SECONDS)
@pytest.mark.parametrize(("game", "scenario"), ALL)
def test_every_level_begins_every_scenario(game: str, scenario: str, seconds: float) -> None:
    played = registry[game]
    info = next(one for one in played.scenarios() if one.id == scenario)
    setup = played.load(Path(info.path), {})
    known = players_of(played)
    for level in (one for one in LEVELS if one.partition("@")[0] in known):
        session, began = Session(played, setup, "77"), time.process_time()
        bots = {seat.id: make_bot(level, f"77 {seat.id}", played) for seat in info.seats}
        while time.process_time() - began < seconds and len(session.choices) < ENOUGH:
            if (ask := session.ask) is None:
                break
            listed = list(ask.choices) if ask.choices.finite else None
            session.choose(
                ask.seat, bots[ask.seat].next_choice(Eyes(session, ask.seat, ask), listed)
            )
        assert session.choices
