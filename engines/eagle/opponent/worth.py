"""How good a position is on the whole: what the greedy computer player wants."""

from __future__ import annotations

from engines.eagle.setup import SIDES, Setup, enemy_of
from engines.eagle.state import State


def value(setup: Setup, state: State, seat: str) -> float:
    """Judge a position: figures left and their order, and objectives held."""
    side = setup.side_of(seat) or SIDES[0]
    return _worth(setup, state, side) - _worth(setup, state, enemy_of(side))


def _worth(setup: Setup, state: State, side: str) -> float:
    grid, total = setup.map.grid, 0.0
    total += 6.0 * sum(holder == side for holder in state.holders.values())
    goals = [goal.at for goal in setup.objectives if goal.at in grid]
    for uid, unit in state.units.items():
        if setup.units[uid].side != side or not unit.on_map:
            continue
        total += unit.figures * {"good": 1.0, "disordered": 0.8}.get(unit.state, 0.4)
        total -= 0.03 * min((grid.distance(unit.at, at) for at in goals), default=0)
    return total + sum(
        2.0
        for commander in state.commanders.values()
        if commander.on_map and setup.chiefs[commander.id].side == side
    )
