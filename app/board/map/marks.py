"""Hand-drawn marks: trees, reeds, fields, houses, hachures, earthworks, bridges, fords."""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence

import numpy as np
import shapely
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath
from shapely.geometry import LineString, MultiLineString, MultiPoint, Point, Polygon
from shapely.geometry.base import BaseGeometry

from grognard.app.board.map.layers import wedge
from grognard.app.board.map.shapes import Floats, Pair, hashed, open_lines, ring_path, scatter

TREE_KINDS = 8


def rng_of(seed: int, name: str) -> np.random.Generator:
    """A generator that depends on the map's seed and the space alone."""
    return np.random.default_rng(zlib.crc32(f"{seed}:{name}".encode()))


def pick(spots: Floats, spacing: float, seed: int, kinds: int) -> list[int]:
    """Which variant stands at each spot: a function of the place."""
    if not len(spots):
        return []
    i = np.round(spots[:, 0] / spacing * 8).astype(np.int64)
    j = np.round(spots[:, 1] / spacing * 8).astype(np.int64)
    return [int(k) for k in hashed(i, j, seed + 5) * kinds]


def tree_crowns(unit: float) -> list[QPainterPath]:
    """Round scalloped crowns of several sizes."""
    crowns = []
    for kind in range(TREE_KINDS):
        rng = np.random.default_rng(100 + kind)
        r = unit * (0.058 + 0.006 * kind)
        turn = np.linspace(0, 2 * math.pi, 9, endpoint=False) + rng.uniform(0, 1)
        reach = r * rng.uniform(0.84, 1.16, 9)
        path = QPainterPath()
        ring_path(np.column_stack((reach * np.cos(turn), reach * 0.94 * np.sin(turn))), path)
        crowns.append(path)
    return crowns


def tree_shades(unit: float) -> list[QPainterPath]:
    """The dark south-east side of each crown, as the engraver's three or four strokes."""
    shades = []
    for kind in range(TREE_KINDS):
        r = unit * (0.058 + 0.006 * kind)
        path = QPainterPath()
        for reach, start, span in ((0.62, -62, 74), (0.3, -70, 90)):
            box = QRectF(-r * reach, -r * reach, 2 * r * reach, 2 * r * reach)
            path.arcMoveTo(box, start)
            path.arcTo(box, start, span)
        shades.append(path)
    return shades


def tree_shadows(unit: float) -> list[QPainterPath]:
    """What each tree throws on the ground."""
    shadows = []
    for kind in range(TREE_KINDS):
        r = unit * (0.058 + 0.006 * kind)
        path = QPainterPath()
        path.addEllipse(QPointF(r * 0.42, r * 0.48), r * 1.02, r * 0.84)
        shadows.append(path)
    return shadows


def reeds(unit: float) -> list[QPainterPath]:
    """Marsh signs: lines of still water and a tuft over them."""
    signs = []
    for kind in range(4):
        rng = np.random.default_rng(200 + kind)
        path = QPainterPath()
        for row, half in ((0.0, 0.105), (0.035, 0.07), (0.07, 0.035)):
            shift, w = rng.uniform(-0.02, 0.02), half * rng.uniform(0.8, 1.15)
            path.moveTo((shift - w) * unit, row * unit)
            path.lineTo((shift + w) * unit, row * unit)
        if kind != 3:
            for lean in (-0.045, 0.0, 0.045):
                path.moveTo(lean * 0.35 * unit, -0.012 * unit)
                path.lineTo(lean * unit, (-0.085 + abs(lean)) * unit)
        signs.append(path)
    return signs


def tufts(unit: float) -> list[QPainterPath]:
    """Blades of grass on open ground."""
    signs = []
    for kind in range(3):
        path = QPainterPath()
        for lean in (-0.03, 0.0, 0.03)[: 2 + kind % 2]:
            path.moveTo(lean * 0.4 * unit, 0)
            path.lineTo(lean * unit, -0.045 * unit)
        signs.append(path)
    return signs


