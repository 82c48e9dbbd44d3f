"""Geometry of the drawn map: seeded noise, hand-drawn outlines, chains of hexsides, ribbons."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import shapely
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QPolygonF
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

Floats: TypeAlias = npt.NDArray[np.float64]
Whole: TypeAlias = npt.NDArray[np.int64]
Pair = tuple[float, float]
_EASING = 0.08
"""How close the points of an eased line are, in spaces."""


def hashed(i: Whole, j: Whole, seed: int | Whole) -> Floats:
    """Numbers in [0, 1) that depend on two integers and a seed and on nothing else."""
    mask = np.uint64(0xFFFFFFFF)
    h = (i * 374761393 + j * 668265263).astype(np.uint64)
    salt: npt.NDArray[np.uint64] = np.asarray((seed * 2246822519) & 0xFFFFFFFF, dtype=np.uint64)
    h = (h + salt) & mask
    h = ((h ^ (h >> np.uint64(13))) * np.uint64(1274126177)) & mask
    h = ((h ^ (h >> np.uint64(16))) * np.uint64(2654435761)) & mask
    h = h ^ (h >> np.uint64(15))
    return h.astype(np.float64) / 4294967296.0


def noise(x: Floats, y: Floats, seed: int | Whole) -> Floats:
    """Smooth noise in [-1, 1]; its waves are about one unit long."""
    i, j = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
    u, v = x - i, y - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    corners = hashed(np.stack((i, i + 1, i, i + 1)), np.stack((j, j, j + 1, j + 1)), seed)
    top = corners[0] * (1 - u) + corners[1] * u
    low = corners[2] * (1 - u) + corners[3] * u
    return np.asarray((top * (1 - v) + low * v) * 2 - 1)


class Warp:
    """A trembling hand: moves points a little, nearby points alike, always in the same way."""

    def __init__(self, seed: int, unit: float, strength: float = 0.07) -> None:
        self.seed, self.unit, self.strength = seed & 0xFFFF, unit, strength

    def __call__(self, points: Floats, strength: float | None = None) -> Floats:
        """Return the moved points of an (n, 2) array."""
        reach = (self.strength if strength is None else strength) * self.unit
        x, y = points[:, 0] / self.unit, points[:, 1] / self.unit
        waves = self._waves(x, y, (1.3, 3.7), ((0, 7), (3, 9)))
        return points + reach * (waves[:, 0] + 0.45 * waves[:, 1]).T

    def _waves(self, x: Floats, y: Floats, often: Pair, salts: Sequence[tuple[int, int]]) -> Floats:
        """Return noise for each direction (a row of salts) and wave length, all in one go."""
        times = np.array(often)[:, None]
        seeds = self.seed + np.array(salts)[:, :, None]
        wide = np.broadcast_to(x * times, (2, 2, len(x)))
        high = np.broadcast_to(y * times, (2, 2, len(y)))
        return noise(wide, high, seeds)

    def bend(self, points: Floats, strength: float) -> Floats:
        """Return points moved in long waves, as ground lies that nobody has measured in hexes."""
        x, y = points[:, 0] / self.unit, points[:, 1] / self.unit
        waves = self._waves(x, y, (0.55, 1.1), ((21, 23), (25, 27)))
        return points + strength * self.unit * (waves[:, 0] + waves[:, 1]).T

    def wander(self, shape: BaseGeometry, strength: float) -> BaseGeometry:
        """Return a geometry bent in long waves, as ground lies that nobody has measured in hexes."""
        dense = shapely.segmentize(shape, 0.16 * self.unit)
        moved = shapely.transform(dense, lambda points: self.bend(points, strength))
        return moved if moved.is_valid else moved.buffer(0)

    def geometry(self, shape: BaseGeometry, strength: float | None = None) -> BaseGeometry:
        """Return a whole geometry moved."""
        moved = shapely.transform(shape, lambda points: self(points, strength))
        return moved if moved.is_valid else moved.buffer(0)


ROUND = 5
"""Corners of a quarter of a circle, of a rounding a finger's breadth wide."""


