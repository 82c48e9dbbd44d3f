"""Binds a Session to the window: who looks, what is asked, choices, undo, replay, bots, saving."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.keeping import Keeper
from app.settings import Settings
from app.table.gestures.answering import gesture_for
from app.table.gestures.gesture import DECLINING, Gesture
from app.table.gestures.manoeuvre import Manoeuvre
from app.table.players import Thinker
from engines.core.keep.saves import SaveError
from engines.core.play.game import AnyGame, NoAnswer
from engines.core.play.session import RuleFault, Session, WrongChoice
from engines.core.play.setups import Seat
from engines.core.show.asks import Ask, Choice
from engines.core.show.explain import LogEntry
from engines.core.show.views import Answer, BoardView, TableView

PERSON = "person"
COST, DECIDING = "move_cost", "deciding"
"""The inquiries that tell what a manoeuvre costs, and what geometry is behind a line of the log."""
OUT_OF_REACH = (
    "The rules have changed since that choice was made: it stands in the log, but the board as it "
    "was then can no longer be shown."
)
PAUSES = {"off": 0, "quick": 120, "full": 450}


class Controller(QObject):
    """One game at the table.

    Signals:
        changed(): the position that is shown has changed (choice, undo, replay, curtain).
        touched(): the gesture has changed (something picked, turned or taken back).
        trouble(str, str): something went wrong; title and how to mend it.
        save_failed(str): a choice could not be kept; the game goes on in memory.
        kept(str): the game is being saved here now.
        seated(): the next player has lifted the curtain.
    """

    changed = Signal()
    touched = Signal()
    trouble = Signal(str, str)
    save_failed = Signal(str)
    kept = Signal(str)
    seated = Signal()

    def __init__(
        self,
        session: Session,
        players: Mapping[str, str],
        settings: Settings,
        keeper: Keeper,
        only_look: str = "",
    ) -> None:
        super().__init__()
        self.only_look = only_look
        """Why nothing can be chosen in this game, in a sentence; "" where it is played."""
        self.session = session
        self.settings = settings
        self.players = dict(players)
        self.keeper = keeper
        self.board: BoardView = session.game.board(session.setup)
        self.gesture: Gesture | None = None
        self.viewer: str | None = next(iter(self.humans), None)
        """Whose knowledge is on the screen; None: what everybody may know."""
        self.covered: str | None = None
        self.past: Session | None = None
        self.thinker = Thinker(self)
        self.thinker.decided.connect(self._bot_decided)
        self.thinker.failed.connect(self._bot_failed)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._ask_bot)
        self.paused = False
        self.before: Any = None
        """The position in which the last choice was made."""
        self._view: TableView | None = None
        self.bearing: Callable[[int], float | None] = lambda _facing: None
        """The compass bearing of a facing as choices number it, where the theme tells it."""

    # -- who is who --------------------------------------------------------------------------

    @property
    def game(self) -> AnyGame:
        """The engine."""
        return self.session.game

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the scenario."""
        return tuple(self.session.setup.info.seats)

    @property
    def humans(self) -> list[str]:
        """The seats played by a person at this screen."""
        return [seat.id for seat in self.seats if self.players.get(seat.id, PERSON) == PERSON]

    @property
    def measuring(self) -> bool:
        """Whether distances may be measured before an order is given; most games do not ask."""
        return self.game.measures(self.session.setup)

    def seat_name(self, seat: str | None) -> str:
        """Return the name of a seat as printed."""
        return next((item.name for item in self.seats if item.id == seat), seat or "")

    # -- what is shown -----------------------------------------------------------------------

    @property
    def shown(self) -> Session:
        """The session on the screen: the live one, or the past in the replay."""
        return self.past or self.session

    @property
    def view(self) -> TableView:
        """What the person in front of the screen may see."""
        if self._view is None:
            seat = None if self.covered else self.viewer
            self._view = self.shown.view(seat)
        return self._view

    @property
    def ask(self) -> Ask | None:
        """The question the person in front of the screen must answer now, if any."""
        ask = self.session.ask
        live = self.past is None and self.covered is None and not self.only_look
        return ask if ask is not None and live and ask.seat in self.humans else None

    @property
    def position(self) -> int:
        """How many choices lie before the position on the screen."""
        return len(self.shown.choices)

    @property
    def shared(self) -> bool:
        """Whether another player may be looking: several at one screen, and no secret question."""
        return self._several() and not (self.ask is not None and self.ask.secret)

    def log(self) -> list[tuple[int, LogEntry]]:
        """Return the whole visible log, each line with the number of choices that led to it."""
        seat = None if self.covered else self.viewer
        found = ((at, entry.seen_by(seat)) for at, entry in self.session.history())
        return [(at, told) for at, told in found if told is not None]

    def since(self) -> tuple[int, list[LogEntry]]:
        """Return when the viewer last decided (in choices), and what they may know came of it."""
        choices = self.session.choices
        last = next(
            (n for n in range(len(choices), 0, -1) if choices[n - 1].seat == self.viewer), 0
        )
        return last, [entry for at, entry in self.log() if at >= last]

    # -- playing -----------------------------------------------------------------------------

    def start(self) -> None:
        """Show the first position and let the computer begin if it is its turn."""
        if self._several() and self._faces_hidden():
            self.viewer = None  # who has opened a saved game is not known
        self._settle()

    def choose(self, choice: Choice) -> bool:
        """Answer the question; return whether the choice stood."""
        ask = self.ask
        if ask is None:
            return False
        return self._choose(ask.seat, choice)

    def _choose(self, seat: str, choice: Choice) -> bool:
        title, words = self._why_not_played(seat, choice)
        if words:
            self.trouble.emit(title, words)
            self.touched.emit()
            return False
        self._settle()
        return True

    def _why_not_played(self, seat: str, choice: Choice) -> tuple[str, str]:
        """Make a choice; where it does not stand return a title and the reason, else no words."""
        self.before = self.session.table.state
        try:
            self._durably(lambda: self.session.choose(seat, choice))
        except WrongChoice as wrong:
            rule = f" [{wrong.refusal.rule}]" if wrong.refusal.rule else ""
            return "That is not allowed", f"{wrong.refusal.message}{rule}"
        except RuleFault as fault:
            traceback.print_exception(fault, file=sys.stderr)
            return "A rule has failed", (
                f"The program made a mistake in a rule ({fault}); the game and its save stand as "
                "they were before that choice."
            )
        return "", ""

    def _durably(self, act: Any) -> Any:
        """Do something that writes a row; when it cannot be kept tell, and go on in memory."""
        try:
            return act()
        except SaveError as wrong:
            self.keeper.let_go(self.session)
            self.save_failed.emit(str(wrong))
            return act()

    def _settle(self) -> None:
        """Look at the new question: curtain, gesture, computer."""
        self._view = None
        self.past = None
        self._cover()
        self._make_gesture()
        if self.session.verdict is not None:
            self.keeper.finish(self.session)
        self.changed.emit()
        self._wake_bot()

    def _cover(self) -> None:
        ask = self.session.ask
        if ask is None or ask.seat not in self.humans or ask.seat == self.viewer:
            self.covered = None
            return
        several = self._several()
        self.covered = ask.seat if several and ask.secret else None
        if self.covered is None:
            # An open question brings both players to the screen: hidden pieces stay face down.
            self.viewer = None if several and self._faces_hidden() else ask.seat

    def _several(self) -> bool:
        """Whether several players sit at one screen, with the curtain between them.

        Who has set a PIN relies on it: it can then not be switched off.
        """
        return (self.settings.curtain or bool(self.keeper.pins)) and len(self.humans) > 1

    def _faces_hidden(self) -> bool:
        """Whether any piece on the table shows its face to its owner alone."""
        return any(piece.hidden for piece in self.session.view(None).pieces)

    def lift_curtain(self) -> None:
        """The next player has sat down."""
        if self.covered is not None:
            self.viewer, self.covered = self.covered, None
            self._view = None
            self._make_gesture()
            self.changed.emit()
            self.seated.emit()

    def _make_gesture(self) -> None:
        self.gesture = None
        ask = self.ask
        if ask is not None:
            self.gesture = gesture_for(ask, self.view)
            self.gesture.bearing = self.bearing
            if isinstance(self.gesture, Manoeuvre):
                mover = next(iter(ask.subject), "")
                self.gesture.cost = lambda choice: self._cost(mover, choice)

    def _cost(self, mover: str, choice: Choice) -> Answer | None:
        """What an order costs, where the game can tell and the table measures."""
        try:
            return self.inquire(COST, unit=mover, choice=choice)
        except NoAnswer:
            return None

    # -- the gesture ---------------------------------------------------------------------------

    def click(self, names: list[str], *, extend: bool = False) -> None:
        """A click on things lying at one point of the board."""
        if self.gesture is None:
            return
        gesture = self.gesture
        choice = gesture.click(names, extend=extend)
        weighed = self.ask is not None and self.ask.odds and not gesture.carries
        if choice is not None and (not weighed or choice in DECLINING):
            self.choose(choice)
        else:
            self.touched.emit()

    def turn(self, steps: int) -> bool:
        """Turn what is being placed."""
        if self.gesture is not None and self.gesture.turn(steps):
            self.touched.emit()
            return True
        return False

    def escape(self) -> bool:
        """Take the last click back; never plays."""
        if self.gesture is not None and self.gesture.back():
            self.touched.emit()
            return True
        return False

    def finish(self) -> None:
        """Take what is picked, or decline."""
        choice = self.gesture.finish() if self.gesture is not None else None
        if choice is not None:
            self.choose(choice)

    # -- going back ----------------------------------------------------------------------------

    @property
    def _fixed(self) -> bool:
        """Whether nothing may be changed: the curtain is down, or the game is only looked at."""
        return self.covered is not None or bool(self.only_look)

    def undo(self) -> bool:
        """Take back the last choice, if the rules of taking back allow it."""
        if self._fixed:
            return False
        if self.past is not None:
            self.show_present()
            return False
        if not self._durably(self.session.undo):
            return False
        self._settle()
        return True

    def redo(self) -> bool:
        """Make the last choice taken back again."""
        if self._fixed or not self._durably(self.session.redo):
            return False
        self._settle()
        return True

    def can_undo_to(self, count: int) -> bool:
        """Whether everything after `count` choices may be taken back."""
        if self._fixed or not self.session.undo_barrier() <= count < len(self.session.choices):
            return False
        return self.session.reaches(count)

    def undo_to(self, count: int) -> bool:
        """Take back everything after `count` choices, if that is allowed."""
        if not self.can_undo_to(count) or not self.session.reaches(count):
            return False
        self._durably(lambda: self.session.rewind(count))
        self._settle()
        return True

    # -- the past ------------------------------------------------------------------------------

    def show_past(self, count: int) -> None:
        """Show the board as it was after `count` choices; nothing there can be moved.

        Where the rules have changed since, it goes back no further than positions were kept.
        """
        last = len(self.session.choices)
        count = max(0, min(count, last))
        if not self.session.reaches(count):
            count = self.session.floor()
        if self.covered is not None or (count == self.position and self.past is not None):
            return
        if count == last:
            self.show_present()
            return
        if not self.session.reaches(count):
            self.trouble.emit("That cannot be shown", OUT_OF_REACH)
            return
        self.past = self.session.fork()
        self.past.rewind(count)
        self._view = None
        self.gesture = None
        self.changed.emit()

    def show_present(self) -> None:
        """Come back from the replay."""
        if self.past is not None:
            self.past = None
            self._view = None
            self._make_gesture()
            self.changed.emit()
            self._wake_bot()

    # -- inquiries -----------------------------------------------------------------------------

    def question(self, name: str, **arguments: Any) -> Callable[[], Answer] | None:
        """Return an inquiry for the person in front of the screen, to be asked at any time."""
        inquiry = self.game.inquiries.get(name)
        if inquiry is None or self.covered is not None:
            return None
        if inquiry.measures and not self.measuring:
            return None
        seat = self._asker()
        setup, state = self.session.setup, self.shown.table.state
        return lambda: inquiry.ask(setup, state, seat, **arguments)

    def _asker(self) -> str | None:
        """Who asks an inquiry: the one who looks, nobody while several do."""
        return self.viewer if self.viewer is not None or self.humans else self.seats[0].id

    def decided(self, entry: LogEntry) -> Answer | None:
        """Return the geometry behind a line of the log, in the position in which it was decided."""
        inquiry = self.game.inquiries.get(DECIDING)
        if inquiry is None or self.before is None or self.covered is not None:
            return None
        seat = self._asker()
        try:
            return inquiry.ask(
                self.session.setup,
                self.before,
                seat,
                rule=entry.rules[0],
                pieces=entry.pieces,
                where=entry.where,
            )
        except NoAnswer:
            return None

    def inquire(self, name: str, **arguments: Any) -> Answer | None:
        """Ask an inquiry of the game for the person in front of the screen."""
        question = self.question(name, **arguments)
        return question() if question is not None else None

    # -- the computer --------------------------------------------------------------------------

    def _wake_bot(self) -> None:
        ask = self.session.ask
        if ask is None or ask.seat in self.humans or self.paused or self.only_look:
            return
        self._timer.start(PAUSES[self.settings.animation])

    def _ask_bot(self) -> None:
        ask = self.session.ask
        if ask is not None and ask.seat not in self.humans and not self.paused:
            self.thinker.think(self.players[ask.seat], self.session)

    def _bot_decided(self, seat: str, position: int, choice: Any) -> None:
        ask = self.session.ask
        if ask is None or ask.seat != seat or position != len(self.session.choices):
            return
        held = self.past
        title, words = self._why_not_played(seat, choice)
        if words:
            self._bot_failed(seat, position, f"Its choice did not stand. {title}: {words}")
            return
        self._settle()
        if held is not None:
            self.show_past(len(held.choices))

    def _bot_failed(self, seat: str, position: int, what: str) -> None:
        """A computer player cannot go on: the person plays its seat, and is told why."""
        ask = self.session.ask
        if ask is None or ask.seat != seat or position != len(self.session.choices):
            return
        kind, name = self.players[seat], self.seat_name(seat)
        self.take_over(seat)
        words = (
            f"The computer player {kind} could not make decision {position + 1} for {name}: "
            f"{ask.prompt}\n\n{what}\n\nYou play {name} from now on. The game stands as it was."
        )
        self.trouble.emit("A computer player has failed", words)

    def pause(self, on: bool) -> None:
        """Let the computer players wait, or go on; what was being thought is dropped."""
        self.paused = on
        if on:
            self._timer.stop()
            self.thinker.forget()
        self._wake_bot()
        self.changed.emit()

    def take_over(self, seat: str) -> None:
        """The person at the screen plays a seat of the computer from now on."""
        self.players[seat] = PERSON
        self.paused = False
        self.thinker.forget()
        self.keeper.seat(self.players)
        self._settle()

    # -- files ---------------------------------------------------------------------------------

    def save_as(self, path: Path) -> None:
        """Keep the game at `path` from now on.

        Raises:
            SaveError: it cannot be written there.
        """
        self.keeper.move(path, self.session, self.players)
        looked, self.only_look = self.only_look, ""
        self.kept.emit(str(path))
        if looked:  # a copy of one's own is played on
            self._settle()

    def keep_pin(self, seat: str, hashed: str) -> None:
        """Keep the PIN of a seat with the game."""
        try:
            self.keeper.keep_pin(seat, hashed)
        except SaveError as wrong:
            self.keeper.let_go(self.session)
            self.save_failed.emit(str(wrong))

    def close(self) -> None:
        """Leave the table: the save is complete and closed properly."""
        self._timer.stop()
        self.thinker.forget()
        self.keeper.close(self.session)
