"""[action.first] Formation changes and movement of the acting group."""

from __future__ import annotations

from engines.core.show.asks import Procedure
from engines.eagle.setup import Board


def formation_step(table: Board) -> Procedure[None] | None:  # noqa: ARG001 - to be written
    """[formchange.who] The formation changes of the acting group."""
    return None


def movement_step(table: Board) -> Procedure[None] | None:  # noqa: ARG001 - to be written
    """[move.basic] The movement of the acting group."""
    return None
