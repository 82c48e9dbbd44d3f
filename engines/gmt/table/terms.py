"""What the ids that the table shows are called: states, values, terrain, sides."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.show.terms import ITS
from grognard.engines.gmt.field.position import SIDE_ADJECTIVES, SIDE_NAMES
from grognard.engines.gmt.tables import TERRAIN_CHART

TERMS: Mapping[str, Text] = {
    "schevardino": text("Shevardino"),
    "borodino": text("Borodino"),
    **{terrain: named("term", row["name"]) for terrain, row in TERRAIN_CHART.items()},
    **SIDE_NAMES,
    **{side + ITS: name for side, name in SIDE_ADJECTIVES.items()},
    "disordered": text("Disordered"),
    "square": text("in Square"),
    "withdrawn": text("withdrawn"),
    "bridge_destroyed": text("bridge destroyed"),
    "MA": text("movement"),
    "cohesion": text("cohesion"),
    "defensive fire": text("defensive fire"),
    "fire": text("fire"),
    "shock": text("Shock"),
    "effective range": text("effective range"),
    "range": text("range"),
    "rating": text("rating"),
}
