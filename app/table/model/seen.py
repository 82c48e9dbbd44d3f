"""Who sits at the table and who looks, what they see, and what they may ask of it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any

from grognard.app.table.model.lookup import Lookup
from grognard.app.table.model.outside import Keeping, Preferences
from grognard.engines.core.data.text import spell
from grognard.engines.core.play.bots import players_of
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.inquiries import NoAnswer
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import AWAY, PERSON, Seat
from grognard.engines.core.show.asks import Ask
from grognard.engines.core.show.deeds import Line
from grognard.engines.core.show.explain import LogEntry
from grognard.engines.core.show.views import Answer, BoardView, TableView
from grognard.engines.core.think.thinker import Thinker

DECIDING = "deciding"
"""The inquiry that tells what geometry is behind a line of the log."""

_choices = itemgetter(0)
"""Of a line of the log: how many choices led to it."""


class Seen:
    """A game as the person in front of the screen sees it.

    Attributes:
        only_look: why nothing can be chosen in this game, in a sentence; "" where it is played.
        viewer: whose knowledge is on the screen; None: what everybody may know.
        covered: for whom the curtain is down, if it is.
        one_person: whether all seats are one person's, from whom nothing is hidden.
        past: the game as it was, while the replay shows it.
        before: the position in which the last choice was made.
    """

    def __init__(
        self,
        session: Session,
        players: Mapping[str, str],
        preferences: Preferences,
        keeper: Keeping,
        only_look: str,
    ) -> None:
        self.only_look = only_look
        self.one_person = False
        self.session = session
        self.players = dict(players)
        self.preferences, self.keeper = preferences, keeper
        self.board: BoardView = session.game.board(session.setup)
        self.viewer: str | None = next(iter(self.humans), None)
        self.covered: str | None = None
        self.past: Session | None = None
        self.paused = False
        self.before: Any = None
        self._view: TableView | None = None
        self._lookup: Lookup | None = None

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
    def far(self) -> list[str]:
        """The seats played from another computer, in a game by post."""
        return [seat.id for seat in self.seats if self.players.get(seat.id) == AWAY]

    @property
    def minding(self) -> list[str] | None:
        """The seats whose decisions bar a way back, None for all: computer players mind nothing."""
        return None if self.far else self.humans

    @property
    def measuring(self) -> bool:
        """Whether distances may be measured before an order is given; most games do not ask."""
        return self.game.measures(self.session.setup)

    def seat_name(self, seat: str | None) -> str:
        """Return the name of a seat as printed."""
        found = next((item.name for item in self.seats if item.id == seat), seat or "")
        return spell("seat", found)

    @property
    def awaited(self) -> str | None:
        """The seat of the computer that must decide now, if one must and may."""
        ask = self.session.ask
        others = {*self.humans, *self.far}
        idle = ask is None or ask.seat in others or self.paused or bool(self.only_look)
        return None if ask is None or idle else ask.seat

    def searches(self, kind: str) -> bool:
        """Whether a computer player of a kind thinks for a while, and can be told to move now."""
        found = players_of(self.game).get(kind)
        return found is not None and issubclass(found, Thinker)

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
    def lookup(self) -> Lookup:
        """Where things are in what is shown, and what they are called."""
        if self._lookup is None or self._lookup.view is not self.view:
            names = {seat.id: seat.name for seat in self.seats}
            self._lookup = Lookup(self.board, self.view, names, self.game.term)
        return self._lookup

    @property
    def ask(self) -> Ask | None:
        """The question the person in front of the screen must answer now, if any."""
        return self.owed

    @property
    def owed(self) -> Ask | None:
        """The question of the game that the person must answer now, whatever is in the hand."""
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

    def log(self) -> Sequence[Line]:
        """Return the whole visible log, each line with the number of choices that led to it.

        It is written on as the game goes on: nobody keeps or changes it.
        """
        return self.session.seen(None if self.covered else self.viewer).lines

    def log_since(self, count: int) -> list[LogEntry]:
        """Return the visible lines to which so many choices led, or more."""
        log = self.log()
        return [entry for _, entry in log[bisect_left(log, count, key=_choices) :]]

    def log_until(self, count: int) -> Sequence[Line]:
        """Return the visible lines to which so many choices led, or fewer."""
        log = self.log()
        if not log or log[-1][0] <= count:
            return log
        return log[: bisect_right(log, count, key=_choices)]

    def since(self) -> tuple[int, list[LogEntry]]:
        """Return when the viewer last decided (in choices), and what they may know came of it."""
        last, _ = self.last_decision(self.viewer)
        return last, self.log_since(last)

    def last_decision(self, seat: str | None = None) -> tuple[int, str]:
        """Return after how many choices a seat (None: any) last decided something, and which it was.

        What was passed was no decision.
        """
        choices, none = self.session.choices, self.session.passed()
        for count in range(len(choices), 0, -1):
            if count - 1 not in none and seat in (None, choices[count - 1].seat):
                return count, choices[count - 1].seat
        return 0, ""

    def _several(self) -> bool:
        """Whether several players sit at one screen, with the curtain between them.

        Who has set a PIN relies on it: it can then not be switched off.
        """
        if self.one_person:
            return False
        return (self.preferences.curtain or bool(self.keeper.pins)) and len(self.humans) > 1

    def _knows_more(self, seat: str) -> bool:
        """Whether a seat sees anything that not everybody may: a hand, orders, what lies face down.

        What it is asked is told to it alone, and is no secret where the question is an open one.
        """
        views = (self.session.view(seat), self.session.view(None))
        own, public = (replace(one, seat=None, ask=None, log=()) for one in views)
        if own != public:
            return True
        return self.session.seen(seat).entries != self.session.seen(None).entries

    def hides(self) -> bool:
        """Whether any player sees what not everybody may."""
        return any(self._knows_more(seat) for seat in self.humans)

    # -- inquiries -----------------------------------------------------------------------------

    def question(self, name: str, **arguments: Any) -> Callable[[], Answer] | None:
        """Return an inquiry for the person in front of the screen, to be asked at any time."""
        inquiry = self.game.inquiries.get(name)
        if inquiry is None or self.covered is not None:
            return None
        if inquiry.measures and not self.measuring:
            return None
        seat = self._asker()
        setup, state = self.session.setup, self.weighed
        return lambda: inquiry.ask(setup, state, seat, **arguments)

    @property
    def weighed(self) -> Any:
        """The position that inquiries are about: the one that is shown."""
        return self.shown.table.state

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
