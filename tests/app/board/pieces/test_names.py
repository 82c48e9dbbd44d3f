"""The name of a base stands where it hides no other base."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from grognard.app.board.camera import Camera
from grognard.app.board.pieces.beside import Beside, _box
from grognard.app.board.places.placing import Placed
from grognard.app.board.theme import load_theme
from grognard.engines.core.show.views import PieceView


def base(name: str, x: float, y: float) -> Placed:
    piece = PieceView(name, "base", "french", "infantry", name, pose=(x, y, 0.0), footprint=(4, 2))
    return Placed(piece, x, y, 4.0, 2.0, 0.0)


@pytest.mark.usefixtures("qapp")
def test_a_name_that_would_lie_on_a_base_below_stands_above_its_own(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = Camera()
    camera.scale = 30.0
    first, second = base("III/Ligne", 10.0, 10.0), base("General", 10.0, 12.4)
    drawn: list[QPointF] = []
    monkeypatch.setattr(
        "grognard.app.board.pieces.beside.snapped", lambda at, _ratio: drawn.append(at) or at
    )
    beside = Beside(load_theme("eagle"), lambda _piece, _short: False)
    image = QImage(900, 900, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    own, other = _box(camera, first), _box(camera, second)
    beside._name(painter, camera, first, 1.0)
    beside._name(painter, camera, first, 1.0, (other,))
    beside._name(painter, camera, first, 1.0, (other, own.translated(0, -own.height())))
    painter.end()
    below, above, crowded = drawn
    assert below.y() > own.bottom()
    assert above.y() < own.top()
    assert crowded == below
    assert isinstance(next(iter(beside._tokens.values())), QPixmap)
