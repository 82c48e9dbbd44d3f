"""[6.3] [15.1] The die of a hidden stack that forages does not say how many units are in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.dice import HashDice
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.table import Table
from grognard.engines.europa.scenario.beginning import initial_state
from grognard.engines.europa.supply.forage import forage_rolls

GAME = registry["europa"]


@pytest.mark.parametrize(("heights", "target"), [("yes", None), ("no", 2)])
def test_what_the_die_needs_lies_under_the_counters(heights: str, target: int | None) -> None:
    info = next(info for info in GAME.scenarios() if info.id == "campaign-1812")
    setup = GAME.load(Path(info.path), {"heights": heights})
    state = initial_state(setup)
    forager = evolve(state.units["morand"], at="1609")
    units = {**state.units, "morand": forager}
    table = Table(setup, evolve(state, turn=5, units=units, forage=("morand",)), HashDice("1"))
    forage_rolls(table)
    (roll,) = [entry.roll for entry in table.entries if entry.roll is not None]
    assert roll.target == target
    assert roll.result in ("hungry", "fed")
