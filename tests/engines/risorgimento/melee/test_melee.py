"""[G] Contacts, supporters, dice, results, retreats, advances, villages, bridges, guns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.risorgimento.army.units import LIMBERED, SQUARE
from grognard.engines.risorgimento.field.footprint import base
from grognard.engines.risorgimento.field.support import (
    exposed,
    flanked,
    from_behind,
    melees,
    supporters,
)
from grognard.engines.risorgimento.game import Risorgimento
from grognard.engines.risorgimento.melee.advances import (
    advance_infantry,
    controlled,
    pursue,
    ride_free,
)
from grognard.engines.risorgimento.melee.facing import facing_place, surprised_by
from grognard.engines.risorgimento.melee.melee import fight, melee_phase
from grognard.engines.risorgimento.melee.melee_roll import Side, modifiers, sides_of, strength
from grognard.engines.risorgimento.melee.villages import refuges, take_slot
from grognard.engines.risorgimento.state import Charge, Melee
from tests.engines.risorgimento.charging import drive, kinds, rolled, rules
from tests.engines.risorgimento.field import field, scripted, with_units

FRONT = {"foot-1": (30, 30, 0), "foe-1": (32, 30, 180)}
HOME = {"allied": 180, "austrian": 0}


def fought(places, *dice, answers=None, phase="G", **changes):
    table = field(places, dice=scripted(*dice))
    table.update(phase=phase, initiative="allied")
    with_units(table, **changes)
    asked = drive(melee_phase(table), answers)
    return table, asked


def names(table, uid, enemy, helpers=(), foes=()):
    found = modifiers(table.setup, table.state, Side(uid, enemy, tuple(helpers), tuple(foes)))
    return [(str(m.reason.key), m.value) for m in found]


def pairs(table):
    return [(m.attacker, m.defender, m.supporters) for m in melees(table.setup, table.state)]


# -- who fights (G.contact, G.one_front, G.1) --------------------------------------------------


def test_fronts_that_face_each_other_fight():
    assert pairs(field(FRONT)) == [("foot-1", "foe-1", ())]


def test_touching_without_a_front_is_no_contact():
    assert pairs(field({"foot-1": (30, 30, 0), "foe-1": (30, 33.5, 0)})) == []


def test_a_routed_unit_is_in_no_melee():
    table = field(FRONT)
    with_units(table, foe_1={"routed": True})
    assert pairs(table) == []


def test_the_one_that_came_this_turn_attacks():
    table = field(FRONT)
    with_units(table, foe_1={"moved": True})
    assert pairs(table) == [("foe-1", "foot-1", ())]


def test_a_friend_at_its_side_supports_and_one_on_each_side_at_most():
    places = {**FRONT, "foot-2": (30, 33.5, 0), "foot-3": (30, 26.5, 0), "foot-r1": (30, 37, 0)}
    assert pairs(field(places)) == [
        ("foot-1", "foe-1", (("foot-2", "foot-1"), ("foot-3", "foot-1")))
    ]


def test_who_is_beside_the_enemy_supports_and_takes_him_in_flank():
    table = field({**FRONT, "foot-2": (32, 33.5, 180)})
    assert pairs(table) == [("foot-1", "foe-1", (("foot-2", "foot-1"),))]
    assert flanked(table.setup, table.state, "foe-1", ["foot-1", "foot-2"])


def test_who_is_engaged_himself_does_not_support():
    places = {**FRONT, "foot-2": (30, 33.5, 0), "foe-2": (32, 33.5, 180)}
    found = melees(field(places).setup, field(places).state)
    assert [(m.attacker, m.defender) for m in found] == [("foot-1", "foe-1"), ("foot-2", "foe-2")]
    assert all(not m.supporters for m in found)


@pytest.mark.parametrize(("x", "flank"), [(32.0, True), (33.1, False)])
def test_a_flank_attack_needs_more_than_half_of_the_front(x, flank):
    """The column's front of 2 cm lies on the flank of foe-1, from x 31 to 33: all of it, or 0.9 cm."""
    table = field({**FRONT, "horse-1": (x, 33.5, 270, "march_column")})
    assert flanked(table.setup, table.state, "foe-1", ["foot-1", "horse-1"]) is flank


