"""A group that is moved as one: what each of its pieces has to choose, tried before anything is made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import hypot

from grognard.app.board.hand.standing import base_of
from grognard.app.table.gestures.facing import Bearing
from grognard.app.table.gestures.gesture import DECLINING, MOST_LISTED, mentions
from grognard.app.table.gestures.manoeuvre import Manoeuvre
from grognard.app.table.gestures.narrowing import Narrowing
from grognard.app.table.model.lookup import Lookup
from grognard.engines.core.data.frozen import record
from grognard.engines.core.data.text import Text
from grognard.engines.core.play.plans import Plan, Prospect, Wish
from grognard.engines.core.play.session import RuleFault, Session, WrongChoice
from grognard.engines.core.show.asks import PASS, Ask, Choice, Drill
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.views import PieceView

SEED = "march"
FORMS = ("piece", "move", "arrange", "target")
"""The questions that ask for one piece after the other: several of them can be meant together."""
MOST_DECLINED = 24
"""So many questions of other seats are declined on the way of one piece."""
MOST_STEPS = 4
"""So many questions are answered for one piece, as to leave a Square before it moves."""
Point = tuple[float, float]


@record
class Goal:
    """Where one piece is to go.

    Attributes:
        to: the space.
        way: the spaces it is to go along, the last of which it reaches if it can; () for any way.
        by: how far it is carried on a board without spaces.
    """

    piece: str
    to: str = ""
    way: tuple[str, ...] = ()
    by: Point = (0.0, 0.0)


@record
class March:
    """A group on its way: the plan, what would come of it, and how the pieces would stand.

    Attributes:
        lead, to, spot: the piece that leads, the space or the point that it was led to.
        column: whether the others follow in its track.
        costs: for each wish what it costs, in words.
    """

    lead: str
    to: str
    spot: Point
    column: bool
    plan: Plan
    prospects: tuple[Prospect, ...]
    ghosts: tuple[PieceView, ...]
    costs: tuple[tuple[Text, ...], ...]
    path: tuple[str, ...] = ()


def side_by_side(found: Lookup, group: Sequence[str], lead: str, to: str) -> list[Goal]:
    """Carry every piece as far as the one that leads, whoever is ahead first."""
    spots = found.spots()
    # Who is on no board yet comes straight to the goal.
    homes = {piece: spots.get(found.place_of(piece), spots[to]) for piece in group}
    by = (spots[to][0] - homes[lead][0], spots[to][1] - homes[lead][1])
    places = {found.place_of(piece) for piece in group}
    apart = found.board.kind != "areas" and len(places) > 1 and all(places)
    goals = {piece: _nearest(spots, homes[piece], by) if apart else to for piece in group}
    ahead = sorted(group, key=lambda piece: _along(homes[piece], by), reverse=True)
    return [Goal(piece, goals[piece]) for piece in ahead]


def carried(found: Lookup, group: Sequence[str], by: Point) -> list[Goal]:
    """Carry pieces that stand free by so much, whoever is ahead first."""
    spots = found.spots()
    ahead = sorted(group, key=lambda piece: _along(spots[piece], by), reverse=True)
    return [Goal(piece, by=by) for piece in ahead]


def in_column(found: Lookup, group: Sequence[str], lead: str, route: tuple[str, ...]) -> list[Goal]:
    """Let the others follow the one that leads along its route, each behind the one before it."""
    chain = _chain(found, group, lead)
    track = [*reversed(chain), *route]
    goals: list[Goal] = []
    for number, place in enumerate(chain):
        start = len(chain) - 1 - number
        way = tuple(track[start + 1 : start + 1 + len(route)])
        here = [piece for piece in group if found.place_of(piece) == place]
        goals += [Goal(piece, way[-1], way) for piece in here]
    return goals


def _chain(found: Lookup, group: Sequence[str], lead: str) -> list[str]:
    """Return the places of a group from the one that leads, each time the nearest next."""
    spots = found.spots()
    left = list(dict.fromkeys(found.place_of(piece) for piece in group))
    chain = [found.place_of(lead)]
    left.remove(chain[0])
    while left:
        last = spots[chain[-1]]
        chain.append(
            min(left, key=lambda at: hypot(spots[at][0] - last[0], spots[at][1] - last[1]))
        )
        left.remove(chain[-1])
    return chain


def _nearest(spots: Mapping[str, Point], at: Point, by: Point) -> str:
    x, y = at[0] + by[0], at[1] + by[1]
    return min(spots, key=lambda name: hypot(spots[name][0] - x, spots[name][1] - y))


def _along(at: Point, by: Point) -> float:
    return at[0] * by[0] + at[1] * by[1]


def tried(
    session: Session, seat: str, goals: Sequence[Goal], bearing: Bearing
) -> tuple[_Tried, ...]:
    """Try one piece after the other in a world in which all that the seat cannot know is dealt anew.

    What was refused is left out for those that follow. Free bases are tried each by itself: where one
    comes to a stop only the game tells.
    """
    world = session.imagine(seat, SEED)
    found: list[_Tried] = []
    kind, known = session.ask.kind if session.ask is not None else "", True
    for goal in goals if world is not None else ():
        if goal.by != (0.0, 0.0):
            fresh = session.imagine(seat, SEED)
            if fresh is not None:
                tried_alone = _Attempt(fresh, seat, goal, bearing).made()
                found.append(_unless_they_clear(tried_alone, goals))
            continue
        if world is not None and not _back_at(world, seat, kind):
            # Another seat has a say before the next can go: each is tried by itself.
            world, known = session.imagine(seat, SEED), False
        if world is None:
            break
        one = _Attempt(world, seat, goal, bearing).made()
        found.append(one if known else _unknown(one))
    return tuple(found)


def _back_at(world: Session, seat: str, kind: str) -> bool:
    """Whether the question of the march is asked again, where other seats decline what they are asked."""
    _decline(world, seat)
    return world.ask is not None and (world.ask.seat, world.ask.kind) == (seat, kind)


def _decline(world: Session, seat: str) -> None:
    """Have other seats decline what they are asked, as far as they may."""
    for _ in range(MOST_DECLINED):
        ask = world.ask
        if ask is None or ask.seat == seat or ask.why_not(PASS) is not None:
            return
        try:
            world.choose(ask.seat, PASS)
        except RuleFault:
            return


def _unknown(one: _Tried) -> _Tried:
    """What stands as far as one knows now, nobody can know behind the question of another seat."""
    if not one.prospect.stands:
        return one
    return replace(one, prospect=replace(one.prospect, stands=None))


def _unless_they_clear(one: _Tried, goals: Sequence[Goal]) -> _Tried:
    """A base whose way is barred by one that goes before it may find it clear."""
    refusal = one.prospect.refusal
    if refusal is None or not {goal.piece for goal in goals} & set(refusal.where[1:]):
        return one
    return replace(one, prospect=replace(one.prospect, stands=None, refusal=None))


@record
class _Tried:
    prospect: Prospect
    ghost: PieceView | None
    costs: tuple[Text, ...]
    path: tuple[str, ...]


class _Attempt:
    """One piece of the group, tried in a world."""

    def __init__(self, world: Session, seat: str, goal: Goal, bearing: Bearing) -> None:
        self.world, self.seat, self.goal, self.bearing = world, seat, goal, bearing
        self.choices: list[Choice] = []
        self.costs: tuple[Text, ...] = ()
        self.path: tuple[str, ...] = ()
        self.ghost: PieceView | None = None

    def made(self) -> _Tried:
        """Make its choices as far as they stand; take them back in that world if they do not."""
        began, rolled = len(self.world.choices), self.world.table.dice.rolled()
        try:
            refusal = self._go()
        except RuleFault:
            refusal = None
        if refusal is not None:
            self.ghost = None
            if len(self.world.choices) > began >= self.world.undo_barrier():
                self.world.rewind(began)
        known = self.world.table.dice.rolled() == rolled and self.goal.by == (0.0, 0.0)
        stands = False if refusal is not None else True if known else None
        wish = Wish(tuple(self.choices), (self.goal.piece,))
        return _Tried(Prospect(wish, stands, refusal), self.ghost, self.costs, self.path)

    def _go(self) -> Refusal | None:
        for _ in range(MOST_STEPS):
            ask = self.world.ask
            if ask is None or ask.seat != self.seat:
                return None
            choice, last = self._answer(ask)
            if choice is None:
                return None
            refusal = self._choose(ask, choice, last=last)
            if refusal is not None or last:
                return refusal
        return None

    def _answer(self, ask: Ask) -> tuple[Choice | None, bool]:
        """Return what to choose of a question, and whether that is the end of the matter."""
        piece = self.goal.piece
        ways = {"route": self._route, "pose": self._stood, "place": self._stood}
        way = (ways | {"manoeuvre": self._leg}).get(ask.form)
        if way is not None and piece in ask.subject:
            return way(ask), True
        if ask.form == "pick" and piece in ask.subject:
            return next(iter(ask.choices), None), False
        if self.choices:
            return None, True
        if ask.form == "piece":
            return piece, False
        return self._placed(ask), True

    def _choose(self, ask: Ask, choice: Choice, *, last: bool) -> Refusal | None:
        self.choices.append(choice)
        if last:
            told = not isinstance(ask.choices, Drill) or ask.choices.measures
            legal = told and ask.why_not(choice) is None
            self.costs = ask.choices.describe(choice)[:1] if legal else ()
        try:
            self.world.choose(self.seat, choice)
        except WrongChoice as wrong:
            return wrong.refusal
        if last:
            self._end(ask)
        return None

    def _end(self, ask: Ask) -> None:
        """Tell where the piece stands now; an order to a base that leaves it asked is closed."""
        if ask.form == "manoeuvre":
            after = self.world.ask
            if after is not None and after.form == ask.form and after.subject == ask.subject:
                self.choices += [choice for choice in after.choices if choice in DECLINING][:1]
            return
        _decline(self.world, self.seat)
        pieces = self.world.view(self.seat).pieces
        self.ghost = next((p for p in pieces if p.id == self.goal.piece), None)

    def _route(self, ask: Ask) -> Choice:
        """The way in the track, as far as it may be gone; else the cheapest to the goal."""
        for size in range(len(self.goal.way), 0, -1):
            choice: Choice = {"route": list(self.goal.way[:size])}
            if choice in ask.choices:
                self.path = self.goal.way[:size]
                return choice
        to = self.goal.to
        found = ask.choices.toward(to)
        self.path = tuple(found["route"]) if isinstance(found, dict) and "route" in found else ()
        return found if found is not None else {"route": [to]}

    def _leg(self, ask: Ask) -> Choice:
        gesture = Manoeuvre(ask, self.world.view(self.seat))
        start = base_of(gesture.piece) if gesture.piece is not None else None
        if start is None:
            return {"do": []}
        (x, y), (dx, dy) = start.centre, self.goal.by
        gesture.lead((x + dx, y - dy))
        self.ghost = next(iter(reversed(gesture.ghosts())), None)
        return gesture.value()

    def _stood(self, ask: Ask) -> Choice:
        """The choice of the place that turns the piece least."""
        to = self.goal.to
        if ask.form == "place":
            return to
        gesture = Narrowing(ask, self.world.view(self.seat))
        gesture.bearing = self.bearing
        return gesture.hover([to]) or {"at": to, "facing": 0}

    def _placed(self, ask: Ask) -> Choice:
        """The choice that takes the piece to the place, alone."""
        fits = (c for c in islice(ask.choices, MOST_LISTED) if self._fits(c))
        return next(fits, {"piece": self.goal.piece, "at": self.goal.to})

    def _fits(self, choice: Choice) -> bool:
        if not isinstance(choice, dict) or word_of(choice, "at", "") != self.goal.to:
            return False
        alone = choice.get("piece") == self.goal.piece or choice.get("pieces") == [self.goal.piece]
        return alone and self.goal.piece in mentions(choice)


def led(
    session: Session, seat: str, goals: Sequence[Goal], march: March, bearing: Bearing
) -> March:
    """Return a march with what would come of its goals."""
    found = tried(session, seat, goals, bearing)
    return March(
        march.lead,
        march.to,
        march.spot,
        march.column,
        tuple(one.prospect.wish for one in found),
        tuple(one.prospect for one in found),
        tuple(_ghosts(found)),
        tuple(one.costs for one in found),
        next((one.path for one in found if march.lead in one.prospect.wish.pieces), ()),
    )


def _ghosts(found: Sequence[_Tried]) -> Iterator[PieceView]:
    for one in found:
        if one.ghost is not None:
            yield one.ghost
