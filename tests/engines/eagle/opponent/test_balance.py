"""Between two captains either side may win each battle: in a quarter to three quarters of the games."""

from __future__ import annotations

from collections import Counter

import pytest

from grognard.engines.core.play.bots import play
from grognard.engines.core.play.session import Session
from grognard.engines.eagle.opponent.captain import Captain
from tests.engines.eagle.opponent.test_captain import GAME, loaded
from tests.engines.eagle.test_hundred_games import BATTLES

MANY, LEAST, MOST = 60, 0.25, 0.75


def won(name: str, games: int) -> Counter[str]:
    """Return how often each side won, and how often nobody did."""
    setup, found = loaded(name), Counter[str]()
    for seed in range(1, games + 1):
        session = Session(GAME, setup, str(seed))
        play(session, {seat.id: Captain(f"{seed} {seat.id}") for seat in setup.info.seats})
        assert session.verdict is not None
        assert session.table.state.turn == setup.turns
        found[session.verdict.winner] += 1
    return found


@pytest.mark.soak
@pytest.mark.parametrize("name", [*BATTLES, "low-hill"])
def test_either_side_may_win(name: str) -> None:
    """A drawn game is won by nobody: each side's share is that of all games."""
    found = won(name, MANY)
    assert all(LEAST <= found[side] / MANY <= MOST for side in ("french", "british")), found
