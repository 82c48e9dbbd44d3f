"""What the computer players want of a position, by name; the weights stand in `opponent.yaml`."""

from __future__ import annotations

from collections.abc import Callable

from grognard.engines.core.data.text import text
from grognard.engines.core.think.terms import Term
from grognard.engines.risorgimento.army.units import TABLE, Unit
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.table.invariants import approach as nearness

PACKAGE = "grognard.engines.risorgimento.opponent"
Measured = Callable[[Unit], float]


def _units(setup: Setup, state: State, seat: str, measure: Measured) -> float:
    """Add up a measure of the units still there, own less the enemy's."""
    side, total = setup.side_of(seat), 0.0
    for uid, unit in state.units.items():
        if unit.place in (TABLE, "waiting"):
            total += measure(unit) * (1 if setup.types[uid].side == side else -1)
    return total


def strength(setup: Setup, state: State, seat: str) -> float:
    """Half companies still there; of those that run a quarter."""
    return _units(setup, state, seat, lambda unit: unit.halves * (0.25 if unit.routed else 1.0))


def morale(setup: Setup, state: State, seat: str) -> float:
    """The heart that units have left."""
    return _units(setup, state, seat, lambda unit: unit.vm)


def order(setup: Setup, state: State, seat: str) -> float:
    """Disorder; less is better."""
    return _units(setup, state, seat, lambda unit: -unit.disorder)


def places(setup: Setup, state: State, seat: str) -> float:
    """The places worth holding, by who holds them."""
    side, total = setup.side_of(seat), 0.0
    for one in setup.objectives:
        held = state.held.get(one.id, "")
        total += (2.0 + one.points / 5) * ((held == side) - (held not in ("", side)))
    return total


def points(setup: Setup, state: State, seat: str) -> float:
    """Victory points, own less the enemy's."""
    side = setup.side_of(seat)
    return float(sum(n if who == side else -n for who, n in state.points.items()))


def approach(setup: Setup, state: State, seat: str) -> float:
    """How near the troops are to the places that the enemy holds."""
    side = setup.side_of(seat)
    return nearness(setup, state, side) if side else 0.0


TERMS = (
    Term("strength", text("the strength left on both sides"), strength),
    Term("morale", text("the morale of the units"), morale),
    Term("order", text("units in disorder"), order),
    Term("places", text("the places worth holding"), places),
    Term("approach", text("how near the troops are to their goals"), approach),
    Term("points", text("victory points"), points),
)
