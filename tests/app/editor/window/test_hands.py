"""Small things under the hand: the pen by keys, places painted, titles written over, what is chosen is seen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from grognard.app.board.places.picking import SpaceIndex
from grognard.app.editor import shelf
from grognard.app.editor.maps.steps import section, texts
from grognard.app.editor.maps.table import draw_block
from grognard.app.editor.onpaper import counter_sheet
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.mappicking import PlacePen
from grognard.app.editor.window.preview import preview
from grognard.app.editor.window.window import EditorWindow
from grognard.app.library.newscenario import NewScenario
from grognard.app.settings import Settings
from grognard.app.workroom import Workroom
from grognard.engines.core.board.hexnumbers import parse_hexes
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from tests.app.editor.window.hand import CONTROL, LEFT, MAP, NONE, SETUP, Hand, settle

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))


def copied(game: str, scenario: str) -> Path:
    known = registry[game]
    info = next(info for info in known.scenarios() if info.id == scenario)
    return shelf.copy_of(known, info, "A test")


@pytest.fixture
def hand(qtbot: QtBot) -> Iterator[Hand]:
    window = EditorWindow(Desk(registry["gmt"], copied("gmt", "charge")))
    window.resize(1280, 720)
    window.show()
    yield Hand(window)
    window.close()


def woods(hand: Hand) -> set[str]:
    return set(parse_hexes(texts(section(hand.window.desk.map_doc(), "terrain").get("woods"))))


def carries(hand: Hand, key: Qt.Key, times: int = 1) -> None:
    for _ in range(times):
        QTest.keyClick(hand.canvas, key, SHIFT)


def test_a_stroke_is_drawn_by_keys_alone(hand: Hand) -> None:
    hand.page(MAP)
    hand.draws("terrain", "woods", "brush")
    before = woods(hand)
    hand.canvas.setFocus()
    carries(hand, Qt.Key.Key_Right)
    start = hand.canvas.cursor_space
    QTest.keyClick(hand.canvas, Qt.Key.Key_D)
    carries(hand, Qt.Key.Key_Down, 2)
    end = hand.canvas.cursor_space
    assert woods(hand) == before, "the pen is still down"
    QTest.keyClick(hand.canvas, Qt.Key.Key_D)
    drawn = woods(hand)
    assert {start, end} <= drawn
    assert len(drawn - before) >= 2
    QTest.keyClick(hand.canvas, Qt.Key.Key_X)
    QTest.keyClick(hand.canvas, Qt.Key.Key_X)
    assert end not in woods(hand)
    QTest.keyClick(hand.canvas, Qt.Key.Key_D)
    carries(hand, Qt.Key.Key_Up)
    QTest.keyClick(hand.canvas, Qt.Key.Key_Escape)
    assert woods(hand) == drawn - {end}, "Esc leaves the stroke"


def test_a_side_is_reached_in_little_steps(hand: Hand) -> None:
    hand.page(MAP)
    hand.draws("hexsides")
    hand.canvas.setFocus()
    at = hand.canvas.camera.visible().center()
    QTest.keyClick(hand.canvas, Qt.Key.Key_Right, SHIFT | CONTROL)
    assert hand.canvas.pen_at is not None
    assert 0 < hand.canvas.pen_at.x() - at.x() < 2
    before = hand.window.desk.map_doc()
    QTest.keyClick(hand.canvas, Qt.Key.Key_D)
    QTest.keyClick(hand.canvas, Qt.Key.Key_D)
    assert hand.window.desk.map_doc() != before
    hand.window.undo()
    assert hand.window.desk.map_doc() == before


def test_places_are_painted_over(hand: Hand) -> None:
    hand.page(SETUP)
    taken: list[list[str]] = []
    hand.window.on_map.pick_places([], many=True, done=taken.append)
    places = ["0302", "0303", "0304"]
    hand.strokes(*places)
    hand.clicks("0303")
    QTest.keyClick(hand.canvas, Qt.Key.Key_Return)
    assert taken == [["0302", "0304"]]


def test_a_table_as_a_whole_is_no_place() -> None:
    """What has a name on it is; between such things a click picks nothing."""
    game = registry["risorgimento"]
    info = next(one for one in game.scenarios() if one.id == "hamlet-of-bruna")
    board = game.board(game.load(Path(info.path), {}))
    spaces = SpaceIndex(board, 1.0)
    pen = PlacePen(spaces, [], many=False, end=lambda _taken: None, changed=lambda: None)
    bare = next(
        at
        for at in ((x + 0.5, y + 0.5) for x in range(60) for y in range(-45, 0))
        if spaces.at(QPointF(*at)) == "table"
    )
    pen.press(bare, False, Qt.KeyboardModifier.NoModifier)
    assert pen.chosen == []
    named = board.spaces[-1]
    pen.press(named.centre, False, Qt.KeyboardModifier.NoModifier)
    assert len(pen.chosen) == 1
    assert pen.chosen != ["table"]


def test_what_is_chosen_stands_out_in_every_surround() -> None:
    from grognard.app.look import LIGHT, _base_theme

    for name, surround in _base_theme()["surrounds"].items():
        colours = {**LIGHT, **surround}
        assert contrast(colours["chosen"], colours["panel"]) > 1.25, name
        assert contrast(colours["text"], colours["chosen"]) > 4.5, name


def contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_whoever_writes_a_title_writes_over_the_one_that_stands_there(qtbot: QtBot) -> None:
    dialog = NewScenario(registry.games(), None, None)  # type: ignore[arg-type]
    qtbot.addWidget(dialog)
    dialog.show()
    settle()
    QTest.keyClicks(dialog.title, "The ford")
    assert dialog.title.text() == "The ford"


def test_an_embankment_that_is_laid_as_a_block_is_drawn_the_long_way() -> None:
    path = copied("risorgimento", "outposts")
    desk = Desk(registry["risorgimento"], path)
    assert desk.change_map("block", draw_block(desk.map_doc(), "bank", (40.0, 30.0), (20.0, 2.0)))
    desk.settle()
    board = preview(desk.game, path).board
    desk.close()
    assert board is not None
    lines = [line.points for line in board.lines if line.kind == "bank"]
    (a, b) = next(points for points in lines if len(points) == 2 and abs(points[0][1] + 30) < 0.01)
    assert {round(a[0]), round(b[0])} == {30, 50}


def test_sheets_have_the_pieces_that_take_part_or_all() -> None:
    path = copied("gmt", "charge")
    some = counter_sheet(registry["gmt"], path)
    every = counter_sheet(registry["gmt"], path, everybody=True)
    used = {cut.piece.id for page in some.pages for cut in page}
    assert 0 < len(used) < len({cut.piece.id for page in every.pages for cut in page})
    setup = registry["gmt"].load(path, {})
    state = registry["gmt"].initial(setup, "1")
    there = {piece.id for piece in registry["gmt"].view(setup, state, None).pieces}
    assert there <= used


def test_test_play_closes_by_ctrl_w_and_lowers_no_curtain(qtbot: QtBot) -> None:
    game = registry["columbia"]
    setup = game.load(copied("columbia", "mill-brook"), {})
    room = Workroom.__new__(Workroom)
    room.window, room.settings = None, Settings()  # type: ignore[assignment]
    page = room.test_play(Session(game, setup, "1"), "A test")
    page.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(page)
    settle()
    assert page.model.covered is None
    assert not page.curtain.isVisible()
    assert page.model.viewer is not None
    page.activateWindow()
    QTest.keyClick(page, Qt.Key.Key_W, CONTROL)
    settle()
    assert not page.isVisible()


def test_the_pen_of_the_keys_goes_with_the_mouse(hand: Hand) -> None:
    hand.page(MAP)
    hand.draws("terrain", "woods", "brush")
    carries(hand, Qt.Key.Key_Right)
    assert hand.canvas.pen_at is not None
    QTest.mousePress(hand.canvas, LEFT, NONE, hand.pixel("0303"))
    assert hand.canvas.pen_at is None
    QTest.mouseRelease(hand.canvas, LEFT, NONE, hand.pixel("0303"))
