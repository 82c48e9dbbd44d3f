"""The toy game on the real canvas, with a real mouse; saved, left and opened again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from weakref import ref

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from grognard.app.look import apply
from grognard.app.main import Window
from grognard.app.settings import Settings
from tests.app.table.toy import Toy, centre


@pytest.fixture
def window(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))
    settings = Settings(QSettings(str(tmp_path / "set.ini"), QSettings.Format.IniFormat))
    settings.animation = "off"
    apply(qapp, settings.surround, settings.scale)
    made = Window(settings, {"toy": Toy()})
    made.show()
    game = made.games["toy"]
    seats = {"blue": "person", "red": "person"}
    made.start_game(game, game.scenarios()[0], seats, {"script": "piece route secret pick"}, "7")
    qapp.processEvents()
    yield made
    made.close()
    made.deleteLater()


def pixel(page: Any, space: str) -> QPoint:
    return page.canvas.camera.to_screen(QPointF(*centre(space))).toPoint()


def click(page: Any, space: str, qtbot: QtBot) -> None:
    qtbot.mouseMove(page.canvas, pixel(page, space))
    qtbot.mouseClick(page.canvas, Qt.MouseButton.LeftButton, pos=pixel(page, space))


def test_a_turn_with_the_mouse(window: Window, qtbot: QtBot) -> None:
    page: Any = window.table
    click(page, "0203", qtbot)
    assert page.model.session.choices == []
    click(page, "0203", qtbot)
    qtbot.mouseMove(page.canvas, pixel(page, "0303"))
    assert "rule:6.1" in page.prompt.reason.text()
    for _ in range(2):
        click(page, "0102", qtbot)
    answered = [row.choice for row in page.model.session.choices]
    assert answered == ["b3", {"route": ["0102"]}]
    assert page.curtain.isVisible()
    assert not page.canvas.isVisible()
    path = page.model.keeper.path
    window.leave_table()
    window.open_save(path)
    again: Any = window.table
    assert [row.choice for row in again.model.session.choices] == answered


def test_a_question_out_of_sight_moves_the_map(window: Window, qtbot: QtBot) -> None:
    page: Any = window.table
    canvas = page.canvas
    canvas.zoom_at(4.0, QPointF(pixel(page, "0604")))
    canvas.centre_on("0604")
    assert not canvas.rect().contains(pixel(page, "0203"))
    page.model.choose("b3")
    assert canvas.rect().contains(pixel(page, "0202"))
    before = canvas.camera.origin
    page.model.choose({"route": ["0102"]})
    assert canvas.camera.origin == before


def drag(page: Any, start: QPoint, end: QPoint, qtbot: QtBot) -> None:
    """Press, move in two steps, let go: as a hand does it."""
    left = Qt.MouseButton.LeftButton
    qtbot.mousePress(page.canvas, left, pos=start)
    for at in ((start + end) / 2, end):
        moved = QMouseEvent(
            QEvent.Type.MouseMove,
            QPointF(at),
            page.canvas.mapToGlobal(QPointF(at)),
            Qt.MouseButton.NoButton,
            left,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(page.canvas, moved)
    qtbot.mouseRelease(page.canvas, left, pos=end)


def test_a_piece_is_moved_by_dragging_it(window: Window, qtbot: QtBot) -> None:
    page: Any = window.table
    drag(page, pixel(page, "0202"), pixel(page, "0102"), qtbot)
    answered = [row.choice for row in page.model.session.choices]
    assert answered == ["b1", {"route": ["0102"]}]


def test_a_piece_dragged_where_it_may_not_go_stays(window: Window, qtbot: QtBot) -> None:
    page: Any = window.table
    drag(page, pixel(page, "0202"), pixel(page, "0504"), qtbot)
    assert "rule:6.2" in page.prompt.reason.text()
    assert page.model.session.choices == []
    assert next(p.at for p in page.model.view.pieces if p.id == "b1") == "0202"


def test_a_click_that_is_refused_leaves_its_reason_in_the_prompt(
    window: Window, qtbot: QtBot
) -> None:
    page: Any = window.table
    qtbot.mouseClick(page.canvas, Qt.MouseButton.LeftButton, pos=pixel(page, "0202"))
    before = len(page.model.session.choices)
    qtbot.mouseClick(page.canvas, Qt.MouseButton.LeftButton, pos=pixel(page, "0504"))
    assert len(page.model.session.choices) == before
    assert "rule:6.2" in page.prompt.reason.text()


def test_a_box_gathers_pieces_with_their_sums(window: Window, qtbot: QtBot) -> None:
    page: Any = window.table
    low, high = pixel(page, "0101"), pixel(page, "0304")
    drag(page, low - QPoint(20, 20), high + QPoint(20, 20), qtbot)
    assert set(page.model.group) == {"b1", "b2", "b3"}
    assert page.tabs.currentWidget() is page.inspector
    assert "3 pieces: SP 15" in page.inspector.toPlainText().replace("\N{NO-BREAK SPACE}", " ")
    assert page.model.session.choices == []
    alt, shift = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier
    qtbot.mouseClick(page.canvas, Qt.MouseButton.LeftButton, alt, pixel(page, "0203"))
    assert set(page.model.group) == {"b1", "b2"}
    qtbot.mouseClick(page.canvas, Qt.MouseButton.LeftButton, shift, pixel(page, "0604"))
    assert set(page.model.group) == {"b1", "b2", "r1"}
    qtbot.keyClick(page.canvas, Qt.Key.Key_Escape)
    page.escape()
    assert page.model.group == ()


def test_a_box_picks_the_members_of_a_subset(window: Window, qtbot: QtBot) -> None:
    game = window.games["toy"]
    seats = {"blue": "person", "red": "person"}
    window.start_game(game, game.scenarios()[0], seats, {"script": "subset"}, "7")
    QApplication.processEvents()
    page: Any = window.table
    around = pixel(page, "0202")
    drag(page, around - QPoint(60, 60), around + QPoint(60, 60), qtbot)
    assert {"b1", "b2"} <= set(page.model.gesture.picked)


def test_what_is_placed_and_turned_is_seen_on_the_board(window: Window, qtbot: QtBot) -> None:
    game = window.games["toy"]
    seats = {"blue": "person", "red": "person"}
    window.start_game(game, game.scenarios()[0], seats, {"script": "arrange"}, "7")
    QApplication.processEvents()
    page: Any = window.table
    page.model.bearing = lambda facing: 60.0 * facing + 30.0
    click(page, "0202", qtbot)
    qtbot.mouseMove(page.canvas, pixel(page, "0201"))
    ghost = page.canvas.marks.ghosts[0]
    assert (ghost.id, ghost.at, ghost.facing) == ("b1", "0201", 30.0)


def test_no_tip_of_the_old_position_stays(window: Window, qtbot: QtBot) -> None:
    page: Any = window.table
    page.canvas.underMouse = lambda: True
    qtbot.mouseMove(page.canvas, pixel(page, "0203"))
    page.hands.hover("b3", "")
    page.hands.tips.show()
    assert "B3" in QToolTip.text()
    assert QToolTip.isVisible()
    page.canvas.underMouse = lambda: False
    page.model.choose("b1")
    assert page.hands.tips.words == ""
    qtbot.waitUntil(lambda: not QToolTip.isVisible())


def test_a_table_that_is_left_leaves_nothing_behind(window: Window) -> None:
    """A table holds pictures of its whole map: tables of former games must not pile up."""
    game = window.games["toy"]
    for seed in ("1", "2", "3"):
        seats = {"blue": "person", "red": "person"}
        window.start_game(game, game.scenarios()[0], seats, {"script": "piece"}, seed)
        QApplication.processEvents()
        former = ref(window.table)
        window.leave_table()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        gc.collect()
        assert former() is None