def test_guns_and_units_of_another_melee_attack_the_flank_too():
    guns = field({**FRONT, "guns-1": (32, 32.75, 270)})
    assert flanked(guns.setup, guns.state, "foe-1", ["foot-1"])
    busy = field({**FRONT, "foot-2": (32, 33.5, 0), "foe-2": (34, 33.5, 180)})
    assert exposed(busy.setup, busy.state, "foe-1", ["foot-1"]) == "flank"
    with_units(busy, foot_2={"routed": True})
    assert exposed(busy.setup, busy.state, "foe-1", ["foot-1"]) == ""


def test_guns_without_their_crew_attack_nobody():
    table = field({**FRONT, "guns-1": (32, 32.75, 270)})
    with_units(table, guns_1={"spot": table.state.units["guns-1"].pose})
    assert not flanked(table.setup, table.state, "foe-1", ["foot-1"])


def test_the_rear_is_worse_than_the_flank():
    places = {**FRONT, "foot-2": (34, 30, 180), "foot-3": (32, 33.5, 180)}
    table = field(places)
    assert exposed(table.setup, table.state, "foe-1", ["foot-1", "foot-3"]) == "rear"


def test_a_front_on_the_rear_is_an_attack_in_the_rear():
    table = field({**FRONT, "foot-2": (34, 30, 180)})
    assert from_behind(table.setup, table.state, "foe-1")
    with_units(table, foe_1={"formation": SQUARE})
    assert not from_behind(table.setup, table.state, "foe-1")


# -- strength (G.1.strength, G.3.column) -------------------------------------------------------


def test_supporters_count_half_and_squares_a_quarter():
    table = field({**FRONT, "foot-2": (30, 33.5, 0)})
    one, other = sides_of(melees(table.setup, table.state)[0])
    melee = melees(table.setup, table.state)[0]
    assert strength(table.setup, melee, one, table.state) == 9
    assert strength(table.setup, melee, other, table.state) == 8
    with_units(table, foe_1={"formation": SQUARE})
    assert strength(table.setup, melee, other, table.state) == 2


def test_strengths_are_those_of_the_beginning_of_the_phase():
    table = field(FRONT)
    melee = melees(table.setup, table.state)[0]
    with_units(table, foot_1={"halves": 2})
    assert strength(table.setup, melee, sides_of(melee)[0], table.state) == 6


def test_guns_beside_a_friend_count_in_full_times_their_multiplier():
    table = field({**FRONT, "guns-1": (30, 32.75, 0)})
    melee = melees(table.setup, table.state)[0]
    assert melee.supporters == (("guns-1", "foot-1"),)
    assert strength(table.setup, melee, sides_of(melee)[0], table.state) == 6 + 2 * 4


# -- modifiers (G.3.roll) ----------------------------------------------------------------------


def test_modifiers_of_arms():
    table = field({"horse-1": (30, 30, 0), "foe-1": (32, 30, 180)})
    table.update(charges=(Charge("horse-1", "foe-1", status="contact", straight=True),))
    assert names(table, "horse-1", "foe-1") == [("Charge bonus, light cavalry", 2)]
    assert names(table, "foe-1", "horse-1") == [
        ("Infantry not in square against cavalry in the open", -2)
    ]
    with_units(table, foe_1={"formation": SQUARE})
    assert names(table, "horse-1", "foe-1") == [
        ("Charge bonus, light cavalry", 2),
        ("Cavalry against a square", -4),
    ]
    assert names(table, "foe-1", "horse-1") == [("Infantry in square against cavalry", 2)]


def test_modifiers_of_state_and_attack():
    table = field({"foot-1": (30, 30, 0, "attack_column"), "foe-1": (32, 30, 180, "open_order")})
    with_units(table, foot_1={"moved": True}, foe_1={"disorder": 1, "fatigue": 5, "shaken": True})
    assert names(table, "foot-1", "foe-1") == [
        ("Attack column attacking", 1),
        ("French attacking, bersaglieri, grenadiers", 2),
    ]
    found = dict(names(table, "foe-1", "foot-1"))
    assert found == {
        "Open order in the open against formed troops": -1,
        "Disordered": -2,
        "Fatigue {n}": -2,
        "Yellow morale marker": -1,
    }


