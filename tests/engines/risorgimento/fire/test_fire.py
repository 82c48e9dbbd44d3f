"""[D] [F] Fire phases: who may fire, strengths and modifiers, sealed orders, losses together."""

from __future__ import annotations

from collections.abc import Generator
from random import Random
from threading import Thread
from typing import Any

import pytest

from grognard.engines.core.show.asks import PASS, Ask
from grognard.engines.core.show.explain import Refusal
from grognard.engines.risorgimento.field.contact import contacts, supporting
from grognard.engines.risorgimento.field.footprint import Crowd
from grognard.engines.risorgimento.fire.fire import (
    OPPORTUNITY,
    Volley,
    volleys,
    why_not_fires,
    why_not_target,
)
from grognard.engines.risorgimento.fire.fire_phases import Orders, artillery_phase, fire_phase
from grognard.engines.risorgimento.setup import Board
from grognard.engines.risorgimento.sight.sight import FIRE, GUNS
from grognard.engines.risorgimento.state import Shot
from tests.engines.risorgimento.field import field, scripted, with_units

FACING = {"foot-1": (50, 20, 90), "foe-1": (50, 27, 270)}


def volley(table: Board, uid: str, at: str, phase: str = FIRE) -> Volley:
    found, missed = volleys(table.setup, table.state, (Shot((uid,), at),), phase)
    assert not missed
    return found[0]


def rules(fired: Volley) -> dict[str, int]:
    return {str(m.reason): m.value for m in fired.modifiers}


def barred(table: Board, uid: str, phase: str) -> str:
    why = why_not_fires(table.setup, table.state, uid, phase)
    return why.rule if why else ""


def drive(procedure: Generator[Ask, Any, None], answers: dict[str, list[Any]]) -> list[Ask]:
    """Answer asks by seat, in order; a seat that has no answers left passes."""
    asked = []
    try:
        ask = next(procedure)
        while True:
            asked.append(ask)
            choice = answers[ask.seat].pop(0) if answers.get(ask.seat) else PASS
            assert choice in ask.choices, ask.choices.why_not(choice)
            ask = procedure.send(choice)
    except StopIteration:
        return asked


def refusal(table: Board, side: str, phase: str, choice: Any) -> Refusal:
    found = Orders(table.setup, table.state, side, phase).why_not(choice)
    assert found is not None
    return found


# -- the value ---------------------------------------------------------------------------------


def test_strength_and_band_read_table_2():
    fired = volley(field(FACING), "foot-1", "foe-1")
    assert (fired.strength, fired.band, fired.worth, fired.value) == (6, "medium", 6, 6)


def test_guns_are_multiplied():
    fired = volley(field({"guns-1": (50, 10, 90), "foe-1": (50, 30, 270)}), "guns-1", "foe-1", GUNS)
    # 2 SP of rifled 4-pounders, four times: 8 at medium range (18 cm).
    assert (fired.strength, fired.band, fired.value) == (8, "medium", 6)


@pytest.mark.parametrize(
    ("uid", "formation", "value"),
    [
        ("foe-1", "line", 0),
        ("foe-1", "open_order", -3),
        ("foe-1", "attack_column", 1),
        ("foe-1", "march_column", 3),
        ("foe-1", "square", 3),
        ("jager-1", "open_order", -4),
        ("battery-1", "in_battery", -2),
        ("battery-1", "limbered", 3),
        ("uhlans-1", "line", 1),
        ("uhlans-1", "march_column", 3),
    ],
)
def test_one_row_for_the_formation_of_the_target(uid, formation, value):
    table = field({"foot-1": (50, 20, 90), uid: (50, 26.5, 270, formation)})
    assert sum(rules(volley(table, "foot-1", uid)).values()) == value


def test_a_square_is_worse_off_under_guns():
    table = field({"guns-1": (50, 20, 90), "foe-1": (50, 30, 270, "square")})
    assert rules(volley(table, "guns-1", "foe-1")) == {"Target in square under artillery fire": 4}


@pytest.mark.parametrize(
    ("terrain", "value"), [("grain", -1), ("vines", -2), ("walled", -2), ("rice", 0)]
)
def test_one_row_for_the_ground_under_the_target(terrain, value):
    ground = [
        {"terrain": terrain, "at": [50, 27], "size": [6, 2.6]},
        {"terrain": "grain", "id": "more", "at": [50, 27], "size": [5, 2.2]},
    ]
    table = field({"foot-1": (50, 20, 90), "foe-1": (50, 27, 270)}, ground=ground)
    assert sum(rules(volley(table, "foot-1", "foe-1")).values()) == min(value, -1)


