"""Sixteen units set up with groups, a zone and an arrival: how many gestures of mouse and keys that takes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QLineEdit
from pytestqt.qtbot import QtBot

from grognard.app.editor import setting
from grognard.app.editor.arrivals import arriving
from grognard.app.editor.pickers import NEW, NameField
from grognard.engines.core.data.yamlio import Plain
from tests.app.editor.window.battles import HILL, begin
from tests.app.editor.window.counted import Counted
from tests.app.editor.window.hand import (
    CONTROL,
    LEFT,
    NONE,
    REST,
    ROLE,
    SETUP,
    Hand,
    choose,
    click,
    settle,
    until,
)

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
MOST = 120
"""What sixteen units may cost."""
ARRIVALS = 4
SHIFT = Qt.KeyboardModifier.ShiftModifier
FRENCH = {
    "Duppelin": {"duppelin-a": "0303", "duppelin-b": "0304"},
    "Teste": {"teste-a": "0305", "teste-b": "0306"},
    "CM art": {"cm-art-1": "0204"},
}
RUSSIAN = {
    "Gogel": {"gogel-a": "0704", "gogel-b": "0705"},
    "Ryleev": {"ryleev-a": "0803", "ryleev-b": "0804"},
    "II Cav HA": {"ru-ii-cav-ha-1": "0904"},
    "Rossi": {"rossi-a": "0805", "rossi-b": "0905"},
}
SENTRIES, POSTS = ("vuich-a", "vuich-b"), ("0706", "0806", "0906")
LATE, COLUMN = ("longchamps-a", "longchamps-b"), "Longchamps and his men"


@pytest.fixture
def hand(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hand]:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    made = begin(HILL)
    qtbot.addWidget(made.window)
    made.window._pause.setInterval(300)
    yield made
    made.window.close()


@pytest.fixture
def counted(hand: Hand) -> Iterator[Counted]:
    watching = Counted()
    yield watching
    watching.end()


def finds(hand: Hand, words: str) -> None:
    """Write into the box above the list whom one looks for."""
    click(hand.setup.wanted)
    QTest.keyClick(hand.setup.wanted, Qt.Key.Key_A, CONTROL)
    QTest.keyClicks(hand.setup.wanted, words)
    settle()


def both(hand: Hand, pieces: tuple[str, str]) -> None:
    """Mark two pieces of the list."""
    tray = hand.setup.tray
    for uid, keys in zip(pieces, (NONE, SHIFT), strict=True):
        until(lambda uid=uid: any(tray.item(i).data(ROLE) == uid for i in range(tray.count())))
        item = next(tray.item(i) for i in range(tray.count()) if tray.item(i).data(ROLE) == uid)
        QTest.mouseClick(tray.viewport(), LEFT, keys, tray.visualItemRect(item).center())
        settle()
    assert {*hand.setup.chosen} == {*pieces}


def boxes(hand: Hand, corner: str, other: str) -> None:
    """Draw a box about the pieces from one hex to another, once they are seen there."""
    hand.waits_for_the_board()
    a, b = (QPointF(hand.pixel(at)) for at in (corner, other))
    off = QPointF(-14, -14) if a.x() < b.x() else QPointF(14, 14)
    a, b = a + off, b - off
    hand.moves(a, Qt.MouseButton.NoButton)
    QTest.mousePress(hand.canvas, LEFT, NONE, a.toPoint())
    for part in (0.3, 0.7, 1.0):
        hand.moves(a + (b - a) * part, LEFT)
    QTest.mouseRelease(hand.canvas, LEFT, NONE, b.toPoint())
    settle()


def new_group(hand: Hand, name: str) -> None:
    """Have the list of groups make one of a name, for the pieces in the hand."""

    def types() -> None:
        asked = QApplication.activeModalWidget()
        assert isinstance(asked, QInputDialog)
        line = asked.findChild(QLineEdit)
        assert line is not None
        QTest.keyClicks(line, name)
        QTest.keyClick(line, Qt.Key.Key_Return)

    field = hand.setup.how.fields["command"]
    assert isinstance(field, NameField)
    click(field.button)
    assert field.list is not None
    QTimer.singleShot(200, types)
    hand.row(field.list.list, lambda data: data == NEW)


def sets_up(hand: Hand) -> None:
    """Twelve on the map, two in one of three places, two that come later, in three groups."""
    for side in (FRENCH, RUSSIAN):
        turned = False
        for words, pieces in side.items():
            finds(hand, words)
            for uid, at in pieces.items():
                hand.places(uid, at, "" if turned else "E" if side is FRENCH else "EEEE")
                turned = True
    finds(hand, "Vuich")
    both(hand, SENTRIES)
    hand.says("way", "among")
    field = hand.setup.how.values.currentWidget()
    assert isinstance(field, NameField)
    click(field.button)
    hand.strokes(*POSTS)
    QTest.keyClick(hand.canvas, Qt.Key.Key_Return)
    settle()
    hand.says("command", "defence")


def groups(hand: Hand) -> None:
    """A box about each side's men, and the group that they are in; the late ones are in a new one."""
    for corner, other, group in (("0202", "0307", "assault"), ("0602", "1008", "defence")):
        boxes(hand, corner, other)
        hand.says("command", group)
    finds(hand, "Longchamps")
    both(hand, LATE)
    hand.says("way", "box")
    new_group(hand, COLUMN)


