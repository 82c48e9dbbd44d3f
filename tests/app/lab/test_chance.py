"""What is chance: against values that can be looked up."""

from __future__ import annotations

import pytest

from app.lab.chance import fisher, holm, mcnemar, mean_of, student, surely, together, wilson


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
