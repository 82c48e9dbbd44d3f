"""The fields of a country: open ground cut into parcels, each sown as the theme of the country says."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import shapely
from PySide6.QtGui import QColor
from shapely.geometry import MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry

from grognard.app.board.map import marks
from grognard.app.board.map.layers import Layer
from grognard.app.board.map.shapes import Floats, Warp, polygons, scatter, shape_path, strokes_of
from grognard.app.board.theme import Theme, mix

_LEAST, _MOST = 0.75, 2.3
"""A field is so many spaces wide at least, and is divided when it is wider than the second number."""
_GAPS = {"stubble": 0.062, "rye": 0.05, "plough": 0.085, "clover": 0.12, "vines": 0.13}
"""How far apart the rows of a field are, in spaces."""


def farmland(
    bounds: tuple[float, float, float, float], bare: BaseGeometry, theme: Theme, warp: Warp
) -> list[Layer]:
    """Draw the fields of a board whose theme has any: parcels, rows, balks between them, lone trees."""
    kinds = [name for name in theme.names("fields.sown") if theme.get(f"fields.{name}.fill")]
    if not kinds:
        return []
    unit, seed = warp.unit, warp.seed
    rng = np.random.default_rng(seed + 17)
    layers = {name: _layers(theme, name, unit) for name in dict.fromkeys(kinds)}
    balk = Layer(
        line=theme.colour("fields.balk", "#8F8A5A"), width=0.014 * unit, least=0.6, name="balk"
    )
    for ring in _parcels(bounds, rng, unit):
        name = kinds[int(rng.integers(len(kinds)))]
        lean = rng.uniform(-0.05, 0.05) + (math.pi / 2 if rng.random() < 0.4 else 0.0)
        dense = shapely.segmentize(Polygon(ring), 0.2 * unit)
        field = shapely.transform(dense, lambda points: warp.bend(points, 0.09)).difference(bare)
        ground, rows = layers[name]
        for part in polygons(field.buffer(-0.025 * unit)):
            if part.area < 0.05 * unit * unit:
                continue
            ground.add(shape_path(part))
            balk.add(shape_path(part))
            rows.add_strokes(_rows(part, name, ring, lean, unit), unit)
    found = [layer for pair in layers.values() for layer in pair]
    return [*found, balk, *_lone_trees(bounds, bare, theme, unit, seed)]


def _layers(theme: Theme, name: str, unit: float) -> tuple[Layer, Layer]:
    fill = theme.colour(f"fields.{name}.fill")
    ink = theme.colour(f"fields.{name}.ink", mix(fill, QColor("#4A3E20"), 0.35).name())
    mark = theme.get(f"fields.{name}.mark", "")
    dash = {"stubble": (1.2, 2.0), "rye": (2.2, 0.9), "clover": (0.6, 3.2)}.get(mark, ())
    width = {"rye": 0.017, "plough": 0.012}.get(mark, 0.011) * unit
    rows = Layer(line=ink, width=width, least=0.6, dash=dash, flat=True, visible_from=24 / unit)
    rows.name = f"rows {name}"
    return Layer(fill=fill, name=f"field {name}"), rows


def _parcels(
    bounds: tuple[float, float, float, float], rng: np.random.Generator, unit: float
) -> Iterator[Floats]:
    """Divide a leaning rectangle again and again, never quite in halves nor quite at right angles."""
    x0, y0, x1, y1 = bounds
    middle, reach = np.array(((x0 + x1) / 2, (y0 + y1) / 2)), math.hypot(x1 - x0, y1 - y0) / 2
    lean = rng.uniform(-0.35, 0.35)
    c, s = math.cos(lean) * reach, math.sin(lean) * reach
    whole = middle + np.array(((-c + s, -s - c), (c + s, s - c), (c - s, s + c), (-c - s, -s + c)))
    open_ = [whole]
    while open_:
        ring = open_.pop()
        wide = float(np.hypot(*(ring[1] - ring[0])) + np.hypot(*(ring[2] - ring[3]))) / 2 / unit
        high = float(np.hypot(*(ring[3] - ring[0])) + np.hypot(*(ring[2] - ring[1]))) / 2 / unit
        if max(wide, high) < _MOST or (max(wide, high) < 2 * _MOST and min(wide, high) < _LEAST):
            yield ring
            continue
        at, other = np.clip(rng.normal(0.5, 0.1, 2), 0.3, 0.7)
        a, b, c4, d = ring
        if wide >= high:
            p, q = a + (b - a) * at, d + (c4 - d) * other
            open_ += [np.array((a, p, q, d)), np.array((p, b, c4, q))]
        else:
            p, q = a + (d - a) * at, b + (c4 - b) * other
            open_ += [np.array((a, b, q, p)), np.array((p, q, c4, d))]


def _rows(part: Polygon, name: str, ring: Floats, lean: float, unit: float) -> list[Floats]:
    gap = _GAPS.get(name, 0.09) * unit
    course = ring[1] - ring[0]
    turn = math.atan2(course[1], course[0]) + lean
    x0, y0, x1, y1 = part.bounds
    reach, (c, s) = math.hypot(x1 - x0, y1 - y0) / 2, (math.cos(turn), math.sin(turn))
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    comb = MultiLineString(
        [
            [
                (x - c * reach - s * k, y - s * reach + c * k),
                (x + c * reach - s * k, y + s * reach + c * k),
            ]
            for k in np.arange(-reach, reach, gap)
        ]
    )
    return strokes_of(comb.intersection(part.buffer(-0.03 * unit)))


def _lone_trees(
    bounds: tuple[float, float, float, float],
    bare: BaseGeometry,
    theme: Theme,
    unit: float,
    seed: int,
) -> list[Layer]:
    """Trees that stand by themselves: the oaks of Castile, the olives of Calabria."""
    often = theme.number("fields.trees.every", 0.0)
    if not often:
        return []
    ground = shapely.box(*bounds).difference(bare.buffer(0.1 * unit))
    spots = scatter(ground, often * unit, seed + 91, 0.95)
    which = marks.pick(spots, unit, seed, marks.TREE_KINDS)
    ink = theme.colour("fields.trees.color", "#5F6B35")
    shadow = Layer(fill=QColor(60, 46, 22, 70), name="lone shadow")
    crown = Layer(
        fill=ink,
        line=mix(ink, QColor("#20240E"), 0.5),
        width=0.01 * unit,
        least=0.45,
        name="lone tree",
    )
    shadow.add_stamps(spots, marks.tree_shadows(unit), which, unit)
    crown.add_stamps(spots, marks.tree_crowns(unit), which, unit)
    return [shadow, crown]
