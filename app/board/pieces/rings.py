"""The rings of marked spaces: where many have one shape, as hexes do, a ring is painted once and copied."""

from __future__ import annotations

from collections import Counter
from math import ceil

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap, QPolygonF, QTransform

from grognard.app.board.camera import snapped
from grognard.app.board.places.picking import SpaceIndex

MANY = 12
"""So many spaces of one shape are reckoned alike."""
_KEPT = 24
SMOOTH = QPainter.RenderHint.SmoothPixmapTransform
Shape = tuple[float, ...]


class Rings:
    """Draws rings inside the outlines of spaces."""

    def __init__(self, index: SpaceIndex) -> None:
        self.index = index
        self._outlines: dict[str, QPolygonF] = {}
        self._shapes = _alike(index)
        self._kept: dict[tuple[object, ...], QPixmap] = {}

    def outline(self, space: str) -> QPolygonF | None:
        """Return the outline of a space in board units; None where the map has no such space."""
        if space not in self._outlines:
            found = self.index.spaces.get(space)
            if found is None:
                return None
            self._outlines[space] = QPolygonF([QPointF(*p) for p in found.polygon])
        return self._outlines[space]

    def draw(  # noqa: PLR0913
        self,
        painter: QPainter,
        to_screen: QTransform,
        space: str,
        inset: float,
        pen: QPen,
        fill: QColor | None,
    ) -> bool:
        """Draw a ring at `inset` of a space's size; whether there is such a space."""
        outline = self.outline(space)
        if outline is None:
            return False
        centre = QPointF(*self.index.spaces[space].centre)
        shape = QTransform.fromScale(inset * to_screen.m11(), inset * to_screen.m22())
        ring, at = shape.map(outline.translated(-centre)), to_screen.map(centre)
        if space not in self._shapes:
            painter.setPen(pen)
            painter.setBrush(QBrush(fill) if fill is not None else Qt.BrushStyle.NoBrush)
            painter.drawPolygon(ring.translated(at))
            return True
        ratio = painter.device().devicePixelRatio()
        tones = (pen.color().rgba(), pen.widthF(), tuple(pen.dashPattern()), fill and fill.rgba())
        key = (self._shapes[space], round(shape.m11(), 4), tones, ratio)
        picture = self._kept.get(key)
        if picture is None:
            if len(self._kept) > _KEPT:
                self._kept.clear()
            picture = self._kept[key] = _drawn(ring, pen, fill, ratio)
        half = picture.deviceIndependentSize() / 2
        painter.setRenderHint(SMOOTH, False)
        painter.drawPixmap(snapped(at - QPointF(half.width(), half.height()), ratio), picture)
        painter.setRenderHint(SMOOTH, True)
        return True


def _alike(index: SpaceIndex) -> dict[str, Shape]:
    """Return the shape of every space that has one with many others."""
    shapes = {
        name: tuple(
            round(v, 3)
            for x, y in space.polygon
            for v in (x - space.centre[0], y - space.centre[1])
        )
        for name, space in index.spaces.items()
    }
    often = Counter(shapes.values())
    return {name: shape for name, shape in shapes.items() if often[shape] >= MANY}


def _drawn(ring: QPolygonF, pen: QPen, fill: QColor | None, ratio: float) -> QPixmap:
    """The ring about the middle of a picture just large enough."""
    box, rim = ring.boundingRect(), pen.widthF() + 1
    half = max(-box.left(), box.right()) + rim
    high = max(-box.top(), box.bottom()) + rim
    picture = QPixmap(2 * ceil(half * ratio), 2 * ceil(high * ratio))
    picture.fill(Qt.GlobalColor.transparent)
    picture.setDevicePixelRatio(ratio)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(picture.width() / ratio / 2, picture.height() / ratio / 2)
    painter.setPen(pen)
    painter.setBrush(QBrush(fill) if fill is not None else Qt.BrushStyle.NoBrush)
    painter.drawPolygon(ring)
    painter.end()
    return picture
