"""What is true of every sound position, and how good one is for a side."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.columbia.field.position import blocks_of, enemy_of, in_area, strength
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import BOXES, ELIMINATED, FRENCH, SIDES, Side, State
from grognard.engines.columbia.tables import stacking_limit
from grognard.engines.columbia.turn.turn import TURN
from grognard.engines.columbia.victory.victory import score
from grognard.engines.core.play.memo import Memo
from grognard.engines.core.scenario.positions import Misplaced

QUIET = ("supply", "end")
"""Phases in which no battle is left and every stack has been checked."""
COMMANDING = ("command", "bombard", "move", "hq")
"""Phases of an Action Phase in which HQs are active (5.2.activate, 5.2.after)."""


def broken(setup: Setup, state: State) -> Iterator[str]:
    """Give the broken invariants of a position at rest, in words."""
    yield from _blocks(setup, state)
    yield from _commands(setup, state)
    yield from _marks(state)
    if state.battle is not None:
        yield from _battle(setup, state)
    fighting = TURN.within(state, "battle", *QUIET)
    if fighting and not (state.battle is not None and state.battle.displaced):
        yield from _stacks(setup, state)
    if TURN.within(state, *QUIET):
        yield from _quiet(setup, state)


def _blocks(setup: Setup, state: State) -> Iterator[str]:
    """[5.2.activate] HQs are active when they may be."""
    commanding = TURN.within(state, *COMMANDING)
    for uid, block in state.blocks.items():
        kind = setup.types[uid]
        if block.active and not (commanding and kind.side == state.active):
            yield f"{uid} is active in {state.phase} (5.2.after)"
        if block.moved and block.bombarded:
            yield f"{uid} bombarded and moved in one turn (5.4.who)"
        if block.at in BOXES and (block.active or block.pinned):
            yield f"{uid} is {block.at} and active or pinned"


def misplaced(setup: Setup, state: State) -> Iterator[Misplaced]:
    """[5.2.activate] Give the blocks that are active and no HQs."""
    for uid, block in state.blocks.items():
        if block.active and not setup.types[uid].is_hq:
            yield Misplaced((uid,), f"{uid} is active and no HQ", "5.2.activate")


def _commands(setup: Setup, state: State) -> Iterator[str]:
    """[6.93.succession] Only living HQs of the side command armies; nobody commands two."""
    for army, uid in state.commands.items():
        kind = setup.types[uid]
        if not kind.is_hq or not kind.rank or state.blocks[uid].at == ELIMINATED:
            yield f"{uid} cannot command {army} (6.93.succession)"
    if len(set(state.commands.values())) < len(state.commands):
        yield "one HQ commands two armies (6.93.russian)"


def _marks(state: State) -> Iterator[str]:
    """[6.1] [5.5.pin] What lies on the map is of something that is there."""
    for area in (*state.contested, *state.pins):
        if area not in state.areas and (state.battle is None or state.battle.at != area):
            yield f"{area} is contested or pinned, and nobody is there (5.1.vacant)"
    for hits in state.hits:
        if hits.at not in state.areas:
            yield f"hits fall on {hits.at}, where nobody is (6.5.roll)"


def _battle(setup: Setup, state: State) -> Iterator[str]:
    """[6.3.rounds] [6.6.form] [6.61.shelter] Rounds are four; who has a part in the battle is in it."""
    battle = state.battle
    assert battle is not None  # noqa: S101 - the caller has looked
    if not 1 <= battle.round <= 4:
        yield f"battle round {battle.round} (6.3.rounds)"
    there = state.areas.get(battle.at, ())
    inside = (*battle.squares, *battle.half, *(uid for pair in battle.sheltered for uid in pair))
    for uid in inside:
        if uid not in there:
            yield f"{uid} is in a square, sheltered or hit by half, and not in the battle (6.51.clear)"
    for uid in battle.squares:
        if not setup.types[uid].is_infantry:
            yield f"{uid} is in square and no infantry (6.6.form)"
    if battle.squares and setup.ground.areas[battle.at].terrain in ("woods", "swamp"):
        yield f"a square stands in {battle.at} (6.6.terrain)"
    for square, inner in battle.sheltered:
        if square == inner:
            yield f"{square} shelters itself (6.61.shelter)"
    if len({inner for _, inner in battle.sheltered}) < len(battle.sheltered):
        yield "one block is sheltered twice (6.61.shelter)"


def _stacks(setup: Setup, state: State) -> Iterator[str]:
    """[3.31.when] After both Action Phases no area holds too many blocks of a side."""
    for area in state.areas:
        most = stacking_limit(setup.ground.areas[area].terrain)
        for side in SIDES:
            count = len(in_area(setup, state, area, side))
            if count > most:
                yield f"{count} {side} blocks in {area}, {most} may stand there (3.31.limit)"


def _quiet(setup: Setup, state: State) -> Iterator[str]:
    """[2.3] [6.2.hide] After the battles nobody shares an area with an enemy, and all are hidden."""
    for area, stack in state.areas.items():
        if len({setup.types[uid].side for uid in stack}) > 1:
            yield f"both sides stand in {area} after the battles (2.3)"
    for uid, block in state.blocks.items():
        if block.active or block.pinned:
            yield f"{uid} is active or pinned after the battles (5.2.after)"
        # What was lost in a battle was seen there and stays so (8.2.hidden).
        if block.known and block.at != ELIMINATED:
            yield f"{uid} is seen after the battles (6.2.hide)"
    if state.battle is not None or state.hits:
        yield "a battle or hits are left over (6.51.clear)"


def value(setup: Setup, state: State, seat: str) -> float:
    """Judge a position for a seat: VP, strength left, and how near the French are to redoubts.

    The French come for the redoubts, so that each area's step toward one counts a little for them
    and against the Russians.
    """
    side = setup.side_of(seat)
    if side is None:
        return 0.0
    other = enemy_of(side)
    points = score(setup, state, side).total - score(setup, state, other).total
    return 2.0 * points + _force(setup, state, side) - _force(setup, state, other)


def _force(setup: Setup, state: State, side: Side) -> float:
    distance = _from_redoubts(setup) if side == FRENCH else {}
    total = 0.0
    for block in blocks_of(setup, state, side):
        kind = setup.types[block.id]
        worth = 1.0 + strength(kind, block) * kind.number / 2
        total += worth * (1.0 - 0.02 * distance.get(block.at, 0))
    return total


_FROM_REDOUBTS: Memo[dict[str, int]] = Memo(16)


def _from_redoubts(setup: Setup) -> dict[str, int]:
    """Return how many areas each area lies from the nearest redoubt, whatever divides them."""
    return _FROM_REDOUBTS.of((setup.ground,), lambda: _away(setup))


def _away(setup: Setup) -> dict[str, int]:
    front = [area.id for area in setup.ground.areas.values() if area.redoubt]
    found = dict.fromkeys(front, 0)
    while front:
        here = front.pop(0)
        for there in setup.ground.near[here]:
            if there not in found:
                found[there] = found[here] + 1
                front.append(there)
    return found
