"""How quick the rules are as a ratio: beside another commit, or beside programs whose rates a file tells.

The speed of a machine changes with what else it does: so two commits are let play the same games by turns, each
time in a process of its own, and processor time counts. The median of the ratios of neighbours is told, with the
smallest and the greatest.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from grognard.app.headless import probe
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import MapOf, Number, Str
from grognard.engines.core.data.yamlio import load_file

ROUNDS, GAMES, SEED = 5, 3, 1
"""How often each side plays its games, how many these are, and the seed of the first."""
ANCHORS = MapOf(Str(max_length=60), MapOf(Str(max_length=60), Number(0.001), 1, 40), 1, 100)
"""An anchors file: scenario -> name of another program -> its decisions a second, in the same run."""
PROBE = Path(probe.__file__)


class NotMeasured(Exception):  # noqa: N818 - it says why in words
    """What was asked for cannot be measured here."""


def measure_rules(scenario: str, games: int = GAMES, folder: Path | None = None) -> dict[str, Any]:
    """Let a process play so many random games of a scenario, with the program in a folder or with this one.

    Returns:
        decisions, seconds of processor time, and the hash of the position at the end of each game.

    Raises:
        NotMeasured: the program there is older than the probe, or failed.
    """
    command = [sys.executable, "-c", PROBE.read_text("utf-8"), scenario, str(games), str(SEED)]
    done = subprocess.run(  # noqa: S603 - our own module
        command, cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:]
        raise NotMeasured(f"{scenario} is not measured in {folder or 'this program'}: {last}")
    return dict(json.loads(done.stdout))


def rate(found: Mapping[str, Any]) -> float:
    """Return the decisions a second of processor time."""
    return float(found["decisions"] / found["seconds"])


def rules(scenarios: Sequence[str], games: int | None = None) -> list[dict[str, Any]]:
    """Return the rate of each scenario."""
    return [
        {
            "scenario": one,
            "decisions_per_processor_second": round(rate(measure_rules(one, games or GAMES))),
        }
        for one in scenarios
    ]


def against(
    revision: str, scenarios: Sequence[str], games: int | None = None, rounds: int = ROUNDS
) -> list[dict[str, Any]]:
    """Return, for each scenario, how much quicker this checkout is than a revision of it.

    Raises:
        NotMeasured: this is no checkout, or git does not know the revision.
    """
    with checked_out(revision) as folder:
        return [_compared(one, folder, games or GAMES, rounds) for one in scenarios]


def _compared(scenario: str, folder: Path, games: int, rounds: int) -> dict[str, Any]:
    here, pairs, same = _top(), [], True
    for _ in range(rounds):
        then = measure_rules(scenario, games, folder)
        now = measure_rules(scenario, games, here)
        pairs.append((rate(then), rate(now)))
        same &= then["ends"] == now["ends"]
    ratios = sorted(new / old for old, new in pairs)
    return {
        "scenario": scenario,
        "then": round(statistics.median(old for old, _ in pairs)),
        "now": round(statistics.median(new for _, new in pairs)),
        "ratio": round(statistics.median(ratios), 2),
        "least": round(ratios[0], 2),
        "most": round(ratios[-1], 2),
        "same_games": same,
    }


@contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    """Lay a revision out in a folder of its own, and take it away afterwards."""
    top = _top()
    if revision.startswith("-"):
        raise NotMeasured(f"{revision} is no revision")
    with tempfile.TemporaryDirectory(prefix="grognard-bench-") as parent:
        folder = Path(parent) / "then"
        done = _git(top, "worktree", "add", "--detach", str(folder), revision)
        if done.returncode:
            raise NotMeasured(f"git does not know {revision}: {done.stderr.strip()}")
        try:
            yield folder
        finally:
            _git(top, "worktree", "remove", "--force", str(folder))


def _top() -> Path:
    """Return the folder of the checkout that this program runs from."""
    done = _git(PROBE.resolve().parent, "rev-parse", "--show-toplevel")
    if done.returncode:
        raise NotMeasured(
            "this program does not run from a git checkout: there is nothing to compare it with"
        )
    return Path(done.stdout.strip())


def _git(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = ["git", "-C", str(folder), *words]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError as wrong:
        raise NotMeasured("git is not installed") from wrong


def read_anchors(path: Path) -> tuple[Mapping[str, Mapping[str, float]], list[Problem]]:
    """Read the rates of other programs from a YAML or JSON file; every fault with its line."""
    node, problems = load_file(path, str(path))
    data = ANCHORS.read(node, problems, str(path)) if node is not None else None
    return (data or {}), list(problems)


def beside(found: dict[str, Any], anchors: Mapping[str, float]) -> dict[str, Any]:
    """Return a rate with its ratio to each anchor."""
    own = found["decisions_per_processor_second"]
    return found | {"beside": {name: round(own / each, 2) for name, each in anchors.items()}}
