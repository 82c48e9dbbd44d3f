"""[2.2.forest] [2.2.mountain] [14.6.russian] [14.6.french] Where units may go, and what cavalry bars."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.play.memo import kept
from grognard.engines.core.show.explain import Refusal
from grognard.engines.europa.cards.asked import in_force
from grognard.engines.europa.field.position import capacity, space_at, space_of
from grognard.engines.europa.setup import Setup
from grognard.engines.europa.state import State

ROUGH = ("forest", "marsh", "rough")
"""[14.6.russian] Difficult terrain that is open to the Russians."""
CLOSED = ("mountain", "lake", "sea")
RULES = {
    "forest": "2.2.forest",
    "marsh": "2.2.marsh",
    "rough": "2.2.rough",
    "mountain": "2.2.mountain",
    "lake": "2.2.lake",
    "sea": "2.2.sea",
}


def may_enter(setup: Setup, side: str, hex_id: str) -> bool:
    """[2.2.clear] [2.2.forest] [2.2.mountain] Whether a side's pieces may stand on this ground."""
    ground = setup.map.at(hex_id)
    return ground not in CLOSED and (side == "russian" or ground not in ROUGH)


@kept(16)
def open_land(setup: Setup, side: str) -> frozenset[str]:
    """[2.2.clear] Return all hexes that a side's pieces may stand on."""
    return frozenset(at for at in setup.map.grid.hexes if may_enter(setup, side, at))


def is_open(setup: Setup, state: State, a: str, b: str) -> bool:
    """[2.2.bridge] [16.1.timing] Whether no river runs between two hexes, or there is a bridge that stands."""
    return b in setup.map.open_ways[a] and (a, b) not in broken_bridges(state)


def broken_bridges(state: State) -> frozenset[tuple[str, str]]:
    """[16.1.timing] Return the hexes whose bridge is down, both ways."""
    sides = [tuple(key.split("/")) for e in in_force(state, "bridge_down") for key in e.on]
    return frozenset((a, b) for one, two in sides for a, b in ((one, two), (two, one)))


def why_no_entry(setup: Setup, side: str, hex_id: str) -> Refusal | None:
    """[2.2.forest] [2.2.marsh] [2.2.rough] [2.2.mountain] [2.2.lake] [2.2.sea] Return why ground is closed to a side."""
    if may_enter(setup, side, hex_id):
        return None
    ground = setup.map.at(hex_id)
    words = {
        "forest": text("The French may not enter forest."),
        "marsh": text("The French may not enter marsh."),
        "rough": text("The French may not enter rough ground."),
        "mountain": text("Mountains cannot be entered."),
        "lake": text("Lakes cannot be entered."),
        "sea": text("The sea cannot be entered."),
    }[ground]
    return Refusal(RULES[ground], words, (hex_id,))


def why_no_room(
    setup: Setup, state: State, side: str, hex_id: str, uids: tuple[str, ...]
) -> Refusal | None:
    """[4.1] Return why units, some of them new, do not fit into a hex as the others stand."""
    there = (uid for uid in uids if uid in state.units and state.units[uid].at == hex_id)
    others = space_of(setup, there)
    held = space_at(setup, state, side, hex_id) - others
    if held + space_of(setup, uids) <= capacity():
        return None
    words = text(
        "The Occupancy Factors of a side in a hex may add up to {most}; here they would be {all}.",
        most=_halves(capacity()),
        all=_halves(held + space_of(setup, uids)),
    )
    return Refusal("4.1", words, (hex_id,))


def _halves(count: int) -> str:
    return f"{count / 2:g}"


def barred_by(
    setup: Setup,
    cavalry: frozenset[str],
    owner: str,
    hex_id: str,
    *,
    rivers: bool,
) -> str:
    """[6.2.1] [8.4.7] [14.6] Return the hex of a side's cavalry that bars a hex beside it, "" for none.

    `rivers`: whether a river between shields the hex, as it does from a stop but not on a line of supply.
    """
    if owner == "french" and setup.map.at(hex_id) in ROUGH:
        return ""
    for other in setup.map.grid.adjacent(hex_id):
        if other in cavalry and not (rivers and setup.map.is_river(hex_id, other)):
            return other
    return ""
