"""What a captain remembers of the log: how worn the enemy is in an area, by what everybody could read."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core.show.explain import LogEntry

BACK = 400
"""So many lines of the log are remembered."""
FELL = frozenset({"6.9", "6.91"})
STEPS = 3
"""So many of the hits that were counted go with a block that falls."""


def worn(entries: Sequence[LogEntry], seat: str) -> dict[str, int]:
    """Return how many steps the enemies of a seat have lost in each area, and not got back (7.2.cost)."""
    found: dict[str, int] = {}
    for entry in entries[-BACK:]:
        if entry.seat is None or entry.seat == seat or not entry.where:
            continue
        at = entry.where[0]
        if entry.kind == "loss":
            fell = entry.rules[0] in FELL
            found[at] = max(0, found.get(at, 0) - STEPS) if fell else found.get(at, 0) + 1
        elif entry.kind == "result" and at in found and "7.2.cost" in entry.rules:
            found[at] = max(0, found[at] - 1)
    return {at: steps for at, steps in found.items() if steps}
