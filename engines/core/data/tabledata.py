"""The data files of a rulebook, read as text: a table's reader decides what its values are.

    TABLES = Tables("grognard.engines.columbia")
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


_OTHERWISE: dict[tuple[str, str], list[tuple[str, str]]] = {}


def read_data(package: str, name: str, root: str) -> dict[str, Any]:
    """Return what stands under `root` in a YAML file of a package, every value as text.

    Raises:
        KeyError: the file has no such root.
    """
    whole = whole_of(package, name)
    for path, value in _OTHERWISE.get((package, name), ()):
        *way, last = resolved(whole, path)
        box = whole
        for step in way:
            box = box[step]
        box[last] = value
    found: dict[str, Any] = whole[root]
    return found


def whole_of(package: str, name: str) -> Any:
    """Return all that stands in a YAML file of a package, every value as text."""
    source = files(package).joinpath(name).read_text("utf-8")
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    return yaml.load(source, Loader=loader)  # noqa: S506 - BaseLoader: text only


def otherwise(package: str, name: str, path: str, value: str) -> None:
    """Have a value of a data file read otherwise than it is written, from now on in this process.

    Tables are kept once they were read: this comes before any game is imported.
    """
    _OTHERWISE.setdefault((package, name), []).append((path, value))


def resolved(data: Any, path: str) -> tuple[str | int, ...]:
    """Return the keys and places that a path leads over, its steps parted by "/".

    A step is a key, the place in a list, or the id of one of its records; the `rows` of a table need
    not be told.

    Raises:
        KeyError: it leads nowhere; its arguments are the step that is not there, and those that are.
    """
    found: list[str | int] = []
    for step in path.split("/"):
        if isinstance(data, dict) and step not in data and "rows" in data:
            found.append("rows")
            data = data["rows"]
        key = _key_in(data, step)
        found.append(key)
        data = data[key]
    return tuple(found)


def _key_in(data: Any, step: str) -> str | int:
    if isinstance(data, dict) and step in data:
        return step
    ids: list[str | None] = []
    if isinstance(data, list):
        ids = [row.get("id") if isinstance(row, dict) else None for row in data]
        if step in ids:
            return ids.index(step)
        if step.isdigit() and int(step) < len(data):
            return int(step)
    raise KeyError(step, *(data if isinstance(data, dict) else filter(None, ids)))


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
