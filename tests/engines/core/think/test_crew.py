"""Processes that play imagined games find what one finds who plays them himself, and stop when told."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from grognard.engines.core.play.bots import Eyes, play, players_of
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.think import crew as crews
from grognard.engines.core.think.crew import Crew, Errand, Reach, Worlds, play_on, settle
from grognard.engines.core.think.search import Way
from grognard.engines.core.think.thinker import Thinker
from grognard.engines.gmt.opponent.player import Marshal

GAME = registry["gmt"]
INFO = next(info for info in GAME.scenarios() if info.id == "charge")
SETUP = GAME.load(Path(INFO.path), {})


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    """What is seen in a game that captains have begun, where several things can be done and a thought is worth it."""
    session = Session(GAME, SETUP, "4")
    bots = {seat.id: players_of(GAME)["captain"](seat.id) for seat in SETUP.info.seats}
    play(session, bots, limit=8)
    plain = Marshal.plain
    while session.ask is not None and (
        session.ask.kind in plain or len(list(session.ask.choices)) < 3
    ):
        play(session, bots, limit=1)
    assert session.ask is not None
    return Eyes(session, session.ask.seat, session.ask)


def test_another_process_finds_the_same(eyes: Eyes, monkeypatch: pytest.MonkeyPatch) -> None:
    marshal = players_of(GAME)["marshal"]
    assert issubclass(marshal, Thinker)
    errand = Errand(marshal, "m", eyes.seat, "w", Reach(2, 6))
    choices = [Way(one) for one in list(eyes.ask.choices)[:3]]
    here = Worlds(errand, eyes.imagine)
    alone = [here.trial(world, one, lambda: False) for world in (0, 1) for one in choices]
    monkeypatch.setattr(crews, "_post", [])
    given_up = [0] * crews.FLAGS
    settle(given_up, "gmt", SETUP.text, dict(SETUP.options))
    letter, sent = pickle.loads(pickle.dumps((eyes.posted(), errand)))  # noqa: S301 - our own
    there = [terms for world in (0, 1) for terms in play_on(1, letter, sent, world, choices, 60.0)]
    assert there == alone
    assert None not in there
    given_up[1] = 1
    assert play_on(1, letter, sent, 0, choices, 60.0) == [None] * 3
    assert play_on(2, letter, sent, 0, choices, 0.0) == [None] * 3


@pytest.mark.soak
def test_two_processes_think_for_a_marshal_and_are_told_to_stop(eyes: Eyes) -> None:
    crew = Crew(GAME, SETUP)
    while not crew.fit:
        pass
    marshal = players_of(GAME)["marshal"]("m")
    assert isinstance(marshal, Thinker)
    marshal.crew, marshal.seconds, marshal.trials = crew, 60.0, 24
    choice = marshal.decide(eyes, list(eyes.ask.choices))
    assert eyes.ask.why_not(choice) is None
    assert marshal.thought is not None
    assert marshal.thought.trials
    crew.close()
