"""One picture of a scenario: its map drawn in a thread, its pieces put on afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from grognard.app.board.map.art import Art, art_of
from grognard.app.board.map.tiles import overview_of
from grognard.app.board.map.workshop import keep, kept
from grognard.app.board.pieces.counters import CounterPainter
from grognard.app.board.places.picking import SpaceIndex
from grognard.app.board.places.placing import place
from grognard.app.board.theme import PERIOD, load_theme
from grognard.engines.core.play.game import AnyGame, ScenarioError
from grognard.engines.core.play.setups import ScenarioInfo
from grognard.engines.core.show.views import TableView

SIZE = QSize(1280, 800)
"""Enough for the library's frame on a screen of two device pixels a point."""


@dataclass(frozen=True)
class Sketched:
    """The map of a scenario, drawn for its picture, and what stands on it at first."""

    view: TableView
    art: Art
    sheet: QImage


def sketch(game: AnyGame, info: ScenarioInfo) -> Sketched | None:
    """Load a scenario and draw its map (in any thread); None where it cannot be loaded."""
    try:
        setup = game.load(Path(info.path) if info.path else info.id, {})
    except ScenarioError:
        return None  # it has no picture; playing tells what is wrong with it
    board, theme = game.board(setup), load_theme(game.id)
    view = game.view(setup, game.initial(setup, "picture"), None)
    art = art_of(board, theme)
    sheet = kept(board, theme)
    if sheet is None:
        sheet = overview_of(art)
        keep(board, theme, sheet)
    return Sketched(view, art, sheet)


def with_pieces(drawn: Sketched, palette: str = PERIOD) -> QImage:
    """Return the picture of a map, made small, with the pieces of a view on it in the colours of a palette."""
    art, view = drawn.art, drawn.view
    art.theme.wear(palette)
    image = drawn.sheet.scaled(
        SIZE, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
    paper = art.sheet()
    k = image.width() / paper.width()
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    counters = CounterPainter(art.theme)
    for item in place(view.pieces, SpaceIndex(art.board, art.unit), art.unit):
        x, y = (
            (item.x - item.width / 2 - paper.left()) * k,
            (item.y - item.height / 2 - paper.top()) * k,
        )
        counters.draw(painter, item.piece, QRectF(x, y, item.width * k, item.height * k))
    painter.end()
    return image
