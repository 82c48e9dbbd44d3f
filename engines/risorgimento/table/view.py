"""What a seat sees of a position. Bases are public; notes and orders are their writer's alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial

import shapely

from grognard.engines.core.board.tabletop import Point
from grognard.engines.core.data.text import Text, all_of, named, text, verbatim
from grognard.engines.core.show.declared import (
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
from grognard.engines.core.show.views import Overlay, PieceView, RosterLine, TableView, TrackView
from grognard.engines.risorgimento.army.units import (
    LEFT,
    NONE,
    REMOVED,
    TABLE,
    WAITING,
    Commander,
    Unit,
    UnitType,
)
from grognard.engines.risorgimento.charge.known import known_charges
from grognard.engines.risorgimento.command.orders import own_plans
from grognard.engines.risorgimento.field.boardview import board_points, board_pose
from grognard.engines.risorgimento.field.clock import clock
from grognard.engines.risorgimento.field.footprint import footprint, on_table, size
from grognard.engines.risorgimento.field.names import (
    FATES,
    FORMATION_NAMES,
    MARKER_NAMES,
)
from grognard.engines.risorgimento.field.strength import figures, strength_text
from grognard.engines.risorgimento.morale.losses import brigade_halves
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number
from grognard.engines.risorgimento.turn.turn import TURN
from grognard.engines.risorgimento.victory.points_track import points_track

TRAYS = (
    Tray(WAITING, text("Still to arrive"), "E.phase.order"),
    Tray(REMOVED, text("Removed"), "H.1.removed"),
    Tray(LEFT, text("Left the table"), "geo.retreat"),
)
RIDER = named("unit", "Courier")
COURIER = 0.8
"""Drawn size of a courier in cm; he is a point (A.3.couriers)."""


def table_view(setup: Setup, state: State, seat: str | None) -> TableView:
    """Return the table as a seat sees it; ask, log and verdict are the session's to fill in."""
    turn, last, hour = state.turn, setup.turns, clock(setup, state.turn)
    return TableView(
        seat=seat,
        turn=text("Turn {n} of {last}, {clock}", n=turn, last=last, clock=hour),
        phase=TURN.phase(state),
        active=setup.acting(state.active),
        pieces=(*_units(setup, state, seat), *_commanders(setup, state), *_couriers(setup, state)),
        trays=trays(TRAYS, setup.sides, lying(state.units, setup.types, "place")),
        tracks=(_turns(setup, state), _phases(state), points_track(setup, state)),
        roster=tuple(_roster(setup, state)),
        standing=(*_places(setup, state), *_charges(setup, state, seat)),
    )


def _places(setup: Setup, state: State) -> Iterator[Overlay]:
    """[I.1.objectives] About each place a circle in the colour of who holds it: an enemy within it keeps others from holding it."""
    for one in setup.objectives:
        holder = state.held.get(one.id, "") or "nobody"
        yield Overlay("area", f"held_{holder}", points=_ring(one.at, setup.cm["objective_cm"]))


@lru_cache(maxsize=64)
def _ring(at: Point, reach: float) -> tuple[Point, ...]:
    """A circle about a point of the table as points of the board, in cm: it is the same in every view."""
    outline = shapely.Point(at).buffer(reach).exterior.coords
    return board_points((x, y) for x, y in outline[:-1])


def _charges(setup: Setup, state: State, seat: str | None) -> Iterator[Overlay]:
    """[E.1] The charges that a seat knows of, as arrows."""
    for pair in known_charges(setup, state, setup.side_of(seat)):
        ends = [state.units[uid] for uid in pair if uid in state.units]
        points = [board_pose(u.pose)[:2] for u in ends if on_table(u) and u.pose is not None]
        if len(points) > 1:
            yield Overlay("arrows", "attack", points=tuple(points))


# -- pieces ------------------------------------------------------------------------------------


def _units(setup: Setup, state: State, seat: str | None) -> Iterator[PieceView]:
    for uid, unit in state.units.items():
        kind = setup.types[uid]
        here = on_table(unit) and unit.pose is not None
        yield PieceView(
            id=uid,
            form="base",
            side=kind.side,
            symbol=symbol(kind),
            name=kind.name,
            pose=board_pose(unit.pose) if here and unit.pose is not None else None,
            band=kind.army,
            values=(("strength", strength_text(unit)), ("morale", str(unit.vm))),
            badges=badges(setup, state, uid, seat),
            footprint=size(kind, unit.formation),
            steps=figures(unit),
            group=kind.brigade,
            facts=facts(setup, state, uid, seat),
        )


CLASSED = {("infantry", "light"), ("cavalry", "light"), ("artillery", "horse")}
PLAIN = {"infantry": "line", "cavalry": "heavy", "artillery": "foot"}
"""Whose picture a unit has that is of none of these classes of its arm."""


def symbol(kind: UnitType) -> str:
    """The theme key of a unit's picture."""
    special = (kind.arm, kind.weight) in CLASSED
    return troops(kind.arm, kind.weight if special else PLAIN[kind.arm])


def badges(setup: Setup, state: State, uid: str, seat: str | None) -> tuple[str, ...]:
    """[markers.status] Return the theme keys of a unit's markers: formation first."""
    unit = state.units[uid]
    found = [unit.formation]
    if unit.disorder:
        found.append(f"d{unit.disorder}")
    found += marked(unit, ("routed", "shaken"))
    if unit.marker != NONE:
        found.append(f"command_{unit.marker}")
    if unit.fatigue >= number("fatigue_step"):
        found.append("fatigue")
    found += marked(unit, ("fired", "moved"))
    if any(note[0] == uid for note in state.notes) and setup.side_of(seat) == setup.types[uid].side:
        found.append("charge")
    return tuple(found)