def test_modifiers_of_ground():
    hill = {
        "id": "hill",
        "terrain": "hill",
        "level": "1",
        "polygon": [[31.5, 20], [50, 20], [50, 40], [31.5, 40]],
    }
    table = field(FRONT, ground=[hill])
    assert names(table, "foe-1", "foot-1") == [("Above the enemy", 1)]
    bank = {
        "id": "bank",
        "terrain": "bank",
        "polygon": [[30.9, 20], [31.1, 20], [31.1, 40], [30.9, 40]],
    }
    table = field(FRONT, ground=[bank])
    with_units(table, foe_1={"moved": True})
    assert names(table, "foe-1", "foot-1") == [("Attacks across a ditch or bank", -1)]


# -- results (G.3.result, G.3.retreat) ---------------------------------------------------------


def test_a_side_that_fails_retires_half_a_column_move_facing_the_enemy_disordered():
    """8 SP roll 5: M+2; 6 SP roll 1: nothing. The French fail on 6 + 2, the Austrians advance 1 cm."""
    table, _ = fought(FRONT, 1, 5, 6)
    loser, winner = table.state.units["foot-1"], table.state.units["foe-1"]
    assert (loser.pose, loser.disorder, loser.vm, loser.shaken) == (Pose.of(23, 30, 0), 2, 6, True)
    assert winner.pose == Pose.of(31, 30, 180)
    assert (loser.fatigue, winner.fatigue) == (1, 1)
    assert {"G.3.retreat", "G.4.2.infantry", "G.3.fatigue"} - {"G.3.fatigue"} <= rules(table)


def test_the_winner_takes_heart():
    table, _ = fought(FRONT, 1, 5, 6, foe_1={"vm": 4})
    assert table.state.units["foe-1"].vm == 5


def test_supporters_retire_with_their_side_without_a_test_of_their_own():
    places = {**FRONT, "foot-2": (30, 33.5, 0)}
    table, _ = fought(places, 1, 5, 6, 1)
    beside = table.state.units["foot-2"]
    assert (beside.pose, beside.disorder, beside.vm) == (Pose.of(23, 33.5, 0), 2, 6)
    assert [purpose for purpose, *_ in rolled(table)] == [
        "melee",
        "melee",
        "morale_melee",
        "morale_melee",
    ]


def test_neither_fails_and_they_stay_in_contact():
    table, _ = fought(FRONT, 1, 1, 1)
    assert [table.state.units[u].pose.x for u in ("foot-1", "foe-1")] == [30000, 32000]
    assert table.state.melees == ()


def test_both_fail_and_nobody_advances_or_takes_heart():
    table, _ = fought(FRONT, 5, 5, 9, 9, foe_1={"vm": 5})
    units = table.state.units
    assert (units["foot-1"].pose.x, units["foe-1"].pose.x, units["foe-1"].vm) == (23000, 39000, 4)
    assert "G.3.both" in rules(table)


def test_a_unit_at_half_morale_routs_instead():
    table, _ = fought(FRONT, 1, 5, 6, foot_1={"vm": 3})
    loser = table.state.units["foot-1"]
    assert (loser.routed, loser.formation, loser.disorder) == (True, "march_column", 0)
    assert loser.pose.x == 30000 - 14000


def test_a_number_takes_loss_points_and_tests_with_two():
    table, _ = fought(FRONT, 1, 9, 1)
    assert table.state.units["foot-1"].halves == 12 - 2
    assert ("morale_melee", "foot-1", 3, "passed") in rolled(table)


def test_the_roll_is_kept_between_nought_and_ten():
    table, _ = fought(FRONT, 1, 1, 1, foot_1={"disorder": 2, "fatigue": 8})
    assert rolled(table)[0] == ("melee", "foot-1", -5, "-")


# -- facing (G.2.turn) -------------------------------------------------------------------------

SIDE = {"foot-1": (30, 30, 90), "foe-1": (32.75, 30, 180)}


