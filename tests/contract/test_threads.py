"""The window, the odds and the computer players ask at once; all hear what one alone would hear."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from engines.core.play.bots import play
from engines.core.play.game import AnyGame
from engines.core.play.session import Session
from tests.contract.leaks import channels
from tests.contract.test_contract import GAMES, bots, load, start
from tests.contract.untouched import fingerprint

THREADS = 3
OFTEN = 1e-6
"""In seconds: after so long another thread has its turn, 5,000 times as often as usual."""


@contextmanager
def switching() -> Iterator[None]:
    """Let the threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(OFTEN)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def positions(session: Session, count: int, apart: int) -> list[Session]:
    """Play on and return the game as it stood now and then."""
    players = bots(session, session.seed)
    found: list[Session] = []
    last = 0
    while session.ask is not None and len(found) < count:
        play(session, players, limit=1)
        rested = session.ask is not None and session.ask.resting
        if rested and len(session.choices) >= last + apart:
            last = len(session.choices)
            found.append(session.fork())
    return found


def anew(game: AnyGame, setup: Any, shown: Session) -> Session:
    """Return the same position of a set-up about which nothing has been asked yet."""
    twin = Session(game, setup, shown.seed)
    counts = shown.table.dice.counts
    rows, log, marks = shown.choices, shown.table.entries, shown.marks
    twin.resume_at(len(rows), shown.table.state, counts, rows, log, marks)
    return twin


def answers(shown: list[Session], order: Random, *, players: bool) -> dict[tuple[Any, ...], str]:
    """Ask everything about every position, in an order of its own; return what is said."""
    questions = [
        (number, seat.id, name)
        for number, one in enumerate(shown)
        for seat in one.setup.info.seats
        for name in channels(seat.id, "", bots=players)
    ]
    order.shuffle(questions)
    found: dict[tuple[Any, ...], str] = {}
    for number, seat, name in questions:
        ask = channels(seat, f"{number}", bots=players)[name]
        # The view and the questions are put to the one game all see; a computer player has its own.
        one = shown[number].fork() if name in ("bots", "imagined") else shown[number]
        found[number, seat, name] = repr(ask(one))
    return found


def compared(name: str, number: int, seed: str, count: int, apart: int, *, players: bool) -> int:
    """Compare what three threads are told with what one is told; return the number of answers."""
    game, setups = load(name)
    text, options = setups[number].text, dict(setups[number].options)
    shown = positions(start(name, seed, number), count, apart)
    alone_in = game.load(text, options)
    alone = answers([anew(game, alone_in, one) for one in shown], Random(seed), players=players)
    fresh = game.load(text, options)
    stood = [anew(game, fresh, one) for one in shown]
    with switching(), ThreadPoolExecutor(THREADS) as pool:
        asked = [
            pool.submit(answers, stood, Random(f"{seed} {thread}"), players=players)
            for thread in range(THREADS)
        ]
        told = [each.result() for each in asked]
    for each in told:
        assert {key: (said, alone[key]) for key, said in each.items() if said != alone[key]} == {}
    return len(alone) * THREADS


@pytest.mark.parametrize("name", GAMES)
def test_three_threads_hear_what_one_would(name: str) -> None:
    assert compared(name, 0, "threads", 2, 12, players=False) > 50


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_three_threads_hear_what_one_would_in_whole_games(name: str) -> None:
    asked = 0
    for number in range(len(load(name)[1])):
        for seed in range(4):
            asked += compared(name, number, f"{seed}", 40, 25, players=True)
    assert asked > 5000


@pytest.mark.parametrize("name", GAMES)
def test_a_set_up_never_changes(name: str) -> None:
    session = start(name, "still")
    for one in session.setup.__dataclass_fields__:
        with pytest.raises(AttributeError):
            setattr(session.setup, one, None)
    before = fingerprint(session.setup)
    play(session, bots(session))
    assert session.verdict is not None
    shown = session.fork()
    for seat in session.setup.info.seats:
        for ask in channels(seat.id, "still", bots=False).values():
            ask(shown)
    assert fingerprint(session.setup) == before
