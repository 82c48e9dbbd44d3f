"""[command] The Command Phase, segment by segment."""

from __future__ import annotations

from engines.core.show.asks import Procedure
from engines.eagle.setup import Board


def switches_step(table: Board) -> Procedure[None] | None:  # noqa: ARG001 - to be written
    """[order.maneuver.attacked] [order.reserve.switch] Alarmed groups turn to Defend."""
    return None


def sending_step(table: Board) -> Procedure[None] | None:  # noqa: ARG001 - to be written
    """[command.first_turn.draw] [command.dispatch] Counters on turn 1, couriers later, in secret."""
    return None


def cc_movement_step(table: Board) -> Procedure[None] | None:  # noqa: ARG001 - to be written
    """[command.ccmove.sequence] CC movement."""
    return None


def executing_step(table: Board) -> Procedure[None] | None:  # noqa: ARG001 - to be written
    """[command.first_turn.reveal] [command.execute.sequence] Orders take effect."""
    return None


def in_command_step(table: Board) -> Procedure[None] | None:  # noqa: ARG001 - to be written
    """[command.in_command] Who is in command."""
    return None
