"""[E.6] Zones of control: their shape, whom they hold, and who is screened from them."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin, tan

import shapely
from shapely import Polygon

from engines.core.tabletop import EPS, Base, Point, bearing, turn_between
from engines.risorgimento.footprint import base, base_at, crowd, on_table, side_of
from engines.risorgimento.setup import Setup
from engines.risorgimento.state import LIMBERED, SQUARE, State, Unit, UnitType
from engines.risorgimento.tables import length, number, ranges


def depth(kind: UnitType) -> float:
    """[E.6.size] Return how deep a unit's ZOC is in cm: its short range, 4 cm for cavalry."""
    if kind.arm == "cavalry":
        return length("zoc_cavalry_cm")
    reach = ranges(kind.weapon)
    return reach.short if reach else 0.0


def exerts(unit: Unit) -> bool:
    """[E.6.routed] [E.6.size] Whether a unit has a ZOC: not routed, not limbered, on the table."""
    return on_table(unit) and not unit.routed and unit.formation != LIMBERED


def zones(setup: Setup, unit: Unit) -> tuple[Polygon, ...]:
    """[geo.zoc] Return the trapezoids of a unit's ZOC: one, or one a side for a square."""
    if not exerts(unit):
        return ()
    kind = setup.types[unit.id]
    edges = ("front", "right", "rear", "left") if unit.formation == SQUARE else ("front",)
    return tuple(_trapezoid(base(setup, unit), edge, depth(kind)) for edge in edges)


@lru_cache(maxsize=8192)
def _trapezoid(stand: Base, edge: str, reach: float) -> Polygon:
    """[geo.zoc] The edge and, at short range before it, a longer one opening 15 degrees a side."""
    (ax, ay), (bx, by) = stand.edge(edge)
    nx, ny = _unit(stand.normal(edge))
    along = ((ax - bx), (ay - by))
    width = (along[0] ** 2 + along[1] ** 2) ** 0.5
    lx, ly = along[0] / width, along[1] / width
    spread = reach * tan(radians(number("zoc_spread")))
    far_b = (bx + reach * nx - spread * lx, by + reach * ny - spread * ly)
    far_a = (ax + reach * nx + spread * lx, ay + reach * ny + spread * ly)
    found = Polygon(((ax, ay), (bx, by), far_b, far_a))
    shapely.prepare(found)
    return found


def _unit(heading: float) -> Point:
    return (cos(radians(heading)), sin(radians(heading)))


def holds(kind: UnitType, other: UnitType) -> bool:
    """[E.6.cavalry] Whether one unit's ZOC counts for another: foot and guns hold no cavalry."""
    return other.arm != "cavalry" or kind.arm == "cavalry"


def holders(setup: Setup, state: State, uid: str, place: Base) -> tuple[str, ...]:
    """[geo.zoc] Return the enemy units in whose ZOC a unit would stand at a place, in order."""
    kind = setup.types[uid]
    shape = place.eroded
    found = []
    for other in _near(setup, state, kind.side, place):
        unit = state.units[other]
        if holds(setup.types[other], kind) and any(z.intersects(shape) for z in zones(setup, unit)):
            if not screened(setup, state, uid, place, other):
                found.append(other)
    return tuple(found)


def _near(setup: Setup, state: State, side: str, place: Base) -> list[str]:
    """Enemy units near enough for any ZOC to reach, in their listed order."""
    foes = crowd(setup, state, (o for o in state.units if side_of(setup, o) != side))
    if not len(foes):
        return []
    farthest = max(depth(setup.types[uid]) for uid in foes.ids) * 1.5
    return [foes.ids[i] for i in sorted(foes.within(place, farthest).tolist())]


def screened(setup: Setup, state: State, uid: str, place: Base, enemy: str) -> bool:
    """[geo.screened] [E.6.screen] Whether a friend that faces the enemy stands in between."""
    foe = base(setup, state.units[enemy])
    side = side_of(setup, uid)
    hull = shapely.convex_hull(shapely.MultiPoint([*place.corners, *foe.corners]))
    mates = crowd(setup, state, (o for o in state.units if o != uid and side_of(setup, o) == side))
    if not len(mates):
        return False
    near = sorted(mates.tree.query(hull).tolist())
    for index in near:
        friend, stand = state.units[mates.ids[index]], mates.items[index]
        if friend.routed or not stand.eroded.intersects(hull):
            continue
        toward = abs(turn_between(stand.heading, bearing(stand.centre, foe.centre)))
        if toward <= number("screen_angle"):
            return True
    return False


def entered(setup: Setup, state: State, uid: str, start: Base, end: Base) -> tuple[float, str] | None:
    """[E.6.stop] Return how far along a straight leg a unit first enters an enemy ZOC, and whose.

    ZOCs it stands in at the start do not count. The distance is in cm, found within EPS.
    """
    run = ((end.centre[0] - start.centre[0]) ** 2 + (end.centre[1] - start.centre[1]) ** 2) ** 0.5
    if run <= EPS:
        return None
    held = set(holders(setup, state, uid, start))
    kind = setup.types[uid]
    swept = shapely.convex_hull(shapely.MultiPoint([*start.corners, *end.corners]))
    best: tuple[float, str] | None = None
    for other in _crossed(setup, state, kind, swept):
        if other in held:
            continue
        where = _first_inside(setup, state, uid, start, end, run, other)
        if where is not None and (best is None or where < best[0] - EPS):
            best = (where, other)
    return best


def _crossed(setup: Setup, state: State, kind: UnitType, swept: shapely.Geometry) -> list[str]:
    """Enemy units whose ZOC a swept area meets."""
    found = []
    for other, unit in state.units.items():
        foe = setup.types[other]
        if foe.side == kind.side or not exerts(unit) or not holds(foe, kind):
            continue
        if any(zone.intersects(swept) for zone in zones(setup, unit)):
            found.append(other)
    return found


def _first_inside(  # noqa: PLR0913 - a leg, a unit and an enemy
    setup: Setup, state: State, uid: str, start: Base, end: Base, run: float, enemy: str
) -> float | None:
    """Step along the leg as screening is tested, then close in on where the ZOC begins."""
    shapes = zones(setup, state.units[enemy])
    step = length("screen_step_cm")
    before = 0.0
    count = max(1, int(run / step + 0.999999))
    for n in range(1, count + 1):
        where = min(run, n * step)
        place = _along(start, end, where / run)
        inside = any(zone.intersects(place.eroded) for zone in shapes)
        if inside and not screened(setup, state, uid, place, enemy):
            return _close_in(start, end, run, before, where, shapes)
        before = where
    return None


def _close_in(  # noqa: PLR0913 - a leg and two points of it
    start: Base, end: Base, run: float, low: float, high: float, shapes: tuple[Polygon, ...]
) -> float:
    while high - low > EPS / 2:
        mid = (low + high) / 2
        place = _along(start, end, mid / run)
        if any(zone.intersects(place.eroded) for zone in shapes):
            high = mid
        else:
            low = mid
    return high


def _along(start: Base, end: Base, share: float) -> Base:
    (ax, ay), (bx, by) = start.centre, end.centre
    pose = type(start.pose).of(ax + (bx - ax) * share, ay + (by - ay) * share, start.heading)
    return start.at(pose)


def zone_at(kind: UnitType, formation: str, stand: Base) -> Polygon:
    """Return the ZOC a unit would have before its front at a place, for a picture of it."""
    return _trapezoid(base_at(kind, formation, stand.pose), "front", depth(kind))
