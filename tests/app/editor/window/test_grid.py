"""The hexes that are drawn on are those that are seen: one grid, whatever part of a map is in play."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.app.editor import shelf
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.mappage import grid_of
from grognard.app.editor.window.preview import preview
from grognard.engines.core.play.game import registry

HEXES = [
    (game.id, info.id)
    for game in registry.games().values()
    for info in game.scenarios()
    if game.map_layers and game.map_layers[0].drawn == "hexes"
]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))


def desk_on(game: str, scenario: str) -> Desk:
    found = registry[game]
    info = next(info for info in found.scenarios() if info.id == scenario)
    return Desk(found, shelf.copy_of(found, info, "Mine"))


@pytest.mark.parametrize(("game", "scenario"), HEXES)
def test_every_hex_is_edited_where_it_is_seen(game: str, scenario: str) -> None:
    desk = desk_on(game, scenario)
    grid, board = grid_of(desk), preview(desk.game, desk.path).board
    desk.close()
    assert grid is not None
    assert board is not None
    assert {*grid.hexes} == {space.id for space in board.spaces}
    for space in board.spaces:
        assert grid.centre(space.id) == pytest.approx(space.centre)
        assert grid.hex_at(*space.centre) == space.id


@pytest.mark.parametrize("corners", [["2413", "0705"], ["0705"], ["9999", "0101"], "nonsense"])
def test_a_field_that_is_none_leaves_the_whole_map(corners: str | list[str]) -> None:
    """What is wrong is a fault in the list; the map goes on being drawn and edited."""
    desk = desk_on("europa", "smolensk")
    whole = len(grid_of(desk).hexes)  # type: ignore[union-attr]
    desk.documents[desk.scenario].set(("field",), corners)  # type: ignore[arg-type]
    desk.documents[desk.scenario].save()
    grid, found = grid_of(desk), preview(desk.game, desk.path)
    desk.close()
    assert found.problems
    assert grid is not None
    assert len(grid.hexes) > whole
