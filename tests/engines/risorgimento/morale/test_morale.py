"""[morale] [H] [geo.retreat] [E.7] Morale tests, failure, rout, retreats, recovery from rout."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.risorgimento.army.units import BATTERY, LIMBERED
from grognard.engines.risorgimento.field.effects import discipline_test, plain_discipline
from grognard.engines.risorgimento.morale.heart import reach_objectives, regain
from grognard.engines.risorgimento.morale.morale import (
    check_morale,
    fail,
    morale_modifiers,
    morale_test,
    rout,
)
from grognard.engines.risorgimento.morale.retreats import (
    column_move,
    directions,
    find_way,
    flee,
    retire,
)
from grognard.engines.risorgimento.morale.rout import RallyFacings, rally_phase
from tests.engines.risorgimento.charging import drive, rolled, rules
from tests.engines.risorgimento.field import field, scripted, with_units

LONE = {"foot-1": (50, 30, 0), "foe-1": (90, 50, 180)}


def modifiers(table, uid):
    return {str(m.reason.key): m.value for m in morale_modifiers(table.setup, table.state, uid)}


# -- discipline (B.1, dice.penalty) ------------------------------------------------------------


@pytest.mark.parametrize(("die", "passed"), [(7, True), (8, False)])
def test_a_discipline_test_is_passed_at_the_value_or_below(die, passed):
    table = field(LONE, dice=scripted(die))
    assert discipline_test(table, "foot-1", "", "B.1.test") is passed
    unit = table.state.units["foot-1"]
    assert (unit.disorder, unit.disordered_on) == ((0, 0) if passed else (2, 1))


def test_penalties_always_worsen_and_add_up():
    table = field(LONE, dice=scripted(1))
    with_units(table, foot_1={"disorder": 1, "fatigue": 5, "marker": "brown", "shaken": True})
    plain_discipline(table, "foot-1", "", "B.1.test")
    roll = table.entries[-1].roll
    assert [m.value for m in roll.modifiers] == [2, 2, 1]
    assert roll.total == 6


def test_a_blue_marker_worsens_no_die():
    table = field(LONE, dice=scripted(1))
    with_units(table, foot_1={"marker": "blue"})
    plain_discipline(table, "foot-1", "", "B.1.test")
    assert table.entries[-1].roll.modifiers == ()


def test_a_second_failure_puts_the_marker_back_to_d2():
    table = field(LONE, dice=scripted(10))
    table.update(turn=4)
    with_units(table, foot_1={"disorder": 1, "disordered_on": 2})
    discipline_test(table, "foot-1", "", "B.1.test")
    assert (table.state.units["foot-1"].disorder, table.state.units["foot-1"].disordered_on) == (
        2,
        4,
    )


# -- morale tests (morale.test) ----------------------------------------------------------------


@pytest.mark.parametrize(("die", "passed"), [(7, True), (8, False)])
def test_a_morale_test_is_passed_at_the_current_morale_or_below(die, passed):
    table = field(LONE, dice=scripted(die))
    assert morale_test(table, "foot-1", "melee") is passed


def test_modifiers_of_losses_and_quality():
    table = field({"zouaves-1": (50, 30, 0), "foe-1": (90, 50, 180)})
    with_units(table, zouaves_1={"halves": 9})
    assert modifiers(table, "zouaves-1") == {
        "Lost a quarter of its strength": 1,
        "Guard and zouaves": -1,
    }
    with_units(table, zouaves_1={"halves": 7})
    assert modifiers(table, "zouaves-1") == {
        "Lost two fifths of its strength": 2,
        "Guard and zouaves": -1,
    }


def test_modifiers_of_place_and_company():
    places = {
        "foot-1": (50, 30, 0),
        "foot-2": (50, 36, 0),
        "foot-3": (50, 24, 0),
        "foe-1": (90, 50, 180),
    }
    table = field(places)
    assert modifiers(table, "foot-1") == {"Friends in order on both sides within 3 cm": -1}
    with_units(table, foot_2={"disorder": 1})
    assert modifiers(table, "foot-1") == {}
    farm = {"id": "farm", "terrain": "walled", "polygon": [[48, 28], [52, 28], [52, 32], [48, 32]]}
    table = field(LONE, ground=[farm])
    assert modifiers(table, "foot-1") == {"In a village, cemetery or farm": -2}


def test_an_attached_commander_helps():
    table = field({"foe-1": (50, 30, 180), "foot-1": (10, 10, 0)})
    general = table.state.commanders["general"]
    table.update(
        commanders={**table.state.commanders, "general": replace(general, attached="foe-1")}
    )
    assert modifiers(table, "foe-1") == {"{name} attached": -1}


# -- failure and rout (morale.fail, morale.rout) -----------------------------------------------


def test_a_failure_costs_one_and_puts_the_yellow_marker_which_does_not_stack():
    table = field(LONE)
    fail(table, "foot-1", "morale.fail")
    fail(table, "foot-1", "morale.fail")
    unit = table.state.units["foot-1"]
    assert (unit.vm, unit.shaken, unit.routed) == (5, True, False)
    assert modifiers(table, "foot-1") == {"Yellow morale marker": 1}


@pytest.mark.parametrize(("vm", "routs"), [(4, False), (3, True)])
def test_the_failure_that_takes_it_below_half_routs(vm, routs):
    """Half of 7 is 3."""
    table = field(LONE)
    with_units(table, foot_1={"vm": vm})
    assert fail(table, "foot-1", "morale.fail") is routs
    assert table.state.units["foot-1"].routed is routs


def test_a_rout_runs_a_whole_column_move_home_in_march_column():
    table = field(LONE)
    rout(table, "foot-1", "morale.rout")
    unit = table.state.units["foot-1"]
    assert (unit.pose, unit.formation) == (Pose.of(36, 30, 180), "march_column")


def test_a_routed_battery_is_limbered():
    table = field({"guns-1": (50, 30, 0), "foe-1": (90, 50, 180)})
    assert table.state.units["guns-1"].formation == BATTERY
    rout(table, "guns-1", "morale.rout")
    assert table.state.units["guns-1"].formation == LIMBERED


def test_enemies_within_three_cm_take_heart_and_friends_test():
    """foe-1 stands 3 cm before it, foe-2 farther; foot-2 is 3 cm beside it."""
    places = {
        "foot-1": (50, 30, 0),
        "foe-1": (55, 30, 180),
        "foe-2": (56, 40, 180),
        "foot-2": (50, 36.5, 0),
    }
    table = field(places, dice=scripted(1))
    with_units(table, foe_1={"vm": 4}, foe_2={"vm": 4})
    rout(table, "foot-1", "morale.rout")
    assert [table.state.units[u].vm for u in ("foe-1", "foe-2")] == [5, 4]
    assert rolled(table) == [("morale_friend_routs", "foot-2", 1, "passed")]


def test_morale_never_rises_above_its_first_value():
    table = field(LONE)
    regain(table, "foot-1")
    assert table.state.units["foot-1"].vm == 7


def test_an_objective_gives_heart_once_for_each_unit():
    table = field(LONE, objectives=[{"id": "hill", "name": "Hill", "at": [50, 30], "points": "1"}])
    with_units(table, foot_1={"vm": 4})
    reach_objectives(table, "foot-1")
    reach_objectives(table, "foot-1")
    assert table.state.units["foot-1"].vm == 5


def test_passing_a_test_changes_nothing():
    table = field(LONE, dice=scripted(1))
    assert check_morale(table, "foot-1", "melee")
    assert (table.state.units["foot-1"].vm, table.state.units["foot-1"].shaken) == (7, False)


# -- the way back (geo.retreat, E.7.rout_test, E.8.forced) -------------------------------------


def test_candidates_of_a_retreat():
    table = field(LONE)
    assert [d % 360 for d in directions(table.setup, "foot-1")] == [
        180,
        195,
        165,
        210,
        150,
        225,
        135,
    ]


def test_a_retreat_keeps_its_front_to_the_enemy():
    table = field(LONE)
    retire(table, "foot-1", 7.0, "G.3.retreat")
    assert table.state.units["foot-1"].pose == Pose.of(43, 30, 0)


def test_a_friend_in_the_way_is_avoided():
    table = field({**LONE, "foot-2": (44, 30, 0)})
    way = find_way(table.setup, table.state, "foot-1", 7.0)
    assert (way.direction % 360, way.friends) == (210.0, ())


def test_friends_on_every_side_are_passed_through_and_test():
    wall = {f"foot-{n}": (44, 30 + 3.6 * (n - 4), 0) for n in (2, 3, 4, 5, 6)}
    table = field({**LONE, **wall}, dice=scripted(1))
    way = find_way(table.setup, table.state, "foot-1", 7.0)
    assert (way.direction, way.friends) == (180.0, ("foot-4",))
    retire(table, "foot-1", 7.0, "G.3.retreat")
    assert rolled(table) == [("discipline", "foot-4", 1, "passed")]
    assert table.state.units["foot-1"].pose.x == 42000


def test_a_unit_disordered_by_passage_goes_back_itself_once():
    wall = {f"foot-{n}": (44, 30 + 3.6 * (n - 4), 0) for n in (2, 3, 4, 5, 6)}
    table = field({**LONE, **wall}, dice=scripted(10))
    retire(table, "foot-1", 7.0, "G.3.retreat")
    unit = table.state.units["foot-4"]
    assert unit.disorder == 2
    assert unit.pose.x == pytest.approx(44000 - 14000, abs=500)
    assert "E.3.4.distance" in rules(table)


def test_enemies_on_every_side_eliminate():
    ring = {f"foe-{n}": (46 - abs(n - 4) * 0.6, 30 + 3.4 * (n - 4), 0) for n in range(1, 8)}
    table = field({"foot-1": (50, 30, 0), **ring})
    assert find_way(table.setup, table.state, "foot-1", 7.0) is None
    retire(table, "foot-1", 7.0, "G.3.retreat")
    assert table.state.units["foot-1"].place == "removed"
    assert "E.8.forced" in rules(table)


def test_crossing_the_edge_removes():
    table = field({"foot-1": (5, 30, 0), "foe-1": (90, 50, 180)})
    flee(table, "foot-1", column_move(table.setup, "foot-1"), "H.4.fail")
    assert table.state.units["foot-1"].place == "left"


def test_the_last_place_is_clear_of_friends():
    wall = {f"foot-{n}": (43.5, 30 + 3.6 * (n - 4), 0) for n in (2, 3, 4, 5, 6)}
    table = field({**LONE, **wall}, dice=scripted(1, 1))
    retire(table, "foot-1", 7.0, "G.3.retreat")
    stand = table.state.units["foot-1"].pose
    assert stand.x <= 41500


# -- recovery from rout (H.4) ------------------------------------------------------------------


def test_a_unit_recovers_at_its_morale_or_below_in_column_facing_as_it_likes():
    table = field(
        {"foot-1": (50, 30, 180, "march_column"), "foe-1": (90, 50, 180)}, dice=scripted(2)
    )
    with_units(table, foot_1={"routed": True, "vm": 4, "disorder": 2})
    asked = drive(rally_phase(table), {"rally_facing": 0})
    unit = table.state.units["foot-1"]
    assert [a.kind for a in asked] == ["rally_facing"]
    assert (unit.routed, unit.vm, unit.disorder, unit.formation) == (False, 5, 0, "march_column")
    assert unit.pose == Pose.of(50, 30, 0)


def test_who_fails_flees_on_and_loses_no_morale():
    table = field(
        {"foot-1": (50, 30, 180, "march_column"), "foe-1": (90, 50, 180)}, dice=scripted(3)
    )
    with_units(table, foot_1={"routed": True, "vm": 2})
    assert drive(rally_phase(table)) == []
    unit = table.state.units["foot-1"]
    assert (unit.routed, unit.vm, unit.shaken, unit.pose) == (True, 2, False, Pose.of(36, 30, 180))


def test_a_recovered_unit_needs_room_to_face():
    places = {
        "foot-1": (50, 30, 180, "march_column"),
        "foot-2": (50, 32.5, 0),
        "foe-1": (90, 50, 180),
    }
    table = field(places)
    facings = RallyFacings(table.setup, table.state, "foot-1")
    assert facings.why_not(9000).rule == "E.7.forbidden"
    assert 18000 in list(facings)
    assert 9000 not in list(facings)
