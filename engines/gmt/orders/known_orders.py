"""[5.23] The Orders of a unit as its owner knows them, and as much of them as the enemy sees."""

from __future__ import annotations

from grognard.engines.core.data.frozen import evolve
from grognard.engines.gmt.day import Marker
from grognard.engines.gmt.orders.initiative import group_of_am
from grognard.engines.gmt.orders.ordering import markers_of
from grognard.engines.gmt.orders.orders import HELD, NO_ORDERS, UNDER_ORDERS, flank_ordered, status
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State


def marker_of(setup: Setup, state: State, uid: str) -> Marker | None:
    """[5.23] Return the Orders marker beside the command a unit is of, None where none lies."""
    laid = markers_of(state, setup.types[uid].side)
    return next((marker for marker in laid if uid in marker.units), None)


def is_shown(setup: Setup, state: State, uid: str) -> bool:
    """[5.23] [5.43] Whether all may know the Orders of a unit: it acts, or its group does."""
    playing = group_of_am(setup, state.day.am)
    return uid in state.began or (playing is not None and playing.id == setup.types[uid].group)


def orders_of(setup: Setup, state: State, uid: str) -> str:
    """[5.26] [5.27] [bor.1.reserve] Return the Orders of a unit, whoever is acting.

    What Individual Orders bring holds for the group's own activation alone (5.28.success); at all
    other times the unit has what its marker says.
    """
    side = setup.types[uid].side
    if is_shown(setup, state, uid) or not markers_of(state, side):
        return status(state, uid)
    marker = marker_of(setup, state, uid)
    if (marker is not None and marker.under) or uid in flank_ordered(state):
        return UNDER_ORDERS
    group = setup.groups.get(setup.types[uid].group)
    return HELD if group is not None and group.army == "reserve" else NO_ORDERS


def known_orders(setup: Setup, state: State, seat: str | None, uid: str) -> str | None:
    """[5.23] Return a unit's Orders as a seat knows them, None while the enemy's lie face down."""
    own = seat is not None and seat == setup.seat_of(setup.types[uid].side)
    if own or is_shown(setup, state, uid):
        return orders_of(setup, state, uid)
    marker = marker_of(setup, state, uid)
    if marker is None or not marker.revealed:
        return None
    # A plan to go round puts units Under Orders too, and is nobody else's to know (bor.14.declare).
    return orders_of(setup, evolve(state, day=evolve(state.day, flank=None)), uid)


def as_known(setup: Setup, state: State, seat: str | None, uid: str) -> State:
    """Return the position in which a unit has the Orders a seat knows of; unknown ones are Under.

    A Reserve Activation restricts those who make it, not the units that stand by (5.53).
    """
    orders = {other: what for other, what in state.orders.items() if other != uid}
    known = known_orders(setup, state, seat, uid)
    if known not in (None, UNDER_ORDERS):
        orders[uid] = str(known)
    acts = uid in state.began
    return evolve(state, orders=orders, reserve_activation=state.reserve_activation and acts)
