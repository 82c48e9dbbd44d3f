"""[3.C] The steps of an activation and of the Group Morale Phase, the same in every scenario."""

from __future__ import annotations

from collections.abc import Callable

from engines.core.data.text import text
from engines.core.play.turn import Step
from engines.core.show.asks import Procedure
from engines.gmt.activation.activation import move_phase, order_phase
from engines.gmt.attack import declared_attacks as book
from engines.gmt.charge import charge
from engines.gmt.charge.countercharge import squares_and_counter_charges
from engines.gmt.fire.fire import fire_phase
from engines.gmt.morale.morale import (
    box_step,
    collapse_step,
    rally_phase,
    recovery_step,
    return_step,
)
from engines.gmt.setup import Board
from engines.gmt.shock.commitment import commit_all
from engines.gmt.shock.reaction_fire import reaction_fire
from engines.gmt.shock.retreat_before import retreats_before_shock
from engines.gmt.shock.shock import declare
from engines.gmt.shock.shock_resolution import resolve_all
from engines.gmt.state import Battle

Then = Callable[[Board], str | None]


def afresh(table: Board) -> None:
    """Begin a step: what was done in the one before is forgotten."""
    table.update(done=())


def nothing_declared(table: Board) -> bool:
    """[9.1] With no declared attack left the phase ends at once."""
    return not book.live(table.state)


def recall_step(table: Board) -> Procedure[None]:
    """[9.82] Charges are recalled from squares; who is left may be attacked over a wider front."""
    yield from charge.recall_from_squares(table)
    book.widen(table)


def close_shock(table: Board) -> None:
    """[9.84] Cavalry that charged is Disordered as the phase ends."""
    charge.disorder_chargers(table)
    table.update(battle=Battle())


SHOCK: Step[Board] = Step(
    "shock",
    text("Shock and Charge"),
    "9.1",
    box=text("Shock"),
    closes=nothing_declared,
    steps=(
        Step("shock.declare", text("Shock: declaration"), "9.1", declare, afresh),
        Step("shock.retreat", text("Shock: retreat before Shock"), "9.31", retreats_before_shock),
        Step("shock.commitment", text("Shock: commitment"), "9.41", commit_all),
        Step(
            "shock.charge_move",
            text("Shock: charging units move"),
            "9.81.route",
            charge.charge_home,
        ),
        Step(
            "shock.square",
            text("Shock: infantry forms square"),
            "9.85",
            squares_and_counter_charges,
        ),
        Step("shock.recall", text("Shock: recall of charges"), "9.82", recall_step),
        Step("shock.reaction", text("Shock: Reaction Fire"), "8.6", reaction_fire),
        Step("shock.resolve", text("Shock: resolution"), "9.51", resolve_all),
        Step("shock.end", text("Shock: end"), "9.84", close_shock),
    ),
)


def activation(then: Then, start: Callable[[Board], Procedure[None]] = order_phase) -> Step[Board]:
    """[3.C] All fire precedes all movement, all movement precedes all Shock, Rally comes last.

    `then` ends the activation and says what follows; `start` is what it begins with.
    """
    return Step(
        "activation",
        text("Activation"),
        "3.C",
        then=then,
        steps=(
            Step("order.start", text("Order of stacks"), "6.24", start, box=text("Order")),
            Step("fire", text("Artillery fire"), "8.1", fire_phase, afresh, box=text("Fire")),
            # [7.36.mark] The Fired marker goes after all movement; that the gun fired still bars Rally.
            Step("move", text("Movement"), "7.31", move_phase, afresh, box=text("Move")),
            SHOCK,
            Step("rally", text("Rally"), "10.1", rally_phase, box=text("Rally")),
            Step(
                "order.end", text("Order of stacks"), "6.24", order_phase, afresh, box=text("Order")
            ),
        ),
    )


def morale(then: Then) -> Step[Board]:
    """[10.51] Collapse, then Recovery rolls and returns, then the boxes; `then` says what follows."""
    return Step(
        "morale",
        text("Group Morale Phase"),
        "10.51",
        then=then,
        box=text("Morale"),
        steps=(
            Step("morale.collapse", text("Group morale: Collapse"), "10.52", collapse_step, afresh),
            Step("morale.recovery", text("Group morale: Recovery rolls"), "10.2", recovery_step),
            Step("morale.place", text("Group morale: units return"), "10.3", return_step, afresh),
            Step("morale.boxes", text("Group morale: boxes move up"), "10.4", box_step, afresh),
        ),
    )
