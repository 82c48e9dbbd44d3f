"""[5] Named questions about Orders: commands, their Orders markers, the Pool."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engines.core.data.text import Text, all_of, counted, text
from grognard.engines.core.play.inquiries import inquiries
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.gmt.day import Marker
from grognard.engines.gmt.field.arguments import Placed, Side
from grognard.engines.gmt.field.position import on_map
from grognard.engines.gmt.orders.initiative import am_name, group_of_am, side_of_am
from grognard.engines.gmt.orders.known_orders import orders_of
from grognard.engines.gmt.orders.ordering import group_of, markers_of, name_of
from grognard.engines.gmt.orders.orders import (
    FAILED,
    HELD,
    NO_ORDERS,
    UNDER_ORDERS,
    command_of,
    command_rating,
    group_members,
    leader_in_range,
    own_command_of,
)
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State

STATUS_RULES = {
    UNDER_ORDERS: ("5.26", text("Under Orders")),
    NO_ORDERS: ("5.27", text("No Orders")),
    FAILED: ("5.28.fail", text("failed Individual Orders: may only Rally")),
    HELD: ("bor.1.reserve", text("Reserve without Orders: may not move")),
}


def command(setup: Setup, state: State, seat: str | None, unit: Placed) -> Answer:
    """[5.12.chain] The Orders Command of a unit, the rest of its group, its Orders, its commander.

    The value has `units` (of the command), `group`, `apart` (units of the group in other Orders
    Commands), `active` (all units of the group that act now, whatever their command), `in_range`
    (the Overall Commander in Orders Range of any unit of it, or null), `rating` (his Command Rating,
    0 without him) and `status`: under, none, failed or held; null for the enemy's, whose Orders are secret.
    """
    kind = setup.types[unit.id]
    members = _known_command(setup, state, seat, unit.id)
    group = group_members(setup, state, kind.group)
    apart = tuple(uid for uid in group if uid not in members)
    active = [uid for uid in group if uid in state.began]
    hexes = tuple(dict.fromkeys(state.units[uid].at for uid in members))
    lines = [
        text("Orders Command of {unit}: {units}", unit=kind.name, units=_names(setup, members))
    ]
    rules = ["5.12.chain", "5.12.member", "5.11"]
    if apart:
        lines.append(
            text(
                "Of the same group, but too far away: {units}",
                units=_names(setup, apart),
            )
        )
    if active:
        rules.append("5.12.activation")
        lines.append(text("Active with its group: {units}", units=_names(setup, active)))
    body = setup.groups.get(kind.group)
    if body is not None and unit.id in body.attached:
        rules.append("bor.attach")
        lines.append(text("Attached to {group}", group=body.name))
    if body is not None and body.parts:
        rules += ["bor.2", "bor.2.transmit"]
    value = {
        "units": list(members),
        "group": kind.group,
        "apart": list(apart),
        "active": active,
        **_commander(setup, state, members, rules, lines),
        "status": _status(setup, state, seat, unit.id, rules, lines),
    }
    overlay = Overlay("spaces", "command", hexes)
    return Answer(value, tuple(rules), tuple(lines), (overlay,))


def _known_command(setup: Setup, state: State, seat: str | None, uid: str) -> tuple[str, ...]:
    """[5.12.chain] [bor.14.declare] The Orders Command of a unit, as a seat knows it."""
    own = seat is not None and seat == setup.seat_of(setup.types[uid].side)
    return (own_command_of if own else command_of)(setup, state, uid)


def _names(setup: Setup, uids: Sequence[str]) -> Text:
    return all_of(setup.types[uid].name for uid in uids)


def _commander(
    setup: Setup, state: State, members: Sequence[str], rules: list[str], lines: list[Text]
) -> dict[str, object]:
    """[5.61] Who commands them from within Orders Range, and his Command Rating."""
    leader = leader_in_range(setup, state, members)
    if leader is None:
        return {"in_range": None, "rating": 0}
    rating = command_rating(setup, leader)
    rules.append("5.61")
    name = setup.leaders[leader].get("name", leader)
    lines.append(
        text("In Orders Range of {leader}, Command Rating {n}", leader=name, n=f"{rating:+d}")
    )
    return {"in_range": leader, "rating": rating}


def _status(  # noqa: PLR0913 - who asks about whom, and where the answer goes
    setup: Setup, state: State, seat: str | None, unit: str, rules: list[str], lines: list[Text]
) -> str | None:
    """[5.26] [5.27] [5.28.fail] The Orders of one's own unit."""
    if seat is None or seat != setup.seat_of(setup.types[unit].side):
        return None
    found = orders_of(setup, state, unit)
    rule, words = STATUS_RULES.get(found, STATUS_RULES[NO_ORDERS])
    rules.append(rule)
    lines.append(words)
    return found


