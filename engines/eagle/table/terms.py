"""What the ids that the table shows are called: formations, states, values, terrain, sides."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.show.terms import ITS
from grognard.engines.eagle.field.rollwords import SIDE_NAMES
from grognard.engines.eagle.manoeuvre.changes import NAMES
from grognard.engines.eagle.tables import rows

TERMS: Mapping[str, Text] = {
    **{row["terrain"]: named("term", row["name"]) for row in rows("terrain_effects")},
    **NAMES,
    **SIDE_NAMES,
    "french" + ITS: text("French"),
    "british" + ITS: text("British"),
    "cadre": text("cadre"),
    "ooc": text("out of command"),
    "out_of_command": text("out of command"),
    "fatigue": text("tired"),
    "skirmisher": text("skirmishers out"),
    "passive": text("passive"),
    "wounded": text("wounded"),
    "charge": text("has charged"),
    **{f"order_{row['order']}": named("term", row["name"]) for row in rows("orders")},
    **{row["order"]: named("term", row["name"]) for row in rows("orders")},
    "order_down": text("order face down"),
    "courier": text("a courier on his way"),
    "figures": text("figures"),
    "number": text("number"),
}
