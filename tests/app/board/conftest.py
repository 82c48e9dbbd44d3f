"""A canvas on the made-up battlefield."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from pytestqt.qtbot import QtBot

from grognard.app.board.canvas import BoardCanvas
from grognard.app.board.theme import load_theme
from grognard.engines.core.show.views import BoardView
from tests.app.board import sample


@pytest.fixture(scope="session")
def board() -> BoardView:
    return sample.board()


@pytest.fixture
def canvas(qtbot: QtBot, board: BoardView) -> BoardCanvas:
    made = BoardCanvas()
    qtbot.addWidget(made)
    made.set_animation("off")
    made.set_board(board, load_theme("gmt"))
    made.resize(1000, 700)
    made.set_view(sample.view(300))
    made.show()
    return made
