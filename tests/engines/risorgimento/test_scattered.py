"""Random positions with several charges, flank attacks and routs: restarts and invariants."""

from __future__ import annotations

import pytest

from tests.engines.risorgimento.scattered import GAME, played, restarted, shown

MOST = 120
"""So many choices are made from each position."""
FEW, MANY = 60, 2000


def check(seed: int) -> None:
    """Every resting question is asked again from the State alone, and nothing impossible comes about."""
    for session in played(seed, MOST):
        ask = session.ask
        if ask is not None and not ask.resting:
            continue
        broken = GAME.violations(session.setup, session.table.state)
        assert broken == [], f"position {seed} after {len(session.choices)} choices"
        if ask is not None:
            assert shown(restarted(session)) == shown(ask), (
                f"position {seed} after {len(session.choices)} choices"
            )


@pytest.mark.parametrize("seed", range(FEW))
def test_random_positions_start_again_and_stay_sound(seed: int) -> None:
    check(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(FEW, MANY))
def test_many_random_positions_start_again_and_stay_sound(seed: int) -> None:
    check(seed)
