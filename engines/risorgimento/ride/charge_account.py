"""[E.1] [geo.quarters] A charge as the State notes it: whether it is under way, and how far it may go."""

from __future__ import annotations

from typing import Any

from grognard.engines.core.data.frozen import evolve
from grognard.engines.risorgimento.field.footprint import on_table
from grognard.engines.risorgimento.ground.allowance import WHOLE, limit
from grognard.engines.risorgimento.movement.mover import storm_limit
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import Charge, State

QUARTER = WHOLE // 4
MOVING, CONTACT_MADE, OVER, RECALLED, FOLLOWED = "moving", "contact", "over", "recalled", "followed"


def charge_of(state: State, uid: str) -> Charge | None:
    """Return the charge a unit has made or makes this turn."""
    return next((charge for charge in state.charges if charge.unit == uid), None)


def moves(state: State, uid: str) -> bool:
    """Whether a unit's charge is under way: it still rides, in order."""
    charge, unit = charge_of(state, uid), state.units[uid]
    return charge is not None and charge.status == MOVING and on_table(unit) and not unit.routed


def alter(table: Board, uid: str, **changes: Any) -> Charge:
    """Replace fields of a unit's charge and return it.

    Raises:
        LookupError: the unit has no charge.
    """
    found = charge_of(table.state, uid)
    if found is None:
        message = f"{uid} does not charge"
        raise LookupError(message)
    new = evolve(found, **changes)
    table.update(charges=tuple(new if one is found else one for one in table.state.charges))
    return new


def most(setup: Setup, state: State, charge: Charge) -> int:
    """[geo.quarters] [geo.allowance] Return the limit of a charge's account, in thousandths.

    Quarters are those of the unreduced allowance; markers and storm lower the limit.
    """
    found, _ = limit(state.units[charge.unit])
    storm = storm_limit(setup, state)
    quarters = (4 - charge.after) * QUARTER
    return min(found, quarters, *(() if storm is None else (storm,)))
