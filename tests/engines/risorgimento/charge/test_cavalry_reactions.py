"""[E.2.1] [E.2.2] [E.2.3] Counter-charges, reactions to moves, squares, evasion, recall, crews."""

from __future__ import annotations

import pytest

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.risorgimento.army.units import LIMBERED, SQUARE
from grognard.engines.risorgimento.charge.cavalry_reactions import finish, reaction_case, reactors
from grognard.engines.risorgimento.charge.watching import WATCHERS
from grognard.engines.risorgimento.field.support import can_fight
from grognard.engines.risorgimento.game import Risorgimento
from grognard.engines.risorgimento.manoeuvre.manoeuvre import perform
from grognard.engines.risorgimento.melee.melee import all_melees
from grognard.engines.risorgimento.movement.move_under_way import begin, end
from grognard.engines.risorgimento.ride.crews import leave_guns, return_crews
from grognard.engines.risorgimento.turn.turn import play
from tests.engines.risorgimento.charging import charge, charging, drive, kinds, made, rolled, rules
from tests.engines.risorgimento.field import field, scripted, with_units

ONES = [1] * 12
GAME = Risorgimento()


# -- who watches (E.2.1.who) -------------------------------------------------------------------


def test_the_turn_hands_the_reactions_down_wherever_it_is_taken_up():
    for phase in ("setup.orders", "E.move", "G"):
        table = field(MOVES)
        table.handed = None
        table.update(phase=phase)
        next(play(table))
        assert table.handed is WATCHERS


def test_no_move_is_made_unwatched():
    table = field(MOVES)
    table.handed = None
    begin(table, "foe-1")
    with pytest.raises(TypeError, match="nobody watches"):
        drive(perform(table, [{"leg": [1000, 0]}]), {})


# -- cavalry reactions (E.2.1) -----------------------------------------------------------------


def test_cavalry_in_reach_may_counter_charge_and_both_meet():
    places = {"horse-1": (20, 30, 0), "foe-1": (41.9, 30, 180), "uhlans-1": (38, 33, 180)}
    table = charging(places, [("horse-1", "foe-1")], *ONES)
    asked = charge(table, {"react_cavalry": "uhlans-1", "charge_return": 12})
    assert "react_cavalry" in kinds(asked)
    assert ("discipline", "uhlans-1", 1, "passed") in rolled(table)
    assert made(table, "uhlans-1").reaction
    assert (made(table, "horse-1").met, made(table, "uhlans-1").met) == ("uhlans-1", "horse-1")
    assert [purpose for purpose, *_ in rolled(table)].count("morale_charged") == 1


def test_a_failed_reaction_disorders_and_goes_nowhere():
    places = {"horse-1": (20, 30, 0), "foe-1": (41, 30, 180), "uhlans-1": (38, 42, 270)}
    table = charging(places, [("horse-1", "foe-1")], 1, 10, *ONES)
    charge(table, {"react_cavalry": "uhlans-1", "charge_return": 12})
    unit = table.state.units["uhlans-1"]
    assert (unit.disorder, unit.moved, unit.pose) == (2, False, Pose.of(38, 42, 270))
    assert "E.2.1.fail" in rules(table)


MOVES = {"foe-1": (50, 30, 180), "horse-1": (30, 30, 0)}


@pytest.mark.parametrize(
    ("fields", "able"),
    [
        ({}, True),
        ({"moved": True}, False),
        ({"disorder": 1}, False),
        ({"routed": True}, False),
        ({"reacted": True}, False),
        ({"marker": "green"}, False),
    ],
)
def test_conditions_of_a_reaction(fields, able):
    table = field(MOVES)
    with_units(table, horse_1=fields)
    assert reactors(table.setup, table.state, "foe-1") == (("horse-1",) if able else ())


def test_no_reaction_beyond_the_movement_radius():
    for x, able in ((51.9, True), (52.1, False)):
        table = field({"foe-1": (x, 30, 180), "horse-1": (30, 30, 0)})
        assert bool(reactors(table.setup, table.state, "foe-1")) is able


def test_no_reaction_without_a_line_to_the_enemy():
    wood = {
        "id": "wood",
        "terrain": "dense_woods",
        "polygon": [[38, 20], [42, 20], [42, 40], [38, 40]],
    }
    table = field(MOVES, ground=[wood])
    assert reactors(table.setup, table.state, "foe-1") == ()
    table = field({"foe-1": (20, 30, 180), "horse-1": (30, 30, 0)})
    assert reactors(table.setup, table.state, "foe-1") == ()


