"""Computer players, each thinking in a thread of its own so that the window never freezes."""

from __future__ import annotations

import sys
import traceback
from functools import partial

from PySide6.QtCore import QObject, QTimer

from app.settings import Settings
from app.table.model.changes import Awaited
from app.table.model.model import TableModel
from app.worker import Worker, go_on
from engines.core.play.bots import Bot, Eyes, QuietBot, players_of
from engines.core.play.session import Session
from engines.core.show.asks import Choice
from engines.core.show.views import TableView

QUIET = "quiet"
"""The other seats of a guided first game; nobody chooses such an opponent."""
PATIENCE = 3.0
"""For how many seconds the end of the program waits for a thought that is wanted no more."""
PAUSES = {"at once": 0, "quick": 180, "steady": 800, "slow": 2000}
"""Milliseconds before a computer player begins to think, so that its moves can be followed."""


class _Glances(Eyes):
    """What a computer player looks at; once its thought is not wanted it sees nothing more."""

    def view(self) -> TableView:
        """Return what this seat sees."""
        go_on()
        return super().view()

    def imagine(self, seed: str) -> Session | None:
        """Return a playable copy, if one can be made."""
        go_on()
        return super().imagine(seed)


def decide(kind: str, session: Session) -> Choice | None:
    """Return what a computer player of `kind` chooses.

    Raises:
        Unwanted: it was told to stop.
    """
    ask = session.ask
    if ask is None:
        return None
    known: dict[str, type[Bot]] = {QUIET: QuietBot, **players_of(session.game)}
    bot = known[kind](f"{session.seed}|{ask.seat}|{len(session.choices)}")
    options = list(ask.choices) if ask.choices.finite else None
    return bot.decide(_Glances(session, ask.seat, ask), options)


class Computer(QObject):
    """Answers for the seats of the computer, one thought at a time, each on a fork of the game."""

    def __init__(
        self, model: TableModel, settings: Settings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.model, self.settings = model, settings
        self.worker = Worker(waits=False, patience=PATIENCE)
        self.pause = QTimer(self)
        self.pause.setSingleShot(True)
        self.pause.timeout.connect(self._think)
        model.watch(Awaited, self._wake)

    def _wake(self, _change: Awaited) -> None:
        """Begin to think a little later, or stop thinking where a person decides."""
        if self.model.awaited is None:
            self.stop()
        else:
            self.pause.start(PAUSES[self.settings.pace])

    def _think(self) -> None:
        seat, model = self.model.awaited, self.model
        if seat is None:
            return
        session, position = model.session.fork(), len(model.session.choices)
        self.worker.start(
            partial(decide, model.players[seat], session),
            partial(model.answered, seat, position),
            partial(self._failed, seat, position),
            newest=True,
        )

    def _failed(self, seat: str, position: int, fault: Exception) -> None:
        traceback.print_exception(fault, file=sys.stderr)
        self.model.given_up(seat, position, f"{type(fault).__name__}: {fault}")

    def stop(self) -> None:
        """What is being thought is no longer wanted."""
        self.pause.stop()
        self.worker.cancel()
