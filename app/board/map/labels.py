"""Lettering of the map: names along rivers, hex numbers, the frame. Names of places: placenames."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

from grognard.app.board.map.areanames import works_of
from grognard.app.board.map.shapes import Floats, Warp, chaikin, densify, eased
from grognard.app.board.map.water import ASTRAY, REACH
from grognard.app.board.theme import Theme, mix
from grognard.engines.core.show.views import BoardView, LabelView

NORMAL = 0.29
"""Height of ordinary letters, in spaces."""
_NUMBERS_NEAR, _NUMBERS_CLEAR = 80.0, 0.82
"""From how many pixels a space on numbers are written at their clearest, and how much they cover then."""
AMONG_AREAS = 0.62
"""How large names of waters are beside those of areas, whose spaces are few and large."""
_SIZES = {"small": 0.23, "normal": NORMAL, "large": 0.36, "title": 0.46}
_SPACED = ("wood", "woods", "forest", "marsh", "sea", "lake", "province", "orchard")
"""What names of wide ground are: they are set in spaced italics."""
_CURVED = ("river", "stream", "road", "wood")
REFERENCE = 100.0
"""Letters are shaped once at this pixel size and scaled."""


@dataclass(slots=True)
class _Name:
    path: QPainterPath
    colour: QColor
    halo: QColor
    bounds: QRectF = field(default_factory=QRectF)
    letters: NDArray[np.float64] = field(default_factory=lambda: np.empty((0, 4)))
    """Boxes of its letters, each (left, top, right, bottom)."""


class Lettering:
    """The names that follow a course, as outlines with a halo; and the hex numbers.

    Attributes:
        beside: the other names, which stand beside their places and make way for pieces.
        titles: the spaces of an area map that have names.
        works: boxes (left, top, right, bottom) that names had better leave free.
    """

    def __init__(self, board: BoardView, theme: Theme, unit: float, warp: Warp) -> None:
        self.theme, self.unit = theme, unit
        self.names: list[_Name] = []
        self.beside: list[LabelView] = []
        x0, y0, x1, y1 = board.bounds
        self._frame = QRectF(x0, y0, x1 - x0, y1 - y0)
        self.hexed = board.kind.startswith("hex")
        self.titles = [] if self.hexed else [s for s in board.spaces if s.label]
        named = {space.label for space in self.titles}
        for label in sorted(board.labels, key=lambda item: len(item.points) == 1):
            name = self._shape(label, warp)
            if name is not None:
                self.names.append(name)
            elif label.text and label.points and label.text not in named and label.kind != "supply":
                self.beside.append(label)
        self.numbers = (
            [(s.label, *_top(s.polygon)) for s in board.spaces if s.label] if self.hexed else []
        )
        self.works = works_of(board, unit)

    def _shape(self, label: LabelView, warp: Warp) -> _Name | None:
        """Set a name along its course; None when it has none, or one that is too short."""
        if not label.text or len(label.points) < 2 or label.kind == "entry":
            return None
        font, size = lettering(self.theme, label)
        points = np.array(label.points, dtype=np.float64)
        if self.hexed:
            points = eased(points, self.unit, REACH, ASTRAY)
        course = warp(densify(chaikin(points, 3), 0.08 * self.unit))
        if self.titles:
            size *= AMONG_AREAS
        path = _along(label.text, font, size * self.unit / REFERENCE, course, 0.1 * self.unit)
        if path.isEmpty():
            return None
        colour = self.theme.colour(f"labels.{label.kind}.color", "#3B332A")
        halo = self.theme.colour(f"labels.{label.kind}.halo", "#EFE6D0")
        pad = 0.1 * self.unit
        boxes = [part.boundingRect() for part in path.toSubpathPolygons()]
        letters = np.array([(b.left(), b.top(), b.right(), b.bottom()) for b in boxes])
        bounds = path.boundingRect().adjusted(-pad, -pad, pad, pad)
        return _Name(path, colour, halo, bounds, letters)

    def boxes(self, scale: float, text_scale: float = 1.0) -> NDArray[np.float64]:
        """Return boxes of the letters of all names along courses, as large as they are at a scale."""
        grow, found = self._growth(scale, text_scale), [np.empty((0, 4))]
        for name in self.names:
            around = self._grown(name.bounds, grow)
            low = around.m11() * name.letters
            found.append(low + np.array((around.dx(), around.dy()) * 2))
        return np.vstack(found)

    def _growth(self, scale: float, text_scale: float) -> float:
        """Small scales keep the letters legible, large ones keep them modest."""
        high = NORMAL * self.unit * scale
        return min(2.2, max(1.0, 11.0 / high)) * text_scale

    def paint(self, painter: QPainter, rect: QRectF, scale: float, text_scale: float = 1.0) -> None:
        """Draw numbers, then names, of what lies in `rect`."""
        self._paint_numbers(painter, rect, scale)
        grow = self._growth(scale, text_scale)
        for name in self.names:
            bounds, path = name.bounds, name.path
            if abs(grow - 1) > 0.01:
                around = self._grown(bounds, grow)
                bounds = around.mapRect(bounds)
            else:
                around = None
            if not bounds.intersects(rect):
                continue
            if around is not None:
                path = around.map(path)
            halo = QColor(name.halo)
            halo.setAlphaF(0.85)
            pen = QPen(halo, max(0.075 * self.unit * grow, 2.4 / scale))
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.strokePath(path, pen)
            painter.fillPath(path, name.colour)

    def _grown(self, bounds: QRectF, grow: float) -> QTransform:
        """Scale a name about its middle, then push it back inside the frame."""
        middle = bounds.center()
        w, h = bounds.width() * grow / 2, bounds.height() * grow / 2
        x, y = middle.x(), middle.y()
        if 2 * w < self._frame.width() and 2 * h < self._frame.height():
            x = min(max(x, self._frame.left() + w), self._frame.right() - w)
            y = min(max(y, self._frame.top() + h), self._frame.bottom() - h)
        around = QTransform.fromTranslate(x, y)
        around.scale(grow, grow)
        around.translate(-middle.x(), -middle.y())
        return around

    def _paint_numbers(self, painter: QPainter, rect: QRectF, scale: float) -> None:
        wide = self.unit * scale
        ink = self.theme.colour("map.hex_number.color", "#3B332A")
        if wide < 44:
            return
        near = min(1.0, max(0.0, (wide - 44) / (_NUMBERS_NEAR - 44)))
        faint = self.theme.number("map.hex_number.opacity", 0.3)
        ink.setAlphaF(faint + (max(faint, _NUMBERS_CLEAR) - faint) * near)
        font = self.theme.font("interface", REFERENCE)
        seen = rect.adjusted(-self.unit, -self.unit, self.unit, self.unit)
        for text, x, y in self.numbers:
            if seen.contains(x, y):
                self._text(painter, text, font, x, y + 0.1 * self.unit, 0.125 * self.unit, ink)

    def _text(  # noqa: PLR0913
        self,
        painter: QPainter,
        text: str,
        font: QFont,
        x: float,
        y: float,
        size: float,
        colour: QColor,
    ) -> None:
        painter.save()
        painter.translate(x, y)
        painter.scale(size / REFERENCE, size / REFERENCE)
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(QRectF(-900, -100, 1800, 200), Qt.AlignmentFlag.AlignCenter, text)
        painter.restore()


def lettering(theme: Theme, label: LabelView) -> tuple[QFont, float]:
    """Return the face of a name at REFERENCE pixels, and its size in spaces."""
    at = f"labels.{label.kind}"
    style = theme.get(f"{at}.style", "italic")
    slanted = label.kind in (*_CURVED, *_SPACED) or label.kind in ("height", "place", "redoubt")
    font = theme.font(
        theme.get(f"{at}.font", "serif"),
        REFERENCE,
        bold="bold" in style,
        italic="italic" in style or slanted,
    )
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if label.kind in _SPACED or theme.get(f"{at}.spaced"):
        font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 132)
    elif label.kind in ("river", "height"):
        font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 112)
    return font, _SIZES.get(theme.get(f"{at}.size", "normal"), NORMAL)


def _top(polygon: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    low = min(y for _, y in polygon)
    xs = [x for x, y in polygon if y - low < 1e-6]
    return sum(xs) / len(xs), low


def _along(text: str, font: QFont, scale: float, course: Floats, lift: float) -> QPainterPath:
    """Set letters one by one along a course, upright to read; empty when it is too short."""
    if course[-1][0] < course[0][0]:
        course = course[::-1]
    run = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(course, axis=0).T))))
    metrics = QFontMetricsF(font)
    advances = [metrics.horizontalAdvance(c) * scale for c in text]
    total, wanted = float(run[-1]), sum(advances)
    path = QPainterPath()
    if wanted > total * 1.05:
        return path
    gap = min(1.2 * advances[0], max(0.0, (total - wanted) * 0.35 / max(1, len(text) - 1)))
    gap = min(gap, 0.45 * wanted / len(text))
    at = (total - wanted - gap * (len(text) - 1)) / 2
    reach = max(0.25, wanted / len(text))
    for character, advance in zip(text, advances, strict=True):
        middle = at + advance / 2
        x, y = (float(np.interp(middle, run, course[:, k])) for k in (0, 1))
        x0, y0 = (float(np.interp(middle - reach, run, course[:, k])) for k in (0, 1))
        x1, y1 = (float(np.interp(middle + reach, run, course[:, k])) for k in (0, 1))
        place = QTransform.fromTranslate(x, y)
        place.rotateRadians(math.atan2(y1 - y0, x1 - x0))
        place.translate(-advance / 2, -lift)
        place.scale(scale, scale)
        letter = QPainterPath()
        letter.addText(QPointF(0, 0), font, character)
        path.addPath(place.map(letter))
        at += advance + gap
    return path


def paint_frame(  # noqa: PLR0913
    painter: QPainter,
    title: str,
    theme: Theme,
    bounds: tuple[float, float, float, float],
    unit: float,
    scale: float,
    rect: QRectF,
) -> None:
    """Draw the neat line around the map and its title in the margin below."""
    x0, y0, x1, y1 = bounds
    frame = QRectF(x0, y0, x1 - x0, y1 - y0)
    ink, paper = theme.colour("map.ink"), theme.colour("map.paper")
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for off, width, colour in (
        (0.0, 0.025, ink),
        (0.16, 0.075, mix(ink, paper, 0.15)),
        (0.24, 0.015, ink),
    ):
        painter.setPen(QPen(colour, max(width * unit, 0.8 / scale)))
        painter.drawRect(frame.adjusted(-off * unit, -off * unit, off * unit, off * unit))
    if not title or rect.bottom() < y1:
        return
    font = theme.font("serif", REFERENCE, italic=True)
    font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 108)
    path = QPainterPath()
    path.addText(QPointF(0, 0), font, title)
    box = path.boundingRect()
    place = QTransform.fromTranslate((x0 + x1) / 2, y1 + 0.66 * unit)
    place.scale(0.42 * unit / REFERENCE, 0.42 * unit / REFERENCE)
    place.translate(-box.center().x(), 0)
    painter.fillPath(place.map(path), ink)
