"""Counters that no order of battle holds are dragged like pieces; cities are told on the map's page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QSpinBox
from pytestqt.qtbot import QtBot

from grognard.app.editor import setting, shelf
from grognard.app.editor.maps.steps import rows
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.window import EditorWindow
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.game import registry
from tests.app.editor.window.hand import MAP, SETUP, Hand, choose, settle, until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
GAME = registry["europa"]


@pytest.fixture
def hand(tmp_path: object, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> Iterator[Hand]:
    """A hand on a draft of the march to Smolensk."""
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    info = next(info for info in GAME.scenarios() if info.id == "smolensk")
    window = EditorWindow(Desk(GAME, shelf.copy_of(GAME, info, "A draft")))
    window.resize(1280, 720)
    window.show()
    made = Hand(window)
    until(lambda: window.view is not None)
    yield made
    window.close()


def depots(hand: Hand) -> dict[str, Plain]:
    said = rows(rows(hand.setup.scenario, "stages")[0], "special")
    return {
        str(row["side"]): row["at"]
        for row in said
        if isinstance(row, dict) and row["rule"] == "depots"
    }


def drag(hand: Hand, piece: str, end: str) -> None:
    """Drag a counter from where it is drawn to a hex."""
    canvas = hand.canvas
    canvas.centre_on(piece)
    settle()
    around = canvas._around(piece)
    assert around is not None
    spots = [
        around.topLeft() + QPointF(around.width() * x / 20, around.height() * y / 20)
        for x in range(20)
        for y in range(20)
    ]
    own = [at for at in spots if canvas.piece_at(canvas.camera.to_screen(at)) == piece]
    start = own[len(own) // 2]
    hand.strokes((start.x(), start.y()), end)


def test_a_depot_is_dragged_to_another_hex_and_taken_off(hand: Hand) -> None:
    hand.page(SETUP)
    before = depots(hand)
    until(lambda: "depot-1610" in hand.setup.looks)
    drag(hand, "depot-1610", "1710")
    assert hand.window.desk.said == ""
    assert depots(hand)["russian"] == ["1808", "1710", "1208", "1009"]
    until(lambda: any(p.id == "depot-1710" for p in hand.canvas.view.pieces))  # type: ignore[union-attr]
    hand.setup.look_at("depot-1710")
    assert hand.setup.who.text() == "Depot"
    QTest.keyClick(hand.canvas, Qt.Key.Key_Delete)
    assert depots(hand)["russian"] == ["1808", "1208", "1009"]
    assert depots(hand)["french"] == before["french"]
    hand.faultless()


def test_a_depot_is_not_laid_on_another(hand: Hand) -> None:
    hand.page(SETUP)
    before = depots(hand)
    until(lambda: "depot-1208" in hand.setup.looks)
    drag(hand, "depot-1208", "1009")
    assert depots(hand) == before
    assert hand.window.foot.text() == "There is one here already: Depot."


def test_what_a_city_is_worth_is_said_on_the_map(hand: Hand) -> None:
    hand.page(MAP)
    hand.draws("cities")
    hand.canvas.centre_on("1710")
    settle()
    hand.clicks("1208")
    form = hand.map.place
    assert form.isVisible()
    assert form.who.text() == "Vitebsk"
    points, fortified = form.fields["points"], form.fields["fortified"]
    assert isinstance(points, QSpinBox)
    assert isinstance(fortified, QCheckBox)
    points.setFocus()
    QTest.keyClick(points, Qt.Key.Key_Up)
    QTest.keyClick(fortified, Qt.Key.Key_Space)
    city = _city(hand, "1208")
    assert (city["points"], city["fortified"]) == ("2", "yes")
    while hand.window.desk.undo():
        pass
    assert not fortified.isChecked()
    assert points.value() == 1
    assert _city(hand, "1208")["points"] == "1"


def _city(hand: Hand, at: str) -> dict[str, Plain]:
    there = rows(hand.window.desk.map_doc(), "cities")
    return next(row for row in there if isinstance(row, dict) and row["at"] == at)


def test_off_the_map_is_said_as_soon_as_it_is_chosen(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    game = registry["columbia"]
    info = next(info for info in game.scenarios() if info.id == "mill-brook")
    window = EditorWindow(Desk(game, shelf.copy_of(game, info, "A draft")))
    window.resize(1280, 720)
    window.show()
    hand = Hand(window)
    hand.page(SETUP)
    until(lambda: window.view is not None)
    shown = window.canvas.view.pieces if window.canvas.view is not None else ()
    known = hand.setup.preview.pieces
    piece = next(p.id for p in shown if p.id in known and p.at is not None)
    hand.setup.look_at(piece)
    way = hand.setup.how.way
    choose(way, "box")
    way.activated.emit(way.currentIndex())
    there = setting.standing(hand.setup.scenario, 0, piece)
    assert there is not None
    assert there.row["box"] == hand.setup.placing.boxes[0]
    until(lambda: piece in hand.setup.off_map)
    choose(way, "within")
    way.activated.emit(way.currentIndex())
    assert window.foot.text() == "Say where; until then the piece stays where it is."
    window.close()
