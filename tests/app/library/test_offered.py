"""The library knows the games by an index: none is imported, nor numpy or shapely, before it is needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from grognard.app.library.offered import Offered, guide_of, itself, offered
from grognard.app.main import Window
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.proof import listing
from grognard.engines.core.proof.listing import guided
from tests.conftest import environment

HEAVY = ("numpy", "shapely", "PIL")
OPENED = f"""
import sys
from grognard.app.screen import application
from grognard.app.main import Window
app = application()
window = Window()
window.show()
app.processEvents()
window.grab()
rows = [*window.library.battles.items()]
heavy = [one for one in sys.modules if one.partition(".")[0] in {HEAVY!r}]
games = [one for one in sys.modules if one.startswith(("grognard.engines.", "tests.fixture_game."))]
print(len(rows), heavy, [one for one in games if one.count(".") > 2 and ".core." not in one])
"""


def test_the_library_opens_without_a_game_and_without_anything_heavy(tmp_path: Path) -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", OPENED],
            env=environment(GROGNARD_HOME=str(tmp_path)),
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for _ in range(2)
    ]
    battles = sum(len(game.scenarios()) for game in registry.games().values())
    assert told[0].startswith(f"{battles} ")  # here the games are asked, and the index is made
    assert told[1] == f"{battles} [] []"


def test_a_game_is_shown_as_it_is_and_answers_what_no_index_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    for _ in range(2):
        shown = offered(registry.games())
        assert list(shown) == list(registry.games())
        for name, real in registry.games().items():
            game: Any = shown[name]
            assert isinstance(game, Offered)
            assert (game.id, game.title, game.edition) == (real.id, real.title, real.edition)
            assert (game.alone, game.manner) == (real.alone, real.manner)
            assert game.scenarios() == tuple(real.scenarios())
            assert guide_of(game) == guided(real)
            assert game.players is real.players


def test_one_game_that_cannot_be_listed_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    told_by = listing.told_by

    def refused(game: Any) -> Any:
        if game.id == "gmt":
            raise ValueError("this one is broken")
        return told_by(game)

    monkeypatch.setattr(listing, "told_by", refused)
    shown = offered(registry.games())
    assert list(shown) == list(registry.games())
    assert shown["gmt"] is registry["gmt"]


def test_games_that_are_not_installed_are_taken_as_they_are() -> None:
    games = {"gmt": registry["gmt"]}
    assert offered(games) is games


def test_a_game_that_is_only_listed_is_played_as_the_game_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    for name, real in registry.games().items():
        game = offered(registry.games())[name]
        assert itself(game) is real
        assert itself(real) is real
        info = min(game.scenarios(), key=lambda one: one.id)
        session = Session(game, game.load(Path(info.path), {}), "1")
        twin = Session(real, session.setup, "1")
        assert session.ask is not None
        assert session.checkpoints == twin.checkpoints
        told = [one.imagine(session.ask.seat, "2") for one in (session, twin)]
        assert told[0] is not None
        assert told[1] is not None
        assert real.encode(told[0].table.state) == real.encode(told[1].table.state)


def test_the_start_page_hands_out_the_game_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    window = Window()
    qtbot.addWidget(window)
    page, begun = window.library, []
    page.start_wanted.disconnect()
    page.start_wanted.connect(lambda game, *_: begun.append(game))
    page.game, page.info = page.games["gmt"], page.games["gmt"].scenarios()[0]
    page.begin()
    assert begun == [registry["gmt"]]
