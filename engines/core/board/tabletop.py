"""Bases on a table without a grid: oriented rectangles, and what they are to each other.

Frame: centimetres, x to the east, y to the north; a heading is in degrees, counter-clockwise from
east. Poses are whole numbers so that no float drifts into a save. Every predicate is exact on the
rectangles, within the one tolerance, which is a part of their size (`Base.eps`): two bases touch that
are within it of each other, and overlap when both are still met with it taken off all round. What
slides along a line meets and leaves others by the same measure. Pairs of rectangles are measured in
`plane`, for one as for many; whole shapes are `shapely`'s.

No polygon is ever prepared (`shapely.prepare`): what the library then keeps with it is written by
every question, without a lock, and threads that share the polygon get wrong answers or crash.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from math import atan2, ceil, cos, degrees, hypot, isfinite, radians, sin
from typing import TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon, STRtree

from grognard.engines.core.board import plane
from grognard.engines.core.board.plane import Rect
from grognard.engines.core.data.frozen import record

EPS = 0.01
"""Tolerance of every distance in centimetres, with bases whose shorter side is `SIDE`."""
SIDE = 2.0
"""The shorter side of a base in cm by which tolerances are told: figures twice as large double both."""
ANG = 1.0
"""Tolerance of parallel edges, in degrees."""
FUZZ = 1e-9
"""What the last digits of a computed length may be wrong by: so that exactly EPS is within EPS."""
MILLI = 1000
CENTI = 100
EDGES = ("front", "right", "rear", "left")
"""The edges of a base in the order of its corners FL, FR, RR, RL."""

Point: TypeAlias = plane.Point
Segment: TypeAlias = tuple[Point, Point]
Floats: TypeAlias = NDArray[np.float64]


def turn_between(a: float, b: float) -> float:
    """Return the signed angle from heading `a` to heading `b`, in degrees: -180 < angle <= 180."""
    turn = (b - a) % 360.0
    return turn - 360.0 if turn > 180.0 else turn


def bearing(a: Point, b: Point) -> float:
    """Return the heading from `a` to `b`, in degrees, 0 <= heading < 360."""
    return degrees(atan2(b[1] - a[1], b[0] - a[0])) % 360.0


@record
class Pose:
    """Where a base stands: x and y in 1/1000 cm, heading in 1/100 degree (0 to 35999)."""

    x: int
    y: int
    h: int

    @classmethod
    def of(cls, x: float, y: float, heading: float) -> Pose:
        """Return the pose nearest to a point in cm and a heading in degrees."""
        return cls(round(x * MILLI), round(y * MILLI), round(heading * CENTI) % (360 * CENTI))

    @property
    def centre(self) -> Point:
        """The centre of the base, in cm."""
        return (self.x / MILLI, self.y / MILLI)

    @property
    def heading(self) -> float:
        """The heading, in degrees."""
        return self.h / CENTI

    @property
    def forward(self) -> Point:
        """The unit vector ahead."""
        angle = radians(self.heading)
        return (cos(angle), sin(angle))

    def moved(self, distance: float, direction: float) -> Pose:
        """Return the pose `distance` cm away in a direction (degrees), heading kept."""
        x, y = self.centre
        angle = radians(direction)
        return Pose.of(x + distance * cos(angle), y + distance * sin(angle), self.heading)

    def turned(self, angle: float) -> Pose:
        """Return the pose after a turn on the spot, counter-clockwise positive."""
        return Pose(self.x, self.y, round(self.h + angle * CENTI) % (360 * CENTI))


class Base:
    """A footprint: a pose with a frontage `width` and a `depth`, in cm.

    It never changes. What is worked out from it alone is kept with it: its corners and shapes.
    """

    __slots__ = ("_corners", "_eroded", "_polygon", "_rect", "_slim", "depth", "pose", "width")

    def __init__(self, pose: Pose, width: float, depth: float) -> None:
        self.pose, self.width, self.depth = pose, width, depth
        self._corners: tuple[Point, Point, Point, Point] | None = None
        self._rect: Rect | None = None
        self._slim: Rect | None = None
        self._polygon: Polygon | None = None
        self._eroded: Polygon | None = None

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Base)
            and self.width == other.width
            and self.depth == other.depth
            and self.pose == other.pose
        )

    def __hash__(self) -> int:
        return hash((self.pose, self.width, self.depth))

    def __repr__(self) -> str:
        return f"Base({self.pose!r}, {self.width!r}, {self.depth!r})"

    @property
    def centre(self) -> Point:
        """The centre, in cm."""
        return self.pose.centre

    @property
    def heading(self) -> float:
        """The heading, in degrees."""
        return self.pose.heading

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The corners FL, FR, RR, RL."""
        if self._corners is None:
            self._corners = _corners(self)
        return self._corners

    @property
    def rect(self) -> Rect:
        """The rectangle as it is measured (`plane`)."""
        if self._rect is None:
            self._rect = (*self.centre, *self.pose.forward, self.depth / 2, self.width / 2)
        return self._rect

    @property
    def polygon(self) -> Polygon:
        """The closed rectangle."""
        if self._polygon is None:
            self._polygon = shapely.polygons(self.corners)
        return self._polygon

    @property
    def eps(self) -> float:
        """The tolerance of its distances, in cm: a part of its size, so that it scales with the figures."""
        return EPS * min(self.width, self.depth) / SIDE

    @property
    def eroded(self) -> Polygon:
        """The rectangle shrunk by the tolerance on every side, corners kept square."""
        if self._eroded is None:
            self._eroded = shapely.polygons(self.slim_corners)
        return self._eroded

    @property
    def slim_corners(self) -> tuple[Point, Point, Point, Point]:
        """The corners FL, FR, RR, RL of the rectangle shrunk by the tolerance."""
        by = 2 * self.eps
        return _corners(Base(self.pose, self.width - by, self.depth - by))

    @property
    def slim(self) -> Rect:
        """The rectangle shrunk by the tolerance, as it is measured."""
        if self._slim is None:
            self._slim = plane.shrunk(self.rect, self.eps)
        return self._slim

    @property
    def grown(self) -> Polygon:
        """The rectangle enlarged by the tolerance on every side, corners kept square."""
        by = 2 * self.eps
        return Polygon(_corners(Base(self.pose, self.width + by, self.depth + by)))

    @property
    def front_middle(self) -> Point:
        """The middle of the front edge."""
        return middle(self.edge("front"))

    def edge(self, name: str) -> Segment:
        """Return an edge (see EDGES) from one corner to the next."""
        index = EDGES.index(name)
        found = self.corners
        return (found[index], found[(index + 1) % 4])

    def normal(self, name: str) -> float:
        """Return the heading that an edge looks to, in degrees."""
        return (self.heading - 90.0 * EDGES.index(name)) % 360.0

    def ahead(self, point: Point) -> tuple[float, float]:
        """Return a point in this base's frame: along the heading, and to the left of it."""
        (x, y), (fx, fy) = self.centre, self.pose.forward
        dx, dy = point[0] - x, point[1] - y
        return (dx * fx + dy * fy, -dx * fy + dy * fx)

    def at(self, pose: Pose) -> Base:
        """Return the same base at another pose."""
        return placed(pose, self.width, self.depth)


