"""[3.0] [sch.turn] The sequences of play: that of the great battle and that of the redoubt."""

from __future__ import annotations

from grognard.engines.core.play.turn import Turn
from grognard.engines.gmt.borodino.battle import BORODINO
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.shevardino.battle import SHEVARDINO

TURNS = {"schevardino": SHEVARDINO, "borodino": BORODINO}
"""By the structure of a scenario."""


def turn_of(setup: Setup) -> Turn[Board]:
    """Return the sequence of play of a scenario."""
    return TURNS[setup.structure]
