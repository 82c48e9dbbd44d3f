"""Lanes go from edge to edge, to another lane or to a house, on every shipped map."""

from __future__ import annotations

import itertools

import pytest

from grognard.engines.core.board.hexnumbers import numbers_of
from grognard.engines.core.play.game import registry
from grognard.engines.eagle.field.lanes import HOUSED, WET, led_on
from tests.conftest import ROOT

GAME = registry.games()["eagle"]
HOME = ROOT / "scenarios" / "eagle"


@pytest.mark.parametrize("name", sorted(path.stem for path in HOME.glob("*.yaml")))
def test_no_lane_stops_in_mid_field(name: str) -> None:
    ground = GAME.load(HOME / f"{name}.yaml", {}).map
    grid, lanes = ground.grid, led_on(ground)
    assert len(lanes) == len(ground.lines)
    for index, (kind, hexes) in enumerate(lanes):
        assert all(grid.direction(a, b) is not None for a, b in itertools.pairwise(hexes))
        if kind in WET:
            continue
        ways = [row for k, (way, row) in enumerate(lanes) if k != index and way not in WET]
        others = {h for row in ways for h in row}
        for end in (hexes[0], hexes[-1]):
            column, row = numbers_of(end)
            rim = column in (grid.first_column, grid.last_column)
            rim = rim or row in (grid.first_row, grid.last_row)
            assert rim or end in others or ground.at(end) in HOUSED, (kind, end)


def test_a_lane_that_ends_in_a_field_is_led_on() -> None:
    ground = GAME.load(HOME / "jerome.yaml", {}).map
    before = {h for _, hexes in ground.lines for h in hexes}
    after = {h for _, hexes in led_on(ground) for h in hexes}
    assert before < after
