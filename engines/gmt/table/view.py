"""What a seat sees of a position: all but the enemy's Orders markers (dayview) is open."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.data.text import Text, all_of, named, text, verbatim
from engines.core.play.memo import kept
from engines.core.show.declared import (
    Tray,
    command,
    lying,
    marked,
    states,
    told,
    trays,
    troops,
    turn_track,
)
from engines.core.show.views import EdgeView, Overlay, PieceView, RosterLine, TableView, TrackView
from engines.gmt.attack import declared_attacks
from engines.gmt.field.features import TERRAIN, standing
from engines.gmt.field.position import SIDE_NAMES, on_map
from engines.gmt.morale.inquiries import collapse_text
from engines.gmt.morale.morale import LOST, groups
from engines.gmt.orders.initiative import am_name
from engines.gmt.orders.ordering import hour_of
from engines.gmt.setup import Setup
from engines.gmt.shevardino.battle import SHEVARDINO
from engines.gmt.state import (
    ELIMINATED,
    FLANK,
    HAND,
    RECOVERED,
    RECOVERY,
    RESERVE,
    WITHDRAWN,
    State,
    Unit,
    UnitType,
)
from engines.gmt.table.dayview import leaders, tracks
from engines.gmt.turns import turn_of

TRAYS = (
    Tray(WITHDRAWN, text("Withdrawn"), "9.66", always=True),
    Tray(RECOVERY, text("Recovery"), "10.2", always=True),
    Tray(RECOVERED, text("Recovered, about to return"), "10.3"),
    Tray(RESERVE, text("Reinforcements"), "7.41"),
    Tray(FLANK, text("Flanking Maneuver"), "bor.14.leave"),
    Tray(HAND, text("To be placed"), "setup.facing"),
    Tray(ELIMINATED, text("Eliminated"), "9.66", always=True),
)
_FIRST_VERTEX, _TURN = 30, 60


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
        pieces=(*_pieces(setup, state), *leaders(setup, state)),
        trays=trays(TRAYS, setup.sides, lying(state.units, setup.types)),
        tracks=tuple(_tracks(setup, state, seat)),
        roster=tuple(_roster(setup, state)),
        features=tuple(_features(setup, state)),
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


def _tracks(setup: Setup, state: State, seat: str | None) -> Iterator[TrackView]:
    if setup.structure == "borodino":
        yield from tracks(setup, state, seat)
    else:
        yield from (_turns(setup, state), _phases(state), _victory(setup, state))


def _features(setup: Setup, state: State) -> Iterator[EdgeView]:
    """[bor.5] Destroyed bridges, keyed by hexside; burning villages and rubble, by hex."""
    grid = setup.map.grid
    for key, what in state.features.items():
        if "/" in key:
            a, b = grid.side_ends(*key.split("/"))
            yield EdgeView(f"{what}:{key}", f"bridge_{what}", a, b)
        else:
            middle = grid.centre(key)
            kind = TERRAIN[what]
            yield EdgeView(f"{kind}:{key}", kind, middle, middle, line=tuple(grid.corners(key)))


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


def bearing(facing: int) -> float:
    """[6.11.vertex] The compass bearing of the vertex a unit faces."""
    return float(_FIRST_VERTEX + _TURN * facing)


def _pieces(setup: Setup, state: State) -> Iterator[PieceView]:
    attacks = declared_attacks.live(state)
    charging = {uid for attack in attacks if attack.charge for uid in attack.units}
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
            badges=_badges(state, unit, uid in charging),
            facing=bearing(unit.facing) if placed and not unit.square else None,
            stack=depth.get(uid, 0),
            group=kind.group,
            facts=facts(setup, unit, state.orders.get(uid, "")),
        )


def _badges(state: State, unit: Unit, charging: bool) -> tuple[str, ...]:
    now = {"moved": state.phase == "move" and unit.id in state.done, "charge": charging}
    return (
        *marked(unit, ("disordered", "square", "fired")),
        *(name for name, is_on in now.items() if is_on),
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
        (text("Formation"), named("unit", kind.formation)),
        (text("Arm"), text("{weight} {arm}", weight=weight, arm=arm)),
        (text("Division"), named("unit", kind.division)),
        (text("Brigade"), named("unit", kind.brigade)),
        (text("Activation Group"), named("unit", setup.group_names.get(kind.group, kind.group))),
        (text("Command"), named("unit", command.name if command else "")),
        (text("Men"), verbatim(f"{kind.men:,}" if kind.men else "")),
        (text("Guns"), verbatim(kind.guns or "")),
        (text("Cohesion"), cohesion),
        (text("State"), _condition(unit, orders)),
        (text("Values"), named("term", kind.provenance)),
    )


STATUS = {
    "none": text("No Orders"),
    "failed": text("failed its orders"),
    "held": text("held in the Reserve"),
}
STATES = {
    "square": text("in Square"),
    "fired": text("has fired"),
    "moved": text("has moved"),
    "fought": text("has fought"),
}


def _condition(unit: Unit, orders: str) -> Text:
    order = text("Disordered") if unit.disordered else text("in order")
    status = [STATUS[orders]] if orders in STATUS else []
    return all_of([order, *states(unit, STATES), *status])


# -- boxes, tracks, order of battle ------------------------------------------------------------


def _turns(setup: Setup, state: State) -> TrackView:
    """[sch.turn] The turns; notes name who may come when."""
    notes = [
        text("{name} is active from turn {n}", name=command.name, n=command.active)
        for command in setup.commands
        if command.active > state.turn and command.id not in state.commands
    ]
    notes += [
        text("{name} may be activated from turn {n}", name=command.name, n=command.earliest)
        for command in setup.commands
        if not command.active and command.id not in state.commands
    ]
    return turn_track(setup.turns, state.turn, "sch.turn", notes)


def _phases(state: State) -> TrackView:
    """[3.C] The steps of one side's activation."""
    return SHEVARDINO.track(state, text("Activation"), (SHEVARDINO.cited(state),))


def _victory(setup: Setup, state: State) -> TrackView:
    """[sch.victory] Who holds the objective, and what that means at the end."""
    steps = tuple(SIDE_NAMES[side] for side in setup.sides)
    current = setup.sides.index(state.holder) if state.holder in setup.sides else -1
    note = text(
        "Whoever was last in {hex} with a combat unit when turn {n} ends wins.",
        hex=setup.objective,
        n=setup.turns,
    )
    title = text("Holder of {hex}", hex=setup.objective)
    return TrackView("victory", title, steps, current, (note,), "sch.victory")


def _roster(setup: Setup, state: State) -> Iterator[RosterLine]:
    """[10.52] One line an Activation Group, with how near it is to Collapse."""
    for group in groups(setup, state):
        name = setup.group_names.get(group, group)
        members = [uid for uid in state.units if setup.types[uid].group == group]
        note = collapse_text(setup, state, group)
        lost = {uid for uid in members if state.units[uid].at in LOST}
        yield command(group, name, setup.types[members[0]].side, members, lost, note)
