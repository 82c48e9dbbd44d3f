"""In Italian and Russian no word of a page is cut at 1280x720: labels, buttons, tabs and lists are measured."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QPushButton, QTabBar, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from grognard.app import spoken
from grognard.app.aftermath.counted import Tallies
from grognard.app.editor import shelf
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.window import EditorWindow
from grognard.app.keyeditor import ShortcutEditor
from grognard.app.lab.window import LabWindow
from grognard.app.library.newscenario import NewScenario
from grognard.app.library.statistics import Statistics
from grognard.app.look import apply
from grognard.app.main import Window
from grognard.app.rulebook.shelf import shelf as book_of
from grognard.app.rulebook.window import ReadingWindow
from grognard.app.settings import Settings
from grognard.app.window.about import About
from grognard.engines.core.play.game import registry
from tests.app.editor.window.hand import settle
from tests.app.fitting import cut

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
GAMES = ("gmt", "columbia", "europa", "eagle", "risorgimento")
SCREEN = (1280, 720)
ASKS = 40
"""So many questions of a game are looked at, and answered by chance."""


@pytest.fixture(params=["it", "ru"], autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    assert not spoken.begin(request.param)
    yield request.param
    spoken.begin("en")


@pytest.fixture
def settings(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))
    made = Settings(QSettings(str(tmp_path / "set.ini"), QSettings.Format.IniFormat))
    made.animation = "off"
    apply(qapp, made.surround, made.scale)
    return made


@pytest.fixture
def window(settings: Settings, qtbot: QtBot) -> Iterator[Window]:
    made = Window(settings, {game: registry[game] for game in GAMES})
    made.resize(*SCREEN)
    made.show()
    yield made
    made.close()


def whole(one: QWidget) -> None:
    """No word of a window is cut."""
    found = cut(one)
    assert not found, found


def test_the_library(window: Window) -> None:
    for name in GAMES:
        window.library.select(registry[name].scenarios()[0].id)
        settle()
        whole(window)


@pytest.mark.parametrize("name", GAMES)
def test_the_table_of_each_game(name: str, window: Window) -> None:
    game = registry[name]
    info = game.scenarios()[0]
    window.start_game(game, info, {seat.id: "person" for seat in info.seats}, {}, "1")
    table, rng = window.table, Random(1)
    assert table is not None
    for n in range(ASKS):
        if table.model.covered:
            table.model.lift_curtain()
        if table.model.ask is None:
            break
        if n % 5 == 0:
            settle()
            whole(window)
        table.model.choose(table.model.ask.choices.sample(rng))
    for index in range(table.tabs.count()):
        table.tabs.setCurrentIndex(index)
        settle()
        whole(window)


@pytest.mark.parametrize("name", GAMES)
def test_the_editor(name: str, settings: Settings, qtbot: QtBot, language: str) -> None:
    game = registry[name]
    path = shelf.copy_of(game, game.scenarios()[0], "?")
    editor = EditorWindow(Desk(game, path), settings)
    editor.resize(*SCREEN)
    editor.show()
    qtbot.waitUntil(lambda: editor.view is not None and not editor.canvas.busy)
    for index in range(editor.tabs.count()):
        editor.tabs.setCurrentIndex(index)
        settle()
        whole(editor)
    editor.tabs.setCurrentIndex(0)
    for row in range(editor.map_page.layers.count()):
        editor.map_page.layers.setCurrentRow(row)
        settle()
        whole(editor)
    editor.close()


@pytest.mark.parametrize("name", GAMES)
def test_the_rulebook(name: str, settings: Settings, qtbot: QtBot) -> None:
    reading = ReadingWindow(book_of(name), settings)
    qtbot.addWidget(reading)
    reading.resize(*SCREEN)
    reading.show()
    settle()
    whole(reading)


def test_windows_beside_it(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    """Statistics, the lab, a new scenario, the keys, who made the program."""
    beside: list[QWidget] = [
        Statistics(window.games, Tallies.read(tmp_path / "none"), window),
        LabWindow(window.games, window),
        NewScenario(window.games, None, window),
        ShortcutEditor(window.commands, window),
        About(window),
    ]
    for one in beside:
        one.show()
        settle()
        whole(one)
        one.close()


def test_what_is_cut_is_found(qtbot: QtBot) -> None:
    """A button and a tab that are too narrow for their words are named."""
    narrow = QWidget()
    qtbot.addWidget(narrow)
    column = QVBoxLayout(narrow)
    button, tabs = QPushButton("Прямоугольник"), QTabBar()
    button.setFixedWidth(40)
    tabs.addTab("Прямоугольник")
    tabs.setFixedWidth(40)
    for part in (button, tabs):
        column.addWidget(part)
    narrow.show()
    settle()
    assert {words.partition(":")[0] for words in cut(narrow)} == {"QPushButton", "QTabBar"}
