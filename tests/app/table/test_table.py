"""The table: undo, the past, the curtain, commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from grognard.app.keyeditor import ShortcutEditor
from grognard.app.main import Window
from grognard.app.shortcuts import COMMANDS, Palette
from grognard.engines.core.play.session import Session

NONE = Qt.KeyboardModifier.NoModifier
Play = Callable[..., Any]


def answered(page: Any) -> list[Any]:
    return [row.choice for row in page.model.session.choices]


def test_undo_and_redo_by_keys(play: Play, qtbot: QtBot) -> None:
    page = play("pick pick pick")
    page.model.choose("march")
    page.model.choose("halt")
    qtbot.keyClick(page.window(), Qt.Key.Key_U)
    qtbot.keyClick(page.window(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert answered(page) == []
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(page.window(), Qt.Key.Key_Z, both)
    assert answered(page) == ["march"]


def test_the_past_is_shown_and_cannot_be_changed(play: Play, qtbot: QtBot) -> None:
    page = play("route piece pick")
    page.model.choose({"route": ["0102"]})
    qtbot.keyClick(page.window(), Qt.Key.Key_PageUp)
    where = {piece.id: piece.at for piece in page.canvas.view.pieces}
    assert where["b1"] == "0202"
    page.canvas.piece_clicked.emit("b2", NONE)
    assert answered(page) == [{"route": ["0102"]}]
    qtbot.keyClick(page.window(), Qt.Key.Key_PageDown)
    where = {piece.id: piece.at for piece in page.canvas.view.pieces}
    assert where["b1"] == "0102"


def test_undo_to_a_log_line(play: Play) -> None:
    page = play("pick pick pick pick")
    for choice in ("march", "halt", "march"):
        page.model.choose(choice)
    deed = page.log.deeds[1]
    at = deed.at
    assert (at, str(deed.entry.text)) == (2, 'blue: "halt"')
    page.log.undo_wanted.emit(at)
    assert answered(page) == ["march", "halt"]


def test_the_log_tells_a_deed_in_one_line_and_unfolds_every_modifier_with_its_rule(
    play: Play,
) -> None:
    page = play("target pick")
    page.model.choose({"pieces": ["b1"], "at": "0604"})
    number, deed = next((n, deed) for n, deed in enumerate(page.log.deeds) if deed.rolls)
    roll = deed.rolls[0]
    assert f"{roll.natural} \N{MINUS SIGN} 1 = {roll.total}" in page.log.toPlainText()
    assert "uphill" not in page.log.toHtml()
    page.log.anchorClicked.emit(QUrl(f"fold:{number}"))
    assert "uphill" in page.log.toHtml()
    assert "rule:8.3" in page.log.toHtml()
    page.log.anchorClicked.emit(QUrl(f"fold:{number}"))
    assert "uphill" not in page.log.toHtml()


def test_the_curtain_hides_everything(play: Play, qtbot: QtBot) -> None:
    page = play("pick secret pick")
    page.model.choose("march")
    assert page.curtain.isVisible()
    assert page.curtain.title.text() == "The Red player is next"
    hidden = (page.canvas, page.prompt, page.tabs, page.bottom)
    assert [widget.isVisible() for widget in hidden] == [False] * 4
    assert page.log.toPlainText() == ""
    assert page.canvas.view.seat is None
    assert page.model.inquire("zoc") is None
    qtbot.mouseClick(page.curtain.button, Qt.MouseButton.LeftButton)
    assert page.model.viewer == "red"
    assert page.canvas.isVisible()


def test_the_curtain_with_a_pin(play: Play, qtbot: QtBot) -> None:
    from grognard.engines.core.keep.pins import hash_pin

    page = play("pick secret pick")
    page.curtain.pins["red"] = hash_pin("1812")
    page.model.choose("march")
    qtbot.keyClicks(page.curtain.pin, "1805")
    qtbot.keyClick(page.curtain.pin, Qt.Key.Key_Return)
    assert page.curtain.isVisible()
    page.curtain.pin.clear()
    qtbot.keyClicks(page.curtain.pin, "1812")
    qtbot.keyClick(page.curtain.pin, Qt.Key.Key_Return)
    assert not page.curtain.isVisible()


def test_the_curtain_can_be_switched_off(play: Play, window: Window) -> None:
    window.settings.curtain = False
    page = play("pick secret pick")
    page.model.choose("march")
    assert not page.curtain.isVisible()
    assert page.model.viewer == "red"


def test_a_computer_plays_its_seat(play: Play, qtbot: QtBot) -> None:
    page = play("pick secret pick", red="random")
    page.model.choose("march")
    qtbot.waitUntil(lambda: len(answered(page)) == 2)
    assert page.model.ask.kind == "ask_pick"


def test_the_look_back_ends_where_the_rules_have_changed(
    play: Play, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = play("pick pick pick pick pick")
    control = page.model
    for _ in range(4):
        control.choose("march")
    monkeypatch.setattr(Session, "reaches", lambda _, count: count >= 2)
    monkeypatch.setattr(Session, "floor", lambda _: 2)
    control.show_past(0)
    assert control.position == 2
    control.show_present()
    assert not control.undo_to(1)
    assert control.position == 4


def test_done_warns_of_pieces_that_could_act(
    play: Play, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = play("piece pick")
    qtbot.keyClick(page.window(), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    caution = page.prompt.caution
    assert caution.isVisible()
    assert "3 could still act: B1 Regiment, B2 Regiment and B3 Regiment" in caution.words.text()
    assert answered(page) == []
    caution.show_them.click()
    assert page.model.group == caution.idle == ("b1", "b2", "b3")
    assert answered(page) == []
    caution.end.click()
    assert answered(page) == ["pass"]
    assert not caution.isVisible()


def test_done_warns_of_shots_not_fired_unless_told_not_to(
    play: Play, window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = play("target pick")
    page.finish()
    assert page.prompt.caution.idle == ("b1", "b2")
    assert answered(page) == []
    window.settings.warns = False
    page.finish()
    assert answered(page) == ["pass"]


def test_next_piece_and_hidden_pieces(play: Play, qtbot: QtBot) -> None:
    page = play("piece pick")
    page.canvas.setFocus()
    qtbot.keyClick(page.window(), Qt.Key.Key_N)
    assert "B1 Regiment" in page.inspector.toPlainText()
    qtbot.keyPress(page.canvas, Qt.Key.Key_H)
    assert not page.canvas.shown
    qtbot.keyRelease(page.canvas, Qt.Key.Key_H)
    assert page.canvas.shown


def test_overlays_and_line_of_sight(play: Play, qtbot: QtBot) -> None:
    page = play("piece pick")
    page.canvas.setFocus()
    qtbot.keyClick(page.window(), Qt.Key.Key_Z)
    assert [item.style for item in page.canvas.overlays] == ["zoc"]
    qtbot.keyClick(page.window(), Qt.Key.Key_L)
    page.canvas.space_clicked.emit("0101", NONE)
    page.canvas.space_clicked.emit("0704", NONE)
    assert "line" in [item.kind for item in page.canvas.overlays]
    assert answered(page) == []


def test_palette_runs_a_command(play: Play, window: Window, qtbot: QtBot) -> None:
    page = play("pick pick")
    page.model.choose("march")
    palette = Palette(window.commands, window)
    qtbot.addWidget(palette)
    qtbot.keyClicks(palette.line, "undo")
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    assert answered(page) == []


def test_the_palette_answers_a_question_from_the_open_rulebook(
    play: Play, window: Window, qtbot: QtBot
) -> None:
    reading = play("pick pick").reading
    [*reading.found("retreat")]
    qtbot.waitUntil(lambda: reading.laid.rulebook.finder is not None)
    palette = Palette(window.commands, window, reading.found)
    qtbot.addWidget(palette)
    palette.line.setText("what is a retreat")
    rows = [palette.list.item(row).text() for row in range(palette.list.count())]
    palette.list.setCurrentRow(next(n for n, row in enumerate(rows) if row.endswith("(rule)")))
    palette._run()
    assert reading.laid.rulebook.now == "rule:9.62"


def test_every_shortcut_is_listed_and_can_be_changed(window: Window, qtbot: QtBot) -> None:
    editor = ShortcutEditor(window.commands, window)
    qtbot.addWidget(editor)
    tops = [editor.tree.topLevelItem(i) for i in range(editor.tree.topLevelItemCount())]
    assert sum(top.childCount() for top in tops) == len(COMMANDS)
    window.commands.set_keys("undo", ("F9",))
    assert window.commands.keys("undo") == ("F9",)
    assert "F9" in window.commands["undo"].toolTip()
    window.commands.reset()
    assert window.commands.keys("undo") == ("Ctrl+Z", "U")


def test_no_two_commands_share_a_key() -> None:
    keys = [key for command in COMMANDS for key in command.keys]
    assert sorted(set(keys)) == sorted(keys)


def test_the_board_keeps_its_share_of_a_small_screen(play: Play, window: Window) -> None:
    page = play("pick pick")
    window.resize(1366, 768)
    # The prompt has its width for the question, its choices and their odds in full lines; a board
    # that is to have more of the screen gets it at one key.
    assert page.canvas.width() * page.canvas.height() >= 0.59 * 1366 * 768
    window.commands["fold_left"].trigger()
    QApplication.processEvents()
    assert page.canvas.width() * page.canvas.height() >= 0.75 * 1366 * 768


def test_text_sizes_and_surrounds(play: Play, window: Window) -> None:
    play("pick pick")
    for size, surround in (("huge", "dark"), ("small", "light"), ("normal", "light")):
        window.frame.set("text_size", size)
        window.frame.set("surround", surround)
    assert window.settings.text_size == "normal"


def test_the_game_ends_with_its_reason(play: Play) -> None:
    page = play("pick")
    page.model.choose("march")
    assert "Blue holds the swamp." in page.prompt.rules.text()
    assert not any(isinstance(child, QMessageBox) for child in page.children())


def test_after_the_curtain_one_sees_what_happened(play: Play, qtbot: QtBot) -> None:
    page = play("secret pick pick secret pick")
    qtbot.mouseClick(page.curtain.button, Qt.MouseButton.LeftButton)
    assert not page.since.isVisible()
    page.model.choose("march")
    for choice in ("halt", "march"):
        page.model.choose(choice)
    assert page.curtain.isVisible()
    assert not page.since.isVisible()
    qtbot.mouseClick(page.curtain.button, Qt.MouseButton.LeftButton)
    assert page.since.isVisible()
    told = page.since.words.toPlainText()
    assert told.count("blue: ") == 2
    qtbot.mouseClick(page.since.button, Qt.MouseButton.LeftButton)
    assert page.model.past is not None
    assert page.model.position == 1
    qtbot.keyClick(page.window(), Qt.Key.Key_PageDown)
    assert page.model.position == 2
    qtbot.keyClick(page.window(), Qt.Key.Key_End)
    assert page.model.past is None
    page.model.choose("halt")
    assert not page.since.isVisible()


def test_what_happened_can_be_asked_without_a_curtain(
    play: Play, window: Window, qtbot: QtBot
) -> None:
    window.settings.curtain = False
    page = play("pick pick secret pick")
    page.model.choose("march")
    page.model.choose("halt")
    assert page.prompt.since.isVisible()
    qtbot.mouseClick(page.prompt.since, Qt.MouseButton.LeftButton)
    assert page.since.words.toPlainText().count("blue: ") == 2
    qtbot.keyClick(page.window(), Qt.Key.Key_Escape)
    assert not page.since.isVisible()


def test_the_end_is_laid_on_the_table(play: Play, qtbot: QtBot) -> None:
    page = play("pick")
    page.model.choose("march")
    qtbot.waitUntil(page.ending.isVisible)
    assert page.ending.title.text() == "Blue victory"
    words = page.ending.words.toPlainText
    assert "Blue holds the swamp." in words()
    assert "10.1" in words()
    qtbot.waitUntil(lambda: "Losses by corps" in words())
    qtbot.mouseClick(page.ending.button, Qt.MouseButton.LeftButton)
    assert page.model.position == 0
    assert not page.ending.isVisible()
    page.model.show_present()
    assert page.prompt.leave.isVisible()
    qtbot.mouseClick(page.prompt.leave, Qt.MouseButton.LeftButton)


def test_a_game_that_is_over_is_reopened_on_purpose_only(
    play: Play, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds, asked = QMessageBox.StandardButton, []
    monkeypatch.setattr(QMessageBox, "question", lambda *told: asked.append(told[2]) or kinds.No)
    page = play("pick")
    page.model.choose("march")
    page.undo()
    page.recalling._undo_to(0)
    assert asked == ["The game is over. Take the last choice back, and play on from there?"] * 2
    assert page.model.session.verdict is not None
    monkeypatch.setattr(QMessageBox, "question", lambda *_: kinds.Yes)
    page.undo()
    assert page.model.session.verdict is None
    assert answered(page) == []


def test_nothing_of_a_list_is_chosen_by_the_focus_alone(play: Play, qtbot: QtBot) -> None:
    page = play("piece pick")
    listed = page.prompt.body.itemAt(0).widget()
    QApplication.sendEvent(listed, QFocusEvent(QEvent.Type.FocusIn))
    assert listed.currentRow() == -1
    assert page.model.listed is None
    qtbot.keyClick(listed, Qt.Key.Key_Down)
    assert listed.currentRow() == 0


def test_large_letters_leave_the_present_step_of_each_track(play: Play, window: Window) -> None:
    page = play("pick pick")
    turn, victory = page.bottom.tracks[:2]
    assert "2" in turn.text()
    window.frame.set("text_size", "huge")
    assert "Draw" in victory.text()
    assert "Red" not in victory.text()
    assert "Red" in victory.toolTip()
    window.frame.set("text_size", "normal")
    assert "Red" in victory.text()
