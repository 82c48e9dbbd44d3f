"""The map as tiles of pixels: drawn a few milliseconds at a time, scaled until they are ready.

Until the map itself is drawn (app.board.map.workshop) its small picture, or bare paper, stands in.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap

from grognard.app.board.camera import Camera, snapped
from grognard.app.board.map.art import Art
from grognard.app.board.map.ground import Ground
from grognard.app.board.theme import Theme

SIDE = 256
_KEPT_BYTES = 160_000_000
_OVERVIEW = 1500
Key = tuple[int, int, int, bool, float]


class TileCache:
    """Pixmaps of one map at the scales it was seen at, and one small picture of all of it."""

    def __init__(
        self, ground: Ground, theme: Theme, art: Art | None, older: TileCache | None = None
    ) -> None:
        self.ground, self.theme, self.art = ground, theme, art
        self.grid: bool = older.grid if older is not None else True
        self.text_scale: float = older.text_scale if older is not None else 1.0
        self.stand_in: QPixmap | None = older.stand_in if older is not None else None
        self._tiles: OrderedDict[Key, QPixmap] = OrderedDict()
        self._wanted: list[Key] = []

    @property
    def overview(self) -> QPixmap | None:
        """The whole sheet, small: for the minimap, and under tiles that are not ready."""
        if self.stand_in is None and self.art is not None:
            self.stand_in = QPixmap.fromImage(overview_of(self.art))
        return self.stand_in

    def clear(self) -> None:
        """Forget the tiles (another grid setting); the small picture still serves."""
        self._tiles.clear()
        self._wanted.clear()

    def take_over(self, older: TileCache, changed: Iterable[QRectF]) -> None:
        """Keep the tiles of a map that differs from this one only in some rectangles."""
        sheet, places = self.ground.sheet(), list(changed)
        for key, tile in older._tiles.items():
            side = SIDE * 1000 / key[0]
            x, y = sheet.left() + key[1] * side, sheet.top() + key[2] * side
            if not any(QRectF(x, y, side, side).intersects(place) for place in places):
                self._tiles[key] = tile

    # ---- painting --------------------------------------------------------

    def _keys(self, camera: Camera, ratio: float) -> tuple[list[Key], QPointF]:
        """The tiles of the window at the camera's scale and where tile (0, 0) begins."""
        sheet = self.ground.sheet()
        corner = snapped(camera.to_screen(sheet.topLeft()), ratio)
        level = round(camera.scale * 1000)
        wide = min(camera.viewport.width() - corner.x(), sheet.width() * camera.scale)
        tall = min(camera.viewport.height() - corner.y(), sheet.height() * camera.scale)
        columns = range(max(0, math.floor(-corner.x() / SIDE)), max(0, math.ceil(wide / SIDE)))
        rows = range(max(0, math.floor(-corner.y() / SIDE)), max(0, math.ceil(tall / SIDE)))
        return [(level, i, j, self.grid, ratio) for j in rows for i in columns], corner

    def paint(self, painter: QPainter, camera: Camera, ratio: float, moving: bool = False) -> bool:
        """Draw the window; False when some of it is still a scaled picture.

        While zooming (`moving`) the last sharp window is shown scaled: one copy, no tiles.
        """
        if self.art is None:
            self._paint_scaled(painter, camera, moving)
            return True
        keys, corner = self._keys(camera, ratio)
        missing = [key for key in keys if key not in self._tiles]
        self._wanted = missing
        if missing:
            self._paint_scaled(painter, camera, moving)
        # They lie on the pixels of the screen: smoothed, their rims would show as seams.
        hints = QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing
        painter.setRenderHints(hints, False)
        for key in keys:
            tile = self._tiles.get(key)
            if tile is not None:
                self._tiles.move_to_end(key)
                painter.drawPixmap(
                    QPointF(corner.x() + key[1] * SIDE, corner.y() + key[2] * SIDE), tile
                )
        painter.setRenderHints(hints, True)
        return not missing

    def _paint_scaled(self, painter: QPainter, camera: Camera, moving: bool) -> None:
        picture = self.overview
        sheet = self.ground.sheet()
        at = camera.visible().intersected(sheet)
        if at.isEmpty():
            return
        if picture is None:
            target = QRectF(camera.to_screen(at.topLeft()), camera.to_screen(at.bottomRight()))
            painter.fillRect(target, self.theme.colour("map.paper", "#EFE6D0"))
            return
        k = picture.width() / sheet.width()
        source = QRectF(
            (at.left() - sheet.left()) * k,
            (at.top() - sheet.top()) * k,
            at.width() * k,
            at.height() * k,
        )
        target = QRectF(camera.to_screen(at.topLeft()), camera.to_screen(at.bottomRight()))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not moving)
        painter.drawPixmap(target, picture, source)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)

    # ---- drawing ahead ---------------------------------------------------

    @property
    def pending(self) -> int:
        """How many tiles the last window still lacks."""
        return len(self._wanted)

    def work(self, seconds: float) -> None:
        """Draw wanted tiles for about `seconds`; `pending` tells what is left."""
        until = time.perf_counter() + seconds
        while self._wanted and self.art is not None:
            # The middle first.
            self._make(self.art, self._wanted.pop(len(self._wanted) // 2))
            if time.perf_counter() >= until:
                break

    def _make(self, art: Art, key: Key) -> None:
        level, column, row, _, ratio = key
        scale = level / 1000
        sheet = art.sheet()
        rect = QRectF(
            sheet.left() + column * SIDE / scale,
            sheet.top() + row * SIDE / scale,
            SIDE / scale,
            SIDE / scale,
        )
        tile = QPixmap.fromImage(
            _draw(art, rect, scale, QSize(SIDE, SIDE), ratio, self.grid, self.text_scale),
            Qt.ImageConversionFlag.NoFormatConversion,
        )
        tile.setDevicePixelRatio(ratio)
        self._tiles[key] = tile
        limit = int(_KEPT_BYTES / (SIDE * SIDE * 4 * ratio * ratio))
        while len(self._tiles) > limit:
            self._tiles.popitem(last=False)


def overview_of(art: Art) -> QImage:
    """Return the whole sheet small (in any thread), drawn once: the next table shows it at once."""
    if art.small is None:
        art.small = _overview(art)
    return art.small


def _overview(art: Art) -> QImage:
    sheet = art.sheet()
    scale = _OVERVIEW / max(sheet.width(), sheet.height())
    size = QSize(math.ceil(sheet.width() * scale), math.ceil(sheet.height() * scale))
    return _draw(art, sheet, scale, size, 1.0, True)


def _draw(  # noqa: PLR0913
    art: Art,
    rect: QRectF,
    scale: float,
    size: QSize,
    ratio: float,
    grid: bool,
    text_scale: float = 1.0,
) -> QImage:
    image = QImage(size * ratio, QImage.Format.Format_RGB32)
    image.fill(art.theme.table)
    painter = QPainter(image)
    painter.scale(scale * ratio, scale * ratio)
    painter.translate(-rect.left(), -rect.top())
    art.paint(painter, rect, scale, grid, text_scale)
    painter.end()
    return image
