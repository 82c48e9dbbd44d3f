"""The map as tiles of pixels: drawn a few milliseconds at a time, scaled until they are ready."""

from __future__ import annotations

import math
import time
from collections import OrderedDict

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap

from app.board.camera import Camera
from app.board.mapart import MapArt

SIDE = 256
_KEPT_BYTES = 160_000_000
_OVERVIEW = 1500
Key = tuple[int, int, int, bool, float]


class TileCache:
    """Pixmaps of one map at the scales it was seen at, and one small picture of all of it."""

    def __init__(self, art: MapArt) -> None:
        self.art = art
        self.grid = True
        self._tiles: OrderedDict[Key, QPixmap] = OrderedDict()
        self._wanted: list[Key] = []
        self._overview: QPixmap | None = None

    @property
    def overview(self) -> QPixmap:
        """The whole sheet, small: for the minimap, and under tiles that are not ready."""
        if self._overview is None:
            sheet = self.art.sheet()
            scale = _OVERVIEW / max(sheet.width(), sheet.height())
            self._overview = QPixmap.fromImage(
                self._draw(sheet, scale, QSize(
                    math.ceil(sheet.width() * scale), math.ceil(sheet.height() * scale)
                ), 1.0)
            )  # fmt: skip
        return self._overview

    def _draw(self, rect: QRectF, scale: float, size: QSize, ratio: float) -> QImage:
        image = QImage(size * ratio, QImage.Format.Format_RGB32)
        image.fill(self.art.theme.table)
        painter = QPainter(image)
        painter.scale(scale * ratio, scale * ratio)
        painter.translate(-rect.left(), -rect.top())
        self.art.paint(painter, rect, scale, self.grid)
        painter.end()
        return image

    def clear(self) -> None:
        """Forget everything drawn (another grid setting, another surround)."""
        self._tiles.clear()
        self._wanted.clear()
        self._overview = None

    # ---- painting --------------------------------------------------------

    def _keys(self, camera: Camera, ratio: float) -> tuple[list[Key], QPointF]:
        """The tiles of the window at the camera's scale and where tile (0, 0) begins."""
        sheet = self.art.sheet()
        corner = camera.to_screen(sheet.topLeft())
        corner = QPointF(round(corner.x()), round(corner.y()))
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
        keys, corner = self._keys(camera, ratio)
        missing = [key for key in keys if key not in self._tiles]
        self._wanted = missing
        if missing:
            self._paint_scaled(painter, camera, moving)
        for key in keys:
            tile = self._tiles.get(key)
            if tile is not None:
                self._tiles.move_to_end(key)
                painter.drawPixmap(
                    QPointF(corner.x() + key[1] * SIDE, corner.y() + key[2] * SIDE), tile
                )
        return not missing

    def _paint_scaled(self, painter: QPainter, camera: Camera, moving: bool) -> None:
        picture = self.overview
        sheet = self.art.sheet()
        at = camera.visible().intersected(sheet)
        if at.isEmpty():
            return
        k = picture.width() / sheet.width()
        source = QRectF((at.left() - sheet.left()) * k, (at.top() - sheet.top()) * k,
                        at.width() * k, at.height() * k)  # fmt: skip
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
        while self._wanted:
            # The middle first.
            self._make(self._wanted.pop(len(self._wanted) // 2))
            if time.perf_counter() >= until:
                break

    def _make(self, key: Key) -> None:
        level, column, row, _, ratio = key
        scale = level / 1000
        sheet = self.art.sheet()
        rect = QRectF(sheet.left() + column * SIDE / scale, sheet.top() + row * SIDE / scale,
                      SIDE / scale, SIDE / scale)  # fmt: skip
        tile = QPixmap.fromImage(
            self._draw(rect, scale, QSize(SIDE, SIDE), ratio),
            Qt.ImageConversionFlag.NoFormatConversion,
        )
        tile.setDevicePixelRatio(ratio)
        self._tiles[key] = tile
        limit = int(_KEPT_BYTES / (SIDE * SIDE * 4 * ratio * ratio))
        while len(self._tiles) > limit:
            self._tiles.popitem(last=False)