def comes_later(hand: Hand) -> None:
    """The new group comes on the second turn, by the road in the west."""
    hand.page(ARRIVALS)
    page = hand.window.arrivals_page
    words = f"all of {COLUMN}"
    until(lambda: page.who.findText(words) >= 0)
    choose(page.who, words)
    click(page.more)
    line = page.line
    start = line.box(line.chips[0]).center()
    end = start + QPointF(132.0, 8)
    QTest.mousePress(line, LEFT, NONE, start.toPoint())
    for part in (0.3, 0.7, 1.0):
        QTest.mouseMove(line, (start + (end - start) * part).toPoint())
    QTest.mouseRelease(line, LEFT, NONE, end.toPoint())
    settle()
    form = page.below.widget()
    assert form is not None
    at = form.findChild(NameField, "field-at")
    assert at is not None
    hand.picks(at, "0105")


def who_wins(hand: Hand) -> None:
    hand.page(REST)
    hand.adds("victory")
    hand.points("victory", 0, "hold", at=("0704",))
    hand.writes("victory", 0, "first_holder", words="russian")


def line_of(hand: Hand, uid: str) -> dict[str, Plain]:
    there = setting.standing(hand.setup.scenario, 0, uid)
    assert there is not None
    return dict(there.row)


def test_sixteen_units_with_groups_a_zone_and_an_arrival(hand: Hand, counted: Counted) -> None:
    hand.page(SETUP)
    sets_up(hand)
    groups(hand)
    comes_later(hand)
    who_wins(hand)
    hand.faultless()
    assert counted.gestures <= MOST, counted.typed
    assert not counted.ids(hand.window)
    there = {
        uid: at for side in (FRENCH, RUSSIAN) for rows in side.values() for uid, at in rows.items()
    }
    assert len([*there, *SENTRIES, *LATE]) == 16
    for uid, at in there.items():
        assert (line_of(hand, uid)["at"], uid) == (at, uid)
    assert {str(line_of(hand, uid)["command"]) for uid in there} == {"assault", "defence"}
    for uid in SENTRIES:
        assert line_of(hand, uid)["among"] == [*POSTS]
        assert line_of(hand, uid)["command"] == "defence"
    (chip,) = arriving.chips(hand.setup.scenario, 0)
    assert chip.turn == 2
    assert chip.names == (line_of(hand, LATE[0])["command"],)
