"""What the captain reckons with: the results of Shock by name, where he stays, where he goes."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from typing import cast

from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.gmt.field.position import cohesion
from grognard.engines.gmt.opponent.fights import RESULTS
from grognard.engines.gmt.opponent.player import enter_first
from grognard.engines.gmt.opponent.position_value import Judge, weights
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.shock.shock_resolution import result_name


def judge(scenario: str, side: str) -> Judge:
    game = registry["gmt"]
    loaded = game.load(files("grognard.scenarios.gmt").joinpath(f"{scenario}.yaml"), {})
    session = Session(game, loaded, "1")
    return Judge(cast("Setup", loaded), session.table.state, side)


def test_every_result_of_the_shock_table_is_worth_something() -> None:
    names = {result_name(total) for total in range(-6, 20)}
    assert len(names) > 3
    assert names <= set(RESULTS)
    assert all(weights()[key] for key in RESULTS.values())


def test_of_two_cleared_hexes_the_objective_is_entered() -> None:
    view = judge("first-assault", "french")
    assert enter_first(view, ["0405", view.goal]) == view.goal


def test_who_is_disordered_and_free_of_the_enemy_stays_to_rally() -> None:
    view = judge("first-assault", "french")
    unit = replace(view.state.units["teste-a"], disordered=True)
    assert cohesion(view.setup, unit) < cohesion(view.setup, view.state.units["teste-a"])
    around = view.setup.map.grid.adjacent(unit.at)
    assert all(view.place(unit, unit.at) > view.place(unit, at) for at in around)


def test_whoever_is_left_goes_into_an_empty_objective() -> None:
    view = judge("first-assault", "french")
    goal = view.goal
    empty = {at: strength for at, strength in view.foe.items() if at != goal}
    view.foe, view.near = empty, {}
    unit = replace(view.state.units["teste-a"], disordered=True)
    assert view.place(unit, goal) > view.place(unit, unit.at)


def test_horse_keeps_off_whom_it_may_not_attack() -> None:
    view = judge("charge", "french")
    unit = view.state.units["burthe"]
    assert view.place(unit, "0605") < view.place(unit, "0705")
