"""A cluster of Dask: the same code path, the same results, and a worker may be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.app.cli import main
from grognard.app.lab.crew import Cluster, crew_of
from grognard.app.lab.plan import Wanted, arms_of
from grognard.app.lab.run import Progress, Run
from grognard.app.lab.store import Store
from grognard.app.lab.task import Refused, tasks_of
from grognard.app.lab.worker import play_task
from tests.app.lab.conftest import played
from tests.app.lab.test_run import results
from tests.conftest import environment

WANTED, SEEDS = Wanted(("gmt/first-assault",), "captain"), range(1, 41)


class Leaving(Executor):
    """Stands for a cluster's scheduler, which goes away once it has been asked so many times."""

    def __init__(self, most: int) -> None:
        self.most = most

    def submit(self, _fn: Any, /, *args: Any, **_more: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(play_task(*args))
        return future

    def nthreads(self) -> dict[str, int]:
        self.most -= 1
        if self.most < 0:
            raise AttributeError("'NoneType' object has no attribute 'ncores'")  # as Dask does
        return {"tcp://127.0.0.1:1": 1}

    def get_executor(self, **_how: bool) -> Executor:
        return self

    def close(self) -> None:
        """It is closed already."""


@pytest.mark.parametrize("most", [0, 5])
def test_a_scheduler_that_leaves_is_told_and_its_games_are_kept(
    most: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    bare: None,
) -> None:
    client = SimpleNamespace(Client=lambda _address, **_how: Leaving(most))
    monkeypatch.setattr("grognard.app.lab.crew.need", lambda _name: client)
    words = ["lab", "fixture/picket", "--games", "9", "--bot", "random", "-o", str(tmp_path)]
    assert main([*words, "--scheduler", "tcp://there:8786"]) == 1
    told = capsys.readouterr()
    assert "the Dask scheduler at tcp://there:8786 has gone" in told.err
    kept = Store(tmp_path)
    assert f"{len(kept.games())} of 9 games are kept" in told.err
    assert bool(most) == bool(kept.games())
    assert len(kept.games()) < 9
    assert main([*words, "--workers", "0"]) == 0
    assert len(kept.games()) == 9
    kept.close()


@contextmanager
def cluster() -> Iterator[str]:
    """A scheduler, and two workers of a process each."""
    scheduler = "import sys; from distributed.cli.dask_scheduler import main; main()"
    worker = "import sys; from distributed.cli.dask_worker import main; main()"
    # A port that was free a moment ago.
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    words = [["--port", str(port), "--no-dashboard", "--host", "127.0.0.1"]]
    words += [[address, "--nworkers", "1", "--nthreads", "1", "--no-dashboard"]] * 2
    begun = [
        subprocess.Popen(
            [sys.executable, "-c", code, *more],
            env={**environment(), "PYTHONPATH": os.pathsep.join(sys.path)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for code, more in zip((scheduler, worker, worker), words, strict=True)
    ]
    try:
        yield address
    finally:
        for process in reversed(begun):
            process.terminate()
        for process in begun:
            process.wait()


@pytest.mark.soak
@pytest.mark.filterwarnings("default")
def test_two_workers_one_of_them_killed_come_to_the_same(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    _, one = played(tmp_path / "one", WANTED, SEEDS)
    tasks, two = tasks_of(arms_of(WANTED), SEEDS), Store(tmp_path / "two")
    two.plan(tasks, {})
    killed: list[int] = []
    with cluster() as address:
        crew = crew_of(None, address)
        assert isinstance(crew, Cluster)
        while crew.hands < 2:
            time.sleep(0.2)

        def kill(progress: Progress) -> None:
            if not killed and progress.done >= 3:
                killed.append(max(game.took["worker"] for game in two.games()))
                os.kill(killed[0], signal.SIGKILL)

        assert Run(tasks, crew, two, told=kill).play()
    assert killed
    assert results(two.games()) == results(one.games())
    assert len({game.took["worker"] for game in two.games()}) > 1


@pytest.mark.soak
@pytest.mark.filterwarnings("default")
def test_no_scheduler_is_told() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(Refused, match="no Dask scheduler"):
        crew_of(None, "tcp://127.0.0.1:9")
