"""`grognard lab`: games by the hundred, and a report of what came of them."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from grognard.app.finding import Unusable
from grognard.app.lab.compare import arms_again, read_base
from grognard.app.lab.crew import crew_of
from grognard.app.lab.outcome import told
from grognard.app.lab.plan import Wanted, arms_of, read_options
from grognard.app.lab.run import Progress, Run
from grognard.app.lab.store import Store
from grognard.app.lab.sweep import with_sweeps
from grognard.app.lab.task import Gone, Refused, Task, tasks_of
from grognard.app.telling import put, say
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import tr, verbatim


def run(arguments: argparse.Namespace) -> int:
    """Play what is asked for, or what is left of it, and write the report."""
    try:
        return _run(arguments)
    except Refused as wrong:
        raise Unusable([Problem("lab", 0, 0, str(wrong))]) from wrong


def _run(arguments: argparse.Namespace) -> int:
    base = read_base(Path(arguments.compare)) if arguments.compare else None
    if base is not None and not arguments.scenario:
        arms, seeds = arms_again(base), list(base.seeds)
    else:
        arms = with_sweeps(arms_of(_wanted(arguments)), arguments.sweep)
        seeds = list(range(arguments.seed, arguments.seed + arguments.games))
    folder = Path(arguments.output)
    store = Store(folder)
    try:
        over = _play(tasks_of(arms, seeds), store, arguments)
        numbers = told(folder, store, arms, base)
    finally:
        store.close()
    if arguments.markdown:
        print("\n".join(map(_row, numbers["arms"])))
    else:
        _tell(numbers, folder, as_json=arguments.json)
    faults = any(arm["faults"] for arm in numbers["arms"])
    moved = any(row["beyond"] for row in numbers.get("moved", ()))
    return 0 if over and not faults and not moved else 1


def _wanted(arguments: argparse.Namespace) -> Wanted:
    if not arguments.scenario:
        raise Unusable(
            [Problem("lab", 0, 0, tr("name a scenario"), tr("grognard list shows them all"))]
        )
    return Wanted(
        scenarios=tuple(arguments.scenario),
        bots=arguments.bot,
        options=read_options(arguments.option),
        swap=arguments.swap,
        against=arguments.against or "",
    )


def _play(tasks: list[Task], store: Store, arguments: argparse.Namespace) -> bool:
    """Play on until all is played, or the time is over, or Ctrl+C, or nobody plays any more."""
    store.plan(tasks, {"command": " ".join(["grognard", *sys.argv[1:]]), "games": len(tasks)})
    end = time.monotonic() + arguments.minutes * 60 if arguments.minutes else None
    crew = crew_of(arguments.workers, arguments.scheduler)
    playing = Run(tasks, crew, store, lambda: end is None or time.monotonic() < end, _progress)
    try:
        over = playing.play()
    except KeyboardInterrupt:
        over = False
    except Gone as wrong:
        say(f"\n{wrong}")
        over = False
    if not over:
        done = playing.progress
        say(f"\n{done.done} of {done.of} games are kept; the same command goes on with the rest")
    return over


def _progress(progress: Progress) -> None:
    """Tell how far it is: on one line of a terminal, now and then elsewhere."""
    left = progress.left
    words = tr("{done} of {of} games", done=verbatim(progress.done), of=verbatim(progress.of))
    words += f", {left / 60:.0f} min left" if left and left > 90 else ""
    if sys.stderr.isatty():
        print(f"\r{words}   ", end="", file=sys.stderr, flush=True)
    elif progress.done == progress.of or progress.now % 50 == 0:
        say(words)


def _row(arm: dict[str, Any]) -> str:
    """Return a row of a table in Markdown: who wins, how surely, points, length."""
    won = [
        f"{seat} {one['share']:.0%} ({100 * one['low']:.0f} to {100 * one['high']:.0f})"
        for seat, one in arm["wins"].items()
    ]
    points = " : ".join(f"{one['mean']:.1f}" for one in arm["points"].values())
    turns = sum(int(turn) * times for turn, times in arm["turns"].items()) / max(1, arm["games"])
    cells = [arm["id"], str(arm["games"]), *won, str(arm["draws"]), points, f"{turns:.1f}"]
    return f"| {' | '.join(cells)} |"


def _tell(numbers: dict[str, Any], folder: Path, *, as_json: bool) -> None:
    """Print who wins, in short."""
    for arm in numbers["arms"]:
        if as_json:
            put({key: arm[key] for key in ("id", "games", "wins", "draws", "faults")})
            continue
        shares = ", ".join(
            f"{seat} {won['share']:.0%} ({won['low']:.0%} to {won['high']:.0%})"
            for seat, won in arm["wins"].items()
        )
        print(f"{arm['id']}: {arm['games']} games: {shares}")
        for fault in arm["faults"][:3]:
            say(f"seed {fault['seed']}: {fault['fault']}")
    for row in numbers.get("moved", ()):
        if as_json:
            put({"moved": row})
            continue
        said = "has moved beyond chance" if row["beyond"] else "has not moved beyond chance"
        shares = f"{row['from']:.0%} to {row['to']:.0%}, {row['points']['mean']:+.1f} points"
        print(f"{row['arm']} {said}: {row['pairs']} pairs, {shares}, p = {row['chance']:.3f}")
    say(f"written to {folder}")
