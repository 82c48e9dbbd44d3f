"""How a sensible player leads battalions at the enemy: with the bayonet, to a friend's side, in a ZOC."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import dist, hypot
from typing import Any

from grognard.engines.core.board.tabletop import (
    Base,
    Point,
    bearing,
    beside,
    contact,
    facing_share,
    more_than_half,
    turn_between,
)
from grognard.engines.core.show.asks import PASS
from grognard.engines.risorgimento.army.units import ATTACK, BATTERY, LIMBERED
from grognard.engines.risorgimento.field.contact import contacts
from grognard.engines.risorgimento.field.footprint import base, friends
from grognard.engines.risorgimento.ground.allowance import WHOLE, allowance
from grognard.engines.risorgimento.ground.ground import patches_under
from grognard.engines.risorgimento.manoeuvre.forecast import plan
from grognard.engines.risorgimento.morale.morale import COVER
from grognard.engines.risorgimento.movement.movement import CONTACT, ZOC, Leg, leg
from grognard.engines.risorgimento.movement.mover import Mover
from grognard.engines.risorgimento.opponent.battalions import BREATH, RIGHT_ANGLE, Battalions
from grognard.engines.risorgimento.opponent.generalship import Task
from grognard.engines.risorgimento.opponent.horse import Horse
from grognard.engines.risorgimento.opponent.judgement import Said, best_shot, prospects
from grognard.engines.risorgimento.opponent.ordering import TRIES, nearest
from grognard.engines.risorgimento.opponent.policy import figure, figures, whole
from grognard.engines.risorgimento.opponent.quarters import quartered
from grognard.engines.risorgimento.opponent.shelter import may_be_housed
from grognard.engines.risorgimento.opponent.weighing import disputed, within_reach
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number
from grognard.engines.risorgimento.victory.victory import total_points

STEPS = figures("steps")
WORTH_A_STAND = whole("worth_a_stand")


@dataclass
class Marches(Battalions, Horse):
    """Orders for moving units of both sides."""

    intent: dict[str, tuple[int, str]] = field(default_factory=dict)
    marked: dict[str, str] = field(default_factory=dict)
    turn: int = 0

    def order(self, state: State, uid: str) -> Said:
        """Return the next order of the unit that moves, or "pass"."""
        mover = Mover(self.setup, state, uid)
        if mover.left <= 0 or mover.unit.pose is None:
            return PASS
        if mover.kind.arm == "cavalry":
            return self._horse(mover)
        task = self._task(mover)
        if task is None:
            return PASS
        return self._guns(mover, task) if mover.kind.arm == "artillery" else self._foot(mover, task)

    # -- infantry ------------------------------------------------------------------------------

    def _foot(self, mover: Mover, task: Task) -> Said:
        """With the bayonet where it pays, to a friend's side who fights; else where it stands best."""
        if self._rests(mover):
            return PASS
        if mover.uid in self.intent and mover.state.account:
            return self._close(mover, self.intent[mover.uid][1]) or PASS
        if not mover.state.account:
            self.intent.pop(mover.uid, None)
            found = self._first(mover, task) or self._stand_by(mover)
            if found:
                return found
        elif mover.left < BREATH:
            return PASS
        return self._walk(mover, task)

    def _first(self, mover: Mover, task: Task) -> Said:
        """At the enemy and into the village: who attacks goes at one who bars it first; who holds guards his guns and is inside."""
        if self._attacks(task, mover.kind.side) and disputed(mover, task):
            return self._go_in(mover, task) or self._quarters(mover, task)
        return self._guard(mover) or self._quarters(mover, task) or self._go_in(mover, task)

    def _quarters(self, mover: Mover, task: Task) -> Said:
        """[G.5.slots] Into the village that it is to hold, or to take if nobody is in it."""
        if not self._attacks(task, mover.kind.side):
            return quartered(mover, task.at, nearest(mover))
        near = dist(mover.stand.centre, task.at) < figure("rushed_from")
        return quartered(mover, task.at, figure("quartered_from")) if near else None

    def _rests(self, mover: Mover) -> bool:
        """[B.3.requirement] Whether it stands still to come to order: no enemy is near, and it is not late."""
        far = nearest(mover) > figure("rests") and not mover.unit.marker
        return (
            far
            and bool(mover.unit.disorder)
            and self.setup.turns - mover.state.turn >= figure("storm_by")
        )

    def _shot(self, mover: Mover) -> int:
        return best_shot(self.setup, mover.state, mover.uid)

    def _go_in(self, mover: Mover, task: Task) -> Said:
        """At the enemy with the bayonet, in column if there is time, where the odds allow it."""
        unit, kind = mover.unit, mover.kind
        weak = unit.disorder or unit.shaken or unit.halves < figure("fresh") * kind.halves
        if weak and not (self._attacks(task, kind.side) and self._nothing_to_lose(mover)):
            return None
        foes = mover.foes
        gaps = foes.distances(mover.stand).tolist() if len(foes) else []
        close = sorted(
            (float(gap), i) for i, gap in enumerate(gaps) if gap <= figure("charge_from")
        )[:TRIES]
        best: tuple[float, Said, str] | None = None
        for _, index in close:
            foe = foes.ids[index]
            if mover.state.units[foe].routed:
                continue
            for formation in self._for_the_bayonet(mover):
                gain = prospects(self.setup, mover.state, mover.uid, foe, formation).gain
                gain += self._prize(mover, task, foes.items[index])
                gain += figure("guns_lost") * (self.setup.types[foe].arm == "artillery")
                wanted = figure("gain") + self.rng.gauss(0.0, figure("doubt"))
                if gain < wanted or (best and gain <= best[0]):
                    continue
                order = self._charge(mover, foe, formation)
                if order:
                    best = (gain, order, foe)
                    break
        if best is None:
            return None
        self.intent[mover.uid] = (mover.state.turn, best[2])
        return best[1]

    def _prize(self, mover: Mover, task: Task, foe: Base) -> float:
        """[I.1.objectives] What speaks for an enemy besides the odds: that he is at the place; against: what one leaves."""
        at_place = within_reach(foe, task.at, self.setup.cm["objective_cm"])
        if self._attacks(task, mover.kind.side):
            found = (figure("prize") if at_place else 0.0) - (
                0.0 if task.assault else figure("waits")
            )
            return found + (figure("last_hope") if self._nothing_to_lose(mover) else 0.0)
        patches = patches_under(self.setup.table, mover.stand.eroded)
        covered = any(patch.terrain in COVER for patch in patches)
        return -figure("holding") - (figure("strong") if covered else 0.0)

    def _nothing_to_lose(self, mover: Mover) -> bool:
        """[I.clock] Whether it is late, and its side has fewer points: what is lost now costs nothing."""
        state, side = mover.state, mover.kind.side
        own = total_points(self.setup, state, side)
        most = max(total_points(self.setup, state, one) for one in self.setup.sides if one != side)
        return self.setup.turns - state.turn <= figure("last_turns") and own <= most

    def _for_the_bayonet(self, mover: Mover) -> list[str]:
        """In column if there is time, else as it is."""
        fits = not mover.unit.sector and not mover.progress.changes
        found = [ATTACK] if fits and not mover.kind.is_light_infantry else []
        return list(dict.fromkeys([*found, mover.formation]))

    def _charge(self, mover: Mover, foe: str, formation: str) -> Said:
        """The order that brings it to an enemy's ZOC or front with movement left, None if none does."""
        target = base(self.setup, mover.state.units[foe])
        begin: list[Any] = [{"form": formation}] if formation != mover.formation else []
        for step in self._first_steps(mover, formation):
            stand = mover.stand
            for run, off in step:
                stand = stand.at(stand.pose.moved(run, stand.heading + off))
            legs = [{"leg": [round(run * 1000), round(off * 100)]} for run, off in step]
            for at in (target.centre, target.front_middle):
                actions = [*begin, *legs, *_straight_at(stand, at)]
                if self._reaches(mover, actions, foe):
                    return {"do": actions}
        return None

    def _first_steps(self, mover: Mover, formation: str) -> list[list[tuple[float, float]]]:
        """The steps before one turns upon an enemy: none, or aside of friends who stand in the way of that."""
        if mover.unit.sector:
            return [[(figure("out_of_a_side"), 0.0)]]
        free = mover.free and formation == mover.formation
        return [
            [],
            *([(figure("step"), off)] for off in STEPS if free or abs(off) <= number("oblique")),
        ]

    def _reaches(self, mover: Mover, actions: list[Any], foe: str) -> bool:
        found = plan(self.setup, mover.state, mover.uid, actions)
        stop = found.stop
        if stop is None or stop.kind not in (CONTACT, ZOC):
            return False
        if stop.kind == CONTACT:
            return foe in stop.where
        left = mover.limit - found.steps[-1].account
        ma = allowance(mover.kind, found.state.units[mover.uid].formation)
        end, there = found.steps[-1].after, base(self.setup, mover.state.units[foe])
        gap = end.polygon.distance(there.polygon)
        if left / WHOLE * ma < gap:
            return False
        inside = Mover(self.setup, found.state, mover.uid)
        # In the zone of another one may only go on straight ahead (E.6.options).
        ahead = bearing(end.centre, there.centre) if foe in stop.where else end.heading
        way = leg(inside, gap + figure("shortest"), ahead)
        return way.stop is not None and way.stop.kind == CONTACT and foe in way.stop.where

    def _close(self, mover: Mover, foe: str) -> Said:
        """The rest of the way to the enemy it goes at."""
        if foe not in mover.foes.ids:
            return None
        return self._charge(mover, foe, mover.formation)

    def in_zoc(self, state: State, options: list[Said]) -> Said:
        """In with the bayonet if that was meant or looks good, else face the enemy and fire."""
        mover = Mover(self.setup, state, state.mover)
        meant = mover.uid in self.intent and self.intent[mover.uid][0] == state.turn
        most = mover.left / WHOLE * mover.ma
        way = leg(mover, most, mover.stand.heading) if most > figure("shortest") else None
        ahead = way.stop if way is not None else None
        foe = ahead.where[0] if ahead is not None and ahead.kind == CONTACT else ""
        foe = foe if way is not None and foe and self._squarely(state, way, foe) else ""
        if mover.kind.arm == "cavalry":
            return self._horse_in_zoc(mover, foe, options)
        if foe and "advance" in options and (meant or self._looks_good(mover, foe)):
            return "advance"
        self.intent.pop(mover.uid, None)
        moved = self._on_or_back(mover, options, None if foe else way)
        if moved or (PASS in options and self._shot(mover) >= WORTH_A_STAND):
            return moved or PASS
        aligning = [o for o in options if isinstance(o, str) and o.startswith("align:")]
        return aligning[0] if aligning else options[0]

    def _on_or_back(self, mover: Mover, options: list[Said], way: Leg | None) -> Said:
        """On in the zone, or out of it, for one whom no enemy meets on his `way`; None to stay in it."""
        weak = mover.unit.disorder or mover.unit.halves < figure("fresh") * mover.kind.halves
        weak = weak or mover.formation == LIMBERED
        may = "fall_back" in options and not mover.unit.sector
        back = may and mover.left > BREATH
        met = way is None and mover.left / WHOLE * mover.ma > figure("shortest")
        if back and not met and self._before_canister(mover):
            return "fall_back"
        if way is not None and self._storms(mover):
            if way.length >= figure("on_at_least") and not weak and "advance" in options:
                return "advance"
            if not weak and self._turns_on(mover, options):
                return None
            if back:
                return "fall_back"
        return "fall_back" if weak and may else None

    def _turns_on(self, mover: Mover, options: list[Said]) -> bool:
        """[E.6.options] Whether one who begins his move in a zone may turn upon the enemy there, to fire and go in."""
        return not mover.state.account and any(str(one).startswith("align:") for one in options)

    def _before_canister(self, mover: Mover) -> bool:
        """[E.6.size] Whether it stands in the zone of a battery: who cannot reach the guns goes out of it."""
        return any(self.setup.types[foe].arm == "artillery" for foe in mover.held)

    def _squarely(self, state: State, way: Leg, foe: str) -> bool:
        """Whether it would meet an enemy with its front, and not pass him with a corner."""
        there = base(self.setup, state.units[foe])
        stand = way.place(way.length)
        covered = facing_share(stand, there) * stand.width
        if covered <= figure("squarely_met"):
            return False
        return more_than_half(covered, stand.width, stand.eps) or contact(stand, there)

    def _storms(self, mover: Mover) -> bool:
        """Whether it goes on at an enemy it cannot reach yet: to stand under his guns is worse."""
        task = self._task(mover)
        storms = task is not None and self._attacks(task, mover.kind.side) and task.assault
        return storms and mover.kind.arm == "infantry"

    def _looks_good(self, mover: Mover, foe: str) -> bool:
        if mover.kind.arm == "artillery":
            return False
        gain = prospects(self.setup, mover.state, mover.uid, foe, mover.formation).gain
        return gain >= figure("gain") + self.rng.gauss(0.0, figure("doubt"))

    def _stand_by(self, mover: Mover) -> Said:
        """Up beside a friend who is in a melee in the open."""
        if mover.unit.disorder or mover.unit.sector:
            return None
        fights, mates = (
            contacts(self.setup, mover.state),
            friends(self.setup, mover.state, mover.uid),
        )
        near = mates.distances(mover.stand).tolist() if len(mates) else []
        for _, index in sorted(
            (float(gap), i) for i, gap in enumerate(near) if gap <= figure("charge_from")
        ):
            mate = mover.state.units[mates.ids[index]]
            if mate.id not in fights or self.setup.types[mate.id].arm == "artillery":
                continue
            if mate.sector or any(mover.state.units[foe].sector for foe in fights[mate.id]):
                continue
            for side in (90.0, -90.0):
                order = self._beside(mover, mates.items[index], side)
                if order:
                    return order
        return None

    def _guard(self, mover: Mover) -> Said:
        """[G.7.alone] Who holds puts a battalion beside guns that are threatened: alone they are overrun."""
        if self.generals[mover.kind.side].attacks or mover.unit.sector or not len(mover.foes):
            return None
        mates = friends(self.setup, mover.state, mover.uid)
        near = mates.distances(mover.stand).tolist()
        for _, index in sorted(
            (gap, i) for i, gap in enumerate(near) if gap <= figure("charge_from")
        ):
            guns, stand = mover.state.units[mates.ids[index]], mates.items[index]
            if guns.formation != BATTERY or not len(
                mover.foes.within(stand, figure("guarded_from"))
            ):
                continue
            if guns.sector or self._goes_in(mover, guns.id):
                continue
            if beside(mover.stand, stand, friends=True):
                return PASS
            foot = (
                mates.items[i]
                for i in mates.within(stand, mover.setup.eps).tolist()
                if self.setup.types[mates.ids[i]].arm == "infantry"
            )
            if any(beside(other, stand, friends=True) for other in foot):
                continue
            orders = (self._beside(mover, stand, side) for side in (90.0, -90.0))
            found = next((order for order in orders if order), None)
            if found:
                return found
        return None

    def _goes_in(self, mover: Mover, guns: str) -> bool:
        """[G.5.slots] Whether guns have the time to go into a village: then they need its garrison."""
        other = Mover(self.setup, mover.state, guns)
        return nearest(other) >= figure("sets_out_from") and may_be_housed(other)

    def _beside(self, mover: Mover, mate: Base, side: float) -> Said:
        wide = (mate.width + mover.stand.width) / 2
        spot = mate.pose.moved(wide, mate.heading + side)
        run = hypot(spot.x - mover.stand.pose.x, spot.y - mover.stand.pose.y)
        turn = turn_between(mover.stand.heading, mate.heading)
        actions: list[Any] = []
        heading = mover.stand.heading
        if abs(turn) > figure("squarely") and not mover.free:
            actions.append({"turn": round(turn * 100)})
            heading = mate.heading
        off = turn_between(heading, bearing(mover.stand.centre, spot.centre))
        if abs(off) > number("oblique") and not mover.free:
            return None
        actions.append({"leg": [round(run), round(off * 100)]})
        found = plan(self.setup, mover.state, mover.uid, actions)
        good = found.refused is None and beside(found.steps[-1].after, mate, friends=True)
        return {"do": actions} if good else None


def _straight_at(stand: Base, at: Point) -> list[Any]:
    """What leads from a base straight to a point, with the turn that takes: about first if he is behind."""
    off = turn_between(stand.heading, bearing(stand.centre, at))
    found: list[Any] = []
    if abs(off) > RIGHT_ANGLE:
        found.append({"about": True})
        off -= 180.0 if off > 0.0 else -180.0
    if abs(off) > figure("squarely"):
        found.append({"turn": round(off * 100)})
        off = 0.0
    run = hypot(at[0] - stand.centre[0], at[1] - stand.centre[1])
    return [*found, {"leg": [round(run * 1000), round(off * 100)]}]