def placed(pose: Pose, width: float, depth: float) -> Base:
    """Return the base of a size at a pose: the one that is there already, with all that is known of it."""
    return _placed(pose.x, pose.y, pose.h, width, depth)


@lru_cache(maxsize=32768)
def _placed(x: int, y: int, h: int, width: float, depth: float) -> Base:
    return Base(Pose(x, y, h), width, depth)


def _corners(base: Base) -> tuple[Point, Point, Point, Point]:
    (x, y), (fx, fy) = base.centre, base.pose.forward
    ax, ay = fx * base.depth / 2, fy * base.depth / 2
    lx, ly = -fy * base.width / 2, fx * base.width / 2
    return (
        (x + ax + lx, y + ay + ly),
        (x + ax - lx, y + ay - ly),
        (x - ax - lx, y - ay - ly),
        (x - ax + lx, y - ay + ly),
    )


def middle(segment: Segment) -> Point:
    """Return the middle of a segment."""
    (ax, ay), (bx, by) = segment
    return ((ax + bx) / 2, (ay + by) / 2)


# -- two bases ---------------------------------------------------------------------------------


def distance(a: Base, b: Base) -> float:
    """Return the least distance between two closed footprints, 0 when they touch."""
    return float(a.polygon.distance(b.polygon))


def touch(a: Base, b: Base) -> bool:
    """Whether two bases touch, be it with a corner only."""
    return distance(a, b) <= a.eps + FUZZ


def overlap(a: Base, b: Base) -> bool:
    """Whether two bases overlap by more than the tolerance."""
    return plane.overlap(a.slim, b.slim)


