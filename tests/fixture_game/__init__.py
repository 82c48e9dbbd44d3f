"""A sixth, tiny game with everything the real ones hide, for the tests of the core."""

from __future__ import annotations

from tests.fixture_game.game import Picket


def game() -> Picket:
    """Return the engine (entry point of the group `grognard.games`)."""
    return Picket()
