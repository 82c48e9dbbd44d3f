"""What a side could attack now, with whom, and what would come of it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from grognard.engines.columbia.opponent.clash import Field, Fighter, Outcome, clash, fighter
from grognard.engines.columbia.opponent.judge import Judge, policy
from grognard.engines.columbia.state import FRENCH, RUSSIAN
from grognard.engines.core.play.memo import Memo

Step = tuple[str, str]
"""A block and the area it may go to."""
NOTHING = Outcome(0.0, 0.0, 0.0, 0.0, 0.0)
JOINS = 2
"""[6.4.enter] The round in which Reserves join."""

_CLASHES: Memo[Outcome] = Memo(16384)


class Assault(NamedTuple):
    """An attack, or a reinforcement: who should go there, and what is gained by it."""

    blocks: frozenset[str]
    gain: float


def value(judge: Judge, outcome: Outcome, prize: float, *, attacks: bool) -> float:
    """Return what the outcome of a battle is worth to a side: VP, steps at a part of them, the field."""
    w, side = policy(), judge.side
    step = w["step_last"] if judge.last_turn else w["step"]
    mine, theirs = (
        (outcome.attacker_lost, outcome.defender_lost)
        if attacks
        else (outcome.defender_lost, outcome.attacker_lost)
    )
    own, foe = (
        (outcome.attacker_steps, outcome.defender_steps)
        if attacks
        else (outcome.defender_steps, outcome.attacker_steps)
    )
    dear, cheap = (2.0, 1.0) if side == FRENCH else (1.0, 2.0)
    held = outcome.taken if attacks else 1 - outcome.taken
    mine *= w["dear_last"] if judge.desperate else 1.0
    return theirs - mine + step * (cheap * foe - dear * own) + prize * held


class Assaults:
    """The attacks that some steps make possible, by area; each is worked out when it is asked for."""

    def __init__(self, judge: Judge, steps: Iterable[Step]) -> None:
        self.judge = judge
        self.ways: dict[str, dict[str, list[str]]] = {}
        """For each area with enemies the blocks that may go there, by the area they come from."""
        self.gather: dict[str, float] = {}
        """For each other area the power of those that may go there, as many as there is room for."""
        found: dict[str, list[float]] = {}
        foe, blocks, powers = judge.foe, judge.state.blocks, judge.powers
        for uid, at in steps:
            if at in foe:
                self.ways.setdefault(at, {}).setdefault(blocks[uid].at, []).append(uid)
            else:
                found.setdefault(at, []).append(powers.get(uid, 0.0))
        for at, much in found.items():
            self.gather[at] = sum(sorted(much, reverse=True)[: max(0, judge.room(at))])
        self._known: dict[str, Assault] = {}

    @cached_property
    def entered(self) -> dict[str, int]:
        """The round in which each block joins that has gone into a battle."""
        return {entry.block: entry.round for entry in self.judge.state.entries}

    def able(self, at: str) -> list[str]:
        """Return who could go in, the strongest first: as many as borders and room let in."""
        judge, come = self.judge, list[str]()
        powers, crossed = judge.powers, judge.state.crossed
        for start, uids in self.ways.get(at, {}).items():
            net = judge.net
            most = net.limits.get((start, at), 0) - crossed.get(net.keys.get((start, at), ""), 0)
            come += sorted(uids, key=lambda uid: (-powers[uid], uid))[: max(0, most)]
        come.sort(key=lambda uid: (-powers[uid], uid))
        return [uid for uid in come if powers[uid] > 0][: max(0, judge.room(at))]

    def of(self, at: str) -> Assault:
        """Return the best attack on an area."""
        found = self._known.get(at)
        if found is None:
            found = self._known[at] = self._best(at)
        return found

    def gain(self, uid: str, at: str) -> float:
        """Return what a block gains by going where enemies stand."""
        found = self.of(at)
        return found.gain if uid in found.blocks else -10.0

    def _best(self, at: str) -> Assault:
        come, judge = self.able(at), self.judge
        if not come:
            return Assault(frozenset(), -10.0)
        start, best, who = self._worth(at, []), -10.0, list[str]()
        dear = policy()["man"]
        for n in range(1, len(come) + 1):
            worth = self._worth(at, come[:n]) - dear * n
            if worth > best:
                best, who = worth, come[:n]
        if judge.desperate and at in judge.redoubts:
            return Assault(frozenset(come), max(best - start, policy()["last_hope"]))
        return Assault(frozenset(who), best - start)

    def _worth(self, at: str, come: list[str]) -> float:
        """Return what a battle is worth if some blocks go in, beside those that are there."""
        judge = self.judge
        there = [
            uid
            for uid in judge.state.areas.get(at, ())
            if judge.setup.types[uid].side == judge.side
        ]
        if not there and not come:
            return 0.0
        attacks = self._began(at)
        joins = 1 if attacks else JOINS
        mine = tuple(
            sorted(
                self._fighter(uid, at, joins if uid in come else self.entered.get(uid, 1))
                for uid in (*there, *come)
            )
        )
        return self._value(at, mine, attacks=attacks)

    def _began(self, at: str) -> bool:
        """Whether the side is the one that attacks in an area, now or if it goes there."""
        first = next((e for e in self.judge.state.entries if e.at == at), None)
        return first is None or first.side == self.judge.side

    def _fighter(self, uid: str, at: str, joins: int) -> Fighter:
        judge = self.judge
        terrain = judge.setup.ground.areas[at].terrain
        return fighter(judge.setup.types[uid], judge.state.blocks[uid], terrain, joins)

    def _value(self, at: str, mine: tuple[Fighter, ...], *, attacks: bool) -> float:
        judge = self.judge
        area = judge.setup.ground.areas[at]
        foes = judge.foes(at, self.entered)
        if attacks:
            foes = (*foes, *self._relief(at, len(foes)))
        defends = RUSSIAN if (judge.side == RUSSIAN) != attacks else FRENCH
        field = Field(2 if area.redoubt and defends == RUSSIAN else 1, area.village)
        key = (judge.setup, mine, foes, field, attacks)
        fought = _CLASHES.get(key)
        if fought is None:
            fought = clash(mine, foes, field) if attacks else clash(foes, mine, field)
            _CLASHES.keep(key, fought)
        return value(judge, fought, prize(judge, at), attacks=attacks)

    def _relief(self, at: str, there: int) -> tuple[Fighter, ...]:
        """Return the Reserves that an enemy who acts after this side may bring up."""
        judge = self.judge
        if judge.second:
            return ()
        near = sum(
            sum(judge.setup.types[uid].side == judge.enemy for uid in judge.state.areas.get(b, ()))
            for b in judge.net.open[at]
        )
        comes = min(judge.limits[at] - there, round(policy()["relief"] * near))
        return (judge.average()._replace(joins=JOINS),) * max(0, comes)


def prize(judge: Judge, at: str) -> float:
    """Return what holding an area after a battle is worth."""
    w = policy()
    if at not in judge.redoubts:
        return 0.0 if judge.last_turn else w["field"]
    return w["prize_late"] if judge.urgent or judge.last_turn else w["prize"]