@pytest.mark.parametrize(("y", "covered"), [(25.4, True), (22.5, False)])
def test_a_bank_covers_who_stands_close_behind_it(y, covered):
    ground = [{"terrain": "bank", "line": [[40, y], [60, y]], "width": "0.6"}]
    table = field(FACING, ground=ground)
    assert (
        "Target behind a bank, ditch or wall" in rules(volley(table, "foot-1", "foe-1"))
    ) == covered


def test_enfilade_needs_more_than_half_of_the_front_beyond():
    beyond = field({"foot-1": (44, 19.5, 0), "foe-1": (50, 20, 90)})
    assert rules(volley(beyond, "foot-1", "foe-1"))["Enfilade"] == 3
    half = field({"foot-1": (44, 21, 0), "foe-1": (50, 20, 90)})
    assert "Enfilade" not in rules(volley(half, "foot-1", "foe-1"))
    behind = field({"foot-1": (50, 14, 90), "foe-1": (50, 20, 90)})
    assert "Enfilade" not in rules(volley(behind, "foot-1", "foe-1"))


@pytest.mark.parametrize("spared", ["square", "routed"])
def test_squares_and_routed_units_are_not_enfiladed(spared):
    table = field({"foot-1": (44, 19.5, 0), "foe-1": (50, 20, 90)})
    with_units(table, foe_1={"formation": "square"} if spared == "square" else {"routed": True})
    assert "Enfilade" not in rules(volley(table, "foot-1", "foe-1"))


def test_the_firer_s_own_state_counts_against_him():
    table = field({"foot-1": (50, 20, 90), "foe-1": (50, 27, 270)})
    with_units(
        table,
        foot_1={"disorder": 1, "fatigue": 5, "shaken": True, "marker": "brown", "moved": True},
    )
    table.update(demoralised=("left",))
    assert rules(volley(table, "foot-1", "foe-1")) == {
        "Disordered": -2,
        "Fatigue 5": -2,
        "Yellow morale marker": -1,
        "Brigade demoralised": -1,
        "Command marker: brown": -1,
        "Firer moved this turn": -1,
    }


def test_troops_of_their_own_kind():
    light = volley(field({"zouaves-1": (50, 20, 90), "foe-1": (50, 27, 270)}), "zouaves-1", "foe-1")
    assert rules(light) == {"Light infantry fires": 1}
    austrian = field({"foe-1": (50, 20, 90), "foot-1": (50, 27, 270)})
    assert rules(volley(austrian, "foe-1", "foot-1")) == {
        "Austrian line at medium or long range": -3
    }
    close = field({"foe-1": (50, 20, 90), "foot-1": (50, 23, 270)})
    assert rules(volley(close, "foe-1", "foot-1")) == {}


def test_a_storm_worsens_all_fire():
    table = field(FACING, special={"storm": "3 5", "storm_fire": "-3"})
    assert rules(volley(table, "foot-1", "foe-1")) == {}
    table.update(turn=3)
    assert rules(volley(table, "foot-1", "foe-1")) == {"Storm": -3}


def test_shares_multiply_and_the_sum_is_rounded_down_once():
    table = field(
        {"foot-1": (50, 20, 90, "attack_column"), "foe-1": (50, 27, 270), "horse-1": (52.7, 24, 90)}
    )
    with_units(table, foot_1={"halves": 11})
    fired = volley(table, "foot-1", "foe-1")
    # 5.5 SP, half a front, in attack column: 1.375.
    assert ([share.rule for share in fired.shares], fired.strength) == (
        ["F.1.half", "F.2.value"],
        1,
    )


# -- groups ------------------------------------------------------------------------------------


def test_units_of_one_brigade_are_added_and_rounded_together():
    table = field(
        {
            "foot-1": (49.2, 20, 90),
            "foot-2": (52.8, 20, 90),
            "foot-r1": (51, 36, 270),
            "foe-1": (51, 28, 270),
        }
    )
    with_units(table, foot_1={"halves": 11}, foot_2={"halves": 11})
    shots = tuple(Shot((uid,), "foe-1") for uid in ("foot-1", "foot-2", "foot-r1"))
    found, missed = volleys(table.setup, table.state, shots, FIRE)
    assert not missed
    assert [(fired.units, fired.strength) for fired in found] == [
        (("foot-1", "foot-2"), 11),
        (("foot-r1",), 6),
    ]


