"""What is known of a board before it is drawn: its measures and its sheet of paper."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import median

import numpy as np
import shapely
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from grognard.app.board.map.crossings import Crossings
from grognard.app.board.map.shapes import Warp
from grognard.engines.core.show.views import BoardView, Point

MARGIN = 0.9
"""Width of the paper around the map, in spaces (of an area map: in its 24ths)."""
HOUSED = ("village", "town", "burning_village", "rubble", "city", "castle")
"""Ground that is drawn as houses."""
TABLE, TABLE_UNIT = "table", 4.0
"""The kind of a board without spaces, measured in cm, and what counts as a space on it, in cm."""


def unit_of(board: BoardView) -> float:
    """The width of a typical space in board units."""
    if board.kind == TABLE:
        return TABLE_UNIT * board.scale
    areas = shapely.area(polygons_of(s.polygon for s in board.spaces if len(s.polygon) >= 3))
    if not len(areas):
        return max(1e-6, (board.bounds[2] - board.bounds[0]) / 30)
    return math.sqrt(median(areas.tolist()) / 0.8660254)


def polygons_of(outlines: Iterable[Sequence[Point]]) -> NDArray[np.object_]:
    """Return the polygons of some outlines, those of as many corners made at one stroke."""
    found = list(outlines)
    made = np.empty(len(found), dtype=np.object_)
    alike: dict[int, list[int]] = {}
    for at, outline in enumerate(found):
        alike.setdefault(len(outline), []).append(at)
    for places in alike.values():
        made[places] = shapely.polygons(np.array([found[at] for at in places], dtype=np.float64))
    return made


def extent_of(board: BoardView) -> tuple[float, float, float, float]:
    """The bounds of all spaces and the board's own; a map of areas ends where they end."""
    points = np.array([p for s in board.spaces for p in s.polygon], dtype=np.float64)
    if not len(points):
        return board.bounds
    low, high = points.min(axis=0), points.max(axis=0)
    if board.bounds == (0, 0, 1, 1) or board.kind == "areas":
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])
    return (
        min(float(low[0]), board.bounds[0]),
        min(float(low[1]), board.bounds[1]),
        max(float(high[0]), board.bounds[2]),
        max(float(high[1]), board.bounds[3]),
    )


class Ground:
    """What is known of a board before it is drawn: its measures and its sheet of paper."""

    def __init__(self, board: BoardView) -> None:
        self.board = board
        self.unit = unit_of(board)
        self.seed = board.seed & 0xFFFF
        self.bounds = extent_of(board)
        self.warp = Warp(self.seed, self.unit)
        # Few large areas need no broader margin than many small hexes.
        across = self.bounds[2] - self.bounds[0]
        self.rim = min(self.unit, across / 24) if board.kind == "areas" else self.unit
        self.crossings: Crossings | None = None
        """Where waters are crossed, once they are drawn."""
        self.small: QImage | None = None
        """The whole sheet as a small picture, once somebody has drawn it."""

    def sheet(self) -> QRectF:
        """The whole sheet of paper with its margins, in board units."""
        x0, y0, x1, y1 = self.bounds
        m = MARGIN * self.rim
        return QRectF(x0 - m, y0 - m, x1 - x0 + 2 * m, y1 - y0 + 2 * m)
