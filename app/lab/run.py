"""A run: its games are given to a crew, kept as they come, and played again where a worker is lost."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass
from typing import Any

from grognard.app.lab.crew import Crew
from grognard.app.lab.store import Store
from grognard.app.lab.task import Refused, Task
from grognard.engines.core.data.text import tr, verbatim

TRIES = 3
"""So often a game is given out before it counts as one that no worker survives."""
AHEAD = 2
"""Games given out for each hand: one is played, one waits."""
GLANCE = 0.25
"""Seconds after which the run looks whether it is still wanted."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: games played of all, of these now and not before, seconds since it began."""

    done: int
    of: int
    now: int
    seconds: float

    @property
    def left(self) -> float | None:
        """How many seconds the rest may take; None where nobody can say yet."""
        return self.seconds / self.now * (self.of - self.done) if self.now else None


class Run:
    """Plays all games that were not played yet.

    Args:
        wanted: asked now and then; once it says no, what is not over is left for another time.
        told: told of the progress after each game.
    """

    def __init__(
        self,
        tasks: Iterable[Task],
        crew: Crew,
        store: Store,
        wanted: Callable[[], bool] = lambda: True,
        told: Callable[[Progress], object] = lambda _progress: None,
    ) -> None:
        self.all = list({task.key: task for task in tasks}.values())
        self.crew, self.store, self.wanted, self.told = crew, store, wanted, told
        played = store.played()
        self._todo = deque(task for task in self.all if task.key not in played)
        self._open: dict[Future[dict[str, Any]], Task] = {}
        self._tries: Counter[str] = Counter()
        self._now, self._began = 0, time.monotonic()

    @property
    def progress(self) -> Progress:
        """How far it is."""
        done = len(self.all) - len(self._todo) - len(self._open)
        return Progress(done, len(self.all), self._now, time.monotonic() - self._began)

    def play(self) -> bool:
        """Play on to the end, or as long as it is wanted; return whether all games were played.

        Raises:
            Gone: nobody is left who plays; what was played is kept.
            Refused: a worker has other rules than this machine.
        """
        try:
            while (self._todo or self._open) and self.wanted():
                self._give_out()
                done, _ = wait(self._open, GLANCE, FIRST_COMPLETED)
                lost = [future for future in done if not self._take(future)]
                if lost:
                    self._renew()
        finally:
            self.crew.close()
        return not (self._todo or self._open)

    def _renew(self) -> None:
        """Go on after a worker was lost; what its fellows had in hand may be lost with it."""
        if self.crew.renew():
            for future in list(self._open):
                future.cancel()
                self._take(future)

    def _give_out(self) -> None:
        """Give games out; one that may have cost workers is played while no other is."""
        while self._todo and self.wanted():
            if any(self._is_suspect(task) for task in self._open.values()):
                return
            most = 1 if self._is_suspect(self._todo[0]) else self.crew.hands * AHEAD
            if len(self._open) >= most:
                return
            task = self._todo.popleft()
            try:
                self._open[self.crew.submit(task)] = task
            except RuntimeError:  # a worker died meanwhile, and its pool takes nothing more
                self._todo.appendleft(task)
                self._renew()
                return

    def _is_suspect(self, task: Task) -> bool:
        return self._tries[task.key] > 1

    def _take(self, future: Future[dict[str, Any]]) -> bool:
        """Keep what has come; return whether the worker was there to the end."""
        task = self._open.pop(future)
        try:
            found = future.result()
        except (Exception, CancelledError) as wrong:  # noqa: BLE001 - it may be anything
            self._lost(task, wrong)
            return False
        if found.get("other_code"):
            raise Refused(
                tr(
                    "a worker has different rules or computer players from this machine: install the same version on both"
                )
            )
        self._keep(task, found["result"], found["took"])
        return True

    def _lost(self, task: Task, wrong: Exception) -> None:
        self._tries[task.key] += 1
        if self._tries[task.key] < TRIES:
            self._todo.append(task)
            return
        reason = verbatim(f"{type(wrong).__name__}: {wrong}")
        fault = tr("{n} workers were lost with it: {reason}", n=TRIES, reason=reason)
        self._keep(task, {"winner": None, "fault": fault}, {})

    def _keep(self, task: Task, result: dict[str, Any], took: dict[str, Any]) -> None:
        self.store.add(task.key, result, took)
        self._now += 1
        self.told(self.progress)
