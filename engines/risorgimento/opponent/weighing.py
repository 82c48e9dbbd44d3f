"""What a place on the table is worth to a battalion: ground gained, shots given and taken."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import atan2, cos, degrees, dist, hypot, radians, sin

import numpy as np
import shapely

from grognard.engines.core.board.tabletop import Base, Point, Pose
from grognard.engines.risorgimento.army.units import ATTACK, BATTERY, LIMBERED, MARCH, OPEN, SQUARE
from grognard.engines.risorgimento.field.contact import contacts
from grognard.engines.risorgimento.field.ranges import BANDS, ranges
from grognard.engines.risorgimento.fire.fire_values import fire_value
from grognard.engines.risorgimento.ground import sectors
from grognard.engines.risorgimento.ground.allowance import allowance
from grognard.engines.risorgimento.movement.mover import Mover
from grognard.engines.risorgimento.opponent.generalship import Task
from grognard.engines.risorgimento.opponent.judgement import best_shot
from grognard.engines.risorgimento.opponent.policy import figure
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number, rows

ROWS = {
    OPEN: "open_order",
    ATTACK: "attack_column",
    MARCH: "march_column",
    LIMBERED: "march_column",
    BATTERY: "unlimbered",
    SQUARE: "square",
}
"""The modifiers of fire by the formation of its target."""


@dataclass(frozen=True)
class Threat:
    """An enemy as one sees him: where he stands, what his fire is worth at each range, and how far he charges."""

    at: Point
    heading: float
    limits: tuple[float, ...]
    values: tuple[int, ...]
    arc: float
    turns: bool
    rides: float = 0.0
    halves: int = 0

    @property
    def horse(self) -> bool:
        """Whether it is cavalry that may charge."""
        return self.rides > 0.0

    @cached_property
    def matters(self) -> float:
        """How near one must come for him to matter: within his range, his charge, or what flanks one."""
        return max(figure("start_line"), *self.limits[-1:], self.rides)


def threats(mover: Mover) -> list[Threat]:
    """Return the enemies near enough to matter this turn or the next."""
    fights = contacts(mover.setup, mover.state)
    found = []
    for name, foe in zip(mover.foes.ids, mover.foes.items, strict=True):
        unit, kind = mover.state.units[name], mover.setup.types[name]
        here = mover.stand.centre
        if unit.routed or hypot(foe.centre[0] - here[0], foe.centre[1] - here[1]) > figure("reach"):
            continue
        reach = ranges(kind.weapon, kind.scale)
        silent = reach is None or unit.formation in (LIMBERED, MARCH) or name in fights
        limits: tuple[float, ...] = ()
        values: tuple[int, ...] = ()
        if not silent and reach is not None:
            limits = (reach.short, reach.medium, reach.long)
            values = tuple(_fires(mover, name, band) for band in BANDS)
        guns = kind.arm == "artillery"
        may_turn = kind.brigade not in mover.state.done
        arc = number("cone_half") if guns else figure("arc")
        rides = charge_reach(mover.setup, mover.state, name)
        found.append(
            Threat(foe.centre, foe.heading, limits, values, arc, may_turn, rides, unit.halves)
        )
    return found


def charge_reach(setup: Setup, state: State, uid: str) -> float:
    """[E.1.allowance] Return how far cavalry may charge in the next turn, in cm between bases; 0 for who may not.

    Command markers are left out: they are drawn anew before it can. D1 is, too: rest may mend it by then.
    """
    unit, kind = state.units[uid], setup.types[uid]
    if kind.arm != "cavalry" or unit.disorder > 1 or unit.routed:
        return 0.0
    return allowance(kind, unit.formation)


def may_be_charged(mover: Mover, at: Point) -> bool:
    """[E.1.allowance] Whether enemy horse may charge who stands at a place in the next turn.

    Horse that has yet to move this turn may come up first: nobody goes nearer to it for that.
    """
    half, here = figure("half_base"), mover.stand.centre
    for uid, foe in zip(mover.foes.ids, mover.foes.items, strict=True):
        reach, gap = charge_reach(mover.setup, mover.state, uid), dist(at, foe.centre)
        comes_up = mover.setup.types[uid].brigade not in mover.state.done
        nearer = comes_up and gap < dist(here, foe.centre) and gap - half < 2 * reach
        if reach and (gap - half < reach or nearer):
            return True
    return False


def _fires(mover: Mover, name: str, band: str) -> int:
    unit, kind = mover.state.units[name], mover.setup.types[name]
    guns = kind.arm == "artillery"
    points = unit.halves // number("halves_a_point") * kind.multiplier
    if unit.formation == ATTACK:
        points //= 2
    value = fire_value("artillery_fire" if guns else "infantry_fire", points, band)
    table = rows("fire_modifiers")
    if kind.army == "austrian" and not guns and not kind.is_light_infantry and band != "short":
        value += int(table["austrian_long"]["value"])
    if unit.disorder:
        value += int(table["disordered"]["value"])
    return value


def target(mover: Mover, formation: str) -> int:
    """Return what a formation adds to the fire at it."""
    row = ROWS.get(formation, "line")
    if row == "open_order" and mover.kind.is_light_infantry:
        row = "light_open_order"
    return int(rows("fire_modifiers")[row]["value"])


def danger(listed: list[Threat], pose: Pose, shape: int, formation: str) -> float:
    """Return what may be lost at a place before it is one's turn again, in loss points."""
    found = 0.0
    x, y = pose.centre
    for one in listed:
        dx, dy = x - one.at[0], y - one.at[1]
        gap = hypot(dx, dy) - figure("half_base")
        if gap > one.matters:
            continue
        if one.horse and gap < one.rides and formation in (OPEN, MARCH):
            found += figure("open_to_horse")
        value = next(
            (v + shape for r, v in zip(one.limits, one.values, strict=True) if gap <= r), 0
        )
        if value > 0:
            off = abs((degrees(atan2(dy, dx)) - one.heading + 180.0) % 360.0 - 180.0)
            found += (
                value
                / 10
                * (1.0 if off <= one.arc else figure("turns_round") if one.turns else 0.0)
            )
        behind = abs((degrees(atan2(-dy, -dx)) - pose.heading + 180.0) % 360.0 - 180.0)
        if gap < figure("start_line") and behind > 80.0:
            found += figure("flanked")
    return found


