"""All that a report tells of a game, gathered: positions, story, numbers. No widget in here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grognard.app.aftermath.account import (
    Loss,
    Luck,
    curve_of,
    losses_of,
    luck_of,
    luck_of_seats,
)
from grognard.app.aftermath.course import Eyes, Stage, eyes_for, lines_of, stages
from grognard.app.aftermath.story import Chapter, story_of
from grognard.app.aftermath.tallies import (
    Costs,
    Scored,
    Turning,
    costs_of,
    scored,
    turnings,
)
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.explain import Roll

MOST_RULES = 24
"""So many rules are told of: those that the most dice were cast for, and that cost the most."""


@dataclass(frozen=True)
class Told:
    """A game as it is told; `leans` are empty where nobody may judge it, before its end.

    `since` is the number of choices before the first position that is known: more than none where the
    rules have changed since.
    """

    session: Session
    eyes: Eyes
    stages: tuple[Stage, ...]
    chapters: tuple[Chapter, ...]
    losses: tuple[Loss, ...]
    costs: tuple[Costs, ...]
    scored: Scored
    luck: tuple[Luck, ...]
    whole_luck: tuple[Luck, ...]
    leans: tuple[float, ...]
    turnings: tuple[Turning, ...]
    rules: tuple[str, ...]
    since: int = 0

    @property
    def turns(self) -> tuple[str, ...]:
        """What the turns are called, in short."""
        return tuple(one.printed or one.turn for one in self.stages[:-1])


def told_of(
    session: Session, seat: str | None = None, still: Callable[[], object] = lambda: None
) -> Told:
    """Gather what may be told of a game to a seat (None: to everybody).

    `still` is called now and then; it raises what ends the work.
    """
    eyes = eyes_for(session, seat)
    still()
    found = stages(session, eyes)
    still()
    seats = session.setup.info.seats
    losses = [loss for one in seats for loss in losses_of(one, found[0].view, found[-1].view)]
    costs = costs_of(seats, found)
    still()
    rolls = [entry.roll for _, entry in lines_of(session, eyes) if entry.roll is not None]
    leans = _leans(session, found) if session.verdict is not None else []
    still()
    chapters = story_of(session, eyes, found)
    return Told(
        session,
        eyes,
        tuple(found),
        tuple(chapters),
        tuple(losses),
        tuple(costs),
        scored(seats, found),
        luck_of(rolls),
        luck_of_seats(rolls),
        tuple(leans),
        tuple(turnings(leans, costs, len(found) - 1)),
        _decisive(session, chapters, rolls),
        found[0].at,
    )


def _leans(session: Session, found: Sequence[Stage]) -> list[float]:
    """Return how the game leant as each turn began, as computer players judge."""
    moments = [one for one in curve_of(session) if one.turn]
    if not moments:
        return []
    known = [[one.lean for one in moments if one.at <= stage.at] for stage in found[:-1]]
    return [leans[-1] if leans else 0.5 for leans in known]


def _decisive(
    session: Session, chapters: Sequence[Chapter], rolls: Sequence[Roll]
) -> tuple[str, ...]:
    """Return the rules that decided the game: the one it ended by, then those most was cast and lost by."""
    counts: Counter[str] = Counter(roll.rule for roll in rolls)
    for chapter in chapters:
        for passage in chapter.passages:
            counts.update(one.rules[0] for one in passage.sentences if one.grave and one.rules)
    ended = [session.verdict.rule] if session.verdict is not None else []
    common = [rule for rule, _ in counts.most_common(MOST_RULES)]
    return tuple(dict.fromkeys(one for one in (*ended, *common) if one))
