from __future__ import annotations

import pytest

from tests.golden.playthrough import FOLDER, GAMES, WHOLE, play

OPENING = 300
"""So many decisions of a long record are played in every run, the rest in the soak."""
LONG = [name for name, game in GAMES.items() if game[3] < WHOLE]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.soak] * (name in LONG)) for name in GAMES]
)
def test_a_game_goes_as_recorded(name: str) -> None:
    assert play(*GAMES[name]) == (FOLDER / name).read_text("utf-8")


@pytest.mark.parametrize("name", LONG)
def test_a_long_game_opens_as_recorded(name: str) -> None:
    game, scenario, seed, _, passing = GAMES[name]
    played = play(game, scenario, seed, OPENING, passing).removesuffix("=\n").splitlines()
    assert len(played) > OPENING
    assert played == (FOLDER / name).read_text("utf-8").splitlines()[: len(played)]
