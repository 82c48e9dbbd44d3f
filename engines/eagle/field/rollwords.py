"""What comes of a die, and the sides, in words."""

from __future__ import annotations

from engines.core.data.text import named, text

RESULTS = {
    "passed": text("passed"),
    "failed": text("failed"),
    "hit": text("success"),
    "no effect": text("no effect"),
}
SIDE_NAMES = {"french": named("side", "French"), "british": named("side", "British")}
