"""Manners in the data are for seats and scenarios that there are, of numbers that the captain goes by."""

from __future__ import annotations

from importlib.resources import files

import pytest
import yaml

from grognard.engines.core.play.bots import players_of
from grognard.engines.core.play.game import AnyGame, registry
from grognard.engines.core.think.manners import Manner
from grognard.engines.core.think.thinker import Thinker

GAMES = [game for game in registry.games().values() if "marshal" in players_of(game)]


def manners(game: AnyGame) -> tuple[Manner, ...]:
    """Return the manners that the marshal of a game has."""
    marshal = players_of(game)["marshal"]("m")
    assert isinstance(marshal, Thinker)
    return marshal.judging.manners


def numbers(game: AnyGame) -> set[str]:
    """Return the names of all numbers that the data give to a game's captain."""
    room = files(f"grognard.engines.{game.id}.opponent")
    texts = (one.read_text("utf-8") for one in room.iterdir() if one.name.endswith(".yaml"))
    tables = [table for text in texts for table in yaml.safe_load(text).values()]
    return {name for table in tables if isinstance(table, dict) for name in table}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_manner_is_for_what_there_is(game: AnyGame) -> None:
    """A name that is misspelt would change nothing, and nobody would know."""
    infos = game.scenarios()
    seats = {seat.id for info in infos for seat in info.seats}
    for one in manners(game):
        assert one.seat in {"", *seats}, one.name
        assert one.scenario in {"", *(info.id for info in infos)}, one.name
        assert one.times, one.name
        assert {name for name, _ in one.times} <= numbers(game), one.name
