"""A map at first sight: its ground in flat colours, ways and waters as plain strokes, at once.

It stands in while the map itself is drawn for the first time.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

from grognard.app.board.map.ground import TABLE
from grognard.app.board.theme import Theme
from grognard.engines.core.show.views import BoardView, Point

LONG = 1200
"""The longer side of the picture, in pixels."""
WIDE = 0.09
"""How wide a way is drawn, in spaces."""
CLEAR = ("clear", "open")
"""Ground that is the paper itself."""


def first_look(board: BoardView, theme: Theme, sheet: QRectF, unit: float) -> QImage:
    """Return a picture of the whole sheet, drawn in some milliseconds."""
    scale = LONG / max(sheet.width(), sheet.height())
    wide, tall = math.ceil(sheet.width() * scale), math.ceil(sheet.height() * scale)
    picture = QImage(wide, tall, QImage.Format.Format_RGB32)
    at = "terrain.open.fill" if board.kind == TABLE else "map.paper"
    paper = theme.colour(at, "#EFE6D0")
    picture.fill(paper)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    painter.translate(-sheet.left(), -sheet.top())
    _ground(painter, board, theme, paper)
    _strokes(painter, board, theme, unit)
    painter.end()
    return picture


def _ground(painter: QPainter, board: BoardView, theme: Theme, paper: QColor) -> None:
    """Fill each kind of ground at one stroke, the coasts as they lie; what lies on heights covers them."""
    drawn = {shape.terrain for shape in board.shapes}
    filled: dict[tuple[str, int], QPainterPath] = {}
    for shape in board.shapes:
        path = filled.setdefault((shape.terrain, 0), QPainterPath())
        for ring in (shape.ring, *shape.holes):
            path.addPolygon(_polygon(ring))
    for space in sorted(board.spaces, key=lambda space: (not space.level, space.level)):
        if space.terrain in drawn or (space.terrain in CLEAR and not space.level):
            continue
        path = filled.setdefault((space.terrain, space.level), QPainterPath())
        path.setFillRule(Qt.FillRule.WindingFill)
        path.addPolygon(_polygon(space.polygon))
    for (terrain, level), path in filled.items():
        plain = theme.colour(f"terrain.{terrain}.fill", paper.name())
        fill = theme.colour(f"levels.{level}", plain.name()) if board.kind == TABLE else plain
        painter.fillPath(path, QBrush(fill))


def _strokes(painter: QPainter, board: BoardView, theme: Theme, unit: float) -> None:
    for line in board.lines:
        plain = theme.colour("edges.river.fill", "#A7C2CF" if line.kind == "river" else "#B08D57")
        tone = theme.colour(f"lines.{line.kind}.color", plain.name())
        painter.setPen(QPen(tone, WIDE * unit, c=Qt.PenCapStyle.RoundCap))
        painter.drawPolyline(_polygon(line.points))


def _polygon(points: tuple[Point, ...]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])
