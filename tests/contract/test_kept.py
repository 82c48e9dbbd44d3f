"""What a game keeps from position to position is what is worked out afresh."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.engines.core.play.bots import Bot, RandomBot, play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.memo import forget_all
from grognard.engines.core.play.session import Session

PLAYED = {
    "gmt": ("shevardino", 360, 30),
    "columbia": ("shevardino", 400, 25),
    "risorgimento": ("outposts", 60, 6),
    "eagle": ("jerome", 600, 40),
    "europa": ("smolensk", 160, 12),
}
"""By game a scenario, how many choices of it are made, and after how many each it is looked at."""
MOST = 400


@pytest.mark.parametrize("name", PLAYED)
def test_what_is_kept_is_what_is_worked_out_afresh(name: str) -> None:
    scenario, length, step = PLAYED[name]
    game = registry[name]
    info = next(info for info in game.scenarios() if info.id == scenario)
    setup = game.load(Path(info.path), {})
    bots: dict[str, Bot] = {seat.id: RandomBot(f"11 {seat.id}") for seat in setup.info.seats}
    session, kept = Session(game, setup, "11"), dict[int, dict[str, Any]]()
    while session.ask is not None and len(session.choices) < length:
        play(session, bots, limit=step)
        kept[len(session.choices)] = _seen(session)
    again = Session(game, setup, "11")
    for row in session.choices:
        again.replay(row)
        if (count := len(again.choices)) in kept:
            forget_all()
            # A fork begins at the last rest: its question is put anew, and nothing is kept of the old one.
            assert _seen(again.fork()) == kept[count], f"after {count} choices"
    assert len(kept) >= 5


def _seen(session: Session) -> dict[str, Any]:
    """What the open question offers, a sample of it, and what each seat sees."""
    ask = session.ask
    if ask is None:
        return {"verdict": session.verdict}
    choices, seats = ask.choices, [seat.id for seat in session.setup.info.seats]
    offered = list(islice(choices, MOST)) if choices.finite else []
    return {
        "asked": (ask.seat, ask.kind, str(ask.prompt)),
        "offered": offered,
        "vain": [one for one in offered[:20] if choices.vain(one)],
        "sample": None if choices.finite else choices.sample(Random("sample")),
        "views": [session.game.view(session.setup, session.table.state, seat) for seat in seats],
    }
