"""Parts of a map of hexes in the hand: a box marks one, Ctrl+C copies it, Ctrl+V has it follow the mouse."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QMimeData, QPointF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QPushButton

from grognard.app.editor.maps import hexes, parts
from grognard.app.editor.maps.parts import Part
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.drawing import DrawingCanvas
from grognard.app.editor.window.ink import Point, Tool
from grognard.app.editor.window.tools import GLOW
from grognard.engines.core.board.hexes import HexGrid
from grognard.engines.core.data.layers import Layer
from grognard.engines.core.data.text import tr, trn

WASH = 70
"""How strong the wash over the marked hexes is, of 255."""


class PartPen(Tool):
    """Marks a box of hexes; what was copied is shown under the mouse, and laid by a click.

    Attributes:
        marked: the hexes of the box.
        held: what is to be laid, None while a box is drawn.
    """

    def __init__(self, grid: HexGrid, lay: Callable[[Part, str], None]) -> None:
        self.grid, self.lay = grid, lay
        self.marked: tuple[str, ...] = ()
        self.held: Part | None = None
        self.under = ""
        self._from = ""

    def press(self, at: Point, erases: bool, keys: Qt.KeyboardModifier) -> None:
        """Begin a box at the hex under the mouse; the right button marks nothing any more."""
        self.under = self.grid.hex_at(*at) or ""
        self._from = "" if erases else self.under
        if self.held is None:
            self.marked = (self.under,) if self._from else ()

    def move(self, at: Point, down: bool, near: float) -> bool:
        """Draw the box on to the mouse, or carry what is held."""
        before, self.under = self.under, self.grid.hex_at(*at) or ""
        if down and self.held is None and self._from and self.under:
            self.marked = hexes.rectangle(self.grid, self._from, self.under)
        return before != self.under

    def release(self, at: Point) -> None:
        """Lay what is held; it stays in the hand for the next click."""
        if self.held is not None and self.under and self._from:
            self.lay(self.held, self.under)
        elif self.held is not None and not self._from:
            self.held = None
        self._from = ""

    def drop(self) -> None:
        """Put down what is held, and mark nothing."""
        self.marked, self.held, self._from = (), None, ""

    def paint(self, painter: QPainter, scale: float) -> None:
        """Show the marked hexes, or those that would be laid over."""
        shown = self.marked
        if self.held is not None:
            shown = tuple(self._over(self.held))
        wash = QColor(GLOW)
        wash.setAlpha(WASH)
        painter.setPen(QPen(GLOW, 2 / scale))
        painter.setBrush(wash)
        for name in shown or ((self.under,) if self.under else ()):
            painter.drawPolygon(QPolygonF([QPointF(*p) for p in self.grid.corners(name)]))

    def _over(self, held: Part) -> Sequence[str]:
        return [*parts.renamed(held, self.grid, self.under).values()] if self.under else ()


class MapParts(QPushButton):
    """The button that has a box of hexes marked, and what the keys do with it.

    Args:
        layers: gives the layers that parts are copied of and laid on.

    Signals:
        ended(): the tool of the layer is to be taken again.
        told(str): what was done, or could not be.
    """

    ended = Signal()
    told = Signal(str)

    def __init__(
        self,
        desk: Desk,
        canvas: DrawingCanvas,
        grid: Callable[[], HexGrid | None],
        layers: Callable[[], list[Layer]],
    ) -> None:
        super().__init__(tr("Part of the map"))
        self.desk, self.canvas, self.grid, self.layers = desk, canvas, grid, layers
        self.pen: PartPen | None = None
        self.setCheckable(True)
        self.setToolTip(
            tr(
                "Drag a box over hexes; Ctrl+C copies them, Ctrl+V and a click lay them elsewhere, on another map too. "
                "Layers that are locked or hidden stay as they are. Key {key}",
                key="P",
            )
        )
        self.clicked.connect(self._take)
        self.setVisible(grid() is not None)

    def _take(self) -> None:
        grid = self.grid()
        if not self.isChecked() or grid is None:
            self.ended.emit()
            return
        self.pen = self.canvas.tool = PartPen(grid, self.lay)
        self.canvas.setFocus()
        self.canvas.update()

    def leave(self) -> None:
        """Another tool is taken."""
        self.pen = None
        self.setChecked(False)

    def key(self, event: QKeyEvent) -> bool:
        """Copy what is marked, or take up what was copied; return whether the key meant that."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste()
        else:
            return False
        return True

    def copy(self) -> None:
        """Copy the marked hexes, with all that the open layers say of them."""
        grid, pen = self.grid(), self.pen
        if grid is None or pen is None or not pen.marked:
            self.told.emit(tr("Mark a part of the map first: key {key}, then drag.", key="P"))
            return
        part = parts.copied(self.desk.map_doc(), self.layers(), grid, pen.marked)
        data = QMimeData()
        data.setData(parts.MIME, parts.packed(self.desk.game.id, part))
        QGuiApplication.clipboard().setMimeData(data)
        n = len(pen.marked)
        self.told.emit(trn("{n} hex copied.", "{n} hexes copied.", n=n))

    def paste(self) -> None:
        """Take what was copied into the hand."""
        data = QGuiApplication.clipboard().mimeData()
        raw = bytes(data.data(parts.MIME).data()) if data is not None else b""
        held, grid = parts.unpacked(self.desk.game.id, raw), self.grid()
        if held is None or grid is None:
            self.told.emit(tr("No part of a map of this game has been copied."))
            return
        if held.flat != grid.flat:
            self.told.emit(tr("The hexes of that map lie another way."))
            return
        if self.pen is None:
            self.setChecked(True)
            self._take()
        if self.pen is not None:
            self.pen.held = held
            self.pen.under = grid.hex_at(*self._mouse()) or ""
            self.told.emit(tr("Click where it is to lie; Esc puts it down."))
            self.canvas.update()

    def _mouse(self) -> Point:
        at = self.canvas.camera.to_board(self.canvas.mouse.at)
        return at.x(), at.y()

    def lay(self, part: Part, at: str) -> None:
        """Lay a part with its first hex at a hex."""
        grid = self.grid()
        if grid is None:
            return
        names = parts.renamed(part, grid, at)
        steps = parts.laid(self.desk.map_doc(), self.layers(), part, names)
        words = trn("{n} hex pasted", "{n} hexes pasted", n=len(names))
        if not self.desk.change_map(words, steps):
            self.told.emit(self.desk.said or tr("It lies there already."))
