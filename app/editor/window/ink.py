"""Ink: what was drawn since the map was painted last, and what a tool is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from grognard.app.board.theme import Theme
from grognard.app.editor.maps import hexes
from grognard.app.editor.maps.steps import rows, section, texts
from grognard.engines.core.board.hexes import HexGrid
from grognard.engines.core.data.layers import Layer
from grognard.engines.core.data.yamlio import Plain

Point = tuple[float, float]
ROAD, EDGE = 0.09, 0.12
"""How wide lines and what lies on hexsides are drawn in ink, in board units."""


@dataclass(frozen=True, slots=True)
class Ink:
    """A filled outline, or a line so wide; in board units."""

    points: tuple[Point, ...]
    colour: QColor
    width: float = 0.0

    def bounds(self) -> QRectF:
        """What it covers, with room for the marks that reach over its edge."""
        room = self.width + 0.8
        box = QPolygonF([QPointF(*p) for p in self.points]).boundingRect()
        return box.adjusted(-room, -room, room, room)


class Tool(ABC):
    """What the mouse does on the canvas; points are in board units."""

    @abstractmethod
    def press(self, at: Point, erases: bool, keys: Qt.KeyboardModifier) -> None:
        """Begin a stroke."""

    @abstractmethod
    def move(self, at: Point, down: bool, near: float) -> bool:
        """Draw on, or show what would be taken; return whether anything is to be painted anew."""

    @abstractmethod
    def release(self, at: Point) -> None:
        """Finish a stroke."""

    @abstractmethod
    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint what is being drawn, in board units, `scale` pixels each."""

    def finish(self) -> bool:
        """Finish what is drawn point by point; return whether there was anything."""
        return False

    @abstractmethod
    def drop(self) -> None:
        """Draw no further, and leave the map as it is."""


def paint_ink(painter: QPainter, ink: Iterable[Ink]) -> None:
    """Paint ink with a painter in board units."""
    for drop in ink:
        shape = QPolygonF([QPointF(*p) for p in drop.points])
        if drop.width:
            pen = QPen(drop.colour, drop.width)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(shape)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            wash = QColor(drop.colour)
            wash.setAlphaF(0.85)
            painter.setBrush(wash)
            painter.drawPolygon(shape)


def colour_of(theme: Theme, layer: Layer, kind: str) -> QColor:
    """Return the colour that stands for a kind of a layer."""
    match layer.drawn:
        case "levels":
            step = max(0, min(4, int(kind or "0")))
            return theme.colour(f"levels.{step}", "#E2D0A8")
        case "sides" | "borders":
            own = theme.colour(f"edges.{kind}.color", "")
            return own if own.isValid() else theme.colour(f"edges.{kind}.fill", "#6C91A5")
        case "lines":
            return theme.colour(f"lines.{kind or 'road'}.color", "#8C6B4A")
    base = theme.get("map.paper", "#EFE6D0")
    return theme.colour(f"terrain.{kind or layer.base}.fill", base)


def changes(
    before: Plain, after: Plain, layers: Iterable[Layer], grid: HexGrid, theme: Theme
) -> Iterator[Ink]:
    """Give the ink for all that differs between two states of a map of hexes."""
    for layer in layers:
        if _said(before, layer) == _said(after, layer):
            continue
        if layer.drawn in ("hexes", "levels") and layer.base + layer.drawn != "hexes":
            was, now = hexes.kinds_of(before, layer), hexes.kinds_of(after, layer)
            for name in was.keys() | now.keys():
                if was.get(name) != now.get(name) and name in grid:
                    yield Ink(grid.corners(name), colour_of(theme, layer, now.get(name, "")))
        elif layer.drawn == "sides":
            yield from _sides(before, after, layer, grid, theme)
        elif layer.drawn == "lines":
            yield from _lines(before, after, layer, grid, theme)


def _said(doc: Plain, layer: Layer) -> Plain | None:
    return doc.get(layer.key) if isinstance(doc, dict) else None


def _sides(before: Plain, after: Plain, layer: Layer, grid: HexGrid, theme: Theme) -> Iterator[Ink]:
    was = {(k, s) for k, items in section(before, layer.key).items() for s in texts(items)}
    now = {(k, s) for k, items in section(after, layer.key).items() for s in texts(items)}
    paper = theme.colour("map.paper", "#EFE6D0")
    for kind, side in was ^ now:
        a, b = side.replace(">", "/").split("/")
        if a in grid and b in grid:
            tone = colour_of(theme, layer, kind) if (kind, side) in now else paper
            yield Ink(grid.side_ends(a, b), tone, EDGE)


def _lines(before: Plain, after: Plain, layer: Layer, grid: HexGrid, theme: Theme) -> Iterator[Ink]:
    was, now = rows(before, layer.key), rows(after, layer.key)
    for row in [row for row in now if row not in was] + [row for row in was if row not in now]:
        if not isinstance(row, dict):
            continue
        way = [grid.centre(h) for h in texts(row.get("hexes")) if h in grid]
        tone = colour_of(theme, layer, str(row.get("kind", "")))
        if len(way) > 1:
            yield Ink(tuple(way), tone if row in now else theme.colour("map.paper"), ROAD)
