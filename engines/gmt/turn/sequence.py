"""[3.C] The steps of an activation, the same in every scenario."""

from __future__ import annotations

from collections.abc import Callable

from grognard.engines.core.data.text import text
from grognard.engines.core.play.turn import Step
from grognard.engines.core.show.asks import Procedure
from grognard.engines.gmt.activation.activation import move_phase, order_phase
from grognard.engines.gmt.field.effects import afresh
from grognard.engines.gmt.fire.fire import fire_phase
from grognard.engines.gmt.morale.morale import rally_phase
from grognard.engines.gmt.setup import Board
from grognard.engines.gmt.shock.phase import SHOCK

Then = Callable[[Board], str | None]
ORDER = text("Order of stacks")


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
            Step("order.start", ORDER, "6.24", start, box=text("Order")),
            Step("fire", text("Artillery fire"), "8.1", fire_phase, afresh, box=text("Fire")),
            # [7.36.mark] The Fired marker goes after all movement; that the gun fired still bars Rally.
            Step("move", text("Movement"), "7.31", move_phase, afresh, box=text("Move")),
            SHOCK,
            Step("rally", text("Rally"), "10.1", rally_phase, box=text("Rally")),
            Step("order.end", ORDER, "6.24", order_phase, afresh, box=text("Order")),
        ),
    )