def test_other_weapons_bands_and_modifiers_fire_apart():
    table = field(
        {
            "foot-1": (48, 20, 90),
            "zouaves-2": (51.6, 20, 90),
            "foot-3": (50, 31.5, 270),
            "foe-1": (50, 25, 90),
        }
    )
    with_units(table, foot_3={"moved": True})
    shots = tuple(Shot((uid,), "foe-1") for uid in ("foot-1", "zouaves-2", "foot-3"))
    found, _ = volleys(table.setup, table.state, shots, FIRE)
    assert [fired.units for fired in found] == [("foot-1",), ("zouaves-2",), ("foot-3",)]


def test_batteries_of_one_formation_are_added_in_the_last_phase_though_apart():
    table = field({"guns-1": (40, 20, 90), "guns-2": (45, 20, 90), "foe-1": (42.5, 35, 270)})
    shots = tuple(Shot((uid,), "foe-1") for uid in ("guns-1", "guns-2"))
    found, _ = volleys(table.setup, table.state, shots, FIRE)
    assert [(fired.units, fired.strength) for fired in found] == [(("guns-1", "guns-2"), 16)]


@pytest.mark.parametrize(("x", "rule"), [(42.0, ""), (45.0, "D.combine")])
def test_in_the_first_phase_batteries_must_touch_to_fire_at_one_target(x, rule):
    table = field({"guns-1": (40, 20, 90), "guns-2": (x, 20, 90), "foe-1": (42.5, 35, 270)})
    choice = {"pieces": ["guns-1", "guns-2"], "at": "foe-1"}
    found = Orders(table.setup, table.state, "allied", GUNS).why_not(choice)
    assert (found.rule if found else "") == rule
    table.update(fires=(Shot(("guns-1",), "foe-1"),))
    alone = Orders(table.setup, table.state, "allied", GUNS).why_not(
        {"pieces": ["guns-2"], "at": "foe-1"}
    )
    assert (alone.rule if alone else "") == rule


def test_in_the_first_phase_batteries_must_belong_together():
    table = field({"guns-1": (40, 20, 90), "guns-r2": (42, 20, 90), "foe-1": (42.5, 35, 270)})
    choice = {"pieces": ["guns-1", "guns-r2"], "at": "foe-1"}
    assert refusal(table, "allied", GUNS, choice).rule == "D.combine"


def test_a_chain_of_touching_batteries_is_one_group():
    table = field(
        {
            "guns-1": (40, 20, 90),
            "guns-2": (44, 20, 90),
            "guns-3": (42, 20, 90),
            "foe-1": (42.5, 35, 270),
        }
    )
    choice = {"pieces": ["guns-1", "guns-2", "guns-3"], "at": "foe-1"}
    assert choice in Orders(table.setup, table.state, "allied", GUNS)


# -- who may -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "phase", "rule"),
    [
        ({"routed": True}, FIRE, "H.1.routed"),
        ({"withdrew": True}, OPPORTUNITY, "E.8.no_fire"),
        ({"fired": True}, FIRE, "E.9.mark"),
        ({"fired": True}, OPPORTUNITY, ""),
        ({"reacted": True}, FIRE, "E.2.2.fire"),
        ({"reacted": True}, OPPORTUNITY, ""),
        ({"disorder": 2}, FIRE, ""),
        ({}, GUNS, "D.phase"),
    ],
)
def test_what_bars_a_battalion(change, phase, rule):
    table = field(FACING)
    with_units(table, foot_1=change)
    assert barred(table, "foot-1", phase) == rule


def test_what_bars_a_battery():
    table = field(
        {"guns-1": (50, 20, 90), "foe-1": (50, 27, 270)}, options={"one_artillery_fire": "yes"}
    )
    assert barred(table, "guns-1", GUNS) == ""
    with_units(table, guns_1={"formation": "limbered"})
    assert barred(table, "guns-1", GUNS) == "D.phase"
    with_units(table, guns_1={"formation": "in_battery", "fired": True})
    assert barred(table, "guns-1", OPPORTUNITY) == "D.phase"


