"""What the computer players want of a position, by name; the weights stand in `opponent.yaml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from grognard.engines.core.data.tabledata import read_data
from grognard.engines.core.data.text import text
from grognard.engines.core.think.terms import Term, on_balance, weights_of
from grognard.engines.core.think.terms import worth as worth_by
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import State, Unit
from grognard.engines.eagle.victory.verdict import points_of

PACKAGE = "grognard.engines.eagle.opponent"


@cache
def _shaken() -> Mapping[str, float]:
    """Return by how much a figure counts for less, by the state of its unit."""
    raw = read_data(PACKAGE, "opponent.yaml", "order")
    return {name: float(value) for name, value in raw.items()}


def _units(setup: Setup, state: State, side: str) -> Iterator[Unit]:
    return (u for u in state.units.values() if u.on_map and setup.units[u.id].side == side)


def points(setup: Setup, state: State, side: str) -> float:
    """[turn.victory] Points as they would count now: losses, objectives, who has left by a road."""
    return float(points_of(setup, state, side))


def figures(setup: Setup, state: State, side: str) -> float:
    """Figures left."""
    return float(sum(unit.figures for unit in _units(setup, state, side)))


def order(setup: Setup, state: State, side: str) -> float:
    """How shaken they are; less is better."""
    shaken = _shaken()
    return -sum(
        u.figures * shaken.get(u.state, shaken["other"]) for u in _units(setup, state, side)
    )


def objectives(_setup: Setup, state: State, side: str) -> float:
    """Objectives held."""
    return float(sum(holder == side for holder in state.holders.values()))


def ground(setup: Setup, state: State, side: str) -> float:
    """How far the units are from the nearest objective; less is better."""
    grid = setup.map.grid
    goals = [goal.at for goal in setup.objectives if goal.at in grid]
    gaps = (min(grid.distance(u.at, at) for at in goals) for u in _units(setup, state, side))
    return -float(sum(gaps)) if goals else 0.0


def commanders(setup: Setup, state: State, side: str) -> float:
    """Commanders on the map."""
    here = (one for one in state.commanders.values() if one.on_map)
    return float(sum(setup.chiefs[one.id].side == side for one in here))


TERMS = (
    Term("points", text("the points as they stand"), on_balance(points)),
    Term("figures", text("the figures left on both sides"), on_balance(figures)),
    Term("order", text("units that are disordered or routed"), on_balance(order)),
    Term("objectives", text("the objectives held"), on_balance(objectives)),
    Term("ground", text("how near the troops are to the objectives"), on_balance(ground)),
    Term("commanders", text("the commanders"), on_balance(commanders)),
)


def value(setup: Setup, state: State, seat: str) -> float:
    """Judge a position for a seat by all its terms."""
    return worth_by(setup, state, seat, TERMS, weights_of(PACKAGE))
