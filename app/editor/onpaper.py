"""A scenario on paper: its map with what the cartouche says of it, and all its pieces to be cut out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from grognard.app.board.map.ground import TABLE
from grognard.app.board.paper.countersheet import SIDE, CounterSheet
from grognard.app.board.paper.device import PAPERS, Paper
from grognard.app.board.paper.mapsheet import Cartouche, MapSheet
from grognard.app.board.theme import load_theme
from grognard.app.editor.window.preview import all_looks, preview
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import spell, tr
from grognard.engines.core.play.game import AnyGame, ScenarioError
from grognard.engines.core.play.setups import AnySetup


def map_sheet(game: AnyGame, setup: AnySetup, wide: float | None = None) -> MapSheet:
    """Return the map of a loaded scenario, so many millimetres wide."""
    info = setup.info
    about = (spell("term", game.title), info.date)
    cartouche = Cartouche(spell("term", info.title), tuple(words for words in about if words))
    return MapSheet(game.board(setup), load_theme(game.id), game.term, cartouche, wide)


def counter_sheet(
    game: AnyGame, path: Path, side: float = SIDE, paper: Paper = PAPERS["a4"]
) -> CounterSheet:
    """Return all pieces of a scenario's file, those that come later included.

    Raises:
        ScenarioError: the scenario has faults, and its pieces no looks.
    """
    found = preview(game, path)
    view = all_looks(game, path, found, 0)
    if view is None or found.setup is None:
        raise ScenarioError(_faults(found.problems, path))
    info = found.setup.info
    sides = {seat.side: seat.name for seat in info.seats}
    title = spell("term", info.title)
    measured = found.board is not None and found.board.kind == TABLE
    return CounterSheet(
        view.pieces,
        load_theme(game.id),
        title,
        side=side,
        paper=paper,
        sides=sides,
        measured=measured,
    )


def _faults(problems: Sequence[Problem], path: Path) -> list[Problem]:
    words = tr("the pieces cannot be drawn while the scenario has faults")
    return [*problems] or [Problem(str(path), 0, 0, words)]
