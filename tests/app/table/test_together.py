"""Several pieces are moved as one: a stack, a box, a column; seen before, one confirmation, one undo."""

from __future__ import annotations

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
from tests.app.table.test_in_hand import Mouse

LEFT, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


@cache
def setup(game: str, scenario: str) -> Any:
    found = registry[game]
    path = next(Path(info.path) for info in found.scenarios() if info.id == scenario)
    return found.load(path, {})


def asked(game: str, scenario: str, kind: str, seed: str = "1") -> Session:
    """A game at its first question of a kind."""
    session = Session(registry[game], setup(game, scenario), seed)
    bots = {seat.id: RandomBot(seat.id) for seat in session.setup.info.seats}
    while session.ask is not None and session.ask.kind != kind:
        play(session, bots, limit=1)
    assert session.ask is not None
    return session


@pytest.fixture
def window(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))
    settings = Settings(QSettings(str(tmp_path / "set.ini"), QSettings.Format.IniFormat))
    settings.animation, settings.warns = "off", False
    apply(qapp, settings.surround, settings.scale)
    made = Window(settings, dict(registry.games()))
    monkeypatch.setattr(made.faults, "tell", lambda title, words: pytest.fail(f"{title}: {words}"))
    made.resize(1600, 1000)
    made.show()
    yield made
    made.close()
    made.deleteLater()


def pull(mouse: Mouse, start: QPoint, end: QPoint, keys: Any) -> None:
    mouse.qtbot.mousePress(mouse.canvas, LEFT, keys, start)
    for at in (QPointF(start + end) / 2, QPointF(end)):
        moved = QMouseEvent(
            QEvent.Type.MouseMove,
            at,
            mouse.canvas.mapToGlobal(at),
            Qt.MouseButton.NoButton,
            LEFT,
            keys,
        )
        QApplication.sendEvent(mouse.canvas, moved)
    mouse.qtbot.mouseRelease(mouse.canvas, LEFT, keys, end)


def stack(mouse: Mouse, size: int = 2) -> tuple[str, ...]:
    """Units in one hex that may all move."""
    model = mouse.page.model
    return next(
        together
        for piece in model.open_to
        if len(together := model.stack_of(piece)) >= size
        and not mouse.session.table.state.units[piece].square
    )


def free(mouse: Mouse, units: tuple[str, ...]) -> str:
    """An empty hex that the units of a stack can all reach."""
    state = mouse.session.table.state
    grid = mouse.session.setup.map.grid
    home = state.units[units[0]].at
    model = mouse.page.model
    for at in grid.adjacent(home):
        if at not in state.stacks and model.lead(units, units[0], at):
            good = all(prospect.stands for prospect in model.prospects)
            model.intend(())
            if good:
                return str(at)
    raise AssertionError


def test_a_stack_is_dragged_seen_and_confirmed(window: Window, qtbot: QtBot) -> None:
    mouse = Mouse(window, asked("gmt", "shevardino", "move_piece"), qtbot)
    units = stack(mouse)
    to, count = free(mouse, units), len(mouse.session.choices)
    mouse.canvas.centre_on(units[0])
    QApplication.processEvents()
    pull(mouse, mouse.pixel(units[0]), mouse.pixel(to), CTRL)
    assert len(mouse.session.choices) == count
    assert {ghost.id for ghost in mouse.canvas.marks.ghosts} == set(units)
    assert {ghost.at for ghost in mouse.canvas.marks.ghosts} == {to}
    assert mouse.page.prompt.done.isVisible()
    before = mouse.session.table.state
    qtbot.keyClick(mouse.canvas, Qt.Key.Key_Return)
    assert {mouse.session.table.state.units[unit].at for unit in units} == {to}
    if mouse.session.can_undo():
        mouse.page.undo()
        assert mouse.session.table.state == before


def test_a_plan_is_laid_aside_with_esc_and_then_the_group(window: Window, qtbot: QtBot) -> None:
    mouse = Mouse(window, asked("gmt", "shevardino", "move_piece"), qtbot)
    units = stack(mouse)
    to, count = free(mouse, units), len(mouse.session.choices)
    model = mouse.page.model
    model.muster(units)
    mouse.click(to)
    assert model.plan
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not model.plan
    assert model.party == units
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not model.party
    assert len(mouse.session.choices) == count


def test_a_second_click_on_the_goal_has_the_group_go(window: Window, qtbot: QtBot) -> None:
    mouse = Mouse(window, asked("gmt", "shevardino", "move_piece"), qtbot)
    units = stack(mouse)
    to = free(mouse, units)
    mouse.page.model.muster(units)
    mouse.click(to)
    mouse.click(to)
    assert {mouse.session.table.state.units[unit].at for unit in units} == {to}


def test_a_command_marches_in_column(window: Window, qtbot: QtBot) -> None:
    mouse = Mouse(window, asked("gmt", "shevardino", "move_piece"), qtbot)
    model = mouse.page.model
    body = model.body_of(model.open_to[0])
    assert len({model.lookup.place_of(name) for name in body}) > 1
    to = free(mouse, (body[0],))
    assert model.lead(body, body[0], to)
    assert model.in_column(on=True)
    assert model.march.column
    ways = [wish.choices[-1] for wish in model.plan if len(wish.choices) > 1]
    assert ways


def test_blocks_of_a_corps_go_as_one(window: Window, qtbot: QtBot) -> None:
    mouse = Mouse(window, asked("columbia", "shevardino", "move"), qtbot)
    model, count = mouse.page.model, len(mouse.session.choices)
    choices = [c for c in mouse.session.ask.choices if c != "pass"]
    one = choices[0]["piece"]
    body = model.body_of(one)
    to = choices[0]["at"]
    assert model.lead(body or (one,), one, to)
    assert len(mouse.session.choices) == count
    going = [wish.pieces[0] for wish in model.stands]
    assert one in going
    model.carry_out()
    assert mouse.session.table.state.blocks[one].at == to


def test_a_brigade_goes_ahead_together(window: Window, qtbot: QtBot) -> None:
    mouse = Mouse(window, asked("risorgimento", "first-brigade", "unit"), qtbot)
    model = mouse.page.model
    units = tuple(model.open_to[:2])
    assert model.carry(units, units[0], (-2.0, 0.0))
    assert [prospect.stands is not False for prospect in model.prospects] == [True, True]
    before = {unit: model.lookup.pieces[unit].pose for unit in units}
    model.carry_out()
    first = model.plan == () and model.lookup.pieces[units[0]].pose
    assert first != before[units[0]]