@pytest.mark.parametrize(
    ("foe", "formation", "case"),
    [
        ("jager-1", "line", "react_easy"),
        ("foe-1", "march_column", "react_easy"),
        ("foe-1", "attack_column", "react_easy"),
        ("battery-1", LIMBERED, "react_easy"),
        ("foe-1", "line", ""),
        ("uhlans-1", "march_column", ""),
    ],
)
def test_case_of_the_reaction_test(foe, formation, case):
    table = field({foe: (50, 30, 180, formation), "horse-1": (30, 30, 0)})
    assert reaction_case(table.setup, table.state, "horse-1", foe) == case


def moving(table, uid, actions, answers=None):
    begin(table, uid)
    asked = drive(perform(table, actions), answers)
    if table.state.mover == uid:
        asked += drive(finish(table, uid), answers)
        end(table)
    return asked


def test_a_move_may_be_charged_and_the_melee_waits_for_phase_g():
    table = field({"foe-1": (45, 30, 180), "horse-1": (30, 30, 0)}, dice=scripted(*ONES))
    table.update(phase="E.move:alternate", active="austrian")
    asked = moving(table, "foe-1", [{"leg": [4000, 0]}], {"react_cavalry": ["wait", "horse-1"]})
    assert kinds(asked)[:2] == ["react_cavalry", "react_cavalry"]
    assert made(table, "horse-1").met == "foe-1"
    assert rolled(table)[:2] == [
        ("discipline", "horse-1", 1, "passed"),
        ("morale_charged", "foe-1", 1, "passed"),
    ]
    assert table.state.units["foe-1"].moved
    assert [(m.kind, {m.attacker, m.defender}) for m in all_melees(table)] == [
        ("charge", {"horse-1", "foe-1"})
    ]


def test_standing_once_for_all_is_not_asked_again_in_that_move():
    table = field({"foe-1": (45, 30, 180), "horse-1": (30, 30, 0)}, dice=scripted(*ONES))
    asked = moving(table, "foe-1", [{"leg": [6000, 0]}], {"react_cavalry": "pass"})
    assert kinds(asked).count("react_cavalry") == 1


def test_a_reaction_has_the_quarters_that_are_left():
    """Declared after the first quarter of the move it has three of its own: 15 cm, not 20."""
    places = {"foe-1": (53, 30, 180), "horse-1": (30, 30, 0)}
    table = field(places, dice=scripted(*ONES))
    moving(table, "foe-1", [{"leg": [2000, 0]}], {"react_cavalry": "horse-1"})
    ridden = made(table, "horse-1")
    assert (ridden.after, ridden.met) == (1, "")
    assert table.state.units["horse-1"].pose == Pose.of(45, 30, 0)
    assert [s.rule for s in table.shortfalls] == ["E.1.allowance"]


def test_a_unit_with_a_note_does_not_react():
    places = {
        "horse-1": (20, 30, 0),
        "foe-1": (44, 30, 180),
        "uhlans-1": (38, 42, 270),
        "foot-1": (60, 10, 0),
    }
    table = charging(places, [("horse-1", "foe-1"), ("uhlans-1", "foot-1")], *ONES)
    asked = charge(table, {"charge_return": 12})
    first = next(a for a in asked if a.kind == "react_cavalry")
    assert list(first.choices) == ["wait", "pass"]
    assert first.choices.why_not("uhlans-1").rule == "E.2.1.who"


# -- a cavalry ZOC (E.2.1.infantry_in_zoc) -----------------------------------------------------


def test_cavalry_whose_zoc_is_entered_may_retire_at_least_half():
    table = field({"foe-1": (42, 30, 180), "horse-1": (30, 30, 0)}, dice=scripted(*ONES))
    asked = moving(
        table, "foe-1", [{"leg": [8000, 0]}], {"react_cavalry": "pass", "react_zoc": "retire:10"}
    )
    zoc = next(a for a in asked if a.kind == "react_zoc")
    assert next(c for c in zoc.choices if c.startswith("retire")) == "retire:10"
    unit = table.state.units["horse-1"]
    assert (unit.pose, unit.reacted, unit.moved) == (Pose.of(20, 30, 0), True, True)


def test_cavalry_whose_zoc_is_entered_may_charge():
    table = field({"foe-1": (42, 30, 180), "horse-1": (30, 30, 0)}, dice=scripted(*ONES))
    moving(table, "foe-1", [{"leg": [8000, 0]}], {"react_cavalry": "pass", "react_zoc": "charge"})
    assert made(table, "horse-1").met == "foe-1"


