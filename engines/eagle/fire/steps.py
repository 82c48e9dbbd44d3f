"""[fire] The fire of the acting group."""

from __future__ import annotations

from engines.core.show.asks import Procedure
from engines.eagle.setup import Board


def fire_step(table: Board) -> Procedure[None] | None:  # noqa: ARG001 - to be written
    """[combat.simultaneous] Fire is declared, then resolved, then units advance."""
    return None
