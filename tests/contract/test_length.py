"""How long a scenario says that it takes is what games that were played come to."""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest

from grognard.engines.core.play.bots import BOTS, play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import ScenarioInfo

SECONDS = 10
"""What a person takes for a decision, all in all: many are one click, a few are thought over."""
SHORTEST = 30
"""Minutes: what takes less is for learning, and may take as long."""
SHIPPED = [
    info
    for game in registry.games().values()
    if game.package.startswith("grognard.engines.")
    for info in game.scenarios()
]


@pytest.mark.soak
@pytest.mark.parametrize("info", SHIPPED, ids=lambda info: f"{info.game}/{info.id}")
def test_a_scenario_takes_as_long_as_it_says(info: ScenarioInfo) -> None:
    game = registry[info.game]
    setup = game.load(Path(info.path), {})
    counts = []
    for seed in ("1", "2", "3"):
        session = Session(game, setup, seed)
        played = play(session, {seat.id: BOTS["random"](seed) for seat in info.seats})
        counts.append(played.decisions)
    found = median(counts) * SECONDS / 60
    assert found / 1.5 <= info.minutes <= max(SHORTEST, found * 1.5)