# -- squares (E.2.2.square) --------------------------------------------------------------------


def test_line_infantry_may_form_square_and_the_cavalry_charge_on():
    table = charging(
        {"horse-1": (20, 30, 0), "foe-1": (40, 30, 180)}, [("horse-1", "foe-1")], 1, 6, *ONES
    )
    asked = charge(table, {"react_square": "square", "charge_return": 12})
    assert kinds(asked)[:3] == ["react_square", "recall", "charge_path"]
    unit = table.state.units["foe-1"]
    assert (unit.formation, unit.reacted, unit.moved) == (SQUARE, True, True)
    assert made(table, "horse-1").met == "foe-1"


def test_a_square_is_harder_to_form_from_under_eight_cm():
    for x, result in ((30, "passed"), (29.9, "failed")):
        places = {"horse-1": (20, 30, 0), "foe-1": (x, 30, 180)}
        table = charging(places, [("horse-1", "foe-1")], 1, 6, *ONES)
        charge(table, {"react_square": "square", "charge_return": 12})
        assert rolled(table)[1][3] == result


def test_a_failed_square_stays_in_its_formation_disordered():
    table = charging(
        {"horse-1": (20, 30, 0), "foe-1": (40, 30, 180)}, [("horse-1", "foe-1")], 1, 10, *ONES
    )
    asked = charge(table, {"react_square": "square", "charge_return": 12})
    unit = table.state.units["foe-1"]
    assert (unit.formation, unit.disorder) == ("line", 2)
    assert kinds(asked).count("react_square") == 1


def test_a_recall_that_succeeds_rides_off_and_stays():
    table = charging(
        {"horse-1": (20, 30, 0), "foe-1": (40, 30, 180)}, [("horse-1", "foe-1")], 1, 6, 1
    )
    away = {"do": [{"turn": 18000}, {"leg": [10000, 0]}]}
    asked = charge(table, {"react_square": "square", "recall": "recall", "recall_move": away})
    assert "charge_path" not in kinds(asked)
    assert table.state.units["horse-1"].pose == Pose.of(10, 30, 180)
    assert made(table, "horse-1").status == "recalled"


def test_a_failed_recall_charges_on_in_order():
    table = charging(
        {"horse-1": (20, 30, 0), "foe-1": (40, 30, 180)},
        [("horse-1", "foe-1")],
        1,
        6,
        10,
        2,
        2,
        1,
        1,
    )
    charge(table, {"react_square": "square", "recall": "recall", "charge_return": 12})
    assert made(table, "horse-1").met == "foe-1"
    assert "E.2.2.recall_fail_order" in rules(table)
    discipline = [r for r in rolled(table) if r[:2] == ("discipline", "horse-1")]
    assert discipline == [("discipline", "horse-1", 11, "failed")]


def test_light_infantry_and_sectors_form_no_square():
    from grognard.engines.risorgimento.charge.squares import why_not_square

    table = field({"jager-1": (40, 30, 180), "foe-1": (60, 30, 180), "foe-2": (70, 30, 180)})
    with_units(table, foe_1={"disorder": 1}, foe_2={"formation": SQUARE})
    assert [
        why_not_square(table.setup, table.state, u) is None for u in ("jager-1", "foe-1", "foe-2")
    ] == [False] * 3


# -- evasion (E.2.2.light_evade, E.2.3.evade) --------------------------------------------------


def test_light_infantry_retires_freely_from_eight_cm_and_is_followed():
    table = charging(
        {"horse-1": (20, 30, 0), "jager-1": (34, 30, 180)}, [("horse-1", "jager-1")], 1, 10, *ONES
    )
    asked = charge(table, {"react_light": "evade"})
    unit = table.state.units["jager-1"]
    assert (unit.pose, unit.disorder, unit.reacted) == (Pose.of(48, 30, 180), 0, True)
    assert kinds(asked)[0] == "react_light"
    assert made(table, "horse-1").met == ""
    assert "E.2.2.follow" in [s.rule for s in table.shortfalls]
    assert ("cavalry_advance", "horse-1") in [r[:2] for r in rolled(table)]


def test_light_infantry_caught_while_it_retires_fights():
    table = charging(
        {"horse-1": (20, 30, 0), "jager-1": (28, 30, 180)}, [("horse-1", "jager-1")], 1, 1, *ONES
    )
    charge(table, {"react_light": "evade", "charge_return": 12})
    assert made(table, "horse-1").met == "jager-1"


