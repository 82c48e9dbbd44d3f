"""What comes of a die, in words."""

from __future__ import annotations

from engines.core.data.text import text

RESULTS = {
    "passed": text("passed"),
    "failed": text("failed"),
    "hit": text("success"),
    "no effect": text("no effect"),
}
