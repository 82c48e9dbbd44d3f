"""[loss.contacted] [morale.regain] What follows from a unit's coming to a place, whatever brought it there."""

from __future__ import annotations

from grognard.engines.core.board.tabletop import Base, sweep_leg
from grognard.engines.risorgimento.command.succession import ride_down
from grognard.engines.risorgimento.field.footprint import base, on_table
from grognard.engines.risorgimento.morale.heart import reach_objectives
from grognard.engines.risorgimento.setup import Board


def arrives(table: Board, uid: str, before: Base) -> None:
    """[loss.contacted] [morale.regain] Unattached commanders on its straight way are met, an objective is reached.

    Who runs (H.1.routed) takes nobody, and no heart.
    """
    unit = table.state.units[uid]
    if not on_table(unit) or unit.routed:
        return
    ride_down(table, uid, sweep_leg(before, base(table.setup, unit)))
    reach_objectives(table, uid, before.pose)
