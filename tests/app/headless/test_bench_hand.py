"""What the actions take with a real mouse, and that they take no more than they may."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from grognard.engines.core.play.game import registry

QUICK = ("risorgimento",)
"""Games whose positions are soon found; those of the others are searched for in the soak."""
GAMES = [
    pytest.param(game.id, marks=() if game.id in QUICK else pytest.mark.soak)
    for game in registry.games().values()
    if game.handling
]


@pytest.mark.parametrize("game", GAMES)
def test_no_action_takes_more_gestures_than_it_may(game: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "grognard.app.headless.bench_hand", game],
        capture_output=True,
        text=True,
        check=True,
    )
    lines = json.loads(done.stdout)
    assert len(lines) == len(registry[game].handling)
    over = [line for line in lines if line["now"] is None or line["now"] > line["most"]]
    assert over == []