def test_a_unit_attacked_in_flank_may_turn_with_a_test():
    table, asked = fought(SIDE, 7, 1, 1, 1, answers={"melee_turn": "turn"})
    assert kinds(asked)[0] == "melee_turn"
    unit = table.state.units["foot-1"]
    assert (unit.pose, unit.disorder) == (Pose.of(30.75, 30, 0), 2)
    assert rolled(table)[0] == ("discipline", "foot-1", 8, "failed")


def test_a_unit_that_does_not_turn_fights_with_the_penalty():
    table, _ = fought(SIDE, 1, 1, 1, answers={"melee_turn": "stay"})
    roll = next(e.roll for e in table.entries if e.roll is not None and e.roll.subject == "foot-1")
    assert [m.value for m in roll.modifiers if m.rule == "G.2.flank"] == [-2]


def test_on_a_bridge_there_may_be_no_ground_to_turn_on():
    """Front to front with an attacker from the side its middle would lie in the water."""
    river = {
        "terrain": "water",
        "polygon": [["20", "20"], ["40", "20"], ["40", "40"], ["20", "40"]],
    }
    board = {
        "size": ["100", "60"],
        "patches": [river],
        "bridges": [{"id": "b", "line": [["18", "30"], ["42", "30"]]}],
    }
    places = {"foot-1": (30, 29.5, 0, "march_column"), "foe-1": (30, 31.5, 270)}
    table = field(places, board=board)
    assert table.setup.table.bridges
    assert facing_place(table.setup, table.state, "foot-1", "foe-1") is None
    dry = field(places, board={"size": ["100", "60"]})
    assert facing_place(dry.setup, dry.state, "foot-1", "foe-1") is not None


def test_who_is_engaged_in_front_is_not_asked_to_turn():
    table = field({**FRONT, "foe-2": (30, 32.75, 270)})
    assert surprised_by(table.setup, table.state, "foot-1") is None


# -- guns (G.7) --------------------------------------------------------------------------------


def test_guns_alone_are_lost_by_any_morale_result():
    table, _ = fought({"guns-1": (30, 30, 0), "foe-1": (32, 30, 180)}, 1, 5)
    assert table.state.units["guns-1"].place == "removed"
    assert "G.7.alone" in rules(table)
    first = next(e.roll for e in table.entries if e.roll is not None)
    assert -3 in [m.value for m in first.modifiers]


def test_guns_beside_a_friend_share_his_die():
    """A die of 5 with the +2 of the result: morale 6 fails, the 7 of the battery passes."""
    places = {**FRONT, "guns-1": (30, 32.75, 0)}
    table, _ = fought(places, 1, 5, 5, 1, foot_1={"vm": 6})
    assert table.state.units["foot-1"].pose.x == 23000
    assert (table.state.units["guns-1"].pose, table.state.units["guns-1"].place) == (
        Pose.of(30, 32.75, 0),
        "table",
    )


def test_guns_beside_a_friend_have_the_modifiers_of_the_shared_result():
    """Morale 7 each, a die of 6: the +2 of the result fails the battery as it fails the battalion."""
    table, _ = fought({**FRONT, "guns-1": (30, 32.75, 0)}, 1, 5, 6, 1)
    assert table.state.units["guns-1"].place == "removed"
    said = [str(entry.text) for entry in table.entries]
    assert "guns-1 is lost: the same die comes to 8 (7 or less)." in said


def test_guns_that_fail_are_lost():
    table, _ = fought({**FRONT, "guns-1": (30, 32.75, 0)}, 1, 5, 8, 1)
    assert table.state.units["guns-1"].place == "removed"
    assert "G.7.adjacent" in rules(table)


# -- advances (G.4) ----------------------------------------------------------------------------


def test_infantry_stops_short_of_another_base():
    table = field({"foot-1": (30, 30, 0), "foe-1": (32.4, 30, 180)})
    advance_infantry(table, Side("foot-1", "foe-1", (), ()))
    assert table.state.units["foot-1"].pose.x == pytest.approx(30400, abs=2)


def test_a_winning_battery_stays():
    table, _ = fought(
        {"guns-1": (30, 30, 0), "foe-1": (32, 30, 180), "foot-1": (30, 32.75, 0)}, 9, 1, 1, 9
    )
    assert table.state.units["guns-1"].pose == Pose.of(30, 30, 0)


