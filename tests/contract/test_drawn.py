"""Every shipped scenario of every game can be opened and drawn, for every seat and for all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from grognard.app.board.canvas import BoardCanvas
from grognard.app.board.render import render_board
from grognard.app.board.theme import load_theme
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import ScenarioInfo
from grognard.engines.core.show.views import BoardView, TableView

SCENARIOS = [info for game in registry.games().values() for info in game.scenarios()]
WIDTH, HEIGHT = 240, 150
DECISIONS = 1
COLOURS = 24
"""A drawn map has more of them; an empty sheet in its frame has a handful."""


class Painter:
    """Draws one scenario as `render` does, on one canvas, so that its map is drawn once."""

    def __init__(self, game: str, board: BoardView) -> None:
        self.board, self.theme = board, load_theme(game)
        self.canvas = BoardCanvas()
        self.canvas.set_board(board, self.theme)
        self.canvas.camera.set_viewport(WIDTH, HEIGHT)
        self.canvas.camera.fit()

    def picture(self, view: TableView | None) -> QImage:
        """Return the picture of what one seat sees."""
        return render_board(self.board, view, self.theme, WIDTH, HEIGHT, self.canvas)


def colours(image: QImage) -> int:
    """Return how many colours a picture has."""
    return len({image.pixel(x, y) for x in range(WIDTH) for y in range(HEIGHT)})


def ids(info: Any) -> str:
    """Name a scenario in the list of tests."""
    return f"{info.game}/{info.id}"


@pytest.mark.parametrize("info", SCENARIOS, ids=ids)
def test_every_scenario_is_drawn_for_every_seat_as_it_is_played(
    qtbot: QtBot, info: ScenarioInfo
) -> None:
    game = registry[info.game]
    session = Session(game, game.load(Path(info.path), {}), "1")
    painter = Painter(info.game, game.board(session.setup))
    qtbot.addWidget(painter.canvas)
    bare = painter.picture(None)
    assert colours(bare) > COLOURS
    rng = Random(info.id)
    for _ in range(DECISIONS + 1):
        for seat in (None, *(seat.id for seat in info.seats)):
            view = session.view(seat)
            shown = painter.picture(replace(view, standing=()))
            placed = [p for p in view.pieces if p.at is not None or p.pose is not None]
            assert (shown != bare) == bool(placed)
            assert (painter.picture(view) != shown) == bool(view.standing)
        if session.ask is not None:
            session.choose(session.ask.seat, session.ask.choices.sample(rng))
