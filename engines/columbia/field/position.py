"""[5.1] What a position says, without changing it: who holds an area, strength, stacking."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import (
    BOXES,
    ELIMINATED,
    FRENCH,
    RUSSIAN,
    Block,
    BlockType,
    Side,
    State,
)
from grognard.engines.columbia.tables import stacking_limit
from grognard.engines.core.data.text import named, text

SIDE_NAMES = {FRENCH: named("side", "French"), RUSSIAN: named("side", "Russians")}
"""What a side is called by itself: "the Russians"."""
SIDE_ADJECTIVES = {FRENCH: text("French"), RUSSIAN: text("Russian")}
"""What is said of its blocks: "a Russian block"."""


def enemy_of(side: Side) -> Side:
    """Return the other side."""
    return RUSSIAN if side == FRENCH else FRENCH


def on_map(block: Block) -> bool:
    """Whether the block stands in an area."""
    return block.at not in BOXES


def strength(kind: BlockType, block: Block) -> int:
    """[4.11] Return the current strength: dice rolled, orders an army HQ gives."""
    return kind.ladder[block.step]


def blocks_of(setup: Setup, state: State, side: Side) -> Iterator[Block]:
    """Give the blocks of a side that are on the map, in their listed order."""
    types = setup.types
    return (b for b in state.blocks.values() if b.at not in BOXES and types[b.id].side == side)


def in_area(setup: Setup, state: State, area: str, side: Side) -> tuple[str, ...]:
    """Return the blocks of a side in an area, in the order they came."""
    uids = state.areas.get(area)
    if uids is None:
        return ()
    types = setup.types
    return tuple([uid for uid in uids if types[uid].side == side])


def holder(setup: Setup, state: State, area: str) -> str:
    """[5.1.instant] Return the side that holds an area, "contested", or "" for a vacant one."""
    found = ""
    for uid in state.areas.get(area, ()):
        side = setup.types[uid].side
        if found and side != found:
            return "contested"
        found = side
    return found


def holders(setup: Setup, state: State) -> dict[str, str]:
    """Return the holder of every occupied area; an area not listed is vacant."""
    return {area: holder(setup, state, area) for area in state.areas}


def room(setup: Setup, state: State, area: str, side: Side) -> int:
    """[3.31.limit] Return how many more blocks of a side an area takes (negative: overstacked)."""
    limit = stacking_limit(setup.ground.areas[area].terrain)
    return limit - len(in_area(setup, state, area, side))


def eliminated(setup: Setup, state: State, side: Side) -> tuple[str, ...]:
    """[6.9] Return the eliminated blocks of a side."""
    types = setup.types
    return tuple(
        b.id for b in state.blocks.values() if b.at == ELIMINATED and types[b.id].side == side
    )


def commander(state: State, army: str) -> str:
    """[6.93.succession] Return the block that commands an army: "french", "russian", "1", "2"."""
    return state.commands.get(army, "")


def commands_army(state: State, uid: str) -> tuple[str, ...]:
    """[6.93.dual] Return the armies a block commands."""
    return tuple(army for army, hq in state.commands.items() if hq == uid)
