"""What is true of every sound position, and how good one is for a side."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import shapely

from grognard.engines.core.board.tabletop import Bases
from grognard.engines.core.scenario.positions import Misplaced
from grognard.engines.risorgimento.army.units import (
    BATTERY,
    LEFT,
    MARKERS,
    OPEN,
    PLACES,
    REMOVED,
    TABLE,
    Side,
    Unit,
)
from grognard.engines.risorgimento.command.succession import BACK
from grognard.engines.risorgimento.field.footprint import Crowd, commander_base, everyone
from grognard.engines.risorgimento.ground.allowance import formations_of
from grognard.engines.risorgimento.ground.ground import may_stand
from grognard.engines.risorgimento.map.tablemap import slots
from grognard.engines.risorgimento.morale.retreats import stands_as
from grognard.engines.risorgimento.ride.charge_account import moves
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number


def broken(setup: Setup, state: State) -> Iterator[str]:
    """Give the broken invariants of a position at rest, in words."""
    for uid, unit in state.units.items():
        yield from _unit(setup, uid, unit)
    yield from _ground(setup, state)
    yield from _overlaps(_standing(setup, state))
    yield from _sectors(setup, state)
    yield from _commanders(setup, state)
    yield from _cursor(setup, state)


def _unit(setup: Setup, uid: str, unit: Unit) -> Iterator[str]:
    """[E.4.list] [B.1.test] [morale.regain] Values within their bounds, a pose on the table only."""
    kind = setup.types[uid]
    if unit.place not in PLACES:
        yield f"{uid} is {unit.place}, which is no place"
    if (unit.place == TABLE) != (unit.pose is not None):
        yield f"{uid} is {unit.place} and its pose is {unit.pose}"
    if unit.formation not in formations_of(setup, uid):
        yield f"{uid} is in {unit.formation} (E.4.list)"
    if unit.place == TABLE and unit.halves < number("halves_a_point") * (
        kind.halves // (2 * number("halves_a_point"))
    ):
        yield f"{uid} is below half its strength and on the table (H.1.removed)"
    if unit.fatigue < 0:
        yield f"{uid} has fatigue {unit.fatigue} (B.1.test)"
    if unit.vm < 0 or unit.halves < 0:
        yield f"{uid} has VM {unit.vm} and {unit.halves} half points (scale.strength)"
    marked = unit.disorder or unit.fatigue or unit.shaken or unit.marker or unit.spot
    if unit.place in (REMOVED, LEFT) and (marked or unit.sector or unit.slot):
        yield f"{uid} is {unit.place} and still bears a marker (markers.status)"
    if unit.routed and (unit.sector or unit.spot):
        yield f"{uid} routs and keeps a village or guns (H.1.routed)"
    if unit.marker not in MARKERS:
        yield f"{uid} has the marker {unit.marker} (A.1.markers)"


def _ground(setup: Setup, state: State) -> Iterator[str]:
    """[E.5.cost] No base off the table or with its centre on impassable ground."""
    width, height = setup.table.size
    crowd = everyone(setup, state)
    if not len(crowd):
        return
    xs, ys = crowd.corners[..., 0], crowd.corners[..., 1]
    out = (
        (xs < -setup.eps) | (xs > width + setup.eps) | (ys < -setup.eps) | (ys > height + setup.eps)
    )
    # A base may hang over the edge it comes in by; a base beyond it has left (geo.retreat).
    for index in np.nonzero(out.all(axis=1))[0].tolist():
        yield f"{crowd.ids[index]} is off the table"
    for uid in crowd.ids:
        unit = state.units[uid]
        if unit.pose is None:
            continue
        kind, formation = stands_as(setup, unit)
        if not may_stand(setup, state, kind, formation, unit.pose.centre):
            yield f"{uid} stands on ground it cannot enter (E.5.cost)"


def _standing(setup: Setup, state: State) -> Crowd:
    """[E.7.forbidden] Return the bases of all but those on their way, who may pass through friends."""
    riding = (charge.unit for charge in state.charges if moves(state, charge.unit))
    return everyone(setup, state, but=(state.mover, *riding))


def _overlaps(crowd: Crowd) -> Iterator[str]:
    """[E.7.forbidden] No base on another, but for one that is still passing through a friend."""
    for uid, other in overlapping(crowd, crowd.ids):
        yield f"{uid} and {other} stand on each other (E.7.forbidden)"


def misplaced(setup: Setup, state: State) -> Iterator[Misplaced]:
    """[E.7.forbidden] Give the units that stand on the enemy."""
    sides = {uid: kind.side for uid, kind in setup.types.items()}
    crowd = _standing(setup, state)
    for uid, other in overlapping(crowd, crowd.ids):
        if sides[uid] != sides[other]:
            words = f"{uid} and {other} stand on each other"
            yield Misplaced((uid, other), words, "E.7.forbidden")


def overlapping(bases: Bases, ids: tuple[str, ...]) -> list[tuple[str, str]]:
    """[geo.overlap] Return each pair of bases that overlap, in their order."""
    if not len(bases):
        return []
    first, second = bases.tree.query(bases.polygons)
    once = first < second
    first, second = first[once], second[once]
    met = shapely.intersects(bases.eroded[first], bases.eroded[second])
    pairs = sorted(zip(first[met].tolist(), second[met].tolist(), strict=True))
    return [(ids[a], ids[b]) for a, b in pairs]


def _sectors(setup: Setup, state: State) -> Iterator[str]:
    """[G.5.sectors] [G.5.formation] At most four foot and two batteries, each in a place."""
    known = {sector.id: slots(sector) for sector in setup.table.sectors}
    for sector, places in known.items():
        inside = [u for u in state.units.values() if u.sector == sector and u.place == TABLE]
        guns = [u for u in inside if setup.types[u.id].arm == "artillery"]
        if len(guns) > number("sector_guns") or len(inside) - len(guns) > number("sector_infantry"):
            yield f"{len(inside)} units stand in {sector} (G.5.sectors)"
        if len({setup.types[u.id].side for u in inside}) > 1:
            yield f"both sides stand in {sector} (G.5.sectors)"
        for unit in inside:
            if setup.types[unit.id].arm == "cavalry":
                yield f"{unit.id} is cavalry in {sector} (G.5.sectors)"
            elif unit.formation not in (OPEN, BATTERY, "limbered"):
                yield f"{unit.id} is in {unit.formation} in {sector} (G.5.formation)"
            if unit.slot not in places:
                yield f"{unit.id} has the place {unit.slot} in {sector} (G.5.slots)"
    for unit in state.units.values():
        if unit.sector and unit.sector not in known:
            yield f"{unit.id} is in {unit.sector}, which is no sector"


def _commanders(setup: Setup, state: State) -> Iterator[str]:
    """[commanders.attach] Only a commander on the table has a pose; one attached is by his unit.

    Out of action, or come back to a command of which nobody is left, he is nowhere; of a wounded man
    it is kept where he fell (loss.grave).
    """
    reach = setup.cm["attached_cm"]
    for uid, leader in state.commanders.items():
        if leader.fate and (leader.place == TABLE or leader.attached):
            yield f"{uid} is {leader.fate} and still on the table (loss.dead)"
        if leader.pose is not None and leader.place != TABLE and leader.fate not in BACK:
            yield f"{uid} is {leader.place} and his pose is {leader.pose}"
        if not leader.attached:
            continue
        unit = state.units.get(leader.attached)
        base = commander_base(setup, leader)
        if unit is None or unit.place != TABLE or unit.pose is None:
            yield f"{uid} is attached to {leader.attached}, which is gone (commanders.attach)"
        elif setup.types[unit.id].side != setup.posts[uid].side:
            yield f"{uid} is attached to the enemy (commanders.attach)"
        elif base is not None and shapely.Point(unit.pose.centre).distance(base.polygon) > reach:
            yield f"{uid} is attached to {unit.id} from afar (commanders.attach)"


def _cursor(setup: Setup, state: State) -> Iterator[str]:
    """[E.phase.order] The phase names what is there."""
    if state.turn < 1:
        yield f"turn {state.turn}"
    if state.formation and state.formation not in setup.formations:
        yield f"the formation {state.formation} is moved, which there is not"
    if state.mover and state.mover not in state.units and state.mover not in state.commanders:
        yield f"{state.mover} moves, who is not there"
    if state.active not in ("", *setup.sides):
        yield f"{state.active} is active, which is no side"


def value(setup: Setup, state: State, side: Side) -> float:
    """Judge a position for a side: points, strength and morale left, objectives held and near."""
    total = 0.0
    for uid, unit in state.units.items():
        kind = setup.types[uid]
        if unit.place not in (TABLE, "waiting"):
            continue
        worth = unit.halves * (0.25 if unit.routed else 1.0) + unit.vm - unit.disorder
        total += worth if kind.side == side else -worth
    for objective in setup.objectives:
        held = state.held.get(objective.id, "")
        weight = 10.0 + objective.points
        total += weight if held == side else -weight if held else 0.0
    for other, points in state.points.items():
        total += points if other == side else -points
    return total + approach(setup, state, side)


def approach(setup: Setup, state: State, side: Side) -> float:
    """Nearness to the objectives the enemy holds, a little for each unit in order."""
    wanted = [o.at for o in setup.objectives if state.held.get(o.id, "") != side]
    mine = [
        u.pose.centre
        for u in state.units.values()
        if u.pose is not None
        and u.place == TABLE
        and not u.routed
        and setup.types[u.id].side == side
    ]
    if not wanted or not mine:
        return 0.0
    gaps = np.linalg.norm(np.array(mine)[:, None, :] - np.array(wanted)[None, :, :], axis=2)
    return float(-0.02 * gaps.min(axis=1).sum())
