"""What the captain sees of a position: power, threats and ways, the hidden enemy at his average."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property

from engines.columbia.field.fog_of_war import sees
from engines.columbia.field.position import blocks_of, enemy_of, strength
from engines.columbia.map.crossing import limit
from engines.columbia.movement.bordering import used_over
from engines.columbia.setup import Setup
from engines.columbia.state import BOXES, RUSSIAN, Block, BlockType, State
from engines.columbia.tables import stacking_limit
from engines.core.board.areas import border_key
from engines.core.data.tabledata import read_data
from engines.core.play.memo import Memo
from engines.core.think.temper import tempered

FROM_AFAR = 2
FIRST_FIRE = {"a": 1.2, "b": 1.0, "c": 0.85}


def policy() -> Mapping[str, float]:
    """Return the numbers of the rules of thumb, as they are in the temper of who plays."""
    return tempered(_policy())


@cache
def _policy() -> Mapping[str, float]:
    raw = read_data("engines.columbia.opponent", "opponent.yaml", "policy")
    return {key: float(value) for key, value in raw.items()}


def power(kind: BlockType, block: Block) -> float:
    """Return the hits that a block may hope for in a round, those who fire first a little more."""
    if kind.is_hq:
        return 0.0
    return strength(kind, block) * kind.number / 6 * FIRST_FIRE.get(kind.letter.lower(), 1.0)


_AWAY: Memo[dict[str, int]] = Memo(64)


class Judge:
    """Looks at an imagined position for a side. What it says of hidden enemies hangs on their number alone."""

    def __init__(self, setup: Setup, state: State, side: str) -> None:
        self.setup, self.state, self.side = setup, state, side
        self.enemy = enemy_of(side)

    @cached_property
    def own(self) -> dict[str, float]:
        """The power of the own blocks, by area."""
        found: dict[str, float] = {}
        for block in blocks_of(self.setup, self.state, self.side):
            found[block.at] = found.get(block.at, 0.0) + power(self.setup.types[block.id], block)
        return found

    @cached_property
    def foe(self) -> dict[str, float]:
        """The power of the enemy, by area; a hidden block counts as the average of all of them."""
        setup, seat = self.setup, self.setup.seat_of(self.side)
        open_, hidden = {}, []
        for block in blocks_of(setup, self.state, self.enemy):
            if sees(setup, self.state, seat, block.id):
                open_[block.id] = power(setup.types[block.id], block)
            else:
                hidden.append(power(setup.types[block.id], block))
        mean = sum(sorted(hidden)) / max(1, len(hidden))
        found: dict[str, float] = {}
        for block in blocks_of(setup, self.state, self.enemy):
            found[block.at] = found.get(block.at, 0.0) + open_.get(block.id, mean)
        return found

    @cached_property
    def goals(self) -> tuple[str, ...]:
        """The redoubts; to the French those that they do not hold."""
        redoubts = tuple(area.id for area in self.setup.ground.areas.values() if area.redoubt)
        if self.side == RUSSIAN:
            return redoubts
        return tuple(at for at in redoubts if at not in self.own or at in self.foe) or redoubts

    @cached_property
    def away(self) -> dict[str, int]:
        """How many areas each area lies from the nearest goal."""
        return _AWAY.of((self.setup.ground, self.goals), self._away)

    def _away(self) -> dict[str, int]:
        found, front = dict.fromkeys(self.goals, 0), list(self.goals)
        while front:
            here = front.pop(0)
            for there in self.setup.ground.near[here]:
                if there not in found:
                    found[there] = found[here] + 1
                    front.append(there)
        return found

    def threat(self, at: str) -> float:
        """Return the power of the enemy next to an area, most of which could attack at once."""
        return sum(self.foe.get(there, 0.0) for there in self.setup.ground.near.get(at, ()))

    def coming(self, steps: Iterable[tuple[str, str]]) -> dict[str, float]:
        """Return the power that could come to each area where enemies stand, if all went who may.

        A step is a block and an area. So many come over a border as its limit lets, in all as many as
        there is room for; who comes from farther off is taken for two more over one border.
        """
        found: dict[str, dict[str, list[float]]] = {}
        for uid, at in dict.fromkeys(steps):
            if at in self.foe:
                block = self.state.blocks[uid]
                ways = found.setdefault(at, {})
                ways.setdefault(block.at, []).append(power(self.setup.types[uid], block))
        return {at: self._let_in(at, ways) for at, ways in found.items()}

    def _let_in(self, at: str, ways: Mapping[str, list[float]]) -> float:
        ground, come = self.setup.ground, []
        for start, blocks in ways.items():
            most = FROM_AFAR
            if start in ground.near[at]:
                key = border_key(start, at)
                most = limit(ground, self.state, key, at) - used_over(self.state, key)
            come += sorted(blocks, reverse=True)[: max(0, most)]
        return sum(sorted(come, reverse=True)[: max(0, self.room(at))])

    def defence(self, at: str) -> float:
        """Return what the enemies in an area count for when they are attacked."""
        area = self.setup.ground.areas[at]
        strong = area.redoubt and self.enemy == RUSSIAN
        return self.foe.get(at, 0.0) * (policy()["redoubt_defence"] if strong else 1.0)

    def room(self, at: str) -> int:
        """Return how many more own blocks an area takes."""
        types = self.setup.types
        count = sum(types[uid].side == self.side for uid in self.state.areas.get(at, ()))
        return stacking_limit(self.setup.ground.areas[at].terrain) - count

    def mates(self, uid: str, at: str) -> int:
        """Return how many blocks of its corps stand in an area."""
        types = self.setup.types
        corps = types[uid].corps
        there = (one for one in self.state.areas.get(at, ()) if one != uid)
        return sum(types[one].corps == corps and types[one].side == self.side for one in there)

    # -- how good it is to be somewhere ------------------------------------------------------------

    def stand(self, uid: str, at: str) -> float:
        """Return how good it is for a block to stand in an area without enemies."""
        if at in BOXES:
            return -9.0
        kind, w = self.setup.types[uid], policy()
        block = self.state.blocks[uid]
        mine = self.own.get(at, 0.0) - (power(kind, block) if block.at == at else 0.0)
        threat = self.threat(at)
        value = -w["pull"] * self.away.get(at, 9) + w["together"] * min(4, self.mates(uid, at))
        if kind.is_hq:
            value = 0.3 * value + min(2.0, 0.3 * mine)
            return value - (6.0 if threat and threat > mine else 0.5 if threat else 0.0)
        held = mine + power(kind, block)
        strong = self.side == RUSSIAN and self.setup.ground.areas[at].redoubt
        held *= w["redoubt_defence"] if strong else 1.0
        if threat > w["danger_odds"] * held:
            value -= w["danger"] * min(2.0, threat / max(0.5, held) - w["danger_odds"] + 0.5)
        if self.setup.ground.areas[at].redoubt:
            value += w["redoubt"]
        return value

    def leaves(self, uid: str) -> float:
        """Return what is lost by a block's going away: a redoubt, or an HQ left alone."""
        block, kind = self.state.blocks[uid], self.setup.types[uid]
        if kind.is_hq or block.at in BOXES:
            return 0.0
        left = self.own.get(block.at, 0.0) - power(kind, block)
        prized = self.setup.ground.areas[block.at].redoubt
        prized = prized or any(
            self.setup.types[one].is_hq and self.setup.types[one].side == self.side
            for one in self.state.areas.get(block.at, ())
        )
        near = self.threat(block.at)
        bare = left <= 0 if not near else left * 1.5 < near
        return policy()["abandon"] if prized and bare else 0.0

    def gain(self, uid: str, at: str, potential: Mapping[str, float]) -> float:
        """Return what a block gains by going to an area, where `potential` power can come as well."""
        kind = self.setup.types[uid]
        if self.room(at) <= 0:
            return -10.0
        if at in self.foe:
            if kind.is_hq:
                return -10.0
            return self._attack(at, potential.get(at, 0.0)) - self.leaves(uid)
        here = self.state.blocks[uid].at
        stay = self.stand(uid, here) if here not in self.foe else -2.0
        return self.stand(uid, at) - stay - self.leaves(uid)

    def _attack(self, at: str, coming: float) -> float:
        w, there = policy(), self.own.get(at, 0.0)
        need = self.defence(at)
        if there + coming < w["attack_odds"] * need:
            return -10.0
        if there > w["enough"] * need:
            return 0.0
        odds = (there + coming) / max(0.3, need)
        prize = w["redoubt"] if self.setup.ground.areas[at].redoubt else 0.0
        return w["attack"] * min(1.5, odds - w["attack_odds"] + 0.4) + prize
