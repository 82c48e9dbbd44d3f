"""[C.1] [E.1] Notes, the ride, contact, the bonus, the melees of charges."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.core.data.text import text
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Ask
from grognard.engines.risorgimento.charge import squares
from grognard.engines.risorgimento.charge.charges import Notes, notes_phase, reveal_next
from grognard.engines.risorgimento.field.footprint import base
from grognard.engines.risorgimento.game import Risorgimento
from grognard.engines.risorgimento.melee.melee_roll import charge_bonus
from grognard.engines.risorgimento.ride.charge_path import ChargePath
from grognard.engines.risorgimento.ride.quarters import end
from grognard.engines.risorgimento.state import Charge
from grognard.engines.risorgimento.table.invariants import broken
from tests.engines.risorgimento.charging import charge, charging, drive, kinds, made, rolled, rules
from tests.engines.risorgimento.field import field, with_units

FAR = {"foot-1": (90, 50, 90)}
AHEAD = {"horse-1": (20, 30, 0), "foe-1": (40, 30, 180), **FAR}


# -- notes (C.1) -------------------------------------------------------------------------------


def test_both_sides_write_notes_in_secret():
    table = field({**AHEAD, "uhlans-1": (60, 30, 180)})
    table.update(phase="C.notes")
    note = {"pieces": ["horse-1"], "at": "foe-1"}
    asked = drive(notes_phase(table), {"charge_note": [note, "pass"]})
    assert [(a.seat, a.kind, a.secret, a.resting) for a in asked] == [
        ("allied", "charge_note", True, True),
        ("austrian", "charge_note", True, True),
    ]
    assert table.state.notes == (("horse-1", "foe-1"),)
    assert [entry.visible_to for entry in table.entries] == [("allied",)]


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"disorder": 1}, "B.1.restrictions"),
        ({"routed": True}, "C.1.notes"),
        ({"marker": "green"}, "C.1.notes"),
    ],
)
def test_who_may_not_be_noted(fields, rule):
    table = field(AHEAD)
    with_units(table, horse_1=fields)
    why = Notes(table.setup, table.state, "allied").why_not({"pieces": ["horse-1"], "at": "foe-1"})
    assert why.rule == rule


def test_a_note_names_cavalry_and_an_enemy():
    table = field(AHEAD)
    notes = Notes(table.setup, table.state, "allied")
    assert notes.why_not({"pieces": ["foot-1"], "at": "foe-1"}).rule == "C.1.notes"
    assert notes.why_not({"pieces": ["horse-1"], "at": "foot-1"}).rule == "C.1.notes"
    assert {"pieces": ["horse-1"], "at": "foe-1"} in list(notes)


@pytest.mark.parametrize("measured", [True, False])
def test_a_target_out_of_reach_is_marked_where_measuring_is_allowed(measured):
    options = {"premeasure": "yes"} if measured else {}
    table = field(
        {"horse-1": (20, 30, 0), "foe-1": (30, 30, 180), "foe-2": (80, 30, 180)}, options=options
    )
    notes = Notes(table.setup, table.state, "allied")
    near, far = ({"pieces": ["horse-1"], "at": uid} for uid in ("foe-1", "foe-2"))
    assert notes.why_not(far) is None
    assert "out of reach" not in str(notes.label(near))
    assert ("out of reach" in str(notes.label(far))) == measured
    assert any("can be ridden" in str(line) for line in notes.describe(far)) == measured
    assert notes.vain(far) == measured
    assert not notes.vain(near)


@pytest.mark.parametrize(("measured", "named"), [(True, ()), (False, ("horse-1",))])
def test_cavalry_with_nobody_in_reach_is_not_said_to_be_able_to_charge(measured, named):
    options = {"premeasure": "yes"} if measured else {}
    table = field({"horse-1": (20, 30, 0), "foe-1": (80, 30, 180)}, options=options)
    asked = Ask(
        "allied",
        "charge_note",
        text("Note a charge"),
        ("C.1.notes",),
        Notes(table.setup, table.state, "allied"),
        form="target",
    )
    assert asked.could_act() == named


def session_at(table):
    """A session that stands at a position, before its first choice."""
    session = Session(Risorgimento(), table.setup, "1")
    session.resume_at(0, table.state, {}, [], [], {})
    return session


def test_a_charge_that_has_been_revealed_is_not_taken_back():
    """The target routs, so that no die falls between the reveal and the charge's path."""
    places = {"horse-1": (20, 30, 0), "horse-2": (20, 50, 0), "foe-1": (40, 30, 180)}
    notes = [("horse-1", "foe-1"), ("horse-2", "foe-1")]
    table = charging({**places, "foe-2": (90, 10, 180)}, notes)
    with_units(table, foe_1={"routed": True, "formation": "march_column"})
    session = session_at(table)
    assert session.ask.kind == "next_charge"
    session.choose("allied", "horse-1")
    assert (session.ask.kind, session.ask.seat) == ("charge_path", "allied")
    assert not session.can_undo()


