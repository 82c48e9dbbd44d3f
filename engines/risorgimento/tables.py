"""The numbers of the rulebook, read once from `tables.yaml`; no number of a rule lives in code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from engines.core.data.tabledata import read_data

BANDS = ("short", "medium", "long")
NO, BY_ROAD = "no", "road"
SQUARE_COLUMN = "square"
LENGTH = "_cm"
"""How the names of the lengths among the constants end."""


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
def constant(name: str) -> float:
    """Return one share or angle of the rules, for example `constant("road_bonus")`."""
    return float(Fraction(rows("constants")[name]["value"]))


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


@cache
def footprint(kind: str, scale: int = 1) -> tuple[float, float]:
    """[geo.base] Return front and depth in cm: formed, march_column, artillery, commander."""
    row = rows("footprints")[kind]
    return scale * float(row["front"]), scale * float(row["depth"])


@cache
def movement(kind: str, column: str, scale: int = 1) -> float:
    """[units.values] Return the allowance of a row of the movement table in cm, 0 if it has none."""
    return scale * float(rows("movement")[kind][column] or 0)


@cache
def factor(terrain: str, column: str) -> str:
    """[E.5.cost] Return a cell of table 5: a factor, "+n" cm, "no" or "road"."""
    return rows("terrain")[terrain][column]


@cache
def sight(terrain: str, scale: int = 1) -> float:
    """[D.2.restricted] Return how far one sees through a kind of ground in cm."""
    return scale * float(rows("terrain")[terrain]["sight"])


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
def ranges(weapon: str, scale: int = 1) -> Ranges | None:
    """[F.2.value] [D.3.value] Return the ranges of a weapon or gun, None without one."""
    row = rows("infantry_weapons").get(weapon) or rows("guns").get(weapon)
    if row is None:
        return None
    short, medium, long = (scale * float(row[band]) for band in BANDS)
    return Ranges(short, medium, long)


def multiplier(weapon: str) -> int:
    """[D.3.value] Return what the SP of a battery with these guns are multiplied by, 1 for small arms."""
    gun = rows("guns").get(weapon)
    return int(gun["multiplier"]) if gun else 1


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
