"""What was built is drawn from data: farms with their parts, villages with a church, fields of a country."""

from __future__ import annotations

from functools import cache

import pytest
import shapely
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication
from shapely.geometry import Polygon

from grognard.app.board.map.art import MapArt
from grognard.app.board.map.layers import Layer
from grognard.app.board.theme import load_theme
from grognard.engines.core.play.game import registry
from grognard.engines.core.show.views import BoardView
from tests.conftest import ROOT


@cache
def drawn(name: str, game: str = "eagle") -> MapArt:
    found = registry.games()[game]
    setup = found.load(ROOT / "scenarios" / game / f"{name}.yaml", {})
    return MapArt(found.board(setup), load_theme(game))


def named(art: MapArt, start: str) -> list[Layer]:
    return [
        layer for layer in (*art.under, *art.over) if layer.name.startswith(start) and layer.parts
    ]


def hex_of(board: BoardView, terrain: str) -> Polygon:
    return Polygon(next(s.polygon for s in board.spaces if s.terrain == terrain))


@pytest.mark.parametrize(
    ("name", "terrain", "parts"),
    [
        (
            "jerome",
            "hougoumont",
            ("yard", "garden", "beds", "houses tile", "houses slate", "house wall", "gate"),
        ),
        (
            "first-corps",
            "haye_sainte",
            ("yard", "garden", "pond", "houses tile", "house wall", "gate"),
        ),
        ("first-corps", "sand_pit", ("pit", "pit floor", "pit lip")),
        ("bossu-wood", "fortress", ("yard", "houses tile", "pond")),
    ],
)
def test_a_farm_stands_in_its_hex(
    qapp: QApplication, name: str, terrain: str, parts: tuple[str, ...]
) -> None:
    art = drawn(name)
    home = hex_of(art.board, terrain).buffer(0.2 * art.unit)
    for part in parts:
        layers = [layer for layer in named(art, part) if layer.name == part]
        assert layers, part
        boxes = [
            shapely.box(b.left(), b.top(), b.right(), b.bottom())
            for layer in layers
            for b in [layer.parts[0][1].boundingRect()]
        ]
        assert any(home.intersects(box) for box in boxes), part


def test_no_ring_of_wall_is_drawn_round_a_farm_with_walls(qapp: QApplication) -> None:
    art = drawn("jerome")
    middle = hex_of(art.board, "hougoumont").centroid
    for layer in named(art, "coping"):
        if layer in named(art, "house"):
            continue
        boxes = [path.boundingRect() for _, path in layer.parts]
        assert not any(b.contains(middle.x, middle.y) for b in boxes if b.width() > art.unit)


@pytest.mark.parametrize("name", ["los-arapiles", "miranda-de-azan", "road-to-namur"])
def test_a_village_has_a_street_and_a_church(qapp: QApplication, name: str) -> None:
    art = drawn(name)
    village = hex_of(art.board, "village")
    assert sum(way.intersection(village).length for way in art.ways) > 0.4 * art.unit
    (cross,) = named(art, "cross")
    boxes = [path.boundingRect().center() for _, path in cross.parts]
    assert any(village.contains(shapely.Point(at.x(), at.y())) for at in boxes)
    roads = shapely.union_all(art.ways)
    for layer in named(art, "houses #"):
        for _, path in layer.parts:
            for ring in path.toSubpathPolygons():
                house = Polygon([(p.x(), p.y()) for p in ring]).buffer(0)
                assert not house.intersects(roads)


def test_fields_leave_roads_and_farms_free(qapp: QApplication) -> None:
    art = drawn("jerome")
    farm, roads = hex_of(art.board, "hougoumont").centroid, shapely.union_all(art.ways)
    fields = named(art, "field ")
    assert len(fields) >= 5
    for layer in fields:
        for _, path in layer.parts:
            rings = [
                Polygon([(p.x(), p.y()) for p in r]).buffer(0) for r in path.toSubpathPolygons()
            ]
            assert not any(ring.contains(farm) for ring in rings[:1])
            if len(rings) == 1:
                assert rings[0].intersection(roads).length < 0.05 * art.unit


def average(art: MapArt) -> QColor:
    image = QImage(120, 90, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    x0, y0, x1, y1 = art.bounds
    scale = min(120 / (x1 - x0), 90 / (y1 - y0))
    painter.scale(scale, scale)
    painter.translate(-x0, -y0)
    art.paint(painter, art.sheet(), scale, grid=False)
    painter.end()
    return QColor(image.copy(10, 10, 60, 50).scaled(1, 1).pixelColor(0, 0))


def test_spain_is_not_green(qapp: QApplication) -> None:
    """Brabant is green and gold, Castile and Calabria are burnt by the sun."""
    for name in ("garcia-hernandez", "los-arapiles", "maida"):
        spain = drawn(name)
        layers = named(spain, "field ")
        assert all(
            layer.fill is not None and layer.fill.red() >= layer.fill.green() for layer in layers
        )
        assert named(spain, "lone tree")
    belgian = [layer.fill for layer in named(drawn("jerome"), "field ") if layer.fill is not None]
    assert any(fill.green() > fill.red() for fill in belgian)
    assert average(drawn("garcia-hernandez")).red() > average(drawn("jerome")).red()


def test_ground_falls_from_its_crests(qapp: QApplication) -> None:
    art = drawn("jerome")
    assert named(art, "shade")
    assert named(art, "light")
    assert not named(drawn("borodino", "gmt"), "shade")  # there the heights have tints
