"""The captain in a battle: who fires, who charges, who goes, who forms square, who takes a hit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engines.columbia.battle.fighters import double_defense, in_square
from grognard.engines.columbia.battle.firing import SQUARE
from grognard.engines.columbia.opponent.assault import prize, value
from grognard.engines.columbia.opponent.clash import (
    CHIEF,
    GUNS,
    HORSE,
    Field,
    Fighter,
    clash,
    fighter,
)
from grognard.engines.columbia.opponent.judge import Judge, policy
from grognard.engines.columbia.state import OFF_MAP, Battle
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.choices import word_of, words_of

Change = Mapping[str, Any]
NONE: Change = {}


class Melee:
    """The battle that is being fought, as a side may see it end."""

    def __init__(self, judge: Judge, battle: Battle) -> None:
        self.judge, self.battle = judge, battle
        state, setup = judge.state, judge.setup
        self.attacks = battle.attacker == judge.side
        area = setup.ground.areas[battle.at]
        joins = {e.block: e.round for e in state.entries if e.at == battle.at}
        self.mine = {
            uid: self._fighter(uid, area.terrain, joins)
            for uid in state.areas.get(battle.at, ())
            if setup.types[uid].side == judge.side
        }
        waiting = {uid: when for uid, when in joins.items() if when > battle.round}
        acting = {
            uid
            for uid in state.areas.get(battle.at, ())
            if setup.types[uid].side == judge.enemy and uid not in waiting
        }
        late = sum(
            setup.types[uid].side == judge.enemy and uid in waiting
            for uid in state.areas.get(battle.at, ())
        )
        self.foes = tuple(self._fighter(uid, area.terrain, joins) for uid in sorted(acting))
        self.foes += (judge.average()._replace(joins=battle.round + 1),) * late
        works = double_defense(setup, state, judge.side) or double_defense(
            setup, state, judge.enemy
        )
        self.field = Field(2 if works else 1, area.village, battle.round)
        self.prize = prize(judge, battle.at)

    def _fighter(self, uid: str, terrain: str, joins: Mapping[str, int]) -> Fighter:
        judge, battle = self.judge, self.battle
        one = fighter(judge.setup.types[uid], judge.state.blocks[uid], terrain, joins.get(uid, 1))
        return one._replace(acted=uid in battle.acted, squared=in_square(battle, uid))

    def worth(self, changes: Mapping[str, Change] = NONE, everybody: Change = NONE) -> float:
        """Return what the battle comes to if some do otherwise than they would."""
        mine = tuple(
            one._replace(**everybody, **changes.get(uid, NONE)) for uid, one in self.mine.items()
        )
        fought = (
            clash(mine, self.foes, self.field)
            if self.attacks
            else clash(self.foes, mine, self.field)
        )
        return value(self.judge, fought, self.prize, attacks=self.attacks)


def fight(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Fire where there are dice; who is about to fall, or has lost, goes; a charge where it pays."""
    battle = judge.state.battle
    if battle is None:
        return options[0]
    melee = Melee(judge, battle)
    goes = [one for one in options if word_of(one, "do") == "retreat"]
    fires = [one for one in options if word_of(one, "do") == "fire"]
    rests = [one for one in options if word_of(one, "do") == "pass"]
    if goes and not (fires or rests):
        return max(goes, key=lambda one: _refuge(judge, one))
    stay = melee.worth()
    going = _going(judge, melee, goes, stay)
    if going is not None:
        return going
    if not fires:
        return rests[0] if rests else options[0]
    best = max(fires, key=lambda one: _aim(melee, one))
    uid = word_of(best, "piece")
    charges = [
        one for one in options if word_of(one, "do") == "bayonet" and word_of(one, "piece") == uid
    ]
    if charges and melee.worth({uid: {"charges": True}}) > stay + policy()["bayonet"]:
        return charges[0]
    return best


def _going(judge: Judge, melee: Melee, goes: list[Choice], stay: float) -> Choice | None:
    """Return the retreat that is better than to stay: of all, or of one that would be lost."""
    if not goes:
        return None
    w = policy()
    way = max(goes, key=lambda one: _refuge(judge, one))
    full = judge.room(word_of(way, "at")) <= 0 if word_of(way, "at") != OFF_MAP else True
    if melee.worth(everybody={"goes": True}) > stay + w["flee"] + (w["flee_full"] if full else 0.0):
        return way
    best, gain = None, w["slip"]
    for uid in dict.fromkeys(word_of(one, "piece") for one in goes):
        weak = len(melee.mine[uid].steps) == 1 or melee.mine[uid].arm == CHIEF
        if not weak:
            continue
        ways = [one for one in goes if word_of(one, "piece") == uid]
        way = max(ways, key=lambda one: _refuge(judge, one))
        at = word_of(way, "at", "")
        if at == OFF_MAP or judge.room(at) <= 0 or melee.mine[uid].squared:
            continue
        more = melee.worth({uid: {"goes": True}}) - stay
        if more > gain:
            best, gain = way, more
    return best


def _aim(melee: Melee, one: Choice) -> float:
    """The best fire goes first; guns fire at squares, horse at what is in the open."""
    uid, target = word_of(one, "piece"), word_of(one, "target", "")
    who = melee.mine[uid]
    at_squares = 1.0 if target == SQUARE else 0.0
    fits = at_squares if who.arm == GUNS else -at_squares if who.arm in (HORSE, CHIEF) else 0.0
    return who.steps[0] * who.number + fits


def _refuge(judge: Judge, one: Choice) -> float:
    uid, at = word_of(one, "piece"), word_of(one, "at", "")
    last = judge.state.blocks[uid].step + 1 >= len(judge.setup.types[uid].ladder)
    if at == OFF_MAP:
        return -8.0
    full = judge.room(at) <= 0
    return judge.stand(uid, at) - (20.0 if full and last else 5.0 if full else 0.0)


def square(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Squares where the enemy's horse would do more than their own fire loses by it."""
    battle = judge.state.battle
    none = min(options, key=lambda one: len(words_of(one, "subset")))
    if battle is None:
        return none
    melee = Melee(judge, battle)
    if not any(one.arm == HORSE for one in melee.foes):
        return none
    every = max(options, key=lambda one: len(words_of(one, "subset")))
    lines = {uid: {"squared": False} for uid in words_of(every, "subset")}
    squares = {uid: {"squared": True} for uid in words_of(every, "subset")}
    gain = melee.worth(squares) - melee.worth(lines)
    return every if gain > policy()["square"] else none


def shelter(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Into the square comes who has more to fear than his fire is worth: an HQ, a block on its last step."""

    def need(one: Choice) -> float:
        uid = word_of(one)
        kind, block = judge.setup.types[uid], judge.state.blocks[uid]
        last = block.step + 1 >= len(kind.ladder)
        return (2.0 if kind.is_hq else 0.0) + (1.0 if last else 0.0) - judge.powers.get(uid, 0.0)

    guests = [one for one in options if one != PASS]
    best = max(guests, key=need, default=PASS)
    return best if best != PASS and need(best) > policy()["shelter"] else PASS


def hit(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """The loss falls on the cheapest."""

    def cost(one: Choice) -> float:
        uid = word_of(one)
        kind, block = judge.setup.types[uid], judge.state.blocks[uid]
        last = block.step + 1 >= len(kind.ladder)
        return (
            kind.number / 6
            + (1.0 if kind.guard else 0.0)
            + (1.0 if last else 0.0)
            + (2.0 if kind.is_hq else 0.0)
        )

    return min((one for one in options if one != PASS), key=cost)
