"""The pen that picks places: a click takes one, another gives it back; nothing is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from app.board.places.picking import SpaceIndex
from app.editor.window.ink import Point, Tool
from app.editor.window.tools import GLOW

WASH = 90
"""How strong the wash over a picked place is, of 255."""


class PlacePen(Tool):
    """Picks places of the map.

    Attributes:
        chosen: the places that are picked, in the order of the clicks.
    """

    def __init__(
        self,
        spaces: SpaceIndex,
        chosen: Sequence[str],
        *,
        many: bool,
        end: Callable[[bool], None],
        changed: Callable[[], None],
    ) -> None:
        self.spaces, self.many, self.end, self.changed = spaces, many, end, changed
        self.chosen = [one for one in chosen if one in spaces.spaces]
        self.under = ""

    def press(self, at: Point, erases: bool, keys: Qt.KeyboardModifier) -> None:
        """Take the place under the mouse, or give it back."""
        name = self.spaces.at(QPointF(*at))
        if name is None:
            return
        if name in self.chosen:
            self.chosen.remove(name)
        elif not erases:
            self.chosen = [*self.chosen, name] if self.many else [name]
        self.changed()

    def move(self, at: Point, down: bool, near: float) -> bool:
        """Show the place under the mouse."""
        name = self.spaces.at(QPointF(*at)) or ""
        changed, self.under = name != self.under, name
        return changed

    def release(self, at: Point) -> None:
        """One place is all that some fields take."""
        if not self.many and self.chosen:
            self.end(True)

    def finish(self) -> bool:
        """Take what is picked."""
        self.end(True)
        return True

    def drop(self) -> None:
        """Leave the field as it was."""
        self.end(False)

    def paint(self, painter: QPainter, scale: float) -> None:
        """Show what is picked, and the place under the mouse."""
        wash = QColor(GLOW)
        wash.setAlpha(WASH)
        painter.setPen(QPen(GLOW, 2 / scale))
        for name in {*self.chosen, self.under} - {""}:
            painter.setBrush(wash if name in self.chosen else Qt.BrushStyle.NoBrush)
            outline = self.spaces.spaces[name].polygon
            painter.drawPolygon(QPolygonF([QPointF(*p) for p in outline]))
