"""The numbers of the rulebook, read once from `tables.yaml`; no number of a rule lives in code."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engines.core.data.tabledata import Tables

TABLES = Tables("grognard.engines.gmt")
tables = TABLES.all
number, fraction = TABLES.number, TABLES.fraction
bands, look_up = TABLES.bands, TABLES.look_up
TERRAIN_CHART: Mapping[str, Mapping[str, str]] = TABLES.by("terrain_chart", "terrain")
"""[tec] The Terrain Chart by terrain key."""
