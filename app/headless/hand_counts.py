"""`grognard bench --hand`: how many clicks and drags the actions take that the games declare."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from grognard.app.telling import put, say

WIDE = 44


def tell_hand(*, json_wanted: bool) -> int:
    """Print the counts; return 1 where an action takes more than it may, or cannot be done."""
    command = [sys.executable, "-m", "grognard.app.headless.bench_hand"]
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    done = subprocess.run(  # noqa: S603 - our own module
        command, capture_output=True, text=True, check=False, env=environment
    )
    if done.returncode:
        say(f"the hand is not counted: {done.stderr.strip().splitlines()[-1:]}")
        return 1
    found = json.loads(done.stdout)
    if json_wanted:
        put({"hand": found})
    else:
        print("\n".join(map(_line, found)))
    return int(any(line["now"] is None or line["now"] > line["most"] for line in found))


def _line(line: dict[str, Any]) -> str:
    action = f"{line['game']}: {line['action']}".ljust(WIDE + 12)
    now = line["why"] if line["now"] is None else line["now"]
    return f"{action} {now} (at most {line['most']}; before {line['before'] or '?'})"
