"""Parts of a map of hexes: marked, copied, laid elsewhere and on another map, with all that lies on them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from grognard.app.editor import shelf
from grognard.app.editor.maps import hexes, parts
from grognard.app.editor.maps.steps import rows, section, text_of, texts
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.window import EditorWindow
from grognard.engines.core.data.layers import Layer
from grognard.engines.core.play.game import registry
from tests.app.editor.window.hand import CONTROL, RIGHT, Hand, settle

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
GAME = registry["gmt"]


def opened(game: str, scenario: str) -> Hand:
    known = registry[game]
    info = next(info for info in known.scenarios() if info.id == scenario)
    window = EditorWindow(Desk(known, shelf.copy_of(known, info, "A draft")))
    window.resize(1280, 720)
    window.show()
    return Hand(window)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))


@pytest.fixture
def hand() -> Iterator[Hand]:
    made = opened("gmt", "windmill-hill")
    yield made
    made.window.close()


def marks(hand: Hand, corner: str, other: str) -> None:
    """Press P, drag a box, and copy what is in it."""
    QTest.keyClick(hand.canvas, Qt.Key.Key_P)
    hand.strokes(corner, other)
    QTest.keyClick(hand.canvas, Qt.Key.Key_C, CONTROL)
    settle()


def pastes(hand: Hand, at: str) -> None:
    QTest.keyClick(hand.canvas, Qt.Key.Key_V, CONTROL)
    hand.clicks(at)


def layer(hand: Hand, key: str) -> Layer:
    return next(one for one in hand.window.game.map_layers if one.key == key)


def kinds(hand: Hand, key: str) -> dict[str, str]:
    return hexes.kinds_of(hand.window.desk.map_doc(), layer(hand, key))


def sides(hand: Hand) -> dict[str, set[str]]:
    there = section(hand.window.desk.map_doc(), "hexsides")
    return {kind: {*texts(items)} for kind, items in there.items()}


def named(hand: Hand) -> dict[str, str]:
    return {
        text_of(r, "at"): text_of(r, "name") for r in rows(hand.window.desk.map_doc(), "places")
    }


def test_a_hill_with_its_slopes_is_copied_and_undone(hand: Hand) -> None:
    """The mill, its heights and the slopes between the hexes of the box; one step takes all of it back."""
    desk = hand.window.desk
    before = {name: document.text for name, document in desk.documents.items()}
    marks(hand, "0703", "0904")
    pastes(hand, "0103")
    for there, here in (("0704", "0104"), ("0804", "0204"), ("0903", "0303"), ("0904", "0304")):
        assert kinds(hand, "levels").get(there) == kinds(hand, "levels").get(here)
    assert kinds(hand, "terrain").get("0104") == "village"
    assert named(hand)["0104"] == named(hand)["0704"] == "Windmill"
    assert "0104>0103" in sides(hand)["slope"]
    desk.undo()
    assert {name: document.text for name, document in desk.documents.items()} == before


def test_what_is_laid_takes_the_place_of_what_was_there(hand: Hand) -> None:
    """Clear ground of the part clears the woods below it."""
    assert kinds(hand, "terrain").get("0501") == "woods"
    marks(hand, "0101", "0102")
    pastes(hand, "0501")
    assert "0501" not in kinds(hand, "terrain")


def test_a_locked_layer_is_neither_copied_nor_laid(hand: Hand) -> None:
    hand.draws("levels")
    QTest.keyClick(hand.canvas, Qt.Key.Key_K)
    before = kinds(hand, "levels")
    marks(hand, "0703", "0904")
    pastes(hand, "0103")
    assert kinds(hand, "levels") == before
    assert kinds(hand, "terrain").get("0104") == "village"


def test_a_road_goes_on_where_its_part_is_laid(hand: Hand) -> None:
    marks(hand, "0204", "0404")
    pastes(hand, "0202")
    ways = [
        texts(row["hexes"])
        for row in rows(hand.window.desk.map_doc(), "lines")
        if isinstance(row, dict)
    ]
    whole = [h for way in ways for h in way]
    assert {"0202", "0302"} <= {*whole}


def test_a_part_is_laid_on_another_map(hand: Hand) -> None:
    marks(hand, "0703", "0904")
    other = opened("gmt", "charge")
    spot = next(
        h for h in other.map.grid or () if other.map.grid and len(other.map.grid.adjacent(h)) == 6
    )
    pastes(other, spot)
    assert "Windmill" in named(other).values()
    other.window.close()


def test_the_right_button_and_esc_put_it_down(hand: Hand) -> None:
    marks(hand, "0703", "0904")
    before = hand.window.desk.map_doc()
    QTest.keyClick(hand.canvas, Qt.Key.Key_V, CONTROL)
    hand.strokes("0103", button=RIGHT)
    hand.clicks("0103")
    QTest.keyClick(hand.canvas, Qt.Key.Key_V, CONTROL)
    QTest.keyClick(hand.canvas, Qt.Key.Key_Escape)
    hand.clicks("0103")
    assert hand.window.desk.map_doc() == before


@pytest.mark.parametrize(
    "raw",
    [b"", b"[", b"{}", b"[" * 9000, b'{"game": "gmt", "spots": 3}', b"\xff", b'{"game": "eagle"}'],
)
def test_what_another_program_copied_is_no_part_of_a_map(hand: Hand, raw: bytes) -> None:
    data = QMimeData()
    data.setData(parts.MIME, raw)
    QGuiApplication.clipboard().setMimeData(data)
    before = hand.window.desk.map_doc()
    QTest.keyClick(hand.canvas, Qt.Key.Key_P)
    pastes(hand, "0103")
    assert hand.window.desk.map_doc() == before


def test_a_map_of_areas_has_no_parts() -> None:
    made = opened("columbia", "mill-brook")
    assert not made.map.parts.isVisible()
    made.window.close()
