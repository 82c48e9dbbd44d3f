"""`grognard bench`: the figures the program promises, measured on this machine."""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from app.headless.finding import load_scenario, put, say
from app.headless.selfplay import make_bots
from engines.core.bots import play
from engines.core.game import Game, registry
from engines.core.loading import verify
from engines.core.saves import SUFFIX, SaveFile
from engines.core.session import Row, Session

GAMES = 20


def run(arguments: argparse.Namespace) -> int:
    """Measure everything and print it."""
    game, setup = _scenario(arguments.scenario)
    figures: dict[str, Any] = {"scenario": f"{game.id}/{setup.info.id}"}
    figures |= measure_play(game, setup, arguments.games)
    figures |= measure_saves(game, setup)
    figures |= _measure_window()
    if arguments.json:
        put(figures)
    else:
        for name, value in figures.items():
            print(f"{name}: {value}")
    return 0


def _scenario(word: str | None) -> tuple[Game[Any], Any]:
    """Load the scenario asked for, else the longest of the first game."""
    if word is None:
        game = next(iter(registry.games().values()))
        info = max(game.scenarios(), key=lambda info: info.minutes)
        word = f"{game.id}/{info.id}"
    return load_scenario(word, {})


def measure_play(game: Game[Any], setup: Any, games: int) -> dict[str, Any]:
    """Play random games: decisions and games a second, kinds of asks, distance between rests."""
    kinds: Counter[str] = Counter()
    decisions = counted = longest = 0
    seconds = 0.0
    seats = [seat.id for seat in setup.info.seats]
    for seed in range(1, games + 1):
        session = Session(game, setup, str(seed))
        played = play(session, make_bots("random", seats, str(seed)))
        kinds += played.kinds
        decisions += played.decisions
        counted += played.counted
        longest = max(longest, played.longest)
        seconds += played.seconds
    return {
        "games": games,
        "games_per_second": round(games / seconds, 2),
        "decisions_per_second": round(decisions / seconds),
        "counted_decisions_per_second": round(counted / seconds),
        "ask_kinds": dict(sorted(kinds.items())),
        "longest_between_rests": longest,
    }


def measure_saves(game: Game[Any], setup: Any) -> dict[str, Any]:
    """Time a durable choice, reopening a finished game and verifying its journal."""
    seats = [seat.id for seat in setup.info.seats]
    times: list[float] = []
    with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder:
        path = Path(folder) / f"bench{SUFFIX}"
        session = Session(game, setup, "1")
        save = SaveFile.create(path, game, setup, "1")
        save.follow(session)

        def timed(row: Row) -> None:
            start = time.perf_counter()
            save.append(row)
            times.append(time.perf_counter() - start)

        session.on_row = timed
        play(session, make_bots("random", seats, "1"))
        save.checkpoint(session)
        save.close()
        start = time.perf_counter()
        loaded = SaveFile.open(path)
        opened = time.perf_counter() - start
        if loaded.save is not None:
            loaded.save.close()
        start = time.perf_counter()
        result = verify(path)
        checked = time.perf_counter() - start
    return {
        "durable_choice_ms_median": round(statistics.median(times) * 1000, 3),
        "durable_choice_ms_worst": round(max(times) * 1000, 3),
        "journal_choices": len(times),
        "reopen_seconds": round(opened, 4),
        "verify_seconds": round(checked, 4),
        "verified": result.ok,
    }


def _measure_window() -> dict[str, Any]:
    try:
        from app.board.bench import measure
    except ImportError as missing:
        say(f"the window is not measured: {missing}")
        return {}
    return dict(measure())
