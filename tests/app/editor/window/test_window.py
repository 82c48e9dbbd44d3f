"""A scenario in the hand: drawn on, set up and played in the editor's window, with mouse and keys."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from grognard.app.editor import setting, shelf
from grognard.app.editor.maps.steps import Step
from grognard.app.editor.sheet.takein import TakeIn
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.editors import played_on, turn_of
from grognard.app.editor.window.forms import PLACE
from grognard.app.editor.window.preview import Preview, all_looks, preview
from grognard.app.editor.window.rulepane import RuleText
from grognard.app.editor.window.tools import Hexes
from grognard.app.editor.window.window import EditorWindow
from grognard.engines.core.play.game import AnyGame, registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.scenario.document import Document

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE = Qt.KeyboardModifier.NoModifier
GAME = registry["gmt"]


@pytest.fixture(scope="module")
def window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[EditorWindow]:
    """The editor on a copy of the practice scenario."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GROGNARD_HOME", str(tmp_path_factory.mktemp("home")))
        info = next(info for info in GAME.scenarios() if info.id == "charge")
        made = EditorWindow(Desk(GAME, shelf.copy_of(GAME, info, "A test")))
        made.resize(1280, 720)
        made.show()
        yield made
        made.close()


@pytest.fixture
def read(window: EditorWindow, qtbot: QtBot) -> EditorWindow:
    """The same, read to its end, with nothing to be undone when the test is over."""
    qtbot.waitUntil(lambda: window.preview.board is not None and not window.canvas.busy)
    before = texts(window)
    yield window  # type: ignore[misc]
    while window.desk.undo():
        pass
    assert texts(window) == before


def texts(window: EditorWindow) -> dict[str, str]:
    return {name: document.text for name, document in window.desk.documents.items()}


def pixel(window: EditorWindow, hex_id: str) -> QPoint:
    assert window.map_page.grid is not None
    at = window.canvas.camera.to_screen(QPointF(*window.map_page.grid.centre(hex_id)))
    return at.toPoint()


def stroke(window: EditorWindow, *way: str, button: Qt.MouseButton = LEFT) -> None:
    """Draw from hex to hex."""
    canvas = window.canvas
    QTest.mousePress(canvas, button, NONE, pixel(window, way[0]))
    for start, end in pairwise(way):
        a, b = QPointF(pixel(window, start)), QPointF(pixel(window, end))
        for part in (0.3, 0.7, 1.0):
            at = a + (b - a) * part
            event = QMouseEvent(
                QEvent.Type.MouseMove,
                at,
                canvas.mapToGlobal(at),
                Qt.MouseButton.NoButton,
                button,
                NONE,
            )
            QApplication.sendEvent(canvas, event)
    QTest.mouseRelease(canvas, button, NONE, pixel(window, way[-1]))


def begins(window: EditorWindow, where: str) -> None:
    """Write where the piece that is looked at begins."""
    field = window.setup_page.how.value
    assert isinstance(field, QLineEdit)
    field.setText(where)
    window.setup_page.how.write()


def layer(window: EditorWindow, row: int, kind: int) -> None:
    window.tabs.setCurrentIndex(0)
    window.map_page.layers.setCurrentRow(row)
    window.map_page.kinds.setCurrentRow(kind)


def ground(window: EditorWindow, key: str) -> object:
    doc = window.desk.map_doc()
    return doc.get(key) if isinstance(doc, dict) else None


def test_a_stroke_of_the_brush_is_ground_and_ink(read: EditorWindow) -> None:
    layer(read, 0, 2)
    stroke(read, "1006", "0905")
    assert ground(read, "terrain")["marsh"] == ["0905", "1006"]  # type: ignore[index]
    assert len(read.canvas.ink) >= 2


def test_keys_choose_the_tool_and_the_radius(read: EditorWindow) -> None:
    layer(read, 0, 2)
    QTest.keyClick(read.canvas, "r")
    assert isinstance(read.map_page.sheet, Hexes)
    assert read.map_page.sheet.mode == "rectangle"
    QTest.keyClick(read.canvas, "b")
    QTest.keyClick(read.canvas, "+")
    stroke(read, "1005")
    QTest.keyClick(read.canvas, "-")
    assert len(read.canvas.ink) >= 7
    assert read.map_page.radius.value() == 0


