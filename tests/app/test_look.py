"""Windows and the screen they are on."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path, PureWindowsPath

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QStyle, QTreeWidget, QWidget
from pytestqt.qtbot import QtBot

from grognard.app.look import FRAME, apply, clear_of, fit, url


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


@pytest.mark.parametrize(
    "folder", ["an accent é", "two words", "at@text (me)", 'a "quote"', "back\\slash", "100%25"]
)
def test_pictures_of_the_style_sheet_are_found_in_any_folder(
    qtbot: QtBot, tmp_path: Path, folder: str
) -> None:
    dot = QImage(8, 8, QImage.Format.Format_RGB32)
    dot.fill(QColor("#FF0000"))
    (tmp_path / folder).mkdir()
    path = tmp_path / folder / "dot.png"
    assert dot.save(str(path))
    label = QLabel()
    qtbot.addWidget(label)
    label.setStyleSheet(f"QLabel {{ background: #00FF00; image: {url(path)}; }}")
    label.resize(8, 8)
    assert label.grab().toImage().pixelColor(4, 4) == QColor("#FF0000")


def test_the_arrows_of_fields_are_drawn_wherever_the_program_lies(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "Jérôme's @text folder"
    shutil.copytree(Path(str(files("grognard.assets"))) / "symbols", there / "symbols")
    before = qapp.styleSheet()
    apply(qapp, "light", 1.0)
    box = QComboBox()
    qtbot.addWidget(box)
    box.resize(80, 30)
    usual = box.grab().toImage()
    monkeypatch.setattr("grognard.app.look.files", lambda _package: there)
    apply(qapp, "light", 1.0)
    assert str(there) in qapp.styleSheet()
    assert box.grab().toImage() == usual
    empty = "<svg xmlns='http://www.w3.org/2000/svg' width='12' height='8'/>"
    (tmp_path / "symbols").mkdir()
    (tmp_path / "symbols" / "chevron.svg").write_text(empty, "utf-8")
    monkeypatch.setattr("grognard.app.look.files", lambda _package: tmp_path)
    apply(qapp, "light", 1.0)
    assert box.grab().toImage() != usual, "the arrow is what is looked at"
    qapp.setStyleSheet(before)


def test_a_path_of_windows_keeps_its_folders() -> None:
    there = PureWindowsPath(r"C:\Users\Zoë\My games\up.svg")
    assert url(there) == 'url("C:/Users/Zoë/My games/up.svg")'
