"""[command.first_turn.assign] The order counters that lie before a side, to be given to its groups."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import text, verbatim
from grognard.engines.core.show.views import CardView
from grognard.engines.eagle.command.pool import initiative
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import ORDERS, State
from grognard.engines.eagle.tables import named_row


def laid_out(setup: Setup, state: State, side: str | None) -> Iterator[CardView]:
    """[command.first_turn.assign] Give the counters that a side has drawn and not given out; nobody else sees them."""
    open_groups = any(
        group.side == side and not state.groups[gid].counter for gid, group in setup.groups.items()
    )
    for counter in sorted(state.drawn.get(side or "", ()), key=int) if open_groups else ():
        sides = tuple(
            (order, named_row("orders", order), verbatim(str(initiative(counter, order))))
            for order in ORDERS
        )
        yield CardView(counter, side or "", text("Order counter"), sides=sides)
