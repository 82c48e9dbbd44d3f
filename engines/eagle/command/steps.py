"""[turn.structure] The Command Phase, segment by segment."""

from __future__ import annotations

from grognard.engines.core.show.asks import Procedure
from grognard.engines.eagle.command.cc_movement import move_ccs
from grognard.engines.eagle.command.counters import first_orders, reveal_counters
from grognard.engines.eagle.command.couriers import send_couriers
from grognard.engines.eagle.command.executing import execute_orders
from grognard.engines.eagle.command.in_command import check_command
from grognard.engines.eagle.command.taking_up import form_column, take_up
from grognard.engines.eagle.setup import Board
from grognard.engines.eagle.state import LINE, SQUARE


def switches_step(table: Board) -> None:
    """[order.maneuver.attacked] [order.reserve.switch] Alarmed groups turn to Defend on the counter they have.

    [order.maneuver.column] The infantry of a group with Manoeuvre is in column then, also one that was not
    attacked: a square that it has formed against a charge is left.
    """
    for gid, group in table.state.groups.items():
        if group.order == "maneuver":
            form_column(table, gid, (LINE, SQUARE))
        if group.alarmed:
            rule = (
                "order.maneuver.attacked" if group.order == "maneuver" else "order.reserve.switch"
            )
            take_up(table, gid, "defend", rule)


def sending_step(table: Board) -> Procedure[None]:
    """[command.first_turn.assign] [command.dispatch] Counters on turn 1, couriers later, in secret."""
    if table.state.turn == 1:
        yield from first_orders(table)
    else:
        yield from send_couriers(table)


def cc_movement_step(table: Board) -> Procedure[None]:
    """[command.ccmove.timing] CCs move after couriers are placed and before orders are tested."""
    yield from move_ccs(table)


def executing_step(table: Board) -> Procedure[None]:
    """[command.first_turn.reveal] [command.execute.sequence] Orders take effect: all at once on turn 1."""
    if table.state.turn == 1:
        reveal_counters(table)
        return
    yield from execute_orders(table)


def in_command_step(table: Board) -> None:
    """[command.in_command] The check is made once, after orders have been executed."""
    check_command(table)