def facts(setup: Setup, state: State, uid: str, seat: str | None) -> tuple[tuple[Text, Text], ...]:
    """Rows for the inspector. What was noted or ordered in secret is its own side's alone."""
    unit, kind = state.units[uid], setup.types[uid]
    weight, arm = named("term", kind.weight), named("term", kind.arm)
    full = f"{kind.halves / number('halves_a_point'):g}"
    marker = text("{marker} marker", marker=MARKER_NAMES[unit.marker]) if unit.marker else None
    rows = [
        (text("Name"), named("unit", kind.name)),
        (text("Brigade"), named("unit", setup.formation_names.get(kind.brigade, kind.brigade))),
        (text("Arm"), text("{weight} {arm}", weight=weight, arm=arm)),
        (text("Formation"), FORMATION_NAMES[unit.formation]),
        (
            text("Strength"),
            text("{now} of {full} strength points", now=strength_text(unit), full=full),
        ),
        (text("Morale"), text("{n} of {full}", n=unit.vm, full=kind.vm)),
        (text("Discipline"), verbatim(kind.vd)),
        (text("Disorder"), verbatim(f"D{unit.disorder}" if unit.disorder else "")),
        (text("Fatigue"), verbatim(unit.fatigue or "")),
        (text("Command"), marker or text("in command")),
        (text("State"), _condition(unit)),
    ]
    if setup.side_of(seat) == kind.side:
        rows += own_plans(setup, state, uid)
    return told(*rows, (text("Values"), named("term", kind.provenance)))


STATES = {
    "routed": text("routed"),
    "shaken": text("yellow morale marker"),
    "spot": text("its crew has left the guns"),
    "moved": text("has moved"),
    "fired": text("has fired"),
}


def _condition(unit: Unit) -> Text:
    words = states(unit, STATES)
    return all_of(words) if words else verbatim("")


def _commanders(setup: Setup, state: State) -> Iterator[PieceView]:
    front, depth = footprint("commander", setup.scale)
    for name, commander in state.commanders.items():
        post = setup.posts[name]
        here = commander.pose is not None and commander.place == TABLE and not commander.fate
        yield PieceView(
            id=name,
            form="base",
            side=post.side,
            symbol="leader",
            name=post.name,
            pose=board_pose(commander.pose) if here and commander.pose is not None else None,
            band=post.army,
            values=(
                ("radius", str(commander.radius)),
                ("initiative", str(commander.initiative)),
                ("bonus", f"+{commander.bonus}"),
            ),
            badges=(f"command_{commander.marker}",) if commander.marker != NONE else (),
            footprint=(front, depth),
            group=post.formation,
            facts=_leader_facts(setup, post.name, commander),
        )


def _leader_facts(setup: Setup, name: str, commander: Commander) -> tuple[tuple[Text, Text], ...]:
    attached = setup.types[commander.attached].name if commander.attached else ""
    return told(
        (text("Name"), named("unit", name)),
        (text("Radius"), text("{n} cm", n=commander.radius)),
        (text("Initiative"), verbatim(commander.initiative)),
        (text("Bonus"), verbatim(f"+{commander.bonus}")),
        (text("Attached to"), named("unit", attached)),
        (text("State"), FATES.get(commander.fate, verbatim(""))),
    )


def _couriers(setup: Setup, state: State) -> Iterator[PieceView]:
    """[A.3.couriers] The marker is visible to all, what it carries to nobody."""
    for courier in state.couriers.values():
        if not courier.executes:
            yield PieceView(
                id=courier.id,
                form="base",
                side=courier.side,
                symbol="courier",
                name=RIDER.key,
                pose=board_pose(courier.pose),
                footprint=(setup.scale * COURIER, setup.scale * COURIER),
            )


# -- trays, tracks, order of battle ------------------------------------------------------------


def _turns(setup: Setup, state: State) -> TrackView:
    names = setup.formation_names
    notes = (
        text("{name} arrives on turn {n}", name=names.get(a.formation, a.formation), n=a.turn)
        for a in setup.arrivals
        if state.turn < a.turn <= setup.turns
    )
    called = partial(clock, setup)
    return turn_track(setup.turns, state.turn, "I.clock", notes, text("Clock"), called)


def _phases(state: State) -> TrackView:
    track = TURN.track(state, text("Phase"))
    return replace(track, current=max(0, track.current))


def _roster(setup: Setup, state: State) -> Iterator[RosterLine]:
    """[H.2.demoralised] One line a brigade, with its strength and what that does to it."""
    for brigade, members in setup.formations.items():
        if not members:
            continue
        gone = {uid for uid in members if state.units[uid].place in (REMOVED, LEFT)}
        now, before = (f"{halves / 2:g}" for halves in brigade_halves(setup, state, brigade))
        note = text("{now} of {before} strength points", now=now, before=before)
        if brigade in state.demoralised:
            note = text("{now} of {before} strength points, demoralised", now=now, before=before)
        name, side = setup.formation_names.get(brigade, brigade), setup.types[members[0]].side
        yield replace(command(brigade, name, side, members, gone, note), pieces=tuple(members))
