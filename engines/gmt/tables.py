"""The numbers of the rulebook, read once from `tables.yaml`; no number of a rule lives in code."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from engines.core.data.tabledata import Tables

TABLES = Tables("engines.gmt")
tables = TABLES.all
number, fraction = TABLES.number, TABLES.fraction
bands, look_up = TABLES.bands, TABLES.look_up
TERRAIN_CHART: Mapping[str, Mapping[str, str]] = TABLES.by("terrain_chart", "terrain")
"""[tec] The Terrain Chart by terrain key."""


@cache
def strength_ratio(attacker: int, defender: int) -> tuple[str, int]:
    """[9.51] Return the chart ratio and its modifier, rounded in the defender's favour."""
    rows = TABLES.rows("strength_ratio")
    if defender <= 0:
        return rows[0]["ratio"], int(rows[0]["drm"])
    quotient = Fraction(attacker, defender)
    row = next(row for row in rows if quotient >= Fraction(row["min"]))
    return row["ratio"], int(row["drm"])
