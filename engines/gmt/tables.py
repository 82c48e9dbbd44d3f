"""The numbers of the rulebook, read once from `tables.yaml`; no number of a rule lives in code."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from engines.core.data.tabledata import read_data

PROHIBITED = None


@dataclass(frozen=True, slots=True)
class Band:
    """One row of a results table: it is hit by totals from `least` to `most` (None: open)."""

    least: int | None
    most: int | None
    row: dict[str, Any]

    def hit(self, total: int) -> bool:
        """Whether an adjusted die falls in this row."""
        above = self.least is None or total >= self.least
        return above and (self.most is None or total <= self.most)


@cache
def tables() -> dict[str, Any]:
    """Return the raw tables, every value as text."""
    return read_data("engines.gmt", "tables.yaml", "tables")


@cache
def constants() -> dict[str, str]:
    """Return the single numbers of the rules by name, as text."""
    return {row["id"]: row["value"] for row in tables()["constants"]["rows"]}


@cache
def number(name: str) -> int:
    """Return one whole number of the rules, for example `number("stack_max")`."""
    return int(constants()[name])


@cache
def fraction(name: str) -> Fraction:
    """Return one fraction of the rules, for example `fraction("collapse_fraction")`."""
    return Fraction(constants()[name])


@cache
def bands(table: str) -> tuple[Band, ...]:
    """Return the rows of a results table with their ranges."""
    rows = tables()[table]["rows"]
    return tuple(
        Band(int(row["min"]) if row["min"] else None, int(row["max"]) if row["max"] else None, row)
        for row in rows
    )


def look_up(table: str, total: int) -> dict[str, Any]:
    """Return the row of a results table that an adjusted die hits."""
    return next(band.row for band in bands(table) if band.hit(total))


@cache
def drm(table: str, name: str) -> int:
    """Return one fixed modifier of a modifier table."""
    return next(int(row["drm"]) for row in tables()[table]["rows"] if row["id"] == name)


@cache
def terrain_rows() -> dict[str, dict[str, str]]:
    """Return the Terrain Chart by terrain key."""
    return {row["terrain"]: row for row in tables()["terrain_chart"]["rows"]}


@cache
def strength_ratio(attacker: int, defender: int) -> tuple[str, int]:
    """[9.51] Return the chart ratio and its modifier, rounded in the defender's favour."""
    rows = tables()["strength_ratio"]["rows"]
    if defender <= 0:
        return rows[0]["ratio"], int(rows[0]["drm"])
    quotient = Fraction(attacker, defender)
    row = next(row for row in rows if quotient >= Fraction(row["min"]))
    return row["ratio"], int(row["drm"])