def edge_contact(a: Base, edge_a: str, b: Base, edge_b: str) -> float:
    """Return how long an edge of A lies on an edge of B, in cm.

    0 unless the edges look at each other within ANG and are within the tolerance of each other.
    """
    if abs(abs(turn_between(a.normal(edge_a), b.normal(edge_b))) - 180.0) > ANG + FUZZ:
        return 0.0
    mine, other = a.edge(edge_a), b.edge(edge_b)
    if shapely.LineString(mine).distance(shapely.LineString(other)) > a.eps + FUZZ:
        return 0.0
    return _shared(mine, other)


def _shared(a: Segment, b: Segment) -> float:
    """Length of the overlap of `a`, projected on the line of `b`, with `b`."""
    (bx, by), (cx, cy) = b
    length = hypot(cx - bx, cy - by)
    ux, uy = (cx - bx) / length, (cy - by) / length
    low, high = sorted((x - bx) * ux + (y - by) * uy for x, y in a)
    return max(0.0, min(high, length) - max(low, 0.0))


def front_contact(a: Base, b: Base) -> float:
    """Return the longest contact of A's front with any edge of B, in cm."""
    return max(edge_contact(a, "front", b, edge) for edge in EDGES)


def contact(a: Base, b: Base) -> bool:
    """Whether the front of one lies along an edge of the other."""
    return max(front_contact(a, b), front_contact(b, a)) > a.eps + FUZZ


def first_contact(a: Base, b: Base) -> bool:
    """Whether A's front edge has come within the tolerance of B's footprint."""
    return bool(shapely.LineString(a.edge("front")).distance(b.polygon) <= a.eps + FUZZ)


def engaged_frontally(unit: Base, enemy: Base) -> bool:
    """Whether some edge of the enemy lies along the unit's front."""
    return front_contact(unit, enemy) > unit.eps + FUZZ


def facing_share(a: Base, b: Base) -> float:
    """Return which part of A's front B covers when seen along A's heading, 0 to 1."""
    lefts = [a.ahead(corner)[1] for corner in b.corners]
    low, high = max(min(lefts), -a.width / 2), min(max(lefts), a.width / 2)
    return max(0.0, high - low) / a.width


def more_than_half(length: float, whole: float, eps: float) -> bool:
    """Whether a length is more than half of a whole: exactly half never counts, within `eps`."""
    return length > whole / 2 + eps + FUZZ


def beside(a: Base, b: Base, *, friends: bool = False, turned: float = 45.0) -> bool:
    """Whether two bases stand side by side: flank on flank for more than half of the shorter.

    Friends must also head the same way within `turned` degrees.
    """
    if friends and abs(turn_between(a.heading, b.heading)) > turned:
        return False
    shorter = min(a.depth, b.depth)
    flanks = (("left", "right"), ("right", "left"), ("left", "left"), ("right", "right"))
    return any(more_than_half(edge_contact(a, m, b, n), shorter, a.eps) for m, n in flanks)


def on_flank(target: Base, enemy: Base) -> bool:
    """Whether more than half of the enemy's front or side lies along a flank of the target."""
    for edge in ("front", "left", "right"):
        (ax, ay), (bx, by) = enemy.edge(edge)
        length = hypot(bx - ax, by - ay)
        for flank in ("left", "right"):
            if more_than_half(edge_contact(enemy, edge, target, flank), length, target.eps):
                return True
    return False


def on_rear(target: Base, enemy: Base) -> bool:
    """Whether the enemy's front lies along the rear of the target."""
    return edge_contact(enemy, "front", target, "rear") > target.eps + FUZZ


# -- aligning ----------------------------------------------------------------------------------


def edge_to_align(a: Base, b: Base, *, touching: bool = True) -> str | None:
    """Return the edge of B that A aligns with: the one that looks at A's heading most.

    `touching` considers edges within the tolerance of A's front; otherwise those on whose outer side A's
    centre lies.
    """
    front = shapely.LineString(a.edge("front"))
    found: list[tuple[float, int, str]] = []
    for index, name in enumerate(EDGES):
        if touching:
            near = shapely.LineString(b.edge(name)).distance(front) <= a.eps + FUZZ
        else:
            near = _outside(b, name, a.centre)
        if near:
            against = abs(abs(turn_between(a.heading, b.normal(name))) - 180.0)
            found.append((round(against, 6), index, name))
    return min(found)[2] if found else None


def _outside(base: Base, edge: str, point: Point) -> bool:
    (ax, ay), angle = base.edge(edge)[0], radians(base.normal(edge))
    return (point[0] - ax) * cos(angle) + (point[1] - ay) * sin(angle) > 0


