"""'Show all the pieces' shows every piece, clear of the edge and of whatever lies over the map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QApplication

from grognard.app.board.camera import roomiest
from grognard.app.main import Window
from grognard.engines.core.play.game import registry
from tests.app.table.test_together import window

__all__ = ["window"]


@pytest.mark.parametrize(("game", "scenario"), [("gmt", "shevardino"), ("europa", "smolensk")])
def test_no_piece_lies_under_anything(window: Window, game: str, scenario: str) -> None:
    window.resize(1280, 720)
    found = registry[game]
    info = next(one for one in found.scenarios() if one.id == scenario)
    window.start_game(found, info, {seat.id: "captain" for seat in info.seats}, {}, "7")
    page = window.table
    assert page is not None
    page.computer.stop()
    QApplication.processEvents()  # the board is framed as it opens
    page.canvas.grab()
    window.commands["fit_pieces"].trigger()
    QApplication.processEvents()
    over = list(page.canvas.key.boxes) if page.canvas.key is not None else []
    assert len(over) == 4
    if page.minimap.isVisible():
        over.append(QRectF(page.minimap.geometry()))
    inside, scale = QRectF(page.canvas.rect()), page.canvas.camera.scale
    assert page.canvas._placed
    for piece in page.canvas._placed:
        at = page.canvas.camera.to_screen(QPointF(piece.x, piece.y))
        wide, high = piece.width * scale, piece.height * scale
        body = QRectF(at.x() - wide / 2, at.y() - high / 2, wide, high)
        assert inside.contains(body), piece.piece.id
        assert not any(box.intersects(body) for box in over), piece.piece.id


def test_what_lies_in_a_corner_is_passed_where_it_costs_least() -> None:
    window, box = QRectF(0, 0, 1000, 500), QRectF(0, 0, 300, 40)
    assert roomiest(QRectF(0, 0, 20, 2), window, [box]) == QRectF(0, 40, 1000, 460)
    assert roomiest(QRectF(0, 0, 2, 10), window, [box]) == QRectF(300, 0, 700, 500)
