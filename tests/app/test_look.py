"""Windows and the screen they are on."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.look import FRAME, fit


def test_a_window_is_no_larger_than_its_screen(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    room = window.screen().availableSize() - FRAME
    fit(window, 100_000, 100_000)
    assert window.size() == room
    fit(window, 320, 200)
    assert (window.width(), window.height()) == (320, 200)
