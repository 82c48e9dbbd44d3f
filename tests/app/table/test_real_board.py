"""The toy game on the real canvas, with a real mouse; saved, left and opened again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QSettings, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.main import Window
from app.settings import Settings
from app.table.look import apply
from tests.app.table.toy import Toy, centre


@pytest.fixture
def window(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Window]:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))
    settings = Settings(QSettings(str(tmp_path / "set.ini"), QSettings.Format.IniFormat))
    settings.animation = "off"
    apply(qapp, settings.surround, settings.scale)
    made = Window(settings, {"toy": Toy()})
    made.show()
    game = made.games["toy"]
    seats = {"blue": "person", "red": "person"}
    made.start_game(game, game.scenarios()[0], seats, {"script": "piece route secret pick"}, "7")
    qapp.processEvents()
    yield made
    made.close()
    made.deleteLater()


def pixel(page: Any, space: str) -> QPoint:
    return page.canvas.camera.to_screen(QPointF(*centre(space))).toPoint()


def click(page: Any, space: str, qtbot: QtBot) -> None:
    qtbot.mouseMove(page.canvas, pixel(page, space))
    qtbot.mouseClick(page.canvas, Qt.MouseButton.LeftButton, pos=pixel(page, space))


def test_a_turn_with_the_mouse(window: Window, qtbot: QtBot) -> None:
    page: Any = window.table
    click(page, "0203", qtbot)
    qtbot.mouseMove(page.canvas, pixel(page, "0303"))
    assert "rule:6.1" in page.prompt.reason.text()
    click(page, "0102", qtbot)
    answered = [row.choice for row in page.controller.session.choices]
    assert answered == ["b3", {"route": ["0102"]}]
    assert page.curtain.isVisible()
    assert not page.canvas.isVisible()
    path = page.controller.keeper.path
    window.leave_table()
    window.open_save(path)
    again: Any = window.table
    assert [row.choice for row in again.controller.session.choices] == answered
