"""[opt.mass_charge] Mass charges: cavalry that goes forward shoulder to shoulder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from grognard.engines.core.data.text import all_of, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure
from grognard.engines.core.show.choices import words_of
from grognard.engines.eagle.command.chiefs import ugc_of
from grognard.engines.eagle.field.position import front, unit_at
from grognard.engines.eagle.field.terrain import is_open, why_not_cross, why_not_ground
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import State
from grognard.engines.eagle.tables import number


def declare_mass(table: Board) -> Procedure[None]:
    """[opt.mass_charge.declare] Units that charge may do so together, with their UGC beside them."""
    setup, state = table.setup, table.state
    if not setup.uses("mass_charge") or state.charging.mass:
        return
    bodies = list(masses(setup, state))
    if not bodies:
        return
    options = [
        ({"subset": [*body]}, text("{units}", units=all_of(setup.units[uid].name for uid in body)))
        for body in bodies
    ]
    choice = yield Ask(
        setup.seat_of(setup.groups[state.active].side),
        "mass_charge",
        text("Charge as one mass?"),
        ("opt.mass_charge.declare", "opt.mass_charge.normal"),
        Listed([PASS, *options]),
        form="subset",
    )
    if choice != PASS:
        mass = tuple(words_of(choice, "subset"))
        table.update(charging=replace(table.state.charging, mass=mass))


def masses(setup: Setup, state: State) -> Iterator[tuple[str, ...]]:
    """[opt.mass_charge.declare] Give the sets of chargers that stand together, their UGC next to each."""
    units = state.charging.units
    for size in range(len(units), number("mass_charge_least") - 1, -1):
        for body in combinations(units, size):
            if _together(setup, state, body) and _led(setup, state, body):
                yield body


def _together(setup: Setup, state: State, body: Sequence[str]) -> bool:
    """Whether each unit is joined to the others by units next to each other."""
    joined, left = {body[0]}, set(body[1:])
    while left:
        near = {
            one
            for one in left
            for other in joined
            if setup.map.grid.distance(state.units[one].at, state.units[other].at) == 1
        }
        if not near:
            return False
        joined |= near
        left -= near
    return True


def _led(setup: Setup, state: State, body: Sequence[str]) -> bool:
    """[opt.mass_charge.declare] Whether the UGC is next to each unit, or in its hex."""
    leader = ugc_of(state, state.active)
    if leader is None:
        return False
    gaps = (setup.map.grid.distance(leader.at, state.units[uid].at) for uid in body)
    return all(gap <= 1 for gap in gaps)


def ways(setup: Setup, state: State) -> list[int]:
    """[opt.mass_charge.move] The directions in which all units of the mass can go forward."""
    body = state.charging.mass
    places = {state.units[uid].at for uid in body}
    return [way for way in range(6) if all(_can_go(setup, state, uid, way, places) for uid in body)]


def _can_go(setup: Setup, state: State, uid: str, way: int, places: set[str]) -> bool:
    unit = state.units[uid]
    at = setup.map.grid.neighbours(unit.at)[way]
    if at is None or at not in front(setup, unit) or not is_open(setup, at):
        return False
    if why_not_ground(setup, uid, at) or why_not_cross(setup, uid, unit.at, at):
        return False
    return at in places or unit_at(setup, state, at) is None


def mass_move(table: Board) -> Procedure[dict[str, str]]:
    """[opt.mass_charge.move] All go in the same direction, or none: where each of them goes."""
    setup, state = table.setup, table.state
    lead, *_ = state.charging.mass
    grid, here = setup.map.grid, state.units[lead].at
    hexes: dict[str, int] = {str(grid.neighbours(here)[way]): way for way in ways(setup, state)}
    if not hexes:
        return {}
    options: list[Choice] = [{"piece": lead, "at": at} for at in hexes]
    choice = yield Ask(
        setup.seat_of(setup.units[lead].side),
        "mass_move",
        text("The mass charges on: which way?"),
        ("opt.mass_charge.move",),
        Listed([PASS, *options]),
        form="move",
        subject=state.charging.mass,
    )
    if not isinstance(choice, dict):
        return {}
    way = hexes[str(choice["at"])]
    body = state.charging.mass
    return {uid: str(grid.neighbours(state.units[uid].at)[way]) for uid in body}
