"""[G.5.slots] [geo.sector] Village sectors: their sides, the places in them, who may take one.

A place is named after its side: "0" to "3" for the infantry in the middle of a side (side 0 looks
where the sector is turned to, the others follow counter-clockwise), "0-left" and "0-right" for a
battery at the left or right end of side 0. Corners are shared: "0-left" is the spot of "1-right".
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, radians, sin

import shapely
from shapely import Polygon

from grognard.engines.core.board.tabletop import EPS, Base, Point, Pose, Segment, bearing
from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.show.explain import Refusal
from grognard.engines.risorgimento.army.units import OPEN, UnitType
from grognard.engines.risorgimento.field.footprint import base_at, everyone, on_table
from grognard.engines.risorgimento.map import tablemap
from grognard.engines.risorgimento.map.tabletop import Sector
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import lengths, number

SIDES = ("0", "1", "2", "3")
ENDS = ("-left", "-right")
QUARTERS = {
    "east": text("east"),
    "north-east": text("north-east"),
    "north": text("north"),
    "north-west": text("north-west"),
    "west": text("west"),
    "south-west": text("south-west"),
    "south": text("south"),
    "south-east": text("south-east"),
}
COMPASS = tuple(QUARTERS)
_PLACES = {
    "": text("the {side} side of {place}, sector {n}"),
    "-left": text("the left end of the {side} side of {place}, sector {n}"),
    "-right": text("the right end of the {side} side of {place}, sector {n}"),
}


def sector(setup: Setup, name: str) -> Sector | None:
    """Return a sector by its id, None if the table has none of that name."""
    return next((found for found in setup.table.sectors if found.id == name), None)


def side_of_slot(slot: str) -> int:
    """Return the number of the side that a place belongs to."""
    return int(slot[0])


def normal(place: Sector, side: int) -> float:
    """[geo.sector] Return the heading that a side of a sector looks to, in degrees."""
    return (place.turn + 90.0 * side) % 360.0


def slots(kind: UnitType) -> tuple[str, ...]:
    """[G.5.slots] Return the places of a sector that a kind of unit can take at all."""
    if kind.arm == "infantry":
        return SIDES
    return tuple(side + end for side in SIDES for end in ENDS) if kind.arm == "artillery" else ()


def slot_pose(place: Sector, slot: str) -> Pose:
    """[geo.sector] Return where a unit stands in a place: looking outward, its front on the side."""
    return tablemap.slots(place)[slot]


def slot_poses(setup: Setup, name: str) -> tuple[Pose, ...]:
    """[G.5.slots] Return where units stand in the places of a sector; nowhere if the table has none of that name."""
    place = sector(setup, name)
    return () if place is None else tuple(tablemap.slots(place).values())


def called(setup: Setup, name: str, slot: str) -> Text:
    """[G.5.slots] Say a place of a sector in words: its side by the quarter that it looks to."""
    place = sector(setup, name)
    if place is None:
        return named("place", name)
    side = QUARTERS[quarter(place, side_of_slot(slot))]
    number = name.rpartition("-")[2]
    return _PLACES[slot[1:]].fill(side=side, place=place.place, n=number)


def quarter(place: Sector, side: int) -> str:
    """[geo.sector] Return the quarter of the compass that a side of a sector looks to, north being up."""
    return COMPASS[round(normal(place, side) / 45.0) % len(COMPASS)]


def way_to(stand: Base, there: Pose) -> tuple[float, float]:
    """Return how far and in which direction (degrees) a place lies from a base."""
    (ax, ay), (bx, by) = stand.centre, there.centre
    run = hypot(bx - ax, by - ay)
    return (run, bearing((ax, ay), (bx, by))) if run > stand.eps else (0.0, stand.heading)


def side_edge(place: Sector, side: int) -> Segment:
    """[geo.sector] Return a side of a sector from its left end to its right, seen looking outward."""
    half, outward = lengths(place.scale)["sector_cm"] / 2, radians(normal(place, side))
    x, y = place.centre
    mx, my = x + half * cos(outward), y + half * sin(outward)
    lx, ly = -sin(outward) * half, cos(outward) * half
    return ((mx + lx, my + ly), (mx - lx, my - ly))


@lru_cache(maxsize=256)
def square(place: Sector) -> Polygon:
    """[G.5.sectors] Return the square of a sector."""
    return Polygon([side_edge(place, side)[0] for side in range(4)])


def near(setup: Setup, state: State, uid: str) -> list[tuple[str, str]]:
    """[G.5.slots] Return the free places of the sector nearest to a unit that its kind can take."""
    pose = state.units[uid].pose
    if pose is None or not setup.table.sectors:
        return []
    x, y = pose.centre
    place = min(setup.table.sectors, key=lambda s: hypot(s.centre[0] - x, s.centre[1] - y))
    held = garrison(state, place.id)
    return [(place.id, slot) for slot in slots(setup.types[uid]) if slot not in held]


def sector_at(setup: Setup, point: Point) -> Sector | None:
    """Return the sector that a point lies in."""
    spot = shapely.Point(point)
    return next((place for place in setup.table.sectors if square(place).intersects(spot)), None)


def garrison(state: State, name: str) -> dict[str, str]:
    """[G.5.sectors] Return who holds which place of a sector: {slot: unit}."""
    return {
        unit.slot: uid
        for uid, unit in state.units.items()
        if unit.sector == name and unit.slot and on_table(unit)
    }


def why_not_slot(setup: Setup, state: State, uid: str, name: str, slot: str) -> Refusal | None:  # noqa: PLR0911 - one line a rule
    """[G.5.sectors] [G.5.slots] Return what keeps a unit out of a place of a sector."""
    kind, place = setup.types[uid], sector(setup, name)
    if place is None or slot not in (*SIDES, *(s + e for s in SIDES for e in ENDS)):
        return Refusal("G.5.slots", text("There is no such place in a village."), (name,))
    if slot not in slots(kind):
        words = text("{unit} has no place there in a village sector.", unit=kind.name)
        return Refusal("G.5.sectors", words, (uid, name))
    held = garrison(state, name)
    others = {where: other for where, other in held.items() if other != uid}
    foes = tuple(o for o in others.values() if setup.types[o].side != kind.side)
    if foes:
        return Refusal("G.5.sectors", text("The enemy holds that sector."), foes)
    same = tuple(o for o in others.values() if setup.types[o].arm == kind.arm)
    most = number("sector_infantry" if kind.arm == "infantry" else "sector_guns")
    if len(same) >= most:
        return Refusal("G.5.sectors", text("That sector holds all the units it can."), same)
    taken = [other for where, other in others.items() if _same_spot(place, where, slot)]
    if taken:
        return Refusal("G.5.slots", text("That place is taken."), tuple(taken))
    if kind.arm == "artillery" and not _beside_infantry(slot, others):
        words = text("A battery stands beside the infantry of its side of the sector.")
        return Refusal("G.5.slots", words, (name,))
    return None


def has_room(setup: Setup, state: State, uid: str, name: str, slot: str) -> bool:
    """[geo.sector] [E.7.forbidden] Whether nobody stands on a place, he himself left out.

    Whoever came up to the village from outside may stand over a place without holding it.
    """
    place, kind = sector(setup, name), setup.types[uid]
    if place is None:
        return False
    formation = OPEN if kind.arm == "infantry" else state.units[uid].formation
    stand = base_at(kind, formation, slot_pose(place, slot))
    return not len(everyone(setup, state, but=(uid,)).overlapping(stand))


def _same_spot(place: Sector, slot: str, other: str) -> bool:
    (ax, ay), (bx, by) = slot_pose(place, slot).centre, slot_pose(place, other).centre
    return hypot(ax - bx, ay - by) <= EPS


def _beside_infantry(slot: str, others: dict[str, str]) -> bool:
    """[G.5.slots] The corner is shared, so infantry on either of its two sides will do."""
    side = side_of_slot(slot)
    neighbour = (side + (1 if slot[1:] == ENDS[0] else 3)) % 4
    return str(side) in others or str(neighbour) in others