def polygons(shape: BaseGeometry) -> list[Polygon]:
    """The polygons of any geometry."""
    if isinstance(shape, Polygon):
        return [] if shape.is_empty else [shape]
    return [p for g in getattr(shape, "geoms", ()) for p in polygons(g)]


def open_lines(shape: BaseGeometry) -> list[LineString]:
    """The lines of any geometry that have a length.

    Cutting lines off with a shape that none of them meets leaves a line without points behind, and
    with one that they only touch, bare points: neither is anything to draw.
    """
    if isinstance(shape, LineString):
        return [shape] if shape.length > 0 else []
    return [line for part in getattr(shape, "geoms", ()) for line in open_lines(part)]


def strokes_of(shape: BaseGeometry) -> list[Floats]:
    """The lines of any geometry as arrays of their points, ready for a layer."""
    return [np.asarray(line.coords) for line in open_lines(shape)]


def merged(rings: Iterable[Sequence[Pair]], unit: float, rounding: float = 0.2) -> BaseGeometry:
    """Join spaces into one outline and round its corners."""
    shapes = [Polygon(r) for r in rings if len(r) >= 3]
    if not shapes:
        return MultiPolygon()
    # Grown by so little the corners may stay corners: a round one would be sixteen points to join.
    grown = shapely.buffer(np.array(shapes, dtype=object), 0.004 * unit, join_style="mitre")
    shape = shapely.union_all(grown)
    r = rounding * unit
    # Open, then close: outer corners are cut round, inner ones filled.
    for reach in (-r, 2 * r, -r):
        shape = shape.buffer(reach, quad_segs=ROUND)
    return shape


def organic(shape: BaseGeometry, warp: Warp, strength: float | None = None) -> BaseGeometry:
    """Redraw an outline by hand."""
    dense = shapely.segmentize(shape, 0.16 * warp.unit)
    return warp.geometry(dense, strength)


def flowing(
    rings: Sequence[Sequence[Pair]], unit: float, warp: Warp, others: Floats, away: float = 0.16
) -> BaseGeometry:
    """Join hexes into one outline as a surveyor would draw it: it forgets the sides of the hexes.

    Every hex keeps its middle, and those of the `others` stay outside.
    """
    raw = merged(rings, unit, 0.1)
    parts = []
    for polygon in polygons(raw):
        shell, *holes = (
            eased(np.asarray(ring.coords)[:, :2], unit, 1.9, 0.3, closed=True)
            for ring in (polygon.exterior, *polygon.interiors)
        )
        part = Polygon(shell, holes).buffer(0)
        grown = (polygon.area - part.area) / max(part.length, 1e-9)
        parts.append(part.buffer(grown, quad_segs=ROUND))
    shape = warp.wander(shapely.union_all(np.array(parts, dtype=object)), away)
    middles = np.array([np.mean(ring, axis=0) for ring in rings])
    shape = shape.union(shapely.MultiPoint(middles).buffer(0.3 * unit, quad_segs=3))
    if len(others):
        shapely.prepare(shape)
        near = shapely.dwithin(shape, shapely.points(others), 0.24 * unit)
        shape = shape.difference(shapely.MultiPoint(others[near]).buffer(0.24 * unit, quad_segs=3))
    r = 0.12 * unit
    for reach in (-r, 2 * r, -r):
        shape = shape.simplify(0.02 * unit).buffer(reach, quad_segs=3)
    return warp.geometry(shapely.segmentize(shape.simplify(0.015 * unit), 1.4 * r), 0.04)


def ring_path(points: Floats, path: QPainterPath) -> None:
    """Add a closed curve through the middles of a ring's sides."""
    if len(points) > 1 and np.array_equal(points[0], points[-1]):
        points = points[:-1]
    if len(points) < 3:
        return
    middles = (points + np.roll(points, -1, axis=0)) / 2
    path.moveTo(*map(float, middles[-1]))
    for (cx, cy), (x, y) in zip(points.tolist(), middles.tolist(), strict=True):
        path.quadTo(cx, cy, x, y)
    path.closeSubpath()


