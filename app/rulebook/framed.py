"""The board of an example: a canvas that shows the part of a map that something is about, quickly."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF, QSize, QSizeF

from grognard.app.board.canvas import BoardCanvas
from grognard.app.board.map.tiles import TileCache
from grognard.app.board.places.framing import EASE, frames
from grognard.app.board.places.placenames import names_of

NEIGHBOURS, OF_AREAS = 1.6, 1.0
"""How far around pieces and places that are to be shown the board is seen, in spaces; of a map of areas less."""


class FramedBoard(BoardCanvas):
    """A board of which a part is shown; names wait until it stands still."""

    def __init__(self) -> None:
        super().__init__()
        self.hasty = True
        self.set_animation("quick")

    def mirror(self, other: BoardCanvas) -> None:
        """Show the map, the pieces and the marks of another canvas; only the camera is its own."""
        board, theme = other.board, other.theme
        if board is None or theme is None or other.ground is None or other.view is None:
            return
        if self.board is not board or self.theme is not theme:
            self.board, self.theme = board, theme
            self.ground, self.spaces, self.drawing = other.ground, other.spaces, other.drawing
            self.art, self.place_names = other.art, None
            self.tiles = TileCache(self.ground, theme, self.art, other.tiles)
            if self.art is None:
                self._await_art(board, theme)
            else:
                self.place_names, self._names_wait = names_of(self.art), False
            self.camera.set_bounds(self.ground.sheet(), self.ground.unit)
        self.set_view(other.view)
        self.overlays, self.marks = other.overlays, other.marks

    def frames(self, names: Iterable[str], room: QSize) -> list[QRectF]:
        """Return the parts of the board that show some pieces and places with their neighbours.

        It is one part, or two where these are so far apart that in `room` pixels no value could be read.
        """
        spots = {(s.x(), s.y()): s for name in names if (s := self._around(name)) is not None}
        if self.ground is None or not spots:
            return []
        near = OF_AREAS if self.spaces is not None and self.spaces.areas else NEIGHBOURS
        pad, least = near * self.ground.unit, self._legible() or self.camera.scale
        if self.camera.fit_scale() >= least:
            return [self.camera.bounds]
        around = [spot.adjusted(-pad, -pad, pad, pad) for spot in spots.values()]
        return frames(around, QSizeF(room) / least)

    def is_legible(self, part: QRectF, room: QSize) -> bool:
        """Whether values can be read where a part of the board fills so many pixels."""
        wide, tall = room.width() / part.width(), room.height() / part.height()
        return EASE * min(wide, tall) >= self._legible()

    def frame(self, part: QRectF) -> None:
        """Show a part of the board as large as it fits; one that is seen well enough stays where it is."""
        if part == self.camera.bounds:
            self.fit()
        elif self.camera.fitted or not self._sees(part):
            self.camera.fit_rect(part)
            self._changed()

    def _sees(self, part: QRectF) -> bool:
        return self.camera.visible().contains(part) and self.camera.scale >= self._legible()
