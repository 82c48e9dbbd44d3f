"""Aims of stacks: cities near a Depot while supply counts, whatever may be reached in the last turns."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from engines.europa.opponent.plan import HORIZON, aims, patience

NEAR, FAR = 3, HORIZON + 3


def situation(*, patience: float = 1.0, powers: dict[str, float] | None = None) -> Any:
    """Stacks at "camp" with a Depot; a city near by, and a greater one beyond the horizon."""
    away = {"near": NEAR, "far": FAR}
    return SimpleNamespace(
        patience=patience,
        ours={"camp": ()},
        theirs={},
        emperor="",
        setup=SimpleNamespace(goals={}, map=SimpleNamespace(in_russia=lambda _at: True)),
        powers={"french": powers or {"camp": 6.0}},
        side="french",
        enemy="russian",
        power_near=lambda *_where: 0.0,
        away=lambda goal, _at: away.get(goal),
        gap=lambda at, _base: away.get(at, FAR),
        bases=lambda: ["camp"],
        prizes=lambda: {"near": 1.0, "far": 30.0},
    )


def test_supply_counts_for_less_the_fewer_turns_follow() -> None:
    assert [patience(left) for left in (0, 1, 2, 3, 15)] == sorted(
        patience(left) for left in (0, 1, 2, 3, 15)
    )
    assert patience(0) == 0
    assert patience(3) == 1


def test_no_aim_lies_beyond_what_a_depot_feeds() -> None:
    assert aims(situation()) == {"camp": "near"}


def test_in_the_last_turns_the_greater_city_is_the_aim_whatever_feeds_it() -> None:
    assert aims(situation(patience=0.3)) == {"camp": "far"}