@pytest.mark.parametrize(("die", "result"), [(4, True), (5, False)])
def test_cavalry_is_controlled_strictly_below_its_discipline(die, result):
    """Discipline 6, light cavalry +1: 5 is below, 6 is not."""
    table = field({"horse-1": (30, 30, 0), "foe-1": (50, 30, 180)}, dice=scripted(die))
    assert controlled(table, Side("horse-1", "foe-1", (), ())) is result
    assert table.state.units["horse-1"].disorder == 0


def test_a_pursuit_reaches_a_routed_unit_and_removes_it():
    table = field({"horse-1": (30, 30, 0), "foe-1": (40, 30, 0, "march_column")})
    with_units(table, foe_1={"routed": True})
    drive(pursue(table, Side("horse-1", "foe-1", (), ())))
    assert table.state.units["foe-1"].place == "removed"
    assert table.state.units["horse-1"].pose.x == pytest.approx(50000, abs=30)


@pytest.mark.parametrize("direction", [0, 17, 33])
def test_a_pursuit_stops_before_ground_it_cannot_enter(direction):
    """Whatever is rounded, its middle comes to lie on this side of the border; the next one gains nothing."""
    yard = {
        "terrain": "walled",
        "polygon": [["40", "10"], ["60", "10"], ["60", "60"], ["40", "60"]],
    }
    foe = Pose.of(30, 30, direction).moved(40, direction).centre
    table = field({"horse-1": (30, 30, 0), "foe-1": (*foe, 0, "march_column")}, ground=[yard])
    for _ in range(2):
        drive(pursue(table, Side("horse-1", "foe-1", (), ())))
        x = table.state.units["horse-1"].pose.x
        assert (x < 40000, x) == (True, pytest.approx(39980, abs=8))
        assert not Risorgimento().violations(table.setup, table.state)


def test_a_pursuit_fights_the_first_unit_it_meets_and_is_disordered():
    places = {"horse-1": (30, 30, 0), "foe-1": (60, 30, 0), "foe-2": (40, 30, 180)}
    table = field(places, dice=scripted(1, 1))
    drive(pursue(table, Side("horse-1", "foe-1", (), ())))
    unit = table.state.units["horse-1"]
    assert unit.disorder == 2
    assert unit.pose.x == pytest.approx(38000 - 12000, abs=20)
    assert "G.4.1.second" in rules(table)


def test_a_controlled_advance_goes_where_it_likes_up_to_its_line_move():
    table = field({"horse-1": (50, 30, 0), "foe-1": (90, 50, 180)})
    drive(ride_free(table, "horse-1"), {"advance": {"do": [{"turn": 9000}, {"leg": [20000, 0]}]}})
    assert table.state.units["horse-1"].pose == Pose.of(50, 50, 90)
    asked = []
    procedure = ride_free(table, "horse-1")
    asked.append(next(procedure))
    assert asked[0].choices.why_not({"do": [{"leg": [20100, 0]}]}).rule == "G.4.1.controlled"


# -- villages (G.5) ----------------------------------------------------------------------------

VILLAGE = {
    "size": ["100", "60"],
    "villages": [{"id": "v", "name": "Village", "sectors": [{"at": [40, 30], "turn": "180"}]}],
}


def village(*dice, **changes):
    places = {"foot-1": (35.25, 30, 0), "foe-1": (37.25, 30, 180, "open_order")}
    table = field(places, dice=scripted(*dice), board=VILLAGE)
    table.update(phase="G", initiative="allied")
    with_units(table, foe_1={"sector": "v-1", "slot": "0"}, **changes)
    return table


def test_attacking_a_village_costs_two():
    table = village()
    with_units(table, foot_1={"moved": True})
    assert ("Attacks a village, farm or cemetery", -2) in names(table, "foot-1", "foe-1")


def test_a_defender_may_hold_at_the_price_of_one_strength_point_and_one_more_morale():
    table = village(8, 1, 1, 9)
    drive(melee_phase(table), {"village_hold": "hold"})
    unit = table.state.units["foe-1"]
    assert (unit.sector, unit.disorder, unit.vm, unit.shaken) == ("v-1", 0, 4, True)
    assert unit.halves == 16 - 1 - 2
    assert table.state.units["foot-1"].pose == Pose.of(35.25, 30, 0)


