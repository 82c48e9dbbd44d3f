"""[sch.victory] A verdict names the place that was fought for, not the number of its hex alone."""

from __future__ import annotations

from importlib.resources import files

from grognard.engines.core.play.dice import HashDice
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.table import Table
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.shevardino.battle import verdict

GAME = registry["gmt"]


def load(name: str) -> Setup:
    return GAME.load(files("grognard.scenarios").joinpath(f"gmt/{name}.yaml"), {})


def test_the_verdict_names_the_redoubt() -> None:
    setup = load("shevardino")
    table: Board = Table(setup, GAME.initial(setup, "1"), HashDice("1"))
    words = str(verdict(table).reason)
    assert "hold the Shevardino redoubt (4008) at" in words


def test_a_hex_without_a_name_is_called_by_its_number() -> None:
    found = load("shevardino").map
    assert str(found.place("3417")) == "Borodino (3417)"
    assert str(found.place("4009")) == "4009"
    assert str(found.place("")) == ""
