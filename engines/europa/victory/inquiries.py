"""[14.7] What the table may ask of the score."""

from __future__ import annotations

from grognard.engines.core.data.text import counted, named, text
from grognard.engines.core.play.inquiries import NoAnswer, inquiries
from grognard.engines.core.show.views import Answer
from grognard.engines.europa.field.asking import Hex
from grognard.engines.europa.field.telling import SIDES
from grognard.engines.europa.setup import Setup
from grognard.engines.europa.state import State
from grognard.engines.europa.victory import verdict


def score(setup: Setup, state: State, seat: str | None) -> Answer:
    """[14.7] [14.7.a] [14.7.b] The points of both sides as they stand, with those of Decisive Victories."""
    del seat
    found = verdict.points(setup, state)
    words = text(
        "French {french}, Russians {russian}, including {decisive} for Decisive Victories",
        french=found["french"],
        russian=found["russian"],
        decisive=state.decisive,
    )
    return Answer({**found, "decisive": state.decisive}, ("14.7", "14.7.a", "14.7.b"), (words,))


def objective(setup: Setup, state: State, seat: str | None, at: Hex) -> Answer:
    """[14.7.a] [16.9.victory] What a city counts at the end, and the side that scores it now.

    Raises:
        NoAnswer: it counts nothing.
    """
    del seat
    if at not in setup.goals:
        raise NoAnswer(f"{at} counts nothing")
    side = verdict.holder(setup, state, at)
    words = counted(
        "{place}, {n} point: {side}",
        "{place}, {n} points: {side}",
        n=setup.goals[at],
        place=named("place", setup.map.cities[at].name),
        side=SIDES[side],
    )
    if not state.flags.get("independence"):
        return Answer({"holder": side}, ("14.7.a",), (words,))
    every = text("The French win only by holding every city that counts, not by points.")
    return Answer({"holder": side}, ("16.9.victory", "14.7.a"), (words, every))


INQUIRIES = inquiries(score, objective)
