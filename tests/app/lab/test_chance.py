"""What is chance: against values that can be looked up."""

from __future__ import annotations

import pytest

from grognard.app.lab.chance import (
    fisher,
    holm,
    mcnemar,
    mean_of,
    nearer,
    student,
    surely,
    together,
    wilson,
)


def test_wilson() -> None:
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0, 0) == (0, 1)


def test_pairs_and_shares() -> None:
    assert mcnemar(0, 0) == 1
    assert mcnemar(8, 1) == pytest.approx(0.0390625)
    assert fisher((8, 1), (10, 10)) == pytest.approx(0.005477, abs=1e-6)
    assert fisher((0, 0), (0, 5)) == 1
    assert holm({"a": 0.01, "b": 0.04, "c": 0.03}) == pytest.approx(
        {"a": 0.03, "c": 0.06, "b": 0.06}
    )


def test_means() -> None:
    assert student(9) == pytest.approx(2.262, abs=0.005)
    assert mean_of([1, 2, 3, 4]) == pytest.approx((2.5, 0.446, 4.554), abs=0.01)
    assert mean_of([]) == (0, 0, 0)
    assert mean_of([3]) == (3, 3, 3)
    assert together([1, 2, 3], [2, 4, 6]) == pytest.approx(1)
    assert together([1, 1, 1], [2, 4, 6]) == 0


def test_a_standing_makes_sure_as_far_as_it_has() -> None:
    worth = [-3.0, -2, -1, 1, 2, 3] * 6
    told = surely(worth, [float(x > 0) for x in worth])
    assert told[0] < 0.1
    assert told[5] > 0.9
    nothing = surely([1.0] * 10, [1, 0] * 5)
    assert nothing == pytest.approx([0.5] * 10)
    assert surely([], []) == []


def test_nearer_to_a_half_is_another_question_than_moved() -> None:
    def told(before: list[float], now: list[float]) -> int:
        pairs = list(zip(before, now, strict=True))
        return nearer(mean_of([b - a for a, b in pairs]), mean_of([a + b - 1 for a, b in pairs]))

    most, half, few = ([float(n < share) for n in range(100)] for share in (90, 50, 10))
    assert told(most, half) == -1
    assert told(half, most) == 1
    assert told(few, half[::-1]) == -1
    # From 90 to 10 of a hundred much has moved, and neither is the fairer one.
    assert told(most, few) == 0
    assert told(half, [float(n < 54) for n in range(100)]) == 0
