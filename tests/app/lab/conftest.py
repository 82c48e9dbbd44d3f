"""A run of the fixture game that all tests of the lab look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.app.lab.crew import Here
from grognard.app.lab.plan import Wanted, arms_of
from grognard.app.lab.run import Run
from grognard.app.lab.store import Store
from grognard.app.lab.task import Arm, tasks_of

WANTED = Wanted(("fixture/picket",), "greedy,random", swap=True)
SEEDS = range(1, 9)


def played(folder: Path, wanted: Wanted = WANTED, seeds: range = SEEDS) -> tuple[list[Arm], Store]:
    """Play a run in this process."""
    arms, store = arms_of(wanted), Store(folder)
    tasks = tasks_of(arms, seeds)
    store.plan(tasks, {"command": "grognard lab fixture/picket", "games": len(tasks)})
    assert Run(tasks, Here(), store).play()
    return arms, store


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Arm], Store]:
    """Eight games of two players, and eight in which they change seats."""
    return played(tmp_path_factory.mktemp("lab"))


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the extra is installed: reports have no plots, and are written at once."""
    monkeypatch.setattr("grognard.app.lab.extras.find_spec", lambda _name: None)