def test_a_note_that_lapses_before_all_eyes_is_learnt():
    """The other player reads that the unit was to charge: the choice that led there stays."""
    table = charging({"horse-1": (20, 30, 0), "foe-1": (40, 30, 180)}, [("horse-1", "foe-1")])
    with_units(table, foe_1={"place": "removed", "pose": None})
    known = table.dice.rolled()
    drive(reveal_next(table))
    assert [str(entry.text) for entry in table.entries] == ["horse-1 cannot carry out its charge."]
    assert table.dice.rolled() > known


def test_what_stops_an_order_short_is_learnt():
    table = charging({"horse-1": (20, 30, 0), "foe-1": (40, 30, 180)}, [])
    known = table.dice.rolled()
    table.shortfall("E.3.2.tactical", "horse-1", text("Its movement is spent."))
    assert table.dice.rolled() == known + 1


def test_cavalry_in_a_melee_is_not_noted():
    table = field({"horse-1": (20, 30, 0), "foe-1": (22, 30, 180)})
    why = Notes(table.setup, table.state, "allied").why_not({"pieces": ["horse-1"], "at": "foe-1"})
    assert (why.rule, why.where) == ("G.contact", ("horse-1",))


def test_who_is_out_of_sight_is_no_target_where_measuring_is_allowed():
    table = field({"horse-1": (5, 30, 0), "foe-1": (95, 30, 180)}, options={"premeasure": "yes"})
    why = Notes(table.setup, table.state, "allied").why_not({"pieces": ["horse-1"], "at": "foe-1"})
    assert why.rule == "D.2.open"


def test_notes_of_units_disordered_since_are_void():
    table = charging(AHEAD, [("horse-1", "foe-1")])
    with_units(table, horse_1={"disorder": 2})
    assert charge(table) == []
    assert (table.state.notes, table.state.charges) == ((), ())


# -- order and morale (E.1.timing, E.1.morale) -------------------------------------------------


def test_charges_alternate_from_the_winner_and_he_chooses_among_his_own():
    places = {
        "horse-1": (20, 10, 0),
        "horse-2": (20, 20, 0),
        "uhlans-1": (80, 30, 180),
        "foe-1": (70, 10, 0),
        "foot-1": (30, 50, 0),
    }
    notes = [("horse-1", "foe-1"), ("horse-2", "foe-1"), ("uhlans-1", "foot-1")]
    table = charging(places, notes, 1, 1, 1)
    asked = charge(table, {"next_charge": "horse-2"})
    assert kinds(asked)[0] == "next_charge"
    assert [c.unit for c in table.state.charges] == ["horse-2", "uhlans-1", "horse-1"]


def test_the_target_tests_its_morale_with_its_formation():
    table = charging(
        {**AHEAD, "foe-1": (40, 30, 180, "open_order")}, [("horse-1", "foe-1")], 5, *[1] * 9
    )
    charge(table)
    assert rolled(table)[0] == ("morale_charged", "foe-1", 7, "failed")
    assert table.state.units["foe-1"].vm == 5


def test_a_target_that_routs_leaves_and_the_charge_goes_on_along_its_line():
    places = {"horse-1": (20, 30, 0), "foe-1": (26, 30, 180), "foe-2": (38, 30, 90), **FAR}
    table = charging(places, [("horse-1", "foe-1")], 9, *[1] * 9)
    with_units(table, foe_1={"vm": 3})
    charge(table, {"charge_return": 12})
    assert table.state.units["foe-1"].routed
    assert made(table, "horse-1").met == "foe-2"


