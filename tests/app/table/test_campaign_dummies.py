"""[15.1] Dummies of a campaign with hidden stacks: changed from beside whatever question is open."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.app.table.prompt.editors import Steppers
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from tests.app.table.test_in_hand import Mouse
from tests.app.table.test_together import window

__all__ = ["window"]

DUMMIES = "Dummies in your stacks ..."


@pytest.fixture
def mouse(window: Window, qtbot: QtBot) -> Mouse:
    game = registry["europa"]
    info = next(info for info in game.scenarios() if info.id == "smolensk")
    session = Session(game, game.load(Path(info.path), {"heights": "yes"}), "1")
    players = {seat: RandomBot(seat) for seat in ("french", "russian")}
    while session.ask is not None and session.ask.kind != "train":
        play(session, players, limit=1)
    made = Mouse(window, session, qtbot)
    if made.page.model.covered is not None:
        made.page.model.lift_curtain()
    QApplication.processEvents()
    return made


def test_dummies_are_changed_beside_the_open_question(mouse: Mouse) -> None:
    page, model = mouse.page, mouse.page.model
    seat = model.asked.seat
    button = next(
        one for one in page.prompt.body.widgets() if getattr(one, "text", str)() == DUMMIES
    )
    assert isinstance(button, QPushButton)
    button.click()
    QApplication.processEvents()
    assert model.covered is None
    assert (model.asked.kind, model.asked.seat) == ("heights", seat)
    steppers = page.prompt.findChild(Steppers)
    assert steppers is not None
    gesture = model.gesture
    gesture.set(next(iter(gesture.amounts)), 1)
    model.touch()
    model.choose(gesture.chosen())
    QApplication.processEvents()
    assert (model.asked.kind, model.asked.seat) == ("train", seat)
    assert model.covered is None
    assert model.session.table.state.heights


def test_they_are_no_answer_that_anybody_has_to_think_of(mouse: Mouse) -> None:
    model = mouse.page.model
    assert "heights" not in list(model.asked.choices)
    assert model.asked.why_not("heights") is None
    assert model.asked.why_not("depths") is not None
