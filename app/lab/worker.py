"""What a worker is handed: a task. With other numbers in the game's tables it is played in a new process."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from typing import Any

from grognard.app.lab.playing import play_here
from grognard.app.lab.task import Task
from grognard.engines.core.data.tabledata import otherwise


def play_task(task: Task) -> dict[str, Any]:
    """Play one game, here or in a process of its own; return what came of it."""
    return _play_alone(task) if task.arm.tables else play_here(task)


def _play_alone(task: Task) -> dict[str, Any]:
    """Play a task in a new process, for tables are read once.

    Raises:
        OSError: the process did not come to its end.
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-m", "grognard.app.lab.worker"],
        input=pickle.dumps(task),
        capture_output=True,
        check=False,
        env=environment,
    )
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise OSError(lines[-1] if lines else done.returncode)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> None:
    """Read a task, play it with the numbers that it brings, write what came of it."""
    task: Task = pickle.load(sys.stdin.buffer)  # noqa: S301 - written by `_play_alone`
    for key, value in task.arm.tables:
        package, name, path = key.split(":")
        otherwise(package, name, path, value)
    sys.stdout.write(json.dumps(play_here(task)))


if __name__ == "__main__":
    main()
