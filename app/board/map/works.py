"""What men and hills built along hexsides: slopes, redoubts, fleches, bridges, fords."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtGui import QColor
from shapely.geometry import Point
from shapely.strtree import STRtree

from grognard.app.board.map import marks
from grognard.app.board.map.buildings import add_hedge
from grognard.app.board.map.crossings import Crossings
from grognard.app.board.map.layers import Layer, wedge
from grognard.app.board.map.relief import shading
from grognard.app.board.map.scars import scar_layers
from grognard.app.board.map.shapes import (
    Floats,
    Warp,
    along,
    chains,
    densify,
    eased,
    merged,
    node_of,
    organic,
    polygons,
)
from grognard.app.board.theme import Theme, mix
from grognard.engines.core.show.views import BoardView, EdgeView

CROSSED = ("bridge", "pontoon", "bridge_destroyed", "ford", "dam")
"""What stands where a water is crossed."""
SLOPES = {"slope": (0.2, 0.062, 0.022), "steep_slope": (0.29, 0.05, 0.03)}


def _sign(a: Floats, b: Floats, toward: Floats) -> float:
    """+1 when `toward` lies on the right of a -> b on a y-south board."""
    d, t = b - a, toward - a
    return 1.0 if d[0] * t[1] - d[1] * t[0] > 0 else -1.0


def slope_layers(board: BoardView, theme: Theme, unit: float, warp: Warp, seed: int) -> list[Layer]:
    """Hachures of slopes, pointing downhill; of level steps where the map has no slope sides."""
    layers = []
    flat = len({space.level for space in board.spaces}) < 2
    for kind, (length, gap, width) in SLOPES.items():
        ink = theme.colour(f"edges.{kind}.color", "#6B5637")
        layer = Layer(fill=ink, name=kind)
        found = [e for e in board.edges if e.kind == kind and e.a != e.b]
        descents = _descents(_from_above(found, board, unit), unit, warp, gap * unit)
        if flat:
            layers += shading(descents, unit)
        for spots, down in descents:
            layer.add_shapes(
                marks.hachures(spots, down, length * unit, width * unit, seed, unit), unit
            )
        layers.append(layer)
    if any(layer.parts for layer in layers):
        return layers
    layer = Layer(fill=theme.colour("edges.slope.color", "#8C7550"), name="level hachures")
    for height in sorted({s.level for s in board.spaces})[1:]:
        rings = [s.polygon for s in board.spaces if s.level >= height]
        shape = organic(merged(rings, unit, 0.24), warp, 0.09)
        for polygon in polygons(shape):
            for ring in (polygon.exterior, *polygon.interiors):
                points = np.asarray(ring.coords)[:, :2]
                spots, left, _ = along(points, 0.075 * unit)
                # In y-south coordinates a counter-clockwise ring has its outside on one hand.
                out = left if ring.is_ccw == (ring is polygon.exterior) else -left
                layer.add_shapes(
                    marks.hachures(spots, out, 0.17 * unit, 0.02 * unit, seed, unit), unit
                )
    return [layer]


def _from_above(edges: Sequence[EdgeView], board: BoardView, unit: float) -> list[EdgeView]:
    """Slopes with `toward` on the upper side, as the levels of the spaces tell it.

    Where the levels say nothing, `toward` is taken as it is elsewhere on the same map.
    """
    if not edges or not board.spaces:
        return list(edges)
    tree = STRtree([Point(s.centre) for s in board.spaces])
    told: list[EdgeView | None] = []
    agree = 0
    for edge in edges:
        a, b = np.array(edge.a), np.array(edge.b)
        course = (b - a) / max(1e-12, float(np.hypot(*(b - a))))
        across = np.array([course[1], -course[0]]) * 0.5 * unit
        pair = [board.spaces[int(tree.nearest(Point((a + b) / 2 + s * across)))] for s in (-1, 1)]
        if pair[0].level == pair[1].level:
            told.append(None)
            continue
        upper = max(pair, key=lambda s: s.level)
        if edge.toward is not None:
            near = np.hypot(*(np.array(edge.toward) - np.array(upper.centre))) < 0.2 * unit
            agree += 1 if near else -1
        told.append(replace(edge, toward=upper.centre))
    found = []
    for edge, better in zip(edges, told, strict=True):
        known = better or edge
        if better is None and agree < 0 and edge.toward is not None:
            x, y = ((edge.a[k] + edge.b[k]) - edge.toward[k] for k in (0, 1))
            known = replace(edge, toward=(x, y))
        found.append(known)
    return found


def _descents(
    edges: Sequence[EdgeView], unit: float, warp: Warp, gap: float
) -> list[tuple[Floats, Floats]]:
    out = []
    for chain in chains([(e.a, e.b) for e in edges], unit):
        points = np.array(chain.points)
        signs = []
        for k, source in enumerate(chain.sources):
            toward = edges[source].toward
            signs.append(_sign(points[k], points[k + 1], np.array(toward)) if toward else 0.0)
        smooth = warp(densify(eased(points, unit, 1.9, 0.22, closed=chain.closed), 0.08 * unit))
        spots, left, where = along(smooth, gap)
        index = np.minimum((where * len(signs)).astype(int), len(signs) - 1)
        # `left` of the course is away from a `toward` on its right.
        out.append((spots, left * np.array(signs)[index][:, None]))
    return [(spots, down) for spots, down in out if len(spots)]


def work_layers(
    edges: Sequence[EdgeView],
    theme: Theme,
    unit: float,
    warp: Warp,
    crossings: Crossings | None = None,
) -> list[Layer]:
    """Earthworks, bridges, fords, hedges and walls, and the marks of what was destroyed."""
    return [
        *scar_layers(edges, theme, unit),
        *_earthworks(edges, theme, unit, warp),
        *_crossed(edges, theme, unit, warp, crossings),
        *_enclosures(edges, theme, unit, warp),
    ]


def _earthworks(
    edges: Sequence[EdgeView], theme: Theme, unit: float, warp: Warp
) -> Sequence[Layer]:
    """Parapets with the hachures of their glacis."""
    ink = theme.colour("map.ink")
    earth = theme.colour("edges.redoubt.fill", "#D9C7A2")
    dark = theme.colour("edges.redoubt.color", "#5A4630")
    rim = Layer(line=mix(dark, ink, 0.4), width=0.088 * unit, least=2.4, name="parapet rim")
    core = Layer(line=earth, width=0.046 * unit, least=1.0, name="parapet")
    glacis = Layer(fill=dark, name="glacis")
    for line, outward in _ramparts(edges, unit, warp):
        rim.add_strokes([line], unit)
        core.add_strokes([line], unit)
        spots, left, where = along(line, 0.062 * unit)
        side = outward[np.minimum((where * len(outward)).astype(int), len(outward) - 1)]
        flip = np.where(np.sum(left * side, axis=1) >= 0, 1.0, -1.0)[:, None]
        out = left * flip
        root = spots + out * 0.04 * unit
        glacis.add_shapes(
            [wedge(r, r + o * 0.105 * unit, 0.03 * unit) for r, o in zip(root, out, strict=True)],
            unit,
        )
    return glacis, rim, core


def _crossed(
    edges: Sequence[EdgeView],
    theme: Theme,
    unit: float,
    warp: Warp,
    crossings: Crossings | None,
) -> Sequence[Layer]:
    """Bridges, fords and dams."""
    ink, paper = theme.colour("map.ink"), theme.colour("map.paper")
    deck = Layer(fill=mix(paper, QColor("#E8C98F"), 0.4), name="deck")
    rail = Layer(line=ink, width=0.022 * unit, least=1.0, name="rails")
    fallen = theme.colour("edges.bridge_destroyed.color", "#B5442E")
    gone = Layer(line=fallen, width=0.04 * unit, least=1.6, name="broken")
    step = Layer(line=ink, width=0.02 * unit, least=0.9, name="ford")
    dam = Layer(line=ink, width=0.04 * unit, least=1.4, name="dam")
    for edge in edges:
        if edge.a == edge.b or edge.kind not in CROSSED:
            continue
        if crossings is not None:
            a, b = crossings.at(edge.a, edge.b)
        else:
            ends = np.array((edge.a, edge.b), dtype=np.float64)
            middle = ends.mean(axis=0, keepdims=True)
            a, b = ends + (warp(middle) - middle)
        if edge.kind in ("bridge", "pontoon", "bridge_destroyed"):
            plank, rails = marks.bridge(a, b, unit, 0.15 * unit)
            deck.add_shapes([plank], unit)
            rail.add_strokes(rails, unit)
            if edge.kind == "bridge_destroyed":
                gone.add_strokes([plank[[0, 2]], plank[[1, 3]]], unit)
        elif edge.kind == "ford":
            step.add_strokes(marks.ford(a, b, unit), unit)
        elif edge.kind == "dam":
            dam.add_strokes(marks.dam(a, b, unit), unit)
    return deck, rail, gone, step, dam


def _enclosures(
    edges: Sequence[EdgeView], theme: Theme, unit: float, warp: Warp
) -> Sequence[Layer]:
    """Walls of stone and hedges with their gaps."""
    ink, stone = theme.colour("map.ink"), theme.colour("edges.wall.fill", "#B9AC91")
    foot = Layer(line=QColor(46, 36, 26, 90), width=0.055 * unit, least=2.2, name="wall foot")
    wall = Layer(line=mix(ink, stone, 0.15), width=0.05 * unit, least=2.2, name="wall")
    coping = Layer(line=stone, width=0.028 * unit, least=1.0, name="coping")
    joint = Layer(line=ink, width=0.008 * unit, visible_from=44 / unit, name="stones")
    for line in _rows(edges, "wall", unit, warp):
        foot.add_strokes([line + np.array((0.014, 0.02)) * unit], unit)
        wall.add_strokes([line], unit)
        coping.add_strokes([line], unit)
        spots, left, _ = along(line, 0.07 * unit)
        across = left * 0.016 * unit
        joint.add_strokes(list(np.stack((spots - across, spots + across), axis=1)), unit)
    shade = theme.colour("edges.hedge.color", "#3E5226")
    thicket = Layer(fill=shade, line=shade, least=0.8, name="hedge")
    leaves = Layer(fill=theme.colour("edges.hedge.fill", "#6F8748"), name="leaves")
    add_hedge(_rows(edges, "hedge", unit, warp), thicket, leaves, unit)
    return thicket, leaves, foot, wall, coping, joint


def _rows(edges: Sequence[EdgeView], kind: str, unit: float, warp: Warp) -> list[Floats]:
    """What stands along hexsides, joined and without their zigzag."""
    sides = [(edge.a, edge.b) for edge in edges if edge.kind == kind and edge.a != edge.b]
    found = []
    for chain in chains(sides, unit):
        found.append(warp(eased(np.array(chain.points), unit, 1.9, 0.2, closed=chain.closed), 0.04))
    return found


def _ramparts(edges: Sequence[EdgeView], unit: float, warp: Warp) -> list[tuple[Floats, Floats]]:
    """Each parapet as a line with the outward direction along it."""
    out = []
    for edge in edges:
        if edge.kind in ("emplacement", "fleche") and edge.toward is not None:
            a, b, t = (np.array(p, dtype=np.float64) for p in (edge.a, edge.b, edge.toward))
            line = densify(marks.fleche(a, b, t, unit), 0.05 * unit)
            away = (a + b) / 2 - t
            out.append((warp(line), np.array([away / max(1e-12, float(np.hypot(*away)))])))
    closed = [e for e in edges if e.kind == "redoubt" and e.toward is not None and e.a != e.b]
    owners: dict[tuple[int, int], list[EdgeView]] = {}
    for edge in closed:
        if edge.toward is not None:
            owners.setdefault(node_of(edge.toward, unit), []).append(edge)
    for mine in owners.values():
        for chain in chains([(e.a, e.b) for e in mine], unit):
            toward = np.array(mine[chain.sources[0]].toward, dtype=np.float64)
            points = np.array(chain.points)
            points = points + (toward - points) * 0.2
            away = (points[:-1] + points[1:]) / 2 - toward
            away /= np.maximum(1e-12, np.hypot(away[:, 0], away[:, 1]))[:, None]
            out.append((warp(densify(points, 0.06 * unit), 0.03), away))
    return out
