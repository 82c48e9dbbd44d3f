"""[3.0] The battle of 7 September: Orders, Initiative, activations, reserves, morale, commanders."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.core.data.frozen import evolve
from engines.core.show.asks import Procedure
from engines.gmt.borodino.deployment import deployment_step
from engines.gmt.borodino.destruction import destruction_step
from engines.gmt.borodino.flanking import departures, flank_step
from engines.gmt.borodino.victory import verdict
from engines.gmt.field.features import standing
from engines.gmt.movement.extended import end_window
from engines.gmt.movement.overstack import still_loose
from engines.gmt.orders.initiative import (
    draw_step,
    first_am_step,
    initiative_step,
    special_ams_step,
)
from engines.gmt.orders.ordering import assign_step, begin_turn, delay_step, remember
from engines.gmt.orders.overall import overall_step, watched
from engines.gmt.setup import Board
from engines.gmt.turn.barrage import barrage_step
from engines.gmt.turn.individual import individual_step
from engines.gmt.turn.reserve import end_reserve, order_of_play, reserve_step
from engines.gmt.turn.sequence import activation, is_activation, morale

STEPS: Mapping[str, Callable[[Board], Procedure[None]]] = {
    "orders.delay": delay_step,
    "orders.assign": assign_step,
    "initiative": initiative_step,
    "special_ams": special_ams_step,
    "first_am": first_am_step,
    "draw": draw_step,
    "individual": individual_step,
    "barrage": barrage_step,
    "destruction": destruction_step,
    "flank": flank_step,
    "reserve.order": lambda table: order_of_play(table, "reserve_order", "5.51", "reserve"),
    "reserve": reserve_step,
    "overall.order": lambda table: order_of_play(table, "leader_order", "5.62", "overall"),
    "overall": overall_step,
}
"""[3.0] The steps of a turn besides activations and group morale, by their phase."""


def play(table: Board) -> Procedure[None]:
    """[3.0] [bor.length] Set up, then twelve turns of phases A to F."""
    base = table.setup
    while True:
        table.setup = standing(base, table.state.features)
        yield from watched(table, _step(table))


def _step(table: Board) -> Procedure[None]:
    phase = table.state.phase
    if phase.startswith("setup"):
        yield from deployment_step(table)
    elif is_activation(phase):
        yield from activation(table, close_activation)
    elif phase.startswith("morale."):
        yield from morale(table, _after_morale)
    elif phase == "end":
        end_turn(table)
    else:
        yield from STEPS[phase](table)


def close_activation(table: Board) -> Procedure[None]:
    """[5.44] [5.28.success] The AM is set aside; Individual Orders end with the activation."""
    end_window(table)
    if table.state.reserve_activation:
        end_reserve(table)
    else:
        remember(table, am="", tried=())
        table.update(phase="draw", began={}, done=(), orders={})
    return
    yield  # nobody is asked here


def _after_morale(table: Board) -> None:
    table.update(phase="overall.order", done=(), orders={})


def end_turn(table: Board) -> None:
    """[bor.length] [bor.14.leave] The next turn, or after the last one the verdict."""
    departures(table)
    table.update(day=evolve(table.state.day, loose=still_loose(table.setup, table.state)))
    if table.state.turn >= table.setup.turns:
        table.end(verdict(table.setup, table.state))
    table.update(turn=table.state.turn + 1)
    begin_turn(table)
