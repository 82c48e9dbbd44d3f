"""One's own scenarios: begun from a shipped one or from nothing, copied, renamed, thrown away."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grognard.app.editor import shelf
from grognard.app.editor.maps.blank import Numbering
from grognard.app.editor.window.preview import preview
from grognard.engines.core.data.yamlio import load_file
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.setups import ScenarioInfo
from grognard.engines.core.scenario.gathering import MAIN

GAMES = registry.games()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    return tmp_path


def shortest(game: str) -> ScenarioInfo:
    return GAMES[game].scenarios()[0]


@pytest.mark.parametrize("game", ["gmt", "risorgimento", "eagle"])
def test_a_copy_has_the_same_set_up_and_no_fault(game: str) -> None:
    found = preview(GAMES[game], shelf.copy_of(GAMES[game], shortest(game), "A copy"))
    assert found.problems == ()
    assert found.setup is not None
    assert found.setup.info.title == "A copy"


@pytest.mark.parametrize("game", ["gmt", "risorgimento", "eagle"])
def test_a_blank_map_is_seen_whatever_is_missing(game: str) -> None:
    size = shelf.Size(60, 45) if game == "risorgimento" else shelf.Size(8, 6)
    path = shelf.blank(GAMES[game], shortest(game), "My battle", size, Numbering())
    found = preview(GAMES[game], path)
    assert found.board is not None
    there = preview(GAMES[game], shelf.copy_of(GAMES[game], shortest(game), "As it is")).pieces
    assert {*found.pieces} == {*there}
    assert len(there) > 7
    known = ("has no place", "on the map", "no way to win")
    said = [problem.message.partition(". ")[0] for problem in found.problems]
    assert all(words.endswith(known) for words in said)


def test_names_and_folders_are_never_taken_twice() -> None:
    game, info = GAMES["gmt"], shortest("gmt")
    first, second = (shelf.copy_of(game, info, "Così fan tutte!") for _ in range(2))
    assert first != second
    assert [one.title for one in shelf.own(GAMES)] == ["Così fan tutte!"] * 2


def test_what_is_thrown_away_lies_in_the_bin(home: Path) -> None:
    path = shelf.copy_of(GAMES["gmt"], shortest("gmt"), "Away")
    twin = shelf.duplicate(path, "Twin")
    gone = shelf.throw_away(path)
    assert gone.parent == home / "bin"
    assert (gone / MAIN).is_file()
    assert [one.path for one in shelf.own(GAMES)] == [str(twin)]
    assert load_file(twin)[0].plain()["title"] == "Twin"  # type: ignore[union-attr,call-overload,index]


def test_a_file_of_no_game_is_left_out(home: Path) -> None:
    (home / "scenarios" / "odd").mkdir(parents=True)
    (home / "scenarios" / "odd" / MAIN).write_text("game: chess\n")
    assert shelf.own(GAMES) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
def test_a_copy_takes_no_links_and_nothing_that_never_ends() -> None:
    path = shelf.copy_of(GAMES["gmt"], shortest("gmt"), "Mine")
    (path.parent / "zero.png").symlink_to("/dev/zero")
    (path.parent / "notes.txt").write_text("mine", encoding="utf-8")
    os.mkfifo(path.parent / "pipe")
    copy = shelf.duplicate(path, "Another")
    assert (copy.parent / "notes.txt").read_text("utf-8") == "mine"
    assert not os.path.lexists(copy.parent / "zero.png")
    assert not os.path.lexists(copy.parent / "pipe")
