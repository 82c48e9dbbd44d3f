"""A scenario on paper: its map with what the cartouche says of it, and all its pieces to be cut out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from grognard.app.board.map.ground import TABLE
from grognard.app.board.paper.countersheet import SIDE, CounterSheet
from grognard.app.board.paper.device import PAPERS, Paper
from grognard.app.board.paper.mapsheet import Cartouche, MapSheet
from grognard.app.board.theme import load_theme
from grognard.app.editor import setting
from grognard.app.editor.maps.steps import rows, text_of
from grognard.app.editor.trying import said
from grognard.app.editor.window.preview import Preview, all_looks, preview, reader_of
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import spell, tr
from grognard.engines.core.play.game import AnyGame, ScenarioError
from grognard.engines.core.play.setups import AnySetup
from grognard.engines.core.scenario.document import Document


def map_sheet(game: AnyGame, setup: AnySetup, wide: float | None = None) -> MapSheet:
    """Return the map of a loaded scenario, so many millimetres wide."""
    info = setup.info
    about = (spell("term", game.title), info.date)
    cartouche = Cartouche(spell("term", info.title), tuple(words for words in about if words))
    return MapSheet(game.board(setup), load_theme(game.id), game.term, cartouche, wide)


def counter_sheet(
    game: AnyGame,
    path: Path,
    side: float = SIDE,
    paper: Paper = PAPERS["a4"],
    *,
    everybody: bool = False,
) -> CounterSheet:
    """Return the pieces of a scenario's file, those that come later included.

    Without `everybody` units of its orders of battle that take no part are left out.

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
    absent = set() if everybody else _absent(game, path, found)
    return CounterSheet(
        [piece for piece in view.pieces if piece.id not in absent],
        load_theme(game.id),
        title,
        side=side,
        paper=paper,
        sides=sides,
        measured=measured,
    )


def _absent(game: AnyGame, path: Path, found: Preview) -> set[str]:
    """Return the units that neither stand somewhere in a stage nor arrive in one."""
    plain = Document.open(path).plain()
    box = reader_of(game).envelope.placing.absent
    takes: set[str] = set()
    for stage, row in enumerate(rows(plain, "stages")):
        lines = setting.lines(plain, stage)
        left = {
            uid for line in lines if text_of(line, "box") == box for uid in setting.named_in(line)
        }
        takes |= setting.at_home(plain, stage, found.groups) - (left if box else set())
        for arrival in rows(row, "arrivals"):
            takes.update(said(arrival, "piece"))
            takes.update(
                uid for name in said(arrival, "group") for uid in found.groups.get(name, ())
            )
    return {*found.pieces} - takes


def _faults(problems: Sequence[Problem], path: Path) -> list[Problem]:
    words = tr("the pieces cannot be drawn while the scenario has faults")
    return [*problems] or [Problem(str(path), 0, 0, words)]
