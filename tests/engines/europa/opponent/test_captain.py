"""The captain wins against a player who chooses at random, from either side."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from grognard.engines.core.play.bots import Bot, RandomBot, play
from grognard.engines.core.play.session import Session
from grognard.engines.europa.game import Europa
from grognard.engines.europa.opponent.captain import Captain
from grognard.engines.europa.setup import Setup

GAME = Europa()
FEW, MANY = 3, 100


def loaded(name: str) -> Setup:
    info = next(info for info in GAME.scenarios() if info.id == name)
    return GAME.load(Path(info.path), {})


def won(name: str, side: str, games: int) -> Counter[str]:
    """Return how often each seat won with the captain on one side."""
    setup, found = loaded(name), Counter[str]()
    for seed in range(games):
        players: dict[str, Bot] = {
            seat.id: (Captain if seat.side == side else RandomBot)(f"{seed} {seat.id}")
            for seat in setup.info.seats
        }
        session = Session(GAME, setup, str(seed))
        play(session, players)
        assert session.verdict is not None
        found[session.verdict.winner] += 1
    return found


@pytest.mark.parametrize("side", ["french", "russian"])
def test_the_captain_beats_chance(side: str) -> None:
    assert won("smolensk", side, FEW)[side] >= FEW - 1


@pytest.mark.soak
@pytest.mark.parametrize("side", ["french", "russian"])
def test_the_captain_beats_chance_nearly_always(side: str) -> None:
    assert won("smolensk", side, MANY)[side] >= 95
