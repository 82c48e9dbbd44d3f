"""Arrivals on their time line: dragged from turn to turn, added, edited and taken away, and all undone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from grognard.app.editor import shelf
from grognard.app.editor.arrivals import arriving
from grognard.app.editor.window.arrivalspage import ArrivalsPage
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.window import EditorWindow
from grognard.engines.core.play.game import registry
from tests.app.editor.window.hand import settle

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
GAME = registry["eagle"]


@pytest.fixture
def page(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ArrivalsPage]:
    """The arrivals of a copy of Les Miserables, where Bachelu comes on the fifth turn."""
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    info = next(info for info in GAME.scenarios() if info.id == "les-miserables")
    window = EditorWindow(Desk(GAME, shelf.copy_of(GAME, info, "A test")))
    window.resize(1280, 720)
    window.show()
    qtbot.waitUntil(lambda: bool(window.arrivals_page.called))
    before = {name: document.text for name, document in window.desk.documents.items()}
    window.tabs.setCurrentIndex(4)
    yield window.arrivals_page
    while window.desk.undo():
        pass
    assert {name: doc.text for name, doc in window.desk.documents.items()} == before
    window.close()


def row(page: ArrivalsPage, index: int) -> dict[str, object]:
    found = arriving.arrivals(page.scenario, 0)[index]
    assert isinstance(found, dict)
    return dict(found)


def drag(page: ArrivalsPage, index: int, turn: int) -> None:
    """Drag a chip into the column of a turn, with the mouse."""
    line = page.line
    start = line.box(line.chips[index]).center()
    end = start + QPointF(132.0 * (turn - line.chips[index].turn), 10)
    QTest.mousePress(line, LEFT, NONE, start.toPoint())
    for part in (0.3, 0.7, 1.0):
        QTest.mouseMove(line, (start + (end - start) * part).toPoint())
    QTest.mouseRelease(line, LEFT, NONE, end.toPoint())


def test_a_chip_is_dragged_to_another_turn(page: ArrivalsPage) -> None:
    assert [chip.turn for chip in page.line.chips] == [5, 5]
    assert len(page.line.heads) == 9  # eight turns, and those that come when the rules say
    drag(page, 0, 3)
    assert row(page, 0)["turn"] == "3"
    assert page.line.chosen == 0
    QTest.keyClick(page.line, Qt.Key.Key_Right)
    assert row(page, 0)["turn"] == "4"
    page.desk.undo()
    page.desk.undo()
    assert [chip.turn for chip in page.line.chips] == [5, 5]


def test_what_a_chip_says_is_edited_below(page: ArrivalsPage) -> None:
    QTest.mouseClick(page.line, LEFT, NONE, page.line.box(page.line.chips[0]).center().toPoint())
    formation = page.below.findChild(QComboBox, "field-formation")
    assert formation is not None
    formation.setCurrentIndex(formation.findData("line"))
    formation.activated.emit(formation.currentIndex())
    assert row(page, 0)["formation"] == "line"


def test_arrivals_are_taken_away_and_added(page: ArrivalsPage) -> None:
    QTest.mouseClick(page.line, LEFT, NONE, page.line.box(page.line.chips[1]).center().toPoint())
    QTest.keyClick(page.line, Qt.Key.Key_Delete)
    assert len(page.line.chips) == 1
    listed = [page.who.itemData(n) for n in range(page.who.count())]
    page.who.setCurrentIndex(listed.index(("piece", "ugc-bachelu")))
    QTest.mouseClick(page.more, LEFT)
    assert row(page, 1)["piece"] == "ugc-bachelu"
    assert row(page, 1)["turn"] == "1"
    page.drop(1)
    page.drop(0)
    assert "arrivals" not in page.desk.documents[page.desk.scenario].text
    page.add()
    assert row(page, 0)["turn"] == "1"


def test_a_fault_of_an_arrival_leads_to_its_chip(page: ArrivalsPage, qtbot: QtBot) -> None:
    window = page.window()
    assert isinstance(window, EditorWindow)
    steps = arriving.shift(page.scenario, 0, 1, 99)
    page.desk.change("late", page.desk.scenario, steps)
    qtbot.waitUntil(lambda: bool(window.faults.problems))
    window.tabs.setCurrentIndex(0)
    window.faults.list.itemClicked.emit(window.faults.list.item(0))
    assert window.tabs.currentIndex() == 4
    assert page.line.chosen == 1


def test_the_keys_stay_in_the_form_below(page: ArrivalsPage) -> None:
    """What is written shows on the time line; the field itself is not made anew under the hand."""
    QTest.mouseClick(page.line, LEFT, NONE, page.line.box(page.line.chips[0]).center().toPoint())
    turn = page.below.findChild(QLineEdit, "field-turn")
    assert turn is not None
    turn.setFocus()
    turn.selectAll()
    QTest.keyClicks(turn, "4")
    QTest.keyClick(turn, Qt.Key.Key_Tab)
    settle()
    assert row(page, 0)["turn"] == "4"
    assert page.line.chips[0].turn == 4
    now = page.below.widget()
    assert now is not None
    assert page.below.findChild(QLineEdit, "field-turn") is turn
    assert now.isAncestorOf(page.focusWidget())
