"""How a sensible player moves his cavalry: out of the fire, behind the foot, or to a place that nobody guards."""

from __future__ import annotations

from dataclasses import dataclass
from math import dist, hypot
from typing import Any

from grognard.engines.core.board.tabletop import Base, Point, bearing, turn_between
from grognard.engines.core.show.asks import PASS
from grognard.engines.risorgimento.field.footprint import base
from grognard.engines.risorgimento.ground import sectors
from grognard.engines.risorgimento.ground.allowance import WHOLE, allowance, turn_price
from grognard.engines.risorgimento.morale.retreats import column_move, home, on_board
from grognard.engines.risorgimento.movement.movement import leg
from grognard.engines.risorgimento.movement.mover import Mover
from grognard.engines.risorgimento.opponent.judgement import Said, prospects
from grognard.engines.risorgimento.opponent.ordering import TRIES, Ordering
from grognard.engines.risorgimento.opponent.policy import figure, figures
from grognard.engines.risorgimento.opponent.shelter import Screen
from grognard.engines.risorgimento.opponent.volleys import dear, endurance
from grognard.engines.risorgimento.opponent.weighing import Threat, danger, target, threats
from grognard.engines.risorgimento.ride.charge_account import charge_of, most
from grognard.engines.risorgimento.ride.quarters import gap_to
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number

HORSE_TURNS = figures("horse_turns")
HORSE_SHARES = figures("horse_shares")


@dataclass
class Surroundings:
    """What cavalry looks at: enemies that may hurt it, its own foot and guns, a place nobody guards."""

    listed: list[Threat]
    mates: list[Base]
    place: Point | None
    screen: Screen

    def seen(self, at: Point) -> list[Threat]:
        """Return the enemies from whom nothing hides a place."""
        near = [one for one in self.listed if dist(one.at, at) - figure("half_base") <= one.matters]
        hidden = self.screen.hides([one.at for one in near], at).tolist()
        return [one for one, out in zip(near, hidden, strict=True) if not out]


