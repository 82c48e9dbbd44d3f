"""No captain stands still because one strong enemy is near: an army takes its objective from a single unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from grognard.engines.core.play.bots import play, players_of
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session

GAMES = 12


@dataclass(frozen=True)
class Alone:
    """A scenario in which all of an army but one unit are taken away, and how often its enemy must win.

    Who stands still wins none of them; `least` leaves room for the dice.
    """

    scenario: str
    attacker: str
    gone: tuple[str, ...]
    least: int

    @property
    def edits(self) -> Mapping[str, Any]:
        """What a case would `set:` to come there."""
        return {"place": [{"unit": unit, "at": "eliminated"} for unit in self.gone]}


ALONE = {
    "eagle": Alone("low-hill", "french", ("foot-1", "battery-1"), 8),
    "gmt": Alone("first-assault", "french", ("ryleev-a", "ryleev-b", "ru-ii-cav-ha-1"), 4),
    "europa": Alone("two-roads", "french", ("berg", "olsufiev", "r1-artillery"), 9),
}


@pytest.mark.parametrize("name", sorted(ALONE))
def test_one_unit_does_not_stop_an_army(name: str) -> None:
    told, game = ALONE[name], registry[name]
    info = next(one for one in game.scenarios() if one.id == told.scenario)
    setup = game.load(Path(info.path), {})
    won = 0
    for seed in range(GAMES):
        arranged, state = game.arrange(setup, game.initial(setup, str(seed)), told.edits)
        session = Session(game, arranged, str(seed))
        session.resume_at(0, state, {}, [], [])
        captains = {
            seat.id: players_of(game)["captain"](f"{seed} {seat.id}") for seat in setup.info.seats
        }
        play(session, captains)
        assert session.verdict is not None
        won += session.verdict.winner == told.attacker
    assert won >= told.least, f"{told.attacker} won {won} of {GAMES}"
