"""A marshal keeps to its time in the mean, whatever clock it goes by."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from app.lab.players import make_bot
from engines.core.play.bots import Eyes, play, players_of
from engines.core.play.game import registry
from engines.core.play.session import Session
from engines.core.think.thinker import HOARD, Thinker

GAME = registry["gmt"]
INFO = next(info for info in GAME.scenarios() if info.id == "charge")
SETUP = GAME.load(Path(INFO.path), {})
TICK = 0.004
"""Seconds that pass each time the clock is looked at."""


@dataclass
class Ticking:
    """A clock that goes on whenever it is looked at, as it is before each choice in an imagined game."""

    now: float = 0.0

    def __call__(self) -> float:
        self.now += TICK
        return self.now


def player(name: str, seed: str) -> Thinker:
    bot = make_bot(name, seed, GAME)
    assert isinstance(bot, Thinker)
    return bot


def test_who_is_measured_goes_by_processor_time_and_who_is_waited_for_by_the_clock_on_the_wall() -> (
    None
):
    assert player("marshal@0.2", "m").clock is time.thread_time
    bare = players_of(GAME)["marshal"]("m")
    assert isinstance(bare, Thinker)
    assert bare.clock is time.perf_counter


def test_in_the_mean_a_decision_takes_no_longer_than_it_may_and_one_that_matters_may_take_longer() -> (
    None
):
    session = Session(GAME, SETUP, "4")
    marshal, clock = player("marshal@0.1", "m"), Ticking()
    took: list[float] = []
    marshal.clock = clock
    captain = players_of(GAME)["captain"]("c")
    while session.ask is not None and len(took) < 30:
        ask = session.ask
        mine = ask.seat == SETUP.info.seats[0].id
        options = list(ask.choices) if ask.choices.finite else None
        began = clock.now
        choice = (marshal if mine else captain).decide(Eyes(session, ask.seat, ask), options)
        took += [clock.now - began] if mine else []
        session.choose(ask.seat, choice)
    assert len(took) > 12
    assert max(took) > 0.15
    assert sum(took) <= 0.1 * len(took)
    assert marshal.saved <= HOARD * 0.1


def test_games_that_are_too_slow_are_not_begun_and_the_captain_decides() -> None:
    session = Session(GAME, SETUP, "4")
    captains = {seat.id: players_of(GAME)["captain"](seat.id) for seat in SETUP.info.seats}
    while session.ask is not None and session.ask.kind != "route":
        play(session, captains, limit=1)
    ask = session.ask
    assert ask is not None
    eyes, options = Eyes(session, ask.seat, ask), list(ask.choices)
    quick, slow = player("marshal@0.1", "m"), player("marshal@0.1", "m")
    quick.clock, slow.clock = Ticking(), Ticking()
    slow.pace = dict.fromkeys(slow.pace, 10.0)
    quick.decide(eyes, options)
    assert quick.thought is not None
    assert slow.decide(eyes, options) == slow.script("m").decide(eyes, options)
    assert slow.thought is None
    assert slow.saved > 0.05 > quick.saved
