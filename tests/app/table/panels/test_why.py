"""Why? names the rules behind a piece: what bars it, what inquiries tell, its last die."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.main import Window
from app.settings import Settings


def test_a_piece_says_which_rules_hold_of_it(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    settings = Settings(QSettings(str(tmp_path / "set.ini"), QSettings.Format.IniFormat))
    window = Window(settings)
    qtbot.addWidget(window)
    window.show()
    window.begin_guide("gmt")
    table = window.table
    assert table is not None
    table.why("burthe")
    words = table.whys.words.toPlainText()
    assert table.whys.isVisible()
    assert "Burthe" in table.whys.title.text()
    assert "7." in words or "6." in words
    table.escape()
    assert not table.whys.isVisible()
    window.close_table()
