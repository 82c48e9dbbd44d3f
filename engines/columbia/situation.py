"""[5.1] [5.4] What the blocks of one side meet when they move: holders, ways, free blocks."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from engines.columbia.position import enemy_of
from engines.columbia.setup import Setup
from engines.columbia.state import Block, Side, State
from engines.columbia.ways import (
    CONTESTED,
    ENEMY,
    HEAVY,
    OWN,
    VACANT,
    Codes,
    Ways,
    mobility,
    reach,
    ways,
)

Group = tuple[str, str]
"""Blocks that can do the same: (area, mobility class)."""


def may_move(block: Block) -> bool:
    """[5.4.who] Whether a block on the map has its move of this Game Turn still before it."""
    if block.moved or block.bombarded or block.pinned:
        return False
    # An HQ that moved before it was activated has one move left, its own as an active HQ.
    return block.active or not block.premoved


class Situation:
    """A position as one side meets it in its Action Phase. Worked out once for each State.

    `codes` says of every area how the side sees it, `count` how many own blocks stand in it;
    `groups` lists the blocks that may still move this Game Turn, by area and mobility class.
    """

    def __init__(self, setup: Setup, state: State, side: Side) -> None:
        self.setup = setup
        self.state = state
        self.side = side
        self.net: Ways = ways(setup, state)
        self.codes, self.count, self.groups = _survey(setup, state, side)
        self._dests: dict[Group, tuple[str, ...]] = {}

    def dests(self, group: Group) -> tuple[str, ...]:
        """[5.4] Return the areas a block of a group may move to, stacking apart (3.31.when)."""
        found = self._dests.get(group)
        if found is None:
            area, kind = group
            if self.codes[area] == CONTESTED:
                found = self._leaving(area, kind)
            else:
                found = tuple(self.quiet(area, kind))
                into = self._into_battle(area, kind)
                if into:
                    found = (*found, *into)
            self._dests[group] = found
        return found

    def quiet(self, area: str, kind: str) -> dict[str, tuple[str, ...]]:
        """[5.4.normal] [5.41.rate] The friendly and vacant areas one move reaches, with the way."""
        net = self.net
        key = (kind, area, net.around(area, kind)(self.codes))
        found: dict[str, tuple[str, ...]] | None = net.found.get(key)
        if found is None:
            found = reach(net, kind, area, self.codes)
            net.found[key] = found
        return found

    def _into_battle(self, area: str, kind: str) -> list[str]:
        """[5.4.attack] The adjacent areas with enemies that a block may enter from a quiet area."""
        if kind == HEAVY:
            return []
        return [
            there for there in self.net.steps[kind][area]
            if self.codes[there] >= ENEMY and self.crossing_left(area, there) > 0
        ]  # fmt: skip

    def _leaving(self, area: str, kind: str) -> tuple[str, ...]:
        """[5.5.leave] Where an unpinned block may go from a battle: one area, no new attack.

        A battle it may reinforce is one where it will be a Reserve: one that Player 1 started.
        """
        if self.side == self.state.first:
            return ()
        shut = self.shut_borders(area)
        return tuple(
            there for there in self.net.steps[kind][area]
            if (self.codes[there] <= OWN or (kind != HEAVY and there in self.started_by_first))
            and self.net.keys[area, there] not in shut
            and self.crossing_left(area, there) > 0
        )  # fmt: skip

    def shut_borders(self, area: str) -> frozenset[str]:
        """[5.5.leave] The borders the enemy used to enter an area: nobody leaves over them."""
        return frozenset(
            entry.border for entry in self.state.entries
            if entry.at == area and entry.side != self.side
        )  # fmt: skip

    def crossing_left(self, area: str, there: str) -> int:
        """[3.32.scope] How many blocks may still enter or leave a battle from `area` to `there`."""
        net = self.net
        return net.limits[area, there] - self.state.crossed.get(net.keys[area, there], 0)

    def way(self, group: Group, to: str) -> tuple[str, ...]:
        """Return the areas a move passes, both ends included."""
        area, kind = group
        if self.codes[area] == CONTESTED or self.codes[to] >= ENEMY:
            return (area, to)
        return self.quiet(area, kind)[to]

    @cached_property
    def enemy(self) -> Side:
        """The other side."""
        return enemy_of(self.side)

    @cached_property
    def started_by_first(self) -> frozenset[str]:
        """[6.4.who] The areas where Player 1 has started a battle."""
        first = self.state.first
        return frozenset(
            e.at for e in self.state.entries
            if e.side == first and self.codes[e.at] == CONTESTED
        )  # fmt: skip


def _survey(
    setup: Setup, state: State, side: Side
) -> tuple[Codes, dict[str, int], dict[Group, list[str]]]:
    """Return the codes of all areas, own blocks in each area, and the own blocks free to move."""
    cache: dict[Any, Any] = setup.ground.cache
    blank = cache.get("blank")
    if blank is None:
        blank = cache["blank"] = dict.fromkeys(setup.ground.areas, VACANT)
        cache["kinds"] = {uid: (kind.side, mobility(kind)) for uid, kind in setup.types.items()}
    codes: Codes = blank.copy()
    kinds: dict[str, tuple[Side, str]] = cache["kinds"]
    blocks = state.blocks
    count: dict[str, int] = {}
    groups: dict[Group, list[str]] = {}
    for area, uids in state.areas.items():
        own = foes = 0
        for uid in uids:
            whose, kind = kinds[uid]
            if whose != side:
                foes += 1
                continue
            own += 1
            block = blocks[uid]
            if block.moved or not may_move(block):
                continue
            group = (area, kind)
            if group in groups:
                groups[group].append(uid)
            else:
                groups[group] = [uid]
        if own:
            count[area] = own
            codes[area] = CONTESTED if foes else OWN
        else:
            codes[area] = ENEMY
    return codes, count, groups


def situation(setup: Setup, state: State) -> Situation:
    """Return the position as the active side meets it; kept while the State is the same."""
    kept = setup.ground.cache.get("situation")
    if isinstance(kept, Situation) and kept.state is state:
        return kept
    found = Situation(setup, state, state.active)
    setup.ground.cache["situation"] = found
    return found