def test_cavalry_never_fires():
    table = field({"horse-1": (50, 20, 90), "foe-1": (50, 27, 270)})
    assert barred(table, "horse-1", FIRE) == "F.phase"


def test_units_in_contact_neither_fire_nor_are_fired_at():
    table = field(
        {
            "foot-1": (50, 20, 90),
            "foe-1": (50, 22, 270),
            "guns-1": (30, 20, 90),
            "foot-2": (40, 20, 90),
        }
    )
    assert contacts(table.setup, table.state)["foot-1"] == ("foe-1",)
    assert barred(table, "foot-1", FIRE) == "F.phase"
    why = why_not_target(table.setup, table.state, "foe-1", "allied", FIRE)
    assert why is not None
    assert why.rule == "F.phase"


def test_who_stands_beside_a_fighting_friend_fires_with_half():
    table = field(
        {
            "foot-1": (50, 20, 90),
            "foe-1": (50, 22, 270),
            "foot-2": (53.5, 20, 90),
            "foe-2": (54, 25, 270),
        }
    )
    assert supporting(table.setup, table.state, "foot-2") == ("left",)
    fired = volley(table, "foot-2", "foe-2")
    assert ([share.rule for share in fired.shares], fired.strength) == (["F.1.support"], 3)


def test_who_supports_on_both_flanks_is_out_of_the_fire_fight():
    table = field(
        {
            "foot-1": (50, 20, 90),
            "foe-1": (50, 22, 270),
            "foot-2": (53.5, 20, 90),
            "foot-3": (57, 20, 90),
            "foe-3": (57, 22, 270),
            "foe-2": (53.5, 28, 270),
        }
    )
    assert barred(table, "foot-2", FIRE) == "F.1.support"
    why = why_not_target(table.setup, table.state, "foot-2", "austrian", FIRE)
    assert why is not None
    assert why.rule == "F.1.support"


def test_a_battery_beside_a_fighting_friend_is_engaged():
    table = field(
        {
            "foot-1": (50, 20, 90),
            "foe-1": (50, 22, 270),
            "guns-2": (52.75, 20, 90),
            "foe-2": (53, 30, 270),
        }
    )
    assert barred(table, "guns-2", GUNS) == "G.7.adjacent"


# -- orders ------------------------------------------------------------------------------------


def test_without_measuring_a_fire_out_of_range_is_spent():
    table = field({"foot-1": (50, 20, 90), "foe-1": (50, 40, 270)})
    asked = drive(fire_phase(table), {"allied": [{"pieces": ["foot-1"], "at": "foe-1"}]})
    # Its one unit has its order: the allies are not asked again.
    assert [ask.seat for ask in asked] == ["allied", "austrian"]
    assert [short.rule for short in table.shortfalls] == ["geo.range"]
    assert table.state.units["foot-1"].stirred
    assert not table.state.units["foe-1"].stirred


def test_with_measuring_it_is_refused_with_the_reason():
    table = field(
        {"foot-1": (50, 20, 90), "foe-1": (50, 40, 270), "foe-2": (50, 29, 270)},
        options={"premeasure": "yes"},
    )
    found = refusal(table, "allied", FIRE, {"pieces": ["foot-1"], "at": "foe-1"})
    assert (found.rule, found.where) == ("geo.range", ("foot-1",))
    listed = list(Orders(table.setup, table.state, "allied", FIRE))
    assert listed == [PASS, {"pieces": ["foot-1"], "at": "foe-2"}]


@pytest.mark.parametrize(
    "choice",
    [
        "fire",
        {"pieces": [], "at": "foe-1"},
        {"pieces": ["foe-1"], "at": "foot-1"},
        {"pieces": ["foot-1", "foot-1"], "at": "foe-1"},
        {"pieces": ["nobody"], "at": "foe-1"},
        {"pieces": ["foot-1"], "at": 5},
        {"pieces": ["foot-1"]},
        {"pieces": [5], "at": "foe-1"},
        {"pieces": [["foot-1"]], "at": "foe-1"},
        {"pieces": "foot-1", "at": "foe-1"},
    ],
)
def test_nonsense_is_no_order(choice):
    refusal(field(FACING), "allied", FIRE, choice)


