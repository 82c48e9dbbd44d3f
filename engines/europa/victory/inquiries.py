"""[14.7] What the table may ask of the score."""

from __future__ import annotations

from engines.core.data.text import text
from engines.core.play.inquiries import inquiries
from engines.core.show.views import Answer
from engines.europa.setup import Setup
from engines.europa.state import State
from engines.europa.victory import verdict


def score(setup: Setup, state: State, seat: str | None) -> Answer:
    """[14.7] [14.7.a] [14.7.b] The points of both sides as they stand, with those of Decisive Victories."""
    del seat
    found = verdict.points(setup, state)
    words = text(
        "French {french}, Russians {russian}, of these {decisive} for Decisive Victories",
        french=found["french"],
        russian=found["russian"],
        decisive=state.decisive,
    )
    return Answer({**found, "decisive": state.decisive}, ("14.7", "14.7.a", "14.7.b"), (words,))


INQUIRIES = inquiries(score)
