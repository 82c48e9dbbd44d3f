"""Marshals play every scenario to its end, and neither they nor whoever plays their imagined games on ever fails."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from grognard.app.lab.players import make_bot
from grognard.engines.core.play.bots import Bot, play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session

LEVEL = "marshal#20"
"""So many imagined games a decision, the same on any machine."""
GAMES = 1000
"""So many games in all, each scenario as often as the others."""
SCENARIOS = [
    (name, info.id) for name, game in sorted(registry.games().items()) for info in game.scenarios()
]
SEEDS = -(-GAMES // len(SCENARIOS))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_game_of_marshals_comes_to_its_end_and_nothing_breaks_off(
    name: str, scenario: str, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    game = registry[name]
    info = next(info for info in game.scenarios() if info.id == scenario)
    session = Session(game, game.load(Path(info.path), {}), str(seed))
    bots: dict[str, Bot] = {
        seat.id: make_bot(LEVEL, f"{seed} {seat.id}", game) for seat in session.setup.info.seats
    }
    with caplog.at_level(logging.ERROR):
        play(session, bots)
    assert session.verdict is not None
    assert [one.getMessage() for one in caplog.records] == []
