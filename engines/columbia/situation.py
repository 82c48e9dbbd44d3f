"""[5.1] [5.4] What the blocks of one side meet when they move: holders, ways, free blocks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engines.columbia.position import enemy_of
from engines.columbia.setup import Setup
from engines.columbia.state import Block, Side, State
from engines.columbia.ways import (
    CONTESTED,
    ENEMY,
    HEAVY,
    QUIET,
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


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """An occupied area as one side sees it: code, own blocks, and those of them free to move."""

    code: int
    own: int
    groups: tuple[tuple[Group, tuple[str, ...]], ...]


class Situation:
    """A position as one side meets it in its Action Phase. Worked out once for each State.

    `codes` says of every area how the side sees it, `count` how many own blocks stand in it;
    `groups` are the blocks that may still move this Game Turn, by area and mobility class. What
    has not changed since `before`, the last position looked at, is taken over from it.
    """

    def __init__(
        self, setup: Setup, state: State, side: Side, before: Situation | None = None
    ) -> None:
        self.setup = setup
        self.state = state
        self.side = side
        self.net: Ways = ways(setup, state)
        self.cells: dict[str, Cell] = {}
        self.codes: Codes = _vacant(setup)
        self.count: dict[str, int] = {}
        self.groups: dict[Group, tuple[str, ...]] = {}
        self.commands: dict[tuple[str, int], frozenset[str]] = {}
        self._dests: dict[Group, tuple[str, ...]] = {}
        if before is not None and before.side == side and before.net is self.net:
            self._take_over(before)
        else:
            self.codes = self.codes.copy()
            for area in state.areas:
                self._enter(area)

    def _enter(self, area: str) -> None:
        cell = _cell(self.setup, self.state, self.side, area)
        self.cells[area] = cell
        self.codes[area] = cell.code
        if cell.own:
            self.count[area] = cell.own
        self.groups.update(cell.groups)

    def _take_over(self, before: Situation) -> None:
        """Copy a position and change only the areas where blocks came, went or changed."""
        touched = _touched(before.state, self.state)
        self.cells, self.count = before.cells.copy(), before.count.copy()
        self.groups, self.codes = before.groups.copy(), before.codes
        old = {area: self.codes[area] for area in touched if area in self.codes}
        if old:
            self.codes = self.codes.copy()
        for area in old:
            cell = self.cells.pop(area, None)
            if cell is not None:
                self.count.pop(area, None)
                for group, _ in cell.groups:
                    del self.groups[group]
            self.codes[area] = QUIET
            if area in self.state.areas:
                self._enter(area)
        turned = [area for area, code in old.items() if self.codes[area] != code]
        if not turned:
            self.codes, self.commands = before.codes, before.commands
        self._keep_dests(before, turned)

    def _keep_dests(self, before: Situation, turned: list[str]) -> None:
        """Take over where groups may go, as far as nothing that bears on it has changed."""
        state, old = self.state, before.state
        if (state.crossed, state.entries, state.first) != (old.crossed, old.entries, old.first):
            return
        if not turned:
            self._dests = before._dests
            return
        stale: set[str] = set().union(*(self.net.bears(area) for area in turned))
        self._dests = {g: found for g, found in before._dests.items() if g[0] not in stale}

    def free(self, area: str) -> tuple[tuple[Group, tuple[str, ...]], ...]:
        """Return the groups of blocks in an area that may still move."""
        cell = self.cells.get(area)
        return cell.groups if cell is not None else ()

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
            if (self.codes[there] == QUIET or (kind != HEAVY and there in self.started_by_first))
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


def _vacant(setup: Setup) -> Codes:
    """Return the codes of a map where nobody stands (read only: they are shared)."""
    cache: dict[Any, Any] = setup.ground.cache
    if "blank" not in cache:
        cache["blank"] = dict.fromkeys(setup.ground.areas, QUIET)
        cache["kinds"] = {uid: (kind.side, mobility(kind)) for uid, kind in setup.types.items()}
    return cache["blank"]  # type: ignore[no-any-return]


def _touched(old: State, new: State) -> list[str]:
    """Return the areas whose blocks are not what they were, in a fixed order."""
    if new.blocks is old.blocks:
        return []
    before = old.blocks
    changed = [(before[uid].at, block.at) for uid, block in new.blocks.items()
               if before[uid] is not block]  # fmt: skip
    return sorted({area for pair in changed for area in pair})


def _cell(setup: Setup, state: State, side: Side, area: str) -> Cell:
    """Return an occupied area as a side sees it."""
    kinds: dict[str, tuple[Side, str]] = setup.ground.cache["kinds"]  # type: ignore[assignment]
    own = foes = 0
    groups: dict[Group, tuple[str, ...]] = {}
    for uid in state.areas[area]:
        whose, kind = kinds[uid]
        if whose != side:
            foes += 1
            continue
        own += 1
        if may_move(state.blocks[uid]):
            group = (area, kind)
            groups[group] = (*groups.get(group, ()), uid)
    code = ENEMY if not own else CONTESTED if foes else QUIET
    return Cell(code, own, tuple(groups.items()))


def situation(setup: Setup, state: State) -> Situation:
    """Return the position as the active side meets it; kept while the State is the same."""
    key = ("situation", state.active)
    kept = setup.ground.cache.get(key)
    before = kept if isinstance(kept, Situation) and kept.setup is setup else None
    if before is not None and before.state is state:
        return before
    found = Situation(setup, state, state.active, before)
    setup.ground.cache[key] = found
    return found
