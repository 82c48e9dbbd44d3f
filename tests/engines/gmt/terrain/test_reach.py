"""[7] The search for routes finds what an exhaustive walk, paying step by step, finds."""

from __future__ import annotations

from random import Random

import pytest

from grognard.engines.core.data.frozen import evolve
from grognard.engines.gmt.movement.movement import Routes
from grognard.engines.gmt.state import State
from tests.engines.gmt.field import GRID, Field, foot, gun, horse

GROUND = ("clear", "clear", "clear", "woods", "village", "marsh")
BANKS = ("stream", "steep_banked_stream", "very_steep_banked_stream", "river", "ford")
PEOPLE = (
    foot("f1", ma=5),
    horse("f2", ma=9),
    horse("f3", "light", ma=10),
    gun("f4", ma=4),
    foot("f5"),
    foot("r1"),
    foot("r2"),
    horse("r3"),
    gun("r4"),
)


def battlefield(seed: int) -> Field:
    """Nine units on a map of random ground."""
    rng = Random(seed)
    hexes = list(GRID.hexes)
    places = rng.sample(hexes, len(PEOPLE))
    sides = {
        GRID.side(a, b): (rng.choice(BANKS),)
        for a in hexes
        for b in GRID.adjacent(a)
        if a < b and rng.random() < 0.2
    }
    field = Field(
        [(kind, at, rng.randrange(6)) for kind, at in zip(PEOPLE, places, strict=True)],
        terrain={at: rng.choice(GROUND) for at in hexes},
        sides=sides,
        disordered=[kind.id for kind in PEOPLE if rng.random() < 0.2],
    )
    field.setup.map.roads.update(  # type: ignore[attr-defined]
        {GRID.side(a, b): "road" for a in hexes for b in GRID.adjacent(a) if rng.random() < 0.1}
    )
    return field


def walked(routes: Routes) -> set[str]:
    """Try every step from every hex, once calm and once shaken by the ground, cheapest kept."""
    start = (routes.unit.at, False)
    spent = {start: 0}
    left = [start]
    while left:
        here, shaken = left.pop()
        for to in GRID.adjacent(here):
            toll, fault = routes.toll(here, to, here != routes.unit.at, shaken)
            mp = spent[here, shaken] + toll.mp
            reached = (to, shaken or toll.disorders)
            if fault is None and mp <= routes.mp and mp < spent.get(reached, 99):
                spent[reached] = mp
                left.append(reached)
    return {at for at, _ in spent if at != routes.unit.at}


def variants(state: State, uid: str) -> tuple[State, State]:
    """The unit as it stands, and with Extended Movement."""
    return state, evolve(state, extended=(uid,))


@pytest.mark.parametrize("seed", range(40))
def test_the_search_finds_what_walking_finds(seed: int) -> None:
    field = battlefield(seed)
    for uid in ("f1", "f2", "f3", "f4"):
        for state in variants(field.state, uid):
            routes = Routes(field.setup, state, uid)
            minimum = {to for to in GRID.adjacent(routes.unit.at) if routes._is_minimum([to])}
            possible = walked(routes) | minimum
            legal = {to for to in possible if routes._may_end(to) is None}
            found = routes.reached()
            assert set(found) == legal
            judge = Routes(field.setup, state, uid)  # has not searched: judges step by step
            assert all(judge.why_not({"route": way}) is None for way in found.values())


def test_a_route_that_disorders_nobody_is_taken_even_if_dearer() -> None:
    field = Field(
        [(horse("f1", ma=8), "0505", 0), (foot("r1"), "0101", 3)], terrain={"0504": "woods"}
    )
    routes = Routes(field.setup, field.state, "f1")
    assert routes.toll("0505", "0504", False)[0].disorders
    assert "0504" not in routes.reached()["0503"]
    assert routes.reached()["0504"] == ["0504"]
