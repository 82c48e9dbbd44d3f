from __future__ import annotations

import pytest

from tests.golden.playthrough import FOLDER, GAMES, play


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_recorded(name: str) -> None:
    assert play(*GAMES[name]) == (FOLDER / name).read_text("utf-8")
