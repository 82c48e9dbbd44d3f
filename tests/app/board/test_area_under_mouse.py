"""On a map of areas the one under the mouse is outlined, whole and strongly; hexes are not."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from grognard.app.board.canvas import BoardCanvas
from grognard.app.board.theme import load_theme
from grognard.engines.core.play.game import registry


def board_of(qtbot: QtBot, game: str) -> BoardCanvas:
    known = registry[game]
    info = next(iter(known.scenarios()))
    canvas = BoardCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(800, 600)
    canvas.set_board(known.board(known.load(Path(info.path), {})), load_theme(game), patient=False)
    canvas.show()
    return canvas


def picture(canvas: BoardCanvas) -> QImage:
    """What the canvas puts over its map and pieces."""
    image = QImage(canvas.size(), QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    canvas._paint_cursor(painter)
    painter.end()
    return image


def test_the_area_under_the_mouse_is_outlined_and_no_longer_once_the_mouse_has_left(
    qtbot: QtBot,
) -> None:
    canvas = board_of(qtbot, "columbia")
    assert canvas.spaces is not None
    bare = picture(canvas)
    area = next(s for s in canvas.spaces.spaces.values() if len(s.polygon) > 3)
    canvas.point_at("", area.id)
    drawn = picture(canvas)
    assert drawn != bare
    corners = [canvas.camera.to_screen(QPointF(*p)).toPoint() for p in area.polygon]
    inside = [p for p in corners if drawn.rect().contains(p)]
    assert inside
    marked = [p for p in inside if drawn.pixelColor(p).alpha() > 200]
    assert len(marked) >= 0.9 * len(inside)
    assert all(drawn.pixelColor(p).lightness() < 110 for p in marked), "dark within light"
    canvas.point_at("", "")
    assert picture(canvas) == bare


def test_hexes_are_told_by_their_grid(qtbot: QtBot) -> None:
    canvas = board_of(qtbot, "gmt")
    assert canvas.spaces is not None
    bare = picture(canvas)
    canvas.point_at("", next(iter(canvas.spaces.spaces)))
    assert picture(canvas) == bare
