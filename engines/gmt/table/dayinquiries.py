"""Named questions about the great battle: Orders markers, the Pool, the points so far."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.data.text import Text, counted, text
from engines.core.show.views import Answer, Overlay
from engines.gmt.borodino.victory import points, scored
from engines.gmt.day import Marker
from engines.gmt.field.position import SIDE_NAMES, on_map
from engines.gmt.orders.initiative import am_name, group_of_am, side_of_am
from engines.gmt.orders.ordering import group_of, markers_of, name_of
from engines.gmt.orders.orders import command_of
from engines.gmt.setup import Setup
from engines.gmt.state import State
from engines.gmt.table.arguments import Side


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
            units = tuple(u for u in command_of(setup, state, uid) if u in state.began)
            seen_units.update(units)
            yield units, state.orders.get(uid, "under")


def _group_name(setup: Setup, uid: str) -> str:
    group = setup.types[uid].group
    return setup.group_names.get(group, group)


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


def pool(setup: Setup, state: State, seat: str | None) -> Answer:  # noqa: ARG001 - as all inquiries
    """[5.42] [2.4] What is left in the Pool, in no order, and the AM being played."""
    left = list(state.day.pool)
    lines = [counted("{n} AM is left in the Pool.", "{n} AMs are left in the Pool.", n=len(left))]
    lines += [text("{am}", am=am_name(setup, am)) for am in left]
    if state.day.am:
        lines.append(text("Being played: {am}", am=am_name(setup, state.day.am)))
    rows = []
    for am in left:
        group = group_of_am(setup, am)
        rows.append({"am": am, "side": side_of_am(setup, am), "group": group.id if group else ""})
    value: dict[str, object] = {"pool": left, "ams": rows, "am": state.day.am}
    return Answer(value, ("5.42", "5.32", "5.44"), tuple(lines))


def score(setup: Setup, state: State) -> Answer:
    """[bor.vp] What each side would score if the game ended now."""
    totals = {side: points(setup, state, side) for side in setup.sides}
    lines, rules = [], ["bor.vp"]
    for side, total in totals.items():
        lines.append(
            counted("{side}: {n} point", "{side}: {n} points", side=SIDE_NAMES[side], n=total)
        )
        for worth, why, rule in scored(setup, state, side):
            lines.append(
                counted(
                    "{n} point for {why} ({rule})",
                    "{n} points for {why} ({rule})",
                    n=worth,
                    why=why,
                    rule=rule,
                )
            )
            rules.append(rule)
    value: dict[str, object] = {"points": totals, "turns_left": setup.turns - state.turn}
    overlay = Overlay("spaces", "hover", (setup.objective,))
    return Answer(value, tuple(dict.fromkeys(rules)), tuple(lines), (overlay,))
