"""What the computer players want of a position, by name; the weights stand in `opponent.yaml`."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import text
from grognard.engines.core.think.terms import Term, on_balance, weights_of, worth
from grognard.engines.europa.opponent.judge import FADES
from grognard.engines.europa.opponent.plan import PACKAGE, marches
from grognard.engines.europa.setup import Setup
from grognard.engines.europa.state import State, Unit
from grognard.engines.europa.supply.lines import unsupplied
from grognard.engines.europa.victory import verdict

SHAKEN = 0.3
"""What a unit that is disrupted counts for on its ground."""


def _units(setup: Setup, state: State, side: str) -> Iterator[Unit]:
    return (u for u in state.units.values() if u.on_map and setup.units[u.id].side == side)


def points(setup: Setup, state: State, side: str) -> float:
    """Victory points."""
    return float(verdict.points(setup, state)[side])


def units(setup: Setup, state: State, side: str) -> float:
    """Units on the map."""
    return float(sum(1 for _ in _units(setup, state, side)))


def ground(setup: Setup, state: State, side: str) -> float:
    """How near to the cities that count the units of a side are, each to the one that draws it most."""
    total = 0.0
    for unit in _units(setup, state, side):
        drawn = (
            worth * FADES**away
            for goal, worth in setup.goals.items()
            if (away := marches(setup, side, goal).get(unit.at)) is not None
        )
        total += max(drawn, default=0.0) * (SHAKEN if unit.disrupted else 1.0)
    return total


def order(setup: Setup, state: State, side: str) -> float:
    """Units that are disrupted; less is better."""
    return -float(sum(unit.disrupted for unit in _units(setup, state, side)))


def supply(setup: Setup, state: State, side: str) -> float:
    """Units out of supply; less is better."""
    return -float(len(unsupplied(setup, state, side)))


def depots(_setup: Setup, state: State, side: str) -> float:
    """Depots on the map."""
    return float(sum(holder == side for holder in state.depots.values()))


TERMS = (
    Term("points", text("victory points"), on_balance(points)),
    Term("units", text("the units left on both sides"), on_balance(units)),
    Term("ground", text("units near the cities that count"), on_balance(ground)),
    Term("order", text("units that are disrupted"), on_balance(order)),
    Term("supply", text("units out of supply"), on_balance(supply)),
    Term("depots", text("the Depots of both sides"), on_balance(depots)),
)


def value(setup: Setup, state: State, seat: str) -> float:
    """Judge a position for a seat by all its terms."""
    return worth(setup, state, seat, TERMS, weights_of(PACKAGE))
