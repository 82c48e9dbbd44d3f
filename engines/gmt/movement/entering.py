"""[7.41] Reinforcements: by which hex they come in, and what that costs in a column."""

from __future__ import annotations

from grognard.engines.gmt.movement.allowance import allowance
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State


def entry_hex(setup: Setup, state: State, uid: str) -> str:
    """[7.41] [bor.14.enter] Return the hex by which a unit comes in, "" if it comes in nowhere."""
    flank = state.day.flank
    if flank is not None and uid in flank.units:
        return flank.entry
    command = setup.command_of(uid)
    return command.enters if command else ""


def entry_price(setup: Setup, state: State, uid: str) -> int:
    """[7.41] MP of an entry hex for one unit: by the road if one leads in, else its terrain."""
    return setup.map.entry_cost(entry_hex(setup, state, uid), setup.types[uid].arm)


def entry_cost(setup: Setup, state: State, uid: str) -> int:
    """[7.41] A column: a unit pays its own entry cost and all that the earlier units paid."""
    paid = state.entering.get(entry_hex(setup, state, uid), 0)
    return entry_price(setup, state, uid) + paid


def can_enter(setup: Setup, state: State, uid: str) -> bool:
    """[7.41] Whether a reinforcement can pay for its entry hex in this activation."""
    unit = state.units[uid]
    return entry_cost(setup, state, uid) <= allowance(setup, state, unit)[0]
