"""What comes of a die, and the sides, in words."""

from __future__ import annotations

from grognard.engines.core.data.text import named, text

RESULTS = {
    "passed": text("passed"),
    "failed": text("failed"),
    "hit": text("success"),
    "no effect": text("no effect"),
    "changed": text("takes up its new order"),
    "kept": text("keeps its order"),
}
SIDE_NAMES = {"french": named("side", "French"), "british": named("side", "British")}