def test_a_defender_that_leaves_gives_its_place_to_the_winner():
    table = village(8, 1, 1, 9)
    drive(melee_phase(table), {"village_hold": "leave"})
    assert table.state.units["foe-1"].sector == ""
    winner = table.state.units["foot-1"]
    assert (winner.sector, winner.slot, winner.formation) == ("v-1", "0", "open_order")


def test_nobody_falls_back_onto_a_place_that_somebody_stands_on():
    """A friend outside the village stands half over the nearest place of the next sector."""
    sectors = [{"at": [40, 30], "turn": "180"}, {"at": [47.5, 30], "turn": "180"}]
    board = {**VILLAGE, "villages": [{"id": "v", "name": "Village", "sectors": sectors}]}
    places = {
        "foe-1": (37.25, 30, 180, "open_order"),
        "foe-2": (47.5, 34.5, 90),
        "foot-1": (90, 50, 0),
    }
    table = field(places, board=board)
    with_units(table, foe_1={"sector": "v-1", "slot": "0"})
    assert refuges(table.setup, table.state, "foe-1") == [("v-2", slot) for slot in "012"]
    with_units(table, foe_2={"pose": Pose.of(47.5, 40, 90)})
    assert refuges(table.setup, table.state, "foe-1") == [("v-2", slot) for slot in "0123"]


def test_a_commander_goes_along_to_another_side_of_the_village():
    table = village()
    with_commander = replace(
        table.state.commanders["general"], attached="foe-1", pose=Pose.of(39.5, 30, 180)
    )
    table.update(commanders={**table.state.commanders, "general": with_commander})
    take_slot(table, "foe-1", "v-1", "2", "G.5.retreat")
    assert table.state.commanders["general"].pose == Pose.of(40.75, 30, 0)


def test_nobody_supports_against_a_village():
    table = village()
    with_units(table)
    assert supporters(table.setup, table.state, "foot-1", "foe-1", set(), {}) == []


# -- order (G.3.order) -------------------------------------------------------------------------


def test_the_loser_of_the_initiative_names_the_first_brigade():
    places = {**FRONT, "foot-r1": (30, 50, 0), "foe-2": (32, 50, 180)}
    table = field(places, dice=scripted(*[1] * 6))
    table.update(phase="G", initiative="austrian")
    asked = drive(melee_phase(table), {"melee_next": "right"})
    assert [(a.seat, list(a.choices)) for a in asked] == [("allied", ["left", "right"])]
    assert rolled(table)[0][1] in ("foot-r1", "foe-2")


def test_a_melee_with_a_unit_gone_is_not_fought():
    table = field(FRONT, dice=scripted())
    table.update(melees=(Melee("foot-1", "foe-1"),))
    with_units(table, foe_1={"place": "removed", "pose": None})
    drive(fight(table, 0))
    assert rolled(table) == []
    assert table.state.melees[0].fought


def test_limbered_guns_can_be_fought():
    table = field({"guns-1": (30, 30, 0, LIMBERED), "foe-1": (32, 30, 180)})
    assert pairs(table) == [("guns-1", "foe-1", ())]
    assert (
        replace(table.state.units["guns-1"]).pose
        == base(table.setup, table.state.units["guns-1"]).pose
    )


def test_the_winner_may_have_as_many_brigades_first_as_he_could_move_first():
    places = {**FRONT, "foot-r1": (30, 50, 0), "foe-2": (32, 50, 180)}
    for answer, seats in ((["left", "right"], ["allied"]), (["pass", "ramming"], ["allied"])):
        table = field(places, dice=scripted(*[1] * 6))
        table.update(phase="G", initiative="allied", lead=1)
        asked = drive(melee_phase(table), {"melee_next": answer})
        assert [a.seat for a in asked if a.kind == "melee_next"] == seats
        assert list(asked[0].choices) == ["left", "right", "pass"]
        assert [purpose for purpose, *_ in rolled(table)].count("melee") == 4
