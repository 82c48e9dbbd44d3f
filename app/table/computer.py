"""Computer players, each thinking in a thread of its own so that the window never freezes."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QTimer

from grognard.app.settings import Settings
from grognard.app.table.model.advising import Advising
from grognard.app.table.model.changes import Awaited
from grognard.app.table.model.model import TableModel
from grognard.app.worker import Worker, go_on
from grognard.engines.core.play.bots import Bot, Eyes, QuietBot, players_of, worthwhile
from grognard.engines.core.play.journal import Row
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.views import TableView
from grognard.engines.core.think.thinker import Thinker
from grognard.engines.core.think.thought import Thought

QUIET = "quiet"
"""The other seats of a guided first game; nobody chooses such an opponent."""
PATIENCE = 3.0
"""For how many seconds the end of the program waits for a thought that is wanted no more."""
PAUSES = {"at once": 0, "quick": 180, "steady": 800, "slow": 2000}
"""Milliseconds before a computer player begins to think, so that its moves can be followed."""


class Glances(Eyes):
    """What a computer player looks at; once its thought is not wanted it sees nothing more.

    Attributes:
        made: how many imagined games it has played.
        hurry: whether it was told to move now.
    """

    made = 0
    hurry = False

    def view(self) -> TableView:
        """Return what this seat sees."""
        go_on()
        return super().view()

    def imagine(self, seed: str) -> Session | None:
        """Return a playable copy, if one can be made."""
        go_on()
        return super().imagine(seed)

    def hurried(self) -> bool:
        """Whether it was told to move now."""
        go_on()
        return self.hurry

    def tried(self, made: int) -> None:
        """Note how many imagined games were played."""
        self.made = made


def player_of(kind: str, session: Session) -> Bot:
    """Return the computer player of `kind` for the open question of a game."""
    ask = session.ask
    known: dict[str, type[Bot]] = {QUIET: QuietBot, **players_of(session.game)}
    return known[kind](f"{session.seed}|{ask.seat if ask else ''}|{len(session.choices)}")


def decide(kind: str, session: Session) -> Choice | None:
    """Return what a computer player of `kind` chooses.

    Raises:
        Unwanted: it was told to stop.
    """
    ask = session.ask
    return answer(player_of(kind, session), Glances(session, ask.seat, ask)) if ask else None


def answer(bot: Bot, eyes: Eyes) -> Choice:
    """Return what a computer player chooses of all that it sees."""
    ask = eyes.ask
    return bot.decide(eyes, worthwhile(ask) if ask.choices.finite else None)


@dataclass(frozen=True, slots=True)
class Seated:
    """A computer player of a seat, and what had been chosen in the game when it decided last."""

    kind: str
    choices: list[Row]
    bot: Bot


class Computer(QObject):
    """Answers for the seats of the computer, one thought at a time, each on a fork of the game.

    What those who search were thinking is kept in `advising`. A seat keeps its player (`former`) while the game only goes
    on: he remembers what he planned and saw, and shares out the time of a turn. After a take-back there is a new one.
    While the person looks at a result (`waits`) nobody thinks.
    """

    def __init__(
        self,
        model: TableModel,
        settings: Settings,
        advising: Advising,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.model, self.settings, self.advising = model, settings, advising
        self.worker = Worker(waits=False, patience=PATIENCE, courteous=True)
        self.glances: Glances | None = None
        self.former: dict[str, Seated] = {}
        self.waits: Callable[[], bool] = lambda: False
        self.reply: Callable[[Session], Choice] | None = None
        """What the seats of a guided game answer, where a guide has it written down."""
        self.pause = QTimer(self)
        self.pause.setSingleShot(True)
        self.pause.timeout.connect(self._think)
        model.watch(Awaited, self._wake)

    def _wake(self, _change: Awaited) -> None:
        """Begin to think a little later, or stop thinking where a person decides."""
        if self.model.awaited is None or self.waits():
            self.stop()
        else:
            self.pause.start(PAUSES[self.settings.pace])

    def _think(self) -> None:
        seat, model = self.model.awaited, self.model
        if seat is None:
            return
        kind, position = model.players[seat], len(model.session.choices)
        session = model.session.fork()
        eyes = Glances(session, seat, session.ask) if session.ask is not None else None
        crew = self.advising.crew() if model.searches(kind) else None
        self.glances, reply = eyes, self.reply

        def job() -> tuple[Choice, Thought | None]:
            assert eyes is not None  # noqa: S101 - somebody is awaited
            if kind == QUIET and reply is not None:
                return reply(session), None
            bot = self._player(seat, kind, session)
            if isinstance(bot, Thinker):
                bot.crew = crew
            choice = answer(bot, eyes)
            self.former[seat] = Seated(kind, list(session.choices), bot)
            return choice, bot.thought if isinstance(bot, Thinker) else None

        self.worker.start(
            job,
            partial(self._answered, seat, position),
            partial(self._failed, seat, position),
            newest=True,
        )

    def _player(self, seat: str, kind: str, session: Session) -> Bot:
        """Return who decided for a seat before, if all that was chosen then still stands, else a new player."""
        kept = self.former.pop(seat, None)
        if kept is not None and kept.kind == kind:
            made = kept.choices
            if session.choices[: len(made)] == made and len(session.choices) > len(made):
                return kept.bot
        return player_of(kind, session)

    def _answered(self, seat: str, position: int, decided: tuple[Choice, Thought | None]) -> None:
        choice, thought = decided
        if thought is not None:
            self.advising.thoughts[position] = thought
        self.model.answered(seat, position, choice)

    def _failed(self, seat: str, position: int, fault: Exception) -> None:
        traceback.print_exception(fault, file=sys.stderr)
        self.model.given_up(seat, position, f"{type(fault).__name__}: {fault}")

    @property
    def played(self) -> int:
        """How many imagined games the thought under way has played."""
        return self.glances.made if self.glances is not None else 0

    def hurry(self) -> None:
        """Whoever thinks is to move now."""
        if self.glances is not None:
            self.glances.hurry = True

    def stop(self) -> None:
        """What is being thought is no longer wanted."""
        self.pause.stop()
        self.worker.cancel()
