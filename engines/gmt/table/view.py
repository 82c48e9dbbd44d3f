"""What a seat sees of a position: all but the enemy's Orders markers is open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, all_of, counted, either, named, text, verbatim
from grognard.engines.core.play.memo import kept
from grognard.engines.core.show.declared import (
    Tray,
    bearing,
    command,
    display,
    lying,
    marked,
    states,
    told,
    trays,
    troops,
    turn_track,
)
from grognard.engines.core.show.views import (
    Overlay,
    PieceView,
    RosterLine,
    TableView,
    TrackLine,
    TrackView,
)
from grognard.engines.gmt.attack import declared_attacks
from grognard.engines.gmt.borodino.battle import BORODINO
from grognard.engines.gmt.borodino.victory import points, scored
from grognard.engines.gmt.field.boardview import features
from grognard.engines.gmt.field.features import standing
from grognard.engines.gmt.field.position import SIDE_NAMES, on_map
from grognard.engines.gmt.morale.inquiries import collapse_text
from grognard.engines.gmt.morale.morale import LOST, groups, losses
from grognard.engines.gmt.orders.initiative import am_name, pooled, side_of_am
from grognard.engines.gmt.orders.inquiries import STATUS, seen
from grognard.engines.gmt.orders.ordering import command_name, hour_of, markers_of
from grognard.engines.gmt.orders.orders import UNDER_ORDERS, group_members
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.shevardino.battle import SHEVARDINO, still_to_come
from grognard.engines.gmt.shevardino.inquiries import decides
from grognard.engines.gmt.state import State, Unit, UnitType
from grognard.engines.gmt.turns import turn_of

TRAYS = (
    Tray("withdrawn", text("Withdrawn"), "9.66", always=True),
    Tray("recovery", text("Recovery"), "10.2", always=True),
    Tray("recovered", text("Recovered, about to return"), "10.3"),
    Tray("reinforcements", text("Reinforcements"), "7.41"),
    Tray("flank", text("Flanking Manoeuvre"), "bor.14.leave"),
    Tray("hand", text("To be placed"), "setup.facing"),
    Tray("eliminated", text("Eliminated"), "9.66", always=True),
)
BADGES = ("disordered", "square", "fired")
NNE = 30
"""[6.11.vertex] The bearing of the first vertex."""


def table_view(setup: Setup, state: State, seat: str | None) -> TableView:
    """Return the table as a seat sees it; ask, log and verdict are the session's to fill in."""
    setup, turn = standing(setup, state.features), turn_of(setup)
    words = turn.phase(state)
    if state.active in setup.sides and turn.within(state, "activation"):
        name = SIDE_NAMES[state.active]
        if state.day.am:
            name = am_name(setup, state.day.am)
        elif state.reserve_activation:
            name = text("Reserve of the {side}", side=SIDE_NAMES[state.active])
        words = text("{name}: {phase}", name=name, phase=words)
    return TableView(
        seat=seat,
        turn=_turn(setup, state),
        phase=words,
        active=setup.acting(state.active),
        pieces=(*_pieces(setup, state), *_leaders(setup, state)),
        trays=trays(TRAYS, setup.sides, lying(state.units, setup.types)),
        tracks=tuple(_tracks(setup, state, seat)),
        roster=tuple(_roster(setup, state)),
        features=tuple(features(setup.map, state.features)),
        standing=tuple(_attacks(state)),
    )


def _attacks(state: State) -> Iterator[Overlay]:
    """[9.1] Every declared attack that is not resolved yet, from its stack to each hex it attacks."""
    for attack in declared_attacks.live(state):
        for target in attack.targets:
            way = attack.route if attack.at == attack.origin else ()
            yield Overlay("arrows", "attack", (attack.at, *way, target))


def _turn(setup: Setup, state: State) -> Text:
    hour = hour_of(setup, state.turn)
    if hour:
        return text("Turn {n} of {last}, {hour}", n=state.turn, last=setup.turns, hour=hour)
    return text("Turn {n} of {last}", n=state.turn, last=setup.turns)


# -- pieces ------------------------------------------------------------------------------------


def values(kind: UnitType, unit: Unit) -> tuple[tuple[str, str], ...]:
    """[2.2] The numbers at the foot of the counter, of the side that is up."""
    cohesion = kind.disordered_cohesion if unit.disordered else kind.cohesion
    last = (("cohesion", str(cohesion)), ("MA", str(kind.ma)))
    if kind.is_artillery:
        reach = f"{kind.effective_range}-{kind.maximum_range}"
        return (("range", reach), ("fire", f"[{kind.fire}]"), *last)
    if kind.arm == "infantry":
        return (
            ("defensive fire", f"{kind.defensive_fire:+d}" if kind.defensive_fire else "0"),
            ("shock", str(kind.shock)),
            *last,
        )
    return (("shock", str(kind.shock)), *last)


