"""What is told of a game that is over, worked out of its journal and its positions. No widget in here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from grognard.engines.core.data.text import Text
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import Seat
from grognard.engines.core.show.explain import Roll, Verdict
from grognard.engines.core.show.views import RosterLine, TableView, TrackView
from grognard.engines.core.think.advice import adviser_of, before
from grognard.engines.core.think.search import chance
from grognard.engines.core.think.terms import STANDING, worth

SCORES = ("victory", "points", "objectives")
"""The tracks on which the games keep what the points are for."""
MOST_TESTS = 6
"""Of so many kinds of dice is told how often their number was reached."""


@dataclass(frozen=True)
class Loss:
    """What a corps began with and lost, in units and, where its pieces have them, in steps."""

    side: str
    corps: str
    units: int
    lost: int
    steps: int = 0
    steps_lost: int = 0


@dataclass(frozen=True)
class Luck:
    """How often the dice of a seat for one purpose reached their number, and how often that was to be expected.

    `chance` is how often fair dice are at least so far from that, on the same side of it.
    """

    seat: str
    purpose: str
    cast: int
    reached: int
    expected: float
    chance: float = 1.0


@dataclass(frozen=True)
class Mean:
    """What dice of a seat that have no number to reach showed on the mean, and fair ones do; `sides`: their faces."""

    seat: str
    sides: int
    cast: int
    shown: float
    expected: float


@dataclass(frozen=True)
class Moment:
    """How the game stood as a turn began.

    `lean` is from 0 to 1: above a half it leant more to the first seat than at the start, as computer
    players judge; of the end it is who has won. `at` is how many choices had been made.
    """

    turn: str
    lean: float
    at: int


@dataclass(frozen=True)
class Account:
    """The whole account; `scores` are the tracks that tell what points are for."""

    verdict: Verdict
    how: Text
    scores: tuple[TrackView, ...] = ()
    losses: tuple[Loss, ...] = ()
    luck: tuple[Luck, ...] = ()
    means: tuple[Mean, ...] = ()
    curve: tuple[Moment, ...] = ()


def account_of(session: Session, still: Callable[[], None] = lambda: None) -> Account:
    """Return the account of a game that is over; `still` raises when nobody wants it any more."""
    verdict = session.verdict
    if verdict is None:
        message = "unfinished game"
        raise ValueError(message)
    still()
    session.reaches(0)  # what was before the save was opened is played again
    still()
    start = before(session, 0)
    still()
    rolls = [entry.roll for entry in session.table.entries if entry.roll is not None]
    scores = tuple(t for t in session.view(None).tracks if t.id in SCORES)
    return Account(
        verdict,
        session.game.won(verdict),
        scores,
        tuple(_losses(session, start)),
        luck_of(rolls),
        means_of(rolls),
        tuple(curve_of(session, still)),
    )


# -- losses ------------------------------------------------------------------------------------


def _losses(session: Session, start: Session | None) -> Iterator[Loss]:
    """Give the losses of each side, corps by corps, as its own seat sees them."""
    for seat in session.setup.info.seats:
        now = session.view(seat.id)
        then = start.view(seat.id) if start is not None else now
        yield from losses_of(seat, then, now)


def losses_of(seat: Seat, then: TableView, now: TableView) -> Iterator[Loss]:
    """Compare what the corps of a seat are with what they were; who came later counts with what he is."""
    steps = {p.id: p.steps for view in (now, then) for p in view.pieces if p.steps is not None}
    left = {p.id: p.steps or 0 for p in now.pieces}
    began = {line.id: line for line in then.roster}
    for line in now.roster:
        if line.side != seat.side:
            continue
        everybody = _all_of(line, began.get(line.id))
        strong = sum(steps.get(name, 0) for name in everybody)
        here = sum(left.get(name, 0) for name in line.pieces)
        gone = len(set(everybody) - set(line.pieces))
        if everybody:
            yield Loss(seat.side, line.name, len(everybody), gone, strong, max(0, strong - here))


def _all_of(*lines: RosterLine | None) -> list[str]:
    """Return everybody who ever stood in a corps."""
    known = (line for line in lines if line is not None)
    return [*dict.fromkeys(name for line in known for name in (*line.pieces, *line.lost))]


# -- luck --------------------------------------------------------------------------------------


def luck_of(rolls: Iterator[Roll] | Sequence[Roll]) -> tuple[Luck, ...]:
    """Return how often the dice with a number to reach did so, by seat and purpose, the commonest first."""
    found: dict[tuple[str, str], list[tuple[bool, float]]] = {}
    for roll in rolls:
        tested = _tested(roll)
        if tested is not None:
            found.setdefault((roll.seat, roll.purpose), []).append(tested[1:])
    counts: dict[str, int] = {}
    for (_, purpose), cast in found.items():
        counts[purpose] = counts.get(purpose, 0) + len(cast)
    told = sorted(counts, key=lambda purpose: -counts[purpose])[:MOST_TESTS]
    return tuple(
        _luck(seat, purpose, cast)
        for purpose in told
        for (seat, one), cast in sorted(found.items())
        if one == purpose
    )


def luck_of_seats(rolls: Sequence[Roll]) -> tuple[Luck, ...]:
    """Return the same of all dice of each seat together."""
    seats = sorted({roll.seat for roll in rolls})
    cast = {seat: [one for one in map(_tested, rolls) if one and one[0] == seat] for seat in seats}
    return tuple(
        _luck(seat, "", [(hit, share) for _, hit, share in found])
        for seat, found in cast.items()
        if found
    )


def means_of(rolls: Sequence[Roll]) -> tuple[Mean, ...]:
    """Return what the dice without a number to reach showed, by seat and kind of die."""
    found: dict[tuple[str, int, int], list[int]] = {}
    for roll in rolls:
        if roll.target is None and roll.first is not None and roll.sides > 1:
            found.setdefault((roll.seat, roll.sides, roll.first), []).append(roll.natural)
    return tuple(
        Mean(seat, sides, len(cast), sum(cast) / len(cast), first + (sides - 1) / 2)
        for (seat, sides, first), cast in sorted(found.items())
    )


def _tested(roll: Roll) -> tuple[str, bool, float] | None:
    """Return whose a die with a number to reach is, whether it did, and how likely that was."""
    if roll.target is None or roll.first is None or roll.sides < 2:
        return None
    return roll.seat, _reaches(roll, roll.natural), _chance_of(roll)


def _luck(seat: str, purpose: str, cast: Sequence[tuple[bool, float]]) -> Luck:
    reached, shares = sum(hit for hit, _ in cast), [share for _, share in cast]
    return Luck(seat, purpose, len(cast), reached, sum(shares), tail(shares, reached))


def tail(shares: Sequence[float], reached: int) -> float:
    """Return how often dice with such chances reach their number so seldom or less, or so often or more.

    Of the two the one on the side of what was expected on which `reached` lies; the shares of all
    counts are worked out die by die.
    """
    exactly = [1.0]
    for share in shares:
        stays = [one * (1 - share) for one in exactly] + [0.0]
        rises = [0.0] + [one * share for one in exactly]
        exactly = [a + b for a, b in zip(stays, rises, strict=True)]
    more = reached >= sum(shares)
    return min(1.0, sum(exactly[reached:] if more else exactly[: reached + 1]))


def _reaches(roll: Roll, natural: int) -> bool:
    """Whether a die would reach its number with what is added to it."""
    total = natural + (roll.total - roll.natural)
    target = roll.target or 0
    return total >= target if roll.upward else total <= target


def _chance_of(roll: Roll) -> float:
    first = roll.first or 0
    faces = range(first, first + roll.sides)
    return sum(_reaches(roll, face) for face in faces) / roll.sides


# -- the course of the game --------------------------------------------------------------------


def curve_of(session: Session, still: Callable[[], None] = lambda: None) -> Iterator[Moment]:
    """Give how the game leant as each turn began, by the terms of the computer players; then the end."""
    game, kind = session.game, adviser_of(session.game)
    seats = [seat.id for seat in session.setup.info.seats]
    if kind is None or not kind.terms:
        return
    judging, seen, first = kind("account").judging, "", None
    for point in session.checkpoints:
        turn = game.turn_now(point.state)
        if turn == seen:
            continue
        still()
        seen = turn
        mine, theirs = (
            worth(session.setup, point.state, seat, kind.terms, judging.weights)
            for seat in seats[:2]
        )
        first = mine - theirs if first is None else first
        lean = chance({STANDING: (mine - theirs - first) / 2}, judging.even)
        yield Moment(_printed(session, point.state) or turn, lean, point.index)
    yield Moment("", _ending(session.verdict, seats), len(session.choices))


def _printed(session: Session, state: object) -> str:
    """Return what the track of turns calls the present one."""
    view = session.game.view(session.setup, state, None)
    track = next((one for one in view.tracks if one.id == "turns" and one.steps), None)
    return str(track.steps[min(track.current, len(track.steps) - 1)]) if track else ""


def _ending(verdict: Verdict | None, seats: Sequence[str]) -> float:
    winner = verdict.winner if verdict is not None else "draw"
    return 0.5 if winner not in seats else float(winner == seats[0])
