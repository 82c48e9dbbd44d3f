"""[command.ccmove.hexes] [move.commander.ugc] Where commanders go by themselves."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.field.position import enemies_next_to, side_at
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import State


def why_not_roam(setup: Setup, state: State, cid: str, hex_id: str) -> Refusal | None:
    """[command.ccmove.hexes] [move.commander.ugc] Refuse a hex with an enemy unit, or next to one without a friend."""
    side = setup.chiefs[cid].side
    rule = "move.commander.ugc" if state.commanders[cid].group else "command.ccmove.hexes"
    there = side_at(setup, state, hex_id)
    if there is not None and there != side:
        words = text("An enemy unit is there.")
        return Refusal(rule, words, (hex_id,))
    if there is None and next(enemies_next_to(setup, state, side, hex_id), None) is not None:
        words = text("An enemy unit is next to it, and no unit of yours is in it.")
        return Refusal(rule, words, (hex_id,))
    return None


def roam(setup: Setup, state: State, cid: str, most: int) -> dict[str, int]:
    """[cmd.no_facing] Return the hexes a commander can go to, with the hexes it takes him."""
    start = state.commanders[cid].at
    found, edge = {start: 0}, [start]
    for distance in range(1, most + 1):
        reached = []
        for hex_id in edge:
            for other in setup.map.grid.adjacent(hex_id):
                if other not in found and why_not_roam(setup, state, cid, other) is None:
                    found[other] = distance
                    reached.append(other)
        edge = reached
    del found[start]
    return found
