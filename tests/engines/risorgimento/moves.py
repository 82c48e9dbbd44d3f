"""Moves on a small table: orders given to one unit, interrupts answered as told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engines.core.show.asks import Ask, Choice, Procedure
from grognard.engines.risorgimento.army.units import Unit
from grognard.engines.risorgimento.manoeuvre.manoeuvre import perform
from grognard.engines.risorgimento.manoeuvre.withdrawal import ask_zoc
from grognard.engines.risorgimento.movement.move_under_way import OVER, begin, over
from grognard.engines.risorgimento.setup import Board


def drive(procedure: Procedure[Any], answers: Mapping[str, Choice] | None = None) -> list[Ask]:
    """Run a procedure to its end; asks are answered by kind, passed if nothing is said."""
    asked: list[Ask] = []
    given: Choice = None
    while True:
        try:
            ask = procedure.send(given)
        except StopIteration:
            return asked
        asked.append(ask)
        given = (answers or {}).get(ask.kind, "pass")
        assert given in ask.choices, ask.choices.why_not(given)


def order(table: Board, uid: str, *actions: Mapping[str, Any], **answers: Choice) -> Unit:
    """Let a unit begin its move, if it is not moving, and carry an order out."""
    if table.state.mover != uid:
        begin(table, uid)
    drive(perform(table, list(actions)), answers)
    return table.state.units[uid]


def option(table: Board, choice: Choice) -> Unit:
    """Answer the options of the moving unit in a ZOC."""
    uid = table.state.mover
    drive(ask_zoc(table, uid), {"zoc_option": choice})
    return table.state.units[uid]


def finished(table: Board) -> bool:
    """Whether the move under way is at its end."""
    return over(table) or table.state.progress.pending == OVER


def short(table: Board) -> list[str]:
    """The rules that have cut orders short."""
    return [shortfall.rule for shortfall in table.shortfalls]