def shape_path(shape: BaseGeometry) -> QPainterPath:
    """A smooth path of polygons with their holes."""
    path = QPainterPath()
    for polygon in polygons(shape):
        for ring in (polygon.exterior, *polygon.interiors):
            ring_path(np.asarray(ring.coords)[:, :2], path)
    return path


def polyline_path(points: Floats | Sequence[Pair], closed: bool = False) -> QPainterPath:
    """A path of straight pieces (already dense enough to look smooth)."""
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in np.asarray(points).tolist()]))
    if closed:
        path.closeSubpath()
    return path


def chaikin(points: Floats, times: int = 3, closed: bool = False) -> Floats:
    """Cut corners; works on any number of columns, so widths travel along. Ends stay."""
    for _ in range(times):
        if len(points) < 3:
            return points
        a, b = (points, np.roll(points, -1, axis=0)) if closed else (points[:-1], points[1:])
        cut = np.empty((2 * len(a), points.shape[1]))
        cut[0::2], cut[1::2] = 0.75 * a + 0.25 * b, 0.25 * a + 0.75 * b
        points = cut if closed else np.vstack((points[:1], cut[1:-1], points[-1:]))
    return points


def eased(points: Floats, unit: float, reach: float, most: float, closed: bool = False) -> Floats:
    """Take the zigzag of hexsides out of a line: each point is the mean of its course around it.

    `reach` is the length averaged and `most` how far a point may leave its hexside, in spaces.
    Further columns travel along; the ends of an open line stay.
    """
    fine = _evenly(points, _EASING * unit)
    count = max(1, round(reach / _EASING / 2))
    if len(fine) < 3:
        return fine
    ring = fine[:-1] if closed and np.allclose(fine[0], fine[-1]) else fine
    flowing = _mean(_mean(ring, count, closed), count, closed)
    away = flowing[:, :2] - ring[:, :2]
    far = np.hypot(away[:, 0], away[:, 1])
    part = np.minimum(1.0, most * unit / np.maximum(far, 1e-12))
    flowing[:, :2] = ring[:, :2] + away * part[:, None]
    return _mean(flowing, max(1, count // 3), closed)


def _evenly(points: Floats, step: float) -> Floats:
    """Return points along a line, about `step` from each other."""
    if len(points) < 2:
        return points
    run = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(points[:, :2], axis=0).T))))
    at = np.linspace(0.0, run[-1], max(2, math.ceil(float(run[-1]) / step) + 1))
    return np.column_stack([np.interp(at, run, column) for column in points.T])


def _mean(points: Floats, count: int, closed: bool) -> Floats:
    """Return the mean of each point and of `count` points before and after it."""
    count = min(count, len(points) - 1)
    if closed:
        padded = np.vstack((points[-count:], points, points[:count]))
    else:  # turned about its ends, a line keeps them and its direction there
        before, after = (
            2 * points[0] - points[count:0:-1],
            2 * points[-1] - points[-2 : -count - 2 : -1],
        )
        padded = np.vstack((before, points, after))
    total = np.cumsum(np.vstack((np.zeros((1, points.shape[1])), padded)), axis=0)
    wide = 2 * count + 1
    return np.asarray((total[wide:] - total[:-wide]) / wide)


def densify(points: Floats, step: float) -> Floats:
    """Add points so that no piece is longer than `step`; further columns are interpolated."""
    if len(points) < 2:
        return points
    legs = np.diff(points, axis=0)
    pieces = np.maximum(1, np.ceil(np.hypot(legs[:, 0], legs[:, 1]) / step)).astype(np.int64)
    leg = np.repeat(np.arange(len(legs)), pieces)
    first = np.cumsum(pieces) - pieces
    part = (np.arange(len(leg)) - first[leg]) / pieces[leg]
    return np.vstack((points[leg] + legs[leg] * part[:, None], points[-1:]))


Node = tuple[int, int]


def node_of(point: Pair, unit: float) -> Node:
    """Round a point so that ends that meet compare equal."""
    return round(point[0] * 1000 / unit), round(point[1] * 1000 / unit)


class Chain:
    """Segments joined end to end: `points` and the index of each segment's source."""

    __slots__ = ("closed", "points", "sources")

    def __init__(self, points: list[Pair], sources: list[int], closed: bool) -> None:
        self.points, self.sources, self.closed = points, sources, closed


