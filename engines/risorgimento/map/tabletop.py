"""[E.5.cost] [geo.bridge] The table: pieces of ground in their order, village sectors, bridges."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon, STRtree

from grognard.engines.core.board.tabletop import Point
from grognard.engines.core.show.views import LabelView


@dataclass(frozen=True, slots=True)
class Patch:
    """[E.5.cost] A piece of ground: a polygon in cm with a row of table 5 as its `terrain`.

    `level` counts for hills (geo.level); `name` is shown; `width` that of a line (road, stream,
    bank) whose `line` was widened to the polygon; `look` what it is drawn as where its terrain says
    too little (railway, river, farm, cemetery). Sectors and bridges are patches with their ids too.
    """

    id: str
    terrain: str
    polygon: Polygon
    level: int = 0
    name: str = ""
    line: tuple[Point, ...] = ()
    width: float = 0.0
    look: str = ""


@dataclass(frozen=True, slots=True)
class Sector:
    """[G.5.sectors] A village sector: a square of 7.5 cm times `scale`, with centre and orientation."""

    id: str
    place: str
    centre: Point
    turn: float
    scale: int = 1


@dataclass(frozen=True, slots=True)
class Bridge:
    """[geo.bridge] A bridge: the segment across the water and the polygon of its strip."""

    id: str
    name: str
    line: tuple[Point, Point]
    strip: Polygon
    mined: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class TableTop:
    """The table: `size` in cm; patches in order; `shapes` and `tree` index them for arrays.

    `scale`: with 25 mm figures it is twice as long and wide as its map says (scale.25mm).
    """

    size: tuple[float, float]
    patches: tuple[Patch, ...]
    sectors: tuple[Sector, ...]
    bridges: tuple[Bridge, ...]
    shapes: NDArray[np.object_]
    tree: STRtree
    labels: tuple[LabelView, ...] = ()
    id: str = "board"
    title: str = ""
    scale: int = 1
