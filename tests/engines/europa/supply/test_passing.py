"""What passing gives away is said before it is: a Supply Train, while one is in the hand or could march."""

from __future__ import annotations

from pathlib import Path

from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS
from grognard.engines.europa.game import Europa
from tests.conftest import ROOT


def at_trains() -> Session:
    game = Europa()
    setup = game.load(Path(ROOT / "scenarios/europa/smolensk.yaml"), {})
    session = Session(game, setup, "1")
    while session.ask is not None and session.ask.kind == "convert":
        session.choose(session.ask.seat, PASS)
    assert session.ask is not None
    assert session.ask.kind == "train"
    return session


def test_trains_in_the_hand_are_counted_before_one_is_discarded() -> None:
    session = at_trains()
    for left in (7, 6):
        ask = session.ask
        assert ask is not None
        told = str(ask.choices.forgone())
        assert told.startswith(f"{left} Supply Trains are not placed yet.")
        session.choose("french", PASS)
        session.choose("russian", PASS)


def test_nothing_is_given_away_when_only_dummies_are_left() -> None:
    session = at_trains()
    while session.ask is not None and session.table.state.hand["french"]:
        *_, last = session.ask.choices  # passing, or being done with the dummies
        session.choose(session.ask.seat, last)
    assert session.ask is not None
    assert (session.ask.seat, session.ask.kind) == ("french", "train")
    assert session.ask.choices.forgone() is None


def test_places_of_a_train_stand_under_what_it_would_do_there() -> None:
    ask = at_trains().ask
    assert ask is not None
    filed = [ask.choices.filed(choice) for choice in ask.choices if isinstance(choice, dict)]
    headings = {str(part[0]) for part in filed if part is not None}
    assert headings == {"In a city, for a Depot", "With a stack, for its rally or march"}
    assert ask.choices.filed(PASS) is None


def test_first_depots_that_are_not_placed_are_counted() -> None:
    game = Europa()
    setup = game.load(Path(ROOT / "scenarios/europa/campaign-1812.yaml"), {})
    session = Session(game, setup, "1")
    while session.ask is not None and session.ask.kind != "first_depot":
        *_, last = session.ask.choices
        done = "done" if "done" in list(session.ask.choices) else last
        session.choose(session.ask.seat, done)
    for left in (11, 10):
        ask = session.ask
        assert ask is not None
        assert str(ask.choices.forgone()).startswith(f"{left} more Depots could be placed now;")
        session.choose(ask.seat, next(choice for choice in ask.choices if choice != PASS))
