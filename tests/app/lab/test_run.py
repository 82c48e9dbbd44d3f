"""A run: the same results whoever plays, taken up where it was stopped, lost games played again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grognard.app.finding import Unusable
from grognard.app.lab.crew import Here, Processes, crew_of
from grognard.app.lab.plan import Wanted, arms_of, read_options
from grognard.app.lab.run import TRIES, Progress, Run
from grognard.app.lab.store import NAME, Game, Store, opened
from grognard.app.lab.task import Arm, Refused, Task, code_of, tasks_of
from grognard.app.lab.worker import play_task
from grognard.engines.core.play.bots import players_of
from grognard.engines.core.play.game import registry
from tests.app.lab.conftest import SEEDS, WANTED, played
from tests.conftest import environment


def results(games: list[Game]) -> list[tuple[str, int, dict[str, Any]]]:
    """Return what came of games, without what it took."""
    return [(game.arm, game.seed, game.result) for game in games]


class Losing(Here):
    """Loses the worker of each game the first times that it is given out, and all it has in hand."""

    hands = 2

    def __init__(self, times: int, poison: str = "") -> None:
        self.times, self.poison, self.renewed = times, poison, 0
        self.given: Counter[str] = Counter()

    def submit(self, task: Task) -> Future[dict[str, Any]]:
        self.given[task.key] += 1
        if task.key != self.poison and self.given[task.key] > self.times:
            return super().submit(task)
        future: Future[dict[str, Any]] = Future()
        future.set_exception(OSError("the worker has died"))
        return future

    def renew(self) -> bool:
        self.renewed += 1
        return True


def test_a_stopped_run_is_taken_up_and_comes_to_the_same(
    whole: tuple[list[Arm], Store], tmp_path: Path
) -> None:
    arms, store = whole
    tasks = tasks_of(arms, SEEDS)
    told: list[Progress] = []
    part = Store(tmp_path)
    part.plan(tasks, {})
    assert not Run(tasks, Here(), part, lambda: len(told) < 5, told.append).play()
    part.close()
    again = opened(tmp_path)
    assert 5 <= len(again.played()) < len(tasks)
    assert Run(tasks, Losing(1), again, told=told.append).play()
    assert results(again.games()) == results(store.games())
    assert (told[-1].done, told[-1].of, told[-1].left) == (16, 16, 0)


def test_a_game_that_no_worker_survives_is_told_and_the_others_are_played(
    whole: tuple[list[Arm], Store], tmp_path: Path
) -> None:
    arms, store = whole
    tasks = tasks_of(arms, SEEDS)
    crew, kept = Losing(0, poison=tasks[3].key), Store(tmp_path)
    kept.plan(tasks, {})
    assert Run(tasks, crew, kept).play()
    games = kept.games()
    assert [game.seed for game in games if "fault" in game.result] == [tasks[3].seed]
    assert crew.given[tasks[3].key] == TRIES
    sound = [one for one in results(store.games()) if one[:2] != (tasks[3].arm.id, tasks[3].seed)]
    assert [one for one in results(games) if "fault" not in one[2]] == sound


def test_a_fault_of_the_rules_is_the_result_of_its_game(
    whole: tuple[list[Arm], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_words: object, **_more: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("grognard.app.lab.playing.play", fails)
    found = play_task(tasks_of(whole[0], [1])[0])
    assert found["result"]["fault"] == "ZeroDivisionError: by nothing"


def test_other_rules_are_refused(whole: tuple[list[Arm], Store], tmp_path: Path) -> None:
    task = replace(tasks_of(whole[0], [1])[0], code="other")
    with pytest.raises(Refused, match="different rules"):
        Run([task], Here(), Store(tmp_path)).play()
    assert len(code_of("fixture")) == 16


def test_a_key_is_the_game_and_not_its_arm(whole: tuple[list[Arm], Store]) -> None:
    first, swapped = whole[0]
    named = replace(first, id="another", changed=(("a", "b"),))
    keys = [task.key for task in tasks_of([first, named, swapped], [1, 2])]
    assert keys[0] == keys[1]
    assert len(set(keys)) == 4


def test_what_cannot_be_played_is_refused(tmp_path: Path) -> None:
    for wanted in (
        replace(WANTED, bots="nobody"),
        replace(WANTED, bots="greedy@x"),
        replace(WANTED, bots="greedy,greedy,greedy"),
        replace(WANTED, options={"bid": ["yes"]}),
        replace(WANTED, options={"friendly_take_back": ["yes", "perhaps"]}),
        replace(WANTED, scenarios=("fixture/nowhere",)),
    ):
        with pytest.raises(Unusable):
            arms_of(wanted)
    with pytest.raises(Unusable):
        read_options(["bid"])
    with pytest.raises(Refused, match=r"run\.sqlite"):
        opened(tmp_path)
    (tmp_path / NAME).write_text("no base")
    with pytest.raises(Refused, match="cannot be read or written"):
        Store(tmp_path)


def test_options_players_and_versions_make_arms() -> None:
    wanted = Wanted(
        ("fixture",), "greedy,random", read_options(["friendly_take_back=no,yes"]), swap=True
    )
    arms = arms_of(replace(wanted, against="fixture/picket"))
    assert [arm.changed for arm in arms] == [
        (),
        (("friendly_take_back", "yes"),),
        (("players", "random,greedy"),),
        (("version", "fixture/picket"),),
    ]
    assert [dict(arm.options) for arm in arms[:2]] == [
        {"friendly_take_back": "no"},
        {"friendly_take_back": "yes"},
    ]
    assert arms[2].players == (("red", "random"), ("blue", "greedy"))


@pytest.mark.soak
@pytest.mark.parametrize("scenario", ["columbia/shevardino", "gmt/first-assault"])
def test_one_process_or_two_one_of_them_killed_come_to_the_same(
    scenario: str, tmp_path: Path
) -> None:
    wanted, seeds = Wanted((scenario,), "captain"), range(1, 9)
    _, one = played(tmp_path / "one", wanted, seeds)
    tasks, two = tasks_of(arms_of(wanted), seeds), Store(tmp_path / "two")
    two.plan(tasks, {})
    crew = crew_of(2, None)
    assert isinstance(crew, Processes)
    killed: list[int] = []

    def kill(progress: Progress) -> None:
        if not killed and progress.done == 2:
            killed.append(next(iter(crew._pool._processes)))
            os.kill(killed[0], signal.SIGKILL)

    assert Run(tasks, crew, two, told=kill).play()
    assert killed
    assert results(two.games()) == results(one.games())
    assert len({game.took["worker"] for game in two.games()} - {*killed}) > 1
    assert max(game.took["memory"] for game in two.games()) < 200_000


@pytest.mark.soak
@pytest.mark.parametrize("game", [game for game in registry.games() if game != "fixture"])
def test_a_game_of_every_kind_is_looked_at(game: str) -> None:
    (shortest, *_) = sorted(registry[game].scenarios(), key=lambda info: info.minutes)
    arms = arms_of(Wanted((f"{game}/{shortest.id}",), next(iter(players_of(registry[game])))))
    found = [play_task(task)["result"] for task in tasks_of(arms, range(1, 4))]
    assert [result for result in found if "fault" in result] == []
    assert all(result["fought"] and result["rules"] for result in found)
    assert any(result["struck"] and result["losses"] for result in found)
    board = registry[game].board(registry[game].load(arms[0].bundle.text, {}))
    spaces = {space.id for space in board.spaces}
    for place in {place for result in found for place in (*result["fought"], *result["struck"])}:
        assert place in spaces or "," in place


@pytest.mark.soak
def test_no_worker_outlives_whoever_began_it(tmp_path: Path) -> None:
    words = ["lab", "gmt/charge", "--games", "400", "--workers", "2", "-o", str(tmp_path)]
    head = subprocess.Popen([sys.executable, "-m", "grognard.app.cli", *words], env=environment())
    workers: set[int] = set()
    while len(workers) < 2:
        time.sleep(0.2)
        if (tmp_path / NAME).is_file():
            workers = {game.took["worker"] for game in opened(tmp_path).games()}
    head.kill()
    head.wait()
    while any(is_there(worker) for worker in workers):
        time.sleep(0.2)


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
