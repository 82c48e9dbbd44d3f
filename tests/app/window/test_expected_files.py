"""How many files a turn is likely to take is said of every game, from what was measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.app.post.expected import expected, measured
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session


@pytest.mark.parametrize("name", sorted(measured()))
def test_it_is_said_before_the_first_turn_is_over(name: str) -> None:
    game = registry[name]
    session = Session(game, game.load(Path(game.scenarios()[0].path), {}), "1")
    told = expected(session)
    found = measured()[name]
    assert told.startswith("A turn is likely to take ")
    fewer = found.get("answered", found["asked"]) < found["asked"]
    assert ("standing answers" in told) == fewer
    assert found["asked"] > 0
