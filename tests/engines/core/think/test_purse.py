"""The purse of a turn is a chess clock: thoughts draw in proportion, and never more than is in it."""

from __future__ import annotations

from random import Random

import pytest

from grognard.engines.core.think.purse import FEWEST, USUAL, Purse


def opened(turn: str = "1") -> Purse:
    purse = Purse(60.0)
    purse.open(turn)
    return purse


@pytest.mark.parametrize("count", [3, 24, 300])
def test_however_many_thoughts_there_are_they_never_take_more_than_was_in_it(count: int) -> None:
    purse = opened()
    took = []
    for _ in range(count):
        took.append(purse.share)
        purse.spend(took[-1], thought=True)
    assert sum(took) <= 60.0 + 1e-9
    assert all(one > 0 for one in took)
    assert took == sorted(took, reverse=True)


def test_what_is_not_taken_is_left_for_those_that_come() -> None:
    saving, spending = opened(), opened()
    for _ in range(20):
        saving.spend(0.01, thought=True)
        spending.spend(spending.share, thought=True)
    assert saving.share > 10 * spending.share


def test_an_answer_without_a_thought_takes_its_time_but_is_not_counted() -> None:
    purse = opened()
    purse.spend(0.5, thought=False)
    assert (purse.left, purse.thoughts) == (59.5, 0)


def test_it_is_filled_when_a_turn_begins_and_only_then() -> None:
    purse = opened("1")
    purse.spend(40.0, thought=True)
    purse.open("1")
    assert purse.left == pytest.approx(20.0)
    purse.open("2")
    assert (purse.left, purse.thoughts) == (60.0, 0)


def test_turns_of_many_thoughts_teach_it_to_give_each_of_them_less() -> None:
    purse = opened("1")
    at_first = purse.share
    lots = Random(1)
    for turn in range(2, 6):
        for _ in range(100):
            purse.spend(lots.random() * 0.1, thought=True)
        purse.open(str(turn))
    assert purse.expected > 90
    assert purse.share < at_first / 3


def test_a_turn_that_nothing_is_known_of_is_shared_among_the_usual_number() -> None:
    purse = opened()
    assert purse.share == pytest.approx(2 * 60.0 / USUAL)
    for _ in range(200):
        purse.spend(0.0, thought=True)
    assert purse.share == pytest.approx(2 * 60.0 / FEWEST)