def flush(a: Base, b: Base, edge: str, slide: float = 0.0) -> Base:
    """Return A with its front on an edge of B, the middles together or `slide` cm along it."""
    outward = b.normal(edge)
    heading = (outward + 180.0) % 360.0
    x, y = middle(b.edge(edge))
    angle = radians(outward)
    along = angle + radians(90.0)
    x += cos(angle) * a.depth / 2 + cos(along) * slide
    y += sin(angle) * a.depth / 2 + sin(along) * slide
    return a.at(Pose.of(x, y, heading))


def align(a: Base, b: Base, others: Bases) -> Base | None:
    """Return A flush on the edge of B it has met, slid aside by the least that avoids `others`.

    None if there is no room that keeps more than the tolerance of the edges together.
    """
    edge = edge_to_align(a, b)
    if edge is None:
        return None
    start = flush(a, b, edge)
    (ax, ay), (bx, by) = b.edge(edge)
    most = (a.width + hypot(bx - ax, by - ay)) / 2 - 2 * a.eps
    along = b.normal(edge) + 90.0
    spots = _free_slides(start, along, most, others)
    for slide in sorted(spots, key=lambda s: (abs(s), s)):
        placed = flush(a, b, edge, slide)
        if not len(others.overlapping(placed)):
            return placed
    return None


def _free_slides(start: Base, along: float, most: float, others: Bases) -> list[float]:
    """Slides worth trying: none, and just past either end of everything in the way."""
    enter, leave = others.passage(start, along)
    margin = start.eps / 10
    ends = [t for t in (*(t - margin for t in enter), *(t + margin for t in leave)) if isfinite(t)]
    return [0.0, *(t for t in ends if abs(t) <= most)]


# -- many bases at once ------------------------------------------------------------------------


class Bases:
    """Some bases as arrays: corners, polygons and an index, made once and asked many times.

    Attributes:
        items: the bases, in the order given; every answer is an index into it.
    """

    def __init__(self, items: Iterable[Base]) -> None:
        self.items = tuple(items)

    def __len__(self) -> int:
        return len(self.items)

    @cached_property
    def corners(self) -> Floats:
        """The corners FL, FR, RR, RL of every base: (n, 4, 2)."""
        found = [base.corners for base in self.items]
        return np.array(found, dtype=np.float64).reshape(-1, 4, 2)

    @cached_property
    def centres(self) -> Floats:
        """The centres: (n, 2)."""
        return np.array([base.centre for base in self.items], dtype=np.float64).reshape(-1, 2)

    @cached_property
    def headings(self) -> Floats:
        """The headings in radians: (n,)."""
        return np.radians([base.heading for base in self.items], dtype=np.float64)

    @cached_property
    def halves(self) -> Floats:
        """Half the depth and half the width of every base: (n, 2)."""
        sizes = [(base.depth / 2, base.width / 2) for base in self.items]
        return np.array(sizes, dtype=np.float64).reshape(-1, 2)

    @cached_property
    def eps(self) -> Floats:
        """The tolerance of every base, for both of its halves: (n, 1)."""
        found: Floats = EPS * 2 / SIDE * self.halves.min(axis=1, keepdims=True)
        return found

    @cached_property
    def polygons(self) -> NDArray[np.object_]:
        """The closed rectangles."""
        return _as_array([base.polygon for base in self.items])

    @cached_property
    def eroded(self) -> NDArray[np.object_]:
        """The rectangles shrunk by the tolerance."""
        return _as_array([base.eroded for base in self.items])

    @cached_property
    def slim(self) -> list[tuple[Rect, float]]:
        """The rectangles shrunk by the tolerance, as they are measured, each with half of its diagonal."""
        return [(base.slim, hypot(base.depth, base.width) / 2) for base in self.items]

    @cached_property
    def tree(self) -> STRtree:
        """The index of the rectangles."""
        return STRtree(self.polygons)

    def distances(self, base: Base) -> Floats:
        """Return the distance of every base to `base`, in cm: (n,)."""
        found: Floats = shapely.distance(self.polygons, base.polygon)
        return found

    def within(self, base: Base, reach: float) -> NDArray[np.intp]:
        """Return the bases at most `reach` cm away, nearest first, then in the order given."""
        gaps = self.distances(base)
        near = np.nonzero(gaps <= reach + base.eps + FUZZ)[0]
        return near[np.argsort(gaps[near], kind="stable")]

    def close(self, base: Base, gap: float) -> list[int]:
        """Return the bases that are at most `gap` cm away from `base`, in the order given."""
        (x, y), half = base.centre, hypot(base.depth, base.width) / 2 + gap + FUZZ
        return [
            index
            for index, (rect, wide) in enumerate(self.slim)
            if _near(x - rect[0], y - rect[1], half + wide)
            and base.polygon.distance(self.items[index].polygon) <= gap
        ]

    def overlapping(self, base: Base) -> NDArray[np.intp]:
        """Return the bases that `base` overlaps, in the order given."""
        own, (x, y) = base.slim, base.centre
        half = hypot(base.depth, base.width) / 2
        return np.array(
            [
                index
                for index, (rect, wide) in enumerate(self.slim)
                if _near(x - rect[0], y - rect[1], half + wide) and plane.overlap(own, rect)
            ],
            dtype=np.intp,
        )

    def passage(self, base: Base, direction: float) -> tuple[list[float], list[float]]:
        """Return when a base that slides along a direction (degrees) meets and leaves each other.

        In cm along the line, negative behind; infinite where they never overlap.
        """
        angle, own = radians(direction), base.slim
        ux, uy = cos(angle), sin(angle)
        found = [plane.passage(own, ux, uy, rect) for rect, _ in self.slim]
        return [enter for enter, _ in found], [leave for _, leave in found]


