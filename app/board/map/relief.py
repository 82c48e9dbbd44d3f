"""Ground that falls: soft shading below the slopes of a board, lit from the north-west."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from PySide6.QtGui import QColor
from shapely.geometry import LineString

from grognard.app.board.map.layers import Layer
from grognard.app.board.map.shapes import Floats, polyline_path

BANDS = (0.1, 0.19, 0.28, 0.37, 0.46, 0.55)
"""How far the shade reaches from the brow, band over band, in spaces."""
_LIGHT = np.array((-0.6, -0.8))
_DARK, _BRIGHT = (70, 52, 24, 17), (255, 248, 220, 24)


def shading(descents: Sequence[tuple[Floats, Floats]], unit: float) -> list[Layer]:
    """Shade what falls away from the light and brighten what falls towards it.

    `descents` are the brows of slopes: points along each, with the way down at every one.
    """
    shade = Layer(fill=QColor(*_DARK), name="shade")
    light = Layer(fill=QColor(*_BRIGHT), name="light")
    for spots, down in descents:
        if len(spots) < 3:
            continue
        lit = down @ _LIGHT > 0.15
        for layer, chosen in ((light, lit), (shade, ~lit)):
            for run in _runs(chosen):
                for reach in BANDS:
                    _band(layer, spots[run], down[run], reach * unit)
    return [light, shade]


def _runs(chosen: np.ndarray) -> list[slice]:
    """Return the stretches that are chosen, each a point longer at its ends."""
    found, start = [], -1
    for k, on in enumerate([*chosen.tolist(), False]):
        if on and start < 0:
            start = k
        elif not on and start >= 0:
            found.append(slice(max(0, start - 1), min(len(chosen), k + 1)))
            start = -1
    return found


def _band(layer: Layer, spots: Floats, down: Floats, reach: float) -> None:
    if len(spots) < 2:
        return
    tapered = reach * np.clip(
        np.minimum(np.arange(len(spots)), np.arange(len(spots))[::-1]) / 4, 0.15, 1
    )
    outer = spots + down * tapered[:, None]
    outer = np.asarray(LineString(outer).simplify(0.05 * reach).coords)
    ring = np.vstack((spots, outer[::-1]))
    shape = shapely.Polygon(ring).buffer(0)
    for part in (
        [shape] if isinstance(shape, shapely.Polygon) else list(getattr(shape, "geoms", ()))
    ):
        if not part.is_empty:
            layer.add(polyline_path(np.asarray(part.exterior.coords), closed=True))
