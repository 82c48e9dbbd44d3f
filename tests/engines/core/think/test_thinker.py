"""A marshal keeps to its time in the mean, whatever clock it goes by."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from grognard.app.lab.players import make_bot
from grognard.engines.core.play.bots import Eyes, play, players_of
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Choice
from grognard.engines.core.think.advice import advise
from grognard.engines.core.think.crew import Reach
from grognard.engines.core.think.manners import Manner
from grognard.engines.core.think.purse import Purse
from grognard.engines.core.think.temper import in_temper
from grognard.engines.core.think.terms import Judging
from grognard.engines.core.think.thinker import BRIEF, HOARD, WHOLE, Thinker
from grognard.engines.gmt.opponent.player import Captain, Marshal
from grognard.engines.gmt.opponent.position_value import weights

GAME = registry["gmt"]
INFO = next(info for info in GAME.scenarios() if info.id == "charge")
SETUP = GAME.load(Path(INFO.path), {})
ENOUGH = 44
"""Decisions after which what may be owed, the time of two, is less than the twentieth of it that is kept back."""
TICK = 0.004
"""Seconds that pass each time the clock is looked at."""


@dataclass
class Ticking:
    """A clock that goes on whenever it is looked at, as it is before each choice in an imagined game."""

    now: float = 0.0

    def __call__(self) -> float:
        self.now += TICK
        return self.now


@pytest.fixture(autouse=True)
def spends(monkeypatch: pytest.MonkeyPatch) -> None:
    """The marshal spends what it is given, a good part of it half way, but where a test says otherwise."""
    monkeypatch.setattr(Marshal, "thrifty", False)
    monkeypatch.setattr(Marshal, "half_way", 0.4)


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


def test_who_is_waited_for_has_a_purse_for_the_turn_and_who_is_measured_has_none() -> None:
    bare = players_of(GAME)["marshal"]("m")
    assert isinstance(bare, Thinker)
    assert bare.purse is not None
    assert 60 <= bare.purse.seconds <= 90
    assert player("marshal@0.2", "m").purse is None


def test_all_thoughts_of_a_turn_together_take_no_more_than_its_purse() -> None:
    session = Session(GAME, SETUP, "4")
    captain, mine = players_of(GAME)["captain"]("c"), SETUP.info.seats[0].id
    purse, clock = Purse(3.0), Ticking()
    took: dict[str, list[float]] = {}
    while session.ask is not None and len(took) < 3:
        ask = session.ask
        eyes, options = (
            Eyes(session, ask.seat, ask),
            list(ask.choices) if ask.choices.finite else None,
        )
        if ask.seat != mine:
            session.choose(ask.seat, captain.decide(eyes, options))
            continue
        marshal = players_of(GAME)["marshal"](f"m {len(session.choices)}")
        assert isinstance(marshal, Thinker)
        marshal.clock, marshal.purse = clock, purse
        began, turn = clock.now, eyes.turn()
        choice = marshal.decide(eyes, options)
        took.setdefault(turn, []).append(clock.now - began)
        session.choose(ask.seat, choice)
    first, second, *_ = took.values()
    for turn in (first, second):
        looks = 4 * TICK * len(turn)
        assert sum(turn) <= 3.0 + looks
    assert max(first) > 3 * TICK
    assert sum(first) > 1.0


def at_route(*, stays: bool) -> tuple[Eyes, list[Choice]]:
    """Return what is seen where the captain would have a unit stay, or go."""
    session = Session(GAME, SETUP, "4")
    captain = players_of(GAME)["captain"]("m")
    while session.ask is not None:
        ask = session.ask
        eyes, options = Eyes(session, ask.seat, ask), list(ask.choices)
        choice = captain.decide(eyes, options)
        goes = isinstance(choice, dict) and bool(choice.get("route"))
        if ask.kind == "route" and goes is not stays:
            return eyes, options
        session.choose(ask.seat, choice)
    raise AssertionError


def test_a_unit_that_would_stay_is_thought_of_but_briefly() -> None:
    took = []
    for stays in (True, False):
        eyes, options = at_route(stays=stays)
        marshal = players_of(GAME)["marshal"]("m")
        assert isinstance(marshal, Thinker)
        marshal.clock = clock = Ticking()
        marshal.decide(eyes, options)
        took.append(clock.now)
        assert marshal.purse is not None
        assert marshal.purse.thoughts == 1
    stayed, went = took
    assert went > 5.0
    assert stayed < 1.5 * BRIEF * went


def test_a_unit_that_stays_has_its_whole_time_where_no_purse_is() -> None:
    eyes, options = at_route(stays=True)
    with_purse, without = player("marshal@0.5", "m"), player("marshal@0.5", "m")
    with_purse.purse = Purse(100.0)
    took = []
    for marshal in (with_purse, without):
        marshal.clock = clock = Ticking()
        marshal.decide(eyes, options)
        took.append(clock.now)
    assert took[0] < 0.3
    assert took[1] > 0.4


def test_leaving_all_as_it_is_means_a_route_that_goes_nowhere() -> None:
    marshal = player("marshal@0.1", "m")
    route = at_route(stays=True)[0].ask
    assert marshal.leaves(route, PASS)
    assert marshal.leaves(route, {"route": [], "facing": 2})
    assert not marshal.leaves(route, {"route": ["0101"], "facing": 2})


class Leant(Marshal):
    """A marshal who plays the French by other numbers than the captain does."""

    judging = Judging(manners=(Manner("bold", (("near_goal", 5.0),), "always", "french"),))


class Thrifty(Marshal):
    thrifty = True


@pytest.mark.parametrize("seconds", [0.2, 8.0])
def test_who_is_thrifty_saves_time_that_is_enough_for_neither_stage(seconds: float) -> None:
    eyes, options = at_route(stays=False)
    made = {}
    for kind in (Marshal, Thrifty):
        one = kind("m")
        one.seconds, one.purse, one.clock = seconds, None, Ticking()
        one.pace = {1: 0.02, 2: 0.04, WHOLE: 10.0}
        one.decide(eyes, options)
        made[kind] = one.thought.trials if one.thought is not None else 0
    assert made[Marshal] > 0
    assert (made[Thrifty] > 0) is (seconds > 1)


def test_who_has_a_purse_is_not_thrifty() -> None:
    eyes, options = at_route(stays=False)
    one = Thrifty("m")
    one.seconds, one.clock = 0.2, Ticking()
    one.pace = {1: 0.02, 2: 0.04, WHOLE: 10.0}
    one.decide(eyes, options)
    assert one.thought is not None
    assert one.thought.trials > 0


def test_who_is_asked_for_advice_weighs_though_time_is_short() -> None:
    """There is no later decision for which it would be saved."""
    eyes, options = at_route(stays=False)
    one = Thrifty("m")
    one.seconds, one.clock = 0.2, Ticking()
    one.pace = {1: 0.02, 2: 0.04, WHOLE: 10.0}
    assert options
    assert advise(eyes, one).thought.trials > 0


def test_it_plays_its_own_seat_by_its_leaning_and_the_enemy_as_the_captain_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: dict[str, set[float]] = {"french": set(), "russian": set()}
    go_on = Captain.go_on

    def spied(self: Captain, world: Session) -> None:
        assert world.ask is not None
        with in_temper(self.temper):
            played[world.ask.seat].add(weights()["near_goal"])
        go_on(self, world)

    monkeypatch.setattr(Captain, "go_on", spied)
    plain = weights()["near_goal"]
    session = Session(GAME, SETUP, "4")
    for seat in ("french", "russian"):
        played["french"].clear()
        played["russian"].clear()
        world = session.imagine(seat, "w")
        assert world is not None
        Leant("m").go_on(world, Reach(WHOLE, 60), lambda: False, manner=(seat, ""))
        assert played["russian"] == {plain}
        assert played["french"] == {5 * plain if seat == "french" else plain}


def test_what_it_proposes_is_what_its_leaning_has_the_captain_do() -> None:
    session = Session(GAME, SETUP, "4")
    session_ask = session.ask
    assert session_ask is not None
    leant = Leant("m")
    eyes = Eyes(session, session_ask.seat, session_ask)
    leant.trials, leant.seconds = 1, None
    leant.decide(eyes, list(session_ask.choices))
    battle = SETUP.info
    assert leant.advice.temper is leant.temper("french", "", battle)
    assert leant.advice.temper is not None
    assert leant.temper("russian", "", battle) is None


def test_in_the_mean_a_decision_takes_no_longer_than_it_may_and_one_that_matters_may_take_longer() -> (
    None
):
    session = Session(GAME, SETUP, "4")
    marshal, clock = player("marshal@0.1", "m"), Ticking()
    took: list[float] = []
    marshal.clock = clock
    captain = players_of(GAME)["captain"]("c")
    while session.ask is not None and len(took) < ENOUGH:
        ask = session.ask
        mine = ask.seat == SETUP.info.seats[0].id
        options = list(ask.choices) if ask.choices.finite else None
        began = clock.now
        choice = (marshal if mine else captain).decide(Eyes(session, ask.seat, ask), options)
        took += [clock.now - began] if mine else []
        session.choose(ask.seat, choice)
    assert len(took) == ENOUGH
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
    captain = slow.script("m")
    captain.temper = slow.temper(ask.seat, "", SETUP.info)
    assert slow.decide(eyes, options) == captain.decide(eyes, options)
    assert slow.thought is None
    assert slow.saved > 0.05 > quick.saved


def test_a_player_who_fails_in_an_imagined_game_loses_that_world_and_not_the_decision(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    session, marshal = Session(GAME, SETUP, "1"), player("marshal#12", "m")
    made, real = [0], Captain.go_on

    def fails_at_times(self: Captain, world: Session) -> None:
        made[0] += 1
        if made[0] % 50 == 0:
            raise KeyError("eliminated")
        real(self, world)

    monkeypatch.setattr(Captain, "go_on", fails_at_times)
    play(session, {"french": marshal, "russian": Captain("r")}, limit=4)
    assert len(session.choices) == 4
    assert any(one.exc_info for one in caplog.records)
