"""[commanders.setup] [A.1.check] Commanders before the first turn, and phase A of each."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.risorgimento.command.command import check_commanders, mark_units
from grognard.engines.risorgimento.command.succession import returns, roll_values
from grognard.engines.risorgimento.setup import Board
from grognard.engines.risorgimento.tables import number


def setup_step(table: Board) -> None:
    """[commanders.setup] [scale.25mm] Commanders without fixed values roll for them."""
    scale = table.setup.scale
    if scale != 1:
        metres = number("metres_a_cm") // scale
        words = text("Every length is multiplied by {n}: 1 cm is {m} m.", n=scale, m=metres)
        table.log("note", words, "scale.25mm", "scale.distance")
    roll_values(table)


def check_command(table: Board) -> None:
    """[A.1.check] Commanders come back, then radii are checked from the top."""
    returns(table)
    check_commanders(table)
    mark_units(table)
