"""The numbers of the captain's rules of thumb, which stand in `opponent.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from grognard.engines.core.data.tabledata import read_data
from grognard.engines.core.think.temper import tempered


@cache
def _policy() -> Mapping[str, Any]:
    return read_data("grognard.engines.risorgimento.opponent", "opponent.yaml", "policy")


@cache
def plain_figures() -> Mapping[str, float]:
    """Return all single numbers by their names, as they stand in the data."""
    return {name: float(value) for name, value in _policy().items() if not isinstance(value, list)}


def figure(name: str) -> float:
    """Return a number, as it is in the temper of who plays: ask where it is used, not when a module is read."""
    return tempered(plain_figures())[name]


def whole(name: str) -> int:
    """Return a whole number."""
    return int(_policy()[name])


def figures(name: str) -> tuple[float, ...]:
    """Return several numbers."""
    return tuple(map(float, _policy()[name]))
