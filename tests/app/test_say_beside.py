"""Words beside the mouse explain, and take nothing: a click on them is for what they cover."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from grognard.app.look import say_beside

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_a_click_goes_through_the_words(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(400, 300)
    widget.show()
    say_beside(widget.mapToGlobal(QPoint(10, 10)), "Camp", widget)
    (shown,) = [one for one in QApplication.topLevelWidgets() if one.inherits("QTipLabel")]
    assert shown.isVisible()
    assert QToolTip.text() == "Camp"
    handle = shown.windowHandle()
    assert handle is not None
    assert handle.flags() & Qt.WindowType.WindowTransparentForInput
    shown.hide()
