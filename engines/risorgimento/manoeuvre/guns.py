"""[E.2.3.test] Batteries that cavalry comes upon in a move: where their crew is tested."""

from __future__ import annotations

from grognard.engines.risorgimento.army.units import BATTERY
from grognard.engines.risorgimento.field.footprint import base, on_table
from grognard.engines.risorgimento.field.ranges import ranges
from grognard.engines.risorgimento.movement.movement import CONTACT, Leg
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State

CREW = "crew:"
"""Before a battery among what a charge or a move has tested: its crew has taken its test, or evades it."""


def serves(setup: Setup, state: State, uid: str) -> bool:
    """[E.2.3.test] Whether a unit is an unlimbered battery with its crew, in order to be tested."""
    unit = state.units[uid]
    guns = setup.types[uid].arm == "artillery" and unit.formation == BATTERY
    return guns and on_table(unit) and not unit.routed and unit.spot is None


def crew_point(setup: Setup, state: State, guns: str, found: Leg) -> float | None:
    """[E.2.3.test] Return where a leg first comes within short range of a battery, None if it does not."""
    if not serves(setup, state, guns):
        return None
    reach = ranges(setup.types[guns].weapon, setup.scale)
    goal = base(setup, state.units[guns]).polygon
    within = (reach.short if reach else 0.0) + setup.eps

    def near(at: float) -> bool:
        return bool(found.place(at).polygon.distance(goal) <= within)

    if not near(found.length):
        return None
    low, high = 0.0, found.length
    while high - low > setup.eps / 2:
        mid = (low + high) / 2
        low, high = (low, mid) if near(mid) else (mid, high)
    return high


def met_guns(setup: Setup, state: State, uid: str, found: Leg) -> tuple[float, str] | None:
    """[E.2.3.test] Return where cavalry tests the crew of the battery that its leg ends at, and which.

    Whom it means to ride at shows only where a leg of its move comes into contact.
    """
    if setup.types[uid].arm != "cavalry" or found.stop is None or found.stop.kind != CONTACT:
        return None
    guns = found.stop.where[0]
    if f"{CREW}{guns}" in state.progress.tested:
        return None
    at = crew_point(setup, state, guns, found)
    return None if at is None else (at, guns)
