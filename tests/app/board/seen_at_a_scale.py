"""What is seen on a screen of the scale that the environment tells, as JSON: run by `test_device_pixels`."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QPointF, QRect, QSettings
from PySide6.QtGui import QImage

from grognard.app.board.canvas import BoardCanvas
from grognard.app.board.map.tiles import SIDE
from grognard.app.board.minimap import Minimap
from grognard.app.board.render import application
from grognard.app.board.theme import load_theme
from grognard.app.look import apply, symbol
from grognard.app.main import Window
from grognard.app.settings import Settings
from grognard.app.window.frame import SIZE
from tests.app.board import sample

WIDE, HIGH = 1101, 903


def a_canvas() -> BoardCanvas:
    """A board with one piece, zoomed and moved by odd numbers."""
    canvas = BoardCanvas()
    canvas.set_animation("off")
    canvas.set_board(sample.part(sample.board()), load_theme("gmt"))
    canvas.resize(WIDE, HIGH)
    piece = replace(sample.pieces(1)[0], at="0606", badges=(), facing=None)
    canvas.set_view(replace(sample.view(2), pieces=(piece,)))
    canvas.show()
    canvas.zoom_at(2.37, QPointF(551, 451))
    canvas.centre_on(piece.id)
    canvas.pan(7, -3)
    canvas._refine()
    canvas.place_names = None
    return canvas


class Screen:
    """What a canvas shows, in pixels of the screen."""

    def __init__(self, canvas: BoardCanvas) -> None:
        self.canvas, self.ratio = canvas, canvas.devicePixelRatioF()
        assert canvas.tiles is not None
        self.tiles = canvas.tiles
        canvas.grab()
        while self.tiles.pending:
            self.tiles.work(10)
        self.image = canvas.grab().toImage()

    def has(self, picture: QImage, left: float, top: float, inset: int) -> bool:
        """Whether the middle of a picture stands there pixel for pixel."""
        wide, high = picture.width() - 2 * inset, picture.height() - 2 * inset
        x, y = round(left * self.ratio) + inset, round(top * self.ratio) + inset
        pair = (self.image.copy(x, y, wide, high), picture.copy(inset, inset, wide, high))
        for part in pair:
            part.setDevicePixelRatio(1)
        there, part = (one.convertToFormat(QImage.Format.Format_RGB32) for one in pair)
        return bool(there == part)

    def map_is_copied(self) -> list[bool]:
        """Of each tile wholly in sight and away from the piece: whether it is copied."""
        keys, corner = self.tiles._keys(self.canvas.camera, self.ratio)
        at, found = self.spot(), []
        for key in keys:
            left, top = corner.x() + key[1] * SIDE, corner.y() + key[2] * SIDE
            across, down = abs(at.x() - left - SIDE / 2), abs(at.y() - top - SIDE / 2)
            whole = 2 <= left <= WIDE - SIDE - 2 and 2 <= top <= HIGH - SIDE - 2
            if whole and max(across, down) > 0.6 * SIDE:
                found.append(self.has(self.tiles._tiles[key].toImage(), left, top, 0))
        return found

    def spot(self) -> QPointF:
        """The middle of the piece in pixels."""
        item = self.canvas._placed[0]
        return self.canvas.camera.to_screen(QPointF(item.x, item.y))

    def piece_is_copied(self) -> tuple[bool, float]:
        """Whether the body of the piece is copied, and the ratio of its picture."""
        assert self.canvas.drawing is not None
        item = self.canvas._placed[0]
        width = max(3, round(item.width * self.canvas.camera.scale))
        picture = self.canvas.drawing.counters.picture(item.piece, width, self.ratio)
        half = picture.deviceIndependentSize() / 2
        at = self.spot() - QPointF(half.width(), half.height())
        inset = round(0.3 * width * self.ratio)
        return self.has(picture.toImage(), at.x(), at.y(), inset), picture.devicePixelRatio()


def a_window(folder: str, ratio: float) -> tuple[Window, QRect]:
    """The window on a screen of 1920 by 1200 pixels with a bar at its foot."""
    settings = Settings(QSettings(f"{folder}/set.ini", QSettings.Format.IniFormat))
    apply(application(), settings.surround, settings.scale)
    window = Window(settings)
    window.show()
    window.resize(*SIZE)
    free = QRect(0, 0, round(1920 / ratio), round(1200 / ratio) - 40)
    window.frame.fit_screen(free)
    application().processEvents()
    return window, free


def main(folder: str) -> None:
    """Print what is seen."""
    application()
    screen = Screen(a_canvas())
    copied, ratio = screen.piece_is_copied()
    small = Minimap(screen.canvas)
    small.resize(small.sizeHint())
    picture, mark = small._picture(), symbol("grognard", 96)
    assert picture is not None
    window, free = a_window(folder, screen.ratio)
    found: dict[str, Any] = {
        "ratio": screen.ratio,
        "grabbed": [screen.image.width(), screen.image.height()],
        "tiles": screen.map_is_copied(),
        "piece": copied,
        "piece_ratio": ratio,
        "minimap": [picture.width(), picture.devicePixelRatio()],
        "symbol": [mark.width(), mark.devicePixelRatio()],
        "window": [window.width(), window.height()],
        "free": [free.width(), free.height()],
    }
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1])
