"""The menu of a piece, a place and the board: a few questions, of this game alone, in all games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from grognard.app.main import Window
from grognard.app.settings import Settings
from grognard.app.table.hands.menu import MOST_ENTRIES
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.terms import INQUIRIES

BATTLES = {
    "columbia": "shevardino",
    "eagle": "garcia-hernandez",
    "europa": "smolensk",
    "gmt": "charge",
    "risorgimento": "first-brigade",
}


@pytest.fixture
def window(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))
    settings = Settings(QSettings(str(tmp_path / "set.ini"), QSettings.Format.IniFormat))
    made = Window(settings, registry.games())
    made.show()
    yield made
    made.close()
    made.deleteLater()


@pytest.mark.parametrize("name", sorted(BATTLES))
def test_a_menu_has_few_entries_that_are_questions_of_its_game(window: Window, name: str) -> None:
    game = registry[name]
    info = next(info for info in game.scenarios() if info.id == BATTLES[name])
    session = Session(game, game.load(Path(info.path), {}), "1")
    window.seating.seat(session, {seat.id: "person" for seat in session.setup.info.seats})
    page = window.table
    assert page is not None
    page.model.lift_curtain()
    rng, view = Random(name), page.model.view
    pieces = [piece.id for piece in view.pieces]
    spaces = [space.id for space in page.model.board.spaces]
    known = {page.overlays.title(inquiry) for inquiry in game.inquiries}
    for thing in ("", *rng.sample(pieces, 5), *rng.sample(spaces, min(5, len(spaces)))):
        menu = page.hands.menu.menu_of(thing)
        actions = [action for action in menu.actions() if not action.isSeparator()]
        asked = [action.text() for action in actions if action.isCheckable()]
        assert len([action for action in actions if action.isEnabled()]) <= MOST_ENTRIES
        assert len({*asked}) == len(asked)
        assert {*asked} <= known
        assert all(words.endswith("?") for words in asked), asked
        menu.deleteLater()
    assert all(inquiry in INQUIRIES for inquiry in page.overlays.names())
