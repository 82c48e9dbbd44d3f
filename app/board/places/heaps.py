"""Where the blocks of an area stand: in rows, as large as may be, within its outline.

The outline is taken as points close together; a box of some width and height about a middle lies
within it as far as none of them is nearer, each direction measured in parts of the box.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon

from grognard.engines.core.show.views import PieceView, SpaceView

BLOCK = 0.39
"""A block's width on an area map, in median distances of areas, while there is room for it."""
LEAST = 0.28
"""No block is smaller, however many stand in an area."""
BODY = 0.9
"""A block as a part of the square it stands in."""
APART = 0.3
"""What separates the sides, in blocks."""
_ROWS = 4
_FINE, _STEPS = 0.03, 11
"""How close the points of an outline are, in spaces; the middles tried across an area."""
_FILL = 0.88
"""So much of the room is taken: the name of the area has to find its own."""
_AWAY = 0.1
"""What it costs, in a block's width, to stand a space away from the middle of the area."""


class Heap:
    """The ground of one area."""

    def __init__(self, space: SpaceView, unit: float) -> None:
        self.unit = unit
        self.largest = math.floor(BLOCK * 100) * unit / 100
        shape = Polygon(space.polygon)
        self.outline = shapely.get_coordinates(shapely.segmentize(shape.exterior, _FINE * unit))
        x0, y0, x1, y1 = shape.bounds
        xs, ys = np.linspace(x0, x1, _STEPS), np.linspace(y0, y1, _STEPS)
        grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
        grid = grid[shapely.contains_xy(shape, grid[:, 0], grid[:, 1])]
        self.middles = np.vstack((np.array(space.centre), grid))
        self.away = np.hypot(*(self.middles - self.middles[0]).T)
        self._kept: dict[tuple[float, int], tuple[float, float, float]] = {}

    def best(self, columns: float, rows: int) -> tuple[float, float, float]:
        """Return size and middle of the squares of a heap so wide and high (in blocks)."""
        key = (round(columns, 2), rows)
        if key not in self._kept:
            sizes = np.minimum(BLOCK * self.unit, self._room(columns, rows))
            n = int(np.argmax(sizes - _AWAY * BLOCK * self.away))
            size = math.floor(sizes[n] / self.unit * 100) * self.unit / 100
            self._kept[key] = (size, float(self.middles[n, 0]), float(self.middles[n, 1]))
        return self._kept[key]

    def _room(self, columns: float, rows: int) -> NDArray[np.float64]:
        """How large the squares may be about each middle."""
        gap = 1 - BODY
        across = np.abs(self.outline[:, 0] - self.middles[:, :1]) * (2 / (columns - gap))
        down = np.abs(self.outline[:, 1] - self.middles[:, 1:]) * (2 / (rows - gap))
        return np.asarray(_FILL * np.maximum(across, down).min(axis=1))


def stand(stack: Sequence[PieceView], heap: Heap) -> list[tuple[PieceView, float, float, float]]:
    """Return (piece, x, y, size of its square) for the blocks of an area, side beside side.

    Of one to four rows those are taken that let the blocks stand largest.
    """
    sides = sorted({piece.side for piece in stack})
    ranks = [[piece for piece in stack if piece.side == side] for side in sides]

    def shape(rows: int) -> tuple[float, int]:
        wide = sum(math.ceil(len(rank) / rows) for rank in ranks) + APART * (len(ranks) - 1)
        return wide, max(min(rows, len(rank)) for rank in ranks)

    rows, (size, cx, cy) = 1, heap.best(*shape(1))
    for more in range(2, min(_ROWS, max(map(len, ranks))) + 1):
        found_here = heap.best(*shape(more)) if size < heap.largest else (0.0, 0.0, 0.0)
        if found_here[0] > size:
            rows, (size, cx, cy) = more, found_here
    size = max(size, LEAST * heap.unit)
    left = cx - shape(rows)[0] * size / 2
    found = []
    for rank in ranks:
        across = math.ceil(len(rank) / rows)
        down = math.ceil(len(rank) / across)
        for k, piece in enumerate(rank):
            x = left + (k % across + 0.5) * size
            y = cy + (k // across - (down - 1) / 2) * size
            found.append((piece, x, y, size))
        left += (across + APART) * size
    return found
