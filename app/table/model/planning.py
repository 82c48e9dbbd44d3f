"""What is planned at the table: several choices, or a whole group that moves, seen before it is made."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.app.table.gestures.facing import Bearing
from grognard.app.table.gestures.gesture import DECLINING, path_of
from grognard.app.table.model.called import TABLE
from grognard.app.table.model.changes import Planned
from grognard.app.table.model.march import (
    FORMS,
    Goal,
    March,
    Point,
    carried,
    in_column,
    led,
    side_by_side,
)
from grognard.app.table.model.meaning import Meaning
from grognard.app.table.model.outside import Keeping, Preferences
from grognard.app.table.model.pointing import Pointing
from grognard.app.table.model.trial import moves
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.play.plans import Outcome, Plan, Wish, rehearse
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Ask, Choice
from grognard.engines.core.show.choices import word_of

MOST_ORDERED = 6
"""So often places that wait for others are put behind them."""
MOST_TRIED = 3
"""With so many pieces it is tried whether the question moves them."""


class Planning(Pointing):
    """A game with what is intended in it."""

    def __init__(
        self,
        session: Session,
        players: Mapping[str, str],
        preferences: Preferences,
        keeper: Keeping,
        only_look: str,
    ) -> None:
        super().__init__(session, players, preferences, keeper, only_look)
        self.bearing: Bearing = lambda _facing: None
        """The compass bearing of a facing as choices number it, where the theme tells it."""
        self._able: tuple[object, list[str]] = (None, [])
        self.meaning = Meaning()

    def carry_out(self) -> Outcome | None:
        """Make the choices of the plan as far as it goes."""
        raise NotImplementedError

    def mean(self, piece: str, space: str) -> bool:
        """A piece is pulled to a space: all is answered that this means; return whether it means anything."""
        ask = self.owed
        found = ask.choices.meant(piece, space) if ask is not None else None
        if ask is None or found is None:
            return False
        self.put_down()
        choice, later = found
        self.meaning.add(self.session, ask.seat, later)
        self.plan, self.march = (Wish((choice,), (piece,)),), None
        self.carry_out()
        return True

    def intend(self, plan: Plan) -> None:
        """Show a plan, with what would come of each wish as far as the one who decides may know."""
        ask = self.ask
        self.plan = tuple(plan) if ask is not None else ()
        found = rehearse(self.session, ask.seat, self.plan) if ask is not None and plan else ()
        self.prospects, self.march = tuple(found), None
        self.changes.tell(Planned())

    def gather_place(self, space: str) -> bool:
        """Put a place on the plan, or take it off, where the question comes again for each; whether that can be."""
        ask, gesture = self.ask, self.gesture
        if ask is None or gesture is None or not ask.several or not space:
            return False
        planned = [word for wish in self.plan for word in wish.pieces] or [*gesture.picked]
        left = [one for one in planned if one != space]
        self._plan_places(left if space in planned else [*planned, space])
        return True

    def _plan_places(self, places: list[str]) -> None:
        """Plan an answer for each place, those that others make possible after them."""
        for _ in range(MOST_ORDERED):
            self.intend([Wish((place,), (place,)) for place in places])
            refused = [one.wish.pieces[0] for one in self.prospects if one.stands is False]
            following = [place for place in places if place not in refused] + refused
            if following == places:
                return
            places = following

    # -- a group that moves as one -----------------------------------------------------------

    @property
    def open_to(self) -> list[str]:
        """The pieces that the question of the game, whatever is in the hand, can be answered with to move them."""
        ask = self.owed
        if ask is None or ask.form not in FORMS:
            return []
        if self._able[0] is not ask:
            named = dict.fromkeys(name for choice in ask.choices for name in named_in(choice))
            found = [name for name in named if name in self.lookup.pieces]
            self._able = (ask, found if self._leads(ask, found) else [])
        return self._able[1]

    def _leads(self, ask: Ask, pieces: list[str]) -> bool:
        """Whether the pieces that answer a question move by it: others are not gathered to be led."""
        tried = pieces[:MOST_TRIED]
        return ask.form != "piece" or any(moves(self.session, ask.seat, piece) for piece in tried)

    def able_of(self, pieces: tuple[str, ...]) -> tuple[str, ...]:
        """Return those of some pieces that can be moved now."""
        able = set(self.open_to)
        return tuple(piece for piece in pieces if piece in able)

    def stack_of(self, piece: str) -> tuple[str, ...]:
        """Return the pieces at the place of one that can be moved with it, itself first."""
        at = self.lookup.place_of(piece)
        others = self.able_of(tuple(self.lookup.pieces_at(at))) if at else ()
        return tuple(dict.fromkeys((*self.able_of((piece,)), *others)))

    def body_of(self, piece: str) -> tuple[str, ...]:
        """Return the pieces of the same command that can be moved with one, itself first."""
        known = self.lookup.pieces
        name = known[piece].group if piece in known else ""
        others = (one for one in self.open_to if name and known[one].group == name)
        standing = (one for one in others if known[one].at or known[one].pose)
        return tuple(dict.fromkeys((*self.able_of((piece,)), *standing)))

    @property
    def party(self) -> tuple[str, ...]:
        """The pieces gathered that can be moved together now."""
        able = self.able_of(self.group) if len(self.group) > 1 else ()
        return able if len(able) > 1 else ()

    def put_down(self) -> bool:
        """Put down what is in the hand; return whether there was anything."""
        return False

    def muster(self, pieces: tuple[str, ...]) -> None:
        """Take several pieces together, as those of a stack or a command; what was picked is let go."""
        while self.gesture is not None and self.gesture.back():
            pass
        self.put_down()
        self.gather(tuple(dict.fromkeys(pieces)))

    def fellows(self) -> list[tuple[Text, tuple[str, ...]]]:
        """Return what could be taken with the piece in the hand: its stack, its command."""
        one = self.in_hand
        found: list[tuple[Text, tuple[str, ...]]] = []
        for words, pieces in (
            (text("The whole stack ({n})"), self.stack_of(one)),
            (text("The whole command ({n})"), self.body_of(one)),
        ):
            if len(pieces) > 1 and set(pieces) not in [set(other) for _, other in found]:
                found.append((words.fill(n=len(pieces)), pieces))
        return found

    @property
    def in_hand(self) -> str:
        """The piece that is picked up, "" for none."""
        ask, gesture = self.owed, self.gesture
        if ask is None or gesture is None or ask.form not in FORMS:
            return ""
        names = gesture.picked if gesture.ask is ask else gesture.ask.subject
        able = self.able_of(tuple(names[:1]))
        return able[0] if able else ""

    def lead(self, group: tuple[str, ...], lead: str, to: str, *, column: bool = False) -> bool:
        """Plan the way of a group to a space, one piece leading; return whether that can be."""
        group = self.able_of(group)
        if lead not in group or to not in self.lookup.spots():
            return False
        march = March(lead, to, self.lookup.spots()[to], column, (), (), (), ())
        goals = side_by_side(self.lookup, group, lead, to)
        if column:
            route = self._route_of(lead, to)
            goals = in_column(self.lookup, group, lead, route) if route else goals
        return self._lead(march, goals)

    def carry(self, group: tuple[str, ...], lead: str, by: Point) -> bool:
        """Plan the way of bases that stand free, all carried as far as the one that leads."""
        group = self.able_of(group)
        if lead not in group or self.board.kind != TABLE:
            return False
        x, y = self.lookup.spots()[lead]
        march = March(lead, "", (x + by[0], y + by[1]), False, (), (), (), ())
        return self._lead(march, carried(self.lookup, group, by))

    def _route_of(self, piece: str, to: str) -> tuple[str, ...]:
        seat = self.session.ask.seat if self.session.ask is not None else ""
        march = March(piece, to, (0, 0), False, (), (), (), ())
        alone = led(self.session, seat, [Goal(piece, to)], march, self.bearing)
        return alone.path

    def _lead(self, march: March, goals: list[Goal]) -> bool:
        ask = self.session.ask
        if ask is None:
            return False
        found = led(self.session, ask.seat, goals, march, self.bearing)
        if not found.plan:
            return False
        self.plan, self.prospects, self.march = tuple(found.plan), found.prospects, found
        self.changes.tell(Planned())
        return True

    @property
    def stands(self) -> Plan:
        """The wishes of the plan that are not refused."""
        pairs = zip(self.plan, self.prospects, strict=True)
        return tuple(wish for wish, prospect in pairs if prospect.stands is not False)

    def in_column(self, *, on: bool) -> bool:
        """Have the group that is led follow in the track of the first, or go side by side."""
        march = self.march
        if march is None:
            return False
        group = tuple(piece for wish in self.plan for piece in wish.pieces)
        return self.lead(group, march.lead, march.to, column=on)


def named_in(choice: Choice) -> tuple[str, ...]:
    """Return the one piece that a choice moves."""
    if isinstance(choice, str):
        return () if choice in DECLINING else (choice,)
    if not isinstance(choice, dict) or path_of(choice):
        return ()
    pieces = choice.get("pieces")
    if isinstance(pieces, list):
        return tuple(str(name) for name in pieces) if len(pieces) == 1 and "at" in choice else ()
    return (word_of(choice, "piece"),) if "piece" in choice and "at" in choice else ()