def test_the_right_button_takes_ground_away(read: EditorWindow) -> None:
    layer(read, 0, 1)
    stroke(read, "0705", "0704", button=RIGHT)
    assert ground(read, "terrain")["cultivated"] == ["0702-0703", "0605-0606"]  # type: ignore[index]


def test_heights_sides_roads_and_names(read: EditorWindow) -> None:
    layer(read, 1, 0)
    stroke(read, "1006")
    assert "1006" in ground(read, "levels")["1"]  # type: ignore[index]
    layer(read, 2, 1)
    stroke(read, "1006")
    assert len(ground(read, "hexsides")["stream"]) == 1  # type: ignore[index]
    layer(read, 3, 0)
    stroke(read, "1007", "0805")
    assert ground(read, "lines")[-1]["kind"] == "road"  # type: ignore[index]
    layer(read, 4, 0)
    read.map_page.name.setText("Mill")
    stroke(read, "1007")
    read.map_page.name.clear()
    assert ground(read, "places")[-1]["name"] == "Mill"  # type: ignore[index]


def test_what_is_undone_is_done_again(read: EditorWindow) -> None:
    layer(read, 0, 2)
    before = texts(read)
    stroke(read, "1006")
    after = texts(read)
    QTest.keyClick(read, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert texts(read) == before
    QTest.keyClick(
        read,
        Qt.Key.Key_Z,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    assert texts(read) == after


def test_a_hidden_layer_is_not_drawn_on(read: EditorWindow) -> None:
    layer(read, 0, 2)
    item = read.map_page.layers.item(0)
    item.setCheckState(Qt.CheckState.Unchecked)
    assert read.canvas.tool is None
    item.setCheckState(Qt.CheckState.Checked)
    assert read.canvas.tool is not None


def test_pieces_are_placed_turned_and_taken_off(read: EditorWindow, qtbot: QtBot) -> None:
    read.tabs.setCurrentIndex(1)
    qtbot.waitUntil(lambda: "sumy" in read.canvas._by_id)
    piece = read.setup_page.preview.pieces[0]
    read.setup_page.pick(piece)
    QTest.mouseClick(read.canvas, LEFT, NONE, pixel(read, "0707"))
    QTest.keyClick(read.canvas, Qt.Key.Key_E)
    line = read.desk.plain(read.desk.scenario, ("stages", 0, "setup", 8))
    assert line == {"piece": piece, "at": "0707", "facing": "2", "command": "horse"}
    stroke(read, "0202", "0103")
    assert read.desk.plain(read.desk.scenario, ("stages", 0, "setup", 6, "at")) == "0103"
    QTest.keyClick(read.canvas, Qt.Key.Key_Delete)
    assert "sumy" not in read.desk.documents[read.desk.scenario].text
    assert read.setup_page.tray.findItems("Sumy", Qt.MatchFlag.MatchContains) != []


def test_a_fault_is_listed_and_leads_to_its_place(read: EditorWindow, qtbot: QtBot) -> None:
    read.tabs.setCurrentIndex(1)
    read.setup_page.pick("sumy")
    begins(read, "9999")
    qtbot.waitUntil(lambda: read.faults.problems != ())
    assert "9999" in read.faults.problems[0].message
    read.tabs.setCurrentIndex(0)
    read.faults.list.itemClicked.emit(read.faults.list.item(0))
    assert read.tabs.currentIndex() == 1
    read.undo()
    qtbot.waitUntil(lambda: read.faults.problems == ())


def test_a_side_without_a_way_to_win_is_listed(read: EditorWindow, qtbot: QtBot) -> None:
    """[sch.victory] A click goes to what wins, in the form, and opens the rulebook there."""
    where = ("stages", 0, "victory")
    assert read.desk.change("None", read.desk.scenario, [Step(where, "remove")])
    qtbot.waitUntil(lambda: read.faults.problems != ())
    (problem,) = read.faults.problems
    assert problem.message.startswith("French: there is no way to win.")
    assert problem.rule == "sch.victory"
    item = read.faults.list.item(0)
    spot = read.faults.list.visualItemRect(item).center()
    QTest.mouseClick(read.faults.list.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert read.tabs.currentIndex() == 3
    assert read.rules.isVisible()
    focus = read.rest_page.focusWidget()
    assert focus is not None
    assert focus.property(PLACE) == "stages/0/victory"
    read.undo()
    qtbot.waitUntil(lambda: read.faults.problems == ())


def test_forces_are_typed_pasted_and_filled_down(read: EditorWindow) -> None:
    read.tabs.setCurrentIndex(2)
    grid, model = read.forces_page.grid, read.forces_page.model
    men = model.fields.index(("men",))
    grid.setCurrentIndex(grid.model().index(0, men))
    QGuiApplication.clipboard().setText("1500\n1600")
    QTest.keyClick(grid, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    QTest.mouseClick(read.forces_page.findChild(TakeIn).take, Qt.MouseButton.LeftButton)
    units = read.desk.plain("forces/french.yaml", ("units",))
    assert [row["men"] for row in units[:2]] == ["1500", "1600"]  # type: ignore[index,union-attr]
    grid.clearSelection()
    for row in range(3):
        grid.selectionModel().select(
            grid.model().index(row, men), grid.selectionModel().SelectionFlag.Select
        )
    QTest.keyClick(grid, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    units = read.desk.plain("forces/french.yaml", ("units",))
    assert [row["men"] for row in units[:3]] == ["1500"] * 3  # type: ignore[index,union-attr]


def test_the_form_writes_title_and_clock(read: EditorWindow) -> None:
    read.tabs.setCurrentIndex(3)
    title = read.rest_page.forms[0].fields["title"]
    assert isinstance(title, QLineEdit)
    title.setText("Another")
    title.editingFinished.emit()
    assert read.desk.plain(read.desk.scenario, ("title",)) == "Another"
    assert read.windowTitle().startswith("Another")
    clock = read.rest_page.forms[1].fields["clock"].findChild(QLineEdit, "field-turns")
    assert isinstance(clock, QLineEdit)
    clock.setText("5")
    clock.editingFinished.emit()
    assert read.desk.plain(read.desk.scenario, ("stages", 0, "clock", "turns")) == "5"


def test_what_is_known_is_not_read_anew_before_it_is_played(
    read: EditorWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a large map that would stop the window; a change that is not known yet is read first."""
    qtbot.waitUntil(lambda: read._known == read._edits)
    asked: list[Path] = []

    def counted(game: AnyGame, path: Path) -> Preview:
        asked.append(path)
        return preview(game, path)

    monkeypatch.setattr("grognard.app.editor.window.window.preview", counted)
    with qtbot.waitSignal(read.balance_wanted):
        read.acts["balance"].trigger()
    assert asked == []
    title = Step(("title",), "set", "Changed just now")
    assert read.desk.change("Retitle", read.desk.scenario, [title])
    with qtbot.waitSignal(read.balance_wanted) as found:
        read.acts["balance"].trigger()
    assert found.args[0].info.title == "Changed just now"


def test_it_is_tried_at_once(read: EditorWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(read.play_wanted) as asked:
        read.play()
    session: Session = asked.args[0]
    assert session.setup.info.title == "A test"
    assert turn_of(played_on(session, 1)) == 2


def test_every_change_is_in_the_files_at_once(read: EditorWindow) -> None:
    layer(read, 0, 2)
    stroke(read, "1006")
    read.desk.settle()
    file, _ = read.desk.map_place
    kept = Path(read.desk.path.parent / file).read_text("utf-8")
    assert kept == read.desk.documents[file].text


def test_a_fault_against_a_rule_opens_the_rulebook_there(read: EditorWindow, qtbot: QtBot) -> None:
    read.tabs.setCurrentIndex(1)
    read.setup_page.pick("sumy")
    begins(read, "0903")  # where the enemy stands
    qtbot.waitUntil(lambda: read.faults.problems != ())
    assert read.faults.problems[0].rule == "6.22"
    item = read.faults.list.item(0)
    assert "6.22 Enemy hexes" in item.text()
    where = read.faults.list.visualItemRect(item).center()
    QTest.mouseClick(read.faults.list.viewport(), LEFT, NONE, where)
    assert read.rules.isVisible()
    assert read.rules.panel is not None
    assert read.rules.panel.now == "rule:6.22"
    assert read.setup_page.picked == "sumy"
    read.rules.hide()


def test_the_rule_stands_beside_its_form_and_its_link_opens_the_rulebook(
    read: EditorWindow,
) -> None:
    read.tabs.setCurrentIndex(3)
    beside = read.rest_page.findChildren(RuleText)
    text = next(one for one in beside if "sch.victory" in one.text())
    shown = QTextDocument()
    shown.setHtml(text.text())
    assert "sch." not in shown.toPlainText(), "a rule has its title; its id is for the link"
    text.linkActivated.emit("rule:sch.victory")
    assert read.rules.panel is not None
    assert read.rules.panel.now == "rule:sch.victory"
    read.rules.hide()


def test_a_fault_of_the_clock_leads_to_its_field(read: EditorWindow, qtbot: QtBot) -> None:
    read.desk.change(
        "turns", read.desk.scenario, [Step(("stages", 0, "clock", "turns"), "set", "999")]
    )
    qtbot.waitUntil(lambda: any("200" in p.mend + p.message for p in read.faults.problems))
    read.faults.list.itemClicked.emit(read.faults.list.item(0))
    assert read.tabs.currentIndex() == 3
    field = read.rest_page.findChild(QLineEdit, "field-turns")
    assert read.focusWidget() is field


def line_of(window: EditorWindow, piece: str) -> object:
    there = setting.standing(window.setup_page.scenario, 0, piece)
    return there.row if there is not None else None


def test_a_click_looks_and_changes_nothing(read: EditorWindow, qtbot: QtBot) -> None:
    """Empty ground puts down whatever was looked at, and leaves it where it stands."""
    read.tabs.setCurrentIndex(1)
    qtbot.waitUntil(lambda: "sumy" in read.canvas._by_id)
    before = texts(read)
    QTest.mouseClick(read.canvas, LEFT, NONE, pixel(read, "0202"))
    assert read.setup_page.picked == "sumy"
    QTest.mouseClick(read.canvas, LEFT, NONE, pixel(read, "0707"))
    assert texts(read) == before
    assert read.setup_page.picked == ""


def test_what_is_taken_off_is_out_of_the_hand(read: EditorWindow, qtbot: QtBot) -> None:
    read.tabs.setCurrentIndex(1)
    qtbot.waitUntil(lambda: "sumy" in read.canvas._by_id)
    read.setup_page.look_at("sumy")
    QTest.keyClick(read.canvas, Qt.Key.Key_Delete)
    QTest.mouseClick(read.canvas, LEFT, NONE, pixel(read, "0707"))
    assert line_of(read, "sumy") is None


def test_what_is_carried_is_not_laid_on_the_enemy(read: EditorWindow, qtbot: QtBot) -> None:
    read.tabs.setCurrentIndex(1)
    qtbot.waitUntil(lambda: "sumy" in read.canvas._by_id)
    page = read.setup_page
    enemy = next(uid for uid in page._waiting() if page.preview.sides[uid] == "french")
    page.pick(enemy)
    QTest.mouseClick(read.canvas, LEFT, NONE, pixel(read, "0202"))
    assert line_of(read, enemy) is None
    assert page.picked == "sumy"


def test_one_word_that_is_wrong_leaves_the_board_as_it_is(read: EditorWindow, qtbot: QtBot) -> None:
    """What can be read is drawn; what cannot is marked where it stands, and nothing goes elsewhere."""
    read.tabs.setCurrentIndex(1)
    qtbot.waitUntil(lambda: "sumy" in read.canvas._by_id)
    there = {piece.id: piece.at for piece in read.canvas.view.pieces}  # type: ignore[union-attr]
    page = read.setup_page
    page.look_at("sumy")
    page._say("command", "Guard!")
    with qtbot.waitSignal(read.previewed):
        pass
    qtbot.waitUntil(lambda: not read._viewer.busy)
    assert {piece.id: piece.at for piece in read.canvas.view.pieces} == there  # type: ignore[union-attr]
    assert [*read.canvas.marks.illegal] == ["sumy"]
    before = texts(read)
    QTest.mouseClick(read.canvas, LEFT, NONE, pixel(read, "0707"))
    assert texts(read) == before


@pytest.mark.parametrize("key", ["command", "at", "facing", "nonsense"])
def test_whatever_a_line_says_the_others_are_drawn(tmp_path: Path, key: str) -> None:
    """One stage is read as far as it goes, not left out whole."""
    info = next(info for info in GAME.scenarios() if info.id == "charge")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GROGNARD_HOME", str(tmp_path))
        path = shelf.copy_of(GAME, info, "A test")
    document = Document.open(path)
    document.set(("stages", 0, "setup", 0, key), "Wrong!")
    document.save()
    found = preview(GAME, path)
    assert found.problems
    view = all_looks(GAME, path, found, 0)
    assert view is not None
    assert len([piece for piece in view.pieces if piece.at]) >= 10
