"""How a sensible player moves infantry: to fire, to charge home, to stand by a friend, or to hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import atan2, degrees, hypot
from typing import Any

from engines.core.board.tabletop import Base, Point, Pose, bearing, beside, turn_between
from engines.core.show.asks import PASS
from engines.risorgimento.army.units import ATTACK, BATTERY, LIMBERED, LINE, MARCH, OPEN
from engines.risorgimento.field.contact import contacts
from engines.risorgimento.field.footprint import base, base_at, everyone, friends
from engines.risorgimento.field.ranges import ranges
from engines.risorgimento.fire.fire_values import fire_value
from engines.risorgimento.ground.allowance import WHOLE, allowance, formation_price, turn_price
from engines.risorgimento.ground.ground import level_at, patches_under
from engines.risorgimento.manoeuvre.forecast import plan
from engines.risorgimento.manoeuvre.random_orders import place_in_village
from engines.risorgimento.morale.morale import COVER
from engines.risorgimento.morale.retreats import on_board
from engines.risorgimento.movement.movement import CONTACT, ZOC, leg
from engines.risorgimento.movement.mover import Mover
from engines.risorgimento.opponent.generalship import ALARM, Task
from engines.risorgimento.opponent.judgement import Said, best_shot, placed, prospects
from engines.risorgimento.opponent.ordering import (
    FACING,
    FANS,
    SHORTEST,
    TRIES,
    WAYS,
    Ordering,
    nearest,
)
from engines.risorgimento.opponent.policy import figure, figures, whole
from engines.risorgimento.state import State
from engines.risorgimento.tables import number, rows

FAR = figure("far")
DEPLOY = figure("deploy")
GAIN = figure("gain")
STRONG = figure("strong")
DOUBT = figure("doubt")
SKIRMISHERS = ("french",)
"""Armies whose line fought in open order; the others were drilled to line and column."""
SAFE = figure("safe")
FRONT = figure("front")
CHARGE_FROM = figure("charge_from")
FRESH = figure("fresh")
SQUARELY = figure("squarely")
HALF_A_CM = figure("half_a_cm")
WORTH_A_STAND = whole("worth_a_stand")
WORTH_STOPPING = whole("worth_stopping")
SHOT_CM = figure("shot_cm")
WEDGE = figure("wedge")
GUN_WIDTH = figure("gun_width")
BEFORE_GUNS = figure("before_guns")
UNDER_FIRE = figure("under_fire")
WEDGE_HALF = figure("wedge_half")
ASTRAY = figure("astray")
TAKEN = figure("taken")
STUCK = figure("stuck")
AHEAD = figure("ahead")
AHEAD_CM = figure("ahead_cm")
AROUND = figures("around")
CLOSE = figure("close")
DETOURS = figures("detours")


@dataclass
class Marches(Ordering):
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
        """Who holds a village stays in it; else with the bayonet, to a friend's side, or to fire."""
        if mover.unit.sector and not self._attacks(task, mover.kind.side):
            return PASS
        if mover.uid in self.intent and mover.state.account:
            return self._close(mover, self.intent[mover.uid][1]) or PASS
        if not mover.state.account:
            self.intent.pop(mover.uid, None)
            if mover.unit.sector and nearest(mover) < ALARM and self._shot(mover) > 0:
                return PASS
            found = self._go_in(mover, task) or self._stand_by(mover)
            if found:
                return found
        return self._by_fire(mover, task) or PASS

    def _by_fire(self, mover: Mover, task: Task) -> Said:
        """Stand where there is somebody to fire at, in a fit formation; else come up, or hold."""
        near, attacks = nearest(mover), self._attacks(task, mover.kind.side)
        shot = self._shot(mover) if near < FAR else 0
        coming = attacks and near > CLOSE + HALF_A_CM
        if shot >= (WORTH_STOPPING if coming else WORTH_A_STAND):
            return self._deploy(mover, near)
        if not attacks and not self._wanted(mover, task, near):
            return self._hold(mover, near)
        if mover.state.account and near < (FRONT if mover.free else DEPLOY):
            return self._face(mover)
        return self._up(mover, task, near)

    def _hold(self, mover: Mover, near: float) -> Said:
        """In line, the front to the enemy, when he is near."""
        if near > ALARM:
            return PASS
        return (near < FRONT and self._deploy(mover, near)) or self._face(mover)

    def _up(self, mover: Mover, task: Task, near: float) -> Said:
        """To a place from which it fires at an enemy, his flank if it is free; from afar, onwards."""
        formed = self._form_up(mover, near)
        if formed:
            return formed
        if near > ALARM or mover.unit.sector:
            return self._come_on(mover, self._goal(mover, task, near), near)
        found = self._stations(mover, task)
        for spot in found:
            order = self._to_station(mover, spot)
            if order:
                return order
        goal = found[0][0].centre if found else self._goal(mover, task, near)
        if not found and not self._attacks(task, mover.kind.side):
            return self._face(mover) or PASS
        return self._around(mover, goal) or self._come_on(mover, goal, near)

    def _around(self, mover: Mover, goal: Point) -> Said:
        """Who moves freely goes round his friends: two legs, that end nearest to the goal."""
        if not mover.free or mover.state.account:
            return None
        toward = bearing(mover.stand.centre, goal)
        gap = hypot(goal[0] - mover.stand.centre[0], goal[1] - mover.stand.centre[1])
        best: tuple[float, Said] = (gap - STUCK / 2, None)
        for aside in (0.0, 35.0, -35.0, 70.0, -70.0, 105.0, -105.0):
            for first in DETOURS if aside else (gap,):
                heading = mover.stand.heading
                off = turn_between(heading, toward + aside)
                actions: list[Any] = [{"leg": [round(first * 1000), round(off * 100)]}]
                if aside:
                    bend = mover.stand.pose.moved(first, toward + aside).centre
                    rest = hypot(goal[0] - bend[0], goal[1] - bend[1])
                    off = turn_between(heading, bearing(bend, goal))
                    actions.append({"leg": [round(rest * 1000), round(off * 100)]})
                if any(action["leg"][0] < SHORTEST * 1000 for action in actions):
                    continue
                found = self._tried(mover, actions)
                if found is None:
                    continue
                (x, y) = found[1].centre
                left = hypot(goal[0] - x, goal[1] - y)
                if left < best[0]:
                    best = (left, found[0])
        return best[1]

    def _gives_up_height(self, mover: Mover, task: Task, there: Pose) -> bool:
        """Whether one who holds would go down, or out of cover, for a place."""
        if self._attacks(task, mover.kind.side):
            return False
        table = self.setup.table
        covered = any(patch.terrain in COVER for patch in patches_under(table, mover.stand.eroded))
        return covered or level_at(table, there.centre) < level_at(table, mover.stand.centre)

    def _stations(self, mover: Mover, task: Task) -> list[tuple[Pose, str]]:
        """Free places about the nearest enemies, in front of them and on their flanks, best first."""
        reach, foes = ranges(mover.kind.weapon), mover.foes
        if reach is None or not len(foes):
            return []
        others = everyone(self.setup, mover.state, but=(mover.uid,))
        found: list[tuple[float, Pose, str]] = []
        for index in foes.distances(mover.stand).argsort(kind="stable").tolist()[: 2 * TRIES]:
            foe, name = foes.items[index], foes.ids[index]
            if mover.state.units[name].routed or out_of_harm(mover, name):
                continue
            for around in AROUND:
                way = (foe.heading + around) % 360.0
                there = foe.pose.moved(foe.depth + min(reach.medium, CLOSE), way)
                x, y = there.centre
                pose = Pose.of(x, y, (way + 180.0) % 360.0)
                stand = base_at(mover.kind, mover.formation, pose)
                if not on_board(self.setup, pose) or len(others.overlapping(stand)):
                    continue
                if self._gives_up_height(mover, task, pose):
                    continue
                far = hypot(*(a - b for a, b in zip(pose.centre, mover.stand.centre, strict=True)))
                far += ASTRAY * hypot(*(a - b for a, b in zip(pose.centre, task.at, strict=True)))
                far += UNDER_FIRE * under_fire(mover, pose.centre)
                found.append((far, pose, name))
        return [(pose, name) for _, pose, name in sorted(found, key=lambda f: f[0])[: 2 * TRIES]]

    def _to_station(self, mover: Mover, spot: tuple[Pose, str]) -> Said:
        """The order that brings it to a place and its front round, if it can be there this turn."""
        pose, _ = spot
        gap = hypot(*(a - b for a, b in zip(pose.centre, mover.stand.centre, strict=True)))
        actions: list[Any] = []
        heading = mover.stand.heading
        if gap > SHORTEST:
            off = turn_between(heading, bearing(mover.stand.centre, pose.centre))
            if abs(off) > number("oblique") and not mover.free:
                actions.append({"turn": round(off * 100)})
                heading, off = bearing(mover.stand.centre, pose.centre), 0.0
            actions.append({"leg": [round(gap * 1000), round(off * 100)]})
        turn = turn_between(heading, pose.heading)
        if abs(turn) > 1.0:
            actions.append({"turn": round(turn * 100)})
        if not actions or mover.state.turned:
            return None
        found = plan(self.setup, mover.state, mover.uid, actions)
        if found.stop is not None or best_shot(self.setup, found.state, mover.uid) < WORTH_A_STAND:
            return None
        return {"do": actions}

    def _wanted(self, mover: Mover, task: Task, near: float) -> bool:
        """Whether a battalion that holds goes on: to its post, or up to who fights before it."""
        gap = hypot(task.at[0] - mover.stand.centre[0], task.at[1] - mover.stand.centre[1])
        if not task.engaged:
            return gap > DEPLOY
        fit = mover.unit.halves >= FRESH * mover.kind.halves and not mover.unit.disorder
        return fit and DEPLOY < near < ALARM + DEPLOY

    def _shot(self, mover: Mover) -> int:
        return best_shot(self.setup, mover.state, mover.uid)

    def _goal(self, mover: Mover, task: Task, near: float) -> Point:
        """The place it is for; near the enemy one of them, that the fewest of its friends go for."""
        foes = mover.foes
        if not len(foes) or near > ALARM:
            return task.at
        if mover.state.turn != self.turn:
            self.turn, self.marked = mover.state.turn, {}
        if mover.uid in self.marked:
            index = foes.ids.index(self.marked[mover.uid])
            return foes.items[index].centre
        chosen = list(self.marked.values())

        def far(index: int) -> float:
            x, y = foes.items[index].centre
            aside = hypot(task.at[0] - x, task.at[1] - y) * ASTRAY
            safe = ALARM if out_of_harm(mover, foes.ids[index]) else 0.0
            return float(gaps[index]) + aside + safe + TAKEN * chosen.count(foes.ids[index])

        gaps = foes.distances(mover.stand)
        best = min(range(len(foes)), key=far)
        self.marked[mover.uid] = foes.ids[best]
        return foes.items[best].centre

    def _go_in(self, mover: Mover, task: Task) -> Said:
        """At the enemy with the bayonet, in column if there is time, where the odds allow it."""
        unit, kind = mover.unit, mover.kind
        if unit.disorder or unit.shaken or unit.halves < FRESH * kind.halves:
            return None
        foes = mover.foes
        gaps = foes.distances(mover.stand).tolist() if len(foes) else []
        close = sorted((float(gap), i) for i, gap in enumerate(gaps) if gap <= CHARGE_FROM)[:TRIES]
        best: tuple[float, Said, str] | None = None
        for _, index in close:
            foe = foes.ids[index]
            if mover.state.units[foe].routed:
                continue
            formation = self._for_the_bayonet(mover)
            gain = prospects(self.setup, mover.state, mover.uid, foe, formation).gain
            wanted = GAIN + self.rng.gauss(0.0, DOUBT)
            if self._gives_up_height(mover, task, foes.items[index].pose):
                wanted += STRONG
            if gain < wanted or (best and gain <= best[0]):
                continue
            order = self._charge(mover, foe, formation)
            if order:
                best = (gain, order, foe)
        if best is None:
            return None
        self.intent[mover.uid] = (mover.state.turn, best[2])
        return best[1]

    def _for_the_bayonet(self, mover: Mover) -> str:
        fits = not mover.unit.sector and not mover.progress.changes
        return ATTACK if fits and not mover.kind.is_light_infantry else mover.formation

    def _charge(self, mover: Mover, foe: str, formation: str) -> Said:
        """The order that brings it to an enemy's ZOC or front with movement left, None if none does."""
        target = base(self.setup, mover.state.units[foe])
        for at in (target.centre, target.front_middle):
            off = turn_between(mover.stand.heading, bearing(mover.stand.centre, at))
            actions: list[Any] = []
            if formation != mover.formation:
                actions.append({"form": formation})
            if abs(off) > SQUARELY:
                actions.append({"turn": round(off * 100)})
                off = 0.0
            run = hypot(at[0] - mover.stand.centre[0], at[1] - mover.stand.centre[1])
            actions.append({"leg": [round(run * 1000), round(off * 100)]})
            if self._reaches(mover, actions, foe):
                return {"do": actions}
        return None

    def _reaches(self, mover: Mover, actions: list[Any], foe: str) -> bool:
        found = plan(self.setup, mover.state, mover.uid, actions)
        stop = found.stop
        if stop is None or foe not in stop.where:
            return False
        if stop.kind == CONTACT:
            return True
        left = mover.limit - found.steps[-1].account
        ma = allowance(mover.kind, found.state.units[mover.uid].formation)
        end, there = found.steps[-1].after, base(self.setup, mover.state.units[foe])
        gap = end.polygon.distance(there.polygon)
        return stop.kind == ZOC and left / WHOLE * ma >= gap

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
        ahead = leg(mover, most, mover.stand.heading).stop if most > SHORTEST else None
        foe = ahead.where[0] if ahead is not None and ahead.kind == CONTACT else ""
        if foe and "advance" in options and (meant or self._looks_good(mover, foe)):
            return "advance"
        weak = mover.unit.disorder or mover.unit.halves < FRESH * mover.kind.halves
        if weak and "fall_back" in options and not mover.unit.sector:
            return "fall_back"
        if PASS in options and self._shot(mover) >= WORTH_A_STAND:
            return PASS
        aligning = [o for o in options if isinstance(o, str) and o.startswith("align:")]
        return aligning[0] if aligning else options[0]

    def _looks_good(self, mover: Mover, foe: str) -> bool:
        if mover.kind.arm == "artillery":
            return False
        gain = prospects(self.setup, mover.state, mover.uid, foe, mover.formation).gain
        return gain >= GAIN + self.rng.gauss(0.0, DOUBT)

    def _stand_by(self, mover: Mover) -> Said:
        """Up beside a friend who is in a melee in the open."""
        if mover.unit.disorder or mover.unit.sector:
            return None
        fights, mates = (
            contacts(self.setup, mover.state),
            friends(self.setup, mover.state, mover.uid),
        )
        near = mates.distances(mover.stand).tolist() if len(mates) else []
        for _, index in sorted((float(gap), i) for i, gap in enumerate(near) if gap <= CHARGE_FROM):
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

    def _beside(self, mover: Mover, mate: Base, side: float) -> Said:
        wide = (mate.width + mover.stand.width) / 2
        spot = mate.pose.moved(wide, mate.heading + side)
        run = hypot(spot.x - mover.stand.pose.x, spot.y - mover.stand.pose.y)
        turn = turn_between(mover.stand.heading, mate.heading)
        actions: list[Any] = []
        heading = mover.stand.heading
        if abs(turn) > SQUARELY and not mover.free:
            actions.append({"turn": round(turn * 100)})
            heading = mate.heading
        off = turn_between(heading, bearing(mover.stand.centre, spot.centre))
        if abs(off) > number("oblique") and not mover.free:
            return None
        actions.append({"leg": [round(run), round(off * 100)]})
        found = plan(self.setup, mover.state, mover.uid, actions)
        good = found.refused is None and beside(found.steps[-1].after, mate, friends=True)
        return {"do": actions} if good else None

    def _deploy(self, mover: Mover, near: float) -> Said:
        """Who may fire from where he stands does so in line, his front to the enemy."""
        fresh = not mover.state.account and not mover.progress.changes
        fights = self._in_reach(mover)
        column = mover.formation in (ATTACK, MARCH) or (near > SAFE and mover.formation != fights)
        if fresh and column and formation_price(mover.kind) <= mover.left:
            formed = self._tried(mover, [{"form": fights}])
            return formed[0] if formed else None
        return None

    def _in_reach(self, mover: Mover) -> str:
        """In what it fights by fire: light infantry, and whoever is drilled to it, as skirmishers."""
        skirmishes = mover.kind.is_light_infantry or mover.kind.army in SKIRMISHERS
        return OPEN if skirmishes else LINE

    def _face(self, mover: Mover) -> Said:
        """Turn to the nearest enemy if he stands aside and it costs no more than is left."""
        if not len(mover.foes) or mover.formation in (MARCH, LIMBERED) or mover.unit.sector:
            return None
        foe = mover.foes.items[int(mover.foes.distances(mover.stand).argmin())]
        off = turn_between(mover.stand.heading, bearing(mover.stand.centre, foe.centre))
        turn = round(off * 100)
        if abs(turn) < FACING * 100 or mover.state.turned or turn_price(0, turn) > mover.left:
            return None
        turned = self._tried(mover, [{"turn": turn}])
        return turned[0] if turned else None

    def _come_on(self, mover: Mover, goal: Point, near: float) -> Said:
        """Into the village it is for; else a fit formation, a turn, the best of a few ways."""
        state = mover.state
        gap = hypot(goal[0] - mover.stand.centre[0], goal[1] - mover.stand.centre[1])
        place = place_in_village(mover, goal, gap, self.rng)
        if place is not None:
            return {"do": [{"slot": place}]}
        formed = self._form_up(mover, near)
        if formed:
            return formed
        off = turn_between(mover.stand.heading, bearing(mover.stand.centre, goal))
        if not mover.free and abs(off) > number("oblique"):
            price = turn_price(state.turned, round(off * 100))
            return {"do": [{"turn": round(off * 100)}]} if price <= mover.left else PASS
        return self._best_leg(mover, goal, gap, off)

    def _form_up(self, mover: Mover, near: float) -> Said:
        formation, state = self._formation(mover, near), mover.state
        fresh = not state.account and not state.progress.changes and not mover.unit.sector
        if fresh and formation != mover.formation and formation_price(mover.kind) <= mover.left:
            formed = self._tried(mover, [{"form": formation}])
            return formed[0] if formed else None
        return None

    def _formation(self, mover: Mover, near: float) -> str:
        """What suits the distance of the nearest enemy."""
        if near > FAR:
            return MARCH if mover.progress.by_road else ATTACK
        fights = self._in_reach(mover)
        return fights if near < DEPLOY or (fights == OPEN and near < FRONT) else ATTACK

    def _best_leg(self, mover: Mover, goal: Point, gap: float, off: float) -> Said:
        most = mover.left / WHOLE * allowance(mover.kind, mover.formation)
        run = min(most, max(0.0, gap - mover.stand.depth / 2))
        reach, near = ranges(mover.kind.weapon), nearest(mover)
        if mover.kind.arm == "infantry" and reach and near > reach.medium + 1:
            run = min(run, near - reach.medium + HALF_A_CM)
        widest = 180.0 if mover.free else number("oblique")
        found: list[tuple[float, float, float]] = []
        for aside in WAYS:
            angle = off + aside
            if abs(angle) > widest or run < SHORTEST:
                continue
            for share in (1.0, 0.5):
                way = leg(mover, run * share, mover.stand.heading + angle)
                if way.length >= SHORTEST:
                    value = self._worth(mover, way.place(way.length), goal, near)
                    found.append((value, angle, way.length))
        value, angle, length = min(found, default=(gap, 0.0, 0.0))
        if length < min(run, STUCK) and run > SHORTEST and not mover.state.account:
            return self._fan_out(mover, goal) or PASS
        if value > gap - SHORTEST or length < SHORTEST:
            return PASS
        return {"do": [{"leg": [round(length * 1000), round(angle * 100)]}]}

    def _fan_out(self, mover: Mover, goal: Point) -> Said:
        """Friends stand in its way: a turn, and to where the way to its goal is free."""
        best: tuple[float, Said] = (self._open(mover, mover.stand, goal) + STUCK, None)
        for turn in FANS:
            price = 0 if mover.free else turn_price(mover.state.turned, round(turn * 100))
            room = (mover.left - price) / WHOLE * allowance(mover.kind, mover.formation)
            for share in (1.0, 0.5):
                actions = [{"turn": round(turn * 100)}, {"leg": [round(room * share * 1000), 0]}]
                found = self._tried(mover, actions) if room * share >= SHORTEST else None
                value = self._open(mover, found[1], goal) if found else 0.0
                if found and value > best[0]:
                    best = (value, found[0])
        return best[1]

    def _open(self, mover: Mover, end: Base, goal: Point) -> float:
        """How much of the way from a place to the goal is free, less how long it is; in cm."""
        there = Mover(
            self.setup, placed(mover.state, mover.uid, end.pose, mover.formation), mover.uid, WHOLE
        )
        gap = hypot(goal[0] - end.centre[0], goal[1] - end.centre[1])
        run = min(AHEAD, gap)
        free = leg(there, run, bearing(end.centre, goal)).length if run > SHORTEST else 0.0
        return free - AHEAD_CM * gap

    def _worth(self, mover: Mover, end: Base, goal: Point, near: float) -> float:
        """How far a place is from the goal, less what it has for it; the lower the better."""
        left = hypot(goal[0] - end.centre[0], goal[1] - end.centre[1])
        if near < FAR and mover.kind.arm == "infantry":
            there = placed(mover.state, mover.uid, end.pose, mover.formation)
            left -= SHOT_CM * max(0, best_shot(self.setup, there, mover.uid))
        if mover.kind.arm != "artillery" and self._before_guns(mover, end):
            left += BEFORE_GUNS
        return left

    def _before_guns(self, mover: Mover, end: Base) -> bool:
        """Whether a base would stand where the guns of its side fire."""
        for uid, unit in mover.state.units.items():
            kind = self.setup.types[uid]
            if kind.side != mover.kind.side or unit.formation != BATTERY or unit.pose is None:
                continue
            ahead = unit.pose.moved(WEDGE / 2 + 1.0, unit.pose.heading)
            if Base(ahead, GUN_WIDTH, WEDGE).polygon.intersects(end.polygon):
                return True
        return False


