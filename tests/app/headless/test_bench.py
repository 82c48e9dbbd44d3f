"""The benchmarks: what is measured is what was played, for whatever scenario is asked for."""

from __future__ import annotations

import json
import time
from itertools import pairwise
from typing import Any

import pytest

from grognard.app.headless import bench
from grognard.app.headless.bench import measure_play, slowest_replay
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import Game
from grognard.engines.core.play.journal import Row
from grognard.engines.core.play.session import Session
from tests.conftest import grognard
from tests.fixture_game.state import SEATS, Setup, State


@pytest.fixture
def played(picket: Game[Setup, State], setup: Setup) -> Session:
    """A game played to its end."""
    session = Session(picket, setup, "5")
    play(session, {seat: RandomBot(seat) for seat in SEATS})
    return session


def test_the_slowest_stretch_between_two_rests_is_found(
    played: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each choice takes one second on a clock of our own: the longest stretch has most choices."""
    clock = 0.0
    replay = Session.replay

    def ticking(self: Session, row: Row) -> None:
        nonlocal clock
        clock += 1.0
        replay(self, row)

    monkeypatch.setattr(Session, "replay", ticking)
    monkeypatch.setattr(time, "perf_counter", lambda: clock)
    rests = [point.index for point in played.checkpoints] + [len(played.choices)]
    longest = max(b - a for a, b in pairwise(rests))
    assert longest > 1
    assert slowest_replay(played) == 1000.0 * longest


def test_play_tells_both_bounds(
    picket: Game[Setup, State], setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = measure_play(picket, setup, 3)
    assert found["games"] == 3
    assert 2 <= found["longest_between_rests"] <= 3
    assert found["replay_ms_between_rests"] > 0
    monkeypatch.setattr(bench, "MOST_CHOICES", 1)
    assert measure_play(picket, setup, 1)["within_bounds"] is False


def test_no_further_game_is_begun_once_play_has_taken_enough(
    picket: Game[Setup, State], setup: Setup
) -> None:
    assert measure_play(picket, setup, 5, enough=0.0001)["games"] == 1
    assert measure_play(picket, setup, 2, enough=3600.0)["games"] == 2


def test_the_default_is_the_scenario_with_most_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    known = bench._scenarios("all")
    assert {"fixture/picket", "gmt/shevardino"} <= set(known)
    assert bench._pieces("fixture/picket") == 1
    monkeypatch.setattr(bench, "_pieces", {name: len(name) for name in known}.__getitem__)
    assert bench._scenarios(None) == [max(known, key=len)]
    assert bench._scenarios("fixture/picket,x") == ["fixture/picket", "x"]


SHORT = ("--games", "1", "--frames", "3")


@pytest.mark.parametrize("length", [SHORT, pytest.param((), marks=pytest.mark.soak)])
def test_every_scenario_asked_for_is_a_line_of_its_own(length: tuple[str, ...]) -> None:
    asked = ["fixture/picket"] * (2 if length == () else 1)
    words = ("bench", "--scenario", ",".join(asked), *length, "--json")
    done = grognard(*words, QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 0, done.stderr
    rows: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["scenario"] for row in rows] == asked
    for row in rows:
        assert row["verified"]
        assert row["pieces"] == 300
        assert row["pan"]["max_ms"] > 0
        within = row["longest_between_rests"] <= 40 and row["replay_ms_between_rests"] <= 20.0
        assert row["within_bounds"] == within


def test_an_unknown_scenario_is_refused() -> None:
    done = grognard("bench", "--scenario", "nowhere")
    assert (done.returncode, done.stdout) == (1, "")
    assert "no such scenario" in done.stderr


def test_the_measured_table_is_measured_on_a_table_of_its_own() -> None:
    found = json.loads(grognard("bench", "--tabletop", "--json").stdout)
    assert (found["bases"], found["ground"], found["lines"]) == (120, 60, 3600)
    assert found["reach_ms_median"] > 0
    assert found["within_bounds"] == (found["reach_ms_median"] <= 20.0)
