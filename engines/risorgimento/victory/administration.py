"""[I] Phase I: who leaves, objectives and points, rest, defeat; the clock goes on."""

from __future__ import annotations

from grognard.engines.risorgimento.command.special_rules import leave_by_road
from grognard.engines.risorgimento.morale.recovery import note_rest
from grognard.engines.risorgimento.setup import Board
from grognard.engines.risorgimento.victory.victory import (
    check_end_of_turn,
    hold_objectives,
    last_verdict,
)


def administration(table: Board) -> None:
    """[I.clock] Objectives and points are counted, defeats checked, the clock goes on."""
    leave_by_road(table)
    hold_objectives(table)
    note_rest(table)
    check_end_of_turn(table)
    if table.state.turn >= table.setup.turns:
        table.end(last_verdict(table.setup, table.state))
    table.update(turn=table.state.turn + 1)
