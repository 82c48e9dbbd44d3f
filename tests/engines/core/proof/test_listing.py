"""What there is to be played is told of an index, and anew wherever a file of it has changed."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from grognard.engines.core.play.game import registry
from grognard.engines.core.play.homes import home_of
from grognard.engines.core.proof.listing import Listed, listed_games
from tests.conftest import environment
from tests.fixture_game.game import Picket

OTHERS = ("numpy", "shapely", "yaml", "cattrs", "PySide6")


def fixture_of(folder: Path) -> Listed:
    return next(one for one in listed_games(folder) if one.id == "fixture")


def test_the_index_says_what_the_games_say(tmp_path: Path) -> None:
    asked = [*listed_games(tmp_path)]
    assert len([*tmp_path.glob("*.json")]) == len(asked)
    for found in (asked, [*listed_games(tmp_path)]):
        assert [one.id for one in found] == list(registry.games())
        for one in found:
            game = registry[one.id]
            assert (one.title, one.edition) == (game.title, game.edition)
            assert one.scenarios == tuple(game.scenarios())


def test_a_game_is_not_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = fixture_of(tmp_path)
    monkeypatch.setattr(Picket, "scenarios", lambda _self: pytest.fail("it was asked"))
    assert fixture_of(tmp_path) == before


@pytest.mark.parametrize("spoilt", ["", "{}", "[]", '{"made_of": 1, "folders": 3}', "no json"])
def test_a_damaged_index_is_made_anew(tmp_path: Path, spoilt: str) -> None:
    before = fixture_of(tmp_path)
    (tmp_path / "fixture.json").write_text(spoilt)
    assert fixture_of(tmp_path) == before
    assert json.loads((tmp_path / "fixture.json").read_text())["id"] == "fixture"


def test_an_index_of_other_files_is_made_anew(tmp_path: Path) -> None:
    before = fixture_of(tmp_path)
    index = tmp_path / "fixture.json"
    data = json.loads(index.read_text())
    _, _, scenarios = data["made_of"]
    assert any(name.endswith("picket.yaml") for name, *_ in scenarios)
    scenarios[0][2] += 1  # as it is told of a file that was written since
    index.write_text(json.dumps(data | {"title": "Of yesterday"}))
    assert fixture_of(tmp_path) == before


def test_where_no_index_can_be_kept_the_games_are_asked(tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("")
    assert fixture_of(tmp_path / "a file") == fixture_of(tmp_path)


def test_a_list_imports_no_game_and_nothing_heavy(tmp_path: Path) -> None:
    words = f"""
import sys
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoint
from grognard.app.cli import main
code = main(["list", "--json"])
heavy = [one for one in sys.modules if one.partition(".")[0] in {OTHERS!r}]
games = [one for one in sys.modules if one.startswith("grognard.engines.") and not one.startswith("grognard.engines.core")]
fixture = [one for one in sys.modules if one.startswith("tests.fixture_game.")]
print(code, heavy, games, fixture, file=sys.stderr)
"""
    told = [
        subprocess.run(
            [sys.executable, "-c", words],
            env=environment(GROGNARD_HOME=str(tmp_path)),
            capture_output=True,
            text=True,
            check=True,
        )
        for _ in range(2)
    ]
    assert told[0].stdout == told[1].stdout != ""
    light = sorted(point for point in registry.games() if point != "fixture")
    assert told[1].stderr.strip() in {
        f"0 [] {games} []" for games in ([], [f"grognard.engines.{one}" for one in light])
    }


def test_a_module_in_an_archive_lies_where_its_data_lie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    point = EntryPoint("fixture", "somewhere.game:Picket", "grognard.games")
    for folder, home in ((tmp_path, tmp_path), (tmp_path / "none", None)):
        origin = str(folder / "game.pyc")
        spec = ModuleSpec("somewhere.game", None, origin=origin)
        monkeypatch.setattr("grognard.engines.core.play.homes.find_spec", lambda _, it=spec: it)
        assert home_of(point) == home
