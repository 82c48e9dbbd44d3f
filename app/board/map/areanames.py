"""Names of areas: one modest size, each within its area wherever there is room, clear of all else."""

from __future__ import annotations

import math

import numpy as np
import shapely
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainterPath,
    QPainterPathStroker,
    QPolygonF,
    QTransform,
)
from shapely.geometry import Polygon

from grognard.engines.core.show.views import BoardView, LabelView, SpaceView

Boxes = NDArray[np.float64]

SIZE = 0.145
"""Height of the letters, in spaces; never fewer than LEAST nor more than MOST pixels."""
LEAST, MOST = 10.0, 14.0
SHORT = 13
"""A name of more letters is broken into two lines."""
WHEEL = 0.105
"""Radius of the cart wheel of a supply source, in spaces."""
_STEPS = 9
_OUTSIDE, _AWAY = 0.6, 0.03
"""What it costs to stand outside the area (a whole name), and away from its upper middle (a space)."""


def broken(name: str, short: int = SHORT) -> tuple[str, ...]:
    """Break a name of more letters than `short` into two lines of much the same length."""
    words = name.split()
    if len(name) <= short or len(words) < 2:
        return (name,)
    cuts = range(1, len(words))
    lines = [(" ".join(words[:k]), " ".join(words[k:])) for k in cuts]
    return min(lines, key=lambda pair: max(map(len, pair)))


def outline(name: str, font: QFont) -> QPainterPath:
    """Return a name as a path, its lines centred one under the other."""
    path = QPainterPath()
    high = QFontMetricsF(font).height() * 0.86
    for number, line in enumerate(broken(name)):
        part = QPainterPath()
        part.addText(QPointF(0, 0), font, line)
        shift = QTransform.fromTranslate(-part.boundingRect().center().x(), number * high)
        path.addPath(shift.map(part))
    return path


def earthwork() -> QPainterPath:
    """The sign of a redoubt before a name: a work of five faces, open to its rear, as high as letters."""
    path, stroke = QPainterPath(), QPainterPathStroker()
    points = [(58, -4), (22, -4), (2, -36), (22, -68), (58, -68)]
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    stroke.setWidth(13)
    stroke.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    work = stroke.createStroke(path)
    for x, y in ((-12, -36), (2, -70), (2, -2)):
        work.addPath(stroke.createStroke(_tooth(x, y)))
    return work


def star() -> QPainterPath:
    """The sign of a city that counts, before its name: a star of five points, as high as letters."""
    path = QPainterPath()
    points = [
        QPointF(reach * math.sin(turn * math.pi / 5), -reach * math.cos(turn * math.pi / 5))
        for turn, reach in ((k, 15.0 if k % 2 else 37.0) for k in range(10))
    ]
    path.addPolygon(QPolygonF(points))
    path.closeSubpath()
    return path


def _tooth(x: float, y: float) -> QPainterPath:
    path = QPainterPath(QPointF(x, y))
    path.lineTo(x - 10, y - 6 if y < -36 else y + 6 if y > -36 else y)
    return path


class Spots:
    """Where the name of one area may stand."""

    def __init__(self, space: SpaceView, unit: float, frame: QRectF) -> None:
        self.unit = unit
        self.frame = frame
        self.shape = Polygon(space.polygon)
        shapely.prepare(self.shape)
        x0, y0, x1, y1 = self.shape.bounds
        xs, ys = (np.linspace(a, b, _STEPS + 2)[1:-1] for a, b in ((x0, x1), (y0, y1)))
        grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
        inside = shapely.contains_xy(self.shape, grid[:, 0], grid[:, 1])
        cx, cy = space.centre
        best = np.array((cx, cy - 0.42 * unit))
        self.middles = np.vstack((grid[inside], np.array((cx, cy)), best))
        self.away = np.hypot(*(self.middles - best).T) / unit
        self._kept: dict[tuple[int, int], tuple[Boxes, NDArray[np.float64]]] = {}

    def boxes(self, w: float, h: float) -> tuple[Boxes, NDArray[np.float64]]:
        """Return the spots of a name so wide and high (board units) and what each costs."""
        key = (round(w / self.unit * 500), round(h / self.unit * 500))
        if key not in self._kept:
            if len(self._kept) > 40:
                self._kept.clear()
            self._kept[key] = self._measured(w, h)
        return self._kept[key]

    def _measured(self, w: float, h: float) -> tuple[Boxes, NDArray[np.float64]]:
        half = np.array((w / 2, h / 2))
        low = np.array((self.frame.left(), self.frame.top())) + half
        high = np.array((self.frame.right(), self.frame.bottom())) - half
        middles = np.clip(self.middles, low, np.maximum(low, high))
        offsets = np.array([(a, b) for a in (-1, 0, 1) for b in (-1, 1)], dtype=np.float64)
        points = middles[:, None] + offsets[None] * half
        flat = points.reshape(-1, 2)
        inside = shapely.contains_xy(self.shape, flat[:, 0], flat[:, 1]).reshape(len(middles), -1)
        cost = (1.0 - inside.mean(axis=1)) * _OUTSIDE + self.away * _AWAY
        return np.hstack((middles - half, middles + half)), cost


def tall(unit: float, scale: float) -> float:
    """Return the height of the letters in pixels."""
    return min(max(SIZE * unit * scale, LEAST), MOST)


def works_of(board: BoardView, unit: float) -> Boxes:
    """Return boxes of what a name had better not cover: crossings, supply marks, villages."""
    found: list[tuple[float, float, float]] = []
    for edge in board.edges:
        if edge.kind in ("bridge", "ford", "dam"):
            x, y = ((edge.a[k] + edge.b[k]) / 2 for k in (0, 1))
            found.append((x, y, 0.12 * unit))
    rows = [(x - r, y - r, x + r, y + r) for x, y, r in found]
    rows += [plaque_of(label, board, unit) for label in board.labels if label.kind == "supply"]
    return np.array(rows, dtype=np.float64).reshape(-1, 4)


def plaque_of(label: LabelView, board: BoardView, unit: float) -> tuple[float, float, float, float]:
    """Return the corners of the plaque of a supply source, wholly within the map."""
    (x, y), many = label.points[0], pieces_of(label.text)
    x0, y0, x1, y1 = board.bounds
    wide, high = (many * 2.3 * WHEEL + 0.08) * unit / 2, 1.5 * WHEEL * unit
    x = min(max(x, x0 + wide + 0.16 * unit), x1 - wide - 0.16 * unit)
    y = min(max(y, y0 + high + 0.1 * unit), y1 - high - 0.1 * unit)
    return x - wide, y - high, x + wide, y + high


def pieces_of(label: str) -> int:
    """Return the number a label ends with ("Supply 2"), 1 without one."""
    last = label.rpartition(" ")[2]
    return int(last) if last.isdigit() else 1


def spokes(x: float, y: float, radius: float) -> QPainterPath:
    """A cart wheel: what an army lives on comes by cart."""
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), radius, radius)
    path.addEllipse(QPointF(x, y), 0.26 * radius, 0.26 * radius)
    for turn in range(8):
        c, s = math.cos(turn * math.pi / 4), math.sin(turn * math.pi / 4)
        path.moveTo(x + 0.26 * radius * c, y + 0.26 * radius * s)
        path.lineTo(x + radius * c, y + radius * s)
    return path
