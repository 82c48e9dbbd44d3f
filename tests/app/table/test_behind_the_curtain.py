"""While the curtain is down nothing can be chosen, taken back or learnt by any way round it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu, QToolTip
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.app.shortcuts import COMMANDS
from grognard.app.tableacts import TABLE_ACTS

NONE = Qt.KeyboardModifier.NoModifier
Play = Callable[..., Any]


@pytest.fixture
def covered(play: Play, window: Window) -> Any:
    """A table where everything may be taken back and made again, but the curtain is down."""
    game = window.games["toy"]
    options = {"script": "pick secret pick secret pick", "friendly_take_back": "yes"}
    seats = {"blue": "person", "red": "person"}
    window.start_game(game, game.scenarios()[0], seats, options, "7")
    page: Any = window.table
    control = page.model
    control.choose("march")
    control.lift_curtain()
    control.choose("halt")
    assert control.undo()  # it is red's secret question again, and blue sat down last
    control.viewer = "blue"
    control._settle()
    assert control.covered == "red"
    assert control.session.redoable
    return page


def answered(page: Any) -> list[Any]:
    return [row.choice for row in page.model.session.choices]


def test_nothing_is_taken_back_or_made_again(covered: Any) -> None:
    control = covered.model
    assert not control.undo()
    assert not control.redo()
    assert not control.can_undo_to(0)
    assert not control.undo_to(0)
    assert answered(covered) == ["march"]


def test_nothing_is_chosen(covered: Any) -> None:
    control = covered.model
    assert not control.choose("halt")
    control.click(["b1"])
    assert not control.turn(1)
    assert not control.back()
    covered.finish()
    covered.closing.decline()
    assert answered(covered) == ["march"]


def test_nothing_is_shown(covered: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    control, canvas = covered.model, covered.canvas
    monkeypatch.setattr(QMenu, "exec", lambda *_: pytest.fail("a menu over the curtain"))
    control.show_past(0)
    assert control.past is None
    assert control.question("zoc") is None
    canvas.piece_clicked.emit("b1", NONE)
    canvas.piece_hovered.emit("b1")
    canvas.piece_dragged.emit("b1", "0102")
    canvas.box_selected.emit(["b1", "b2"])
    canvas.context_menu.emit(QPoint(5, 5), "b1", "")
    covered.hand.lift("b1")
    covered.hand.take_from_tray("b1")
    covered.recalling.show_since()
    covered.overlays.switch("zoc", on=True)
    covered.hands.tips.show()
    assert answered(covered) == ["march"]
    assert not covered.since.isVisible()
    assert covered.inspector.toPlainText() == covered.log.toPlainText() == ""
    assert not covered.overlays.answers
    assert QToolTip.text() == ""


def test_no_command_reaches_the_table(covered: Any, window: Window, qtbot: QtBot) -> None:
    before = covered.layout_state(), covered.model.paused
    for name in TABLE_ACTS:
        window.commands[name].trigger()
    for command in COMMANDS:
        if command.id in TABLE_ACTS:
            for keys in window.commands.keys(command.id):
                qtbot.keySequence(window, keys)
    assert answered(covered) == ["march"]
    assert covered.curtain.isVisible()
    assert covered.model.covered == "red"
    assert (covered.layout_state(), covered.model.paused) == before
    hidden = (covered.canvas, covered.prompt, covered.tabs, covered.bottom, covered.since)
    assert not any(widget.isVisible() for widget in hidden)


def test_the_settings_do_not_lift_it(covered: Any, window: Window) -> None:
    window.frame.set("curtain", value=False)
    window.frame.set("text_size", "large")
    window.frame.set("surround", "dark")
    assert covered.curtain.isVisible()
    assert not covered.canvas.isVisible()
    assert covered.model.view.seat is None


def test_what_is_taken_out_of_the_window_is_not_shown_beside_it(play: Play, window: Window) -> None:
    """Two answers between two looks at the screen: the buttons of the first must not come after."""
    page = play("pick pick pick secret")
    for _ in range(3):
        page.model.choose("march")
    assert page.curtain.isVisible()
    QApplication.processEvents()
    shown = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    assert shown == [window]
