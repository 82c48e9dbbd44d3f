"""One measurement of the window, in a process of its own: it prints its figures as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from grognard.app.board.bench import FRAMES, measure
from grognard.engines.core.play.game import registry


def main(words: list[str]) -> int:
    """Print the figures of one scenario as JSON.

    A number after the scenario is that of the frames to time.
    "drag game/scenario" prints how fast a base follows the hand, with measuring and without.
    """
    if words[0] == "drag":
        from grognard.app.headless.bench_drag import measure_drag

        found: dict[str, Any] = {
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