def test_from_under_eight_cm_it_retires_all_the_same_disordered():
    table = charging(
        {"horse-1": (20, 30, 0), "jager-1": (29.9, 30, 180)}, [("horse-1", "jager-1")], 1, 8, *ONES
    )
    charge(table, {"react_light": "evade", "charge_return": 12})
    assert rolled(table)[1] == ("discipline", "jager-1", 9, "failed")
    assert table.state.units["jager-1"].disorder == 2


GUNS = {"horse-1": (20, 30, 0), "battery-1": (40, 30, 180)}


def test_unlimbered_guns_evade_from_twelve_cm_half_their_move():
    table = charging(GUNS, [("horse-1", "battery-1")], 1, 1, *ONES)
    charge(table, {"react_artillery": "evade", "charge_return": 12})
    unit = table.state.units["battery-1"]
    assert unit.formation == LIMBERED or made(table, "horse-1").met == "battery-1"


def test_guns_charged_from_under_twelve_cm_stand():
    table = charging(
        {"horse-1": (20, 30, 0), "battery-1": (33, 30, 180)}, [("horse-1", "battery-1")], *ONES
    )
    asked = charge(table, {"charge_return": 12})
    assert "react_artillery" not in kinds(asked)
    assert "E.2.3.near" in rules(table)


def test_limbered_guns_that_fail_go_half_as_far_disordered():
    places = {"horse-1": (20, 30, 0), "battery-1": (41, 30, 180, LIMBERED)}
    for die, x, disorder in ((1, 55, 0), (10, 48, 2)):
        table = charging(places, [("horse-1", "battery-1")], 1, die, *ONES)
        with_units(table, horse_1={"marker": "yellow"})
        charge(table, {"react_artillery": "evade"})
        unit = table.state.units["battery-1"]
        assert (unit.pose.centre[0], unit.disorder) == (pytest.approx(x), disorder)


# -- crews (E.2.3.test, E.2.3.crew) ------------------------------------------------------------


def test_a_crew_that_passes_may_fire_at_short_range():
    table = charging(
        {"horse-1": (20, 30, 0), "battery-1": (33, 30, 180)}, [("horse-1", "battery-1")], *ONES
    )
    asked = charge(table, {"guns_fire": "fire", "charge_return": 12})
    assert "guns_fire" in kinds(asked)
    assert ("discipline", "battery-1", 2, "passed") in rolled(table)
    assert "E.9.mark" in rules(table)
    assert table.state.units["horse-1"].halves < 8


def test_cavalry_shot_down_where_short_range_begins_frightens_no_crew():
    """The first leg of its path ends there, so that fire and the crew's test fall on the same point."""
    places = {
        "horse-1": (20, 30, 0),
        "battery-1": (36, 30, 180),
        "foe-1": (26, 38, 270),
        "foot-1": (90, 50, 90),
    }
    table = charging(places, [("horse-1", "battery-1")], 1, 1, 1)
    with_units(table, horse_1={"halves": 4})
    shot = {"pieces": ["foe-1"], "at": "horse-1"}
    asked = charge(
        table,
        {
            "charge_path": {"do": [{"leg": [5992, 0]}, {"leg": [12000, 0]}]},
            "opportunity_fire": ["wait"] * 5 + [shot, "pass"],
        },
    )
    assert table.state.units["horse-1"].place == "removed"
    assert "guns_fire" not in kinds(asked)
    assert not any(
        subject == "battery-1" and purpose == "discipline" for purpose, subject, *_ in rolled(table)
    )


def test_guns_left_by_their_crew_and_ridden_over_are_destroyed():
    table = charging(
        {"horse-1": (20, 30, 0), "battery-1": (33, 30, 180)},
        [("horse-1", "battery-1")],
        1,
        10,
        *ONES,
    )
    charge(table)
    assert table.state.units["battery-1"].place == "removed"
    assert {"E.2.3.crew", "geo.gun_spot"} <= rules(table)
    assert made(table, "horse-1").met == ""


def test_a_crew_retakes_guns_that_were_not_touched():
    places = {"horse-1": (20, 30, 0), "battery-1": (33, 30, 180)}
    table = charging(places, [("horse-1", "battery-1")], 1, 10, *ONES)
    with_units(table, horse_1={"marker": "yellow", "shaken": True})
    charge(table)
    unit = table.state.units["battery-1"]
    assert (unit.place, unit.spot, unit.disorder) == ("table", None, 2)


