"""What the battle does to a space: villages that burn, and what is left of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

from grognard.app.board.map.layers import Layer
from grognard.app.board.map.shapes import Floats
from grognard.app.board.theme import Theme
from grognard.engines.core.show.views import EdgeView

SINGED, ASHES = 0.7, 0.75
"""How much of the space is singed; how dense the colour is laid on."""
FLAMES = ((-0.2, 0.14, 0.8), (0.19, 0.16, 0.85), (0.0, -0.02, 1.15))
STONES = ((-0.2, -0.08), (0.05, -0.16), (0.22, 0.02), (-0.06, 0.08), (0.12, 0.18), (-0.24, 0.16))


def scar_layers(edges: Sequence[EdgeView], theme: Theme, unit: float) -> list[Layer]:
    """Scorched ground with flames, or with broken walls where the theme's mark is rubble."""
    layers: list[Layer] = []
    for edge in edges:
        if edge.a != edge.b or len(edge.line) < 3:
            continue
        kind = f"terrain.{edge.kind}"
        ring = np.array(edge.line, dtype=np.float64)
        middle = np.array(edge.a)
        ground = Layer(fill=theme.colour(f"{kind}.fill", "#D8CDB8", ASHES), name=edge.kind)
        ground.add_shapes([middle + (ring - middle) * SINGED], unit)
        ink = theme.colour(f"{kind}.mark_color", "#5A2A20")
        if theme.get(f"{kind}.symbol") == "fire":
            blaze = theme.colour(f"{kind}.blaze", "#D9622B")
            sign = Layer(fill=blaze, line=ink, width=0.018 * unit, least=0.8, name="flames")
            for x, y, size in FLAMES:
                sign.add(_flame(edge.a[0] + x * unit, edge.a[1] + y * unit, 0.3 * size * unit))
        else:
            sign = Layer(line=ink, width=0.03 * unit, least=1.1, name="broken walls")
            sign.add_strokes(
                [
                    _wall(middle + np.array(at) * unit, 0.075 * unit, n)
                    for n, at in enumerate(STONES)
                ],
                unit,
            )
        layers += [ground, sign]
    return layers


def _flame(x: float, y: float, tall: float) -> QPainterPath:
    """A tongue of fire standing on (x, y)."""
    wide = 0.34 * tall
    path = QPainterPath(QPointF(x, y))
    path.cubicTo(
        QPointF(x - 1.5 * wide, y - 0.1 * tall),
        QPointF(x - wide, y - 0.5 * tall),
        QPointF(x + 0.1 * wide, y - tall),
    )
    path.cubicTo(
        QPointF(x + 0.2 * wide, y - 0.6 * tall),
        QPointF(x + 1.7 * wide, y - 0.3 * tall),
        QPointF(x, y),
    )
    return path


def _wall(at: Floats, size: float, turn: int) -> Floats:
    """A corner of a wall that still stands."""
    angle = turn * 1.1
    way = np.array([np.cos(angle), np.sin(angle)]) * size
    across = np.array([-way[1], way[0]])
    return np.array([at - way, at + way, at + way + across])
