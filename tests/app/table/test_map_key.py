"""Cartouche, legend, compass and scale bar: true, foldable, and as they were left the next time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.board.canvas import BoardCanvas
from grognard.app.board.map.key import PARTS, MapKey
from grognard.app.board.map.scales import at_least, measures_of
from grognard.app.board.map.swatches import shown_on
from grognard.app.board.theme import load_theme
from grognard.app.main import Window
from grognard.engines.core.data.text import named
from grognard.engines.core.play.game import registry
from grognard.engines.core.show.views import BoardView
from tests.app.board import sample

Play = Callable[..., Any]


@pytest.fixture(scope="module")
def board() -> BoardView:
    return sample.board()


@pytest.fixture
def canvas(qtbot: QtBot, board: BoardView) -> BoardCanvas:
    made = BoardCanvas()
    qtbot.addWidget(made)
    made.set_board(board, load_theme("gmt"))
    made.resize(1000, 700)
    made.key = MapKey(board, load_theme("gmt"), 1.0, lambda word: named("term", word), made)
    made.show()
    return made


def test_the_legend_shows_what_the_board_has_and_nothing_else(board: BoardView) -> None:
    kinds = {sign.kind for sign in shown_on(board, lambda word: named("term", word))}
    have = {s.terrain for s in board.spaces} | {e.kind for e in board.edges}
    have |= {line.kind for line in board.lines}
    assert kinds <= have
    assert {"woods", "marsh", "road", "river", "bridge", "ford", "redoubt", "slope"} <= kinds
    assert "clear" not in kinds
    assert "railway" not in kinds


@pytest.mark.parametrize("zoom", [0.7, 1.0, 2.0, 4.0])
def test_the_scale_bar_is_as_long_as_it_says(canvas: BoardCanvas, zoom: float) -> None:
    canvas.zoom_at(zoom, QPointF(500, 350))
    assert canvas.key is not None
    (bar,) = canvas.key._bars(canvas.camera)
    (ax, ay), (bx, by) = sample.GRID.centre("0505"), sample.GRID.centre("0506")
    one = canvas.camera.to_screen(QPointF(bx, by)) - canvas.camera.to_screen(QPointF(ax, ay))
    assert bar.long == pytest.approx(bar.count * abs(one.y()), rel=0.02)
    assert bar.words.startswith(str(bar.count))
    assert 70 <= bar.long < 360


@pytest.mark.parametrize("scale", [8.0, 30.0, 120.0])
def test_the_map_of_europe_tells_versts_and_leagues_beside_hexes(scale: float) -> None:
    """A hex is 50 km across (1.1); a verst has 1,066.8 m, a post league 3,898."""
    (info,) = [each for each in registry["europa"].scenarios() if each.id.endswith("two-roads")]
    europe = registry["europa"].board(registry["europa"].load(Path(info.path), {}))
    bars = [at_least(each, scale, 70) for each in measures_of(europe, load_theme("europa"), 1.0)]
    assert [bar.words.split()[1][:4] for bar in bars] in (
        ["hex", "vers", "leag"],
        ["hexe", "vers", "leag"],
    )
    for bar, metres in zip(bars, (50_000, 1_066.8, 3_898), strict=True):
        assert bar.long / scale * 50_000 == pytest.approx(bar.count * metres)


def test_every_part_is_folded_and_unfolded_with_a_click(qtbot: QtBot, canvas: BoardCanvas) -> None:
    key = canvas.key
    assert key is not None
    told: list[tuple[str, bool]] = []
    key.turned.connect(lambda part, on: told.append((part, on)))
    for part in PARTS:
        key.folded = ()
        canvas.grab()
        whole = key._boxes[part]
        qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=key._knob(whole).center().toPoint())
        key.folded = (part,)
        canvas.grab()
        tab = key._boxes[part]
        assert tab.width() * tab.height() < whole.width() * whole.height()
        qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=tab.center().toPoint())
    assert told == [(part, on) for part in PARTS for on in (True, False)]


def test_a_click_beside_the_knob_is_one_on_the_board(qtbot: QtBot, canvas: BoardCanvas) -> None:
    canvas.zoom_at(3.0, QPointF(500, 350))
    canvas.grab()
    assert canvas.key is not None
    at = canvas.key._boxes["cartouche"].center().toPoint()
    clicked: list[str] = []
    canvas.space_clicked.connect(lambda space, _keys: clicked.append(space))
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=at)
    assert clicked == [canvas.space_at(QPointF(at))] != [""]


def test_what_is_folded_stays_folded_at_the_next_table(window: Window, play: Play) -> None:
    table = play("pick")
    QApplication.processEvents()
    assert set(table.canvas.key.folded) == {"legend"}
    assert not window.commands["legend"].isChecked()
    window.commands["legend"].trigger()
    window.commands["compass"].trigger()
    assert set(table.canvas.key.folded) == {"compass"}
    again = play("pick")
    assert set(again.canvas.key.folded) == {"compass"}
    assert window.commands["legend"].isChecked()
    again.canvas.grab()
    assert again.canvas.key.press(again.canvas.key._boxes["compass"].center())
    assert window.commands["compass"].isChecked()
    assert window.settings.folded == frozenset()
