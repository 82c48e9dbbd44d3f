"""[command.counter] [command.dispatch] What a side sees of orders and couriers."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.frozen import evolve
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import State


def is_known(setup: Setup, state: State, group: str, side: str | None) -> bool:
    """[command.counter] Whether a side sees the order of a group: its own, and any that lies open."""
    return state.groups[group].shown or setup.groups[group].side == side


def sees_courier(setup: Setup, state: State, group: str, side: str | None) -> bool:
    """[command.dispatch] Whether a side sees that a courier rides: both do, once all are sent."""
    own = setup.groups[group].side == side
    return bool(state.groups[group].courier) and (state.phase != "command.sending" or own)


def bearers(setup: Setup, state: State) -> dict[str, str]:
    """[command.counter] Return by piece the group whose counter lies beside it.

    It lies with the commander of the group; where he is not on the map, with the first of its units.
    """
    found: dict[str, str] = {}
    for gid, group in setup.groups.items():
        chiefs = (c.id for c in state.commanders.values() if c.group == gid and c.on_map)
        units = (uid for uid in group.units if state.units[uid].on_map)
        bearer = next(chiefs, None) or next(units, None)
        if bearer is not None:
            found[bearer] = gid
    return found


def order_marks(setup: Setup, state: State, group: str, side: str | None) -> Iterator[str]:
    """Give the theme keys of a group's order counter, or of its back, and of its courier."""
    holds = state.groups[group]
    if is_known(setup, state, group, side):
        if holds.order:
            yield f"order_{holds.order}"
    else:
        yield "order_down"
    if sees_courier(setup, state, group, side):
        yield "courier"


def as_known(setup: Setup, state: State, seat: str | None) -> State:
    """[command.counter] [command.dispatch] Return the State as a seat knows it.

    An order face down is taken for Attack, its counter for none, and so is the order of a courier.
    """
    side = setup.side_of(seat)
    hidden = {
        gid: evolve(group, order="attack", counter="")
        for gid, group in state.groups.items()
        if not is_known(setup, state, gid, side)
    }
    groups = {**state.groups, **hidden}
    for gid, group in groups.items():
        if group.courier and setup.groups[gid].side != side:
            seen = "attack" if sees_courier(setup, state, gid, side) else ""
            groups[gid] = evolve(group, courier=seen)
    return state if groups == state.groups else evolve(state, groups=groups)
