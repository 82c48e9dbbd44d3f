"""How many files a turn of a game by post takes: what was, and so what is to be expected."""

from __future__ import annotations

from itertools import pairwise

from grognard.engines.core.play.session import Session


def handovers(session: Session, until: int | None = None) -> int:
    """Return how often the turn passed from one seat to the other, within so many choices at most.

    What was passed hands nothing over.
    """
    none = session.passed()
    count = len(session.choices) if until is None else until
    seats = [row.seat for at, row in enumerate(session.choices[:count]) if at not in none]
    if count == len(session.choices) and session.ask is not None:
        seats.append(session.ask.seat)
    return sum(one != other for one, other in pairwise(seats))


def turns_over(session: Session) -> tuple[int, int]:
    """Return how many turns of a game are over, and after how many choices the last of them was."""
    session.reaches(0)
    begun: dict[str, int] = {}
    for point in session.checkpoints:
        begun.setdefault(session.game.turn_now(point.state), point.index)
    if session.verdict is not None:
        return len(begun), len(session.choices)
    return max(0, len(begun) - 1), max(begun.values(), default=0)


def a_turn(session: Session) -> float:
    """Return how many files a turn took so far; 0 before the first one is over."""
    turns, until = turns_over(session)
    return handovers(session, until) / turns if turns else 0.0
