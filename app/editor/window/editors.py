"""The editors that are open: one for each scenario, and the tables on which they are tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from grognard.app.settings import Settings
from grognard.app.worker import Worker, go_on
from grognard.engines.core.data.text import tr
from grognard.engines.core.keep.savelock import Held
from grognard.engines.core.play.game import AnyGame, ScenarioError
from grognard.engines.core.play.session import Session

if TYPE_CHECKING:
    from grognard.app.editor.window.window import EditorWindow

MOST = 20_000
"""More decisions than this are not waited for."""


class Editors(QObject):
    """Opens an editor for a scenario, or brings the one that is open to the front.

    Signals:
        left(): an editor was closed; the library lists its scenario anew.
        balance_wanted(object, object, object): computer players are to play a setup of a game some
            times, as the author wants it in that window.
    """

    left = Signal()
    balance_wanted = Signal(object, object, object)

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        tables: Callable[[Session, str], object],
        tell: Callable[[str, str], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.games, self.tables, self.tell = games, tables, tell
        self.open: dict[Path, EditorWindow] = {}
        self._worker = Worker(courteous=True, patience=3.0)

    def edit(self, path: Path) -> EditorWindow | None:
        """Open the editor on a scenario's file."""
        from grognard.app.editor.shelf import info_of
        from grognard.app.editor.window.desk import Desk
        from grognard.app.editor.window.window import EditorWindow

        path = path.resolve()
        if path in self.open:
            self.open[path].activateWindow()
            self.open[path].raise_()
            return self.open[path]
        info = info_of(path, self.games)
        if info is None:
            self.tell(tr("The scenario cannot be edited"), tr("It belongs to no installed game."))
            return None
        try:
            desk = Desk(self.games[info.game], path)
        except (ScenarioError, Held, OSError) as wrong:
            self.tell(tr("The scenario cannot be edited"), str(wrong))
            return None
        window = EditorWindow(desk, Settings())
        self.open[path] = window
        window.play_wanted.connect(
            lambda session, title, turns: self._play(session, title, turns, window)
        )
        window.balance_wanted.connect(
            lambda setup: self.balance_wanted.emit(window.game, setup, window)
        )
        window.closed.connect(lambda _path: self._closed(path))
        window.show()
        return window

    def _closed(self, path: Path) -> None:
        window = self.open.pop(path, None)
        if window is not None:
            window.deleteLater()
        self.left.emit()

    def _play(self, session: Session, title: str, turns: int, window: EditorWindow) -> None:
        if not turns:
            self.tables(session, title)
            return
        window.foot.setText(tr("The computer plays..."))

        def done(played: Session) -> None:
            window.foot.setText("")
            self.tables(played, title)

        self._worker.start(lambda: played_on(session, turns), done, newest=True)

    def close(self) -> None:
        """Close all editors."""
        self._worker.finish()
        for window in [*self.open.values()]:
            window.close()


def turn_of(session: Session) -> int:
    """Return which turn it is, from 1: as the position says it, or its track."""
    turn = getattr(session.table.state, "turn", None)
    if isinstance(turn, int):
        return turn
    tracks = session.view(None).tracks
    return next((track.current + 1 for track in tracks if "turn" in track.id), 1)


def played_on(session: Session, turns: int) -> Session:
    """Have the computer play every seat for some turns, or to the end (in any thread)."""
    from grognard.app.table.computer import decide
    from grognard.engines.core.play.bots import commander_of

    kind = commander_of(session.game)
    first = turn_of(session)
    for _ in range(MOST):
        go_on()
        if session.ask is None or turn_of(session) >= first + turns:
            break
        choice = decide(kind, session)
        if choice is None:
            break
        session.choose(session.ask.seat, choice)
    return session