def _cut(cells: Sequence[BaseGeometry], ground: BaseGeometry) -> list[BaseGeometry]:
    """Cut cells off at the edge of their ground; those that lie inside stay whole."""
    every = np.array(cells, dtype=object)
    shapely.prepare(ground)
    whole = shapely.contains_properly(ground, every)
    met = ~whole & shapely.intersects(ground, every)
    every[met] = shapely.intersection(every[met], ground)
    return list(every[whole | met])


def fields(ground: BaseGeometry, unit: float, seed: int) -> tuple[list[Polygon], list[Floats]]:
    """Cut farmland into parcels with furrows: (parcels, furrow strokes)."""
    if ground.is_empty:
        return [], []
    roomy = shapely.box(*ground.bounds).buffer(1.5 * unit)
    dots = scatter(roomy, 0.62 * unit, seed + 31, jitter=0.75)
    cells = shapely.voronoi_polygons(MultiPoint(dots), extend_to=roomy)
    parts = _cut(list(cells.geoms), ground)
    parcels: list[Polygon] = []
    for part in parts:
        for piece in [part] if isinstance(part, Polygon) else list(getattr(part, "geoms", ())):
            if isinstance(piece, Polygon) and piece.area > 0.02 * unit * unit:
                parcels.append(piece)
    strokes: list[Floats] = []
    combs = []
    inner = shapely.buffer(np.array(parcels, dtype=object), -0.035 * unit)
    for parcel in parcels:
        middle = parcel.centroid
        i = np.array([round(middle.x / unit * 50)], dtype=np.int64)
        j = np.array([round(middle.y / unit * 50)], dtype=np.int64)
        turn = float(hashed(i, j, seed + 41)[0]) * math.pi
        gap = unit * (0.075 + 0.04 * float(hashed(i, j, seed + 43)[0]))
        x0, y0, x1, y1 = parcel.bounds
        reach = math.hypot(x1 - x0, y1 - y0) / 2
        c, s = math.cos(turn), math.sin(turn)
        combs.append(
            MultiLineString(
                [
                    [
                        (middle.x - c * reach - s * k, middle.y - s * reach + c * k),
                        (middle.x + c * reach - s * k, middle.y + s * reach + c * k),
                    ]
                    for k in np.arange(-reach, reach, gap)
                ]
            )
        )
    for comb in shapely.intersection(np.array(combs, dtype=object), inner):
        strokes += [
            np.asarray(line.coords) for line in open_lines(comb) if line.length > 0.06 * unit
        ]
    return parcels, strokes


def houses(  # noqa: PLR0912
    polygon: Sequence[Pair],
    unit: float,
    rng: np.random.Generator,
    ways: Sequence[LineString],
    keep_off: BaseGeometry | None,
) -> list[Floats]:
    """House blocks of one village space: along its roads, else around a green."""
    space = Polygon(polygon).buffer(-0.07 * unit)
    if space.is_empty:
        return []  # too narrow for a house
    spots: list[tuple[float, float, float]] = []
    for way in ways:
        for line in open_lines(way.intersection(space)):
            if line.length < 0.15 * unit:
                continue
            step = 0.135 * unit
            for k in range(int(line.length / step)):
                p = line.interpolate((k + 0.5) * step)
                q = line.interpolate(min(line.length, (k + 0.5) * step + 0.02 * unit))
                turn = math.atan2(q.y - p.y, q.x - p.x)
                for side in (-1, 1):
                    if rng.random() < 0.82:
                        off = side * unit * rng.uniform(0.105, 0.125)
                        spots.append((p.x - math.sin(turn) * off, p.y + math.cos(turn) * off, turn))
    if len(spots) < 6:
        middle = space.centroid
        turn = rng.uniform(0, math.pi)
        for row in (-1, 1):
            for k in range(-2, 3):
                if rng.random() < 0.85:
                    a, b = k * 0.14 * unit, row * 0.11 * unit + rng.uniform(-0.02, 0.02) * unit
                    spots.append(
                        (
                            middle.x + a * math.cos(turn) - b * math.sin(turn),
                            middle.y + a * math.sin(turn) + b * math.cos(turn),
                            turn,
                        )
                    )
    blocks: list[Floats] = []
    taken: list[Polygon] = []
    for x, y, turn in spots:
        w, h = unit * rng.uniform(0.036, 0.058), unit * rng.uniform(0.026, 0.036)
        c, s = math.cos(turn), math.sin(turn)
        corners = np.array(
            [
                (x + a * w * c - b * h * s, y + a * w * s + b * h * c)
                for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            ]
        )
        block = Polygon(corners)
        if not space.contains(Point(x, y)) or any(block.distance(t) < 0.012 * unit for t in taken):
            continue
        if keep_off is not None and block.intersects(keep_off):
            continue
        taken.append(block)
        blocks.append(corners)
    return blocks


