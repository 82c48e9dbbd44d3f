"""[G.4] Straight ahead: how far a base comes, who bars its way, and the ground that it crosses."""

from __future__ import annotations

from collections.abc import Collection
from math import radians

import numpy as np
import shapely

from grognard.engines.core.board.runs import Run
from grognard.engines.core.board.tabletop import Base, Pose
from grognard.engines.risorgimento.field.effects import discipline_test
from grognard.engines.risorgimento.field.footprint import base, everyone
from grognard.engines.risorgimento.ground.ground import Course, course
from grognard.engines.risorgimento.ground.sectors import square
from grognard.engines.risorgimento.manoeuvre.path import ground_modifier
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import State


def ahead(
    setup: Setup, state: State, uid: str, most: float, *, past: Collection[str] = ()
) -> tuple[float, str]:
    """Return how far a unit can go straight ahead, and who bars its way, "" nobody.

    It stops base to base, before the water, before a village and at the edge; `past` are those it
    takes no notice of.
    """
    unit = state.units[uid]
    if unit.pose is None:
        return 0.0, ""
    return _clear_run(setup, state, uid, base(setup, unit), most, past)


def _clear_run(  # noqa: PLR0913 - who goes from where, and how far
    setup: Setup, state: State, uid: str, stand: Base, most: float, past: Collection[str] = ()
) -> tuple[float, str]:
    direction = radians(stand.heading)
    others = everyone(setup, state, but=(uid, *past))
    # Whom it comes up to at its very end it has met.
    met, which = Run(stand, direction, direction, most + 2 * setup.eps).meeting(others)
    clear = max(0.0, min(most, met, room(setup, stand, stand.heading)))
    ground = ground_ahead(setup, state, uid, stand, clear)
    barred = most if ground.stop is None else max(0.0, ground.stop - 2 * setup.eps)
    run = min(
        clear,
        ground.distance(most),
        barred,
        _up_to_a_sector(setup, state, uid, stand, most, ground),
    )
    who = others.ids[which] if which >= 0 and run >= met - setup.eps else ""
    return run, who


def room(setup: Setup, stand: Base, direction: float) -> float:
    """How far a base goes in a direction before a corner leaves the table."""
    angle = np.radians(direction)
    step, corners = np.array([np.cos(angle), np.sin(angle)]), np.array(stand.corners)
    with np.errstate(divide="ignore", invalid="ignore"):
        room = np.where(step > 0, (np.array(setup.table.size) - corners) / step, -corners / step)
    room[:, np.abs(step) < 1e-9] = np.inf
    return float(room.min())


def straight_run(  # noqa: PLR0913 - as `straight`, and what it keeps clear of
    setup: Setup, state: State, uid: str, direction: float, most: float, *, keep: float = 0.0
) -> Pose | None:
    """Return where a unit comes to that faces a direction and goes straight on, None without room.

    It stops `keep` cm short of whatever is in its way, and before ground it may not stand on.
    """
    unit = state.units[uid]
    if unit.pose is None:
        return None
    stand = base(setup, unit)
    faced = stand.at(Pose.of(*stand.centre, direction))
    others = everyone(setup, state, but=(uid,))
    run, _ = _clear_run(setup, state, uid, faced, most)
    run = run if run >= most - setup.eps else max(0.0, run - keep)
    place = faced.at(faced.pose.moved(run, direction))
    if len(others.overlapping(place)) or room(setup, place, direction) < -setup.eps:
        return None
    return place.pose


def ground_ahead(setup: Setup, state: State, uid: str, stand: Base, run: float) -> Course:
    """[geo.cost] Return the ground of a straight run of a unit from a place."""
    end = stand.pose.moved(run, stand.heading).centre
    formation = state.units[uid].formation
    return course(setup, state, setup.types[uid], formation, stand.centre, end)


def effort(setup: Setup, state: State, uid: str, run: float) -> float:
    """[geo.cost] Return the cm of its allowance that a straight run ahead costs a unit where it stands."""
    return ground_ahead(setup, state, uid, base(setup, state.units[uid]), run).effort()


def feature_ahead(
    setup: Setup, state: State, uid: str, run: float, felt: Collection[str]
) -> tuple[float, str] | None:
    """[E.5.test] Return where straight ahead a unit comes upon a feature to test for, and which it is.

    `felt` are those that it has tested for in this move.
    """
    if run <= setup.eps:
        return None
    ground = ground_ahead(setup, state, uid, base(setup, state.units[uid]), run)
    return next(
        ((at, one.id) for at, one in ground.tests if at <= run and one.id not in felt), None
    )


def keeps_order(table: Board, uid: str, patch: str) -> bool:
    """[E.5.test] Take the test of a feature; who fails it is Disordered, and its move is at its end."""
    more = ground_modifier(table.setup, patch)
    return discipline_test(table, uid, "obstacle", "E.5.test", more=more)


def _up_to_a_sector(  # noqa: PLR0913 - who goes from where over which ground
    setup: Setup, state: State, uid: str, stand: Base, most: float, ground: Course
) -> float:
    """[G.5.slots] [G.5.sectors] How far it is to a village sector: no advance enters it, but by its road."""
    best, own = most, state.units[uid].sector
    way = shapely.LineString((stand.centre, stand.pose.moved(most, stand.heading).centre))
    start = shapely.Point(stand.centre)
    for place in setup.table.sectors:
        there = square(place)
        if place.id == own or not there.intersects(way) or there.intersects(start):
            continue
        at = float(there.intersection(way).distance(start))
        if ground.road < at + 2 * setup.eps:
            best = min(best, max(0.0, at - 2 * setup.eps))
    return best