def nearness(mover: Mover, task: Task, stand: Base, *, attacks: bool, soonest: float) -> float:
    """Return what standing somewhere is worth for the task; `soonest`: how near the nearest enemy is there."""
    at = stand.centre
    gap = hypot(task.at[0] - at[0], task.at[1] - at[1])
    goal = task.toward(mover.stand.centre)
    far = hypot(goal[0] - at[0], goal[1] - at[1])
    value = (
        -figure("pull") * far if attacks else -figure("post") * max(0.0, gap - figure("post_cm"))
    )
    if attacks and not task.assault and soonest < figure("start_line"):
        value -= figure("too_soon") * (figure("start_line") - soonest)
    if gap <= figure("near_place") and keeps(mover, task, stand):
        value += figure("takes") * (figure("disputed") if disputed(mover, task) else 1.0)
    return value


def keeps(mover: Mover, task: Task, stand: Base) -> bool:
    """[I.1.objectives] Whether standing near a place is of use: one's own it is enough to be near, another one must stand on."""
    place = next((one for one in mover.setup.objectives if one.id == task.place), None)
    if place is None or mover.state.held.get(place.id) == mover.kind.side:
        return True
    return covers(stand, place.at) or any(
        dist(stand.centre, slot.centre) <= mover.setup.eps
        for name in place.sectors
        for slot in sectors.slot_poses(mover.setup, name)
    )


def covers(stand: Base, at: Point) -> bool:
    """Return whether a base stands on a point."""
    angle, (x, y) = radians(stand.heading), stand.centre
    dx, dy = at[0] - x, at[1] - y
    ahead, aside = dx * cos(angle) + dy * sin(angle), dy * cos(angle) - dx * sin(angle)
    return abs(ahead) <= stand.depth / 2 + stand.eps and abs(aside) <= stand.width / 2 + stand.eps


def within_reach(stand: Base, at: Point, reach: float) -> bool:
    """[I.1.objectives] Return whether a base is so near a point that nobody else comes to hold it."""
    return float(shapely.distance(stand.polygon, shapely.Point(at))) <= reach + stand.eps


def disputed(mover: Mover, task: Task) -> bool:
    """[I.1.objectives] Whether an enemy in order is so near the place that nobody comes to hold it."""
    foes, near = mover.foes, mover.setup.cm["objective_cm"]
    if not len(foes):
        return False
    close = np.nonzero(
        shapely.distance(foes.polygons, shapely.Point(task.at)) <= near + mover.setup.eps
    )[0]
    return any(not mover.state.units[foes.ids[i]].routed for i in close.tolist())


def shots(mover: Mover, after: State) -> float:
    """Return what the fire from a place may be expected to do, in loss points."""
    return figure("shot") * max(0, best_shot(mover.setup, after, mover.uid)) / 10