def _as_array(shapes: list[Polygon]) -> NDArray[np.object_]:
    """Return shapes as the array that is asked about all of them at once."""
    found: NDArray[np.object_] = np.empty(len(shapes), dtype=object)
    found[:] = shapes
    return found


def _near(dx: float, dy: float, reach: float) -> bool:
    """Whether two centres are so near that what lies around them could meet."""
    return dx * dx + dy * dy <= reach * reach


def rectangles(centres: Floats, headings: Floats, halves: Floats) -> Floats:
    """Return corners FL, FR, RR, RL: (n, 4, 2) of centres (n, 2), radians (n,), halves (n, 2)."""
    forward = np.stack((np.cos(headings), np.sin(headings)), axis=-1)
    left = np.stack((-np.sin(headings), np.cos(headings)), axis=-1)
    ahead, aside = forward * halves[:, :1], left * halves[:, 1:]
    return np.stack(
        (
            centres + ahead + aside,
            centres + ahead - aside,
            centres - ahead - aside,
            centres - ahead + aside,
        ),
        axis=1,
    )


# -- sweeps ------------------------------------------------------------------------------------


def sweep_leg(base: Base, end: Base) -> shapely.Geometry:
    """Return the area a base covers on a straight leg: the hull of its first and last place."""
    points = shapely.multipoints([*base.corners, *end.corners])
    return shapely.convex_hull(points)


def sweep_turn(base: Base, angle: float, step: float = 5.0) -> list[Base]:
    """Return the places a base takes in a turn on the spot, every `step` degrees and at its end."""
    count = max(1, ceil(abs(angle) / step - 1e-9))
    return [base.at(base.pose.turned(angle * i / count)) for i in range(1, count + 1)]


def eroded(polygon: shapely.Geometry) -> shapely.Geometry:
    """Return a polygon shrunk by EPS with mitred corners."""
    return shapely.buffer(polygon, -EPS, join_style="mitre")


def grown(polygon: shapely.Geometry) -> shapely.Geometry:
    """Return a polygon enlarged by EPS with mitred corners."""
    return shapely.buffer(polygon, EPS, join_style="mitre")


def hits_leg(base: Base, end: Base, others: Bases) -> NDArray[np.intp]:
    """Return the bases that a straight leg of `base` would sweep over, in the order given."""
    (ax, ay), (bx, by) = base.centre, end.centre
    run = hypot(bx - ax, by - ay)
    enter, leave = others.passage(base, bearing((ax, ay), (bx, by)))
    met = [i for i in range(len(others)) if enter[i] <= run and leave[i] >= 0.0]
    return np.array(met, dtype=np.intp)


def hits_turn(base: Base, angle: float, others: Bases) -> NDArray[np.intp]:
    """Return the bases that a turn on the spot would sweep over, in the order given."""
    met: set[int] = set()
    for place in sweep_turn(base, angle):
        met.update(others.overlapping(place).tolist())
    return np.array(sorted(met), dtype=np.intp)


def turning_steps(angles: Sequence[float], step: float = 45.0, tolerance: float = 0.5) -> int:
    """Return how many steps of `step` degrees the turns of a move come to, parts counted whole."""
    return max(0, ceil((sum(abs(angle) for angle in angles) - tolerance) / step))
