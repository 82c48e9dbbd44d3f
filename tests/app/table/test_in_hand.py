"""What is picked up can be put down: a piece of each kind of board, with the mouse and with Esc."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.look import apply
from grognard.app.main import Window
from grognard.app.settings import Settings
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from tests.app.table import bases, blocks

LEFT = Qt.MouseButton.LeftButton


@cache
def scenario() -> Any:
    game = registry["gmt"]
    path = next(Path(info.path) for info in game.scenarios() if info.id == "charge")
    return game.load(path, {})


def before_a_move() -> Session:
    """The hex game where several units that stand alone may move."""
    session = Session(registry["gmt"], scenario(), "3")
    bots = {seat.id: RandomBot(seat.id) for seat in session.setup.info.seats}
    while session.ask is not None:
        if session.ask.kind == "move_piece" and len(movers(session)) > 1:
            return session
        play(session, bots, limit=1)
    raise AssertionError


def movers(session: Session) -> list[str]:
    """Who may move and stands alone in its hex."""
    state = session.table.state
    assert session.ask is not None
    found = [str(name) for name in session.ask.choices if name in state.units]
    return [name for name in found if len(state.stacks.get(state.units[name].at, ())) == 1]


class Mouse:
    """The mouse at the table of the hex game."""

    def __init__(self, made: Window, session: Session, qtbot: QtBot) -> None:
        made.seating.seat(session, {seat.id: "person" for seat in session.setup.info.seats})
        QApplication.processEvents()
        self.window, self.session, self.qtbot = made, session, qtbot
        self.page: Any = made.table
        self.canvas = self.page.canvas
        self.page.minimap.hide()
        if self.page.curtain.isVisible():
            qtbot.mouseClick(self.page.curtain.button, LEFT)
            self.page.since.hide()

    def pixel(self, name: str) -> QPoint:
        placed = self.canvas._by_id.get(name)
        at = QPointF(placed.x, placed.y) if placed else QPointF(*self.centre(name))
        return self.canvas.camera.to_screen(at).toPoint()

    def centre(self, space: str) -> tuple[float, float]:
        x, y = self.canvas.spaces.spaces[space].centre
        return float(x), float(y)

    def click(self, name: str) -> None:
        self.canvas.centre_on(name)
        QApplication.processEvents()
        self.qtbot.mouseMove(self.canvas, self.pixel(name))
        self.qtbot.mouseClick(self.canvas, LEFT, pos=self.pixel(name))

    def drag(self, name: str, to: str) -> None:
        self.canvas.centre_on(name)
        QApplication.processEvents()
        self.pull(self.pixel(name), self.pixel(to))

    def pull(self, start: QPoint, end: QPoint) -> None:
        self.qtbot.mousePress(self.canvas, LEFT, pos=start)
        for at in (QPointF(start + end) / 2, QPointF(end)):
            moved = QMouseEvent(
                QEvent.Type.MouseMove,
                at,
                self.canvas.mapToGlobal(at),
                Qt.MouseButton.NoButton,
                LEFT,
                Qt.KeyboardModifier.NoModifier,
            )
            QApplication.sendEvent(self.canvas, moved)
        self.qtbot.mouseRelease(self.canvas, LEFT, pos=end)

    def near(self, unit: str) -> str:
        """An empty hex beside a unit where the piece in the hand may go."""
        state, setup = self.session.table.state, self.session.setup
        legal = set(self.page.model.gesture.marks().legal) - set(state.stacks)
        return next(at for at in setup.map.grid.adjacent(state.units[unit].at) if at in legal)


@pytest.fixture
def mouse(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> Iterator[Mouse]:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))
    settings = Settings(QSettings(str(tmp_path / "set.ini"), QSettings.Format.IniFormat))
    settings.animation, settings.warns = "off", False
    apply(qapp, settings.surround, settings.scale)
    made = Window(settings, {"gmt": registry["gmt"]})
    monkeypatch.setattr(made.faults, "tell", lambda title, words: pytest.fail(f"{title}: {words}"))
    made.show()
    yield Mouse(made, before_a_move(), qtbot)
    made.close()
    made.deleteLater()


def test_a_unit_is_picked_up_looked_at_and_put_down(mouse: Mouse) -> None:
    model, count = mouse.page.model, len(mouse.session.choices)
    one, other = movers(mouse.session)[:2]
    mouse.click(one)
    assert model.ask.form == "route"
    assert model.ask.subject == (one,)
    near = mouse.near(one)
    mouse.qtbot.mouseMove(mouse.canvas, mouse.pixel(near))
    assert mouse.canvas.marks.path
    mouse.click(other)
    assert model.ask.subject == (other,)
    mouse.qtbot.keyClick(mouse.window, Qt.Key.Key_Escape)
    assert model.ask.kind == "move_piece"
    mouse.click(one)
    assert model.undo()
    assert model.ask.kind == "move_piece"
    assert len(mouse.session.choices) == count


def test_a_click_on_empty_ground_out_of_reach_puts_a_unit_down(mouse: Mouse) -> None:
    one, state = movers(mouse.session)[0], mouse.session.table.state
    count = len(mouse.session.choices)
    mouse.click(one)
    gesture = mouse.page.model.gesture
    setup = mouse.session.setup
    far = next(
        at
        for at in mouse.canvas.spaces.spaces
        if at not in state.stacks
        and gesture.hover([at]) is None
        and setup.map.grid.distance(at, state.units[one].at) < 12
        and at not in set(getattr(state, "leaders", {}).values())
    )
    mouse.click(far)
    assert mouse.page.model.trial is None
    assert mouse.page.prompt.reason.text()
    assert len(mouse.session.choices) == count


def test_a_unit_is_dragged_and_one_undo_brings_it_back(mouse: Mouse) -> None:
    one, count = movers(mouse.session)[0], len(mouse.session.choices)
    mouse.click(one)
    near = mouse.near(one)
    mouse.page.escape()
    before = mouse.session.table.state
    mouse.drag(one, near)
    if mouse.page.model.gesture.chosen() is not None and mouse.page.model.trial is not None:
        mouse.page.finish()  # which way it faces is open
    assert mouse.session.table.state.units[one].at == near
    assert [row.kind for row in mouse.session.choices[count : count + 2]] == ["move_piece", "route"]
    if mouse.session.can_undo():
        mouse.page.undo()
        assert mouse.session.table.state == before
        assert len(mouse.session.choices) == count


def test_a_base_is_picked_up_and_another_instead(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    one = bases.placed("84e-1", 10, 35, 0, formation="line")
    other = bases.placed("84e-2", 10, 30, 0, formation="line")
    with bases.window(qapp, tmp_path, monkeypatch) as made:
        player = bases.Player(made, bases.begun(one, other, phase="E.move"), qtbot)
        player.sit()
        while player.session.ask.kind != "unit":
            player.page.model.choose(next(c for c in player.session.ask.choices if c != "pass"))
        count = len(player.session.choices)
        player.look_at((12, 33))
        player.click("84e-1")
        assert player.page.model.ask.subject == ("84e-1",)
        player.click("84e-2")
        assert player.page.model.ask.subject == ("84e-2",)
        qtbot.keyClick(made, Qt.Key.Key_Escape)
        assert player.page.model.ask.kind == "unit"
        assert len(player.session.choices) == count


def test_a_block_is_put_down_by_a_click_where_it_cannot_go(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    with blocks.window(qapp, tmp_path, monkeypatch) as made:
        session = blocks.begun("shevardino", "12")
        bots = {seat.id: RandomBot(seat.id) for seat in session.setup.info.seats}
        while session.ask.form != "move":
            play(session, bots, limit=1)
        hand = blocks.Hand(made, session, qtbot)
        hand.sit()
        count = len(session.choices)
        block = next(name for name in hand.gesture().ways if name in hand.canvas._by_id)
        hand.click_block(block)
        assert hand.gesture().piece == block
        qtbot.keyClick(made, Qt.Key.Key_Escape)
        assert hand.gesture().piece == ""
        hand.click_block(block)
        taken = {piece.at for piece in hand.page.model.view.pieces}
        shut = {*hand.gesture().places(), *taken}
        far = next(at for at in hand.canvas.spaces.spaces if at not in shut)
        hand.click_area(far)
        assert hand.gesture().piece == ""
        assert len(session.choices) == count


def faces(mouse: Mouse, unit: str) -> Any:
    return mouse.session.table.state.units[unit].facing


def test_two_clicks_move_a_unit_and_turn_it(mouse: Mouse) -> None:
    one, count = movers(mouse.session)[0], len(mouse.session.choices)
    was = faces(mouse, one)
    mouse.click(one)
    near = mouse.near(one)
    mouse.canvas.centre_on(near)
    QApplication.processEvents()
    mouse.qtbot.mouseMove(mouse.canvas, mouse.pixel(near))
    assert mouse.canvas.marks.ghosts[0].at == near
    mouse.qtbot.keyClick(mouse.window, Qt.Key.Key_E)
    shown = mouse.canvas.marks.ghosts[0].facing
    assert shown == mouse.page.model.bearing((was + 1) % 6)
    assert len(mouse.session.choices) == count
    mouse.qtbot.mouseClick(mouse.canvas, LEFT, pos=mouse.pixel(near))
    assert mouse.session.table.state.units[one].at == near
    assert faces(mouse, one) == (was + 1) % 6


def test_a_unit_turned_where_it_stands_is_taken_by_return(mouse: Mouse) -> None:
    one = movers(mouse.session)[0]
    was, here = faces(mouse, one), mouse.session.table.state.units[one].at
    mouse.click(one)
    mouse.qtbot.mouseMove(mouse.canvas, mouse.pixel(one) + QPoint(1, 1))
    mouse.qtbot.keyClick(mouse.window, Qt.Key.Key_E)
    assert faces(mouse, one) == was, "nothing is played yet"
    mouse.canvas.setFocus()
    mouse.qtbot.keyClick(mouse.canvas, Qt.Key.Key_Return)
    assert mouse.session.table.state.units[one].at == here
    assert faces(mouse, one) == (was + 1) % 6


def test_what_was_turned_and_is_pointed_at_no_more_is_not_taken_by_return(mouse: Mouse) -> None:
    one, count = movers(mouse.session)[0], len(mouse.session.choices)
    mouse.click(one)
    mouse.qtbot.mouseMove(mouse.canvas, mouse.pixel(one) + QPoint(1, 1))
    mouse.qtbot.keyClick(mouse.window, Qt.Key.Key_E)
    QApplication.sendEvent(mouse.canvas, QEvent(QEvent.Type.Leave))
    mouse.canvas.setFocus()
    mouse.qtbot.keyClick(mouse.canvas, Qt.Key.Key_Return)
    assert len(mouse.session.choices) == count


def test_a_pull_at_the_destination_turns_the_unit_and_moves_it(mouse: Mouse) -> None:
    one = movers(mouse.session)[0]
    mouse.click(one)
    near = mouse.near(one)
    facing = (faces(mouse, one) + 2) % 6
    start = mouse.pixel(near)
    turn = math.radians(mouse.page.model.bearing(facing))
    end = start + QPoint(round(60 * math.sin(turn)), round(-60 * math.cos(turn)))
    mouse.pull(start, end)
    assert mouse.session.table.state.units[one].at == near
    assert faces(mouse, one) == facing
