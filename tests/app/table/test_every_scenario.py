"""Every battle that is shipped opens at the table of every seat, is drawn and can be played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from typing import Any

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from grognard.app.board.map.workshop import workshop
from grognard.app.look import apply
from grognard.app.main import Window
from grognard.app.settings import Settings
from grognard.app.table.model.overlays import arguments_of, filling
from grognard.engines.core.play.bots import Eyes, RandomBot
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.inquiries import NoAnswer

SHIPPED = {
    f"{game.id}/{info.id}": (game, info)
    for game in registry.games().values()
    for info in game.scenarios()
}
FIRST, LATER = 3, 1
"""So many decisions are made at the table by the first seat, and by each of the others."""
ASKED = 6
"""Of about so many pieces every question is asked."""
MANY = 40
"""So many colours no blank sheet has: looked at in every third pixel of every third line."""
ROUNDS = 4000
"""After so many tiles a picture ought to be sharp."""


@pytest.fixture(scope="module")
def window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    """One window in which battle after battle is opened, as of somebody who looks at them all."""
    folder, monkeypatch = tmp_path_factory.mktemp("table"), pytest.MonkeyPatch()
    monkeypatch.setenv("GROGNARD_HOME", str(folder / "home"))
    settings = Settings(QSettings(str(folder / "set.ini"), QSettings.Format.IniFormat))
    settings.animation = "off"
    apply(qapp, settings.surround, settings.scale)
    made = Window(settings)
    # A fault of the program itself comes out of Qt's hands as an exception, and fails the test.
    monkeypatch.setattr(made.faults, "tell", lambda title, words: pytest.fail(f"{title}: {words}"))
    for kind in ("exec", "warning"):
        monkeypatch.setattr(QMessageBox, kind, lambda *words: pytest.fail(f"a box: {words}"))
    made.resize(1280, 720)
    made.show()
    yield made
    made.close()
    made.deleteLater()
    monkeypatch.undo()


@pytest.fixture
def faults() -> Iterator[list[Exception]]:
    """What went wrong while maps were drawn."""
    found: list[Exception] = []

    def note(fault: Exception, _board: object) -> None:
        found.append(fault)

    workshop().failed.connect(note)
    yield found
    workshop().failed.disconnect(note)


def drawn_sharp(page: Any, qtbot: QtBot, faults: list[Exception]) -> QImage:
    """Wait for the map, then for every tile of what is in sight; return the picture."""
    canvas = page.canvas
    qtbot.waitUntil(lambda: canvas.art is not None or bool(faults))
    assert not faults
    canvas._refine()
    for _ in range(ROUNDS):
        picture = canvas.grab().toImage()
        if not canvas.tiles.pending:
            return picture
        canvas.tiles.work(1.0)
    raise AssertionError("the board never gets sharp")


def looks_like_a_battle(picture: QImage) -> bool:
    """Whether a picture has the many colours of ground and pieces."""
    plain = picture.convertToFormat(QImage.Format.Format_RGB32)
    pixels = memoryview(plain.constBits()).cast("B").cast("I")
    wide = plain.bytesPerLine() // 4
    lines = (pixels[y * wide : y * wide + plain.width() : 3] for y in range(0, plain.height(), 3))
    return len(set(chain.from_iterable(lines))) >= MANY


def decide(page: Any, seat: str, number: int) -> None:
    """Make the next decision, as the person at the table."""
    control = page.model
    ask = control.ask
    assert (ask.seat, control.viewer) == (seat, seat)
    assert control.gesture is not None
    options = list(ask.choices) if ask.choices.finite else None
    choice = RandomBot(str(number)).decide(Eyes(control.session, seat, ask), options)
    assert control.choose(choice)


def ask_everything(page: Any) -> None:
    """Ask every question an overlay asks, of some pieces: it is answered, or refused in words."""
    control = page.model
    pieces = control.view.pieces
    for name in page.overlays.names():
        inquiry = control.game.inquiries[name]
        wanted, few = arguments_of(inquiry), 1 if inquiry.slow else ASKED
        for piece in pieces[:: len(pieces) // few + 1]:
            filled = filling(wanted, {"piece": piece.id, "space": piece.at or ""})
            if filled is not None:
                with suppress(NoAnswer):
                    control.inquire(name, **filled)


def turn_of(page: Any, seat: str) -> bool:
    """Whether the computer has left the next decision to a person, or the game is over."""
    ask = page.model.session.ask
    return ask is None or ask.seat == seat


@pytest.mark.parametrize("scenario", SHIPPED)
def test_it_is_drawn_and_played_at_every_seat(
    window: Window, qtbot: QtBot, faults: list[Exception], scenario: str
) -> None:
    game, info = SHIPPED[scenario]
    assert not info.problems
    for seat in info.seats:
        players = {other.id: "random" for other in info.seats} | {seat.id: "person"}
        window.start_game(game, info, players, {}, "1859")
        page: Any = window.table
        assert page.model.viewer == seat.id
        assert page.model.view.pieces
        # Sharp tiles look the same to every seat: they are waited for once, and once every change
        # is painted as it comes.
        first = seat is info.seats[0]
        page.canvas.setUpdatesEnabled(first)
        for number in range(FIRST if first else LATER):
            qtbot.waitUntil(lambda page=page, seat=seat: turn_of(page, seat.id))
            if page.model.session.ask is None:
                break
            decide(page, seat.id, number)
        assert page.model.session.choices
        picture = drawn_sharp(page, qtbot, faults) if first else page.canvas.grab().toImage()
        assert looks_like_a_battle(picture)
        assert not page.grab().isNull()
        if first:
            ask_everything(page)