def _pieces(setup: Setup, state: State) -> Iterator[PieceView]:
    attacks = declared_attacks.live(state)
    charging = {uid for attack in attacks if attack.charge for uid in attack.units}
    moved = state.done if state.phase == "move" else ()
    depth = {uid: n for stack in state.stacks.values() for n, uid in enumerate(stack)}
    for uid, unit in state.units.items():
        kind = setup.types[uid]
        placed = on_map(unit)
        yield PieceView(
            id=uid,
            form="counter",
            side=kind.side,
            symbol=troops(kind.arm, kind.weight),
            name=kind.name,
            at=unit.at if placed else None,
            band=kind.group,
            values=values(kind, unit),
            badges=marked(unit, BADGES, moved=uid in moved, charge=uid in charging),
            facing=bearing(unit.facing, NNE) if placed and not unit.square else None,
            stack=depth.get(uid, 0),
            group=kind.group,
            facts=facts(setup, unit, state.orders.get(uid, "")),
        )


@kept(4096)
def facts(setup: Setup, unit: Unit, orders: str) -> tuple[tuple[Text, Text], ...]:
    """Rows for the inspector: who the unit is and how it stands; most stand as in the view before."""
    kind = setup.types[unit.id]
    command = setup.command_of(unit.id)
    weight, arm = named("term", kind.weight), named("term", kind.arm)
    cohesion = text(
        "{n}, Disordered {disordered}", n=kind.cohesion, disordered=kind.disordered_cohesion
    )
    return told(
        (text("Name"), named("unit", kind.name)),
        (text("Formation"), verbatim(kind.formation)),
        (text("Arm"), text("{weight} {arm}", weight=weight, arm=arm)),
        (text("Division, as on the counter"), verbatim(_printed(kind.division))),
        (text("Brigade, together with"), _fellows(setup, kind)),
        (text("Activation Group"), named("unit", setup.group_name(kind.group))),
        (text("Command"), named("unit", command.name if command else "")),
        (text("Men"), verbatim(f"{kind.men:,}" if kind.men else "")),
        (text("Guns"), verbatim(kind.guns or "")),
        (text("Cohesion"), cohesion),
        (text("State"), _condition(unit, orders)),
        (text("Values"), named("term", kind.provenance)),
    )


def _printed(division: str) -> str:
    """The letters of a division; one that is a command of its own has none."""
    return "" if "-" in division else division


def _fellows(setup: Setup, kind: UnitType) -> Text:
    """The other units of a brigade."""
    same = [one for one in setup.types.values() if one.brigade == kind.brigade]
    names = [one.name for one in same if one.id != kind.id and kind.brigade]
    return all_of(names) if names else verbatim("")


STATES = {
    "square": text("in Square"),
    "fired": text("has fired"),
    "moved": text("has moved"),
    "fought": text("has fought"),
}
ARMIES = {
    "orders.first": text("{n} to the 1st Army"),
    "orders.second": text("{n} to the 2nd Army"),
    "orders.reserve": text("{n} to the Reserve"),
}
"""How many Orders Kutuzov may give to each army."""


def _condition(unit: Unit, orders: str) -> Text:
    order = text("Disordered") if unit.disordered else text("in order")
    status = [STATUS[orders]] if orders not in ("", UNDER_ORDERS) else []
    return all_of([order, *states(unit, STATES), *status])


def _leaders(setup: Setup, state: State) -> Iterator[PieceView]:
    """[2.2.oc] The Overall Commanders, under whatever stands in their hexes."""
    for leader, at in state.leaders.items():
        card = setup.leaders[leader]
        yield PieceView(
            id=leader,
            form="counter",
            side=card["side"],
            symbol="leader",
            name=card["name"],
            at=at,
            values=(("range", card["orders_range"]), ("rating", card["command_drm"])),
            stack=len(state.stacks.get(at, ())),
            facts=_ratings(card),
        )


def _ratings(card: Mapping[str, str]) -> tuple[tuple[Text, Text], ...]:
    """[2.2.oc] The values of an Overall Commander; Kutuzov's Orders are shared out to armies."""
    armies = [words.fill(n=card[key]) for key, words in ARMIES.items() if key in card]
    rolled = card.get("ma") == "die"
    return (
        (text("Orders Rating"), verbatim(card["orders"]) if "orders" in card else either(armies)),
        (text("Orders Range"), verbatim(card["orders_range"])),
        (text("Command Rating"), verbatim(card["command_drm"])),
        (text("Delay Rating"), verbatim(card["delay"])),
        (text("Movement"), text("one die a turn") if rolled else verbatim(card.get("ma") or "8")),
    )


# -- boxes, tracks, order of battle ------------------------------------------------------------


