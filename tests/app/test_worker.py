"""What runs in threads is delivered in the window's, or not at all."""

from __future__ import annotations

from threading import Event, current_thread, main_thread
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from grognard.app.worker import Unwanted, Worker, go_on


@pytest.fixture
def worker(qtbot: QtBot) -> Worker:
    return Worker()


def test_the_result_comes_in_the_windows_thread(worker: Worker, qtbot: QtBot) -> None:
    came: list[Any] = []
    worker.start(current_thread, lambda where: came.append((where, current_thread())))
    assert worker.busy
    qtbot.waitUntil(lambda: bool(came))
    ((where, here),) = came
    assert where is not main_thread()
    assert here is main_thread()
    assert not worker.busy


def test_jobs_are_done_in_their_order(worker: Worker, qtbot: QtBot) -> None:
    came: list[int] = []
    for number in range(20):
        worker.start(lambda number=number: number, came.append)
    qtbot.waitUntil(lambda: len(came) == 20)
    assert came == list(range(20))


def test_only_the_newest_counts_where_it_is_asked_for(worker: Worker, qtbot: QtBot) -> None:
    came: list[str] = []
    may = Event()
    worker.start(lambda: may.wait() and "old", came.append)
    worker.start(lambda: "never begun", came.append, newest=True)
    worker.start(lambda: "new", came.append, newest=True)
    may.set()
    qtbot.waitUntil(lambda: bool(came))
    worker.finish()
    assert came == ["new"]


def test_a_failure_is_delivered_as_one(worker: Worker, qtbot: QtBot) -> None:
    told: list[Exception] = []

    def fail() -> None:
        raise RuntimeError("lost")

    worker.start(fail, lambda _: pytest.fail("it came to something"), told.append)
    qtbot.waitUntil(lambda: bool(told))
    assert str(told[0]) == "lost"


def test_a_failure_nobody_takes_is_a_fault_of_the_program(worker: Worker, qtbot: QtBot) -> None:
    def fail() -> None:
        raise RuntimeError("lost")

    with qtbot.captureExceptions() as faults:
        worker.start(fail, lambda _: None)
        qtbot.waitUntil(lambda: bool(faults))
    assert [str(wrong) for _, wrong, _ in faults] == ["lost"]


def test_what_was_cancelled_is_not_delivered(worker: Worker, qtbot: QtBot) -> None:
    came: list[int] = []
    worker.start(lambda: 1, came.append)
    for thread in worker.threads:
        thread.join()
    worker.cancel()  # it is done, but not delivered yet
    worker.start(lambda: 2, came.append)
    qtbot.waitUntil(lambda: bool(came))
    assert came == [2]


def test_a_job_hears_that_it_is_not_wanted(worker: Worker, qtbot: QtBot) -> None:
    begun, heard = Event(), Event()

    def listen() -> None:
        begun.set()
        try:
            while True:
                go_on()
        except Unwanted:
            heard.set()
            raise

    worker.start(listen, lambda _: None)
    begun.wait()
    worker.finish()
    assert heard.is_set()
    go_on()  # outside of a job everything is wanted


def test_a_job_that_never_ends_is_left_alone(qtbot: QtBot) -> None:
    worker = Worker(waits=False, patience=0.01)
    begun, over = Event(), Event()
    came: list[int] = []
    worker.start(lambda: begun.set() or over.wait(), lambda _: came.append(1))
    begun.wait()
    worker.finish()
    assert worker.threads
    worker.start(lambda: 2, came.append)
    qtbot.waitUntil(lambda: bool(came))
    over.set()
    worker.finish()
    assert came == [2]
