"""How good a position is for a seat: what the greedy computer player wants."""

from __future__ import annotations

from engines.gmt.field.position import enemy_of, units_of
from engines.gmt.setup import Setup
from engines.gmt.state import RESERVE, State


def value(setup: Setup, state: State, seat: str) -> float:
    """Judge by strength left, Disorder, nearness to the objective, and who holds it."""
    side = next(s.side for s in setup.info.seats if s.id == seat)
    return _worth(setup, state, side) - _worth(setup, state, enemy_of(side))


def _worth(setup: Setup, state: State, side: str) -> float:
    total = 8.0 if state.holder == side else 0.0
    grid = setup.map.grid
    for unit in units_of(setup, state, side):
        kind = setup.types[unit.id]
        strength = (kind.shock or kind.fire) * (0.6 if unit.disordered else 1.0)
        near = grid.distance(unit.at, setup.objective) if setup.objective in grid else 0
        total += strength - (0.02 * near * strength if not kind.is_artillery else 0.01 * near)
    waiting = (u for u in state.units.values() if u.at == RESERVE)
    total += sum(setup.types[u.id].shock * 0.5 for u in waiting if setup.types[u.id].side == side)
    return total
