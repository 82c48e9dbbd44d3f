"""What runs in threads: one class that starts it, delivers its result to the window, and lets it go.

A job is a callable; what it returns, or the fault that it raises, is delivered in the window's own
thread. A thread cannot be ended from outside: a job that may take long looks now and then whether it
is still wanted (`go_on`), and one that never comes to its end is left alone and goes with the program.
"""

from __future__ import annotations

import atexit
import sys
from collections import deque
from collections.abc import Callable
from functools import lru_cache
from threading import Lock, Thread, current_thread, local
from typing import Any, TypeVar
from weakref import WeakSet

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

R = TypeVar("R")
USUAL, COURTEOUS = sys.getswitchinterval(), 0.0002
"""Seconds after which a thread at work lets the window's thread have its turn.

At the usual 5 ms the window would wait as long for each of the many calls of one painting.
"""
_here = local()


class Unwanted(Exception):  # noqa: N818 - no error: what is done is wanted no more
    """What is being done is wanted no more; raised out of a job, it delivers nothing."""


def go_on() -> None:
    """Do nothing while the job of this thread is wanted.

    Raises:
        Unwanted: it is not.
    """
    errand: Errand | None = getattr(_here, "errand", None)
    if errand is not None and not errand.wanted:
        raise Unwanted


def raised(fault: Exception) -> None:
    """A fault in a thread is told where every fault of the program is: raise it again."""
    raise fault


class Errand:
    """One job under way, or in the queue.

    Attributes:
        wanted: whether its result is still to be delivered.
    """

    def __init__(
        self,
        job: Callable[[], Any],
        done: Callable[[Any], object],
        failed: Callable[[Exception], object],
    ) -> None:
        self.job, self.done, self.failed = job, done, failed
        self.wanted = True
        self.result: Any = None
        self.fault: Exception | None = None

    def run(self) -> None:
        """Do the job, in its thread, and report to the window's."""
        _here.errand = self
        try:
            self.result = self.job()
        except Unwanted:
            return
        except Exception as fault:  # noqa: BLE001 - delivered as a failure
            self.fault = fault
        if self.wanted and isValid(_post()):
            _post().came.emit(self)

    def deliver(self) -> None:
        """Tell what came of it, in the window's thread, unless it is wanted no more."""
        if not self.wanted:
            return
        self.wanted = False
        if self.fault is not None:
            self.failed(self.fault)
        else:
            self.done(self.result)


class _Post(QObject):
    """Brings errands from their threads to the window's.

    Signals:
        came(object): an Errand that has come to its end.
    """

    came = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.came.connect(self._deliver)

    def _deliver(self, errand: Errand) -> None:
        errand.deliver()


@lru_cache(maxsize=1)
def _post() -> _Post:
    return _Post()


class Worker:
    """Does jobs in a thread, one after the other.

    Args:
        waits: whether a job waits for one that was cancelled and has not ended yet; else it gets a
            thread of its own.
        patience: for how many seconds `finish` waits for a job to end; None: as long as it takes.
        courteous: whether the window is worked with meanwhile; then it has its turn at once.
    """

    def __init__(
        self, *, waits: bool = True, patience: float | None = None, courteous: bool = False
    ) -> None:
        self._waits, self._patience, self._courteous = waits, patience, courteous
        self._lock = Lock()
        self._queue: deque[Errand] = deque()
        self._open: list[Errand] = []
        self._thread: Thread | None = None
        self._threads: WeakSet[Thread] = WeakSet()
        _post()  # made here, in the window's thread
        _workers.add(self)

    @property
    def busy(self) -> bool:
        """Whether a result is still to come."""
        return any(errand.wanted for errand in self._open)

    @property
    def threads(self) -> list[Thread]:
        """The threads that have not ended, those left alone included."""
        return [thread for thread in list(self._threads) if thread.is_alive()]

    def start(
        self,
        job: Callable[[], R],
        done: Callable[[R], object],
        failed: Callable[[Exception], object] = raised,
        *,
        newest: bool = False,
    ) -> Errand:
        """Have a job done; `newest`: what was asked for before is not wanted any more."""
        if newest:
            self.cancel()
        errand = Errand(job, done, failed)
        with self._lock:
            self._open = [*(one for one in self._open if one.wanted), errand]
            self._queue.append(errand)
            if self._thread is None:
                self._thread = Thread(target=self._work, daemon=True)
                self._threads.add(self._thread)
                self._thread.start()
        return errand

    def cancel(self) -> None:
        """Nothing that was asked for is wanted any more; what has not begun is dropped."""
        with self._lock:
            self._queue.clear()
            for errand in self._open:
                errand.wanted = False
            self._open = []
            if not self._waits:
                self._thread = None

    def finish(self) -> None:
        """Cancel everything, and wait for what is being done as far as patience goes."""
        self.cancel()
        for thread in self.threads:
            thread.join(self._patience)

    def _work(self) -> None:
        """Do what is in the queue until nothing is; once left alone, do no more."""
        if self._courteous:
            sys.setswitchinterval(COURTEOUS)
        while (errand := self._next()) is not None:
            errand.run()
        if self._courteous:
            sys.setswitchinterval(USUAL)

    def _next(self) -> Errand | None:
        with self._lock:
            if self._thread is not current_thread():
                return None
            if not self._queue:
                self._thread = None
                return None
            return self._queue.popleft()


_workers: WeakSet[Worker] = WeakSet()


def _finish() -> None:
    """At exit Qt takes its objects away whether a thread still reports to them or not."""
    for worker in list(_workers):
        worker.finish()


atexit.register(_finish)
