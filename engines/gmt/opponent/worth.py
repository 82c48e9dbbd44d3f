"""What the computer players want of a position, by name; the weights stand in `opponent.yaml`."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import text
from grognard.engines.core.think.terms import Term, on_balance, weights_of
from grognard.engines.core.think.terms import worth as worth_by
from grognard.engines.gmt.borodino import victory
from grognard.engines.gmt.field.position import enemy_hexes, units_of
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import RESERVE, State, Unit

PACKAGE = "grognard.engines.gmt.opponent"
WAITING = 0.5
"""What a unit in reserve counts for."""
GUNS = 0.5
"""What nearness counts for guns, whatever their strength."""
CLOSE = ("woods", "village", "castle")
"""Where cavalry is of no use."""


def _strength(setup: Setup, unit: Unit) -> float:
    kind = setup.types[unit.id]
    return float(kind.shock or kind.fire)


def points(setup: Setup, state: State, side: str) -> float:
    """Who holds the objective; of 7 September the victory points, as many as it is worth there."""
    if setup.structure == "borodino":
        return victory.points(setup, state, side) / int(victory.rows()["hex_3417"]["vp"])
    return float(state.holder == side)


def force(setup: Setup, state: State, side: str) -> float:
    """The strength on the map, and part of that in reserve."""
    here = sum(_strength(setup, unit) for unit in units_of(setup, state, side))
    waiting = (u for u in state.units.values() if u.at == RESERVE)
    return here + WAITING * sum(
        setup.types[u.id].shock for u in waiting if setup.types[u.id].side == side
    )


def order(setup: Setup, state: State, side: str) -> float:
    """The strength of units that are Disordered; less is better."""
    units = (unit for unit in units_of(setup, state, side) if unit.disordered)
    return -sum(_strength(setup, unit) for unit in units)


def ground(setup: Setup, state: State, side: str) -> float:
    """How far the strength of a side is from the objective; less is better."""
    grid, goal, total = setup.map.grid, goal_of(setup), 0.0
    if goal not in grid:
        return 0.0
    for unit in units_of(setup, state, side):
        guns = setup.types[unit.id].is_artillery
        total -= grid.distance(unit.at, goal) * (GUNS if guns else _strength(setup, unit))
    return total


def goal_of(setup: Setup) -> str:
    """Return the hex the battle is about."""
    return victory.rows()["hex_3417"]["hex"] if setup.structure == "borodino" else setup.objective


def alone(setup: Setup, state: State, side: str) -> float:
    """The strength that a stronger enemy stands next to, with nobody beside it; less is better."""
    return -sum(mine for mine, theirs in _met(setup, state, side) if theirs > mine)


def _met(setup: Setup, state: State, side: str) -> Iterator[tuple[float, float]]:
    """Give for each stack that enemies and no friends stand next to its strength and theirs."""
    foes, grid = enemy_hexes(setup, state, side), setup.map.grid
    for at, stack in state.stacks.items():
        if at in foes or at not in grid:
            continue
        around = [hex_ for hex_ in grid.adjacent(at) if hex_ in state.stacks]
        if around and all(hex_ in foes for hex_ in around):
            theirs = (state.units[uid] for hex_ in around for uid in state.stacks[hex_])
            mine = sum(_strength(setup, state.units[uid]) for uid in stack)
            yield mine, sum(_strength(setup, unit) for unit in theirs)


def horse(setup: Setup, state: State, side: str) -> float:
    """Cavalry in woods or among houses; less is better."""
    units = (u for u in units_of(setup, state, side) if setup.types[u.id].arm == "cavalry")
    return -float(sum(setup.map.at(unit.at) in CLOSE for unit in units))


TERMS = (
    Term("points", text("the objective, or victory points"), on_balance(points)),
    Term("force", text("the strength left on both sides"), on_balance(force)),
    Term("order", text("units that are Disordered"), on_balance(order)),
    Term("ground", text("how near the troops are to the objective"), on_balance(ground)),
    Term("alone", text("units left alone before a stronger enemy"), on_balance(alone)),
    Term("horse", text("cavalry in woods or villages"), on_balance(horse)),
)


def value(setup: Setup, state: State, seat: str) -> float:
    """Judge a position for a seat by all its terms."""
    return worth_by(setup, state, seat, TERMS, weights_of(PACKAGE))
