"""Plans: carried out choice by choice, stopped with the reason, taken back at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engines.core.play.game import registry
from grognard.engines.core.play.plans import Outcome, Wish, carry_out, rehearse
from grognard.engines.core.play.session import Session
from tests.engines.core.play.test_session import begin
from tests.fixture_game.state import Setup


def place(block: str, area: str) -> Wish:
    """Wish a block of the fixture game into one of its home areas."""
    return Wish(({"pieces": [block], "at": area},), (block,))


def shift(block: str, area: str) -> Wish:
    """Wish a block of the fixture game moved while it arranges its army."""
    return Wish(({"piece": block, "at": area},), (block,))


@pytest.fixture
def arranging(setup: Setup) -> Session:
    """A game in which red shifts its blocks."""
    session = Session(registry["fixture"], setup, "1")
    areas = {"red": ["west", "ford", "west"], "blue": ["east", "hill", "east"]}
    for number in range(3):
        for seat, homes in areas.items():
            (wish,) = place(f"{seat}-{number + 1}", homes[number]).choices
            session.choose(seat, wish)
    assert session.ask is not None
    assert session.ask.kind == "arrange"
    return session


def test_a_plan_is_carried_out_and_taken_back_at_once(arranging: Session) -> None:
    before, count = arranging.table.state, len(arranging.choices)
    plan = [shift("red-1", "ford"), shift("red-2", "west")]
    assert carry_out(arranging, "red", plan) == Outcome(2)
    assert [row.choice for row in arranging.choices[count:]] == [wish.choices[0] for wish in plan]
    assert arranging.undo()
    assert (arranging.table.state, len(arranging.choices)) == (before, count)


def test_a_refused_wish_is_told_of_and_stops_nobody_else(arranging: Session) -> None:
    count = len(arranging.choices)
    plan = [shift("red-1", "ford"), shift("red-3", "ford"), shift("red-2", "west")]
    outcome = carry_out(arranging, "red", plan)
    assert (outcome.fulfilled, outcome.stopped) == (2, "refused")
    assert outcome.refusal is not None
    assert outcome.refusal.rule == "F.2"
    assert [row.choice["piece"] for row in arranging.choices[count:]] == ["red-1", "red-2"]


def test_a_plan_stops_where_another_seat_is_asked(setup: Setup) -> None:
    session = Session(registry["fixture"], setup, "1")
    plan = [place("red-1", "west"), place("red-2", "ford")]
    assert carry_out(session, "red", plan) == Outcome(1, "asked", left=(plan[1],))
    assert len(session.choices) == 1


def test_a_plan_ends_with_the_game(arranging: Session) -> None:
    while arranging.ask is not None:
        arranging.choose(arranging.ask.seat, list(arranging.ask.choices)[-1])
    outcome = carry_out(arranging, "red", [shift("red-1", "ford")])
    assert (outcome.fulfilled, outcome.stopped) == (0, "refused")


def test_a_rehearsal_tells_of_every_wish_and_touches_nothing(arranging: Session) -> None:
    before, count = arranging.table.state, len(arranging.choices)
    plan = [shift("red-1", "ford"), shift("red-3", "ford"), shift("red-2", "west")]
    found = rehearse(arranging, "red", plan)
    assert [prospect.stands for prospect in found] == [True, False, True]
    assert [prospect.refusal and prospect.refusal.rule for prospect in found] == [None, "F.2", None]
    assert (arranging.table.state, len(arranging.choices)) == (before, count)


def test_nobody_can_rehearse_past_the_question_of_another_seat(setup: Setup) -> None:
    session = Session(registry["fixture"], setup, "1")
    found = rehearse(session, "red", [place("red-1", "west"), place("red-2", "ford")])
    assert [prospect.stands for prospect in found] == [True, None]


@pytest.fixture
def moving() -> Session:
    """A gmt game in which the French may move."""
    game = registry["gmt"]
    path = next(Path(info.path) for info in game.scenarios() if info.id == "charge")
    session = Session(game, game.load(path, {}), "1")
    while session.ask is not None and session.ask.kind != "move_piece":
        listed = list(session.ask.choices)
        session.choose(session.ask.seat, "pass" if "pass" in listed else listed[0])
    return session


def test_a_wish_refused_in_its_middle_is_taken_back_whole(moving: Session) -> None:
    assert moving.ask is not None
    seat, count = moving.ask.seat, len(moving.choices)
    piece = next(choice for choice in moving.ask.choices if choice != "pass")
    outcome = carry_out(moving, seat, [Wish((piece, {"route": ["0000"]}))])
    assert (outcome.fulfilled, outcome.stopped) == (0, "refused")
    assert outcome.refusal is not None
    assert outcome.refusal.rule
    assert len(moving.choices) == count
    assert moving.ask is not None
    assert moving.ask.kind == "move_piece"
    assert not moving.redo()


def test_a_plan_stops_at_a_roll(setup: Setup) -> None:
    session = begin(registry["fixture"], setup)
    assert session.ask is not None
    seat = session.ask.seat
    # The second sealed order lets the cards speak: whatever is planned behind it must wait.
    session.choose(seat, "pass")
    other = session.ask.seat
    outcome = carry_out(session, other, [Wish(("pass",)), Wish(("pass",))])
    assert outcome.fulfilled == 1
    assert outcome.stopped in ("rolled", "asked")