def _tracks(setup: Setup, state: State, seat: str | None) -> Iterator[TrackView]:
    """[3.0] [sch.turn] The turns, the phases and who would win; in the great battle Pool and Orders, too."""
    if setup.structure != "borodino":
        yield turn_track(setup.turns, state.turn, "sch.turn", still_to_come(setup, state))
        yield SHEVARDINO.track(state, text("Activation"), (SHEVARDINO.cited(state),))
        yield _holder(setup, state)
        return
    yield turn_track(setup.turns, state.turn, "bor.length", called=partial(hour_of, setup))
    yield _day_phases(state)
    yield _pool(setup, state)
    for side in setup.sides:
        yield _orders_of(setup, state, seat, side)
    yield _points(setup, state)
    yield _collapse(setup, state)


def _holder(setup: Setup, state: State) -> TrackView:
    """[sch.victory] Who holds the objective, and what that means at the end."""
    steps = tuple(SIDE_NAMES[side] for side in setup.sides)
    current = setup.sides.index(state.holder) if state.holder in setup.sides else -1
    title = text("Holder of {hex}", hex=setup.map.place(setup.objective))
    return TrackView("victory", title, steps, current, (decides(setup),), "sch.victory")


def _day_phases(state: State) -> TrackView:
    """[3.0] The phase of the turn; an activation shows its own step in the prompt."""
    if state.reserve_activation and BORODINO.within(state, "activations"):
        state = evolve(state, phase="reserve")
    phase = BORODINO.boxed(state) or BORODINO.titled(state)
    return BORODINO.track(state, text("Phase"), (), phase.rule)


def _pool(setup: Setup, state: State) -> TrackView:
    """[5.42] What is still in the Pool is public; in which order it comes nobody knows."""
    day = state.day
    if not day.ams or BORODINO.within(state, "orders"):
        return display("pool", text("The Pool"), "5.42", (), empty=text("Filled after Orders."))
    left = counted(
        "{n} Activation Marker is left in the Pool.",
        "{n} Activation Markers are left in the Pool.",
        n=len(day.pool),
    )
    return display("pool", text("The Pool"), "5.42", _ams(setup, state), (left,))


def _ams(setup: Setup, state: State) -> Iterator[TrackLine]:
    """[5.43] [5.44] The AM being played, those left in the Pool, those set aside; alike ones as one."""
    for status, ams in pooled(state.day).items():
        listed = Counter((side_of_am(setup, am), am_name(setup, am)) for am in ams).items()
        for (side, words), n in sorted(listed, key=lambda one: str(one[0])):
            label = text("{am} \N{MULTIPLICATION SIGN}{n}", am=words, n=n) if n > 1 else words
            yield TrackLine(label, status, side)


def _orders_of(setup: Setup, state: State, seat: str | None, side: str) -> TrackView:
    """[5.23] The Orders markers of a side, face down to the enemy until they are turned up."""
    own = seat is not None and seat == setup.seat_of(side)
    lines = []
    for marker in markers_of(state, side):
        here = tuple(uid for uid in marker.units if on_map(state.units[uid]))
        label = text("{name} ({n})", name=command_name(setup, marker), n=len(here))
        covert = seen(marker, own=False) if own else ""
        lines.append(TrackLine(label, seen(marker, own=own), side, here, covert))
    none = TrackLine(text("No markers are laid yet."), "", side)
    title = text("Orders of the {name}", name=SIDE_NAMES[side])
    return display(f"orders-{side}", title, "5.23", lines or (none,))


def _points(setup: Setup, state: State) -> TrackView:
    """[bor.vp] What each side would score if the game ended now, with the reasons."""
    totals = ((SIDE_NAMES[side], points(setup, state, side)) for side in setup.sides)
    lines = (
        TrackLine(
            counted("{n} point for {why}", "{n} points for {why}", n=worth, why=why), "scored", side
        )
        for side in setup.sides
        for worth, why, _ in scored(setup, state, side)
    )
    return display(
        "victory",
        text("Victory"),
        "bor.vp",
        lines,
        steps=(text("{side} {n}", side=name, n=n) for name, n in totals),
        empty=text("Neither side has scored yet."),
    )


def _collapse(setup: Setup, state: State) -> TrackView:
    """[10.52] How many more losses each Activation Group stands before it Collapses."""
    lines = []
    for group in groups(setup, state):
        lost, total, limit = losses(setup, state, group)
        if not total:
            continue
        here = group_members(setup, state, group)
        side = next(kind.side for kind in setup.types.values() if kind.group == group)
        label = text("{lost}/{limit} {name}", name=setup.group_name(group), lost=lost, limit=limit)
        status = "collapsed" if group in state.collapsed else "losing" if lost else ""
        lines.append(TrackLine(label, status, side, here))
    return display("collapse", text("Losses until Collapse"), "10.52", lines)


def _roster(setup: Setup, state: State) -> Iterator[RosterLine]:
    """[10.52] One line an Activation Group, with how near it is to Collapse."""
    for group in groups(setup, state):
        name = setup.group_name(group)
        members = [uid for uid in state.units if setup.types[uid].group == group]
        note = collapse_text(setup, state, group)
        lost = {uid for uid in members if state.units[uid].at in LOST}
        yield command(group, name, setup.types[members[0]].side, members, lost, note)