def orders(setup: Setup, state: State, seat: str | None, side: Side) -> Answer:
    """[5.23] A side's Orders markers as a seat sees them.

    `markers` has for each its id, group, units and status: under, none, or hidden while the enemy
    has not turned it up. One's own side also has `left` (Orders Points), `army` and `barrage`
    (whether a point is set aside).
    """
    own = seat is not None and seat == setup.seat_of(side)
    rows, lines, hexes = [], [], []
    for marker in markers_of(state, side):
        status = seen(marker, own=own)
        rows.append(
            {
                "id": marker.id,
                "group": group_of(setup, marker),
                "units": list(marker.units),
                "status": status,
            }
        )
        words = text("{name}: {status}", name=name_of(setup, state, marker), status=STATUS[status])
        lines.append(words)
        if status == "under":
            hexes += [state.units[uid].at for uid in marker.units if on_map(state.units[uid])]
    value: dict[str, object] = {"markers": rows}
    if own:
        value |= {"left": state.day.orders_left, "barrage": side in state.day.points}
        value |= {"army": state.day.army} if side != setup.first_side else {}
    overlay = Overlay("spaces", "command", tuple(dict.fromkeys(hexes)))
    return Answer(value, ("5.23", "5.21"), tuple(lines), (overlay,))


def commands(setup: Setup, state: State, seat: str | None) -> Answer:
    """[5.12.chain] The Orders Commands of the group that acts, linked as their chains run.

    While a side gives its Orders these are its own commands that have them (5.23). `commands` has
    for each its units and its status: under, none, failed or held.
    """
    rows, lines, overlays = [], [], []
    for units, standing in _acting(setup, state, seat):
        rows.append({"units": list(units), "status": standing})
        words = STATUS.get(standing, STATUS["none"])
        count = counted(
            "{group}: {n} unit, {status}",
            "{group}: {n} units, {status}",
            group=_group_name(setup, units[0]),
            n=len(units),
            status=words,
        )
        lines.append(count)
        hexes = tuple(dict.fromkeys(state.units[uid].at for uid in units))
        style = {"under": "command", "failed": "command_failed"}.get(standing, "command_none")
        overlays += [Overlay("spaces", style, hexes), Overlay("links", style, _links(setup, hexes))]
    value: dict[str, object] = {"commands": rows}
    return Answer(value, ("5.12.chain", "5.12.activation"), tuple(lines), tuple(overlays))


def _acting(setup: Setup, state: State, seat: str | None) -> Iterator[tuple[tuple[str, ...], str]]:
    """Give the commands to be shown with their status."""
    side = state.day.assigning
    playing = group_of_am(setup, state.day.am) if state.phase == "individual" else None
    for marker in state.day.markers if playing else ():
        units = tuple(uid for uid in marker.units if on_map(state.units[uid]))
        if units and playing is not None and group_of(setup, marker) == playing.id:
            yield units, state.orders.get(units[0], "under")
    if side and seat is not None and seat == setup.seat_of(side):
        for marker in markers_of(state, side):
            if marker.under:
                yield tuple(uid for uid in marker.units if on_map(state.units[uid])), "under"
    seen_units: set[str] = set()
    for uid in state.began if setup.groups else ():
        if uid not in seen_units and uid in state.units and on_map(state.units[uid]):
            known = _known_command(setup, state, seat, uid)
            units = tuple(u for u in known if u in state.began)
            seen_units.update(units)
            yield units, state.orders.get(uid, "under")


def _group_name(setup: Setup, uid: str) -> str:
    group = setup.types[uid].group
    return setup.group_name(group)


def _links(setup: Setup, hexes: tuple[str, ...]) -> tuple[str, ...]:
    """[5.12.chain] Join each hex to the nearest one joined before it; returns pairs."""
    distance = setup.map.grid.distance
    joined, apart, pairs = list(hexes[:1]), list(hexes[1:]), []
    while apart:
        _, at, to = min((distance(a, b), b, a) for a in joined for b in apart)
        pairs += [to, at]
        joined.append(at)
        apart.remove(at)
    return tuple(pairs)


STATUS: dict[str, Text] = {
    "under": text("Under Orders"),
    "none": text("No Orders"),
    "hidden": text("face down"),
    "failed": text("failed its orders"),
    "held": text("held in the Reserve"),
}


def seen(marker: Marker, *, own: bool) -> str:
    """[5.23] Return what a marker tells: under, none, or hidden."""
    if not own and not marker.revealed:
        return "hidden"
    return "under" if marker.under else "none"


def pool(setup: Setup, state: State, seat: str | None) -> Answer:
    """[5.42] [2.4] What is left in the Pool, in no order, and the AM being played."""
    left = list(state.day.pool)
    lines = [
        counted(
            "{n} Activation Marker is left in the Pool.",
            "{n} Activation Markers are left in the Pool.",
            n=len(left),
        )
    ]
    lines += [text("{am}", am=am_name(setup, am)) for am in left]
    if state.day.am:
        lines.append(text("Being played: {am}", am=am_name(setup, state.day.am)))
    rows = []
    for am in left:
        group = group_of_am(setup, am)
        rows.append({"am": am, "side": side_of_am(setup, am), "group": group.id if group else ""})
    value: dict[str, object] = {"pool": left, "ams": rows, "am": state.day.am}
    return Answer(value, ("5.42", "5.32", "5.44"), tuple(lines))


INQUIRIES = inquiries(command, orders, commands, pool)
