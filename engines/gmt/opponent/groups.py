"""What Activation Groups have to lose: of 7 September a group that Collapses is what the battle is about."""

from __future__ import annotations

from grognard.engines.gmt.morale.morale import groups, losses
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State

SAFE = 99
"""To spare of a group that cannot Collapse any more, or where nobody counts it."""


def spare(setup: Setup, state: State) -> dict[str, int]:
    """[10.52] [bor.vp.groups] Return how many more units each group may lose before it Collapses."""
    if setup.structure != "borodino":
        return {}
    found = {}
    for group in groups(setup, state):
        lost, total, limit = losses(setup, state, group)
        open_ = total and group not in state.collapsed
        found[group] = max(0, limit - lost) if open_ else SAFE
    return found
