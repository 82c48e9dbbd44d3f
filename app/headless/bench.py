"""`grognard bench`: the figures the program promises, measured on this machine.

Play, saves and window are measured for each scenario asked for (`--scenario A,B` or `all`; the
one with most pieces by default), on a measured table its geometry besides. Unless `--games` says
how many games are played, no further one is begun after ten seconds of play; `--frames` says how
many frames of the window are timed. Two of the figures
have bounds: the choices between two rests, and the time to play them again, for that is what an
undo and a reopening cost.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from grognard.app.finding import load_scenario
from grognard.app.headless.bench_table import measure_tabletop
from grognard.app.headless.hand_counts import tell_hand
from grognard.app.lab.players import make_bots
from grognard.app.lab.playing import MAX_DECISIONS, collecting_between_games
from grognard.app.telling import put, say
from grognard.engines.core.keep.loading import load_save, verify
from grognard.engines.core.keep.saves import SUFFIX, SaveFile
from grognard.engines.core.play.bots import play
from grognard.engines.core.play.game import AnyGame, registry
from grognard.engines.core.play.journal import Row
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import AnySetup

MOST_CHOICES, MOST_MS = 40, 20.0
"""Bounds of what lies between two rests: choices, and milliseconds of playing them again."""
RUNS = 3
GAMES, ENOUGH_SECONDS = 20, 10.0
"""How many games are played unless told, fewer if they take longer than this."""
MEASURED = "table"
"""The kind of a board without spaces, where everything is measured."""


def run(arguments: argparse.Namespace) -> int:
    """Measure everything and print it, for one scenario after the other; or the part that is asked for."""
    for name, part in PARTS.items():
        if getattr(arguments, name):
            return part(arguments)
    for word in _scenarios(arguments.scenario):
        game, setup = load_scenario(word, {})
        figures: dict[str, Any] = {"scenario": f"{game.id}/{setup.info.id}"}
        figures |= _measure_games(game, setup, arguments.games)
        figures |= measure_saves(game, setup)
        if game.board(setup).kind == MEASURED:
            figures |= {f"table_{name}": value for name, value in measure_tabletop().items()}
        figures |= _measure_window(game, setup, arguments.frames)
        _tell(figures, arguments)
    return 0


def _tell_tabletop(arguments: argparse.Namespace) -> int:
    _tell(measure_tabletop(), arguments)
    return 0


def _tell_rulebook(arguments: argparse.Namespace) -> int:
    from grognard.app.headless.bench_rulebook import measure_rulebooks

    _tell(measure_rulebooks(), arguments)
    return 0


def _tell_long(arguments: argparse.Namespace) -> int:
    from grognard.app.headless.bench_long import measure_long

    for word in _scenarios(arguments.scenario):
        _tell(measure_long(word), arguments)
    return 0


def _tell_editor(arguments: argparse.Namespace) -> int:
    from grognard.app.headless.bench_editor import measure_editor

    for word in _scenarios(arguments.scenario):
        _tell(measure_editor(word), arguments)
    return 0


def _tell_ratios(arguments: argparse.Namespace) -> int:
    """Tell how quick the rules are: by themselves, beside other programs, against another commit."""
    from grognard.app.headless.bench_ratio import NotMeasured, against, beside, read_anchors, rules

    anchors, problems = read_anchors(arguments.anchors) if arguments.anchors else ({}, [])
    for problem in problems:
        say(problem)
    if problems:
        return 2
    named = arguments.scenario or (",".join(anchors) if anchors else None)
    try:
        if arguments.against:
            found = against(arguments.against, _scenarios(named), arguments.games)
        else:
            found = [
                beside(one, anchors[one["scenario"]]) if one["scenario"] in anchors else one
                for one in rules(_scenarios(named), arguments.games)
            ]
    except NotMeasured as why:
        say(why)
        return 1
    for figures in found:
        _tell(figures, arguments)
    return 0


PARTS: dict[str, Callable[[argparse.Namespace], int]] = {
    "tabletop": _tell_tabletop,
    "rulebook": _tell_rulebook,
    "long": _tell_long,
    "editor": _tell_editor,
    "hand": lambda arguments: tell_hand(json_wanted=arguments.json),
    **dict.fromkeys(("rules", "against", "anchors"), _tell_ratios),
}
"""What is measured alone where an option asks for it."""


def _tell(figures: dict[str, Any], arguments: argparse.Namespace) -> None:
    if arguments.json:
        put(figures)
        return
    for name, value in figures.items():
        print(f"{name}: {value}")


def _scenarios(words: str | None) -> list[str]:
    """Return the scenarios asked for, else the one with most pieces."""
    if words not in (None, "all"):
        return str(words).split(",")
    games = registry.games().items()
    known = [f"{id_}/{info.id}" for id_, game in games for info in game.scenarios()]
    return known if words == "all" else [max(known, key=_pieces)]


def _pieces(word: str) -> int:
    game, setup = load_scenario(word, {})
    return len(game.view(setup, game.initial(setup, "1"), None).pieces)


def _measure_games(game: AnyGame, setup: AnySetup, games: int | None) -> dict[str, Any]:
    """Play as many games as are asked for, else some seconds' worth of them."""
    if games is None:
        return measure_play(game, setup, GAMES, ENOUGH_SECONDS)
    return measure_play(game, setup, max(1, games))


