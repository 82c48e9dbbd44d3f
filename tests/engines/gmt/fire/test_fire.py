"""[8.1] The list of fires: what is kept of it follows the guns, the enemy and the smoke."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.show.asks import PASS, Choice
from grognard.engines.core.show.explain import Refusal
from grognard.engines.gmt.field import effects
from grognard.engines.gmt.fire import gunnery
from grognard.engines.gmt.fire.fire import Fires
from grognard.engines.gmt.fire.gunnery import why_not_fire
from grognard.engines.gmt.state import State
from tests.engines.gmt.field import GRID, Field, foot, gun

UNITS = [
    (gun("f1"), "0505", 0),
    (gun("f2", maximum_range=3), "0505", 0),
    (foot("r1"), "0503", 3),
    (foot("r2"), "0801", 3),
]


def fires(field: Field, state: State | None = None) -> list[Choice]:
    """The fires of the French."""
    return [c for c in Fires(field.setup, state or field.state, "french") if c != PASS]


def every_fire(field: Field, state: State) -> list[tuple[str, str, int]]:
    """Ask of each gun, hex and facing whether it may fire: (gun, target, facing)."""
    return [
        (uid, target, facing)
        for uid in ("f1", "f2")
        for target in GRID.hexes
        for facing in range(6)
        if why_not_fire(field.setup, state, uid, target, facing) is None
    ]


def told(choices: list[Choice]) -> list[tuple[str, str, int]]:
    """The fires of single guns as `every_fire` writes them; nobody has turned, all face 0."""
    return [(c["by"][0], c["at"], c.get("facing", 0)) for c in choices if len(c["by"]) == 1]


def test_each_gun_and_each_pair_is_listed_at_what_it_may_fire_at() -> None:
    field = Field(UNITS)
    assert sorted(told(fires(field))) == sorted(every_fire(field, field.state))
    pairs = [c for c in fires(field) if len(c["by"]) == 2]
    assert {c["at"] for c in pairs} == {"0503"}
    assert all(Fires(field.setup, field.state, "french").why_not(c) is None for c in fires(field))


def test_the_list_follows_the_enemy() -> None:
    field = Field(UNITS)
    before = told(fires(field))
    effects.move_to(field.table, "r1", "0504")
    assert told(fires(field)) != before
    assert sorted(told(fires(field))) == sorted(every_fire(field, field.state))
    effects.move_to(field.table, "r1", "0503")
    assert told(fires(field)) == before


def test_the_list_follows_the_guns_and_burning_villages() -> None:
    field = Field(UNITS, terrain={"0504": "village"})
    burns = evolve(field.state, features={"0504": "burning"})
    assert ("f1", "0503", 0) in told(fires(field))
    assert ("f1", "0503", 0) not in told(fires(field, burns))
    assert sorted(told(fires(field, burns))) == sorted(every_fire(field, burns))
    effects.move_to(field.table, "f2", "0605", 0)
    assert sorted(told(fires(field))) == sorted(every_fire(field, field.state))


def test_what_a_gun_may_fire_at_is_what_nothing_forbids() -> None:
    """[8.4.front] Found at once for all facings, as each is judged by itself."""
    foes = [
        ("r1", "0504", 3),
        ("r2", "0604", 3),
        ("r3", "0502", 3),
        ("r4", "0707", 3),
        ("r5", "0303", 3),
    ]
    field = Field([(gun("f1"), "0505", 0), *((foot(uid), at, way) for uid, at, way in foes)])
    found = gunnery.aims(field.setup, field.state, "f1")
    judged = {
        at: {
            way
            for way in range(6)
            if gunnery.why_not_fire(field.setup, field.state, "f1", at, way) is None
        }
        for _, at, _ in foes
    }
    assert {at: set(ways) for at, ways in found.items()} == {
        at: ways for at, ways in judged.items() if ways
    }
    assert len(found) > 1
    assert any(0 < len(ways) < 6 for ways in found.values())


def test_what_a_gun_may_fire_at_is_seen_whole_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever asks while the answer is still being worked out must not get a part of it."""
    field = Field([(gun("f1"), "0505", 0), (foot("r1"), "0504", 3)])
    judge = gunnery.why_not_seen
    begun: list[str] = []
    meanwhile: list[Any] = []

    def interrupted(*asked: Any) -> Refusal | None:
        if not begun:
            begun.append("once")
            meanwhile.append(dict(gunnery.aims(field.setup, field.state, "f1")))
        return judge(*asked)

    monkeypatch.setattr(gunnery, "why_not_seen", interrupted)
    found = gunnery.aims(field.setup, field.state, "f1")
    assert "0504" in found
    assert meanwhile == [found]
