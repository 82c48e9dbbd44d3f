"""How a sensible player moves a battalion: of all it could do, what is worth most where it ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import hypot, inf
from typing import Any

from grognard.engines.core.board.tabletop import Base, Pose, bearing, distance, turn_between
from grognard.engines.core.show.asks import PASS
from grognard.engines.risorgimento.army.units import ATTACK, BATTERY, GREEN, LINE, MARCH, OPEN
from grognard.engines.risorgimento.field.footprint import base_at, friends
from grognard.engines.risorgimento.ground import sectors
from grognard.engines.risorgimento.ground.allowance import (
    WHOLE,
    allowance,
    formation_price,
    turn_price,
)
from grognard.engines.risorgimento.ground.ground import must_test, patches_under
from grognard.engines.risorgimento.manoeuvre.forecast import Plan, further, plan, short_of
from grognard.engines.risorgimento.morale.morale import COVER
from grognard.engines.risorgimento.morale.retreats import column_move, home, on_board
from grognard.engines.risorgimento.movement.movement import ZOC
from grognard.engines.risorgimento.movement.mover import Mover
from grognard.engines.risorgimento.opponent.generalship import Task
from grognard.engines.risorgimento.opponent.judgement import Said
from grognard.engines.risorgimento.opponent.ordering import Ordering, nearest
from grognard.engines.risorgimento.opponent.policy import figure, figures, whole
from grognard.engines.risorgimento.opponent.volleys import dear
from grognard.engines.risorgimento.opponent.weighing import (
    Threat,
    danger,
    nearness,
    shots,
    target,
    threats,
)
from grognard.engines.risorgimento.tables import number, rows

RIGHT_ANGLE = 90.0
LOOKED_AT = whole("looked_at")
SHARES = figures("shares")
ASIDES = figures("asides")
BREATH = whole("breath")
ESCORT = whole("escort")
SKIRMISHERS = ("french",)
"""Armies whose line fought in open order; the others were drilled to line and column."""

Actions = list[Mapping[str, Any]]


@dataclass(frozen=True)
class Sketch:
    """Something a battalion could do, and where it would end if nothing stopped it."""

    rough: float
    actions: Actions
    way: float | None = None


def _mixed(sketches: Iterable[Sketch]) -> list[Sketch]:
    """The best of each direction, then the others: the way that looks best may be barred."""
    best: list[Sketch] = []
    others: list[Sketch] = []
    seen: set[int | None] = set()
    for one in sorted(sketches, key=lambda one: -one.rough):
        way = None if one.way is None else round(one.way % 360.0 / figure("bucket"))
        (others if way in seen else best).append(one)
        seen.add(way)
    return [*best, *others]


@dataclass
class Battalions(Ordering):
    """Orders for battalions that are not at the enemy's throat."""

    def _walk(self, mover: Mover, task: Task) -> Said:
        """The order that is worth most, or to stay."""
        listed = threats(mover)
        stays = self._worth(mover, task, listed, plan(self.setup, mover.state, mover.uid, []))
        best: tuple[float, Said] = (stays + figure("worth_moving"), PASS)
        looked = 0
        begun: dict[str, Plan] = {}
        tried: set[str] = set()
        for sketch in _mixed(self._sketches(mover, task, listed)):
            if looked == LOOKED_AT:
                break
            if sketch.rough + figure("at_best") <= best[0]:
                continue
            found = self._carried(mover, sketch.actions, begun)
            if found is None or str(found[0]) in tried:
                continue
            tried.add(str(found[0]))
            looked += 1
            value = self._worth(mover, task, listed, found[1], best[0])
            if value > best[0]:
                best = (value, found[0])
        return best[1]

    def _carried(
        self, mover: Mover, actions: Actions, begun: dict[str, Plan]
    ) -> tuple[Said, Plan] | None:
        """An order as far as it can be carried out, None if it cannot be at all.

        `begun` holds how its change of formation and its turn come out, which many orders share.
        """
        first = str(actions[:-1])
        if first not in begun:
            begun[first] = plan(self.setup, mover.state, mover.uid, actions[:-1])
        found = begun[first]
        if found.refused is None:
            found = further(self.setup, found, mover.uid, actions[-1:])
        if found.refused is None:
            return {"do": actions}, found
        done, last = len(found.steps) - 1, found.steps[-1]
        if last.leg is not None and last.leg.length >= figure("shortest"):
            run = round(last.leg.length * 1000) - 1
            off = round(turn_between(last.before.heading, last.leg.direction) * 100)
            order: Actions = [*actions[:done], {"leg": [run, off]}]
            if last.verb == "leg":
                return {"do": order}, short_of(self.setup, found, mover.uid, run / 1000)
            found = plan(self.setup, mover.state, mover.uid, order)
            return ({"do": order}, found) if found.refused is None else None
        if not done:
            return None
        return {"do": actions[:done]}, Plan(found.steps[:-1], None, found.before, found.before)

    # -- what it comes to ----------------------------------------------------------------------

    def _worth(
        self,
        mover: Mover,
        task: Task,
        listed: list[Threat],
        found: Plan,
        least: float = -inf,
    ) -> float:
        """What the position after an order is worth to a battalion; exact only if it is more than `least`."""
        after = found.state.units[mover.uid]
        pose = after.pose
        if pose is None:
            return 0.0
        stand = base_at(mover.kind, after.formation, pose)
        soonest = float(mover.foes.distances(stand).min()) if len(mover.foes) else 999.0
        shape = target(mover, after.formation)
        covered = any(
            patch.terrain in COVER for patch in patches_under(self.setup.table, stand.eroded)
        )
        shape -= 2 * covered
        attacks = self._attacks(task, mover.kind.side)
        value = nearness(mover, task, stand, attacks=attacks, soonest=soonest)
        value -= danger(listed, pose, shape, after.formation) * dear(
            self.setup, mover.state, mover.uid
        )
        if found.stop is not None and found.stop.kind == ZOC:
            guns = (self.setup.types[foe].arm == "artillery" for foe in found.stop.where)
            value -= figure("before_canister") * any(guns)
            value -= figure("caught") * self._looks_away(mover, stand, found.stop.where)
        value += figure("covered") * (covered and not attacks)
        if not mover.unit.disorder:
            value -= figure("disorder") * self._fails(mover, found)
        if found.state.progress.changes and soonest < figure("front"):
            value -= figure("changes")
        value -= figure("forced") * (found.steps[:1] != () and found.steps[0].verb == "force")
        fires = bool(listed) and soonest < figure("front")
        if value + figure("most_by_fire") * fires + figure("with_guns") <= least:
            return value
        if self._before_guns(mover, stand):
            value -= figure("before_guns")
        behind = pose.moved(column_move(self.setup, mover.uid), home(self.setup, mover.uid))
        if not on_board(self.setup, behind):
            value -= figure("near_edge")
        value += self._with_guns(mover, stand)
        if fires and value + figure("most_by_fire") > least:
            value += shots(mover, found.state)
        return value

    def _looks_away(self, mover: Mover, stand: Base, foes: Iterable[str]) -> bool:
        """[E.6.options] Whether one stands in a zone with nobody of those before its front: it can neither turn nor go on."""
        places = (mover.state.units[foe].pose for foe in foes)
        ways = (bearing(stand.centre, place.centre) for place in places if place is not None)
        return all(abs(turn_between(stand.heading, way)) > figure("looks_at") for way in ways)

    def _fails(self, mover: Mover, found: Plan) -> float:
        """[E.5.test] The chance that the ground of an order throws it into disorder."""
        steady = 1.0
        patches = {patch.id: patch for patch in self.setup.table.patches}
        for step in found.steps:
            for _, name in step.leg.tests if step.leg is not None else ():
                harder = int(rows("terrain")[patches[name].terrain]["test_value"])
                steady *= min(1.0, max(0.0, (mover.kind.vd - harder) / number("die")))
        return 1.0 - steady

    def _with_guns(self, mover: Mover, end: Base) -> float:
        """What it is worth to stand beside guns that few of the infantry stand by."""
        found = 0.0
        mates = friends(self.setup, mover.state, mover.uid)
        for uid, mate in zip(mates.ids, mates.items, strict=True):
            if self.setup.types[uid].arm != "artillery" or distance(mate, end) > figure("beside"):
                continue
            others = mates.within(mate, figure("beside")).tolist()
            foot = sum(self.setup.types[mates.ids[i]].arm == "infantry" for i in others)
            found = max(found, figure("with_guns") if foot < ESCORT else 0.0)
        return found

    def _before_guns(self, mover: Mover, end: Base) -> bool:
        """Whether a base would stand where the guns of its side fire."""
        for uid, unit in mover.state.units.items():
            kind = self.setup.types[uid]
            if kind.side != mover.kind.side or unit.formation != BATTERY or unit.pose is None:
                continue
            ahead = unit.pose.moved(figure("wedge") / 2 + 1.0, unit.pose.heading)
            if Base(ahead, figure("gun_width"), figure("wedge")).polygon.intersects(end.polygon):
                return True
        return False

    # -- what it could do ----------------------------------------------------------------------

    def _sketches(self, mover: Mover, task: Task, listed: list[Threat]) -> Iterator[Sketch]:
        """In its place; to the goal and aside of it; in the formations that make sense."""
        near = nearest(mover)
        for formation in self._shapes(mover, near):
            price = formation_price(mover.kind) if formation != mover.formation else 0
            if price > mover.left:
                continue
            begin: Actions = [{"form": formation}] if price else []
            for heading, actions, spent in self._turns(mover, task, listed, formation, price):
                pose = Pose.of(*mover.stand.centre, heading)
                if begin or actions:
                    rough = self._rough(mover, task, listed, pose, formation)
                    yield Sketch(rough, [*begin, *actions])
                yield from self._legs(
                    mover, task, listed, formation, [*begin, *actions], heading, spent
                )
        if near > figure("forced_from"):
            yield from self._forced(mover, task, listed)
        yield from self._into_villages(mover, task)

    def _forced(self, mover: Mover, task: Task, listed: list[Threat]) -> Iterator[Sketch]:
        """[E.3.1.double] Forced marches to a far place, for one who is fresh and in order."""
        unit, here = mover.unit, mover.stand.centre
        goal = task.toward(here)
        gap = hypot(goal[0] - here[0], goal[1] - here[1])
        most = 2 * mover.single / WHOLE * mover.ma
        tired = unit.fatigue or unit.disorder or unit.marker == GREEN
        if tired or mover.state.account or unit.sector or gap < most / 2:
            return
        for aside in ASIDES:
            off = turn_between(mover.stand.heading, bearing(here, goal) + aside)
            actions: Actions = [{"force": True}]
            pose, left = mover.stand.pose, most
            if not mover.free and abs(off) > number("oblique"):
                actions.append({"turn": round(off * 100)})
                left -= turn_price(0, round(off * 100)) / WHOLE * mover.ma
                pose, off = pose.turned(off), 0.0
            run = min(left, gap) if not aside else left
            if run < figure("shortest") or abs(aside) > RIGHT_ANGLE:
                continue
            rough = self._rough(
                mover, task, listed, pose.moved(run, pose.heading + off), mover.formation
            )
            order = [round(run * 1000), round(off * 100)]
            yield Sketch(rough - figure("forced"), [*actions, {"leg": order}], pose.heading + off)

    def _shapes(self, mover: Mover, near: float) -> list[str]:
        """The formations worth a thought: what it has, and what suits the distance of the enemy."""
        found = [mover.formation]
        if mover.state.account or mover.progress.changes or mover.unit.sector:
            return found
        if near > figure("by_road"):
            found.append(MARCH)
        if near > figure("deploy"):
            found.append(ATTACK)
        if near < figure("far"):
            found.append(self._fights_in(mover))
        if self._rough_ahead(mover):
            found.append(OPEN)
        return list(dict.fromkeys(found))

    def _rough_ahead(self, mover: Mover) -> bool:
        """[E.5.test] Whether there is ground about it that tests who comes in column, but not in open order."""
        around = mover.stand.polygon.buffer(allowance(mover.kind, OPEN))
        return any(
            must_test(mover.kind, ATTACK, patch.terrain)
            and not must_test(mover.kind, OPEN, patch.terrain)
            for patch in patches_under(self.setup.table, around)
        )

    def _fights_in(self, mover: Mover) -> str:
        """In what it fights by fire: light infantry, and whoever is drilled to it, as skirmishers."""
        skirmishes = mover.kind.is_light_infantry or mover.kind.army in SKIRMISHERS
        return OPEN if skirmishes else LINE

    def _turns(
        self, mover: Mover, task: Task, listed: list[Threat], formation: str, spent: int
    ) -> Iterator[tuple[float, Actions, int]]:
        """To stay as it faces, or to face the goal or one of the nearest enemies."""
        yield mover.stand.heading, [], spent
        here = mover.stand.centre
        close = sorted(listed, key=lambda one: hypot(one.at[0] - here[0], one.at[1] - here[1]))
        aims = [task.toward(here), *(one.at for one in close[:2])]
        for aim in aims:
            if hypot(aim[0] - here[0], aim[1] - here[1]) < 1.0:
                continue
            off = turn_between(mover.stand.heading, bearing(here, aim))
            price = turn_price(mover.state.turned, round(off * 100))
            if (
                abs(off) > figure("squarely")
                and spent + price <= mover.left
                and not mover.unit.sector
            ):
                yield mover.stand.heading + off, [{"turn": round(off * 100)}], spent + price

    def _legs(  # noqa: PLR0913 - what was done before it goes
        self,
        mover: Mover,
        task: Task,
        listed: list[Threat],
        formation: str,
        actions: Actions,
        heading: float,
        spent: int,
    ) -> Iterator[Sketch]:
        """Straight to the goal, and to both sides of that way."""
        here = mover.stand.centre
        most = (mover.left - spent) / WHOLE * allowance(mover.kind, formation)
        if mover.progress.by_road and formation == MARCH and not actions:
            most *= 4 / 3
        goal = task.toward(here)
        gap = hypot(goal[0] - here[0], goal[1] - here[1])
        free = mover.free and formation == mover.formation
        toward = bearing(here, goal) if gap > 1.0 else heading
        for aside in ASIDES:
            off = turn_between(heading, toward + aside)
            if not free and abs(off) > number("oblique"):
                continue
            best: tuple[float, float] | None = None
            for share in SHARES:
                run = min(most * share, gap) if not aside else most * share
                pose = Pose.of(*here, heading).moved(run, heading + off)
                rough = self._rough(mover, task, listed, pose, formation)
                if run >= figure("shortest") and (best is None or rough > best[0]):
                    best = (rough, run)
            if best is not None:
                order = [round(best[1] * 1000), round(off * 100)]
                yield Sketch(best[0], [*actions, {"leg": order}], heading + off)

    def _rough(
        self, mover: Mover, task: Task, listed: list[Threat], pose: Pose, formation: str
    ) -> float:
        """What a place is worth at a glance."""
        x, y = pose.centre
        gaps = [hypot(x - o.at[0], y - o.at[1]) for o in listed]
        attacks = self._attacks(task, mover.kind.side)
        soonest = min(gaps, default=999.0) - figure("half_base")
        stand = base_at(mover.kind, formation, pose)
        value = nearness(mover, task, stand, attacks=attacks, soonest=soonest)
        risk = danger(listed, pose, target(mover, formation), formation)
        return value - risk * dear(self.setup, mover.state, mover.uid)

    def _into_villages(self, mover: Mover, task: Task) -> Iterator[Sketch]:
        """The free places of the village it is for."""
        place = sectors.sector_at(self.setup, task.at)
        here = mover.stand.centre
        if place is None or mover.unit.sector:
            return
        if hypot(task.at[0] - here[0], task.at[1] - here[1]) > allowance(mover.kind, OPEN) + 4.0:
            return
        for slot in sectors.SIDES:
            if sectors.why_not_slot(self.setup, mover.state, mover.uid, place.id, slot) is None:
                yield Sketch(figure("takes"), [{"slot": [place.id, slot]}])
