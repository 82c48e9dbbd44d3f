"""No seat learns what is hidden late in a game either, in whatever scenario and with whatever options."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from grognard.engines.core.play.bots import play
from grognard.engines.core.play.game import AnyGame, ScenarioError, registry
from grognard.engines.core.play.session import Session
from tests.contract.leaks import channels, dealt_anew, follows, hides, words_of
from tests.contract.test_contract import GAMES, bots

HIDING = [name for name in GAMES if hides(registry[name])]
STRIDES = {"fixture": 8, "europa": 400, "eagle": 120, "risorgimento": 120}
"""About how many choices are made between two comparisons."""
ENOUGH = 6
FOLLOWED = 3
"""So many choices a twin is followed for after it was dealt."""


def any_set_up(game: AnyGame, rng: Random) -> Session:
    """Return a new game of any scenario, each option one of its values."""
    info = rng.choice([info for info in game.scenarios() if not info.problems])
    options = {option.id: rng.choice(option.values) for option in info.options}
    try:
        setup = game.load(Path(info.path), options)
    except ScenarioError:  # not all options go together
        setup = game.load(Path(info.path), {})
    return Session(game, setup, str(rng.random()))


def told(session: Session, twin: Session, seat: str, salt: str, *, captains: bool) -> set[str]:
    """Return by which channels two games that a seat cannot tell apart are told apart by it."""
    words = {id(one): words_of(one) for one in (session, twin)}
    ways = channels(seat, salt, bots=True, words=lambda one: words[id(one)], captains=captains)
    return {name for name, look in ways.items() if look(session) != look(twin)}


def found_at(
    name: str, seed: int, positions: int, *, captains: bool = False
) -> tuple[list[str], int]:
    """Compare a game with its twins from its beginning to its end; return what told, and how many."""
    rng = Random(f"late {name} {seed}")
    session = any_set_up(registry[name], rng)
    players = bots(session, str(seed))
    found: list[str] = []
    compared = 0
    stride = STRIDES.get(name, 200)
    for number in range(positions):
        play(session, players, limit=rng.randint(stride // 4, stride))
        while session.ask is not None and not session.ask.resting:
            play(session, players, limit=1)
        if session.ask is None:
            break
        seats = [seat.id for seat in session.setup.info.seats]
        twins = {seat: dealt_anew(session, seat, rng) for seat in seats}
        for step in range(FOLLOWED):
            at = f"{session.setup.info.id} {session.setup.options} {session.ask.kind} {len(session.choices)}"
            for seat, twin in twins.items():
                salt = f"{number} {step}"
                compared += 1
                channel = told(session, twin, seat, salt, captains=captains and not step)
                found += [f"{at}: {seat} by {one}" for one in sorted(channel)]
            play(session, players, limit=1)
            if session.ask is None:
                return found, compared
            row = session.choices[-1]
            twins = {seat: twin for seat, twin in twins.items() if follows(session, twin, row)}
    return found, compared


@pytest.mark.parametrize("name", HIDING)
def test_nothing_tells_what_is_hidden_late_in_a_game(name: str) -> None:
    """Some games end before they are looked at: the next ones are."""
    compared = 0
    for seed in range(1, 9):
        found, times = found_at(name, seed, 2)
        assert found == []
        compared += times
        if compared >= ENOUGH:
            return
    assert compared


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("name", HIDING)
def test_nothing_tells_what_is_hidden_in_whatever_game(name: str, seed: int) -> None:
    assert found_at(name, 100 + seed, 20, captains=True)[0] == []
