"""Maps as they were published: nothing follows the hexsides, everything runs on to the neat line."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import shapely
from PySide6.QtWidgets import QApplication
from shapely.geometry import LineString, Point, Polygon, box

from grognard.app.board.map.art import MapArt
from grognard.app.board.theme import Theme, load_theme
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.setups import ScenarioInfo
from grognard.engines.core.show.views import BoardView

MAPS = ("gmt/borodino", "eagle/jerome", "eagle/maida", "columbia/borodino")


def board(word: str) -> BoardView:
    game, _, scenario = word.partition("/")
    engine = registry[game]
    info: ScenarioInfo = next(info for info in engine.scenarios() if info.id == scenario)
    return engine.board(engine.load(Path(info.path), {}))


@pytest.fixture(scope="module")
def art(qapp: QApplication) -> MapArt:
    return MapArt(board("gmt/borodino"), load_theme("gmt"))


@pytest.mark.parametrize("word", MAPS)
def test_no_road_and_no_river_ends_short_of_the_neat_line(qapp: QApplication, word: str) -> None:
    drawn = MapArt(board(word), load_theme(word.partition("/")[0]))
    frame, reach = box(*drawn.bounds), (0.95 if drawn.hexed else 0.1) * drawn.unit
    inside = frame.buffer(-0.02 * drawn.unit)
    houses = [np.array(s.centre) for s in drawn.board.spaces if s.terrain == "village"]
    led_off = 0
    for line in (*drawn.waters, *drawn.ways):
        led_off += not inside.contains(line)
        for end in (line.coords[0], line.coords[-1]):
            short = (
                inside.contains(Point(end)) and frame.exterior.distance(Point(end)) < 0.5 * reach
            )
            assert not short or any(np.hypot(*(np.array(end) - at)) < drawn.unit for at in houses)
    assert led_off > 1


def hexsides(art: MapArt) -> shapely.Geometry:
    return shapely.union_all([Polygon(s.polygon).exterior for s in art.board.spaces])


def test_a_wood_is_not_cut_along_the_sides_of_its_hexes(art: MapArt) -> None:
    rings = [s.polygon for s in art.spaces if s.terrain == "woods"]
    rim = art._outline(rings, 0.3, 0.125).boundary
    along = rim.intersection(hexsides(art).buffer(0.03 * art.unit)).length
    assert along / rim.length < 0.25
    plain = shapely.union_all([Polygon(ring).buffer(0.01 * art.unit) for ring in rings]).boundary
    assert plain.intersection(hexsides(art).buffer(0.03 * art.unit)).length / plain.length > 0.6


@pytest.mark.parametrize("what", ["woods", "cultivated", "marsh", "height"])
def test_every_hex_has_its_own_ground_in_its_middle(art: MapArt, what: str) -> None:
    def belongs(space: object) -> bool:
        return space.level > 0 if what == "height" else space.terrain == what  # type: ignore[attr-defined]

    shape = art._outline([s.polygon for s in art.spaces if belongs(s)], 0.3, 0.125)
    wrong = [s.id for s in art.spaces if shape.contains(Point(s.centre)) != belongs(s)]
    assert wrong == []


def test_the_moskva_is_a_river_and_no_sine(art: MapArt) -> None:
    (name,) = (label for label in art.board.labels if label.text == "Moskva")
    spot = Point(np.mean(name.points, axis=0))
    moskva = min(art.waters, key=spot.distance)
    sides = LineString(name.points)
    stretch = moskva.intersection(sides.buffer(0.6 * art.unit))
    along = max(getattr(stretch, "geoms", [stretch]), key=lambda part: part.length)
    assert along.length < 0.93 * sides.length  # hexsides go to and fro, a river flows


def test_bridges_and_fords_stand_where_the_water_is_crossed(art: MapArt) -> None:
    crossed = [e for e in art.board.edges if e.kind in ("bridge", "ford")]
    assert crossed
    assert art.crossings is not None
    for edge in crossed:
        middle = Point(np.mean(art.crossings.at(edge.a, edge.b), axis=0))
        side = Point(np.mean((edge.a, edge.b), axis=0))
        assert min(map(middle.distance, art.waters)) < 0.02 * art.unit
        assert middle.distance(side) < 0.6 * art.unit
        if min(map(side.distance, art.ways)) < 0.3 * art.unit:
            assert min(map(middle.distance, art.ways)) < 0.02 * art.unit


@pytest.mark.parametrize("theme", ["gmt", "columbia", "risorgimento"])
def test_each_level_is_told_from_the_next(qapp: QApplication, theme: str) -> None:
    dress: Theme = load_theme(theme)
    levels = dress.node("levels")
    tones = [dress.colour(f"levels.{n}").lightnessF() for n in sorted(levels, key=int)]
    if theme == "gmt":
        assert all(a - b > 0.045 for a, b in pairwise(tones))
    assert len({dress.get(f"levels.{n}") for n in levels}) == len(levels)
