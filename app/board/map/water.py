"""Rivers and streams along hexsides: one smooth course, width by class, banks by steepness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from shapely.geometry import LineString

from grognard.app.board.map.beyond import Brink
from grognard.app.board.map.layers import Layer
from grognard.app.board.map.marks import hachures
from grognard.app.board.map.shapes import (
    Floats,
    Warp,
    along,
    chaikin,
    chains,
    densify,
    eased,
    node_of,
    ribbon,
    strokes_of,
)
from grognard.app.board.theme import Theme, mix
from grognard.engines.core.show.views import EdgeView, LineView

BANKED = {"banked_stream": 1.0, "steep_banked_stream": 2.0, "very_steep_banked_stream": 3.0}
WATER_EDGES = ("river", "stream", *BANKED, "canal")
WATER_LINES = ("river", "stream", "canal")
REACH, ASTRAY = 2.3, 0.2
"""The length of hexsides a course is averaged over, and how far it may leave them, in spaces."""
_NOMINAL = 60.0
"""Map pixels a space in which themes give widths."""


@dataclass(slots=True)
class Course:
    """One stretch of water: columns x, y, width, steepness."""

    points: Floats
    tapers: tuple[bool, bool]


def _width(theme: Theme, kind: str, group: str, unit: float) -> float:
    default = 10.0 if kind == "river" else 2.4 + 0.7 * BANKED.get(kind, 0.0)
    wanted = theme.number(f"{group}.{kind}.width", default)
    if kind in BANKED:
        wanted = max(wanted, default)
    return max(2.6, wanted) * unit / _NOMINAL


def courses(  # noqa: PLR0913
    edges: Sequence[EdgeView],
    lines: Sequence[LineView],
    theme: Theme,
    warp: Warp,
    brink: Brink,
    hexed: bool = False,
) -> list[Course]:
    """Join every water feature into smooth courses; on a map of hexes they forget the hexsides."""
    unit = warp.unit
    wet = [e for e in edges if e.kind in WATER_EDGES and e.a != e.b]
    degree: Counter[tuple[int, int]] = Counter()
    for edge in wet:
        degree[node_of(edge.a, unit)] += 1
        degree[node_of(edge.b, unit)] += 1

    def springs(point: Floats) -> bool:
        at = (float(point[0]), float(point[1]))
        return degree[node_of(at, unit)] == 1 and not brink.touches(point[:2])

    found = []
    for chain in chains([(e.a, e.b) for e in wet], unit):
        kinds = [wet[k].kind for k in chain.sources]
        wide = np.array([_width(theme, kind, "edges", unit) for kind in kinds])
        steep = np.array([BANKED.get(kind, 0.0) for kind in kinds])
        at_nodes = [np.concatenate((v[:1], (v[1:] + v[:-1]) / 2, v[-1:])) for v in (wide, steep)]
        raw = np.column_stack((np.array(chain.points), *at_nodes))
        tapers = (springs(raw[0]), springs(raw[-1])) if not chain.closed else (False, False)
        if hexed:
            raw = eased(raw, unit, REACH, ASTRAY, closed=chain.closed)
            raw[:, :2] = warp.bend(raw[:, :2], 0.13)
        if not chain.closed:
            ends = [degree[node_of(chain.points[k], unit)] == 1 and not tapers[k] for k in (0, -1)]
            raw = brink.led_on(raw, 0.1, first=ends[0], last=ends[1])
        found.append(_finish(raw, warp, tapers))
    for line in lines:
        if line.kind in WATER_LINES and len(line.points) > 1:
            points = np.array(line.points, dtype=np.float64)
            n = len(points)
            wide = np.full(n, _width(theme, line.kind, "lines", unit))
            steep = np.full(n, theme.number(f"lines.{line.kind}.banks", 0.0))
            raw = brink.led_on(np.column_stack((points, wide, steep)), 1.0 if hexed else 0.1)
            taper = theme.get(f"lines.{line.kind}.taper") == "source"
            found.append(_finish(raw, warp, (taper, False)))
    return found


def _finish(raw: Floats, warp: Warp, tapers: tuple[bool, bool]) -> Course:
    unit = warp.unit
    points = densify(chaikin(raw, 3), 0.09 * unit)
    points[:, :2] = warp(points[:, :2])
    run = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(points[:, :2], axis=0).T))))
    reach = min(3.0 * unit, float(run[-1]))
    if tapers[0]:
        points[:, 2] *= np.clip(0.3 + 0.7 * run / reach, 0, 1)
    if tapers[1]:
        points[:, 2] *= np.clip(0.3 + 0.7 * (run[-1] - run) / reach, 0, 1)
    return Course(points, (bool(tapers[0]), bool(tapers[1])))


def water_layers(found: Sequence[Course], theme: Theme, unit: float, seed: int) -> list[Layer]:
    """Bank lines, water, the line of the current and the hachures of the banks."""
    bank_colour = theme.colour("edges.river.bank", "#6C91A5")
    deep = mix(bank_colour, theme.colour("map.ink"), 0.35)
    banks = Layer(fill=deep, name="banks")
    water = Layer(fill=theme.colour("edges.river.fill", "#A7C2CF"), name="water")
    current = Layer(
        line=mix(bank_colour, water.fill or bank_colour, 0.35),
        width=0.008 * unit,
        least=0.5,
        visible_from=30.0 / unit,
        name="current",
    )
    gentle = Layer(fill=theme.colour("edges.banked_stream.color", "#8C7550"), name="banks 1")
    steep = Layer(fill=theme.colour("edges.very_steep_banked_stream.color", "#5A4630"), name="b 3")
    for course in found:
        xy, width = course.points[:, :2], course.points[:, 2]
        rim = 0.016 * unit
        banks.add(ribbon(xy, width + 2 * rim))
        water.add(ribbon(xy, np.maximum(0.25 * width, width - 0.2 * rim)))
        if float(width.max()) > 0.1 * unit:
            for off in (-0.24, 0.24):
                line = LineString(xy).offset_curve(off * float(width.mean()))
                current.add_strokes(strokes_of(line), unit)
        if float(course.points[:, 3].max()) > 0:
            _bank_marks(course, gentle, steep, unit, seed)
    return [gentle, steep, banks, water, current]


def _bank_marks(course: Course, gentle: Layer, steep: Layer, unit: float, seed: int) -> None:
    points = course.points
    position = np.linspace(0, 1, len(points))
    for side in (-1.0, 1.0):
        spots, left, where = along(points, 0.058 * unit)
        steepness = np.interp(where, position, points[:, 3])
        half = np.interp(where, position, points[:, 2]) / 2 + 0.02 * unit
        for layer, low, high, length, width in (
            (gentle, 0.5, 1.6, 0.085, 0.017),
            (steep, 1.6, 2.4, 0.11, 0.022),
            (steep, 2.4, 9.0, 0.15, 0.027),
        ):
            chosen = (steepness > low) & (steepness <= high)
            if low < 1.0:
                chosen &= np.arange(len(chosen)) % 2 == 0
            # From the brow of the bank down to the water.
            outward = left[chosen] * side
            foot = spots[chosen] + outward * half[chosen, None]
            brow = foot + outward * length * unit
            layer.add_shapes(
                hachures(brow, -outward, length * unit, width * unit, seed, unit), unit
            )
