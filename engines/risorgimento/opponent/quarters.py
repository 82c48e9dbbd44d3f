"""How a battalion comes into a village, at its post or standing empty: straight, by a detour, or in two moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import dist, radians
from typing import Any

import numpy as np
import shapely

from grognard.engines.core.board.tabletop import Point, Pose, bearing, turn_between
from grognard.engines.risorgimento.army.units import OPEN
from grognard.engines.risorgimento.ground import sectors
from grognard.engines.risorgimento.manoeuvre.forecast import plan
from grognard.engines.risorgimento.map.tabletop import Sector
from grognard.engines.risorgimento.movement.movement import CONTACT, ZOC
from grognard.engines.risorgimento.movement.mover import Mover
from grognard.engines.risorgimento.opponent.judgement import Said
from grognard.engines.risorgimento.opponent.policy import figure
from grognard.engines.risorgimento.opponent.weighing import may_be_charged
from grognard.engines.risorgimento.tables import number

Actions = list[Mapping[str, Any]]


def quartered(mover: Mover, at: Point, near: float) -> Said:
    """[G.5.slots] The order that takes a battalion to a free side of the village, None if there is none.

    `at` is the place it is for, `near` how near the enemy is: far from him it stays where it is, and with him
    near it goes only where it is inside after this move.
    """
    place = sectors.sector_at(mover.setup, at)
    here = mover.stand.centre
    if place is None or mover.unit.sector or mover.state.account or near > figure("quartered_to"):
        return None
    if dist(place.centre, here) > figure("quartered_to"):
        return None
    free = [
        slot
        for slot in sectors.SIDES
        if sectors.why_not_slot(mover.setup, mover.state, mover.uid, place.id, slot) is None
    ]
    free.sort(key=lambda slot: dist(sectors.slot_pose(place, slot).centre, here))
    orders = (order for slot in free for order in _ways_in(mover, place, slot))
    inside = next((order for order in orders if _goes(mover, order)), None)
    if (
        inside is None
        and near >= figure("quartered_from")
        and dist(place.centre, here) > figure("at_its_edge")
    ):
        inside = _nearer(mover, place, free)
    return {"do": inside} if inside else None


def _goes(mover: Mover, order: Actions) -> bool:
    """Whether an order can be carried out whole, and not by way of an enemy's zone or front."""
    found = plan(mover.setup, mover.state, mover.uid, order)
    met = found.stop is not None and found.stop.kind in (ZOC, CONTACT)
    return found.refused is None and not met


def _ways_in(mover: Mover, place: Sector, slot: str) -> Iterator[Actions]:
    """The orders that might take it to a side in this move: straight to it, before it, round a corner."""
    enter = {"slot": [place.id, slot]}
    yield [enter]
    for first in _to_the_front(mover, place, slot):
        yield [*first, enter]


def _to_the_front(mover: Mover, place: Sector, slot: str) -> Iterator[Actions]:
    """The orders that bring it before a side of a village, by way of a corner in the end."""
    pose = sectors.slot_pose(place, slot)
    front = pose.moved(mover.stand.depth + figure("room_before"), pose.heading)
    corners = [
        front.moved(figure("round_the_corner"), pose.heading + aside) for aside in (90.0, -90.0)
    ]
    begins: list[Actions] = [[{"form": OPEN}], []] if mover.formation != OPEN else [[]]
    for begin in begins:
        yield [*begin, *_legs(mover, front)]
        for corner in corners:
            yield [*begin, *_legs(mover, corner, front)]


def _nearer(mover: Mover, place: Sector, free: list[str]) -> Actions | None:
    """The way to a side, as far as its first leg goes, for one who comes in with the next move; not to where horse may charge him."""
    best: tuple[float, Actions | None] = (figure("worth_a_detour"), None)
    here = mover.stand.centre
    for slot in free:
        spot = sectors.slot_pose(place, slot).centre
        for whole in _to_the_front(mover, place, slot):
            order = whole
            while order and not _goes(mover, order):
                order = order[:-1]
            if not order or "leg" not in order[-1]:
                continue
            end = plan(mover.setup, mover.state, mover.uid, order).steps[-1].after.centre
            gain = _way(place, here, spot) - _way(place, end, spot)
            if gain > best[0] and not may_be_charged(mover, end):
                best = (gain, order)
    return best[1]


def _way(place: Sector, here: Point, spot: Point) -> float:
    """How far it is from somewhere to a side of a village, longer through its other sides."""
    inside = (
        sectors.square(place)
        .buffer(-figure("room_before"))
        .intersection(shapely.LineString([here, spot]))
    )
    return dist(here, spot) + float(inside.length)


def _legs(mover: Mover, *ends: Pose) -> Actions:
    """What leads from where it stands over some points, with the turns that takes."""
    found: Actions = []
    (x, y), heading = mover.stand.centre, mover.stand.heading
    free = mover.free and mover.formation == OPEN
    for end in ends:
        run, way = dist((x, y), end.centre), bearing((x, y), end.centre)
        off = turn_between(heading, way)
        if not free and abs(off) > number("oblique"):
            found.append({"turn": round(off * 100)})
            heading, off = heading + round(off * 100) / 100, 0.0
        angle = radians(heading + off)
        length = round(run * 1000)
        found.append({"leg": [length, round(off * 100)]})
        x, y = x + run * float(np.cos(angle)), y + run * float(np.sin(angle))
    return found