# -- the ride (E.1.allowance, E.1.bonus) -------------------------------------------------------


def test_a_charge_in_reach_makes_contact_flush_with_the_front_of_the_enemy():
    table = charging(AHEAD, [("horse-1", "foe-1")], 1, 1, 1, 1)
    charge(table, {"charge_return": 12})
    first = made(table, "horse-1")
    assert (first.met, first.straight, first.status) == ("foe-1", True, "over")
    assert first.run == pytest.approx(18000, abs=20)
    assert {"E.1.bonus", "geo.charge_straight", "E.1.inconclusive"} <= rules(table)


def test_a_charge_out_of_reach_stops_where_its_movement_ends():
    table = charging({**AHEAD, "foe-1": (60, 30, 180)}, [("horse-1", "foe-1")], 1)
    charge(table)
    assert table.state.units["horse-1"].pose == Pose.of(40, 30, 0)
    assert [s.rule for s in table.shortfalls] == ["E.1.allowance"]
    assert (made(table, "horse-1").met, table.state.units["horse-1"].moved) == ("", True)


def test_an_oblique_charge_has_no_bonus():
    places = {**AHEAD, "foe-1": (38, 36, 180)}
    oblique = {"do": [{"leg": [25000, 1843]}]}
    table = charging(places, [("horse-1", "foe-1")], 1, 1, 1, 1)
    charge(table, {"charge_path": oblique, "charge_return": 12})
    assert (made(table, "horse-1").met, made(table, "horse-1").straight) == ("foe-1", False)


def test_a_wheel_before_the_last_quarter_keeps_the_bonus_and_costs_a_quarter():
    places = {**AHEAD, "foe-1": (30, 40, 225)}
    table = charging(places, [("horse-1", "foe-1")], 1, 1, 1, 1)
    charge(
        table, {"charge_path": {"do": [{"turn": 4500}, {"leg": [14000, 0]}]}, "charge_return": 12}
    )
    first = made(table, "horse-1")
    assert (first.met, first.straight, first.turned) == ("foe-1", True, 4500)
    assert first.spent == pytest.approx(250 + first.run / 20, abs=2)


def test_a_path_leads_to_the_target():
    table = field(AHEAD)
    path = ChargePath(
        table.setup, table.state, "horse-1", base(table.setup, table.state.units["foe-1"])
    )
    assert path.why_not({"do": [{"turn": 18000}, {"leg": [5000, 0]}]}).rule == "E.1.allowance"
    assert path.why_not({"do": [{"leg": [5000, 9000]}]}).rule == "E.3.2.oblique"
    assert path.why_not({"do": [{"about": True}]}).rule == "E.1.allowance"
    assert path.why_not({"do": [{"turn": 4500}]}).rule == "E.1.allowance"
    assert all(path.why_not(choice) is None for choice in path)


def test_the_first_enemy_touched_is_the_opponent():
    places = {**AHEAD, "foe-1": (40, 30, 180), "foe-2": (32, 30, 180)}
    table = charging(places, [("horse-1", "foe-1")], 1, 1, 1, 1)
    charge(table, {"charge_return": 12})
    assert made(table, "horse-1").met == "foe-2"


def test_a_friend_in_the_way_ends_the_charge():
    places = {**AHEAD, "foot-2": (30, 30, 0)}
    table = charging(places, [("horse-1", "foe-1")], 1)
    charge(table)
    assert "E.7.forbidden" in [s.rule for s in table.shortfalls]
    assert made(table, "horse-1").met == ""


def test_a_charge_that_must_stop_while_it_passes_a_friend_stops_before_him():
    """The end of its first quarter lies on the friend, so its leg begins again there."""
    ditch = {"terrain": "ditch", "id": "fosso", "line": [["29", "10"], ["29", "50"]]}
    places = {**AHEAD, "foe-1": (38, 30, 180), "zouaves-1": (27.5, 28.5, 0, "march_column")}
    table = charging(places, [("horse-1", "foe-1")], 1, 9, ground=[ditch])
    charge(table)
    assert "E.5.test" in [s.rule for s in table.shortfalls]
    assert table.state.units["horse-1"].pose == Pose.of(24.75, 30, 0)
    assert not Risorgimento().violations(table.setup, table.state)


