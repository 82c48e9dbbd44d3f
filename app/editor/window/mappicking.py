"""Places picked on the map for a field of another page: the map comes up, and goes again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from grognard.app.board.places.picking import SpaceIndex
from grognard.app.editor.pickers import Done, PickBar
from grognard.app.editor.window.drawing import DrawingCanvas
from grognard.app.editor.window.ink import Point, Tool
from grognard.app.editor.window.tools import GLOW
from grognard.engines.core.data.text import tr, verbatim

WASH = 90
"""How strong the wash over a picked place is, of 255."""
RING = 7
"""How large the ring about a point under the mouse is, in pixels."""


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
        self._gives_back = False

    def press(self, at: Point, erases: bool, keys: Qt.KeyboardModifier) -> None:
        """Take the place under the mouse, or give it back; so it goes with all that the stroke meets."""
        name = self._place_at(at)
        self._gives_back = erases or name in self.chosen
        if name:
            self._paint(name)

    def _place_at(self, at: Point) -> str:
        """Return the place under a point; a measured table as a whole is none, only what has a name on it."""
        name = self.spaces.at(QPointF(*at)) or ""
        nameless = bool(name) and self.spaces.table and not self.spaces.spaces[name].label
        return "" if nameless else name

    def _paint(self, name: str) -> None:
        there = name in self.chosen
        if self._gives_back and there:
            self.chosen.remove(name)
        elif not self._gives_back and not there:
            self.chosen = [*self.chosen, name] if self.many else [name]
        self.changed()

    def move(self, at: Point, down: bool, near: float) -> bool:
        """Show the place under the mouse; with the button down it is painted."""
        name = self._place_at(at)
        changed, self.under = name != self.under, name
        if down and changed and name:
            self._paint(name)
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


class PointPen(Tool):
    """Picks one point of the map: the click on it takes it."""

    def __init__(self, end: Callable[[Point | None], None]) -> None:
        self.end = end
        self.under: Point | None = None

    def press(self, at: Point, erases: bool, keys: Qt.KeyboardModifier) -> None:
        """The point is taken where the button goes up."""

    def move(self, at: Point, down: bool, near: float) -> bool:
        """Show the point under the mouse."""
        self.under = at
        return True

    def release(self, at: Point) -> None:
        """Take it."""
        self.end(at)

    def paint(self, painter: QPainter, scale: float) -> None:
        """Show the point under the mouse."""
        if self.under is not None:
            painter.setPen(QPen(GLOW, 2 / scale))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(*self.under), RING / scale, RING / scale)

    def drop(self) -> None:
        """Leave the field as it was."""
        self.end(None)


class MapPicking(QWidget):
    """The canvas with a strip above it, which shows itself only while places are picked.

    Args:
        canvas: the board of the editor, which is put into this.
        middle: the pages among which this is one.
        back: shows the page again that asked.
    """

    def __init__(
        self, canvas: DrawingCanvas, middle: QStackedWidget, back: Callable[[], None]
    ) -> None:
        super().__init__()
        self.canvas, self.middle, self.back = canvas, middle, back
        self.pen: PlacePen | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.bar = PickBar(lambda: self.end(taken=True), lambda: self.end(taken=False))
        column.addWidget(self.bar)
        column.addWidget(canvas, 1)

    def pick_places(self, chosen: Sequence[str], *, many: bool, done: Done) -> None:
        """Show the map until places are picked there, then hand them to `done`."""
        if self.canvas.spaces is None:
            return
        self.end(taken=False)
        self._done = done
        self.pen = self.canvas.held = PlacePen(
            self.canvas.spaces,
            chosen,
            many=many,
            end=lambda taken: self.end(taken=taken),
            changed=self._tell,
        )
        self.canvas.set_pieces_visible(True)
        self.middle.setCurrentWidget(self)
        self._tell()
        self.canvas.setFocus()

    def pick_point(self, done: Done) -> None:
        """Show the map until a point is clicked there, then hand its two numbers, in cm from a corner, to `done`."""
        self.end(taken=False)

        def clicked(at: Point | None) -> None:
            self._back()
            if at is not None:
                scale = self.canvas.board.scale if self.canvas.board is not None else 1.0
                done([f"{at[0] / scale:.1f}", f"{-at[1] / scale:.1f}"])

        self.canvas.held = PointPen(clicked)
        self.canvas.set_pieces_visible(True)
        self.middle.setCurrentWidget(self)
        self.bar.ask(tr("Click the place; Esc leaves the field as it was."), many=False)
        self.canvas.setFocus()

    def _back(self) -> None:
        """Put the map away, and show the page again that asked."""
        self.canvas.held = None
        self.bar.hide()
        self.back()

    def _tell(self) -> None:
        pen = self.pen
        if pen is None:
            return
        there = verbatim(", ".join(pen.chosen))
        asks = (
            tr(
                "Click the places, or paint over them; Enter takes them, Esc leaves the field as it was."
            )
            if pen.many
            else tr("Click the place; Esc leaves the field as it was.")
        )
        self.bar.ask(f"{asks}  {there}", many=pen.many)
        self.canvas.update()

    def end(self, *, taken: bool) -> None:
        """Go back to the page that asked; it is told what was taken."""
        pen, self.pen = self.pen, None
        if pen is None:
            if isinstance(self.canvas.held, PointPen):
                self._back()
            return
        self._back()
        if taken:
            self._done(pen.chosen)
