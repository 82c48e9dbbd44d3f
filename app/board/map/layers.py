"""Layers of the printed map: paths with one fill and one pen, binned so a tile draws its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF

from grognard.app.board.map.shapes import Floats

CHUNK = 4.0
"""Width of a bin in spaces."""
CLUMP = 1.0
"""Width of a bin of stamps: a path of a thousand trees is filled many times slower than ten of a hundred."""


@dataclass(slots=True)
class Layer:
    """Paths drawn alike. Widths in board units, never thinner than `least` pixels."""

    fill: QColor | None = None
    line: QColor | None = None
    width: float = 0.0
    least: float = 0.6
    most: float = 99.0
    visible_from: float = 0.0
    dash: tuple[float, ...] = ()
    flat: bool = False
    name: str = ""
    parts: list[tuple[QRectF, QPainterPath]] = field(default_factory=list)

    def add(self, path: QPainterPath) -> None:
        """Add one path as it is."""
        if not path.isEmpty():
            pad = self.width
            self.parts.append((path.boundingRect().adjusted(-pad, -pad, pad, pad), path))

    def add_shapes(self, rings: Iterable[Floats], unit: float) -> None:
        """Add closed polygons, binned by their first point; what bounds nothing is left out."""
        bins: dict[tuple[int, int], QPainterPath] = defaultdict(QPainterPath)
        for ring in rings:
            if len(ring) < 3:
                continue
            x, y = ring[0]
            path = bins[int(x // (CHUNK * unit)), int(y // (CHUNK * unit))]
            path.addPolygon(QPolygonF([QPointF(a, b) for a, b in np.asarray(ring).tolist()]))
            path.closeSubpath()
        self._take(bins)

    def add_strokes(self, strokes: Iterable[Floats], unit: float) -> None:
        """Add open lines, binned by their first point; what leads nowhere is left out."""
        bins: dict[tuple[int, int], QPainterPath] = defaultdict(QPainterPath)
        for stroke in strokes:
            if len(stroke) < 2:
                continue
            (x, y), *rest = np.asarray(stroke).tolist()
            path = bins[int(x // (CHUNK * unit)), int(y // (CHUNK * unit))]
            path.moveTo(x, y)
            for a, b in rest:
                path.lineTo(a, b)
        self._take(bins)

    def add_stamps(
        self, spots: Floats, variants: Sequence[QPainterPath], which: Sequence[int], unit: float
    ) -> None:
        """Add copies of small drawings at many places, binned."""
        bins: dict[tuple[int, int], QPainterPath] = defaultdict(QPainterPath)
        for (x, y), index in zip(spots.tolist(), which, strict=True):
            path = bins[int(x // (CLUMP * unit)), int(y // (CLUMP * unit))]
            path.addPath(variants[index % len(variants)].translated(x, y))
        self._take(bins)

    def _take(self, bins: dict[tuple[int, int], QPainterPath]) -> None:
        for key in sorted(bins):
            path = bins[key]
            path.setFillRule(Qt.FillRule.WindingFill)
            self.add(path)

    def paint(self, painter: QPainter, rect: QRectF, scale: float) -> None:
        """Draw what lies in `rect`; the painter works in board units at `scale` pixels each."""
        if scale < self.visible_from:
            return
        seen = [path for bounds, path in self.parts if bounds.intersects(rect)]
        if self.fill is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(self.fill))
            for path in seen:
                painter.drawPath(path)
        if self.line is not None:  # over all that is filled: no bin's edge shows
            painter.setPen(self._pen(self.line, scale))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for path in seen:
                painter.drawPath(path)

    def _pen(self, line: QColor, scale: float) -> QPen:
        """Return what lines are drawn with at so many pixels a board unit."""
        pen = QPen(line, min(max(self.width, self.least / scale), self.most / scale))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        cut = self.flat or self.dash
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if cut else Qt.PenCapStyle.RoundCap)
        if self.dash:
            pen.setDashPattern(list(self.dash))
        return pen


def wedge(root: Floats, tip: Floats, width: float) -> Floats:
    """A stroke of the graver: broad at the root, nothing at the tip."""
    course = tip - root
    length = max(1e-12, float(np.hypot(*course)))
    side = np.array([course[1], -course[0]]) / length * (width / 2)
    return np.array([root + side, tip, root - side])
