"""Boards in the window: added, dragged, turned, repeated, taken away with mouse and keys, and all undone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from grognard.app.editor import shelf
from grognard.app.editor.boards.dialog import BoardsDialog
from grognard.app.editor.maps.steps import rows
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.window import EditorWindow
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.game import registry
from tests.app.editor.window.hand import click, settle

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
GAME = registry["eagle"]
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def opened(name: str, qtbot: QtBot) -> EditorWindow:
    info = next(info for info in GAME.scenarios() if info.id == name)
    window = EditorWindow(Desk(GAME, shelf.copy_of(GAME, info, "A test")))
    window.resize(1280, 720)
    window.show()
    qtbot.waitUntil(lambda: window.preview.board is not None and not window.canvas.busy)
    return window


@pytest.fixture(params=["los-arapiles", "orchard"])
def window(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> Iterator[EditorWindow]:
    """A map of four boards, and one that is a board by itself; all that is done is undone to the byte."""
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    made = opened(request.param, qtbot)
    before = {name: document.text for name, document in made.desk.documents.items()}
    yield made
    while made.desk.undo():
        pass
    now = {name: document.text for name, document in made.desk.documents.items()}
    assert {name: now[name] for name in before} == before
    made.close()


def dialog(window: EditorWindow) -> BoardsDialog:
    click(window.map_page.joins)
    found = window.map_page.boards
    assert found is not None
    assert found.isVisible()
    return found


def said(window: EditorWindow) -> list[Plain]:
    return rows(window.desk.plain(window.desk.scenario), "boards")


def everything_in_play(found: BoardsDialog) -> None:
    for box in found.field:
        box.setFocus()
        box.clear()
    QTest.keyClick(box, Qt.Key.Key_Return)
    settle()
    assert found.files.plain(found.files.scenario, ("field",)) == ""
    assert found.plan.field == ()


def middle(found: BoardsDialog, index: int) -> QPoint:
    board = next(b for b in found.boards if b.index == index)
    return found.plan.rect_of(board).center().toPoint()


def drag(found: BoardsDialog, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(found.plan, LEFT, NONE, start)
    for part in (0.3, 0.7, 1.0):
        QTest.mouseMove(found.plan, (QPointF(start) + QPointF(end - start) * part).toPoint())
    QTest.mouseRelease(found.plan, LEFT, NONE, end)
    settle()


def where(window: EditorWindow, index: int) -> Plain:
    row = said(window)[index]
    assert isinstance(row, dict)
    return row["at"]


def test_a_board_is_added_dragged_turned_and_taken_away(window: EditorWindow, qtbot: QtBot) -> None:
    found = dialog(window)
    everything_in_play(found)
    there = max(1, len(said(window)))
    wide = window.map_page.grid.size if window.map_page.grid is not None else (0, 0)
    found.supply.setCurrentRow(0)
    click(found.acts["add"])
    assert len(said(window)) == there + 1
    assert found.plan.index == there
    assert window.map_page.grid is not None
    assert window.map_page.grid.size != wide, "the map has not grown"
    was = where(window, there), where(window, 0)
    drag(found, middle(found, there), middle(found, 0))
    assert (where(window, 0), where(window, there)) == was or where(window, there) != was[0]
    found.plan.setFocus()
    QTest.keyClick(found.plan, Qt.Key.Key_T)
    settle()
    row = said(window)[there]
    assert isinstance(row, dict)
    assert row.get("turned") in ("yes", "no")
    found.times[0].setValue(4)
    found.times[1].setValue(1)
    QTest.keyClick(found.plan, Qt.Key.Key_R)
    settle()
    repeated = len(said(window))
    assert repeated > there + 1
    click(found.acts["away"])
    assert len(said(window)) == repeated - 1
    window.undo()
    settle()
    assert len(found.boards) == repeated, "the plan follows undo"


def test_a_hole_between_boards_is_a_fault_that_leads_to_them(
    window: EditorWindow, qtbot: QtBot
) -> None:
    found = dialog(window)
    there = len(said(window))
    found.supply.setCurrentRow(0)
    found.across.setValue(5)
    found.down.setValue(3)  # a board with nothing on it, smaller than the others
    click(found.acts["add"])
    qtbot.waitUntil(lambda: bool(window.faults.problems))
    index = next(i for i, p in enumerate(window.faults.problems) if "no board lies on" in p.message)
    found.close()
    spot = window.faults.list.visualItemRect(window.faults.list.item(index)).center()
    QTest.mouseClick(window.faults.list.viewport(), LEFT, NONE, spot)
    assert found.isVisible()
    window.undo()
    settle()
    assert len(said(window)) == there


def test_faces_that_lie_the_other_way_are_not_offered(window: EditorWindow) -> None:
    found = dialog(window)
    click(found.acts["add"])
    flat = found.boards[0].face.grid.flat
    rows_shown = [r for r in range(found.supply.count()) if not found.supply.item(r).isHidden()]
    shown = [found.supply.item(row).data(Qt.ItemDataRole.UserRole) for row in rows_shown]
    assert {face.map.grid.flat for face in shown if face is not None} == {flat}


def test_a_tile_is_laid_and_taken_away_by_the_mouse(window: EditorWindow) -> None:
    page, canvas = window.map_page, window.canvas
    page.layers.setCurrentRow(page.layers.count() - 1)
    tile = next(
        i for i in range(page.kinds.count()) if page.kinds.item(i).text() == "Village (1 hex)"
    )
    page.kinds.setCurrentRow(tile)
    assert page.grid is not None
    spot = canvas.camera.to_screen(QPointF(*page.grid.centre("0505"))).toPoint()
    before = window.desk.plain(window.desk.scenario, ("tiles",))
    QTest.mouseClick(canvas, LEFT, NONE, spot)
    laid = rows(window.desk.plain(window.desk.scenario), "tiles")
    assert {"tile": "village", "at": ["0505"]} in laid
    joined = window.desk.boards.joined
    assert joined is None or "0505" in joined.tiled
    QTest.mouseClick(canvas, Qt.MouseButton.RightButton, NONE, spot)
    assert window.desk.plain(window.desk.scenario, ("tiles",)) == before