def test_a_blue_marker_shortens_the_charge():
    table = charging({**AHEAD, "foe-1": (60, 30, 180)}, [("horse-1", "foe-1")], 1)
    with_units(table, horse_1={"marker": "blue"})
    charge(table)
    assert table.state.units["horse-1"].pose == Pose.of(35, 30, 0)


def test_the_bonus_counts_in_the_melee_of_the_charge():
    table = field(AHEAD)
    table.update(charges=(Charge("horse-1", "foe-1", status="contact", straight=True),))
    assert charge_bonus(table.state, "horse-1")
    first = table.state.charges[0]
    for over in (replace(first, straight=False), replace(first, status="over")):
        table.update(charges=(over,))
        assert not charge_bonus(table.state, "horse-1")


# -- melees (E.1.melee, E.1.inconclusive) ------------------------------------------------------


def test_an_undecided_charge_goes_back_at_least_half_a_column_move_disordered():
    table = charging(AHEAD, [("horse-1", "foe-1")], 1, 1, 1, 1)
    asked = charge(table, {"charge_return": 15})
    back = next(a for a in asked if a.kind == "charge_return")
    assert (next(iter(back.choices)), list(back.choices)[-1]) == (12, 24)
    unit = table.state.units["horse-1"]
    assert (unit.disorder, unit.pose.centre[0]) == (2, pytest.approx(38 - 15, abs=0.1))


def test_charges_are_fought_when_all_have_ridden():
    places = {
        "horse-1": (20, 10, 0),
        "foe-1": (36, 10, 180),
        "horse-2": (20, 40, 0),
        "foe-2": (36, 40, 180),
    }
    table = charging(places, [("horse-1", "foe-1"), ("horse-2", "foe-2")], *[1] * 10)
    charge(table, {"charge_return": 12})
    purposes = [purpose for purpose, *_ in rolled(table)]
    assert purposes.index("melee") > max(n for n, p in enumerate(purposes) if p == "morale_charged")
    assert table.state.melees == ()


def test_a_charge_shot_down_on_its_way_is_over():
    places = {"horse-1": (20, 30, 0), "foe-1": (38, 30, 180), "battery-1": (38, 35, 190)}
    table = charging(places, [("horse-1", "foe-1")], 1, *[1] * 12)
    with_units(table, horse_1={"halves": 4})
    shot = {"pieces": ["battery-1"], "at": "horse-1"}
    charge(table, {"opportunity_fire": shot})
    assert table.state.units["horse-1"].place == "removed"
    assert made(table, "horse-1").status == "over"


def test_a_charge_that_ends_on_a_friend_it_rides_through_goes_back_before_him():
    """20 cm end 0.4 cm past the near edge of the zouaves, who let it through."""
    places = {"horse-1": (20, 30, 0), "zouaves-1": (41.6, 30, 0), "foe-1": (60, 30, 180), **FAR}
    table = charging(places, [("horse-1", "foe-1")], 1)
    charge(table)
    assert table.state.units["horse-1"].pose.x <= 39600
    table = field(places)
    table.update(charges=(Charge("horse-1", "foe-1", status="moving", run=20000, course=0),))
    with_units(table, horse_1={"pose": Pose.of(41, 30, 0)})
    end(table, "horse-1")
    assert (table.state.units["horse-1"].pose, made(table, "horse-1").status) == (
        Pose.of(39.5, 30, 0),
        "over",
    )


def test_a_recalled_charge_without_room_does_not_stay_on_a_friend_it_was_riding_through():
    places = {"horse-1": (41, 30, 0), "zouaves-1": (41.6, 30, 0), "foe-1": (60, 30, 180), **FAR}
    table = field(places)
    table.update(charges=(Charge("horse-1", "foe-1", status="moving", run=20000, course=0),))
    assert not any("stand on each other" in one for one in broken(table.setup, table.state))
    ahead = {"do": [{"turn": 0}, {"leg": [1000, 0]}]}
    drive(squares._ride_off(table, "horse-1"), {"recall_move": ahead})
    assert (table.state.units["horse-1"].pose, made(table, "horse-1").status) == (
        Pose.of(39.5, 30, 0),
        "recalled",
    )
    assert not any("stand on each other" in one for one in broken(table.setup, table.state))
