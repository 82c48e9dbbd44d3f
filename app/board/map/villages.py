"""Villages as streets of houses: along the roads that pass, or along a street of their own, with a church."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.strtree import STRtree

from grognard.app.board.map import marks
from grognard.app.board.map.buildings import Roofs
from grognard.app.board.map.layers import Layer
from grognard.app.board.map.shapes import Floats
from grognard.app.board.theme import Theme, mix
from grognard.engines.core.show.views import SpaceView

RURAL = ("village", "burning_village")
"""What is drawn with a street of its own and a church, where a hex is so much ground as a village takes."""
_CHURCH = (0.15, 0.075)
"""Length and breadth of a nave, in spaces."""


def own_streets(
    spaces: Sequence[SpaceView], ways: Sequence[LineString], unit: float, seed: int
) -> list[LineString]:
    """Return a street for every village that no road passes: through its hex, with a short lane across."""
    tree, found = STRtree(list(ways)), []
    for space in spaces:
        area = Polygon(space.polygon)
        passes = any(
            ways[k].intersection(area).length > 0.3 * unit for k in tree.query(area, "intersects")
        )
        if passes or space.terrain not in RURAL:
            continue
        rng = marks.rng_of(seed, f"street {space.id}")
        turn, (x, y) = rng.uniform(0, math.pi), space.centre
        for lean, reach in ((0.0, 0.44), (math.pi / 2, 0.26)):
            c, s = math.cos(turn + lean) * reach * unit, math.sin(turn + lean) * reach * unit
            bow = rng.uniform(-0.12, 0.12)
            found.append(LineString([(x - c, y - s), (x - s * bow, y + c * bow), (x + c, y + s)]))
    return found


def village_layers(  # noqa: PLR0913
    spaces: Sequence[SpaceView],
    streets: Sequence[LineString],
    wet: Sequence[BaseGeometry],
    theme: Theme,
    unit: float,
    seed: int,
    *,
    church: bool,
) -> list[Layer]:
    """Draw the houses of every village space; one of each village has the church."""
    tree, waters = STRtree(list(streets)), STRtree(list(wet))
    roofs = Roofs(theme, unit)
    ruins: dict[str, Layer] = {}
    churches = _with_church(spaces, unit) if church else set()
    for space in spaces:
        area = Polygon(space.polygon)
        near = [streets[k] for k in tree.query(area)]
        # No house reaches out of its space: only the water in it is asked for.
        keep = [w.buffer(0.05 * unit) for w in near] + [wet[k] for k in waters.query(area)]
        if space.id in churches and (nave := _nave(space, keep, unit, seed)) is not None:
            keep.append(Polygon(nave).buffer(0.07 * unit))
            roofs.church(nave)
        off = shapely.union_all(np.array(keep, dtype=object)) if keep else None
        rng = marks.rng_of(seed, space.id)
        blocks = marks.houses(space.polygon, unit, rng, near, off)
        colour = theme.colour(f"terrain.{space.terrain}.mark_color", "#8A3B2E")
        if space.terrain == "rubble":
            line = mix(colour, theme.colour("map.ink"), 0.6)
            ruin = Layer(line=line, width=0.009 * unit, least=0.5, name="houses rubble")
            ruins.setdefault(space.terrain, ruin).add_shapes(blocks, unit)
            continue
        for block in blocks:
            roofs.add("house", block, colour)
    return [*roofs.layers, *ruins.values()]


def _with_church(spaces: Sequence[SpaceView], unit: float) -> set[str]:
    """Return one space of each village: of those that touch, the one nearest to their middle."""
    if not spaces:
        return set()
    whole = shapely.union_all(
        np.array([Polygon(s.polygon).buffer(0.02 * unit) for s in spaces], dtype=object)
    )
    found = set()
    for part in list(getattr(whole, "geoms", [whole])):
        own = [s for s in spaces if part.contains(shapely.Point(s.centre)) and s.terrain in RURAL]
        if own:
            middle = np.array((part.centroid.x, part.centroid.y))
            found.add(min(own, key=lambda s: (float(np.hypot(*(middle - s.centre))), s.id)).id)
    return found


def _nave(
    space: SpaceView,
    keep: Sequence[BaseGeometry],
    unit: float,
    seed: int,
) -> Floats | None:
    """Return where a church stands: beside the street, its choir to the east."""
    rng = marks.rng_of(seed, f"church {space.id}")
    half = np.array(_CHURCH) * unit / 2
    area = Polygon(space.polygon).buffer(-0.12 * unit)
    lean = rng.uniform(-0.3, 0.3)
    c, s = math.cos(lean), math.sin(lean)
    corners = [(a * half[0], b * half[1]) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    nave = np.array([(x * c - y * s, x * s + y * c) for x, y in corners])
    for far in (0.16, 0.22, 0.28, 0.34):
        for turn in rng.permutation(12):
            angle = turn * math.pi / 6
            ring = (
                nave
                + np.array(space.centre)
                + far * unit * np.array((math.cos(angle), math.sin(angle)))
            )
            shape = Polygon(ring)
            if area.contains(shape) and not any(shape.distance(one) < 0.03 * unit for one in keep):
                return np.asarray(ring)
    return None
