"""A board in its frame: which part of it is seen, how large, and how it is brought into view."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtWidgets import QWidget

from grognard.app.board.camera import STEP, Camera, roomiest
from grognard.app.board.map.ground import Ground
from grognard.app.board.map.key import MapKey
from grognard.app.board.places.picking import SpaceIndex
from grognard.app.board.places.placing import Placed, bodies, closest_quarters, extent
from grognard.app.board.theme import Theme

_CLEAR = 6
"""Pixels between the pieces and the edge, or what lies over the map, when all are shown."""
_LEGIBLE = 1.12
"""How much larger than the least legible counter the pieces are shown at first."""


class Framed(QWidget):
    """What is known of a board and of its pieces to frame them.

    Attributes:
        key: cartouche, legend, compass and scale bar, at a table that has them.
    """

    camera_moved = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.camera = Camera()
        self.theme: Theme | None = None
        self.ground: Ground | None = None
        self.spaces: SpaceIndex | None = None
        self.key: MapKey | None = None
        self._placed: list[Placed] = []
        self._by_id: dict[str, Placed] = {}

    def _changed(self) -> None:
        """Another part of the board is seen."""
        self.camera_moved.emit()
        self.update()

    def fit(self) -> None:
        """Show the whole board."""
        self.camera.fit()
        self._changed()

    def fit_pieces(self) -> None:
        """Show all the pieces, or where the sides are closest, with values that can be read."""
        if not self._placed or self.ground is None or self.theme is None:
            self.fit()
            return
        around, heart = extent(self._placed, self.ground.unit), closest_quarters(self._placed)
        self.camera.fit_rect(around, self._legible(), heart)
        self._changed()

    def show_all(self, corners: Sequence[QRectF] = ()) -> None:
        """Show every piece clear of what lies over the corners of the map: its key, and these boxes of pixels."""
        if not self._placed:
            self.fit()
            return
        all_of_them = bodies(self._placed)
        laid = self.key.boxes if self.key is not None else []
        window = QRectF(self.rect()).adjusted(_CLEAR, _CLEAR, -_CLEAR, -_CLEAR)
        taken = [box.adjusted(-_CLEAR, -_CLEAR, _CLEAR, _CLEAR) for box in (*laid, *corners)]
        self.camera.fit_into(all_of_them, roomiest(all_of_them, window, taken))
        self._changed()

    def _legible(self) -> float:
        """Return the least scale at which the values of the pieces can be read, 0 without pieces."""
        if self.theme is None or not self._placed:
            return 0.0
        body = median(p.width for p in self._placed)
        blocks = any(p.piece.form == "block" for p in self._placed)
        small = "block.legible" if blocks else "counter.symbol_only_below"
        return _LEGIBLE * self.theme.number(small, 30) / body

    def spot_of(self, piece: str) -> QPointF | None:
        """Return where a piece is seen, in pixels; None if it is not on the board."""
        item = self._by_id.get(piece)
        return self.camera.to_screen(QPointF(item.x, item.y)) if item is not None else None

    def piece_size(self) -> float:
        """Return how wide a piece is as it is seen, in pixels; 0 without pieces."""
        return median(p.width for p in self._placed) * self.camera.scale if self._placed else 0.0

    def zoom_in(self) -> None:
        """Zoom in at the middle."""
        self.zoom_at(STEP * STEP, QPointF(self.rect().center()))

    def zoom_out(self) -> None:
        """Zoom out from the middle."""
        self.zoom_at(1 / (STEP * STEP), QPointF(self.rect().center()))

    def zoom_at(self, factor: float, at: QPointF) -> None:
        """Zoom, keeping the point under `at` (pixels) in its place."""
        if self.camera.zoom(factor, at):
            self._changed()

    def centre_on(self, name: str | QPointF) -> None:
        """Bring a space, a piece or a board point to the middle."""
        if isinstance(name, QPointF):
            self.camera.show_at(name)
        elif name in self._by_id:
            self.camera.show_at(QPointF(self._by_id[name].x, self._by_id[name].y))
        elif self.spaces is not None and name in self.spaces.spaces:
            self.camera.show_at(QPointF(*self.spaces.spaces[name].centre))
        else:
            return
        self._changed()