def under_fire(mover: Mover, at: Point) -> int:
    """Return before how many enemies' fronts a place lies, near enough to suffer for it."""
    found = 0
    for name, foe in zip(mover.foes.ids, mover.foes.items, strict=True):
        unit, reach = mover.state.units[name], ranges(mover.setup.types[name].weapon)
        if reach is None or unit.routed or unit.formation in (LIMBERED, MARCH):
            continue
        guns = mover.setup.types[name].arm == "artillery"
        far = (reach.short if guns else reach.medium) + mover.stand.depth
        ahead, aside = foe.ahead(at)
        if ahead > 0.0 and hypot(ahead, aside) < far + foe.depth / 2:
            found += abs(degrees(atan2(aside, ahead))) < WEDGE_HALF
    return found


def out_of_harm(mover: Mover, foe: str) -> bool:
    """Whether an enemy is in a village where a volley from close by would do him nothing."""
    unit = mover.state.units[foe]
    if not unit.sector:
        return False
    light = mover.setup.types[foe].is_light_infantry
    cover = int(rows("fire_modifiers")["village"]["value"])
    cover += int(rows("fire_modifiers")["light_open_order" if light else "open_order"]["value"])
    points = mover.unit.halves // number("halves_a_point")
    return fire_value("infantry_fire", points, "short") + cover < WORTH_STOPPING