def chains(segments: Sequence[tuple[Pair, Pair]], unit: float) -> list[Chain]:
    """Join segments into chains that end where three meet, or nothing follows."""
    ends: dict[Node, list[int]] = defaultdict(list)
    for index, (a, b) in enumerate(segments):
        ends[node_of(a, unit)].append(index)
        ends[node_of(b, unit)].append(index)
    used: set[int] = set()
    found: list[Chain] = []

    def follow(index: int, start: Node) -> Chain:
        points: list[Pair] = []
        sources: list[int] = []
        node = start
        first = start
        while index not in used:
            used.add(index)
            a, b = segments[index]
            if node_of(a, unit) != node:
                a, b = b, a
            if not points:
                points.append(a)
            points.append(b)
            sources.append(index)
            node = node_of(b, unit)
            rest = [k for k in ends[node] if k not in used]
            if len(ends[node]) != 2 or not rest:
                break
            index = rest[0]
        return Chain(points, sources, node == first and len(sources) > 2)

    for node in sorted(ends):
        if len(ends[node]) != 2:
            for index in ends[node]:
                if index not in used:
                    found.append(follow(index, node))
    for index, (a, _) in enumerate(segments):
        if index not in used:
            found.append(follow(index, node_of(a, unit)))
    return found


def normals(points: Floats) -> Floats:
    """Unit normals along a polyline, to the left of its course on a y-south board."""
    along = np.gradient(points, axis=0)
    length = np.maximum(1e-12, np.hypot(along[:, 0], along[:, 1]))
    return np.column_stack((along[:, 1] / length, -along[:, 0] / length))


def ribbon(points: Floats, widths: Floats) -> QPainterPath:
    """A band of changing width along a line, with round joins enough for a river."""
    side = normals(points) * (widths / 2)[:, None]
    outline = np.vstack((points + side, (points - side)[::-1]))
    path = polyline_path(outline, closed=True)
    path.setFillRule(path.fillRule().WindingFill)
    for index in (0, -1):
        r = float(widths[index]) / 2
        if r > 0:
            path.addEllipse(QPointF(*map(float, points[index])), r, r)
    return path


def along(points: Floats, step: float, phase: float = 0.5) -> tuple[Floats, Floats, Floats]:
    """Points every `step` along a line, with their left normals and where (0..1) they lie."""
    lengths = np.hypot(*np.diff(points[:, :2], axis=0).T)
    run = np.concatenate(([0.0], np.cumsum(lengths)))
    total = float(run[-1])
    if total <= 0:
        return np.empty((0, 2)), np.empty((0, 2)), np.empty(0)
    count = max(1, round(total / step))
    at = (np.arange(count) + phase) * total / count
    at = at[at <= total]
    spots = np.column_stack([np.interp(at, run, points[:, k]) for k in (0, 1)])
    side = normals(points[:, :2])
    left = np.column_stack([np.interp(at, run, side[:, k]) for k in (0, 1)])
    left /= np.maximum(1e-12, np.hypot(left[:, 0], left[:, 1]))[:, None]
    return spots, left, at / total


def scatter(shape: BaseGeometry, spacing: float, seed: int, jitter: float = 0.8) -> Floats:
    """Points inside a shape on a trembling lattice; the same point of the board, the same dot."""
    if shape.is_empty:
        return np.empty((0, 2))
    x0, y0, x1, y1 = shape.bounds
    i, j = np.meshgrid(
        np.arange(math.floor(x0 / spacing), math.ceil(x1 / spacing) + 1),
        np.arange(math.floor(y0 / spacing), math.ceil(y1 / spacing) + 1),
    )
    across, down = i.ravel().astype(np.int64), j.ravel().astype(np.int64)
    x = (across + 0.5 * (down % 2) + jitter * (hashed(across, down, seed) - 0.5)) * spacing
    y = (down + jitter * (hashed(across, down, seed + 1) - 0.5)) * spacing
    shapely.prepare(shape)
    inside = shapely.contains_xy(shape, x, y)
    return np.column_stack((x[inside], y[inside]))
