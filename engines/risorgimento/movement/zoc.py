"""[E.6] Zones of control: their shape, whom they hold, and who is screened from them."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, cos, hypot, radians, sin, tan

import shapely
from shapely import Polygon, STRtree

from grognard.engines.core.board.tabletop import (
    EPS,
    Base,
    Point,
    Pose,
    bearing,
    sweep_leg,
    turn_between,
)
from grognard.engines.core.play.memo import kept
from grognard.engines.risorgimento.army.units import LIMBERED, SQUARE, Unit, UnitType
from grognard.engines.risorgimento.field.footprint import (
    base,
    base_at,
    friends,
    not_of_side,
    on_table,
)
from grognard.engines.risorgimento.field.ranges import ranges
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import lengths, number


def depth(kind: UnitType) -> float:
    """[E.6.size] Return how deep a unit's ZOC is in cm: its short range, 4 cm for cavalry."""
    if kind.arm == "cavalry":
        return lengths(kind.scale)["zoc_cavalry_cm"]
    reach = ranges(kind.weapon, kind.scale)
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
    return Polygon(((ax, ay), (bx, by), far_b, far_a))


def _unit(heading: float) -> Point:
    return (cos(radians(heading)), sin(radians(heading)))


def holds(kind: UnitType, other: UnitType) -> bool:
    """[E.6.cavalry] Whether one unit's ZOC counts for another: foot and guns hold no cavalry."""
    return other.arm != "cavalry" or kind.arm == "cavalry"


class Zones:
    """[geo.zoc] The ZOCs of some units with an index, made once and asked many times."""

    def __init__(self, ids: tuple[str, ...], shapes: tuple[Polygon, ...]) -> None:
        self.ids = ids
        self.shapes = shapes
        self.tree = STRtree(shapes)

    def meeting(self, shape: shapely.Geometry) -> list[str]:
        """Return the units whose ZOC a shape meets, each once, in their listed order."""
        if not self.ids:
            return []
        found = self.tree.query(shape, predicate="intersects")
        return list(dict.fromkeys(self.ids[i] for i in sorted(found.tolist())))

    def of(self, uid: str) -> tuple[Polygon, ...]:
        """Return the ZOC of one unit."""
        return tuple(s for owner, s in zip(self.ids, self.shapes, strict=True) if owner == uid)


def enemy_zones(setup: Setup, state: State, kind: UnitType, *, whole: bool = False) -> Zones:
    """[E.6.cavalry] Return all ZOCs that count for a kind of unit.

    With `whole` also those that do not: of foot against cavalry, and what routed units would have.
    """
    key = tuple(
        (uid, unit.formation, unit.pose)
        for uid in not_of_side(setup, kind.side)
        if (exerts(unit := state.units[uid]) and (whole or holds(setup.types[uid], kind)))
        or (whole and unit.routed and on_table(unit) and unit.formation != LIMBERED)
    )
    return _zones(setup, key)


@kept(512)
def _zones(setup: Setup, key: tuple[tuple[str, str, Pose | None], ...]) -> Zones:
    ids: list[str] = []
    shapes: list[Polygon] = []
    for uid, formation, pose in key:
        found = zones(setup, Unit(uid, pose=pose, formation=formation))
        ids += [uid] * len(found)
        shapes += found
    return Zones(tuple(ids), tuple(shapes))


def holders(setup: Setup, state: State, uid: str, place: Base) -> tuple[str, ...]:
    """[geo.zoc] Return the enemy units in whose ZOC a unit would stand at a place, in order."""
    near = enemy_zones(setup, state, setup.types[uid]).meeting(place.eroded)
    return tuple(foe for foe in near if not screened(setup, state, uid, place, foe))


def screened(setup: Setup, state: State, uid: str, place: Base, enemy: str) -> bool:
    """[geo.screened] [E.6.screen] Whether a friend that faces the enemy, or a square, stands in between."""
    foe, mates = base(setup, state.units[enemy]), friends(setup, state, uid)
    corners = [*place.corners, *foe.corners]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    left, right, low, high = min(xs), max(xs), min(ys), max(ys)
    between = None
    for mate, stand, (rect, wide) in zip(mates.ids, mates.items, mates.slim, strict=True):
        if not (left - wide <= rect[0] <= right + wide and low - wide <= rect[1] <= high + wide):
            continue
        friend = state.units[mate]
        toward = abs(turn_between(stand.heading, bearing(stand.centre, foe.centre)))
        # [E.4.square] One of its four fronts is always turned to the enemy.
        faces = toward <= number("screen_angle") or friend.formation == SQUARE
        if friend.routed or not faces:
            continue
        between = between or shapely.convex_hull(shapely.multipoints(corners))
        if stand.eroded.intersects(between):
            return True
    return False


def entered(  # noqa: PLR0913 - a leg of a unit
    setup: Setup, state: State, uid: str, start: Base, end: Base, *, held: tuple[str, ...] = ()
) -> tuple[float, str] | None:
    """[E.6.stop] Return how far along a straight leg a unit first enters an enemy ZOC, and whose.

    ZOCs of `held`, those it stands in at the start, do not count. The distance is in cm, found
    within the tolerance.
    """
    run = hypot(end.centre[0] - start.centre[0], end.centre[1] - start.centre[1])
    if run <= setup.eps:
        return None
    cover = enemy_zones(setup, state, setup.types[uid])
    best: tuple[float, str] | None = None
    for other in cover.meeting(sweep_leg(start, end)):
        if other in held:
            continue
        where = _first_inside(setup, state, uid, start, end, run, other, cover.of(other))
        if where is not None and (best is None or where < best[0] - setup.eps):
            best = (where, other)
    return best


def _first_inside(  # noqa: PLR0913 - a leg, a unit and an enemy
    setup: Setup,
    state: State,
    uid: str,
    start: Base,
    end: Base,
    run: float,
    enemy: str,
    shapes: tuple[Polygon, ...],
) -> float | None:
    """Step along the leg as screening is tested, then close in on where the ZOC begins."""
    step = setup.cm["screen_step_cm"]
    before = 0.0
    count = max(1, ceil(run / step - EPS))
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
    while high - low > EPS / 20:
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
