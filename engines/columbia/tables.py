"""The numbers of the rulebook, read once from `tables.yaml`; no number of a rule lives in code."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engines.core.data.tabledata import Tables

TABLES = Tables("grognard.engines.columbia")
tables, number = TABLES.all, TABLES.number
TERRAIN_EFFECTS: Mapping[str, Mapping[str, str]] = TABLES.by("terrain_effects", "terrain")
"""The terrain effects table by terrain key."""


def stacking_limit(terrain: str) -> int:
    """[3.31.limit] Return the most blocks of one player in an area of this terrain."""
    return int(TERRAIN_EFFECTS[terrain]["stacking"])


def crossing_limit(terrain: str) -> int:
    """[3.32.when] Return the crossing limit of one kind of border or area."""
    return int(TERRAIN_EFFECTS[terrain]["crossing"])


def movement_rate(kind: str, by: str) -> int:
    """[5.4.normal] [5.41.rate] Return the areas per move: `by` is "normal" or "road"."""
    return TABLES.value("movement_rates", kind, by, "unit")
