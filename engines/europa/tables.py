"""The numbers of the rulebook, read once from the data files; no number of a rule lives in code."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from grognard.engines.core.data.tabledata import read_data
from grognard.engines.core.data.text import Text, named
from grognard.engines.core.show.explain import Modifier

PACKAGE = "grognard.engines.europa"


@cache
def tables() -> dict[str, Any]:
    """Return the raw tables, every value as text."""
    return read_data(PACKAGE, "tables.yaml", "tables")


@cache
def rows(table: str) -> tuple[dict[str, Any], ...]:
    """Return the rows of a table."""
    return tuple(tables()[table]["rows"])


@cache
def _by_key(table: str) -> dict[str, dict[str, Any]]:
    first = tables()[table]["columns"][0]
    return {row[first]: row for row in rows(table)}


def row(table: str, key: str) -> Mapping[str, Any]:
    """Return the row of a table that its first column names."""
    return _by_key(table)[key]


def has_row(table: str, key: str) -> bool:
    """Whether the first column of a table has this word."""
    return key in _by_key(table)


@cache
def number(name: str) -> int:
    """Return one number of the rules, as in `number("ugc_move")`."""
    return int(row("constants", name)["value"])


@cache
def value(table: str, name: str) -> int:
    """Return the fixed value of a row of a modifier table, as in `value("melee_modifiers", "flank")`."""
    return int(row(table, name)["value"])


@cache
def named_row(table: str, name: str) -> Text:
    """Return what a row is called."""
    return named("term", str(row(table, name)["name"]))


def modifier(table: str, name: str, worth: int | None = None) -> Modifier:
    """Return a modifier of a table: its own value, or `worth` where the card or the count gives it."""
    found = row(table, name)
    rule = str(found.get("rule") or tables()[table]["rule"])
    return Modifier(value(table, name) if worth is None else worth, named_row(table, name), rule)


@cache
def trains(side: str, turn: int, campaign: str = "trains") -> int:
    """[7.2] [17.note] Return the printed number of Supply Trains of a side for a turn.

    Before the first turn of a table, as in the winter quarters between two campaigns, it is that of the first.
    """
    first = min(int(line["turn"]) for line in rows(campaign))
    return int(row(campaign, str(max(first, turn)))[side])
