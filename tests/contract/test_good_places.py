"""No captain moves guns or defenders out of a good place for nothing."""

from __future__ import annotations

from dataclasses import dataclass
from math import dist
from pathlib import Path

import pytest

from grognard.engines.core.play.bots import Eyes, players_of
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session


@dataclass(frozen=True)
class Held:
    """Works that a seat holds from the beginning, and the questions by which it may march, or stay.

    `pieces` are those that it is about, all of its own where none are named.
    """

    scenario: str
    seat: str
    works: frozenset[str]
    marches: frozenset[str]
    games: int
    pieces: frozenset[str] = frozenset()


HELD = {
    "columbia": Held(
        "shevardino", "russian", frozenset({"she"}), frozenset({"move", "straggle"}), 4
    ),
    "eagle": Held(
        "low-hill", "british", frozenset({"0302"}), frozenset({"movement", "move", "card_move"}), 12
    ),
    "gmt": Held(
        "shevardino",
        "russian",
        frozenset({"4008"}),
        frozenset({"move_piece", "route"}),
        4,
        frozenset({"ru-iv-cav-ha-1"}),
    ),
}


def holders(session: Session, held: Held) -> set[str]:
    """Return who stands in the works."""
    found = (piece for piece in session.view(held.seat).pieces if piece.at in held.works)
    side = next(one.side for one in session.setup.info.seats if one.id == held.seat)
    return {
        one.id for one in found if one.side == side and (not held.pieces or one.id in held.pieces)
    }


def pressed(session: Session, held: Held) -> bool:
    """Whether an enemy stands within a hex and a half of the works: then to leave them is not for nothing."""
    centres = {space.id: space.centre for space in session.game.board(session.setup).spaces}
    near = 1.5 * min(
        dist(centres[one], at)
        for one in held.works
        for at in centres.values()
        if at != centres[one]
    )
    side = next(one.side for one in session.setup.info.seats if one.id == held.seat)
    foes = (p.at for p in session.view(held.seat).pieces if p.side != side and p.at in centres)
    return any(dist(centres[str(at)], centres[one]) < near for at in foes for one in held.works)


def left(name: str, seed: str) -> tuple[int, list[str]]:
    """Let captains play; return how often one might have marched away, and where the works were given up."""
    held, game = HELD[name], registry[name]
    info = next(one for one in game.scenarios() if one.id == held.scenario)
    setup = game.load(Path(info.path), {})
    session = Session(game, setup, seed)
    captains = {
        seat.id: players_of(game)["captain"](f"{seed} {seat.id}") for seat in setup.info.seats
    }
    asked, given = 0, []
    while (ask := session.ask) is not None:
        options = list(ask.choices) if ask.choices.finite else None
        choice = captains[ask.seat].next_choice(Eyes(session, ask.seat, ask), options)
        watched = ask.seat == held.seat and ask.kind in held.marches
        before = holders(session, held) if watched else set()
        session.choose(ask.seat, choice)
        if before:
            asked += 1
            if not holders(session, held) and not pressed(session, held):
                given.append(f"{seed}: {ask.kind} {choice}")
    return asked, given


@pytest.mark.parametrize("name", ["columbia", "eagle"])
def test_works_are_not_given_up_by_a_march(name: str) -> None:
    found = [left(name, str(seed)) for seed in range(HELD[name].games)]
    assert sum(asked for asked, _ in found) >= 10
    assert [line for _, given in found for line in given] == []


@pytest.mark.soak
def test_guns_stay_in_the_redoubt() -> None:
    found = [left("gmt", str(seed)) for seed in range(HELD["gmt"].games)]
    assert sum(asked for asked, _ in found) >= 4
    assert [line for _, given in found for line in given] == []
