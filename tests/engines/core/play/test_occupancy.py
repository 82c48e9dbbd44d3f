"""Pieces and spaces say the same of who stands where."""

from __future__ import annotations

import pytest

from engines.core.play.occupancy import occupancy


@pytest.mark.parametrize(
    ("where", "stacks", "expected"),
    [
        ({"a": "1", "b": "1"}, {"1": ("a", "b")}, []),
        ({}, {"1": ()}, ["1 is listed and empty"]),
        (
            {"a": "1"},
            {"1": ("a",), "2": ("a",)},
            ["a stands in 1 and in 2", "a is at 1 but listed at 2"],
        ),
        ({"a": "1"}, {}, ["a is at 1 but listed at None"]),
        ({}, {"1": ("a",)}, ["a is off the map and stands in 1"]),
    ],
)
def test_what_differs_is_told(
    where: dict[str, str], stacks: dict[str, tuple[str, ...]], expected: list[str]
) -> None:
    assert list(occupancy(where, stacks)) == expected
