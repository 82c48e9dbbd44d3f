"""[I] The clock, objectives, victory points, and the three ways an army is defeated."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import numpy as np
import shapely

from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.play.memo import kept
from grognard.engines.core.show.explain import Verdict
from grognard.engines.risorgimento.army.units import LEFT, REMOVED
from grognard.engines.risorgimento.command.special_rules import departed
from grognard.engines.risorgimento.command.succession import LOST, REPLACED
from grognard.engines.risorgimento.field.effects import enemy_of
from grognard.engines.risorgimento.field.footprint import Crowd, crowd, enemies, on_table
from grognard.engines.risorgimento.field.names import SIDE_NAMES
from grognard.engines.risorgimento.map.objectives import Objective
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import constant, number


def standing(setup: Setup, state: State, side: str) -> Crowd:
    """Return a side's units on the table that are not routed."""
    return crowd(
        setup,
        state,
        (
            uid
            for uid, unit in state.units.items()
            if setup.types[uid].side == side and on_table(unit) and not unit.routed
        ),
    )


def hold_objectives(table: Board) -> None:
    """[I.1.objectives] A place is held by who last had a unit on it with no enemy within 3 cm.

    It is looked at when a move is over and at the end of each phase: an enemy who comes near later in
    the turn does not take a place back.
    """
    setup = table.setup
    if not setup.objectives:
        return
    able = {side: standing(setup, table.state, side) for side in setup.sides}
    there = {side: enemies(setup, table.state, enemy_of(side)) for side in setup.sides}
    for objective in setup.objectives:
        for side in setup.sides:
            if table.state.held.get(objective.id) == side:
                continue
            if holds(setup, table.state, objective, able[side], there[enemy_of(side)]):
                table.update(held={**table.state.held, objective.id: side})
                words = text(
                    "The {side} hold {place}.", side=SIDE_NAMES[side], place=objective.name
                )
                table.log("result", words, "I.1.objectives", seat=setup.seat_of(side))


def holds(setup: Setup, state: State, objective: Objective, own: Crowd, foes: Crowd) -> bool:
    """[I.1.objectives] Whether a side has a unit on a place and no enemy is near it, routed or not."""
    if not (
        _covers(own, objective)
        or any(state.units[uid].sector in objective.sectors for uid in own.ids)
    ):
        return False
    near = setup.cm["objective_cm"]
    point = shapely.Point(objective.at)
    return not len(foes) or float(shapely.distance(foes.polygons, point).min()) > near + setup.eps


def _covers(own: Crowd, objective: Objective) -> bool:
    """Whether the place lies under one of some bases."""
    if not len(own):
        return False
    point = shapely.Point(objective.at)
    near = np.nonzero(
        np.hypot(*(own.centres - objective.at).T) <= np.hypot(*own.halves.T) + 2 * own.eps[:, 0]
    )[0]
    return any(own.items[i].grown.intersects(point) for i in near.tolist())


# -- defeat (I.3) ------------------------------------------------------------------------------


def lost_units(setup: Setup, state: State, side: str) -> int:
    """[I.3.half] Return how many of an army's units are routed, removed or off the table."""
    return sum(
        unit.routed or unit.place in (REMOVED, LEFT)
        for uid, unit in state.units.items()
        if setup.types[uid].side == side and not departed(state, uid)
    )


@kept(64)
def initial_units(setup: Setup, side: str) -> int:
    """Return how many units an army began with, arrivals included."""
    return sum(kind.side == side for kind in setup.types.values())


def check_half(table: Board) -> None:
    """[I.3.half] An army with half or more of its units routed or lost is defeated at once."""
    setup = table.setup
    share = constant("defeat_share")
    beaten = [
        side
        for side in setup.sides
        if lost_units(setup, table.state, side) >= share * initial_units(setup, side)
    ]
    if beaten:
        _defeat(table, beaten, text("half of the units are routed or lost"), "I.3.half")


def check_end_of_turn(table: Board) -> None:
    """[I.3.order] Half of the units, then d100, then objectives."""
    check_half(table)
    setup = table.setup
    beaten = [side for side in setup.sides if _breaks(table, side)]
    if beaten:
        _defeat(table, beaten, text("the army breaks"), "I.3.d100")
    empty = [side for side in setup.sides if stripped(setup, table.state, side)]
    if empty:
        _defeat(table, empty, text("all objectives are lost"), "I.3.objectives")


