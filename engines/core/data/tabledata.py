"""The data files of a rulebook, read as text: a table's reader decides what its values are.

    TABLES = Tables("engines.columbia")
    number = TABLES.number          # number("dice_sides"): a row of the table `constants`

A table is asked for as it is meant: rows by a column, whole numbers, fractions, or the row that an
adjusted die hits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

import yaml

Row: TypeAlias = dict[str, Any]


def read_data(package: str, name: str, root: str) -> dict[str, Any]:
    """Return what stands under `root` in a YAML file of a package, every value as text.

    Raises:
        KeyError: the file has no such root.
    """
    source = files(package).joinpath(name).read_text("utf-8")
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    raw: dict[str, Any] = yaml.load(source, Loader=loader)[root]  # noqa: S506 - BaseLoader: text only
    return raw


@dataclass(frozen=True, slots=True)
class Band:
    """One row of a results table: it is hit by totals from `least` to `most` (None: open)."""

    least: int | None
    most: int | None
    row: Row

    def hit(self, total: int) -> bool:
        """Whether an adjusted die falls in this row."""
        above = self.least is None or total >= self.least
        return above and (self.most is None or total <= self.most)


class Tables:
    """The tables of a game's `tables.yaml`. Each question is answered once and kept.

    Attributes:
        number, fraction: of a row of the table `constants`, its value.
        value: of a table and the id of a row, the whole number in its column `value`, or in another.
        by: of a table, its rows by its column `id`, or by another.
        bands: of a results table with columns `min` and `max`, its rows with their ranges.
    """

    def __init__(self, package: str) -> None:
        self.package = package
        self.all = cache(self._all)
        self.by = cache(self._by)
        self.number: Callable[[str], int] = cache(self._number)
        self.fraction: Callable[[str], Fraction] = cache(self._fraction)
        self.value = cache(self._value)
        self.bands: Callable[[str], tuple[Band, ...]] = cache(self._bands)

    def _all(self) -> dict[str, Any]:
        """Return the raw tables, every value as text."""
        return read_data(self.package, "tables.yaml", "tables")

    def rows(self, table: str) -> list[Row]:
        """Return the rows of a table."""
        found: list[Row] = self.all()[table]["rows"]
        return found

    def _by(self, table: str, key: str = "id") -> dict[str, Row]:
        return {row[key]: row for row in self.rows(table)}

    def _number(self, name: str) -> int:
        return int(self.by("constants")[name]["value"])

    def _fraction(self, name: str) -> Fraction:
        return Fraction(self.by("constants")[name]["value"])

    def _value(self, table: str, name: str, column: str = "value", key: str = "id") -> int:
        return int(self.by(table, key)[name][column])

    def _bands(self, table: str) -> tuple[Band, ...]:
        ends = ((row, row["min"], row["max"]) for row in self.rows(table))
        return tuple(
            Band(int(least) if least else None, int(most) if most else None, row)
            for row, least, most in ends
        )

    def look_up(self, table: str, total: int) -> Row:
        """Return the row of a results table that an adjusted die hits."""
        return next(band.row for band in self.bands(table) if band.hit(total))
