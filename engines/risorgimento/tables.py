"""The numbers of the rulebook, read once from `tables.yaml`; no number of a rule lives in code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

from grognard.engines.core.data.tabledata import Tables

TABLES = Tables("grognard.engines.risorgimento")
tables, number = TABLES.all, TABLES.number
rows: Callable[..., dict[str, dict[str, str]]] = TABLES.by
LENGTH = "_cm"
"""How the names of the lengths among the constants end."""


@cache
def constant(name: str) -> float:
    """Return one share or angle of the rules, for example `constant("road_bonus")`."""
    return float(TABLES.fraction(name))


def figures(size: str) -> int:
    """[scale.15mm] [scale.25mm] Return what every length is multiplied by with figures of a size.

    Of a size that is not offered, which is a fault of its own, the lengths stay as written.
    """
    return int(rows("figures").get(size, {"lengths": "1"})["lengths"])


@cache
def lengths(scale: int = 1) -> Mapping[str, float]:
    """[scale.25mm] Return all lengths of the rules in cm by name, for figures of a scale."""
    found = {
        name: float(Fraction(row["value"]))
        for name, row in rows("constants").items()
        if name.endswith(LENGTH)
    }
    return {name: scale * cm for name, cm in found.items()}
