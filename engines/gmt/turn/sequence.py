"""[3.C] The steps of an activation and of the Group Morale Phase, the same in every scenario."""

from __future__ import annotations

from collections.abc import Callable

from engines.core.show.asks import Procedure
from engines.gmt.activation.activation import move_phase, order_phase
from engines.gmt.fire.fire import fire_phase
from engines.gmt.morale.morale import (
    box_step,
    collapse_step,
    rally_phase,
    recovery_step,
    return_step,
)
from engines.gmt.setup import Board
from engines.gmt.shock.shock import shock_phase

STEPS = ("order.start", "fire", "move", "shock.", "rally", "order.end")
"""The words with which the phases of an activation begin."""


def is_activation(phase: str) -> bool:
    """Whether a phase belongs to an activation."""
    return phase.startswith(STEPS)


def activation(table: Board, close: Callable[[Board], Procedure[None]]) -> Procedure[None]:
    """[3.C] All fire precedes all movement, all movement precedes all Shock, Rally comes last.

    `close` ends the activation and names the next phase.
    """
    phase = table.state.phase
    if phase == "order.start":
        yield from order_phase(table)
        table.update(phase="fire", done=())
    elif phase == "fire":
        yield from fire_phase(table)
        table.update(phase="move", done=())
    elif phase == "move":
        yield from move_phase(table)
        # [7.36.mark] The Fired marker goes after all movement; that the gun fired still bars Rally.
        table.update(phase="shock.declare", done=())
    elif phase.startswith("shock."):
        yield from shock_phase(table)
    elif phase == "rally":
        yield from rally_phase(table)
        table.update(phase="order.end", done=())
    else:
        yield from order_phase(table)
        yield from close(table)


def morale(table: Board, close: Callable[[Board], None]) -> Procedure[None]:
    """[10.51] Collapse, then Recovery rolls and returns, then the boxes; `close` goes on."""
    phase = table.state.phase
    if phase == "morale.collapse":
        collapse_step(table)
        table.update(phase="morale.recovery")
    elif phase == "morale.recovery":
        recovery_step(table)
        table.update(phase="morale.place", done=())
    elif phase == "morale.place":
        yield from return_step(table)
        table.update(phase="morale.boxes", done=())
    else:
        box_step(table)
        close(table)
