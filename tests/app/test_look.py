"""Windows and the screen they are on."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QStyle, QTreeWidget, QWidget
from pytestqt.qtbot import QtBot

from grognard.app.look import FRAME, apply, clear_of, fit


def test_a_window_is_no_larger_than_its_screen(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    room = window.screen().availableSize() - FRAME
    fit(window, 100_000, 100_000)
    assert window.size() == room
    fit(window, 320, 200)
    assert (window.width(), window.height()) == (320, 200)


def test_one_click_on_a_row_looks_whatever_the_desktop_does(
    qapp: QApplication, qtbot: QtBot
) -> None:
    tree, hint = QTreeWidget(), QStyle.StyleHint.SH_ItemView_ActivateItemOnSingleClick
    qtbot.addWidget(tree)
    before = qapp.styleSheet()
    apply(qapp, "light", 1.0)
    ours = qapp.styleSheet()
    # What a desktop of single clicks says, and below it what the program says.
    qapp.setStyleSheet("QTreeWidget { activate-on-singleclick: 1; }")
    assert tree.style().styleHint(hint, None, tree) == 1
    qapp.setStyleSheet("QAbstractItemView { activate-on-singleclick: 1; }" + ours)
    assert tree.style().styleHint(hint, None, tree) == 0
    qapp.setStyleSheet(before)


def test_a_window_that_opens_leaves_what_is_read_beside_it_in_sight(qtbot: QtBot) -> None:
    under, over = QWidget(), QWidget()
    for one in (under, over):
        qtbot.addWidget(one)
    screen = under.screen().availableGeometry()
    under.setGeometry(screen.left(), screen.top(), 200, 300)
    over.setGeometry(screen.left() + 20, screen.top() - 20, 5000, 200)
    under.show()
    clear_of(over, under)
    assert over.frameGeometry().top() >= screen.top()
    over.show()
    assert not over.frameGeometry().intersects(under.geometry())
    assert over.frameGeometry().right() <= screen.right()
    there = over.frameGeometry()
    clear_of(over, under)
    assert over.frameGeometry() == there
