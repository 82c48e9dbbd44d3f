"""Stacks under secrecy may be pointed at and clicked; what is hidden is not told."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from tests.app.table.test_in_hand import Mouse
from tests.app.table.test_together import asked, window

__all__ = ["window"]


def test_a_stack_of_the_enemy_is_clicked(window: Window, qtbot: QtBot) -> None:
    mouse = Mouse(window, asked("europa", "advanced-1812", "train"), qtbot)
    QApplication.processEvents()
    model = mouse.page.model
    enemy = next(p for p in model.view.pieces if p.hidden and p.symbol == "unknown" and p.at)
    mouse.click(enemy.id)
    assert "face down" in mouse.page.inspector.toPlainText()
    assert "supply" not in mouse.page.inspector.toPlainText().replace("Supply Train", "")
