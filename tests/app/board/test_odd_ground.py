"""Ground of any shape is drawn: narrow strips, specks, bends that part what crosses them."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
import shapely
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from grognard import assets
from grognard.app.board.map.art import art_of
from grognard.app.board.map.layers import Layer
from grognard.app.board.map.shapes import open_lines, strokes_of
from grognard.app.board.theme import load_theme
from grognard.engines.core.show.views import BoardView, EdgeView, LineView, SpaceView

FOUND = sorted(path.stem for path in (Path(assets.__path__[0]) / "themes").glob("*.yaml"))
THEMES = [name for name in FOUND if load_theme(name).node("terrain")]
KINDS = {name: {"columbia": "areas", "risorgimento": "table"}.get(name, "hex") for name in THEMES}
"""The board that a theme dresses: no other is ever drawn in it."""
SHAPES = {
    "strip": ((0.0, 0.0), (9.0, 0.1), (9.0, 0.2), (0.0, 0.1)),
    "speck": ((0.0, 0.0), (0.05, 0.0), (0.05, 0.05), (0.0, 0.05)),
    "needle": ((0.0, 0.0), (6.0, 0.0), (0.0, 0.02)),
    "bend": ((0.0, 0.0), (4.0, 0.0), (4.0, 0.7), (0.7, 0.7), (0.7, 4.0), (0.0, 4.0)),
    "patch": ((0.0, 0.0), (3.7, 0.5), (3.1, 2.6), (0.2, 2.4)),
}
TAGS = ("village", "redoubt")
LEVELS = 3


def ground(theme: str, kind: str) -> BoardView:
    """Return a board with every terrain of a theme in every shape, and every way across it."""
    spaces, lines, edges = [], [], []
    found = product(load_theme(theme).node("terrain"), SHAPES.values())
    for number, (terrain, ring) in enumerate(found):
        x, y = 5.0 * (number % 11) + 1.0, 5.0 * (number // 11) + 1.0
        polygon = tuple((x + a, y + b) for a, b in ring)
        middle = shapely.Polygon(polygon).representative_point()
        centre = (middle.x, middle.y)
        level = number % LEVELS if number < LEVELS * len(SHAPES) else 0
        spaces.append(SpaceView(f"s{number}", centre, polygon, terrain, level, "", TAGS))
        edges.append(EdgeView(f"b{number}", "bridge", polygon[0], polygon[1]))
        edges.append(EdgeView(f"r{number}", "river", polygon[1], polygon[2]))
    for number, way in enumerate(load_theme(theme).node("lines")):
        lines.append(LineView(way, "", ((0.0, 3.0 + number), (30.0, 2.0), (60.0, 3.0 + number))))
        lines.append(LineView(way, "", ((2.0, 2.0), (2.05, 2.0), (2.0, 2.02))))
    bounds = (0.0, 0.0, 61.0, 61.0)
    return BoardView("odd", "", kind, tuple(spaces), tuple(edges), tuple(lines), (), bounds)


@pytest.mark.parametrize(("theme", "kind"), KINDS.items())
def test_every_terrain_is_drawn_in_every_shape(qtbot: QtBot, theme: str, kind: str) -> None:
    art = art_of(ground(theme, kind), load_theme(theme))
    image = QImage(122, 122, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(2, 2)
    art.paint(painter, QRectF(0, 0, 61, 61), 2.0)
    painter.end()
    assert len({image.pixel(x, y) for x in range(0, 122, 3) for y in range(0, 122, 3)}) > 1


def test_only_what_has_a_length_is_a_line() -> None:
    square = shapely.box(0, 0, 1, 1)
    apart = shapely.MultiLineString([((2, 0), (2, 1)), ((3, 0), (3, 1))])
    beside = shapely.MultiLineString([((0.5, -1), (0.5, 2)), ((1, 1), (2, 2)), ((5, 5), (6, 6))])
    assert shapely.get_parts(shapely.intersection(apart, square))[0].is_empty
    assert open_lines(shapely.intersection(apart, square)) == []
    (stroke,) = strokes_of(shapely.intersection(beside, square))
    assert sorted(map(tuple, stroke.tolist())) == [(0.5, 0.0), (0.5, 1.0)]


def test_a_layer_leaves_out_what_leads_nowhere(qtbot: QtBot) -> None:
    layer = Layer()
    nothing = shapely.get_coordinates(shapely.LineString())
    layer.add_strokes([nothing, nothing], 1.0)
    layer.add_shapes([nothing], 1.0)
    assert layer.parts == []
