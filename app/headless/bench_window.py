"""One measurement of the window, in a process of its own: it prints its figures as JSON."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from grognard.app.board.bench import FRAMES, measure
from grognard.app.board.render import application
from grognard.engines.core.play.game import registry


def started() -> float:
    """Return the seconds from the start of this process to a library that can be used.

    The clock is the kernel's: what the interpreter and the imports took counts.
    """
    from grognard.app.main import Window

    born = _born()
    app = application()
    window = Window()
    window.show()
    app.processEvents()
    window.grab()
    now = time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic()
    return round(now - born, 3)


def _born() -> float:
    """When this process began, in seconds since the machine did (where /proc tells; else now)."""
    if not Path("/proc/self/stat").exists():
        return time.monotonic()
    fields = Path("/proc/self/stat").read_text("ascii").rpartition(")")[2].split()
    return int(fields[19]) / os.sysconf("SC_CLK_TCK")


def main(words: list[str]) -> int:
    """Print the figures of one scenario as JSON; "start" prints how long the window took.

    A number after the scenario is that of the frames to time.
    "drag game/scenario" prints how fast a base follows the hand, with measuring and without.
    """
    if words == ["start"]:
        found: dict[str, Any] = {"window_up_seconds": started()}
    elif words[0] == "drag":
        from grognard.app.headless.bench_drag import measure_drag

        found = {
            key: measure_drag(words[1], measuring=on)
            for key, on in (("measured", True), ("unmeasured", False))
        }
    else:
        game, _, scenario = words[0].partition("/")
        engine = registry[game]
        info = next(info for info in engine.scenarios() if info.id == scenario)
        setup = engine.load(Path(info.path), {})
        view = engine.view(setup, engine.initial(setup, "1"), None)
        frames = int(words[1]) if words[1:] else FRAMES
        found = {"scenario": words[0], **measure(engine.board(setup), view, game, frames)}
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
