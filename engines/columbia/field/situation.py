"""[5.1] [5.4] What the blocks of one side meet when they move: holders, ways, free blocks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import compress
from operator import is_not

from grognard.engines.columbia.field.border_ways import (
    CONTESTED,
    ENEMY,
    HEAVY,
    OUT,
    QUIET,
    Codes,
    Ways,
    limits_of_stacking,
    mobility,
    reach,
    ways,
)
from grognard.engines.columbia.field.position import enemy_of
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import Block, Side, State
from grognard.engines.core.play.memo import Memo

Group = tuple[str, str]
"""Blocks that can do the same: (area, mobility class)."""
Groups = tuple[tuple[Group, tuple[str, ...]], ...]


def may_move(block: Block) -> bool:
    """[5.4.who] Whether a block on the map has its move of this Game Turn still before it."""
    if block.moved or block.bombarded or block.pinned:
        return False
    # An HQ that moved before it was activated has one move left, its own as an active HQ.
    return block.active or not block.premoved


Cell = tuple[int, int, Groups]
"""An area as one side sees it: code, number of own blocks, and those of them free to move."""


_REACHED: Memo[tuple[tuple[str, ...], dict[str, tuple[str, ...]]]] = Memo(65536)


class Situation:
    """A position as one side meets it in its Action Phase. Worked out once for each State.

    `codes` says of every area how the side sees it, `count` how many own blocks stand in it and
    `room` how many more it takes; `full` are the areas that take none. `movable` are the areas with
    own blocks free to move, with those blocks in groups (the same object while they stay the same);
    `known_dests` stays the same object while nothing changes in where groups may go. What has not
    changed since `before`, the last position looked at, is taken over from it.
    """

    def __init__(
        self, setup: Setup, state: State, side: Side, before: Situation | None = None
    ) -> None:
        self.setup = setup
        self.state = state
        self.side = side
        self.net: Ways = ways(setup, state)
        self.commands: dict[tuple[str, int], frozenset[str]] = {}
        self.known_dests: dict[Group, tuple[str, ...]] = {}
        if before is not None and before.side == side and before.net is self.net:
            self.codes: Codes = before.codes
            self.count: dict[str, int] = before.count
            self.room: dict[str, int] = before.room
            self.full: dict[str, int] = before.full
            self.movable: dict[str, Groups] = before.movable
            self._take_over(before)
        else:
            self.codes = _vacant(setup)
            self.count, self.full, self.movable = {}, {}, {}
            self.room = limits_of_stacking(setup)
            self._renew(state.areas)

    def _renew(self, areas: Iterable[str]) -> dict[str, int]:
        """Note what stands in some areas now; return the codes of those that are met in a new way."""
        turned: dict[str, int] = {}
        counted: dict[str, int] = {}
        freed: dict[str, Groups] = {}
        for area in areas:
            code, own, groups = _cell(self.setup, self.state, self.side, area)
            if code != self.codes[area]:
                turned[area] = code
            if own != self.count.get(area, 0):
                counted[area] = own
            if groups != self.movable.get(area, ()):
                freed[area] = groups
        if turned:
            self.codes = self.codes | turned
        if counted:
            self.count, self.room = self.count.copy(), self.room.copy()
            self.full = self.full.copy()
            for area, own in counted.items():
                self._count(area, own)
        if freed:
            self.movable = self.movable | freed
            for area, groups in freed.items():
                if not groups:
                    del self.movable[area]
        return turned

    def _count(self, area: str, own: int) -> None:
        """[3.31.limit] Note how many own blocks stand in an area."""
        left = self.room[area] = self.room[area] + self.count.pop(area, 0) - own
        self.full.pop(area, None)
        if own:
            self.count[area] = own
            if left < 1:
                self.full[area] = left

    def _take_over(self, before: Situation) -> None:
        """Change only the areas where blocks came, went or changed since an earlier position."""
        codes = self.codes
        touched = [area for area in _touched(before.state, self.state) if area in codes]
        turned = self._renew(touched)
        if not turned:
            self.commands = before.commands
        self._keep_dests(before, turned)

    def _keep_dests(self, before: Situation, turned: Iterable[str]) -> None:
        """Take over where groups may go, as far as nothing that bears on it has changed."""
        state, old = self.state, before.state
        if state.first != old.first:
            return
        stale: set[str] = set()
        if state.crossed is not old.crossed or state.entries != old.entries:
            stale.update(self._met(old))
        if not turned and not stale:
            self.known_dests = before.known_dests
            return
        stale.update(*(self.net.bears(area) for area in turned))
        self.known_dests = {
            group: found
            # Another thread may be adding to it: what is gone through is a copy.
            for group, found in before.known_dests.copy().items()
            if group[0] not in stale
        }

    def _met(self, old: State) -> list[str]:
        """Return the areas for whose blocks the crossings and entries since `old` matter."""
        borders = self.setup.ground.borders
        used = [borders[key] for key, _ in self.state.crossed.items() ^ old.crossed.items()]
        found = [area for border in used for area in (border.a, border.b)]
        if self.state.entries != old.entries:
            # Who leaves a battle may go into one that is under way, by a border nobody came over.
            found += [area for area in self.count if self.codes[area] == CONTESTED]
        return found

    def free(self, area: str) -> Groups:
        """Return the groups of blocks in an area that may still move."""
        return self.movable.get(area, ())

    def dests(self, group: Group) -> tuple[str, ...]:
        """[5.4] Return the areas a block of a group may move to, stacking apart (3.31.when)."""
        found = self.known_dests.get(group)
        if found is None:
            area, kind = group
            if self.codes[area] == CONTESTED:
                found = self._leaving(area, kind)
            else:
                found, _ = self._quiet(area, kind)
                into = self._into_battle(area, kind)
                if into:
                    found = (*found, *into)
            self.known_dests[group] = found
        return found

    def _quiet(self, area: str, kind: str) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
        """[5.4.normal] [5.41.rate] The friendly and vacant areas one move reaches, and the ways.

        The same objects are returned whenever the same areas round about are open.
        """
        net = self.net
        key = (net, kind, area, net.around(area, kind)(self.codes))
        found = _REACHED.get(key)
        if found is None:
            reached = reach(net, kind, area, self.codes)
            found = _REACHED.keep(key, (tuple(reached), reached))
        return found

    def _into_battle(self, area: str, kind: str) -> list[str]:
        """[5.4.attack] The adjacent areas with enemies that a block may enter from a quiet area."""
        if kind == HEAVY:
            return []
        return [
            there
            for there in self.net.steps[kind][area]
            if self.codes[there] >= ENEMY
            and (kind != OUT or there in self.started_by_first)
            and self.crossing_left(area, there) > 0
        ]

    def _leaving(self, area: str, kind: str) -> tuple[str, ...]:
        """[5.5.leave] Where an unpinned block may go from a battle: one area, no new attack.

        A battle it may reinforce is one where it will be a Reserve: one that Player 1 started.
        """
        if self.side == self.state.first:
            return ()
        shut = self.shut_borders(area)
        return tuple(
            there
            for there in self.net.steps[kind][area]
            if (self.codes[there] == QUIET or (kind != HEAVY and there in self.started_by_first))
            and self.net.keys[area, there] not in shut
            and self.crossing_left(area, there) > 0
        )

    def shut_borders(self, area: str) -> frozenset[str]:
        """[5.5.leave] The borders the enemy used to enter an area: nobody leaves over them."""
        return frozenset(
            entry.border
            for entry in self.state.entries
            if entry.at == area and entry.side != self.side
        )

    def crossing_left(self, area: str, there: str) -> int:
        """[3.32.scope] How many blocks may still enter or leave a battle from `area` to `there`."""
        net = self.net
        return net.limits[area, there] - self.state.crossed.get(net.keys[area, there], 0)

    def way(self, group: Group, to: str) -> tuple[str, ...]:
        """Return the areas a move passes, both ends included."""
        area, kind = group
        if self.codes[area] == CONTESTED or self.codes[to] >= ENEMY:
            return (area, to)
        return self._quiet(area, kind)[1][to]

    @cached_property
    def enemy(self) -> Side:
        """The other side."""
        return enemy_of(self.side)

    @cached_property
    def started_by_first(self) -> frozenset[str]:
        """[6.4.who] The areas where Player 1 has started a battle."""
        first = self.state.first
        return frozenset(
            e.at for e in self.state.entries if e.side == first and self.codes[e.at] == CONTESTED
        )


_VACANT: Memo[Codes] = Memo(16)
_KINDS: Memo[Mapping[str, tuple[Side, str]]] = Memo(16)
_LAST: Memo[Situation] = Memo(32)
"""The position each side of a set-up met last."""


def _vacant(setup: Setup) -> Codes:
    """Return the codes of a map where nobody stands (read only: they are shared)."""
    return _VACANT.of((setup,), lambda: dict.fromkeys(setup.ground.areas, QUIET))


def kind_of(setup: Setup, state: State, uid: str) -> str:
    """[5.41.rate] [5.5.hq] Return the class a block moves in now."""
    return OUT if uid in state.left else kinds_of(setup)[uid][1]


def kinds_of(setup: Setup) -> Mapping[str, tuple[Side, str]]:
    """Return side and mobility class of every block (read only: they are shared)."""
    return _KINDS.of(
        (setup,),
        lambda: {uid: (kind.side, mobility(kind)) for uid, kind in setup.types.items()},
    )


def _touched(old: State, new: State) -> list[str]:
    """Return the areas whose blocks are not what they were, in a fixed order."""
    if new.blocks is old.blocks:
        return []
    # The blocks of a game are listed in one order, so that they can be compared side by side.
    was, now = old.blocks, new.blocks
    changed = compress(now, map(is_not, was.values(), now.values()))
    return sorted({blocks[uid].at for uid in changed for blocks in (was, now)})


def _cell(setup: Setup, state: State, side: Side, area: str) -> Cell:
    """Return an area as a side sees it."""
    kinds = kinds_of(setup)
    own = foes = 0
    groups: dict[Group, tuple[str, ...]] = {}
    for uid in state.areas.get(area, ()):
        whose, kind = kinds[uid]
        if uid in state.left:
            kind = OUT
        if whose != side:
            foes += 1
            continue
        own += 1
        if may_move(state.blocks[uid]):
            group = (area, kind)
            groups[group] = (*groups.get(group, ()), uid)
    code = QUIET if not foes else CONTESTED if own else ENEMY
    return code, own, tuple(groups.items())


def situation(setup: Setup, state: State) -> Situation:
    """Return the position as the active side meets it; kept while the State is the same."""
    key = (setup, state.active)
    before = _LAST.get(key)
    if before is not None and before.state is state:
        return before
    return _LAST.keep(key, Situation(setup, state, state.active, before))
