"""Stamps of a layer are binned so small that they are quickly drawn, and no bin's edge is seen."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

from grognard.app.board.map.layers import CLUMP, Layer

INK, CROWN = QColor("#203010"), QColor("#90B060")


def painted(spots: list[tuple[float, float]]) -> QImage:
    """Draw round trees of half a space's radius at some places, 100 pixels a space."""
    tree = QPainterPath()
    tree.addEllipse(QRectF(-0.5, -0.5, 1, 1))
    layer = Layer(fill=CROWN, line=INK, width=0.04)
    layer.add_stamps(np.array(spots), [tree], [0] * len(spots), 1.0)
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.scale(100, 100)
    layer.paint(painter, QRectF(0, 0, 3, 2), 100)
    painter.end()
    return image


def test_an_outline_is_seen_where_the_next_bin_begins() -> None:
    """The right side of the first tree lies below the second, which is of another bin: its line is drawn over it."""
    first, second = (CLUMP - 0.2, 1.0), (CLUMP + 0.2, 1.0)
    image = painted([first, second])
    assert image.pixelColor(round((CLUMP - 0.2 + 0.5) * 100), 100) == INK
    assert image.pixelColor(round((CLUMP + 0.2 - 0.5) * 100), 100) == INK


def test_stamps_far_apart_are_paths_of_their_own() -> None:
    tree = QPainterPath()
    tree.addRect(QRectF(-0.1, -0.1, 0.2, 0.2))
    layer = Layer(fill=CROWN)
    layer.add_stamps(np.array([(0.5, 0.5), (1.5, 0.5), (0.6, 0.6)]), [tree], [0, 0, 0], 1.0)
    assert len(layer.parts) == 2
