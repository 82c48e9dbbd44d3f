"""The key editor: a key that is in use is not taken unasked; keys are cleared, reset, searched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QMessageBox, QTreeWidgetItem, QWidget
from pytestqt.qtbot import QtBot

from grognard.app.keyeditor import ROLE, ShortcutEditor
from grognard.app.settings import Settings
from grognard.app.shortcuts import COMMANDS, HELD, Commands

KINDS = QMessageBox.StandardButton


@pytest.fixture
def editor(qapp: QApplication, tmp_path: Path) -> Iterator[ShortcutEditor]:
    over = QWidget()
    settings = Settings(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
    yield ShortcutEditor(Commands(over, settings), over)
    over.deleteLater()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was asked; the answer is no."""
    words: list[str] = []

    def no(*told: object) -> KINDS:
        words.append(str(told[2]))
        return KINDS.No

    monkeypatch.setattr(QMessageBox, "question", no)
    return words


def rows(editor: ShortcutEditor) -> dict[str, QTreeWidgetItem]:
    tops = [editor.tree.topLevelItem(n) for n in range(editor.tree.topLevelItemCount())]
    items = [top.child(n) for top in tops for n in range(top.childCount())]
    return {item.data(0, ROLE): item for item in items}


def press(editor: ShortcutEditor, command: str, key: str) -> None:
    editor.tree.setCurrentItem(rows(editor)[command])
    editor.edit.setKeySequence(QKeySequence(key))
    editor.edit.editingFinished.emit()


def test_a_free_key_is_given_without_a_question(editor: ShortcutEditor, asked: list[str]) -> None:
    press(editor, "undo", "F9")
    assert editor.commands.keys("undo") == ("F9",)
    assert rows(editor)["undo"].text(1) == "F9"
    assert editor.chosen() == "undo", "it stays selected"
    assert not asked


def test_a_key_that_another_command_has_says_so_and_asks(
    editor: ShortcutEditor, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    press(editor, "undo", "Ctrl+S")
    assert asked == ["Ctrl+S belongs to: Save. Take it from there?"]
    assert editor.commands.keys("undo") == ("Ctrl+Z", "U")
    assert editor.commands.keys("save") == ("Ctrl+S",)
    monkeypatch.setattr(QMessageBox, "question", lambda *_: KINDS.Yes)
    press(editor, "undo", "Ctrl+S")
    assert editor.commands.keys("undo") == ("Ctrl+S",)
    assert editor.commands.keys("save") == ()


@pytest.mark.parametrize("held", HELD)
def test_the_key_of_what_is_held_is_in_use_too(
    editor: ShortcutEditor, asked: list[str], held: str
) -> None:
    (key,) = editor.commands.keys(held)
    press(editor, "undo", key)
    assert len(asked) == 1
    assert editor.commands.keys(held) == (key,)


def test_one_key_is_asked_about_once(
    editor: ShortcutEditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def no(*told: object) -> KINDS:
        asked.append(str(told[2]))
        editor.edit.editingFinished.emit()  # the question takes the keyboard from the line
        return KINDS.No

    monkeypatch.setattr(QMessageBox, "question", no)
    press(editor, "undo", "Ctrl+S")
    assert len(asked) == 1


def test_a_key_is_cleared_and_made_the_usual_one(editor: ShortcutEditor, asked: list[str]) -> None:
    editor.tree.setCurrentItem(rows(editor)["undo"])
    assert not editor.usual.isEnabled()
    editor.clear.click()
    assert editor.commands.keys("undo") == ()
    assert not editor.clear.isEnabled()
    editor.usual.click()
    assert editor.commands.keys("undo") == ("Ctrl+Z", "U")
    assert not editor.usual.isEnabled()
    assert not asked


def test_the_usual_key_is_not_taken_unasked_either(
    editor: ShortcutEditor, asked: list[str]
) -> None:
    editor.commands.set_keys("save", ("U",))
    assert editor.commands.keys("undo") == ("Ctrl+Z",)
    editor.tree.setCurrentItem(rows(editor)["undo"])
    editor.fill()
    editor.usual.click()
    assert asked == ["Ctrl+Z, U belongs to: Save. Take it from there?"]
    assert editor.commands.keys("undo") == ("Ctrl+Z",)


def test_what_was_changed_is_remembered(editor: ShortcutEditor) -> None:
    press(editor, "save", "F9")
    editor.clear.click()
    again = QWidget()
    assert Commands(again, editor.commands.settings).keys("save") == ()
    editor.commands.reset()
    assert Commands(again, editor.commands.settings).keys("save") == ("Ctrl+S",)
    again.deleteLater()


def test_the_list_is_searched_by_name_menu_and_key(editor: ShortcutEditor) -> None:
    def seen() -> set[str]:
        return {name for name, item in rows(editor).items() if not item.isHidden()}

    editor.search.setText("SAVE")
    assert {"save", "save_as"} <= seen()
    assert "undo" not in seen()
    editor.search.setText("ctrl+z")
    assert "undo" in seen()
    editor.search.setText("no such thing")
    assert seen() == set()
    editor.search.clear()
    assert seen() == {command.id for command in COMMANDS}


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_enter_in_the_search_presses_nothing(editor: ShortcutEditor, qtbot: QtBot) -> None:
    editor.commands.set_keys("save", ("F9",))
    editor.show()
    editor.search.setFocus()
    qtbot.keyClick(editor.search, Qt.Key.Key_Return)
    assert editor.isVisible()
    assert editor.commands.keys("save") == ("F9",)
    editor.close()
