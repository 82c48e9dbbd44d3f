"""Where guns and horse are safe: guns in a village beside its garrison, horse behind what stops a shot."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist, hypot
from typing import Any

import numpy as np
import shapely

from grognard.engines.core.board.tabletop import EPS, Point, Pose, bearing, turn_between
from grognard.engines.core.show.asks import PASS
from grognard.engines.risorgimento.army.units import BATTERY, LIMBERED
from grognard.engines.risorgimento.field.footprint import everyone
from grognard.engines.risorgimento.ground import sectors
from grognard.engines.risorgimento.ground.allowance import allowance
from grognard.engines.risorgimento.manoeuvre.forecast import plan
from grognard.engines.risorgimento.movement.mover import Mover
from grognard.engines.risorgimento.opponent.judgement import Said
from grognard.engines.risorgimento.opponent.policy import figure
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.sight.obstacles import Flags, cover_of
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number


class Screen:
    """What stands between the enemy and a place: other units, and where that is asked for ground that stops a shot."""

    def __init__(self, setup: Setup, state: State, *but: str, ground: bool = True) -> None:
        others, cover = everyone(setup, state, but=but), cover_of(setup.table)
        stops = cover.shapes[cover.blocks & ~cover.hills & ground]
        self.shapes = np.concatenate((others.polygons, stops))
        self.tree = shapely.STRtree(self.shapes)

    def hides(self, foes: Sequence[Point], at: Point) -> Flags:
        """[D.1.obstacles] Return from which enemies something hides a place: not what either stands in."""
        found = np.zeros(len(foes), dtype=bool)
        if not foes:
            return found
        ends = np.array([(foe, at) for foe in foes], dtype=np.float64)
        line, what = self.tree.query(shapely.linestrings(ends), predicate="intersects")
        for end in (0, 1):
            stands = shapely.points(ends[line, end])
            apart = shapely.distance(self.shapes[what], stands) > EPS
            line, what = line[apart], what[apart]
        found[line] = True
        return found


def housed(mover: Mover, near: float) -> Said:
    """[G.5.slots] Guns that hold go into a village beside its garrison: no horse comes there.

    `near` is how near the enemy is: with him upon them they stay and fire, and far from him they go where they will.
    """
    if mover.state.account or near > figure("housed_to"):
        return None
    if mover.unit.sector:
        return {"do": [{"form": BATTERY}]} if mover.formation == LIMBERED else PASS
    if near < figure("housed_from"):
        return None
    aside = {corner: _looks_aside(mover, *corner) for corner in _corners(mover)}
    good = sorted(
        (corner for corner in aside if aside[corner] < figure("looks_out")), key=aside.__getitem__
    )
    return next((order for corner in good if (order := _into(mover, *corner))), None)


def may_be_housed(mover: Mover) -> bool:
    """Whether there is a village about guns where they may find a place in a turn or two."""
    return mover.kind.arm == "artillery" and not mover.unit.sector and bool(_villages(mover))


def _villages(mover: Mover) -> list[str]:
    """The sectors about guns that the enemy is not in."""
    here, most = mover.stand.centre, figure("in_turn") * allowance(mover.kind, LIMBERED)
    side = mover.kind.side
    return [
        place.id
        for place in mover.setup.table.sectors
        if hypot(place.centre[0] - here[0], place.centre[1] - here[1]) <= most
        and all(
            mover.setup.types[uid].side == side
            for uid in sectors.garrison(mover.state, place.id).values()
        )
    ]


def _corners(mover: Mover) -> list[tuple[str, str]]:
    """The places for guns that are free, beside a garrison."""
    return [
        (name, slot)
        for name in _villages(mover)
        for slot in sectors.slots(mover.kind)
        if sectors.why_not_slot(mover.setup, mover.state, mover.uid, name, slot) is None
    ]


def _looks_aside(mover: Mover, name: str, slot: str) -> float:
    """How far aside of its front the enemy is from a place in a village, in degrees: he who is nearest."""
    place = sectors.sector(mover.setup, name)
    if place is None or not len(mover.foes):
        return figure("looks_out")
    pose = sectors.slot_pose(place, slot)
    near = int(np.hypot(*(mover.foes.centres - pose.centre).T).argmin())
    return abs(turn_between(pose.heading, bearing(pose.centre, mover.foes.items[near].centre)))


def _into(mover: Mover, name: str, slot: str) -> Said:
    """The order that takes guns there, and into battery if there is time; None if it is too far."""
    enter = {"slot": [name, slot]}
    for first in (_limbered(mover), *_to_the_fronts(mover, name, slot)):
        for actions in ([*first, enter, {"form": BATTERY}], [*first, enter]):
            if plan(mover.setup, mover.state, mover.uid, actions).refused is None:
                return {"do": actions}
    return None


def _limbered(mover: Mover) -> list[Any]:
    return [{"form": LIMBERED}] if mover.formation == BATTERY else []


def _to_the_fronts(mover: Mover, name: str, slot: str) -> list[list[Any]]:
    """What takes guns to where nothing but the edge of a village is between them and a corner, on either side of it."""
    place = sectors.sector(mover.setup, name)
    if place is None:
        return []
    spot = sectors.slot_pose(place, slot).centre
    poses = (pose for pose in sectors.slot_poses(mover.setup, name) if pose.centre == spot)
    return [
        [
            *_limbered(mover),
            *_straight_to(
                mover, pose.moved(mover.stand.depth + figure("room_before"), pose.heading)
            ),
        ]
        for pose in poses
    ]


def _straight_to(mover: Mover, end: Pose) -> list[Any]:
    here = mover.stand
    run, way = dist(here.centre, end.centre), bearing(here.centre, end.centre)
    off = turn_between(here.heading, way)
    turn = [{"turn": round(off * 100)}] if abs(off) > number("oblique") else []
    return [*turn, {"leg": [round(run * 1000), 0 if turn else round(off * 100)]}]
