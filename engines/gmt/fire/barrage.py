"""[8.2.barrage] The Artillery Barrage: one side fires all its guns, and nothing else happens."""

from __future__ import annotations

from grognard.engines.core.show.asks import Procedure
from grognard.engines.gmt.activation.activation import enter_activation
from grognard.engines.gmt.fire.fire import fire_phase
from grognard.engines.gmt.orders.ordering import remember
from grognard.engines.gmt.setup import Board


def barrage_step(table: Board) -> Procedure[None]:
    """[8.2.barrage] [bor.3] All artillery of the side may fire, the Guard's and the Reserve's too.

    No Fired marker is left: a gun that fired here may do all it likes in its own activation.
    """
    if not table.state.barrage:
        enter_activation(table, table.state.active, ())
        table.update(barrage=True)
    yield from fire_phase(table)
    enter_activation(table, table.state.active, ())
    remember(table, am="")
    table.update(barrage=False, done=())
