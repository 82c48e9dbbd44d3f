"""Whether what is there is what a case says of it: cases are text, values are of all kinds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import Enum
from typing import Any

TRUTH = {True: ("yes", "true"), False: ("no", "false")}


def matches(expected: object, actual: object) -> bool:  # noqa: PLR0911 - a line a kind of value
    """Compare what a case says (text) with a value: numbers to the decimals written."""
    if isinstance(actual, Enum):
        actual = actual.value
    if isinstance(expected, Mapping):
        if isinstance(actual, (list, tuple, set, frozenset)):
            return (
                bool(expected)
                and expected.keys() <= PARTS.keys()
                and all(PARTS[word](wanted, actual) for word, wanted in expected.items())
            )
        return isinstance(actual, Mapping) and all(
            key in actual and matches(value, actual[key]) for key, value in expected.items()
        )
    if isinstance(expected, list):
        if isinstance(actual, (set, frozenset)):
            actual = sorted(actual)
        if not isinstance(actual, (list, tuple)) or len(actual) != len(expected):
            return False
        return all(map(matches, expected, actual))
    if actual is None:
        return str(expected) in ("null", "")
    if isinstance(actual, bool):
        return str(expected) in TRUTH[actual]
    if isinstance(actual, (int, float)):
        return _same_number(str(expected), actual)
    return str(expected) == str(actual)


def _has(wanted: object, actual: Collection[object]) -> bool:
    """Whether all that is wanted is among what there is, whatever else is."""
    return all(any(matches(each, one) for one in actual) for each in as_list(wanted))


def _lacks(wanted: object, actual: Collection[object]) -> bool:
    """Whether nothing of what is wanted away is among what there is."""
    return not any(matches(each, one) for each in as_list(wanted) for one in actual)


PARTS: Mapping[str, Callable[[object, Collection[object]], bool]] = {"has": _has, "lacks": _lacks}
"""What a case may say of a list besides all that is in it."""


CLOSE = 0.01
"""How far a measured number may be from what a case says of it: a whole number means the whole number."""


def _same_number(expected: str, actual: float) -> bool:
    try:
        wanted = float(expected)
    except ValueError:
        return False
    if isinstance(actual, int):
        return wanted == actual
    return abs(wanted - actual) <= CLOSE + 1e-9


def as_list(value: Any) -> list[str]:
    """Return what a case says as a list, one word being a list of it."""
    return value if isinstance(value, list) else [value]