def test_each_unit_has_one_order_and_a_square_one_a_side():
    table = field(
        {"foot-1": (50, 20, 90), "foot-2": (60, 20, 90, "square"), "foe-1": (55, 27, 270)}
    )
    table.update(fires=(Shot(("foot-1",), "foe-1"), Shot(("foot-2",), "foe-1")))
    assert refusal(table, "allied", FIRE, {"pieces": ["foot-1"], "at": "foe-1"}).rule == "F.phase"
    assert {"pieces": ["foot-2"], "at": "foe-1"} in Orders(table.setup, table.state, "allied", FIRE)
    table.update(fires=tuple(Shot(("foot-2",), "foe-1") for _ in range(4)))
    order = {"pieces": ["foot-2"], "at": "foe-1"}
    assert refusal(table, "allied", FIRE, order).rule == "geo.square_fire"


def test_a_square_fires_from_two_sides_at_two_enemies():
    table = field({"foot-1": (50, 20, 90, "square"), "foe-1": (50, 26, 270), "foe-2": (50, 14, 90)})
    shots = (Shot(("foot-1",), "foe-1"), Shot(("foot-1",), "foe-2"), Shot(("foot-1",), "foe-1"))
    found, missed = volleys(table.setup, table.state, shots, FIRE)
    assert [(fired.target, fired.strength) for fired in found] == [("foe-1", 1), ("foe-2", 1)]
    assert [miss.block.rule for miss in missed] == ["geo.square_fire"]


def test_orders_are_the_secret_of_their_side_until_both_are_given():
    table = field(FACING)
    phase = fire_phase(table)
    ask = next(phase)
    assert (ask.seat, ask.secret, ask.resting, ask.form) == ("allied", True, True, "target")
    phase.send({"pieces": ["foot-1"], "at": "foe-1"})
    seen = [entry.seen_by("austrian") for entry in table.entries]
    assert not any(entry and "foe-1" in entry.pieces for entry in seen)
    assert any("foe-1" in entry.pieces for entry in table.entries)
    with pytest.raises(StopIteration):
        phase.send(PASS)
    assert table.state.fires == ()
    assert any("foe-1" in entry.pieces and not entry.visible_to for entry in table.entries)


def test_the_phase_takes_up_where_the_state_stands():
    table = field({"foot-1": (50, 20, 90), "foot-2": (60, 20, 90), "foe-1": (50, 27, 270)})
    phase = fire_phase(table)
    next(phase)
    ask = phase.send({"pieces": ["foot-1"], "at": "foe-1"})
    again = next(fire_phase(table))
    assert (again.seat, list(again.choices)) == (ask.seat, list(ask.choices))
    ask = phase.send(PASS)
    assert (ask.seat, next(fire_phase(table)).seat) == ("austrian", "austrian")


def test_nobody_is_asked_who_has_nobody_to_fire():
    table = field({"guns-1": (50, 20, 90), "foe-1": (50, 40, 270)})
    assert [ask.seat for ask in drive(artillery_phase(table), {})] == ["allied"]


def test_samples_are_legal_and_mostly_fire():
    table = field({"foot-1": (50, 20, 90), "foot-2": (54, 20, 90), "foe-1": (50, 27, 270)})
    choices = Orders(table.setup, table.state, "allied", FIRE)
    rng = Random(1)
    found = [choices.sample(rng) for _ in range(50)]
    assert all(choice in choices for choice in found)
    assert found.count(PASS) < 15


# -- the die and what follows ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("halves", "faces", "lost"),
    [(28, (4, 1), 2), (28, (5,), 1), (24, (), 1), (48, (5, 1), 2), (12, (8,), 1), (12, (9,), 0)],
)
def test_whole_tens_are_sure_and_the_rest_is_rolled_for(halves, faces, lost):
    # Short range: 14 SP give 14, 12 SP give 10, 24 SP give 24, 6 SP give 8. Two losses call for a
    # test of morale, the last die then.
    table = field({"foot-1": (50, 20, 90), "foe-1": (50, 23, 270)}, dice=scripted(*faces))
    with_units(table, foot_1={"halves": halves})
    before = table.state.units["foe-1"].halves
    drive(fire_phase(table), {"allied": [{"pieces": ["foot-1"], "at": "foe-1"}]})
    assert before - table.state.units["foe-1"].halves == lost
    assert table.state.losses.get("foe-1", 0) == lost
    assert table.state.points.get("allied", 0) == lost