def away(places, guns="battery-1", rider="horse-1"):
    """A table whose battery has just been left by its crew, and the pose the guns had."""
    table = field({"horse-1": (20, 30, 0), **places})
    place = table.state.units[guns].pose
    leave_guns(table, guns, rider)
    return table, place


@pytest.mark.parametrize(
    ("places", "spot"),
    [
        ({}, (45, 30, 180)),
        ({"foe-1": (39, 32, 180)}, (41.1, 32, 180)),
        ({"foe-1": (28, 34, 180)}, (45, 30, 180)),  # behind him it would be nearer the cavalry
        ({"foe-1": (50, 30, 180)}, (45, 30, 180)),  # behind him it would be too far
    ],
)
def test_a_crew_runs_behind_a_friend_or_twelve_cm_homewards(places, spot):
    table, place = away({"battery-1": (33, 30, 180), **places})
    unit = table.state.units["battery-1"]
    assert (unit.pose, unit.spot) == (Pose.of(*spot), place)
    assert not can_fight(unit)
    return_crews(table)
    unit = table.state.units["battery-1"]
    assert (unit.pose, unit.spot, unit.disorder) == (place, None, 2)


def test_a_crew_does_not_run_into_the_water_behind_a_friend():
    river = {"terrain": "water", "polygon": [["40", "0"], ["44", "0"], ["44", "60"], ["40", "60"]]}
    places = {"horse-1": (20, 30, 0), "battery-1": (33, 30, 180), "foe-1": (39, 32, 180)}
    table = field(places, ground=[river])
    leave_guns(table, "battery-1", "horse-1")
    assert table.state.units["battery-1"].pose.centre[0] < 40


def test_a_crew_stops_before_the_edge_of_the_table():
    table, _ = away({"battery-1": (92, 30, 180)})
    unit = table.state.units["battery-1"]
    assert (unit.place, unit.spot is not None) == ("table", True)
    assert 98 < unit.pose.centre[0] <= 100


def test_guns_come_back_beside_a_friend_that_fell_back_onto_their_place():
    table, place = away({"battery-1": (33, 30, 180), "foe-1": (80, 50, 180)})
    with_units(table, foe_1={"pose": place})
    return_crews(table)
    assert table.state.units["battery-1"].pose == place.moved(2.0, 0)
    assert list(GAME.violations(table.setup, table.state)) == []


def test_an_enemy_on_the_place_of_the_guns_has_taken_them():
    table, place = away({"battery-1": (33, 30, 180)})
    with_units(table, horse_1={"pose": place})
    return_crews(table)
    assert table.state.units["battery-1"].place == "removed"


def test_a_second_charge_rides_at_the_guns_and_not_at_their_crew():
    places = {"horse-1": (20, 30, 0), "horse-2": (20, 40, 0), "battery-1": (33, 30, 180)}
    notes = [("horse-1", "battery-1"), ("horse-2", "battery-1")]
    table = charging(places, notes, 1, 10, *ONES)
    with_units(table, horse_1={"marker": "yellow", "shaken": True})
    charge(table)
    assert made(table, "horse-2").aim == Pose.of(33, 30, 180)
    assert table.state.units["battery-1"].place == "removed"
    assert [purpose for purpose, uid, *_ in rolled(table) if uid == "battery-1"] == [
        "morale_charged",
        "discipline",
    ]


# -- on a bridge (geo.bridge) ------------------------------------------------------------------

RIVER = {
    "size": ["100", "60"],
    "patches": [
        {"id": "river", "terrain": "water", "polygon": [[35, 0], [45, 0], [45, 60], [35, 60]]}
    ],
    "bridges": [{"id": "bridge", "name": "Bridge", "line": [[35, 30], [45, 30]]}],
}


def test_only_narrow_formations_stand_on_a_bridge():
    from grognard.engines.risorgimento.charge.squares import why_not_square
    from grognard.engines.risorgimento.manoeuvre.manoeuvre import why_not_form

    table = field({"foot-1": (40, 30, 0, "march_column"), "foe-1": (90, 30, 180)}, board=RIVER)
    begin(table, "foot-1")
    assert why_not_form(table.setup, table.state, "foot-1", "attack_column") is None
    assert why_not_form(table.setup, table.state, "foot-1", "line").rule == "geo.bridge"
    assert why_not_square(table.setup, table.state, "foot-1").rule == "geo.bridge"
