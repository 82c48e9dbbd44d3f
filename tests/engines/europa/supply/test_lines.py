"""What is open to lines of supply at one look is what the reasons say, hex by hex."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.session import Session
from grognard.engines.europa.game import Europa
from grognard.engines.europa.setup import SIDES
from grognard.engines.europa.supply.lines import Country

GAME = Europa()


@pytest.mark.parametrize("decisions", [0, 60, 120])
def test_a_hex_is_open_where_nothing_closes_it(decisions: int) -> None:
    info = next(info for info in GAME.scenarios() if info.id == "smolensk")
    session = Session(GAME, GAME.load(Path(info.path), {}), "5")
    play(session, {seat.id: RandomBot(seat.id) for seat in info.seats}, limit=decisions)
    setup, state = session.table.setup, session.table.state
    for side in SIDES:
        country = Country(setup, state, side)
        closed = {at for at in setup.map.grid.hexes if country.why_closed(at) is not None}
        assert country.open == frozenset(setup.map.grid.hexes) - closed
