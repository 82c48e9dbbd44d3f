"""Playing a task in this process, whichever it is."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from grognard.app.lab.players import make_bot
from grognard.app.lab.task import Bundle, Pairs, Task, code_of
from grognard.app.lab.witness import Witness
from grognard.engines.core.data.text import tr
from grognard.engines.core.keep.saves import state_hash
from grognard.engines.core.play.bots import play
from grognard.engines.core.play.game import AnyGame, registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import AnySetup

MAX_DECISIONS = 100_000
"""A game that is not over by then never ends."""


@contextmanager
def collecting_between_games() -> Iterator[None]:
    """Hold the garbage collector off: the map stays, and a game leaves few cycles behind.

    Whoever plays collects after each game. Afterwards the collector is as it was: whatever else
    this process does goes on with it.
    """
    running = gc.isenabled()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.unfreeze()
        if running:
            gc.enable()


@lru_cache(maxsize=4)
def _loaded(bundle: Bundle, options: Pairs) -> tuple[AnyGame, AnySetup]:
    game = registry[bundle.game]
    return game, game.load(bundle.text, dict(options))


def play_here(task: Task) -> dict[str, Any]:
    """Play one game; return what came of it, and apart from that what it took.

    A fault of the rules or of a player is the result of this game (`fault`), not of the worker.
    """
    arm = task.arm
    if code_of(arm.bundle.game) != task.code:
        return {"key": task.key, "other_code": True}
    game, setup = _loaded(arm.bundle, arm.options)
    began = time.process_time(), time.perf_counter()
    session = Session(game, setup, str(task.seed))
    bots = {seat: make_bot(name, f"{task.seed} {seat}", game) for seat, name in arm.players}
    with collecting_between_games():
        witness = Witness(session)
        fault = ""
        try:
            play(session, bots, witness.look, limit=MAX_DECISIONS)
        except Exception as wrong:  # noqa: BLE001 - reported with its seed, and the others go on
            fault = f"{type(wrong).__name__}: {wrong}"
        result = witness.result()
        if session.verdict is None:
            result["fault"] = fault or tr("the game does not end")
        result["hash"] = state_hash(game, session.table.state)
        del session, bots, witness
        gc.collect()
    took = {
        "process": round(time.process_time() - began[0], 4),
        "clock": round(time.perf_counter() - began[1], 4),
        "memory": memory(),
        "worker": os.getpid(),
    }
    return {"key": task.key, "result": result, "took": took}


def memory() -> int:
    """Return the most memory that this process has held, in kilobytes; 0 where nobody tells."""
    try:
        lines = Path("/proc/self/status").read_text("ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM:")), 0)
