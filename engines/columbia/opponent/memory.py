"""What a captain remembers of the log: how worn the enemy is in an area, by what everybody could read."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engines.core.show.explain import LogEntry

BACK = 400
"""So many lines of the log are remembered."""
FELL = frozenset({"6.9", "6.91"})
ORDERS = "5.2.after"
"""The steps that HQs spend wear nobody but them."""
STEPS = 3.0
"""So many of the hits that were counted go with a block that falls."""
SHARE = 0.3
"""So much of what an area has lost is taken along by one who leaves it."""


def worn(entries: Sequence[LogEntry], seat: str) -> dict[str, float]:
    """Return how many steps the enemies of a seat have lost in each area, and not got back (7.2.cost)."""
    found: dict[str, float] = {}
    for entry in entries[-BACK:]:
        if entry.seat is None or entry.seat == seat or not entry.where:
            continue
        at, kind = entry.where[-1], entry.kind
        if kind == "loss" and entry.rules[0] != ORDERS:
            fell = entry.rules[0] in FELL
            found[at] = max(0.0, found.get(at, 0.0) - STEPS) if fell else found.get(at, 0.0) + 1
        elif kind == "move" and len(entry.path) > 1 and entry.path[0] in found:
            taken = SHARE * found[entry.path[0]]
            found[entry.path[0]] -= taken
            found[at] = found.get(at, 0.0) + taken
        elif kind == "result" and at in found and "7.2.cost" in entry.rules:
            found[at] = max(0.0, found[at] - 1)
    return found
