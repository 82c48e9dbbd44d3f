"""What the ids that the table shows are called: states, values, terrain, sides."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engines.columbia.field.position import SIDE_NAMES
from grognard.engines.columbia.tables import TERRAIN_EFFECTS
from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.show.terms import ITS

TERMS: Mapping[str, Text] = {
    **{terrain: named("term", row["name"]) for terrain, row in TERRAIN_EFFECTS.items()},
    **SIDE_NAMES,
    "french" + ITS: text("French"),
    "russian" + ITS: text("Russian"),
    "active": text("active"),
    "pinned": text("pinned"),
    "bombarded": text("has bombarded"),
    "attached": text("attached to an HQ"),
    "square": text("in square"),
    "sheltered": text("sheltered"),
    "half_hit": text("half a hit"),
    "bridge_destroyed": text("bridge destroyed"),
    "firepower": text("firepower"),
}