def test_a_roll_shows_the_value_it_is_made_of():
    table = field(FACING, dice=scripted(1))
    with_units(table, foot_1={"disorder": 2, "halves": 24})
    drive(fire_phase(table), {"allied": [{"pieces": ["foot-1"], "at": "foe-1"}]})
    roll = next(entry.roll for entry in table.entries if entry.roll)
    assert (roll.rule, roll.base, roll.target, roll.result) == ("F.2.result", 8, 6, "1")
    assert [(m.rule, m.value) for m in roll.modifiers] == [("B.1.penalty", -2)]


def test_no_value_no_roll():
    table = field(FACING, dice=scripted())
    with_units(table, foot_1={"disorder": 2, "halves": 2})
    drive(fire_phase(table), {"allied": [{"pieces": ["foot-1"], "at": "foe-1"}]})
    assert table.state.units["foe-1"].halves == 16
    assert table.state.units["foe-1"].stirred


def test_both_sides_fire_with_the_strength_they_had():
    table = field({"foot-1": (50, 20, 90), "foe-1": (50, 23, 270)}, dice=scripted())
    with_units(table, foot_1={"halves": 24}, foe_1={"halves": 24})
    drive(
        fire_phase(table),
        {
            "allied": [{"pieces": ["foot-1"], "at": "foe-1"}],
            "austrian": [{"pieces": ["foe-1"], "at": "foot-1"}],
        },
    )
    # 12 SP at short range: one loss each, though the first was rolled before the other's fire.
    assert (table.state.units["foot-1"].halves, table.state.units["foe-1"].halves) == (23, 23)


def test_the_option_of_one_artillery_fire_a_turn():
    places = {"guns-1": (50, 20, 90), "foe-1": (50, 40, 270)}
    order = {"allied": [{"pieces": ["guns-1"], "at": "foe-1"}]}
    for value, rule in (("no", ""), ("yes", "E.9.mark")):
        table = field(places, options={"one_artillery_fire": value})
        drive(artillery_phase(table), {"allied": list(order["allied"])})
        assert barred(table, "guns-1", FIRE) == rule


def test_who_asks_while_another_measures_hears_all_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    table = field(FACING, options={"premeasure": "yes"})
    orders = Orders(table.setup, table.state, "allied", FIRE)
    told: list[list[str]] = []
    measure = Orders._by_measure

    def slowly(self: Orders, marks: Crowd) -> dict[str, list[str]]:
        monkeypatch.setattr(Orders, "_by_measure", measure)
        other = Thread(target=lambda: told.append(orders.aims("foot-1")))
        other.start()
        other.join()
        return measure(self, marks)

    monkeypatch.setattr(Orders, "_by_measure", slowly)
    assert orders.aims("foot-1") == ["foe-1"]
    assert told == [["foe-1"]]


# -- what any eye can see (D.1.cone, D.1.lof) ----------------------------------------------------


def why_vain(table: Board, uid: str, phase: str = GUNS) -> str:
    """Return the rule by which an order at the first enemy is known to be wasted, "" where it is not."""
    orders = Orders(table.setup, table.state, "allied", phase)
    why = orders.why_vain({"pieces": [uid], "at": "foe-1"})
    rng = Random(5)
    sampled = any(orders.sample(rng) != PASS for _ in range(20))
    assert not sampled or why is None
    return why.rule if why else ""


@pytest.mark.parametrize("y", [30, 80])
def test_an_order_out_of_the_cone_is_marked_and_no_computer_gives_it_however_far(y: int):
    assert why_vain(field({"guns-1": (50, 10, 90), "foe-1": (50, y, 270)}), "guns-1") == ""
    aside = 50 + (y - 10) // 2
    out = field({"guns-1": (50, 10, 90), "foe-1": (aside, y, 270)})
    assert why_vain(out, "guns-1") == "D.1.cone"


@pytest.mark.parametrize("y", [30, 80])
def test_an_order_behind_a_friend_is_marked_and_no_computer_gives_it_however_far(y: int):
    blocked = field({"guns-1": (50, 10, 90), "foot-1": (50, 15, 90), "foe-1": (50, y, 270)})
    assert why_vain(blocked, "guns-1") == "D.1.obstacles"


def test_what_only_the_distance_forbids_is_not_told():
    far = field({"foot-1": (50, 10, 90), "foe-1": (50, 70, 270)})
    assert why_vain(far, "foot-1", FIRE) == ""
