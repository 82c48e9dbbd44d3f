"""A hex without a name is told by the nearest place that has one."""

from __future__ import annotations

from pathlib import Path

from grognard.engines.core.board.whereabouts import whereabouts
from grognard.engines.europa.game import Europa
from tests.conftest import ROOT

GAME = Europa()
MAP = GAME.load(Path(ROOT / "scenarios/europa/smolensk.yaml"), {}).map


def test_each_hex_is_told_by_the_nearest_city_and_its_side() -> None:
    found = whereabouts(MAP.grid, MAP.cities)
    assert found.keys() == set(MAP.grid.hexes) - set(MAP.cities)
    for at, near in found.items():
        assert near.hexes == min(MAP.grid.distance(at, city) for city in MAP.cities)
        assert near.hexes == MAP.grid.distance(at, near.place)
        (x, y), (city_x, city_y) = MAP.grid.centre(at), MAP.grid.centre(near.place)
        assert ("north" in str(near.wind)) <= (y < city_y)
        assert ("west" in str(near.wind)) <= (x < city_x)


def test_the_number_of_the_hex_is_told() -> None:
    assert str(MAP.names["1208"]) == "Vitebsk (1208)"
    assert str(MAP.names["1207"]) == "1207 north of Vitebsk"
    assert str(MAP.names["0705"]) == "0705 north of Rzhev (2 hexes)"
    assert all(at in str(said) for at, said in MAP.names.items())


def test_a_map_without_a_place_has_its_numbers() -> None:
    assert not whereabouts(MAP.grid, ())
