"""Random play of one scenario in a process of its own: how many decisions the rules take a second of processor time.

`python probe.py SCENARIO GAMES SEED` prints one line of JSON. It asks no more of the program than a game, a session
and a random player, so that it measures an older program as well, from whose folder it is started.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from pathlib import Path
from typing import Any

from grognard.engines.core.keep.saves import state_hash
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session

LIMIT = 100_000
"""Decisions after which a game is broken off."""


def measured(scenario: str, games: int, seed: int) -> dict[str, Any]:
    """Play so many games; return the decisions, the seconds and a hash of what came of them."""
    name, _, wanted = scenario.partition("/")
    game = registry[name]
    info = next(info for info in game.scenarios() if info.id == wanted)
    setup = game.load(Path(info.path), {})
    decisions, seconds, ends = 0, 0.0, []
    for number in range(seed, seed + games):
        session = Session(game, setup, str(number))
        bots = {seat.id: RandomBot(f"{number} {seat.id}") for seat in setup.info.seats}
        gc.collect()
        gc.disable()
        start = time.process_time()
        play(session, bots, limit=LIMIT)
        seconds += time.process_time() - start
        gc.enable()
        decisions += len(session.choices)
        ends.append(state_hash(game, session.table.state))
    return {"decisions": decisions, "seconds": seconds, "ends": ends}


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
