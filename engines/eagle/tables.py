"""The numbers of the rulebook, read once from `tables.yaml`; no number of a rule lives in code."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from grognard.engines.core.data.tabledata import Tables
from grognard.engines.core.data.text import Text, named
from grognard.engines.core.show.explain import Modifier

PACKAGE = "grognard.engines.eagle"
TABLES = Tables(PACKAGE)
number, rows = TABLES.number, TABLES.rows


@cache
def _by_first(table: str) -> Mapping[str, Mapping[str, Any]]:
    return TABLES.by(table, TABLES.all()[table]["columns"][0])


def row(table: str, key: str) -> Mapping[str, Any]:
    """Return the row of a table that its first column names."""
    return _by_first(table)[key]


def has_row(table: str, key: str) -> bool:
    """Whether the first column of a table has this word."""
    return key in _by_first(table)


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
    rule = str(row(table, name).get("rule") or TABLES.all()[table]["rule"])
    return Modifier(value(table, name) if worth is None else worth, named_row(table, name), rule)
