"""Each form of an Ask answered by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QListWidget, QPushButton
from pytestqt.qtbot import QtBot

from grognard.app.main import Window

NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
Play = Callable[..., Any]


def answered(page: Any) -> list[Any]:
    return [row.choice for row in page.model.session.choices]


def button(page: Any, words: str) -> QPushButton:
    found = page.prompt.findChildren(QPushButton)
    shown = (b for b in found if " ".join(b.text().split()) == words and b.parent() is not None)
    return next(shown)


def done(page: Any, qtbot: QtBot) -> None:
    qtbot.keyClick(page.window(), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


def test_pick_by_button(play: Play, qtbot: QtBot) -> None:
    page = play("pick pick")
    qtbot.mouseClick(button(page, "March"), Qt.MouseButton.LeftButton)
    assert answered(page) == ["march"]


def test_refused_pick_is_shown_with_its_rule(play: Play) -> None:
    storm = button(play("pick pick"), "storm")
    assert (storm.isEnabled(), storm.toolTip()) == (
        False,
        "Too late for a storm. [\N{SECTION SIGN}\N{NO-BREAK SPACE}9.9]",
    )


def test_piece_by_click(play: Play) -> None:
    page = play("piece pick")
    page.canvas.piece_clicked.emit("b2", NONE)
    assert answered(page) == []
    assert "b2" in page.canvas.marks.selected
    page.canvas.piece_clicked.emit("b3", NONE)
    assert answered(page) == []
    page.canvas.piece_clicked.emit("b3", NONE)
    assert answered(page) == ["b3"]


def test_enter_takes_the_piece_that_is_marked(play: Play, qtbot: QtBot) -> None:
    page = play("piece pick")
    qtbot.keyClick(page.canvas, Qt.Key.Key_Return)
    assert answered(page) == []
    page.canvas.piece_clicked.emit("b2", NONE)
    qtbot.keyClick(page.canvas, Qt.Key.Key_Return)
    assert answered(page) == ["b2"]


def test_piece_by_keyboard_list(play: Play, qtbot: QtBot) -> None:
    page = play("piece pick")
    listed = page.prompt.findChild(QListWidget)
    listed.setCurrentRow(2)
    qtbot.keyClick(listed, Qt.Key.Key_Return)
    assert answered(page) == ["b3"]


def test_place_by_click(play: Play) -> None:
    page = play("place pick")
    page.canvas.space_clicked.emit("0404", NONE)
    assert answered(page) == []
    page.canvas.space_clicked.emit("0101", NONE)
    assert answered(page) == []
    page.canvas.space_clicked.emit("0101", NONE)
    assert answered(page) == ["0101"]


def test_route_hover_shows_path_and_cost_then_click(play: Play) -> None:
    page = play("route pick")
    page.canvas.space_hovered.emit("0401")
    page.canvas.space_hovered.emit("0102")
    assert page.canvas.marks.path == ("0202", "0102")
    assert "1 MP" in page.prompt.details.text()
    page.canvas.space_clicked.emit("0102", NONE)
    assert answered(page) == []
    page.canvas.space_clicked.emit("0102", NONE)
    assert answered(page) == [{"route": ["0102"]}]


def test_route_with_way_point(play: Play) -> None:
    page = play("route pick")
    page.canvas.space_clicked.emit("0102", SHIFT)
    assert answered(page) == []
    page.canvas.space_clicked.emit("0101", NONE)
    assert answered(page) == []
    page.canvas.space_clicked.emit("0101", NONE)
    assert answered(page) == [{"route": ["0102", "0101"]}]


def test_refusal_on_hover_names_the_rule(play: Play) -> None:
    page = play("route pick")
    page.canvas.space_hovered.emit("0303")
    assert "The swamp cannot be entered." in page.prompt.reason.text()
    assert "rule:6.1" in page.prompt.reason.text()
    assert "0303" in page.canvas.marks.illegal


def test_what_can_be_reached_stays_marked_while_the_mouse_is_where_nothing_can_be(
    play: Play,
) -> None:
    page = play("route pick")
    before = dict(page.canvas.marks.legal)
    assert before
    for space in ("0303", "0704", "0102", "0704"):
        page.canvas.space_hovered.emit(space)
        assert page.canvas.marks.legal == before


def test_refusal_of_a_far_space_comes_from_why_not(play: Play) -> None:
    page = play("route pick")
    page.canvas.space_hovered.emit("0704")
    assert "rule:6.2" in page.prompt.reason.text()


def test_pose_click_then_turn(play: Play, qtbot: QtBot) -> None:
    page = play("pose pick")
    page.canvas.space_clicked.emit("0102", NONE)
    qtbot.keyClick(page.window(), Qt.Key.Key_E)
    qtbot.keyClick(page.window(), Qt.Key.Key_E)
    qtbot.keyClick(page.window(), Qt.Key.Key_Q)
    assert answered(page) == []
    page.canvas.space_clicked.emit("0102", NONE)
    assert answered(page) == [{"at": "0102", "facing": 1}]


def test_facings_stand_side_by_side_and_turn_without_playing(play: Play, qtbot: QtBot) -> None:
    page = play("pose pick")
    page.model.bearing = lambda facing: 30.0 + 60.0 * facing
    page.canvas.space_clicked.emit("0102", NONE)
    rose = page.prompt.body.itemAt(0).widget()
    buttons = rose.findChildren(QPushButton)
    assert [b.text() for b in buttons] == ["NNE", "E", "SSE", "SSW", "W", "NNW"]
    qtbot.mouseClick(buttons[2], Qt.MouseButton.LeftButton)
    assert answered(page) == []
    assert "facing SSE" in page.prompt.done.text().replace("\n", " ").replace("F", "f")
    qtbot.mouseClick(page.prompt.done, Qt.MouseButton.LeftButton)
    assert answered(page) == [{"at": "0102", "facing": 2}]


def test_target_shows_odds_before_it_is_committed(play: Play, qtbot: QtBot) -> None:
    page = play("target pick")
    page.canvas.space_clicked.emit("0604", NONE)
    two = button(page, "b1 and b2 fire at 0604")
    page.prompt.show_choice(two.choice)
    qtbot.waitUntil(lambda: "2 guns: 30\u202f% hit" in page.prompt.details.text())
    assert "rule:8.1" in page.prompt.details.text()
    qtbot.mouseClick(two, Qt.MouseButton.LeftButton)
    assert answered(page) == [{"pieces": ["b1", "b2"], "at": "0604"}]


def test_a_line_stays_where_it_is_when_it_is_clicked(play: Play, qtbot: QtBot) -> None:
    page = play("target pick")
    listed = page.prompt.body.itemAt(0).widget()
    QApplication.processEvents()
    before = listed.mapTo(page, QPoint(0, 0)), listed.height()
    listed.setCurrentRow(1)
    QApplication.processEvents()
    assert page.model.listed is not None
    assert page.prompt.decline.isVisible()
    assert (listed.mapTo(page, QPoint(0, 0)), listed.height()) == before


def test_a_list_shows_every_line_whole(play: Play) -> None:
    page = play("target pick")
    QApplication.processEvents()
    listed = page.prompt.body.itemAt(0).widget()
    listed.item(1).setText("b1 and b2 fire at 0604, over the heads of all who stand before them")
    listed.fit()
    QApplication.processEvents()
    rows = [listed.visualItemRect(listed.item(row)) for row in range(listed.count())]
    assert rows[1].height() > rows[0].height()
    assert rows[-1].bottom() <= listed.viewport().height()


def test_what_is_picked_can_still_be_declined(play: Play, window: Window, qtbot: QtBot) -> None:
    window.settings.warns = False
    page = play("target pick")
    assert not page.prompt.decline.isVisible()
    page.canvas.piece_clicked.emit("b2", NONE)
    assert page.prompt.done.text().replace("\n", " ") == "b1 and b2 fire at 0604"
    qtbot.mouseClick(page.prompt.decline, Qt.MouseButton.LeftButton)
    assert answered(page) == ["pass"]


def test_subset_by_clicks_and_boxes(play: Play, qtbot: QtBot) -> None:
    page = play("subset pick")
    page.canvas.piece_clicked.emit("b3", NONE)
    checks = page.prompt.findChild(QListWidget)
    checks.item(0).setCheckState(Qt.CheckState.Checked)
    assert checks.item(2).checkState() == Qt.CheckState.Checked
    done(page, qtbot)
    assert answered(page) == [{"subset": ["b1", "b3"]}]


def test_subset_by_keyboard_alone(play: Play, qtbot: QtBot) -> None:
    page = play("subset pick")
    page.prompt.take_keyboard()
    checks = page.prompt.findChild(QListWidget)
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Down, Qt.Key.Key_Space, Qt.Key.Key_Return):
        qtbot.keyClick(checks, key)
    assert answered(page) == [{"subset": ["b1", "b2"]}]


def test_subset_too_large_cannot_be_taken(play: Play) -> None:
    page = play("subset pick")
    for name in ("b1", "b2", "b3"):
        page.model.gesture.toggle(name)
    page.model.touch()
    assert not page.prompt.done.isEnabled()


def test_order_by_buttons(play: Play, qtbot: QtBot) -> None:
    page = play("order pick")
    qtbot.mouseClick(button(page, "Down"), Qt.MouseButton.LeftButton)
    done(page, qtbot)
    assert answered(page) == [{"order": ["b2", "b1", "b3"]}]


def test_allocate_by_steppers(play: Play, qtbot: QtBot) -> None:
    page = play("allocate pick")
    boxes = page.prompt.body.itemAt(0).widget().boxes
    assert "Allot three losses." in page.prompt.reason.text()
    boxes["b1"].setValue(2)
    boxes["b2"].setValue(1)
    done(page, qtbot)
    assert answered(page) == [{"allocate": {"b1": 2, "b2": 1}}]


def test_a_look_at_what_is_not_asked_about_leaves_the_reason(play: Play) -> None:
    page = play("allocate pick")
    page.hands.hand.hover("", "0403")
    assert "Allot three losses." in page.prompt.reason.text()


def test_number(play: Play, qtbot: QtBot) -> None:
    page = play("number pick")
    page.prompt.body.itemAt(0).widget().setValue(5)
    done(page, qtbot)
    assert answered(page) == [5]


def test_form(play: Play, qtbot: QtBot) -> None:
    page = play("form pick")
    page.prompt.body.itemAt(0).widget().boxes["order"].setCurrentIndex(1)
    done(page, qtbot)
    assert answered(page) == [{"order": "defend", "speed": 1}]


def test_arrange_by_drag(play: Play) -> None:
    page = play("arrange pick")
    page.canvas.piece_dragged.emit("b2", "0201")
    assert answered(page) == [{"piece": "b2", "at": "0201", "facing": 0}]


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_bare_keys_never_play(play: Play, qtbot: QtBot, key: Qt.Key) -> None:
    page = play("piece pick")
    page.canvas.setFocus()
    qtbot.keyClick(page.window(), key)
    assert answered(page) == []
