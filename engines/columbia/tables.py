"""The numbers of the rulebook, read once from `tables.yaml`; no number of a rule lives in code."""

from __future__ import annotations

from functools import cache
from typing import Any

from engines.core.data.tabledata import read_data


@cache
def tables() -> dict[str, Any]:
    """Return the raw tables, every value as text."""
    return read_data("engines.columbia", "tables.yaml", "tables")


@cache
def number(name: str) -> int:
    """Return one whole number of the rules, for example `number("dice_sides")`."""
    rows = tables()["constants"]["rows"]
    return next(int(row["value"]) for row in rows if row["id"] == name)


@cache
def terrain_rows() -> dict[str, dict[str, str]]:
    """Return the rows of the terrain effects table by terrain key."""
    return {row["terrain"]: row for row in tables()["terrain_effects"]["rows"]}


@cache
def stacking_limit(terrain: str) -> int:
    """[3.31.limit] Return the most blocks of one player in an area of this terrain."""
    return int(terrain_rows()[terrain]["stacking"])


@cache
def crossing_limit(terrain: str) -> int:
    """[3.32.when] Return the crossing limit of one kind of border or area."""
    return int(terrain_rows()[terrain]["crossing"])


@cache
def movement_rate(kind: str, by: str) -> int:
    """[5.4.normal] [5.41.rate] Return the areas per move: `by` is "normal" or "road"."""
    rows = tables()["movement_rates"]["rows"]
    return next(int(row[by]) for row in rows if row["unit"] == kind)
