"""The camera shows a part of the board as large as it fits, and beside it the sheet, not the table."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF

from grognard.app.board.camera import Camera


@pytest.mark.parametrize(
    ("part", "left", "right"),
    [
        (
            QRectF(30, 5, 68, 50),
            None,
            100,
        ),  # else the table is seen at the right, the sheet cut left
        (QRectF(2, 5, 68, 50), 0, None),
        (QRectF(16, 1, 60, 58), None, None),
    ],
)
def test_room_beside_a_part_shows_the_sheet(
    part: QRectF, left: float | None, right: float | None
) -> None:
    camera = Camera()
    camera.set_viewport(1100, 760)
    camera.set_bounds(QRectF(0, 0, 100, 60), 10)
    room = QRectF(20, 20, 1060, 720)
    camera.fit_into(part, room)
    shown = QRectF(camera.to_screen(part.topLeft()), camera.to_screen(part.bottomRight()))
    assert room.adjusted(-1.5, -1.5, 1.5, 1.5).contains(shown)
    assert shown.height() > room.height() - 3 or shown.width() > room.width() - 3
    if left is not None:
        assert camera.visible().left() == pytest.approx(left, abs=0.2)
    if right is not None:
        assert camera.visible().right() == pytest.approx(right, abs=0.2)


def test_a_part_that_fills_its_room_stays_in_it() -> None:
    camera = Camera()
    camera.set_viewport(400, 400)
    camera.set_bounds(QRectF(0, 0, 100, 100), 10)
    room = QRectF(100, 0, 300, 400)
    camera.fit_into(QRectF(0, 0, 100, 100), room)
    assert camera.to_screen(camera.bounds.topLeft()).x() >= 99
