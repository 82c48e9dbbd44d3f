"""What a position is worth: what was lost counts, not who began with more, and the objective more late than early."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

from engines.core.play.game import registry
from engines.core.play.session import Session
from engines.gmt.opponent.worth import force, late, losses
from engines.gmt.setup import Setup


def begun() -> tuple[Setup, Session]:
    game = registry["gmt"]
    info = next(info for info in game.scenarios() if info.id == "first-assault")
    setup = game.load(Path(info.path), {})
    return cast("Setup", setup), Session(game, setup, "1")


def test_nothing_is_lost_as_a_game_begins_though_one_side_is_stronger() -> None:
    setup, session = begun()
    state = session.table.state
    assert force(setup, state, "french") > force(setup, state, "russian")
    assert losses(setup, state, "french") == losses(setup, state, "russian") == 0


def test_who_holds_the_objective_has_the_more_of_it_the_fewer_turns_are_left() -> None:
    setup, session = begun()
    state, worth = session.table.state, []
    assert state.holder == "russian"
    for turn in range(1, setup.turns + 1):
        for side in ("french", "russian"):
            worth.append(late(setup, replace(state, turn=turn, active=side), "russian"))
    assert worth == sorted(worth)
    assert worth[0] < worth[-1]
    assert not late(setup, state, "french")
