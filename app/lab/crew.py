"""Who plays: processes of this machine, or the workers of a Dask scheduler, behind one interface."""

from __future__ import annotations

import logging
import os
import signal
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, Protocol

from grognard.app.lab.extras import need
from grognard.app.lab.task import Gone, Refused, Task
from grognard.app.lab.worker import play_task
from grognard.engines.core.data.text import tr, verbatim


class Crew(Protocol):
    """Plays tasks; `hands` is how many it plays at once."""

    @property
    def hands(self) -> int:
        """How many games are played at once."""

    def submit(self, task: Task) -> Future[dict[str, Any]]:
        """Have a game played."""

    def renew(self) -> bool:
        """Go on after a worker was lost; return whether all that was given out is lost with it."""

    def close(self) -> None:
        """Stop at once; games that are not over are lost."""


class Here:
    """The process that asks plays by itself, one game after the other."""

    hands = 1

    def submit(self, task: Task) -> Future[dict[str, Any]]:
        """Play a game at once."""
        future: Future[dict[str, Any]] = Future()
        try:
            future.set_result(play_task(task))
        except Exception as wrong:  # noqa: BLE001 - as every executor does
            future.set_exception(wrong)
        return future

    def renew(self) -> bool:
        """Nothing was lost."""
        return False

    def close(self) -> None:
        """Nothing goes on."""


class Processes:
    """So many processes of this machine, each begun from nothing: nothing of this one is copied."""

    def __init__(self, hands: int) -> None:
        self.hands = hands
        self._pool = self._begin()

    def _begin(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.hands, get_context("spawn"), initializer=_begun)

    def submit(self, task: Task) -> Future[dict[str, Any]]:
        """Have a game played."""
        return self._pool.submit(play_task, task)

    def renew(self) -> bool:
        """Begin new processes: a pool of which one has died takes nothing more."""
        self.close()
        self._pool = self._begin()
        return True

    def close(self) -> None:
        """End the processes in the midst of their games."""
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()


class Cluster:
    """The workers of a Dask scheduler that runs already; it gives a lost worker's games to others."""

    def __init__(self, address: str) -> None:
        distributed = need("distributed")
        # It writes the way down to a lost connection; that it is lost is told in words.
        for writer in ("distributed", "distributed.client"):  # each has a level of its own
            logging.getLogger(writer).setLevel(logging.CRITICAL)
        self._address = address
        try:
            self._client = distributed.Client(address, timeout=20)
        except (OSError, ValueError) as wrong:
            words = tr(
                "there is no Dask scheduler at {address}: {reason}",
                address=verbatim(address),
                reason=verbatim(str(wrong)),
            )
            raise Refused(words) from wrong
        self._executor: Executor = self._client.get_executor(pure=False)

    @property
    def hands(self) -> int:
        """How many games are played at once: workers come and go.

        Raises:
            Gone: the scheduler does not answer.
        """
        try:
            return max(1, sum(map(int, self._client.nthreads().values())))
        except Exception as wrong:  # a client that has closed itself raises whatever comes
            raise self._gone() from wrong

    def submit(self, task: Task) -> Future[dict[str, Any]]:
        """Have a game played.

        Raises:
            Gone: the scheduler does not answer.
        """
        try:
            return self._executor.submit(play_task, task)
        except Exception as wrong:
            raise self._gone() from wrong

    def _gone(self) -> Gone:
        return Gone(tr("the Dask scheduler at {address} has gone", address=verbatim(self._address)))

    def renew(self) -> bool:
        """The scheduler has found other workers by itself."""
        return False

    def close(self) -> None:
        """Leave the cluster; what it still plays is forgotten."""
        self._executor.shutdown(wait=False)
        with suppress(OSError):
            self._client.close()


def _begun() -> None:
    """Leave Ctrl+C to whoever has begun this process, and end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(parent_process(),), daemon=True).start()


def _end_with(parent: BaseProcess | None) -> None:
    if parent is not None:
        parent.join()
        os._exit(1)


def crew_of(workers: int | None, scheduler: str | None) -> Crew:
    """Return who plays: those of a scheduler, so many processes, with 0 this one.

    Raises:
        Refused: what the cluster needs is not installed, or it does not answer.
    """
    if scheduler is not None:
        return Cluster(scheduler)
    hands = max(1, (os.cpu_count() or 2) - 1) if workers is None else workers
    return Processes(hands) if hands else Here()
