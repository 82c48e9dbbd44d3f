"""[5] Orders Commands, Orders status and the Overall Commander's range: state and predicates."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from grognard.engines.core.play.memo import Memo
from grognard.engines.gmt.day import PLANNED
from grognard.engines.gmt.field.position import enemy_hexes, on_map
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State
from grognard.engines.gmt.tables import number

UNDER_ORDERS = "under"
NO_ORDERS = "none"
FAILED = "failed"
HELD = "held"
"""[bor.1.reserve] No Orders, and not free to move: a Reserve group that Kutuzov has not ordered."""


_MEMBERS: Memo[tuple[str, ...]] = Memo(1024)
_PARTS: Memo[str] = Memo(4096)
_NEARBY: Memo[frozenset[str]] = Memo(16384)


def status(state: State, uid: str) -> str:
    """[5.26] [5.27] [5.28.fail] Return the Orders status of a unit."""
    return state.orders.get(uid, UNDER_ORDERS)


def flank_command(state: State) -> tuple[str, ...]:
    """[bor.14.declare] Return the units of the Flanking Command, once it has left."""
    flank = state.day.flank
    return flank.units if flank is not None and flank.status != PLANNED else ()


def flank_ordered(state: State) -> tuple[str, ...]:
    """[bor.14.declare] [bor.14.orders] Return the units that the Flanking Manoeuvre puts Under Orders.

    On its own turn one of Napoleon's Orders goes to them; once away they have Orders always.
    """
    flank = state.day.flank
    today = flank is not None and (flank.status != PLANNED or flank.turn == state.turn)
    return flank.units if flank is not None and today else ()


def group_members(setup: Setup, state: State, group: str) -> tuple[str, ...]:
    """[5.11] Return the units of an Activation Group that are on the map."""
    units = state.units
    members = _MEMBERS.get((setup, group))
    if members is None:
        listed = tuple(uid for uid, kind in setup.types.items() if kind.group == group)
        members = _MEMBERS.keep((setup, group), listed)
    return tuple([uid for uid in members if uid in units and on_map(units[uid])])


def part_of(setup: Setup, uid: str) -> str:
    """[bor.2.transmit] Return the command inside its group that a unit is of, else its group."""
    found = _PARTS.get((setup, uid))
    if found is None:
        kind = setup.types[uid]
        group = setup.groups.get(kind.group)
        parts = group.parts if group else ()
        part = next((part for part, _, units in parts if uid in units), kind.group)
        found = _PARTS.keep((setup, uid), part)
    return found


def part_name(setup: Setup, uid: str, part: str) -> str:
    """Name the group of a unit, or a command inside it, by its id."""
    group = setup.groups.get(setup.types[uid].group)
    names = {known: name for known, name, _ in group.parts} if group else {}
    return names.get(part) or setup.group_name(part)


def command_of(setup: Setup, state: State, uid: str) -> tuple[str, ...]:
    """[5.12.chain] Return the Orders Command of a unit: its Activation Group's units linked to it
    by steps of at most two hexes that enemy units block (their ZOC does not).

    In the Cavalry Reserve the chain is traced within one of its commands only (bor.2.transmit); the
    Flanking Command is one Orders Command wherever its units are (bor.14.declare). So all may know it.
    """
    return linked(setup, state, uid, flank_command(state))


def own_command_of(setup: Setup, state: State, uid: str) -> tuple[str, ...]:
    """[bor.14.declare] Return the Orders Command of a unit as its owner knows it.

    The units chosen for a Flanking Manoeuvre are one already on its day, and of no other; that is no
    enemy's to know before they leave.
    """
    return linked(setup, state, uid, flank_ordered(state))


def linked(setup: Setup, state: State, uid: str, apart: tuple[str, ...]) -> tuple[str, ...]:
    """[5.12.chain] Return the units linked to one, those that stand `apart` being a command of their own."""
    if uid in apart:
        return tuple(other for other in apart if on_map(state.units[other]))
    part = part_of(setup, uid)
    members = tuple(
        other
        for other in group_members(setup, state, setup.types[uid].group)
        if part_of(setup, other) == part and other not in apart
    )
    at = {other: state.units[other].at for other in members}
    closed = enemy_hexes(setup, state, setup.types[uid].side)
    linked, frontier = {uid}, [uid]
    while frontier:
        near = _reached(setup, at[frontier.pop()], closed)
        joined = [other for other in members if other not in linked and at[other] in near]
        linked.update(joined)
        frontier += joined
    return tuple(other for other in members if other in linked)


def _reached(setup: Setup, start: str, closed: frozenset[str]) -> AbstractSet[str]:
    """Hexes within the chain's distance by a path that enters no enemy hex."""
    near = _NEARBY.get((setup, start))
    if near is None:
        around = frozenset(setup.map.grid.within(start, number("command_chain")))
        near = _NEARBY.keep((setup, start), around)
    if closed.isdisjoint(near):
        return near
    found, edge = {start}, [start]
    for _ in range(number("command_chain")):
        edge = [
            other
            for hex_id in edge
            for other in setup.map.grid.adjacent(hex_id)
            if other not in found and other not in closed
        ]
        found.update(edge)
    return found


def leader_in_range(setup: Setup, state: State, uids: Iterable[str]) -> str | None:
    """[5.61] Return the Overall Commander within Orders Range of any of the units, or None.

    The range is counted from the commander to the unit, his own hex not counted.
    """
    for uid in uids:
        side = setup.types[uid].side
        for leader, hex_id in state.leaders.items():
            card = setup.leaders[leader]
            near = setup.map.grid.distance(hex_id, state.units[uid].at)
            if card["side"] == side and near <= int(card["orders_range"]):
                return leader
    return None


def command_rating(setup: Setup, leader: str) -> int:
    """[5.61] Return the Command Rating, a negative number."""
    return int(setup.leaders[leader]["command_drm"])
