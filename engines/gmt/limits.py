"""[sch.limits] [7.44] Hexes the scenario closes to a side."""

from __future__ import annotations

from engines.core.explain import Refusal
from engines.core.text import text
from engines.gmt.setup import Setup
from engines.gmt.state import State


def why_not_there(setup: Setup, state: State, side: str, hex_id: str) -> Refusal | None:
    """Return what closes a hex to a side, or None."""
    least = setup.min_column.get(side)
    if least is not None and int(hex_id[:2]) < least:
        words = text("This side may not go east of hex column {column}.", column=least)
        return Refusal("sch.limits", words, (hex_id,))
    for closed in setup.closed:
        if closed.side != side or closed.until in state.arrived:
            continue
        if setup.map.grid.distance(hex_id, closed.at) <= closed.within:
            words = text("{hex} is closed until its reinforcements have entered.", hex=hex_id)
            return Refusal(closed.rule, words, (hex_id, closed.at))
    if setup.map.at(hex_id) == "village" and state.features.get(hex_id) == "burning":
        return Refusal("tec.burning", text("The village burns."), (hex_id,))
    return None


def closed_hexes(setup: Setup, state: State, side: str) -> frozenset[str]:
    """Return all hexes `why_not_there` closes to a side (kept: it changes with arrivals and fires)."""
    burning = tuple(sorted(h for h, what in state.features.items() if what == "burning"))
    come = tuple(closed.until in state.arrived for closed in setup.closed)
    key = (side, come, burning)
    found = setup.closures.get(key)
    if found is None:
        found = frozenset(
            hex_id
            for hex_id in setup.map.grid.hexes
            if why_not_there(setup, state, side, hex_id) is not None
        )
        setup.closures[key] = found
    return found
