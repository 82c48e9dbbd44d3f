"""What two evenings at the table broke: Enter after N, free bases led by clicks, a unit put down and dragged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QSettings, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.look import apply
from grognard.app.main import Window
from grognard.app.settings import Settings
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from tests.app.table.test_in_hand import Mouse
from tests.app.table.test_together import asked, pull, setup

LEFT, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def window(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))
    settings = Settings(QSettings(str(tmp_path / "set.ini"), QSettings.Format.IniFormat))
    settings.animation, settings.warns = "off", False
    apply(qapp, settings.surround, settings.scale)
    made = Window(settings, dict(registry.games()))
    made.resize(1600, 1000)
    made.show()
    yield made
    made.close()
    made.deleteLater()


def brigade() -> Session:
    """A brigade of eagle that has not changed its formation, and may move."""
    session = Session(registry["eagle"], setup("eagle", "maida"), "1")
    bots = {seat.id: RandomBot(seat.id) for seat in session.setup.info.seats}
    while (ask := session.ask) is not None:
        if ask.kind == "movement" and len([*ask.choices]) > 5:
            break
        if ask.why_not("pass") is None:
            session.choose(ask.seat, "pass")
        else:
            play(session, bots, limit=1)
    return session


def test_n_and_enter_end_nothing(window: Window, qtbot: QtBot) -> None:
    """The keyboard was on Done: N takes it to the board, where Enter picks the piece up."""
    mouse = Mouse(window, asked("eagle", "jerome", "movement"), qtbot)
    count, page = len(mouse.session.choices), mouse.page
    page.prompt.done.setFocus()
    assert page.prompt.done.hasFocus()
    qtbot.keyClick(window, Qt.Key.Key_N)
    assert mouse.canvas.hasFocus()
    qtbot.keyClick(mouse.canvas, Qt.Key.Key_Return)
    assert len(mouse.session.choices) == count
    assert page.model.trial is not None


def test_the_keyboard_is_back_on_the_board_after_every_decision(
    window: Window, qtbot: QtBot
) -> None:
    mouse = Mouse(window, asked("eagle", "jerome", "movement"), qtbot)
    page = mouse.page
    page.prompt.done.setFocus()
    qtbot.keyClick(page.prompt.done, Qt.Key.Key_Return)
    page.finish()
    assert not page.prompt.done.hasFocus()
    assert not page.prompt.isAncestorOf(QApplication.focusWidget() or page.canvas)


def mover(mouse: Mouse) -> tuple[str, Any]:
    """A unit of eagle that may go somewhere and keep its facing, and such a choice."""
    model = mouse.page.model
    for piece in model.open_to:
        model.pick_up(piece)
        state = mouse.session.table.state
        if piece in state.units and model.trial is not None:
            here, facing = state.units[piece].at, state.units[piece].facing
            for choice in model.trial.ask.choices:
                if choice["at"] != here and choice["facing"] == facing:
                    model.put_down()
                    return piece, choice
        model.put_down()
    raise AssertionError


@pytest.mark.parametrize("how", ["esc", "ground", "other"])
def test_a_unit_of_eagle_that_is_picked_up_is_put_down(
    window: Window, qtbot: QtBot, how: str
) -> None:
    mouse = Mouse(window, brigade(), qtbot)
    model, count = mouse.page.model, len(mouse.session.choices)
    unit, _ = mover(mouse)
    mouse.click(unit)
    assert model.trial is not None
    if how == "esc":
        qtbot.keyClick(window, Qt.Key.Key_Escape)
    elif how == "ground":
        legal = model.gesture.marks().legal
        taken = {piece.at for piece in model.view.pieces}
        spaces = [s.id for s in model.board.spaces]
        mouse.page.hand.click("", next(s for s in spaces if s not in legal and s not in taken))
    else:
        other = next(piece for piece in model.open_to if piece != unit)
        mouse.page.hand.click(other, "")
        assert model.trial is not None
        assert model.trial.piece == other
        qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert model.trial is None
    assert model.ask is mouse.session.ask
    assert len(mouse.session.choices) == count


def test_a_drag_at_who_moves_is_the_move_and_keeps_the_facing(window: Window, qtbot: QtBot) -> None:
    mouse = Mouse(window, brigade(), qtbot)
    unit, choice = mover(mouse)
    mouse.canvas.centre_on(unit)
    QApplication.processEvents()
    pull(mouse, mouse.pixel(unit), mouse.pixel(choice["at"]), NONE)
    played = [row.choice for row in mouse.session.choices[-2:]]
    assert played == [unit, choice]


def test_a_whole_command_of_eagle_moves_with_its_ghosts(window: Window, qtbot: QtBot) -> None:
    mouse = Mouse(window, brigade(), qtbot)
    model = mouse.page.model
    unit, choice = mover(mouse)
    body = model.body_of(unit)
    assert len(body) > 3
    model.muster(body)
    assert model.lead(model.party, unit, choice["at"])
    before = model.lookup.pieces
    able = [
        w.pieces[0]
        for w, p in zip(model.plan, model.prospects, strict=True)
        if p.stands is not False
    ]
    ghosts = {ghost.id: ghost for ghost in model.march.ghosts}
    assert unit in able
    assert len(able) > 2
    assert set(ghosts) == set(able)
    assert ghosts[unit].at == choice["at"]
    for name, ghost in ghosts.items():
        assert ghost.footprint == before[name].footprint
        assert ghost.badges[:1] == before[name].badges[:1]
    assert ghosts[unit].pose[2] == before[unit].pose[2]
    whys = [p.refusal for p in model.prospects if p.stands is False]
    assert all(why is not None and str(why.message) for why in whys)


def test_who_only_changes_formation_is_not_led_as_a_group(window: Window, qtbot: QtBot) -> None:
    mouse = Mouse(window, asked("eagle", "jerome", "formation"), qtbot)
    model = mouse.page.model
    assert model.open_to == []
    assert model.fellows() == []


def test_gathered_bases_go_where_is_clicked(window: Window, qtbot: QtBot) -> None:
    """Eight pieces together: a click on the ground leads them, the second one there has them go."""
    mouse = Mouse(window, asked("risorgimento", "montebello", "unit"), qtbot)
    model, canvas = mouse.page.model, mouse.canvas
    units = tuple(model.open_to[:4])
    model.muster(units)
    assert model.party == units
    canvas.centre_on(units[0])
    QApplication.processEvents()
    x, y = model.lookup.spots()[units[0]]
    spot = free_ground(mouse, QPointF(x, y))
    count = len(mouse.session.choices)
    qtbot.mouseClick(canvas, LEFT, NONE, spot)
    assert model.plan
    assert {ghost.id for ghost in model.march.ghosts} <= set(units)
    assert len(mouse.session.choices) == count
    able = model.stands
    qtbot.mouseClick(canvas, LEFT, NONE, spot)
    assert not model.plan
    assert not able or len(mouse.session.choices) > count


def free_ground(mouse: Mouse, near: QPointF) -> QPoint:
    """A point of bare ground not far from another, in pixels."""
    camera = mouse.canvas.camera
    for far in range(2, 9):
        for dx, dy in ((far, 0), (-far, 0), (0, far), (0, -far)):
            at = camera.to_screen(near + QPointF(dx, dy)).toPoint()
            if not mouse.canvas.piece_at(QPointF(at)) and mouse.canvas.rect().contains(at):
                return at
    raise AssertionError


def test_n_marks_the_line_and_the_button_says_so(window: Window, qtbot: QtBot) -> None:
    mouse = Mouse(window, brigade(), qtbot)
    page = mouse.page
    qtbot.keyClick(window, Qt.Key.Key_N)
    marked = page.model.listed
    assert marked == page.model.lit
    assert page.model.lookup.name_of(marked) in page.prompt.done.text().replace("\n", " ")
    qtbot.keyClick(window, Qt.Key.Key_N)
    assert page.model.listed not in (marked, None)


def test_nobody_is_told_why_what_lies_under_the_mouse_at_rest_is_not_possible(
    window: Window, qtbot: QtBot
) -> None:
    mouse = Mouse(window, brigade(), qtbot)
    page = mouse.page
    enemy = next(p.id for p in page.model.view.pieces if p.side != "french" and p.at)
    page.hands.renew()
    page.model.hovered = ()
    page.hand.hover(enemy, "", asked=False)
    assert page.model.refused is None


def test_a_fight_that_is_over_stays_until_it_was_seen(window: Window, qtbot: QtBot) -> None:
    mouse = Mouse(window, asked("columbia", "shevardino", "battle_turn", "3"), qtbot)
    page = mouse.page
    window.settings.pace = "steady"
    model, seat = page.model, mouse.session.ask.seat
    other = next(one.id for one in model.seats if one.id != seat)
    model.players[other] = "random"
    page.computer.stop()
    page.following.refresh()
    fight = model.view.engagement
    assert fight is not None
    told = [entry for _, entry in model.log()]
    page.battle.hold(told)
    assert page.battle.held
    assert page.battle.go_on.isVisible()
    assert page.computer.waits()
    seen = []
    page.battle.acknowledged.connect(lambda: seen.append(True))
    page.hands.enter()
    assert seen
    assert not page.battle.held
    assert not page.computer.waits()
    assert page.battle.isVisible()  # it is still being fought: that is laid out again


def test_the_board_is_toned_while_one_looks_back_and_a_button_leads_to_the_present(
    window: Window, qtbot: QtBot
) -> None:
    mouse = Mouse(window, brigade(), qtbot)
    page = mouse.page
    page.model.show_past(len(mouse.session.choices) - 2)
    assert page.canvas._toned
    assert page.prompt.present.isVisible()
    assert not page.prompt.since.isVisible()
    page.prompt.present.click()
    assert page.model.past is None
    assert not page.canvas._toned
    assert not page.prompt.present.isVisible()