def stripped(setup: Setup, state: State, side: str) -> bool:
    """[I.3.objectives] Whether an army has lost all its objectives: who began with none cannot.

    A place that nobody holds is none of its own either.
    """
    had = any(objective.first == side for objective in setup.objectives)
    return had and not any(state.held.get(objective.id) == side for objective in setup.objectives)


def _breaks(table: Board, side: str) -> bool:
    """[I.3.d100] d100 below the percentage of units and commanders lost."""
    percent = lost_percentage(table.setup, table.state, side)
    if not percent:
        return False
    most = ceil(percent) - 1
    roll = table.roll(
        seat=table.setup.seat_of(side),
        rule="I.3.d100",
        purpose="army_breaks",
        subject=side,
        sides=number("d100"),
        first=1,
        target=most,
        result=lambda total: "breaks" if total < percent else "stands",
        says=text("Army break of the {side}", side=SIDE_NAMES[side]),
    )
    return roll.result == "breaks"


def lost_percentage(setup: Setup, state: State, side: str) -> Fraction:
    """[I.3.d100] 100 x (units lost or routed + commanders lost) / (initial units + commanders), exactly."""
    leaders = [state.commanders[post.id] for post in setup.posts.values() if post.side == side]
    gone = sum(one.fallen + (one.fate in (*LOST, REPLACED)) for one in leaders)
    whole = initial_units(setup, side) + len(leaders)
    return Fraction(100 * (lost_units(setup, state, side) + gone), whole)


def _defeat(table: Board, beaten: list[str], why: Text, rule: str) -> None:
    setup = table.setup
    if len(beaten) > 1:
        words = text("Both armies are defeated: {why}.", why=why)
        table.end(Verdict("draw", "draw", words, "I.3.order", points_rows(setup, table.state)))
    winner = enemy_of(beaten[0])
    words = text("The {side} are defeated: {why}.", side=SIDE_NAMES[beaten[0]], why=why)
    rows = points_rows(setup, table.state)
    table.end(Verdict(setup.seat_of(winner), "defeat", words, rule, rows))


# -- points ------------------------------------------------------------------------------------


def total_points(setup: Setup, state: State, side: str) -> int:
    """[I.clock] Return a side's points: for losses and commanders, and for the places it holds."""
    places = sum(o.points for o in setup.objectives if state.held.get(o.id) == side)
    return state.points.get(side, 0) + places


def points_rows(setup: Setup, state: State) -> tuple[tuple[str, int], ...]:
    """Return seat and points of each side."""
    return tuple((setup.seat_of(side), total_points(setup, state, side)) for side in setup.sides)


def last_verdict(setup: Setup, state: State) -> Verdict:
    """[I.clock] After the last turn the side with its objectives has won, or with more points."""
    wanted = setup.says("hold_to_win")
    if wanted:
        return _by_places(setup, state, wanted["side"], wanted["win"], wanted["draw"])
    totals = {side: total_points(setup, state, side) for side in setup.sides}
    first, second = setup.sides
    rows = points_rows(setup, state)
    if totals[first] == totals[second]:
        words = counted(
            "Both sides have {n} point.", "Both sides have {n} points.", n=totals[first]
        )
        return Verdict("draw", "draw", words, "I.clock", rows)
    winner = first if totals[first] > totals[second] else second
    words = counted(
        "{side}: {n} point to {m}.",
        "{side}: {n} points to {m}.",
        side=SIDE_NAMES[winner],
        n=totals[winner],
        m=totals[enemy_of(winner)],
    )
    return Verdict(setup.seat_of(winner), "points", words, "I.clock", rows)


def _by_places(setup: Setup, state: State, side: str, to_win: int, to_draw: int) -> Verdict:
    """[I.1.objectives] The scenario asks how many places a side holds at the end."""
    count = sum(state.held.get(objective.id) == side for objective in setup.objectives)
    rows = points_rows(setup, state)
    words = counted(
        "The {side} need {n} place and hold {m}.",
        "The {side} hold {m} of the {n} places they need.",
        side=SIDE_NAMES[side],
        n=to_win,
        m=count,
    )
    if to_draw <= count < to_win:
        return Verdict("draw", "draw", words, "I.1.objectives", rows)
    winner = side if count >= to_win else enemy_of(side)
    return Verdict(setup.seat_of(winner), "objectives", words, "I.1.objectives", rows)
