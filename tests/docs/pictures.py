"""Takes the pictures of README and docs from the program: `python -m tests.docs.pictures [NAME ...]`.

Run it with `QT_QPA_PLATFORM=offscreen` after a change that is seen in them, and look at what it has written. The
pictures have at most 256 colours, so that they stay small.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QBuffer, QPointF, QSettings
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from grognard.app.board.render import application, render_board
from grognard.app.board.theme import load_theme
from grognard.app.editor import shelf
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.window import EditorWindow
from grognard.app.look import apply
from grognard.app.main import Window
from grognard.app.settings import Settings
from grognard.app.table.gestures.gesture import path_of
from grognard.app.table.page import TablePage
from grognard.engines.core.play.bots import Eyes, RandomBot, players_of
from grognard.engines.core.play.game import AnyGame, registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import ScenarioInfo
from grognard.engines.core.show.asks import Ask

FOLDER = Path(__file__).parents[2] / "assets" / "pictures"
WINDOW, EDITOR = (1366, 768), (1100, 640)
WAIT = 90.0
"""Seconds within which a map is drawn on a busy machine."""
SETUP = 1
"""The editor's page of that number."""
REACH = 30
"""So many places can be reached by whom the picture of a move shows."""


def scenario(word: str) -> tuple[AnyGame, ScenarioInfo]:
    game = registry[word.partition("/")[0]]
    return game, next(one for one in game.scenarios() if one.id == word.partition("/")[2])


def keep(name: str, picture: QImage) -> None:
    """Write a picture with few colours."""
    data = QBuffer()
    data.open(QBuffer.OpenModeFlag.WriteOnly)
    picture.save(data, "PNG")
    whole = Image.open(io.BytesIO(bytes(data.data().data()))).convert("RGB")
    few = whole.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(FOLDER / f"{name}.png", optimize=True)


def grabbed(widget: QWidget) -> QImage:
    return widget.grab().toImage()


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not true() and time.monotonic() < end:
        QApplication.processEvents()
        time.sleep(0.005)


def rest(seconds: float = 2.0) -> None:
    end = time.monotonic() + seconds
    until(lambda: time.monotonic() > end)


# -- maps ----------------------------------------------------------------------------------------


def whole_map(word: str, wide: int, high: int) -> QImage:
    """Return the map with its pieces, as `grognard render` draws it."""
    game, info = scenario(word)
    setup = game.load(Path(info.path), {})
    view = game.view(setup, game.initial(setup, "1"), setup.info.seats[0].id)
    return render_board(game.board(setup), view, load_theme(game.id), wide, high)


# -- tables --------------------------------------------------------------------------------------


def played(word: str, wanted: Callable[[Session, Ask], bool], seed: str) -> Session:
    """Let captains play until such a question is asked."""
    game, info = scenario(word)
    session = Session(game, game.load(Path(info.path), {}), seed)
    kind = players_of(game).get("captain", RandomBot)
    bots = {seat.id: kind(seed) for seat in session.setup.info.seats}
    while session.ask is not None and not wanted(session, session.ask):
        ask = session.ask
        found = bots[ask.seat].decide(Eyes(session, ask.seat, ask), list(ask.choices))
        session.choose(ask.seat, found)
    return session


def table(session: Session, seed: str) -> tuple[Window, TablePage]:
    """Open a table at the position of a session."""
    settings = Settings(
        QSettings(str(Path(tempfile.mkdtemp()) / "set.ini"), QSettings.Format.IniFormat)
    )
    settings.animation, settings.curtain = "off", False
    apply(application(), settings.surround, settings.scale)
    window = Window(settings)
    window.resize(*WINDOW)
    window.show()
    people = {seat.id: "person" for seat in session.setup.info.seats}
    window.start_game(session.game, session.setup.info, people, {}, seed)
    page = window.table
    assert page is not None
    for row in session.choices:
        page.model.session.replay(row)
    page.following.told_at = (
        len(session.choices) - 1
    )  # the dice of the last choice lie there, no others
    page.model._settle()
    until(lambda: page.canvas.art is not None)
    rest()
    return window, page


def ends_of(ask: Ask) -> list[str]:
    """Return the spaces in which the ways on offer end."""
    return (
        sorted({way[-1] for one in ask.choices if (way := path_of(one))})
        if ask.form == "route"
        else []
    )


def moving() -> QImage:
    """Shevardino: a battalion about to move, with what it can reach."""
    session = played("gmt/shevardino", lambda _s, ask: len(ends_of(ask)) > REACH, "3")
    window, page = table(session, "3")
    assert session.ask is not None
    ends = ends_of(session.ask)
    page.hands.hover("", ends[len(ends) // 3])
    rest()
    return grabbed(window)


def fighting() -> QImage:
    """Borodino 1812: the Russians decide in a battle that is under way."""

    def wanted(session: Session, ask: Ask) -> bool:
        fight = session.view(ask.seat).engagement
        return fight is not None and ask.seat == "russian" and ask.kind == "battle_turn"

    window, page = table(played("columbia/borodino", wanted, "5"), "5")
    page.hands.sight.bring_into_view()
    rest()
    return grabbed(window)


def measured() -> QImage:
    """Montebello: the chain of command and a field of fire."""
    session = played("risorgimento/montebello", lambda _s, ask: ask.kind == "manoeuvre", "2")
    window, page = table(session, "2")
    assert session.ask is not None
    page.canvas.zoom_at(1.9, QPointF(page.canvas.rect().center()))
    page.hands.sight.centre(session.ask.subject[0])
    for name in ("command", "chain", "arc"):
        page.overlays.switch(name, on=True)
    page.hands.hand.click(session.ask.subject[0], "")
    rest(6.0)
    return grabbed(window)


# -- the editor ----------------------------------------------------------------------------------


def editor(word: str, page: int) -> QImage:
    """Return a page of the editor on a copy of a scenario."""
    game, info = scenario(word)
    window = EditorWindow(Desk(game, shelf.copy_of(game, info, str(info.title))))
    window.resize(*EDITOR)
    window.show()
    until(lambda: window.preview.board is not None and not window.canvas.busy)
    window.tabs.setCurrentIndex(page)
    rest()
    picture = grabbed(window)
    window.close()
    return picture


PICTURES: Mapping[str, Callable[[], QImage]] = {
    "map": lambda: whole_map("gmt/borodino", 1500, 1000),
    "jerome": lambda: whole_map("eagle/jerome", 1400, 900),
    "table": moving,
    "blocks": fighting,
    "montebello": measured,
    "editor-map": lambda: editor("gmt/shevardino", 0),
    "editor-areas": lambda: editor("columbia/mill-brook", SETUP),
    "editor-table": lambda: editor("risorgimento/mill-field", SETUP),
    "editor-setup": lambda: editor("gmt/windmill-hill", SETUP),
}


def main(*names: str) -> None:
    """Take all pictures, or those that are named."""
    os.environ.setdefault("GROGNARD_HOME", tempfile.mkdtemp())
    application()
    for name in names or PICTURES:
        keep(name, PICTURES[name]())


if __name__ == "__main__":
    main(*sys.argv[1:])
