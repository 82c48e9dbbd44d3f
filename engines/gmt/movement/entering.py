"""[7.41] Reinforcements: by which hex they come in, and what that costs in a column."""

from __future__ import annotations

from grognard.engines.gmt.field.position import adjacent_enemies, controllers, enemy_of
from grognard.engines.gmt.movement.allowance import allowance
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State
from grognard.engines.gmt.tables import number


def entry_hex(setup: Setup, state: State, uid: str) -> str:
    """[7.41] [bor.14.enter] Return the hex by which a unit comes in, "" if it comes in nowhere."""
    flank = state.day.flank
    if flank is not None and uid in flank.units:
        return flank.entry
    command = setup.command_of(uid)
    return command.enters if command else ""


def entry_price(setup: Setup, state: State, uid: str) -> int:
    """[7.41] [7.37] MP of an entry hex for one unit: by the road if one leads in and no enemy is near, else its terrain."""
    at, arm = entry_hex(setup, state, uid), setup.types[uid].arm
    if _by_road(setup, state, uid, at):
        return setup.map.entry_cost(at, arm)
    return setup.map.hex_cost(at, arm)[0] or 0


def _by_road(setup: Setup, state: State, uid: str, at: str) -> bool:
    return setup.map.leads_in(at) and not adjacent_enemies(setup, state, at, setup.types[uid].side)


def entry_disorders(setup: Setup, state: State, uid: str) -> bool:
    """[tec.disorder] Whether the terrain of its entry hex Disorders a unit."""
    at, arm = entry_hex(setup, state, uid), setup.types[uid].arm
    return setup.map.hex_cost(at, arm)[1] and not _by_road(setup, state, uid, at)


def entry_cost(setup: Setup, state: State, uid: str) -> int:
    """[7.41] [6.33] A column: a unit pays its own entry cost and all that the earlier units paid.

    Disordered it pays for an enemy ZOC as well.
    """
    at = entry_hex(setup, state, uid)
    paid = state.entering.get(at, 0)
    shaken = state.units[uid].disordered or entry_disorders(setup, state, uid)
    if shaken and controllers(setup, state, at, enemy_of(setup.types[uid].side)):
        paid += number("disordered_zoc_mp")
    return entry_price(setup, state, uid) + paid


def can_enter(setup: Setup, state: State, uid: str) -> bool:
    """[7.41] Whether a reinforcement can pay for its entry hex in this activation."""
    unit = state.units[uid]
    return entry_cost(setup, state, uid) <= allowance(setup, state, unit)[0]
