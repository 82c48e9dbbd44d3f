"""Advice on a decision: what to choose, how good a choice was, what decided it. Any seat's, at any time."""

from __future__ import annotations

from typing import Literal

from grognard.engines.core.data.frozen import evolve, record
from grognard.engines.core.play.bots import Eyes, players_of, worthwhile
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.think.crew import Crew
from grognard.engines.core.think.search import Candidate
from grognard.engines.core.think.thinker import Thinker, Weighed
from grognard.engines.core.think.thought import Thought

Judged = Literal["best", "equal", "worse", "routine", "unknown"]
"""How good a choice was: nothing did better, something did but not surely, something surely did, there
was nothing to be weighed, or no time to do it."""


@record
class Advice:
    """What came of weighing a decision.

    `thought` compares what did better with the choice that was made, or that one, where nothing
    did, with what comes next. `made`: how good the choice was that was made, if one was.
    """

    seat: str
    kind: str
    thought: Thought
    made: Judged | None = None


def adviser_of(game: AnyGame) -> type[Thinker] | None:
    """Return the computer player of a game that can say why."""
    players = players_of(game).values()
    return next((one for one in players if issubclass(one, Thinker)), None)


def advise(
    eyes: Eyes, thinker: Thinker, made: Choice | None = None, crew: Crew | None = None
) -> Advice:
    """Weigh the open question, and the choice that was `made` of it, by what its seat knows."""
    thinker.crew, thinker.purse = crew, None
    thinker.manners = 0  # who asks plays on as he likes
    thinker.thrifty = False  # and there is no later decision to save time for
    ask = eyes.ask
    options = worthwhile(ask) if ask.choices.finite else None
    weighed = thinker.weigh(eyes, options, made)
    best = weighed.best
    if made is None:
        return Advice(eyes.seat, ask.kind, thinker.reason(eyes, weighed, best))
    mine = best if made == best.choice else weighed.of(made)
    rival = best if mine is not best else _nearest(weighed, mine)
    if rival is None or not mine.gains(rival):
        good: Judged = "routine" if len(weighed.tried) == 1 else "unknown"
        return Advice(eyes.seat, ask.kind, thinker.reason(eyes, weighed, mine), good)
    if mine.promises(rival)[0] >= rival.promises(mine)[0]:
        return Advice(eyes.seat, ask.kind, thinker.reason(eyes, weighed, mine, rival), "best")
    good = "worse" if thinker.is_better(rival, mine) else "equal"
    return Advice(eyes.seat, ask.kind, thinker.reason(eyes, weighed, rival, mine), good)


def _nearest(weighed: Weighed, one: Candidate) -> Candidate | None:
    """Return what comes next to a choice: of those that were tried longest the best."""
    others = [other for other in weighed.tried if other is not one and other.found]
    return max(others, key=lambda other: (len(other.found), other.worth), default=None)


def before(session: Session, count: int) -> Session | None:
    """Return a game as it was before the choice of a number, None where the rules have changed since."""
    past = session.fork()
    if not past.reaches(count):
        return None
    past.rewind(count)
    return past


def sees_as_much(session: Session, viewer: str | None, seat: str) -> bool:
    """Whether a viewer sees all that a seat sees: what that thought then tells nothing new."""
    mine, theirs = (
        evolve(session.view(one), seat=None, ask=None, waiting_for=None) for one in (viewer, seat)
    )
    return mine == theirs
