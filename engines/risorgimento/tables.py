"""The numbers of the rulebook, read once from `tables.yaml`; no number of a rule lives in code."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from engines.core.tabledata import read_data

BANDS = ("short", "medium", "long")
NO, BY_ROAD = "no", "road"
SQUARE_COLUMN = "square"


@cache
def tables() -> dict[str, Any]:
    """Return the raw tables, every value as text."""
    return read_data("engines.risorgimento", "tables.yaml", "tables")


@cache
def rows(table: str, key: str = "id") -> dict[str, dict[str, str]]:
    """Return the rows of a table by one of their columns."""
    return {row[key]: row for row in tables()[table]["rows"]}


@cache
def number(name: str) -> int:
    """Return one whole number of the rules, for example `number("die")`."""
    return int(rows("constants")[name]["value"])


@cache
def length(name: str) -> float:
    """Return one length (cm) or share of the rules, for example `length("strategic_cm")`."""
    return float(Fraction(rows("constants")[name]["value"]))


@cache
def footprint(kind: str) -> tuple[float, float]:
    """[geo.base] Return front and depth in cm: formed, march_column, artillery, commander."""
    row = rows("footprints")[kind]
    return float(row["front"]), float(row["depth"])


@cache
def movement(kind: str, column: str) -> float:
    """[units.values] Return the allowance of a row of the movement table in cm, 0 if it has none."""
    return float(rows("movement")[kind][column] or 0)


@cache
def factor(terrain: str, column: str) -> str:
    """[E.5.cost] Return a cell of table 5: a factor, "+n" cm, "no" or "road"."""
    return rows("terrain")[terrain][column]


@dataclass(frozen=True, slots=True)
class Ranges:
    """[geo.range] The ranges of a weapon in cm."""

    short: float
    medium: float
    long: float

    def band(self, distance: float, tolerance: float) -> str:
        """Return the range band of a distance, "" out of range."""
        limits = zip(BANDS, (self.short, self.medium, self.long), strict=True)
        return next((name for name, limit in limits if distance <= limit + tolerance), "")


@cache
def ranges(weapon: str) -> Ranges | None:
    """[F.2.value] [D.3.value] Return the ranges of a weapon or gun, None without one."""
    row = rows("infantry_weapons").get(weapon) or rows("guns").get(weapon)
    if row is None:
        return None
    return Ranges(float(row["short"]), float(row["medium"]), float(row["long"]))


@cache
def fire_value(table: str, strength: int, band: str) -> int:
    """[D.3.value] Return the fire value of a strength: rows below count, the rest is added.

    `table` is infantry_fire or artillery_fire; below the first row the value is 0.
    """
    listed = [(int(row["strength"]), int(row[band])) for row in tables()[table]["rows"]]
    last, top = listed[-1]
    whole, rest = divmod(strength, last)
    found = top * whole
    fitting = [value for least, value in listed if least <= rest]
    return found + (fitting[-1] if fitting else 0)


@cache
def modifier(table: str, name: str) -> tuple[int, str]:
    """Return the value and the rule of one row of a modifier table."""
    row = rows(table)[name]
    return int(row["value"]), row["rule"]


@cache
def melee_column(strength: int) -> str:
    """[G.3.column] Return the column of table 7 for a total strength, below 1 the first."""
    columns = tables()["melee_columns"]["rows"]
    for row in columns:
        if not row["most"] or strength <= int(row["most"]):
            return str(row["column"])
    return str(columns[-1]["column"])


@cache
def melee_result(column: str, total: int) -> str:
    """[G.3.result] Return the cell of table 7: "-", "M+1", "M+2" or a number of loss points."""
    return rows("melee", "roll")[str(total)][column]