@dataclass
class Horse(Ordering):
    """Orders for cavalry of both sides."""

    def rides_to(self, state: State, rider: str, target: str) -> bool:
        """Whether cavalry could charge an enemy: near enough, and nobody in the way."""
        mover = Mover(self.setup, state, rider)
        there = base(self.setup, state.units[target])
        here = mover.stand.centre
        gap = hypot(there.centre[0] - here[0], there.centre[1] - here[1])
        if gap > figure("charges_from"):
            return False
        way = leg(mover, gap, bearing(here, there.centre), zoc=False)
        return way.stop is not None and target in way.stop.where

    def charges(self, state: State, rider: str, target: str) -> float:
        """By how much a charge is better than it must be: the few of a weak squadron are soon gone; who holds has no need of it."""
        gain = prospects(self.setup, state, rider, target, state.units[rider].formation).gain
        needless = 0.0 if self.generals[self.setup.types[rider].side].attacks else figure("holding")
        return (
            gain
            - figure("charge_gain")
            - figure("frail") / endurance(self.setup, state, rider)
            - needless
        )

    def _horse_in_zoc(self, mover: Mover, foe: str, options: list[Said]) -> Said:
        """At who is ahead of it if that looks good, else out of his reach."""
        if foe and "advance" in options and self.charges(mover.state, mover.uid, foe) > 0.0:
            return "advance"
        return "fall_back" if "fall_back" in options else options[0]

    def _horse(self, mover: Mover) -> Said:
        """Out of the enemy's fire and of its friends' way, until it is noted to charge."""
        under_way = mover.state.account and not mover.progress.fell_back
        if under_way or not len(mover.foes):
            return PASS
        around = Surroundings(
            threats(mover),
            self._foot_and_guns(mover),
            self._free_place(mover),
            Screen(self.setup, mover.state, mover.uid),
        )
        stays = self._ill_placed(mover, mover.stand, around)
        found = [
            one for one in self._rides(mover, around) if one[0] < stays - figure("horse_stirs")
        ]
        best: tuple[float, Said] = (stays - figure("horse_stirs"), PASS)
        for _, actions in sorted(found, key=lambda one: one[0])[: 2 * TRIES]:
            tried = self._tried(mover, actions)
            value = self._ill_placed(mover, tried[1], around) if tried else 0.0
            if tried and value < best[0]:
                best = (value, tried[0])
        return best[1]

    def _rides(self, mover: Mover, around: Surroundings) -> list[tuple[float, list[Any]]]:
        """The rides there are, and how badly it would stand after each if nobody were in its way."""
        here, heading = mover.stand.centre, mover.stand.heading
        turns = list(HORSE_TURNS)
        if around.place is not None:
            turns.append(turn_between(heading, bearing(here, around.place)))
        found: list[tuple[float, list[Any]]] = []
        for turn in turns:
            price = turn_price(0, round(turn * 100)) if round(turn) else 0
            room = (mover.left - price) / WHOLE * allowance(mover.kind, mover.formation)
            runs = [share * room for share in HORSE_SHARES]
            if around.place is not None:
                runs.append(min(room, hypot(around.place[0] - here[0], around.place[1] - here[1])))
            for run in runs:
                if run < figure("shortest"):
                    continue
                way = mover.stand.pose.turned(turn)
                end = mover.stand.at(way.moved(run, way.heading))
                actions: list[Any] = [{"turn": round(turn * 100)}] if price else []
                actions.append({"leg": [round(run * 1000), 0]})
                found.append((self._ill_placed(mover, end, around), actions))
        return found

    def _foot_and_guns(self, mover: Mover) -> list[Base]:
        return [
            base(self.setup, unit)
            for uid, unit in mover.state.units.items()
            if self.setup.types[uid].side == mover.kind.side
            and self.setup.types[uid].arm != "cavalry"
            and unit.pose is not None
            and not unit.routed
        ]

    def _free_place(self, mover: Mover) -> Point | None:
        """[I.1.objectives] The nearest place in the open that the enemy holds and does not guard."""
        state, side = mover.state, mover.kind.side
        foes = [
            foe.centre
            for uid, foe in zip(mover.foes.ids, mover.foes.items, strict=True)
            if not state.units[uid].routed
        ]
        found = [
            one.at
            for one in self.setup.objectives
            if state.held.get(one.id, "") != side
            and sectors.sector_at(self.setup, one.at) is None
            and all(hypot(x - one.at[0], y - one.at[1]) > figure("unguarded") for x, y in foes)
        ]
        x, y = mover.stand.centre
        return min(found, key=lambda at: hypot(at[0] - x, at[1] - y), default=None)

    def _fired_at(self, mover: Mover, end: Base, around: Surroundings) -> float:
        """What the enemy who sees it there may do to it, in loss points: they count for more the fewer it bears."""
        shape = target(mover, mover.formation)
        points = danger(around.seen(end.centre), end.pose, shape, mover.formation)
        return points * dear(self.setup, mover.state, mover.uid)

    def _ridden_at(self, mover: Mover, end: Base, around: Surroundings) -> float:
        """How badly it stands for enemy horse that may come at it: by their strength, and how near the table's edge is."""
        last = driven_off(mover, end)
        bad = figure("horse_edge") if last else 0.0
        for one in around.seen(end.centre):
            if one.horse and dist(one.at, end.centre) - figure("half_base") < one.rides:
                bad += (
                    (figure("horse_last") if last else figure("horse_ridden"))
                    * one.halves
                    / mover.unit.halves
                )
        return bad

    def _ill_placed(self, mover: Mover, end: Base, around: Surroundings) -> float:
        """How badly cavalry stands: under fire, before its own infantry, or far from it; in cm."""
        near = float(mover.foes.distances(end).min())
        bad = max(0.0, figure("horse_keeps_off") - near) * figure("horse_shy")
        bad += figure("horse_loss") * self._fired_at(mover, end, around)
        bad += self._ridden_at(mover, end, around)
        ahead = [mate.ahead(end.centre) for mate in around.mates]
        bad += sum(
            0.0 < x < figure("charges_from") and abs(y) < figure("in_the_way") for x, y in ahead
        ) * figure("bars")
        if around.place is not None:
            x, y = end.centre
            gap = hypot(around.place[0] - x, around.place[1] - y)
            return bad + gap - (figure("horse_takes") if gap < 1.0 else 0.0)
        gap = min((hypot(x, y) for x, y in ahead), default=0.0)
        return bad + max(0.0, gap - figure("horse_behind"))


def driven_off(mover: Mover, end: Base) -> bool:
    """[G.3.retreat] Whether one who is beaten at a place leaves the table by it."""
    back = column_move(mover.setup, mover.uid) / 2
    return not on_board(mover.setup, end.pose.moved(back, home(mover.setup, mover.uid)))


def may_arrive(setup: Setup, state: State, rider: str, target: str) -> bool:
    """[E.1.allowance] Whether a charge may come to its target at all by what is left of its allowance.

    Nothing but the distance and the wheel is reckoned: what the ground costs is not known to who is charged.
    """
    charge, here, there = charge_of(state, rider), state.units[rider], state.units[target]
    if here.pose is None or there.pose is None:
        return True
    left = WHOLE if charge is None else most(setup, state, charge) - charge.spent
    off = round(turn_between(here.pose.heading, bearing(here.pose.centre, there.pose.centre)) * 100)
    if abs(off) > number("oblique") * 100:
        left -= turn_price(0 if charge is None else charge.turned, off)
    return gap_to(setup, state, rider, target) <= left / WHOLE * allowance(
        setup.types[rider], here.formation
    )
