"""Help where one works: F1 and F2, a card on what is seen first, a refusal that is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from grognard.app.editor import shelf
from grognard.app.editor.helping.pages import PAGES as HELP
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.window import PAGES, EditorWindow
from grognard.app.settings import Settings
from grognard.engines.core.play.game import registry
from tests.app.editor.window.hand import LEFT, MAP, SETUP, Hand, click

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


@pytest.fixture
def hand(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> Iterator[Hand]:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    game = registry["gmt"]
    info = next(info for info in game.scenarios() if info.id == "charge")
    window = EditorWindow(Desk(game, shelf.copy_of(game, info, "A test")), settings)
    window.resize(1280, 720)
    window.show()
    yield Hand(window)
    window.close()


def test_every_page_has_its_help() -> None:
    assert [str(page.title) for page in HELP] == [str(words) for words in PAGES.values()]


def test_f1_explains_the_page_and_f2_its_keys(hand: Hand) -> None:
    window = hand.window
    for index, page in enumerate(HELP):
        hand.page(index)
        window.acts["explain"].trigger()
        assert str(page.first) in window.help.words.toPlainText()
        window.acts["keys"].trigger()
        assert str(page.keys[0][1]) in window.help.words.toPlainText()
    assert window.acts["explain"].shortcut().toString() == "F1"
    assert window.acts["keys"].shortcut().toString() == "F2"


def test_a_card_is_shown_until_it_is_understood(hand: Hand, settings: Settings) -> None:
    card = hand.window.first
    assert card.isVisible()
    click(card.done)
    assert not card.isVisible()
    hand.page(SETUP)
    assert card.isVisible()
    hand.page(MAP)
    assert not card.isVisible()
    assert settings.understood == {"0"}


def test_a_stroke_on_a_locked_or_hidden_layer_says_why(hand: Hand) -> None:
    window, page = hand.window, hand.map
    before = window.desk.documents.copy()
    page.layers.setCurrentRow(0)
    QTest.keyClick(window.canvas, "k")
    QTest.mouseClick(window.canvas, LEFT, pos=window.canvas.rect().center())
    assert window.foot.text() == "Ground is locked. Key K unlocks it."
    QTest.keyClick(window.canvas, "k")
    page.layers.item(0).setCheckState(Qt.CheckState.Unchecked)
    QTest.mouseClick(window.canvas, LEFT, pos=window.canvas.rect().center())
    assert window.foot.text() == "Ground is hidden. Tick it to draw in it."
    assert window.desk.documents == before
    hand.page(SETUP)
    assert page.why_not() == ""


def test_every_tool_tells_its_gesture(hand: Hand) -> None:
    buttons = [b for b in hand.map.findChildren(QToolButton) if b.property("mode")]
    assert buttons
    assert all(len(b.toolTip().split()) > 3 for b in buttons)
