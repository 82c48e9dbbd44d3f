"""Each guided first game, from the menu Help to its end, with the keyboard alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QMenu, QWidget
from pytestqt.qtbot import QtBot

from grognard.app.board.mouse import Mouse
from grognard.app.main import Window
from grognard.app.table.panels.tour import TourCard
from grognard.engines.core.play.game import registry
from tests.app.table.test_together import window

__all__ = ["window"]
ALT = Qt.KeyboardModifier.AltModifier
MOST_TABS, MOST_PRESSED = 3, 6
"""How far from the board the buttons may be, and how often its buttons are pressed for each of its steps."""


def key(pressed: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key where the focus is: in an open menu, in a dialog, in the window."""
    aim = QApplication.activePopupWidget() or QApplication.focusWidget()
    assert aim is not None
    QTest.keyClick(aim, pressed, keys)
    QApplication.processEvents()


def begin(made: Window, title: str) -> None:
    """Choose the guide of a game in the menu Help."""

    def answered() -> None:
        dialog = QApplication.activeModalWidget()
        assert dialog is not None
        box = dialog.findChild(QComboBox)
        assert box is not None
        wanted = next(n for n in range(box.count()) if title in box.itemText(n))
        while box.currentIndex() != wanted:
            QTest.keyClick(box, Qt.Key.Key_Down if box.currentIndex() < wanted else Qt.Key.Key_Up)
        QTest.keyClick(dialog, Qt.Key.Key_Return)

    key(Qt.Key.Key_H, ALT)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    while (chosen := menu.activeAction()) is None or "guided" not in chosen.text().lower():
        key(Qt.Key.Key_Down)
    QTimer.singleShot(0, answered)
    key(Qt.Key.Key_Return)
    made.activateWindow()  # as a window manager does when a dialog is gone
    QApplication.processEvents()


def reach(card: TourCard, button: QWidget) -> None:
    """Go to the board and tab to a button of the card, which comes next."""
    key(Qt.Key.Key_G)
    for _ in range(MOST_TABS):
        if QApplication.focusWidget() is button:
            return
        key(Qt.Key.Key_Tab)
    pytest.fail(f"Tab does not come to the card: {card.title.text()}")


@pytest.mark.parametrize("game", ["columbia", "eagle", "europa", "gmt", "risorgimento"])
def test_a_guide_is_led_through_by_keyboard(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr(Mouse, "press", lambda *_: pytest.fail("no mouse"))
    window.settings.pace = "at once"
    window.activateWindow()
    window.setFocus()
    begin(window, registry[game].title)
    assert window.table is not None
    card, model = window.table.reading.tour, window.table.model
    assert card is not None

    def reader_is_asked() -> bool:
        ask = model.session.ask
        return ask is None or ask.seat == card.tour.guide.seat or card.tour.step is None

    for _ in range(MOST_PRESSED * len(card.tour.guide.steps)):
        if card.tour.step is None:
            break
        qtbot.waitUntil(reader_is_asked)
        before = card.tour.at, len(model.session.choices)
        if card.do.isVisible() and card.do.isEnabled():
            reach(card, card.do)
            key(Qt.Key.Key_Space)
        if before == (card.tour.at, len(model.session.choices)):
            reach(card, card.next)
            key(Qt.Key.Key_Space)
    assert card.tour.step is None
    assert not card.isVisible()
    assert model.session.choices
    window.close_table()


def test_tab_leaves_the_log_and_arrows_go_from_link_to_link(window: Window, qtbot: QtBot) -> None:
    window.activateWindow()
    window.begin_guide("gmt")
    assert window.table is not None
    log = window.table.log
    log.setFocus()
    QApplication.processEvents()
    assert log.hasFocus()
    assert not log.textCursor().hasSelection()
    key(Qt.Key.Key_Right)
    first = log.textCursor().selectedText()
    assert first
    assert log.hasFocus()
    key(Qt.Key.Key_Tab)
    assert not log.hasFocus()
    window.close_table()