def measure_play(
    game: AnyGame, setup: AnySetup, games: int, enough: float = math.inf
) -> dict[str, Any]:
    """Play random games: decisions and games a second, kinds of asks, what lies between rests.

    No further game is begun once play has taken `enough` seconds.
    """
    kinds: Counter[str] = Counter()
    decisions = counted = longest = done = 0
    seconds = replayed = 0.0
    seats = [seat.id for seat in setup.info.seats]
    with collecting_between_games():
        while done < games and seconds < enough:
            done += 1
            session = Session(game, setup, str(done))
            played = play(session, make_bots("random", seats, str(done)), limit=MAX_DECISIONS)
            kinds += played.kinds
            decisions += played.decisions
            counted += played.counted
            longest = max(longest, played.longest)
            seconds += played.seconds
            replayed = max(replayed, slowest_replay(session))
            gc.collect()
    return {
        "games": done,
        "games_per_second": round(done / seconds, 2),
        "decisions_per_second": round(decisions / seconds),
        "counted_decisions_per_second": round(counted / seconds),
        "ask_kinds": dict(sorted(kinds.items())),
        "longest_between_rests": longest,
        "replay_ms_between_rests": round(replayed, 2),
        "within_bounds": longest <= MOST_CHOICES and replayed <= MOST_MS,
    }


def slowest_replay(session: Session) -> float:
    """Return the milliseconds that replaying the slowest stretch between two rests takes.

    Each stretch counts as in the quickest of a few runs: what else the machine does is left out.
    """
    runs = [_stretches(session) for _ in range(RUNS)]
    return max((min(times) for times in zip(*runs, strict=True)), default=0.0) * 1000


def _stretches(session: Session) -> list[float]:
    """Replay a game from its start; return the seconds from each rest to the next."""
    again = Session(session.game, session.setup, session.seed)
    found = []
    spent = 0.0
    for row in session.choices:
        start = time.perf_counter()
        again.replay(row)
        spent += time.perf_counter() - start
        if again.ask is None or again.ask.resting:
            found.append(spent)
            spent = 0.0
    return found


def measure_saves(game: AnyGame, setup: AnySetup) -> dict[str, Any]:
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
        play(session, make_bots("random", seats, "1"), limit=MAX_DECISIONS)
        save.checkpoint(session)
        save.close()
        start = time.perf_counter()
        loaded = load_save(path)
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


def _measure_window(game: AnyGame, setup: AnySetup, frames: int | None) -> dict[str, Any]:
    """Time the board of a scenario and the start of the window, if this machine can draw.

    Each in a process of its own: its memory is then the window's, not that of the games played here.
    """
    timed = [] if frames is None else [str(frames)]
    board = _apart("bench_window", f"{game.id}/{setup.info.id}", *timed)
    return {**board, **measure_start()} if board else {}


def measure_start() -> dict[str, Any]:
    """Time the start of the window with the byte code that is there, and where all must be compiled first."""
    warm = _apart("bench_start")
    with tempfile.TemporaryDirectory(prefix="grognard-bench-") as folder:
        cold = _apart("bench_start", PYTHONPYCACHEPREFIX=folder)
    first = {f"cold_{name}": value for name, value in cold.items() if name.endswith("seconds")}
    return {**warm, **first}


def _apart(module: str, *words: str, **more: str) -> dict[str, Any]:
    """Return the figures that a module prints in a process of its own; none where it cannot draw."""
    command = [sys.executable, "-m", f"grognard.app.headless.{module}", *words]
    done = subprocess.run(  # noqa: S603 - our own module
        command, capture_output=True, text=True, check=False, env=_offscreen() | more
    )
    if done.returncode:
        say(f"the window is not measured: {done.stderr.strip().splitlines()[-1:]}")
        return {}
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _offscreen() -> dict[str, str]:
    """The environment, with a window system that needs no screen where none is named."""
    return {"QT_QPA_PLATFORM": "offscreen", **os.environ}
