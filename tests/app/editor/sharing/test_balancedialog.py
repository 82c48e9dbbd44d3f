"""The quick balance: points and turns, the last result beside the new one, closed by a key or a button."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from grognard.app.editor import shelf
from grognard.app.editor.sharing import played
from grognard.app.lab.balancedialog import BalanceDialog
from grognard.app.lab.crew import Here
from grognard.engines.core.play.game import registry
from tests.app.editor.window.hand import click

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
GAME = registry["columbia"]


@pytest.fixture
def dialog(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[BalanceDialog]:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    info = next(info for info in GAME.scenarios() if info.id == "mill-brook")
    path = shelf.copy_of(GAME, info, "A test")
    over = QWidget()
    qtbot.addWidget(over)
    made = BalanceDialog(GAME, GAME.load(path, {}), over, Here(), path.parent)
    made.player.setCurrentIndex(made.player.findData("random"))
    made.games.setValue(2)
    made.show()
    yield made
    made.close()
    over.close()


def plays(dialog: BalanceDialog, qtbot: QtBot) -> str:
    with qtbot.waitSignal(dialog.over, timeout=60_000):
        click(dialog.go)
    return dialog.words.text()


def test_points_turns_and_the_last_result_beside_the_new_one(
    dialog: BalanceDialog, qtbot: QtBot
) -> None:
    assert not dialog.before.isVisible()
    first = plays(dialog, qtbot)
    assert "2 games" in first
    assert "turns on average" in first
    assert not dialog.before.isVisible(), "it is the new one"
    dialog.games.setValue(1)
    second = plays(dialog, qtbot)
    assert "1 game" in second
    assert dialog.before.isVisible()
    assert "2 games" in dialog.before.text()
    assert dialog.folder is not None
    kept = played.kept(dialog.folder)
    assert kept is not None
    assert kept.games == 1
    if kept.points:
        assert "points on average" in second
    again = BalanceDialog(GAME, dialog.setup, dialog.parentWidget(), Here(), dialog.folder)
    assert "1 game" in again.before.text()
    again.close()
    dialog.close()


def test_it_closes_by_esc_and_by_its_button(dialog: BalanceDialog) -> None:
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    dialog.show()
    click(dialog.leave)
    assert not dialog.isVisible()
