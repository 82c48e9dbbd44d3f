"""The table as a seat sees it."""

from dataclasses import replace
from pathlib import Path

from grognard.engines.gmt.field.boardview import board_view
from grognard.engines.gmt.scenario.load import initial_state, load_setup, scenario_infos
from grognard.engines.gmt.state import BOXES, WITHDRAWN, Attack, Battle
from grognard.engines.gmt.table.view import TRAYS, table_view
from grognard.engines.gmt.tables import tables
from grognard.engines.gmt.turns import TURNS

INFO = next(i for i in scenario_infos() if i.id == "shevardino")
SETUP = load_setup(Path(INFO.path), {})
STATE = initial_state(SETUP, "x")


def piece(view, uid):
    return next(p for p in view.pieces if p.id == uid)


def test_counters_show_the_side_that_is_up() -> None:
    unit = replace(STATE.units["duppelin-a"], disordered=True, fired=True)
    view = table_view(SETUP, replace(STATE, units={**STATE.units, unit.id: unit}), None)
    shown = piece(view, "duppelin-a")
    kind = SETUP.types["duppelin-a"]
    assert dict(shown.values)["cohesion"] == str(kind.disordered_cohesion)
    assert shown.badges == ("disordered", "fired")
    assert (shown.facing, shown.stack, shown.symbol) == (90.0, 0, "infantry")
    assert dict(piece(view, "cm-art-1").values)["range"] == "3-5"
    assert piece(view, "cm-art-1").stack == 2


def test_charging_units_carry_the_badge_until_it_is_over() -> None:
    attack = Attack("a1", "french", ("dornes",), "4819", "4819", 1, ("4818",), charge=True)
    state = replace(STATE, battle=Battle(attacks=(attack,)))
    assert "charge" in piece(table_view(SETUP, state, None), "dornes").badges
    over = replace(state, battle=Battle(attacks=(replace(attack, status="resolved"),)))
    assert piece(table_view(SETUP, over, None), "dornes").badges == ()


def test_boxes_tracks_and_roster_tell_the_state() -> None:
    gone = replace(STATE.units["guy"], at=WITHDRAWN)
    view = table_view(SETUP, replace(STATE, units={**STATE.units, "guy": gone}), "french")
    trays = {tray.id: tray.pieces for tray in view.trays}
    assert trays["withdrawn-french"] == ("guy",)
    assert "pire" in trays["reinforcements-french"]
    line = next(line for line in view.roster if line.id == "i-corps")
    assert line.lost == ("guy",)
    assert str(line.note).startswith("1 of 14 lost, Collapse at 10")
    victory = next(track for track in view.tracks if track.id == "victory")
    assert (str(victory.steps[victory.current]), victory.rule) == ("Russians", "sch.victory")
    assert str(view.turn) == "Turn 1 of 5"
    assert piece(view, "guy").at is None


def test_phases_are_named_with_a_rule() -> None:
    assert all(line.rules for turn in TURNS.values() for line in turn.outline())
    assert tables()


def test_a_bridge_that_is_out_is_shown_destroyed() -> None:
    board = board_view(SETUP)
    kinds = {edge.id.partition(":")[2]: edge.kind for edge in board.edges if "bridge" in edge.kind}
    assert kinds["3217/3316"] == "bridge_destroyed"
    assert sorted(set(kinds.values())) == ["bridge", "bridge_destroyed"]


def test_every_box_of_the_state_is_a_box_beside_the_map() -> None:
    assert {tray.box for tray in TRAYS} == set(BOXES)
