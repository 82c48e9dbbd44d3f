"""Plans of a turn: data that a temper carries, changed one formation at a time, and carried out by who plays."""

from __future__ import annotations

from random import Random

import pytest

from grognard.engines.core.think.plan import (
    STANCES,
    Designs,
    Order,
    Plan,
    changed,
    crossed,
    improved,
    plan_of,
)
from grognard.engines.core.think.temper import in_temper, planned, temper_of, tempered

BOTH = Plan((Order("left", "hill", "assault"), Order("right", "mill", "hold")))
OTHER = Plan((Order("left", "mill", "prepare"), Order("right", "hill", "assault")))
GOALS = Designs({"left": ("hill", "mill"), "right": ("hill", "mill")}, (BOTH,))


def differing(one: Plan, other: Plan) -> list[str]:
    return [a.formation for a, b in zip(one.orders, other.orders, strict=True) if a != b]


def test_a_plan_is_a_manner_that_says_what_each_formation_does() -> None:
    assert plan_of(BOTH.manner) == BOTH
    assert BOTH.of("right") == Order("right", "mill", "hold")
    assert BOTH.of("centre") is None
    assert plan_of("= bold 0.5") is None
    assert plan_of("0.123") is None


def test_a_stance_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="assault, prepare, hold, not dither"):
        plan_of("> left hill dither")


def test_in_its_temper_a_plan_is_carried_out_and_the_numbers_stay_as_they_lean() -> None:
    plain = {"near": 2.0, "far": 1.0}
    assert planned() is None
    with in_temper(temper_of(BOTH.manner, (("near", 0.5),))):
        assert planned() == BOTH
        assert tempered(plain) == {"near": 1.0, "far": 1.0}
    with in_temper(temper_of("a lot")):
        assert planned() is None
    assert planned() is None


def test_a_change_is_of_one_formation_and_of_its_goal_or_its_stance() -> None:
    seen = set()
    for n in range(60):
        new = changed(BOTH, GOALS, Random(str(n)))
        (who,) = differing(BOTH, new)
        order, before = new.of(who), BOTH.of(who)
        assert order is not None
        assert before is not None
        assert (order.goal == before.goal) != (order.stance == before.stance)
        seen.add(order)
    assert len(seen) == 2 * (len(STANCES) - 1 + 1)


def test_of_two_that_are_crossed_each_order_comes_from_one_of_them() -> None:
    found = {crossed(BOTH, OTHER, Random(str(n))) for n in range(40)}
    assert len(found) == 4
    for plan in found:
        for order in plan.orders:
            assert order in (BOTH.of(order.formation), OTHER.of(order.formation))


def test_what_is_tried_next_is_like_the_best_and_nothing_twice() -> None:
    new = improved([BOTH, OTHER], GOALS, Random("1"), 4)
    assert 2 <= len(new) <= 4
    assert len(set(new)) == len(new)
    assert BOTH not in new
    assert len(differing(BOTH, new[0])) == 1
