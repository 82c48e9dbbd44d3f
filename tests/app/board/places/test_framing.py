"""Frames: what lies near together is seen in one, what lies far apart in two."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSizeF

from grognard.app.board.places.framing import MANY, frames

ROOM = QSizeF(10, 10)


def spots(*at: tuple[float, float]) -> list[QRectF]:
    return [QRectF(x, y, 2, 2) for x, y in at]


def test_what_fits_is_in_one_frame() -> None:
    assert frames(spots((0, 0), (8, 3), (4, 8)), ROOM) == [QRectF(0, 0, 10, 10)]
    assert frames([], ROOM) == []


def test_what_lies_far_apart_is_in_two_the_fuller_first() -> None:
    found = frames(spots((0, 0), (50, 0), (52, 3)), ROOM)
    assert found == [QRectF(50, 0, 4, 5), QRectF(0, 0, 2, 2)]


def test_there_are_never_more_than_two() -> None:
    found = frames(spots((0, 0), (50, 0), (0, 90), (60, 0)), ROOM)
    assert found == [QRectF(0, 0, 62, 2), QRectF(0, 90, 2, 2)]
    many = spots(*((50.0 * n, 0) for n in range(MANY + 1)))
    assert frames(many, ROOM) == [QRectF(0, 0, 50 * MANY + 2, 2)]
