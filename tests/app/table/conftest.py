"""A window with the toy game on the table, and no dialog that would wait for an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from grognard.app.look import apply
from grognard.app.main import Window
from grognard.app.settings import Settings
from tests.app.table.toy import Toy


@pytest.fixture
def window(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))
    settings = Settings(QSettings(str(tmp_path / "set.ini"), QSettings.Format.IniFormat))
    settings.animation = "off"
    apply(qapp, settings.surround, settings.scale)
    made = Window(settings, {"toy": Toy()})
    made.told = []
    monkeypatch.setattr(made.faults, "tell", lambda title, words: made.told.append((title, words)))
    made.resize(1366, 768)  # the screen of the tests is smaller
    made.show()
    yield made
    made.close()
    made.deleteLater()


@pytest.fixture(autouse=True)
def _no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks at the library here: no map is drawn for its pictures."""
    monkeypatch.setattr("grognard.app.library.thumbnails.Thumbnails.want", lambda *_: None)


@pytest.fixture
def play(window: Window) -> Callable[..., Any]:
    """Start the toy game on a script and return the table page."""

    def start(script: str, **players: str) -> Any:
        game = window.games["toy"]
        info = game.scenarios()[0]
        seats = {"blue": "person", "red": "person"} | players
        window.start_game(game, info, seats, {"script": script}, "7")
        return window.table

    return start
