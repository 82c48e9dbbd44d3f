"""[I.clock] The hour of a turn."""

from __future__ import annotations

from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.tables import number


def clock(setup: Setup, turn: int) -> str:
    """[I.clock] Return the hour at which a turn begins."""
    minutes = setup.clock + (turn - 1) * number("minutes_a_turn")
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"
