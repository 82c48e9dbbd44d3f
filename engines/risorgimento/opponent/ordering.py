"""How a sensible player moves guns, and what all his orders have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot, inf
from random import Random
from typing import Any

from grognard.engines.core.board.tabletop import Base, Pose, bearing, turn_between
from grognard.engines.core.show.asks import PASS
from grognard.engines.risorgimento.army.units import BATTERY, LIMBERED
from grognard.engines.risorgimento.command.command import commander_of
from grognard.engines.risorgimento.field.footprint import base_at
from grognard.engines.risorgimento.field.ranges import ranges
from grognard.engines.risorgimento.ground.allowance import (
    WHOLE,
    allowance,
    formation_price,
    turn_price,
)
from grognard.engines.risorgimento.manoeuvre.forecast import plan
from grognard.engines.risorgimento.movement.movement import leg
from grognard.engines.risorgimento.movement.mover import Mover, goes_back
from grognard.engines.risorgimento.opponent.generalship import General, Task
from grognard.engines.risorgimento.opponent.judgement import Said, best_shot, placed
from grognard.engines.risorgimento.opponent.policy import figure, figures, whole
from grognard.engines.risorgimento.opponent.shelter import housed, may_be_housed
from grognard.engines.risorgimento.opponent.volleys import dear
from grognard.engines.risorgimento.opponent.weighing import Threat, danger, target, threats
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.sight.sight import GUNS
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number

TRIES = whole("tries")
WORTH_UNLIMBERING = whole("worth_unlimbering")
WAYS = figures("ways")


@dataclass(frozen=True)
class Duel:
    """Who may fire at guns, and what fire value is too little for them to unlimber."""

    listed: list[Threat]
    least: int


@dataclass
class Ordering:
    """Orders for guns of both sides."""

    setup: Setup
    generals: Mapping[str, General]
    rng: Random

    def _tried(self, mover: Mover, actions: list[Any]) -> tuple[Said, Base] | None:
        """An order as far as it can be carried out and where it ends, None if it cannot be at all."""
        found = plan(self.setup, mover.state, mover.uid, actions)
        if found.refused is not None:
            run = found.steps[-1].leg
            whole = len(found.steps) == len(actions)
            if run is None or not whole or run.length < figure("shortest"):
                return None
            most = int(run.length * 1000) - 1
            actions = [*actions[:-1], {"leg": [most, actions[-1]["leg"][1]]}]
            found = plan(self.setup, mover.state, mover.uid, actions)
            if found.refused is not None:
                return None
        return {"do": actions}, found.steps[-1].after

    def _task(self, mover: Mover) -> Task | None:
        """What a unit has to do; out of command there is nothing for it but the way back (A.1.single)."""
        general = self.generals[mover.kind.side]
        if goes_back(self.setup, mover.state, mover.uid):
            name = commander_of(self.setup, mover.state, mover.kind.brigade)
            pose = mover.state.commanders[name].pose if name else None
            if pose is not None:
                return Task(pose.centre, attack=False, engaged=True)
        return general.task_of(mover.state, mover.uid) or general.any_task(
            mover.state, mover.stand.centre
        )

    def _attacks(self, task: Task, side: str) -> bool:
        return task.attack or self.generals[side].attacks

    # -- artillery -----------------------------------------------------------------------------

    def _guns(self, mover: Mover, task: Task) -> Said:
        """Stay where there is something to fire at; else to the best place within reach.

        Who holds takes his guns into a village beside its garrison.
        """
        if not self._attacks(task, mover.kind.side):
            found = housed(mover, nearest(mover))
            if found:
                return found
        if mover.formation == BATTERY:
            shot = best_shot(self.setup, mover.state, mover.uid, GUNS)
            if mover.state.account or shot >= self._enough(mover, task):
                return PASS
            return self._bring_to_bear(mover, shot) or self._limber(mover, task)
        if mover.state.account:
            return PASS
        return self._unlimber(mover, task) or self._drive(mover, task)

    def waits(self, state: State, uid: str) -> bool:
        """Whether guns move after the battalions, one of which may take the side of a village for them."""
        side = self.setup.types[uid].side
        return not self.generals[side].attacks and may_be_housed(Mover(self.setup, state, uid))

    def _enough(self, mover: Mover, task: Task) -> int:
        """For what fire value guns stay where they are: who attacks wants more than who holds."""
        return WORTH_UNLIMBERING if self._attacks(task, mover.kind.side) else 1

    def _bring_to_bear(self, mover: Mover, shot: int) -> Said:
        """Turn the guns on somebody whom they hit better."""
        reach = ranges(mover.kind.weapon)
        for foe in self._foes_by_distance(mover):
            off = turn_between(mover.stand.heading, bearing(mover.stand.centre, foe.centre))
            turn = round(off * 100)
            if reach is None or turn_price(mover.state.turned, turn) > mover.left:
                continue
            if self._value(mover, mover.stand.pose.turned(turn / 100)) > shot:
                return {"do": [{"turn": turn}]} if turn else None
        return None

    def _value(self, mover: Mover, pose: Pose) -> int:
        there = placed(mover.state, mover.uid, pose, BATTERY)
        return best_shot(self.setup, there, mover.uid, GUNS)

    def _foes_by_distance(self, mover: Mover) -> list[Base]:
        if not len(mover.foes):
            return []
        order = mover.foes.distances(mover.stand).argsort(kind="stable").tolist()
        return [mover.foes.items[i] for i in order[: 2 * TRIES]]

    def _limber(self, mover: Mover, task: Task) -> Said:
        gap = hypot(task.at[0] - mover.stand.centre[0], task.at[1] - mover.stand.centre[1])
        moves_on = self.generals[mover.kind.side].attacks or not task.engaged
        if (
            not moves_on
            or gap < figure("guns_keep_off")
            or nearest(mover) < figure("guns_keep_off")
        ):
            return PASS
        risk = self._limbered_at(mover, mover.stand.pose, threats(mover))
        if risk * dear(self.setup, mover.state, mover.uid) > figure("guns_bold"):
            return PASS
        return {"do": [{"form": LIMBERED}]}

    def _unlimber(self, mover: Mover, task: Task) -> Said:
        """The place within half a move, and the front there, with the best shot for what is risked there."""
        price, reach = formation_price(mover.kind), ranges(mover.kind.weapon)
        if reach is None or nearest(mover) > reach.long + allowance(mover.kind, LIMBERED):
            return None
        best: tuple[float, Said] = (-inf, None)
        duel = Duel(threats(mover), self._enough(mover, task) - 2)
        for foe in self._foes_by_distance(mover)[:TRIES]:
            off = turn_between(mover.stand.heading, bearing(mover.stand.centre, foe.centre))
            turn = round(off * 100) if abs(off) > figure("facing") else 0
            left = mover.left - price - (turn_price(mover.state.turned, turn) if turn else 0)
            if left < 0:
                continue
            most = left / WHOLE * allowance(mover.kind, LIMBERED)
            for run, aside in self._ways_on(most):
                way = mover.stand.pose.turned(turn / 100)
                if self._promise(mover, way.moved(run, way.heading + aside), duel) <= best[0]:
                    continue
                found = self._stopped_at(mover, turn, run, aside)
                if found is None or (run and self._too_near(mover, found[1].pose)):
                    continue
                value = self._promise(mover, found[1].pose, duel)
                formed = self._tried(mover, [*found[0], {"form": BATTERY}])
                if value > best[0] and formed:
                    best = (value, formed[0])
        return best[1]

    def _ways_on(self, most: float) -> list[tuple[float, float]]:
        """How far, and how far aside, guns may go before they unlimber."""
        if most <= figure("shortest"):
            return [(0.0, 0.0)]
        return [(share * most, 0.0) for share in (0.0, 0.5, 1.0)] + [
            (share * most, aside) for aside in (30.0, -30.0) for share in (0.5, 1.0)
        ]

    def _stopped_at(
        self, mover: Mover, turn: int, run: float, aside: float
    ) -> tuple[list[Any], Base] | None:
        """The order that takes guns on, without what brings them into battery, and where it ends."""
        actions: list[Any] = [{"turn": turn}] if turn else []
        if not run:
            return actions, mover.stand.at(mover.stand.pose.turned(turn / 100))
        found = self._tried(mover, [*actions, {"leg": [round(run * 1000), round(aside * 100)]}])
        return (found[0]["do"], found[1]) if found else None

    def _promise(self, mover: Mover, pose: Pose, duel: Duel) -> float:
        """What guns do from a place, in fire values, less what may be done to them there; nothing for a poor shot."""
        value = self._value(mover, pose)
        if value <= duel.least:
            return -inf
        risk = danger(duel.listed, pose, target(mover, BATTERY), BATTERY)
        if mover.formation == LIMBERED and pose.centre != mover.stand.centre:
            risk += figure("on_the_way") * self._limbered_at(mover, pose, duel.listed)
        return value - figure("guns_shy") * risk * dear(self.setup, mover.state, mover.uid)

    def _limbered_at(self, mover: Mover, pose: Pose, listed: list[Threat]) -> float:
        """What guns may suffer somewhere before they are in battery, in loss points."""
        return danger(listed, pose, target(mover, LIMBERED), LIMBERED)

    def _too_near(self, mover: Mover, end: Pose) -> bool:
        there = base_at(mover.kind, BATTERY, end)
        return bool(len(mover.foes)) and bool(
            mover.foes.distances(there).min() < figure("guns_keep_off")
        )

    def _drive(self, mover: Mover, task: Task) -> Said:
        """On behind the infantry, no nearer to the enemy than guns should be."""
        near = nearest(mover)
        gap = hypot(task.at[0] - mover.stand.centre[0], task.at[1] - mover.stand.centre[1])
        if near < figure("guns_keep_off") + 1 or gap < figure("guns_keep_off"):
            return PASS
        off = turn_between(mover.stand.heading, bearing(mover.stand.centre, task.at))
        if abs(off) > number("oblique"):
            return {"do": [{"turn": round(off * 100)}]}
        most = min(
            mover.left / WHOLE * allowance(mover.kind, LIMBERED), near - figure("guns_keep_off")
        )
        listed = threats(mover)
        here = self._limbered_at(mover, mover.stand.pose, listed)
        for aside in WAYS:
            if abs(off + aside) > number("oblique") or most < figure("shortest"):
                continue
            way = leg(mover, most, mover.stand.heading + off + aside)
            there = self._limbered_at(mover, way.place(way.length).pose, listed)
            if there * dear(self.setup, mover.state, mover.uid) > max(figure("guns_bold"), here):
                continue
            if way.length >= min(most, 1.0):
                run, angle = round(way.length * 1000), round((off + aside) * 100)
                return {"do": [{"leg": [run, angle]}]}
        return PASS


def nearest(mover: Mover) -> float:
    """Return how far the nearest enemy is, in cm."""
    return float(mover.foes.distances(mover.stand).min()) if len(mover.foes) else 999.0
