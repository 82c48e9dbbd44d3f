"""[0.fog] Whose faces a seat sees, and the blanks it sees instead of the others.

A blank is named by side, place and a running number ("russian@gor.2"). The numbers say how many
stand there and nothing else: while a stack keeps its size its blanks keep their names, when it
grows or shrinks they are counted anew, and no block has a number of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import (
    ABSENT,
    BOXES,
    ELIMINATED,
    OFF_MAP,
    WAITING,
    Block,
    Side,
    State,
)

SHOWN_BOXES = (ELIMINATED, OFF_MAP, WAITING)
"""The boxes whose blocks are counted by everybody; who is absent the scenario says."""

STANDING = ("start", "regroup")
"""The steps of a battle in which blocks are not laid open yet, or stand up again (6.2.hide)."""


@dataclass(frozen=True, slots=True)
class Blank:
    """A block whose face a seat does not see: `at` is an area or box; `reserve` as in 6.2.reveal."""

    id: str
    side: Side
    at: str
    reserve: bool = False


def sees(setup: Setup, state: State, seat: str | None, uid: str) -> bool:
    """[0.fog] Whether a seat (None: the public) sees the face of a block now, or saw it fall.

    Who retreated off the map, or into an area it must leave again (6.75.penalty), was seen to go.
    [8.2.hidden] At the end of the scenario all eliminated blocks are laid open.
    """
    block = state.blocks[uid]
    if block.at == OFF_MAP or setup.types[uid].side == setup.side_of(seat):
        return True
    if is_open(state, uid):
        return True
    if state.phase == "end" and block.at == ELIMINATED:
        return True
    return state.battle is not None and state.battle.displaced == uid


def is_open(state: State, uid: str) -> bool:
    """[0.fog] Whether a block lies open to both: it was laid open, commands now, or fights now.

    Who commands or fights is open by that alone, also in a position that was written down.
    """
    block = state.blocks[uid]
    return block.known or block.active or _fights(state, block)


def _fights(state: State, block: Block) -> bool:
    """[6.2.reveal] Whether a block fights in the battle under way: Reserves still to come do not.

    [6.4.enter] As the Reserves of a round are called, those have not been laid open yet.
    """
    battle = state.battle
    if battle is None or battle.at != block.at or battle.step in STANDING:
        return False
    called = max(1, battle.round - 1) if battle.step == "reserves" else battle.round
    came = (e.round for e in state.entries if e.block == block.id and e.at == battle.at)
    return next(came, 1) <= called


def waits_in_reserve(state: State, area: str) -> frozenset[str]:
    """[6.4.idle] Return the blocks that have come into an area and do not fight there yet."""
    battle = state.battle
    reached = battle.round if battle is not None and battle.at == area else 1
    return frozenset(e.block for e in state.entries if e.at == area and e.round > reached)


def hidden(setup: Setup, state: State, seat: str | None, place: str, side: Side) -> tuple[str, ...]:
    """Return the blocks of a side in an area or box whose faces a seat does not see."""
    if place in BOXES:
        held: Iterable[str] = (uid for uid, block in state.blocks.items() if block.at == place)
    else:
        held = state.areas.get(place, ())
    return tuple(
        uid for uid in held if setup.types[uid].side == side and not sees(setup, state, seat, uid)
    )


def blanks_at(
    setup: Setup, state: State, seat: str | None, place: str, side: Side
) -> tuple[Blank, ...]:
    """Return the blanks of one side in an area or box; those in reserve have the last numbers."""
    unseen = hidden(setup, state, seat, place, side)
    waiting = waits_in_reserve(state, place) if place not in BOXES else frozenset[str]()
    back = sum(uid in waiting for uid in unseen)
    return tuple(
        Blank(f"{side}@{place}.{n + 1}", side, place, reserve=n >= len(unseen) - back)
        for n in range(len(unseen))
    )


def blanks(setup: Setup, state: State, seat: str | None) -> Iterator[Blank]:
    """Give all blanks a seat sees, by side, then by area in the order of the map, then by box."""
    places = (*(area for area in setup.ground.areas if area in state.areas), *SHOWN_BOXES)
    for side in setup.sides:
        if side == setup.side_of(seat):
            continue
        for place in places:
            yield from blanks_at(setup, state, seat, place, side)


def open_blocks(setup: Setup, state: State, seat: str | None) -> Iterator[str]:
    """Give the blocks whose faces a seat sees, own ones and open ones, in their listed order."""
    for uid, block in state.blocks.items():
        if block.at == ABSENT and setup.types[uid].side != setup.side_of(seat):
            continue
        if sees(setup, state, seat, uid):
            yield uid
