"""A scenario's file opened in the window: the game that it names reads it, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.app.cli import main
from grognard.app.editor import shelf
from grognard.app.main import Window
from grognard.engines.core.play.game import registry
from tests.conftest import ROOT

SOUND = ROOT / "tests" / "fixture_game" / "scenarios" / "picket.yaml"


@pytest.fixture
def opener(window: Window) -> Window:
    """A window that knows every game installed."""
    window.games.update(registry.games())
    return window


def mistyped(folder: Path) -> Path:
    """A scenario with two errors in it."""
    text = (ROOT / "scenarios" / "gmt" / "first-assault.yaml").read_text("utf-8")
    text = text.replace("base_terrain: clear", "base_terrain: clera")
    path = folder / "mistyped.yaml"
    path.write_text(text.replace("active: ", "activ: ", 1), "utf-8")
    return path


def test_the_errors_told_are_those_that_validate_tells(
    opener: Window, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = mistyped(tmp_path)
    opener.files.open_target(str(path))
    ((title, words),) = opener.told
    assert title == "The scenario cannot be played"
    assert len(words.splitlines()) == 2, words
    assert main(["validate", str(path)]) == 1
    assert words.splitlines() == capsys.readouterr().err.splitlines()


def test_a_file_that_names_no_game_is_told_in_one_line(opener: Window, tmp_path: Path) -> None:
    path = tmp_path / "nothing.yaml"
    path.write_text("scenario: nothing\ngame: chess\n", "utf-8")
    opener.files.open_target(str(path))
    ((_, words),) = opener.told
    assert len(words.splitlines()) == 1
    assert "the file names no installed game" in words


def test_a_sound_file_is_played(opener: Window) -> None:
    opener.files.open_target(str(SOUND))
    assert opener.told == []
    assert opener.table is not None
    assert opener.table.model.session.setup.info.id == "picket"
    assert set(opener.table.model.players.values()) <= {"person"}


def test_a_scenario_of_ones_own_is_edited_by_its_file(
    opener: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`grognard edit FILE` edits, as its name says, and opens no table."""
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    game = registry["gmt"]
    info = next(info for info in game.scenarios() if info.id == "charge")
    opener.workroom.editors.games["gmt"] = game
    path = shelf.copy_of(game, info, "Mine")
    opener.files.edit_target(str(path))
    assert opener.told == []
    assert [*opener.workroom.editors.open] == [path.resolve()]
    assert opener.table is None
    opener.workroom.editors.open[path.resolve()].close()
