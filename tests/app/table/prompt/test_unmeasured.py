"""Whoever begins a game without measuring is told so, and how to have it."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.app.table.prompt.heading import UNMEASURED
from grognard.engines.core.play.game import registry
from tests.app.table.test_together import window

__all__ = ["window"]


@pytest.mark.parametrize(("measuring", "told"), [("no", True), ("yes", False)])
def test_measuring_is_spoken_of_as_the_game_begins(
    window: Window, qtbot: QtBot, measuring: str, told: bool
) -> None:
    game = registry["risorgimento"]
    info = next(info for info in game.scenarios() if info.id == "first-brigade")
    options = {"premeasure": measuring}
    seats = {seat.id: "person" for seat in game.load(Path(info.path), options).info.seats}
    window.start_game(game, info, seats, options, "7")
    page = window.table
    assert page is not None
    if page.curtain.isVisible():
        page.curtain.button.click()
    assert (str(UNMEASURED) in page.prompt.passed.text()) is told
