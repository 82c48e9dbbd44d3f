"""What the ids that the table shows are called: formations, states, values, terrain, sides."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.show.terms import ITS
from grognard.engines.risorgimento.field.names import FORMATION_NAMES, MARKER_NAMES, SIDE_NAMES
from grognard.engines.risorgimento.tables import rows

DISORDERS = (text("Disorder 1"), text("Disorder 2"))
TERMS: Mapping[str, Text] = {
    **{terrain: named("term", row["name"]) for terrain, row in rows("terrain").items()},
    **SIDE_NAMES,
    **FORMATION_NAMES,
    **{
        f"command_{marker}": text("{marker} marker", marker=n) for marker, n in MARKER_NAMES.items()
    },
    **{f"d{level}": words for level, words in enumerate(DISORDERS, 1)},
    "allied" + ITS: text("Allied"),
    "austrian" + ITS: text("Austrian"),
    "shaken": text("shaken"),
    "fatigue": text("tired"),
    "charge": text("charge noted"),
    "radius": text("radius"),
    "vm": text("morale"),
    "lost": text("loss points"),
    "sector": text("in the sector"),
    "removed": text("removed from play"),
    "left": text("off the table"),
    "waiting": text("still to arrive"),
    "initiative": text("initiative"),
    "bonus": text("bonus"),
}
