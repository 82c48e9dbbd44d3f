"""[0.fog] Hidden blocks dealt anew, consistent with what a seat knows.

Kept is what the seat sees or can have counted: how many blocks stand where, which have moved, who is
open, who was seen to fall, and the steps the hidden blocks have lost in all (every die is open, and
so is the number of hits of each fire). What it is not told is dealt: which block stands where, who
of them carries the losses, which blocks fell unseen. An HQ keeps its own losses, for it is turned
up whenever it pays one (5.2.after). What a seat may remember of blocks that were turned down again is not
kept: a stack may be mixed at any time. The same seed gives the same deal whatever the truth is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from random import Random
from typing import Any, TypeVar

from grognard.engines.columbia.field.fog_of_war import hidden
from grognard.engines.columbia.field.position import on_map
from grognard.engines.columbia.setup import Setup, first_step
from grognard.engines.columbia.state import (
    ABSENT,
    ELIMINATED,
    OFF_MAP,
    Block,
    BlockType,
    Side,
    State,
)
from grognard.engines.columbia.tables import number
from grognard.engines.core.data.frozen import evolve

T = TypeVar("T")
TRIES = 40
"""How often a deal is begun again when it cannot be finished."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place a hidden block stands in: who stands there in truth, and what all can see of it."""

    block: Block
    entered: bool = False

    def takes(self, kind: BlockType, step: int) -> bool:
        """Whether a kind of block can stand here as far as everybody knows; an HQ has come to that step."""
        if self.block.at == ELIMINATED:
            # [6.91] An HQ falls when it takes a hit at strength 0.
            return not kind.is_hq or step == len(kind.ladder) - 1
        if self.block.bombarded:
            return kind.is_artillery
        if self.block.premoved:
            return kind.is_hq
        # Heavy artillery never enters a battle (4.24.battle).
        return not (self.entered and kind.is_artillery and kind.weight == "heavy")

    @property
    def choosy(self) -> int:
        """How early the slot must be filled: those that take few kinds go first."""
        if self.block.at == ELIMINATED:
            return 2
        return 0 if self.block.bombarded or self.block.premoved else 1 if self.entered else 3


def resample(setup: Setup, state: State, seat: str | None, rng: Random) -> State:
    """Return the position with everything hidden from `seat` dealt anew."""
    for side in setup.sides:
        if side != setup.side_of(seat):
            state = _deal(setup, state, seat, side, rng)
    offers = {
        who: choice if who == seat else rng.randint(0, number("highest_bid"))
        for who, choice in sorted(state.sealed.items())
    }
    return replace(state, sealed=offers) if offers else state


def _slots(setup: Setup, state: State, seat: str | None, side: Side) -> list[Slot]:
    """Return the places of hidden blocks in an order that does not depend on who stands there."""
    entered = {(entry.block, entry.at) for entry in state.entries}
    places = (*(area for area in setup.ground.areas if area in state.areas), ELIMINATED)
    return [
        Slot(state.blocks[uid], (uid, place) in entered)
        for place in places
        for uid in hidden(setup, state, seat, place, side)
    ]


def _deal(setup: Setup, state: State, seat: str | None, side: Side, rng: Random) -> State:
    slots = _slots(setup, state, seat, side)
    if not slots:
        return state
    lost = sum(s.block.step for s in slots if on_map(s.block) and not _is_hq(setup, s.block.id))
    names = _match(setup, state, slots, lost, rng)
    blocks = dict(state.blocks)
    for slot, uid in zip(slots, names, strict=True):
        blocks[uid] = _moved_in(setup, slot.block, state.blocks[uid])
    _wear(setup, state.day, blocks, sorted(names), lost, rng)
    renamed = {slot.block.id: uid for slot, uid in zip(slots, names, strict=True)}
    dealt = _rename(state, renamed)
    areas = {
        area: tuple(renamed.get(uid, uid) for uid in stack) for area, stack in state.areas.items()
    }
    commands = state.commands
    if any(slot.block.at == ELIMINATED for slot in slots):
        kept = {key: hq for key, hq in commands.items() if _side_of(setup, key) != side}
        commands = {**kept, **_commands(setup, blocks, side)}
    return replace(dealt, blocks=blocks, areas=areas, commands=commands)


def _is_hq(setup: Setup, uid: str) -> bool:
    return setup.types[uid].is_hq


def _match(setup: Setup, state: State, slots: list[Slot], lost: int, rng: Random) -> list[str]:
    """Give every slot one of the hidden blocks that can stand there.

    The blocks on the map must be able to carry the steps lost. Where no deal is found the smallest
    blocks are taken to have fallen and the others stand anywhere: never the truth, which would tell
    the seat what it may not know.
    """
    order = sorted(range(len(slots)), key=lambda n: (slots[n].choosy, n))
    pool = sorted(slot.block.id for slot in slots)
    for _ in range(TRIES):
        found = _dealt(setup, state, slots, order, rng.sample(pool, len(pool)))
        if found and _carries(setup, slots, found) >= lost:
            return found
    rest = rng.sample(pool, len(pool))
    rest.sort(key=lambda uid: (_is_hq(setup, uid), len(setup.types[uid].ladder)))
    fallen = sum(not on_map(slot.block) for slot in slots)
    standing = rng.sample(rest[fallen:], len(rest) - fallen)
    # The slots of the box come last.
    return [*standing, *rest[:fallen]]


