"""A whole game judged as a computer player sees it: the decisions that cost most. No widget in here.

Every decision is weighed shortly, by what its seat knew then; those that seem to have cost most are
weighed again, and longer. It is an opinion, made of imagined games, and is told as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from grognard.engines.core.data.text import Text
from grognard.engines.core.play.bots import Eyes
from grognard.engines.core.play.session import Session
from grognard.engines.core.think.advice import Judged, advise, adviser_of, before
from grognard.engines.core.think.thinker import Thinker

MOST = 10
"""So many decisions are told."""
AGAIN = 2
"""Of those that are told so many times as many are weighed again."""
SHORT, LONG = 0.25, 2.5
"""For how many seconds a decision is weighed at first, and again."""
PATIENCE = 300.0
"""So many seconds the first round takes at most: in a long game each decision has less."""
UNSURE = ("unknown", "equal")
"""What a short look leaves open: where few surely cost anything, these are weighed again, too."""
LEAST = 0.02
"""A chance to win that is less by this has cost nothing that could be told."""

Told = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class Blunder:
    """A decision and what it cost.

    `at` is how many choices had been made before it; `made` and `better` what was chosen and what would have
    been, in words; `hope` the chance to win with either, from 0 to 1. `turn` is what the turn is called.
    """

    at: int
    seat: str
    turn: str
    made: Text
    better: Text
    hope: float
    better_hope: float
    reasons: tuple[tuple[Text, float], ...] = ()

    @property
    def cost(self) -> float:
        """By how much the chance to win was less."""
        return self.better_hope - self.hope


@dataclass(frozen=True, slots=True)
class Effort:
    """How long is weighed: `short` and `long` in seconds, or, where `trials` are given, in imagined games."""

    short: float = SHORT
    long: float = LONG
    trials: int | None = None


def decisions(session: Session, seat: str | None = None) -> list[int]:
    """Return after how many choices somebody (or a seat) decided something that could be weighed."""
    none = session.passed()
    return [
        at
        for at, row in enumerate(session.choices)
        if at not in none and seat in (None, row.seat) and at >= session.floor()
    ]


def judge(
    session: Session,
    told: Told = lambda _done, _of: None,
    found: Callable[[Sequence[Blunder]], object] = lambda _so_far: None,
    seat: str | None = None,
    effort: Effort | None = None,
) -> list[Blunder]:
    """Return the decisions of a game that cost most, the dearest first.

    Args:
        session: a game that is over.
        told: hears how many steps are done, and of how many; it may raise to leave off.
        found: hears what was found so far, whenever that is more.
        seat: whose decisions alone.
        effort: how long is weighed.
    """
    effort = effort or Effort()
    kind, all_ = adviser_of(session.game), decisions(session, seat)
    if kind is None or not all_:
        return []
    short = min(effort.short, PATIENCE / len(all_))
    of, first, unsure = len(all_) + AGAIN * MOST, [], []
    for done, at in enumerate(all_):
        told(done, of)
        good, one = weighed(session, at, kind, short, effort.trials)
        if one is not None:
            first.append(one)
            found(dearest(first))
        elif good in UNSURE:
            unsure.append(at)
    likely = [one.at for one in dearest(first, AGAIN * MOST)]
    likely += spread(unsure, AGAIN * MOST - len(likely))
    sure: list[Blunder] = []
    for done, at in enumerate(likely, len(all_)):
        told(done, of)
        _, again = weighed(session, at, kind, effort.long, effort.trials and 4 * effort.trials)
        if again is not None:
            sure.append(again)
            found(dearest(sure))
    told(of, of)
    return dearest(sure)


def spread(places: Sequence[int], most: int) -> list[int]:
    """Return so many at most of some places, from all parts of a game alike."""
    few = min(most, len(places))
    return [places[(2 * n + 1) * len(places) // (2 * few)] for n in range(few)]


def dearest(blunders: Sequence[Blunder], most: int = MOST) -> list[Blunder]:
    """Return those that cost most, the dearest first."""
    return sorted(blunders, key=lambda one: (-one.cost, one.at))[:most]


def weighed(
    session: Session, at: int, kind: type[Thinker], seconds: float, trials: int | None = None
) -> tuple[Judged | None, Blunder | None]:
    """Weigh one decision by what its seat knew: how good it is, and what it cost where something did surely better."""
    past, row = before(session, at), session.choices[at]
    ask = past.ask if past is not None else None
    if past is None or ask is None:
        return "routine", None
    player = kind(f"{session.seed}|{ask.seat}|{at}")
    player.seconds, player.trials = (None, trials) if trials is not None else (seconds, None)
    advice = advise(Eyes(past, ask.seat, ask), player, row.choice)
    thought = advice.thought
    if advice.made != "worse" or thought.hope is None or thought.rival_hope is None:
        return advice.made, None
    if thought.hope - thought.rival_hope < LEAST:
        return "equal", None
    return "worse", Blunder(
        at,
        row.seat,
        str(past.view(None).turn),
        ask.choices.label(row.choice),
        thought.says,
        thought.rival_hope,
        thought.hope,
        thought.reasons,
    )


def turning_points(leans: Sequence[float], most: int = 3, least: float = 0.08) -> list[int]:
    """Return the moments of a curve up to which it had turned most, by their place in it."""
    turns = [(abs(later - earlier), n) for n, earlier, later in _steps(leans)]
    found = sorted(turns, key=lambda one: (-one[0], one[1]))[:most]
    return sorted(n for by, n in found if by >= least)


def _steps(leans: Sequence[float]) -> Iterator[tuple[int, float, float]]:
    """Give the steps of a curve; the last one leads to who has won, and tells nothing of the play."""
    for n in range(1, len(leans) - 1):
        yield n, leans[n - 1], leans[n]
