"""The special rules of scenarios: command, leaving by a road, wading, mines, places to hold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.core.play.dice import ScriptedDice
from grognard.engines.core.play.table import Table
from grognard.engines.risorgimento.command.special_rules import (
    command_modifiers,
    departed,
    leave_by_road,
)
from grognard.engines.risorgimento.ground.ground import course, may_stand
from grognard.engines.risorgimento.movement.move_under_way import begin, end, put
from grognard.engines.risorgimento.scenario.load import initial_state, load_setup, scenario_infos
from grognard.engines.risorgimento.setup import Board
from grognard.engines.risorgimento.table.invariants import broken
from grognard.engines.risorgimento.victory.victory import last_verdict, lost_units
from tests.engines.risorgimento.field import watched


def battle(name: str, *dice: int) -> Board:
    info = next(i for i in scenario_infos() if i.id == name)
    setup = load_setup(Path(info.path), {})
    return watched(Table(setup, initial_state(setup, "1"), ScriptedDice(list(dice))))


def stand(table: Board, uid: str, x: float, y: float, heading: float = 0.0) -> None:
    unit = replace(table.state.units[uid], place="table", pose=Pose.of(x, y, heading))
    table.update(units={**table.state.units, uid: unit})


@pytest.mark.parametrize(
    ("turn", "side", "values"),
    [
        (14, "austrian", []),
        (15, "austrian", [2]),
        (18, "austrian", [2]),
        (15, "allied", []),
    ],
)
def test_macmahon_weighs_on_austrian_command(turn: int, side: str, values: list[int]) -> None:
    table = battle("magenta")
    found = command_modifiers(table.setup, replace(table.state, turn=turn), side)
    assert [modifier.value for modifier in found] == values


@pytest.mark.parametrize(
    ("turn", "y", "leaves"), [(6, 2.0, False), (7, 2.0, True), (7, 9.0, False)]
)
def test_the_rearguard_leaves_by_the_lodi_road(turn: int, y: float, leaves: bool) -> None:
    table = battle("melegnano")
    table.update(turn=turn)
    stand(table, "ir11-1", 60, y, 290)
    stand(table, "zouaves-1", 60, 20, 290)
    leave_by_road(table)
    assert departed(table.state, "ir11-1") == leaves
    assert table.state.points["austrian"] == (3 if leaves else 0)
    assert table.state.units["ir11-1"].place == ("left" if leaves else "table")
    assert lost_units(table.setup, table.state, "austrian") == 0


def test_who_is_touched_by_the_enemy_does_not_leave() -> None:
    table = battle("melegnano")
    table.update(turn=8)
    stand(table, "ir11-1", 60, 2, 90)
    stand(table, "zouaves-1", 60, 4, 270)
    leave_by_road(table)
    assert not departed(table.state, "ir11-1")


def test_who_leaves_by_the_road_bears_no_marker() -> None:
    table = battle("melegnano")
    table.update(turn=7)
    stand(table, "ir11-1", 60, 2.0, 290)
    stand(table, "zouaves-1", 60, 20, 290)
    tired = replace(table.state.units["ir11-1"], fatigue=3, disorder=1, shaken=True, marker="brown")
    table.update(units={**table.state.units, "ir11-1": tired})
    leave_by_road(table)
    assert departed(table.state, "ir11-1")
    assert not [one for one in broken(table.setup, table.state) if "marker" in one]


def test_one_brigade_a_turn_leaves_san_martino() -> None:
    table = battle("san-martino")
    table.update(turn=10)
    for uid, x in (("lippert-line-1", 93.5), ("lippert-line-2", 97.5), ("dauber-line-1", 100)):
        stand(table, uid, x, 2, 270)
    leave_by_road(table)
    gone = [uid for uid in table.state.units if departed(table.state, uid)]
    assert gone == ["lippert-line-1", "lippert-line-2"]
    leave_by_road(table)
    assert departed(table.state, "dauber-line-1")


def test_zouaves_wade_the_sesietta_once() -> None:
    table = battle("palestro")
    setup, state = table.setup, table.state
    zouaves, line = setup.types["zouaves-1"], setup.types["ir12-1"]
    over = course(setup, state, zouaves, "open_order", (9.5, 18.0), (17.0, 18.0))
    assert over.stop is None
    assert [patch.terrain for _, patch in over.tests] == ["ford"]
    assert over.effort() > 8.0
    assert may_stand(setup, state, zouaves, "open_order", (12.8, 18.0))
    back = course(setup, state, zouaves, "open_order", (17.0, 18.0), (9.5, 18.0))
    assert back.barrier is not None
    assert back.barrier.id == "sesietta"
    others = course(setup, state, line, "open_order", (9.5, 18.0), (17.0, 18.0))
    assert others.barrier is not None


@pytest.mark.parametrize(("die", "stands"), [(3, False), (4, True)])
def test_ponte_nuovo_may_be_blown_once(die: int, stands: bool) -> None:
    table = battle("magenta", die)
    uid = "grenadiers-2-3"
    stand(table, uid, 44, 60)
    begin(table, uid)
    put(table, uid, Pose.of(47, 60, 0))
    put(table, uid, Pose.of(50.5, 60, 0))
    end(table)
    assert ("ponte-nuovo" not in table.state.features) == stands
    pose = table.state.units[uid].pose
    assert pose == Pose.of(50.5 if stands else 47, 60, 0)
    stand(table, "grenadiers-2-1", 48, 60)
    begin(table, "grenadiers-2-1")
    end(table)
    assert table.dice.used == 1  # type: ignore[attr-defined]


def test_the_owner_of_the_mine_does_not_set_it_off() -> None:
    table = battle("magenta")
    stand(table, "burdina-line-2", 50.5, 60, 180)
    begin(table, "burdina-line-2")
    end(table)
    assert not any(key.startswith("mine:") for key in table.state.features)


def held_by_allies(count: int) -> Board:
    table = battle("montebello")
    places = list(table.state.held)
    table.update(held={**table.state.held, **dict.fromkeys(places[:count], "allied")})
    return table


@pytest.mark.parametrize(
    ("count", "winner"), [(0, "austrian"), (1, "austrian"), (2, "allied"), (4, "allied")]
)
def test_montebello_is_won_by_places(count: int, winner: str) -> None:
    table = held_by_allies(count)
    verdict = last_verdict(table.setup, table.state)
    assert (verdict.winner, verdict.rule) == (winner, "I.1.objectives")


@pytest.mark.parametrize(
    ("count", "winner"), [(1, "austrian"), (2, "draw"), (3, "allied"), (4, "allied")]
)
def test_fewer_places_may_draw_than_win(count: int, winner: str) -> None:
    table = held_by_allies(count)
    asked = ({"rule": "hold_to_win", "side": "allied", "win": 3, "draw": 2},)
    setup = replace(table.setup, special={**table.setup.special, "hold_to_win": asked})
    verdict = last_verdict(setup, table.state)
    assert (verdict.winner, verdict.rule) == (winner, "I.1.objectives")