def _dealt(
    setup: Setup, state: State, slots: list[Slot], order: list[int], left: list[str]
) -> list[str] | None:
    """Fill the slots in an order with the first blocks of a row that can stand there."""
    found: dict[int, str] = {}
    for n in order:
        able = (u for u in left if slots[n].takes(setup.types[u], state.blocks[u].step))
        fits = next(able, None)
        if fits is None:
            return None
        left.remove(fits)
        found[n] = fits
    return [found[n] for n in range(len(slots))]


def _carries(setup: Setup, slots: list[Slot], names: list[str]) -> int:
    """Return how many steps the blocks dealt to the map, HQs apart, can lose and stand."""
    return sum(
        len(setup.types[uid].ladder) - 1
        for slot, uid in zip(slots, names, strict=True)
        if on_map(slot.block) and not setup.types[uid].is_hq
    )


def _moved_in(setup: Setup, place: Block, who: Block) -> Block:
    """Return a block standing where another stood: what was done there stays with the place."""
    if not on_map(place):
        fallen = Block(who.id, place.at, len(setup.types[who.id].ladder) - 1)
        return evolve(fallen, attached=who.attached)
    step = who.step if setup.types[who.id].is_hq else 0
    return evolve(
        who,
        at=place.at,
        step=step,
        pinned=place.pinned,
        moved=place.moved,
        bombarded=place.bombarded,
        premoved=place.premoved,
        orders=place.orders,
        role=place.role,
        active=place.active,
    )


def _wear(  # noqa: PLR0913 - the parts of a deal
    setup: Setup, day: int, blocks: dict[str, Block], names: list[str], lost: int, rng: Random
) -> None:
    """[4.12] Give the hidden blocks on the map the steps they have lost in all.

    Those the scenario reduces at the start (9.1.reduced, 9.2.reduced) come first, as all know them.
    """
    starts = next((d.starts for d in setup.days if d.number == day), {})
    standing = [uid for uid in names if on_map(blocks[uid]) and not setup.types[uid].is_hq]
    for uid in standing:
        given = min(lost, first_step(starts.get(uid)))
        blocks[uid] = evolve(blocks[uid], step=given)
        lost -= given
    able = [uid for uid in standing if _can_lose(setup, blocks[uid])]
    while lost and able:
        uid = rng.choice(able)
        blocks[uid] = evolve(blocks[uid], step=blocks[uid].step + 1)
        lost -= 1
        if not _can_lose(setup, blocks[uid]):
            able.remove(uid)


def _can_lose(setup: Setup, block: Block) -> bool:
    return block.step + 1 < len(setup.types[block.id].ladder)


def _commands(setup: Setup, blocks: Mapping[str, Block], side: Side) -> dict[str, str]:
    """[6.93.succession] Return who commands the armies of a side, as its HQs stand in the deal."""
    lost = (ABSENT, ELIMINATED, OFF_MAP)
    gone = {uid for uid, block in blocks.items() if block.at in lost}
    ranked = sorted(
        (k for k in setup.types.values() if k.side == side and k.is_hq and k.rank),
        key=lambda kind: kind.rank,
    )
    heirs = [kind for kind in ranked if kind.id not in gone]
    found: dict[str, str] = {}
    # The whole army first (6.93.russian); its new commander leaves his own army vacant.
    printed = {kind.corps: kind.id for kind in ranked if kind.weight == "army"}
    for key in sorted(printed, key=lambda key: (key != side, key)):
        free = [kind.id for kind in heirs if kind.id not in found.values()]
        lower = [uid for uid in free if key == side or setup.types[uid].weight == "corps"]
        heir = printed[key] if printed[key] in free else next(iter(lower), "")
        if heir:
            found[key] = heir
    return found


def _side_of(setup: Setup, army: str) -> Side:
    """Return the side an army key belongs to: the Russian armies are numbered."""
    return army if army in setup.sides else next(s for s in setup.sides if s == "russian")


def _rename(state: State, names: Mapping[str, str]) -> State:
    """Put other blocks in the place of those named anywhere in a State but in `commands`."""
    kept = ("blocks", "areas", "commands")
    changes = {
        field.name: _renamed(getattr(state, field.name), names)
        for field in fields(state)
        if field.name not in kept
    }
    return replace(state, **changes)


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple):
        return tuple(_renamed(item, names) for item in value)
    if isinstance(value, dict):
        return {key: _renamed(item, names) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **dict(_changes(value, names)))
    return value


def _changes(value: Any, names: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    for field in fields(value):
        yield field.name, _renamed(getattr(value, field.name), names)
