"""[cards] The Event/Reaction Card Phase."""

from __future__ import annotations

from engines.core.show.asks import Procedure
from engines.eagle.setup import Board


def draw_step(table: Board) -> Procedure[None] | None:  # noqa: ARG001 - to be written
    """[cards.first_draw] [cards.later_draw] Both draw."""
    return None


def discard_step(table: Board) -> Procedure[None] | None:  # noqa: ARG001 - to be written
    """[cards.discard] Both discard down to their limit."""
    return None


def lapse(table: Board, until: str) -> None:
    """[cards.binding] End the effects that hold until the end of an action, segment or turn."""
    left = tuple(effect for effect in table.state.effects if effect.until != until)
    if left != table.state.effects:
        table.update(effects=left)
