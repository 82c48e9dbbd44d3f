"""[turn.length] [turn.victory] [turn.objectives] The end of a turn, and of the battle."""

from __future__ import annotations

from engines.core.data.text import text
from engines.core.show.asks import Procedure
from engines.core.show.explain import Verdict
from engines.eagle.setup import Board


def end_step(table: Board) -> Procedure[None] | None:
    """[turn.length] After the last turn the conditions of the scenario tell who has won."""
    if table.state.turn >= table.setup.turns:
        table.end(Verdict("draw", "draw", text("The battle is over."), "turn.victory"))
    return None
