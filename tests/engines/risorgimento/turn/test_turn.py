"""[A.order] [B] [C.2] [I] [A.2] Phases, recovery, initiative, objectives, defeat, written orders."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.core.show.explain import GameOver
from grognard.engines.risorgimento.command.initiative import initiative_phase
from grognard.engines.risorgimento.command.orders import changes_phase, orders_phase, why_not_obey
from grognard.engines.risorgimento.field.clock import clock
from grognard.engines.risorgimento.morale.losses import suffer
from grognard.engines.risorgimento.morale.recovery import note_rest, recovery_phase
from grognard.engines.risorgimento.state import Order
from grognard.engines.risorgimento.turn.turn import TURN, begin_turn, finish
from grognard.engines.risorgimento.victory.administration import administration
from grognard.engines.risorgimento.victory.victory import (
    check_end_of_turn,
    check_half,
    hold_objectives,
    last_verdict,
    lost_percentage,
    total_points,
)
from tests.engines.risorgimento.charging import drive, rolled
from tests.engines.risorgimento.field import scripted, with_units
from tests.engines.risorgimento.staff import army, with_chief

TWO = {"a-1": (40, 30), "b-1": (80, 30)}
HILL = {"objectives": [{"id": "hill", "name": "Hill", "at": [40, 30], "points": "5"}]}


def ending(action):
    with pytest.raises(GameOver) as over:
        action()
    return over.value.verdict


# -- the turn (A.order) ------------------------------------------------------------------------


def test_phases_follow_each_other_and_begin_anew():
    assert TURN.cursors[:5] == ("setup", "setup.orders", "turn", "A", "A:orders")
    listed = [line.id for line in TURN.outline() if line.depth == 1]
    assert " ".join(listed) == "A B C.notes C.initiative D E.charges E.move F G H I"


def test_a_turn_begins_without_the_marks_of_the_last():
    table = army(TWO)
    with_units(
        table,
        a_1={
            "moved": True,
            "reacted": True,
            "fired": True,
            "shot_at": ("b-1",),
            "shaken": True,
            "withdrew": True,
            "charged": True,
            "disorder": 1,
            "fatigue": 3,
        },
    )
    table.update(notes=(("a-1", "b-1"),), phase="I")
    list(TURN.play_step(table))
    unit = table.state.units["a-1"]
    assert (unit.moved, unit.reacted, unit.fired, unit.shot_at, unit.shaken) == (
        False,
        False,
        False,
        (),
        False,
    )
    assert (unit.withdrew, unit.charged, unit.disorder, unit.fatigue) == (False, False, 1, 3)
    assert (table.state.notes, table.state.phase) == ((), "A:orders")


def test_the_clock_goes_on_by_twenty_minutes():
    table = army(TWO)
    assert [clock(table.setup, turn) for turn in (1, 2, 4)] == ["12:00", "12:20", "13:00"]


# -- recovery (B.3) ----------------------------------------------------------------------------


def test_disorder_takes_one_turn_of_clock_and_one_of_rest():
    table = army(TWO)
    with_units(table, a_1={"disorder": 2, "disordered_on": 1})
    table.update(turn=2)
    recovery_phase(table)
    assert table.state.units["a-1"].disorder == 1
    with_units(table, a_1={"rested": True})
    table.update(turn=3)
    recovery_phase(table)
    assert table.state.units["a-1"].disorder == 0


def test_d1_stays_without_rest_and_d2_needs_none():
    table = army(TWO)
    with_units(table, a_1={"disorder": 1, "rested": False})
    table.update(turn=3)
    recovery_phase(table)
    assert table.state.units["a-1"].disorder == 1


def test_a_rested_unit_loses_two_fatigue():
    table = army(TWO)
    with_units(table, a_1={"fatigue": 3, "rested": True})
    recovery_phase(table)
    assert table.state.units["a-1"].fatigue == 1


@pytest.mark.parametrize(
    ("fields", "rested"),
    [
        ({}, True),
        ({"stirred": True}, False),
        ({"moved": True}, False),
        ({"fired": True}, False),
        ({"marker": "blue"}, False),
        ({"pose": Pose.of(78, 30, 0)}, False),
    ],
)
def test_conditions_of_recovery(fields, rested):
    table = army(TWO)
    with_units(table, a_1=fields)
    note_rest(table)
    assert table.state.units["a-1"].rested is rested


# -- initiative (C.2) --------------------------------------------------------------------------


def test_the_higher_initiative_adds_the_difference_and_half_the_gap_is_the_bonus():
    """The example of the rules: 5 + 2 against 2 is a gap of 5: two formations."""
    table = army(TWO, dice=scripted(5, 2))
    initiative_phase(table)
    assert (table.state.initiative, table.state.bonus) == ("allied", 2)
    assert [total for *_, total, _ in rolled(table)] == [7, 2]


def test_on_equal_totals_the_lower_initiative_begins():
    table = army(TWO, dice=scripted(2, 4))
    initiative_phase(table)
    assert (table.state.initiative, table.state.bonus) == ("allied", 0)


def test_equal_totals_and_equal_chiefs_roll_again():
    table = army(TWO, dice=scripted(3, 3, 1, 2))
    with_chief(table, "cic", initiative=5)
    initiative_phase(table)
    assert (table.state.initiative, table.state.bonus) == ("austrian", 0)


# -- objectives and points (I.1, I.2) ----------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "fields", "side"),
    [
        ((80, 30), {}, "allied"),
        ((46.5, 30), {}, "allied"),
        ((43.9, 30), {}, ""),
        ((80, 30), {"routed": True}, ""),
    ],
)
def test_an_objective_is_held_by_a_unit_on_it_with_no_enemy_within_three_cm(place, fields, side):
    table = army({"a-1": (40, 30), "b-1": place}, **HILL)
    with_units(table, a_1=fields)
    hold_objectives(table)
    assert table.state.held.get("hill") == side


def test_a_place_is_kept_until_the_enemy_holds_it():
    table = army(TWO, **HILL)
    hold_objectives(table)
    with_units(table, a_1={"pose": Pose.of(20, 30, 0)})
    hold_objectives(table)
    assert table.state.held["hill"] == "allied"
    with_units(table, b_1={"pose": Pose.of(40, 30, 0)})
    hold_objectives(table)
    assert table.state.held["hill"] == "austrian"
    assert total_points(table.setup, table.state, "austrian") == 5


def test_every_loss_point_is_a_victory_point_and_a_removed_unit_counts_with_all_it_had():
    table = army({**TWO, "b-2": (80, 40), "b-3": (80, 50)}, dice=scripted(1, 1, 1, 1))
    suffer(table, "b-1", 2, "G.3.losses")
    assert table.state.points["allied"] == 2
    suffer(table, "b-1", 5, "G.3.losses")
    assert table.state.units["b-1"].place == "removed"
    assert table.state.points["allied"] == 12


# -- defeat (I.3) ------------------------------------------------------------------------------


def test_half_of_the_units_routed_or_lost_is_defeat_at_the_end_of_any_phase():
    table = army({**TWO, "b-2": (80, 40)})
    check_half(table)
    with_units(table, b_2={"routed": True})
    table.update(phase="D")
    verdict = ending(lambda: finish(table))
    assert (verdict.winner, verdict.rule) == ("allied", "I.3.half")


def test_both_armies_beaten_at_one_step_is_a_draw():
    table = army(TWO)
    with_units(table, a_1={"routed": True}, b_1={"routed": True})
    assert ending(lambda: check_half(table)).winner == "draw"


@pytest.mark.parametrize(("die", "breaks"), [(19, True), (20, False)])
def test_an_army_breaks_below_its_percentage_of_losses(die, breaks):
    """Four units and a commander, one unit lost: 20 percent."""
    units = {"a-1": (40, 30), **{f"b-{n}": (80, 10 * n) for n in range(1, 5)}}
    table = army(units, dice=scripted(die))
    with_units(table, b_4={"place": "removed", "pose": None})
    assert lost_percentage(table.setup, table.state, "austrian") == 20
    if breaks:
        assert ending(lambda: check_end_of_turn(table)).rule == "I.3.d100"
    else:
        check_end_of_turn(table)
    roll = next(entry.roll for entry in table.entries if entry.roll)
    assert (roll.total <= roll.target) is breaks, "what is said to be needed"


def test_commanders_lost_count_as_units():
    table = army({**TWO, "b-2": (80, 40)})
    with_chief(table, "archduke", fate="dead")
    assert lost_percentage(table.setup, table.state, "austrian") == Fraction(100, 3)


def test_an_army_that_has_lost_all_its_objectives_is_defeated():
    objectives = [
        {"id": "hill", "name": "Hill", "at": [40, 30], "points": "5", "first": "austrian"}
    ]
    table = army(TWO, objectives=objectives)
    table.update(held={"hill": "allied"})
    assert ending(lambda: check_end_of_turn(table)).rule == "I.3.objectives"


def test_after_the_last_turn_points_decide():
    table = army(TWO)
    table.update(points={"allied": 3, "austrian": 1})
    assert (
        last_verdict(table.setup, table.state).winner,
        last_verdict(table.setup, table.state).rule,
    ) == ("allied", "I.clock")
    table.update(points={"allied": 1, "austrian": 1}, turn=table.setup.turns)
    assert ending(lambda: administration(table)).winner == "draw"


# -- written orders (A.2) ----------------------------------------------------------------------


def test_orders_are_written_in_secret_before_the_first_turn():
    table = army(TWO, options={"written_orders": "yes"}, **HILL)
    order = {"to": "cc", "attitude": "attack", "target": "hill"}
    asked = drive(orders_phase(table), {"written_order": [order, "pass"]})
    assert [(a.seat, a.secret, a.resting) for a in asked] == [("allied", True, True)] * 2 + [
        ("austrian", True, True)
    ]
    assert table.state.orders["cc"] == Order("attack", "hill", 1)
    assert [entry.visible_to for entry in table.entries] == [("allied",)]


def test_without_the_option_nobody_writes_orders():
    assert drive(orders_phase(army(TWO))) == []


def test_an_attack_does_not_lead_away_from_its_place():
    table = army(TWO, options={"written_orders": "yes"}, **HILL)
    table.update(orders={"cc": Order("attack", "hill", 1)})
    start, nearer, farther = Pose.of(60, 30, 0), Pose.of(55, 30, 0), Pose.of(61, 30, 0)
    assert why_not_obey(table.setup, table.state, "a-1", start, nearer) is None
    assert why_not_obey(table.setup, table.state, "a-1", start, farther).rule == "A.2.umpire"


def test_who_holds_stays_within_ten_cm_of_his_place():
    table = army(TWO, options={"written_orders": "yes"}, **HILL)
    table.update(orders={"cb": Order("hold", "40000,30000", 1)})
    start = Pose.of(45, 30, 0)
    assert why_not_obey(table.setup, table.state, "a-1", start, Pose.of(50, 30, 0)) is None
    assert (
        why_not_obey(table.setup, table.state, "a-1", start, Pose.of(50.1, 30, 0)).rule
        == "A.2.umpire"
    )


def test_an_order_changed_in_radius_holds_from_the_next_phase_a():
    table = army(TWO, options={"written_orders": "yes"}, **HILL)
    change = {"to": "cb", "attitude": "attack", "target": "hill"}
    drive(changes_phase(table), {"change_order": [change, "pass"]})
    assert "cb" not in table.state.orders
    table.update(turn=2, answered=())
    drive(changes_phase(table), {"change_order": "pass"})
    assert table.state.orders["cb"].attitude == "attack"


def test_a_turn_is_opened_with_its_hour():
    table = army(TWO)
    begin_turn(table)
    assert table.entries[-1].rules == ("A.order", "I.clock")