def hachures(  # noqa: PLR0913
    spots: Floats, downhill: Floats, length: float, width: float, seed: int, unit: float
) -> list[Floats]:
    """Strokes that run down a slope, longer and shorter by turns."""
    if not len(spots):
        return []
    i = np.round(spots[:, 0] / unit * 97).astype(np.int64)
    j = np.round(spots[:, 1] / unit * 97).astype(np.int64)
    vary, sway = hashed(i, j, seed + 51), hashed(i, j, seed + 53) - 0.5
    out = []
    for k, (spot, down) in enumerate(zip(spots, downhill, strict=True)):
        along = np.array([-down[1], down[0]])
        reach = length * (0.6 + 0.4 * vary[k] if k % 2 else 0.86 + 0.2 * vary[k])
        root = spot - down * 0.12 * length
        out.append(wedge(root, root + down * reach + along * sway[k] * 0.16 * length, width))
    return out


def fleche(a: Floats, b: Floats, toward: Floats, unit: float) -> Floats:
    """A V of earth behind a hexside, its point outward."""
    middle = (a + b) / 2
    inward = toward - middle
    inward = inward / max(1e-12, float(np.hypot(*inward)))
    return np.array(
        [
            a * 0.8 + b * 0.2 + inward * 0.17 * unit,
            middle + inward * 0.015 * unit,
            b * 0.8 + a * 0.2 + inward * 0.17 * unit,
        ]
    )


def bridge(a: Floats, b: Floats, unit: float, reach: float) -> tuple[Floats, list[Floats]]:
    """The deck of a bridge over a hexside and its two railings."""
    middle, course = (a + b) / 2, (b - a) / max(1e-12, float(np.hypot(*(b - a))))
    across = np.array([course[1], -course[0]])
    half, wide = max(0.13 * unit, reach), 0.058 * unit
    rails = [
        np.array(
            [
                middle - across * half + course * side * (wide + 0.035 * unit),
                middle - across * half * 0.72 + course * side * wide,
                middle + across * half * 0.72 + course * side * wide,
                middle + across * half + course * side * (wide + 0.035 * unit),
            ]
        )
        for side in (-1, 1)
    ]
    deck = np.array(
        [
            middle + across * x * half + course * y * wide
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
    )
    return deck, rails


def dam(a: Floats, b: Floats, unit: float) -> list[Floats]:
    """A wall across the water, with short buttresses on one side."""
    middle, course = (a + b) / 2, (b - a) / max(1e-12, float(np.hypot(*(b - a))))
    across = np.array([course[1], -course[0]])
    wall = np.array([middle - across * 0.15 * unit, middle + across * 0.15 * unit])
    props = [
        np.array([middle + across * k * unit, middle + (across * k + course * 0.05) * unit])
        for k in (-0.12, -0.04, 0.04, 0.12)
    ]
    return [wall, *props]


def ford(a: Floats, b: Floats, unit: float) -> list[Floats]:
    """Two rows of short strokes across the water."""
    middle, course = (a + b) / 2, (b - a) / max(1e-12, float(np.hypot(*(b - a))))
    across = np.array([course[1], -course[0]])
    return [
        np.array(
            [
                middle + across * k * 0.055 * unit + course * (side * 0.045 - 0.018) * unit,
                middle + across * k * 0.055 * unit + course * (side * 0.045 + 0.018) * unit,
            ]
        )
        for k in range(-2, 3)
        for side in (-1, 1)
    ]
