"""An attack by a stack: the whole of it with its odds first, a line a target; some of it may be left out."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.app.table.gestures.wholestack import WholeStack
from grognard.app.table.prompt.choicelist import ChoiceList
from grognard.app.table.prompt.editors import Checks
from grognard.engines.core.show.choices import words_of
from tests.app.table.test_attacks import dragged
from tests.app.table.test_in_hand import Mouse
from tests.app.table.test_together import asked, window

__all__ = ["window"]


@pytest.fixture
def mouse(window: Window, qtbot: QtBot) -> Mouse:
    made = Mouse(window, asked("europa", "smolensk", "attack", "6"), qtbot)
    QApplication.processEvents()
    return made


def gesture_of(mouse: Mouse) -> WholeStack:
    found = mouse.page.model.gesture
    assert isinstance(found, WholeStack)
    return found


def checks_of(mouse: Mouse) -> Checks:
    return next(w for w in mouse.page.prompt.body.widgets() if isinstance(w, Checks))


def test_a_list_has_a_line_a_stack_and_a_heading_a_target(mouse: Mouse) -> None:
    wholes = mouse.session.ask.choices.wholes()
    listed = mouse.page.prompt.findChild(ChoiceList)
    rows = [listed.item(row) for row in range(listed.count())]
    lines = [row for row in rows if row.data(Qt.ItemDataRole.UserRole)]
    assert [row.data(Qt.ItemDataRole.UserRole) for row in lines] == list(wholes)
    targets = {choice["at"] for choice in wholes}
    assert sum(row.text().startswith("Against ") for row in rows) == len(targets)
    assert all("goes ahead: " in row.text() for row in lines)
    assert len(rows) == len(wholes) + len(targets) < len(list(mouse.session.ask.choices))


def test_a_drag_marks_the_whole_stack_and_enter_orders_it(mouse: Mouse, qtbot: QtBot) -> None:
    whole = max(mouse.session.ask.choices.wholes(), key=lambda c: len(c["pieces"]))
    count = len(mouse.session.choices)
    dragged(mouse, whole, whole["pieces"][0], whole["at"])
    assert len(mouse.session.choices) == count
    assert mouse.page.model.ready == whole
    qtbot.keyClick(mouse.canvas, Qt.Key.Key_Return)
    assert mouse.session.choices[count].choice == whole


def test_one_of_the_stack_is_left_out_by_its_box(mouse: Mouse) -> None:
    whole = max(mouse.session.ask.choices.wholes(), key=lambda c: len(c["pieces"]))
    assert len(whole["pieces"]) > 1
    dragged(mouse, whole, whole["pieces"][0], whole["at"])
    boxes = checks_of(mouse)
    boxes.item(0).setCheckState(Qt.CheckState.Unchecked)
    assert checks_of(mouse) is boxes  # a box is not made anew under the mouse
    chosen = mouse.page.model.ready
    assert words_of(chosen, "pieces") == whole["pieces"][1:]
    for row in range(boxes.count()):
        boxes.item(row).setCheckState(Qt.CheckState.Unchecked)
    assert mouse.page.model.ready is None
    assert gesture_of(mouse).back()
    assert mouse.page.model.gesture.chosen() is not None


def test_a_line_of_the_list_is_taken_up_to_leave_some_out(mouse: Mouse) -> None:
    listed = mouse.page.prompt.findChild(ChoiceList)
    row = next(n for n in range(listed.count()) if listed.item(n).data(Qt.ItemDataRole.UserRole))
    meant = listed.item(row).data(Qt.ItemDataRole.UserRole)
    listed.setCurrentRow(row)
    part = next(
        b
        for b in mouse.page.prompt.body.widgets()
        if isinstance(b, QPushButton) and b.toolTip().startswith("Leave out")
    )
    assert part.isVisible()
    count = len(mouse.session.choices)
    part.click()
    assert gesture_of(mouse).whole == meant
    assert len(mouse.session.choices) == count


def test_what_passing_gives_away_is_asked_about_first(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    mouse = Mouse(window, asked("europa", "smolensk", "train"), qtbot)
    page, count = mouse.page, len(mouse.session.choices)
    page.settings.warns = True
    page.finish()
    assert str(mouse.session.ask.choices.forgone()) in page.prompt.caution.words.text()
    assert not page.prompt.caution.idle  # the counters are no pieces that could act
    assert len(mouse.session.choices) == count
