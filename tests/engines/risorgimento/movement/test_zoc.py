"""[E.6] [E.8] [G.align] ZOCs, their options, contact, withdrawal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grognard.engines.core.board.tabletop import Base, Pose, contact
from grognard.engines.risorgimento.field.footprint import base
from grognard.engines.risorgimento.manoeuvre.withdrawal import (
    ZocOptions,
    ask_withdraw,
    most_in_front,
)
from grognard.engines.risorgimento.movement.move_under_way import begin, end
from grognard.engines.risorgimento.movement.zoc import depth, holders, zones
from tests.engines.risorgimento.field import field, scripted, with_units
from tests.engines.risorgimento.moves import drive, finished, option, order, short


def held(table, uid: str) -> tuple[str, ...]:
    return holders(table.setup, table.state, uid, base(table.setup, table.state.units[uid]))


def test_the_example_of_the_rules_is_in_the_zoc() -> None:
    table = field({"foe-1": (10, 10, 0), "foot-1": (13.9, 12, 180)})
    assert held(table, "foot-1") == ("foe-1",)


def test_depths_of_zocs() -> None:
    table = field({"foot-1": (10, 10, 0), "guns-1": (10, 20, 0), "horse-1": (10, 30, 0)})
    assert [depth(kind) for kind in table.setup.types.values()] == [2.0, 8.0, 4.0]


def test_the_zoc_opens_by_15_degrees_before_the_front() -> None:
    table = field({"foe-1": (10, 10, 0)})
    (shape,) = zones(table.setup, table.state.units["foe-1"])
    assert shape.bounds == pytest.approx((11, 10 - 1.75 - 0.535898, 13, 10 + 1.75 + 0.535898))


@pytest.mark.parametrize(
    ("fields", "count"),
    [({}, 1), ({"formation": "square"}, 4), ({"routed": True}, 0), ({"place": "removed"}, 0)],
)
def test_who_has_a_zoc(fields: dict[str, object], count: int) -> None:
    table = field({"foe-1": (10, 10, 0)})
    with_units(table, foe_1=fields)
    assert len(zones(table.setup, table.state.units["foe-1"])) == count


def test_limbered_guns_have_none_and_foot_none_against_cavalry() -> None:
    table = field(
        {
            "battery-1": (10, 10, 0, "limbered"),
            "foe-1": (10, 20, 0),
            "uhlans-1": (10, 30, 0),
            "foot-1": (13, 10, 180),
            "horse-1": (13, 20, 180),
            "horse-2": (13, 30, 180),
        }
    )
    assert [held(table, uid) for uid in ("foot-1", "horse-1", "horse-2")] == [(), (), ("uhlans-1",)]


def test_a_zoc_is_left_at_its_very_edge() -> None:
    table = field({"foe-1": (10, 10, 0), "foot-1": (14.0, 10, 180)})
    assert held(table, "foot-1") == ()  # the front lies on the edge at 13.0
    with_units(table, foot_1={"pose": Pose.of(13.98, 10, 180)})
    assert held(table, "foot-1") == ("foe-1",)


def test_a_friend_facing_the_enemy_screens() -> None:
    places = {
        "foe-1": (10, 10, 0),
        "foot-1": (14.5, 10, 180, "march_column"),
        "zouaves-1": (13, 16, 180),
    }
    table = field(places)
    assert held(table, "foot-1") == ("foe-1",)
    with_units(table, zouaves_1={"pose": Pose.of(13, 11.5, 200)})
    assert held(table, "foot-1") == ()
    with_units(table, zouaves_1={"pose": Pose.of(13, 11.5, 20)})
    assert held(table, "foot-1") == ("foe-1",)


# -- entering ----------------------------------------------------------------------------------


def test_a_unit_stops_as_it_enters_a_zoc_and_has_three_options() -> None:
    table = field({"foot-1": (20, 20, 0, "attack_column"), "foe-1": (28, 20, 180)})
    unit = order(table, "foot-1", {"leg": [9000, 0]}, {"turn": 4500})
    assert unit.pose.centre[0] == pytest.approx(24.0, abs=0.03)
    assert (table.state.progress.pending, unit.pose.heading) == ("zoc", 0.0)
    options = ZocOptions(table.setup, table.state, "foot-1")
    assert list(options) == ["align:foe-1", "advance", "fall_back"]
    assert options.why_not("pass").rule == "E.6.options"


def test_aligning_turns_on_the_spot_and_ends_the_move() -> None:
    table = field({"foot-1": (20, 20, 0, "attack_column"), "foe-1": (28, 20.5, 160)})
    before = order(table, "foot-1", {"leg": [9000, 0]})
    unit = option(table, "align:foe-1")
    assert unit.pose == Pose.of(*before.pose.centre, 340)
    assert finished(table)


def test_advancing_makes_contact_flush_and_centred() -> None:
    table = field({"foot-1": (20, 20, 0, "attack_column"), "foe-1": (28, 20.5, 182)})
    order(table, "foot-1", {"leg": [9000, 0]})
    unit = option(table, "advance")
    foe = base(table.setup, table.state.units["foe-1"])
    assert contact(base(table.setup, unit), foe)
    assert unit.pose.heading == 2.0
    assert base(table.setup, unit).front_middle == pytest.approx(foe.front_middle, abs=0.002)
    assert finished(table)


def test_with_half_its_front_a_unit_stays_as_it_is() -> None:
    table = field({"foot-1": (20, 20, 0, "attack_column"), "foe-1": (28, 21.75, 180)})
    order(table, "foot-1", {"leg": [9000, 0]})
    unit = option(table, "advance")
    assert unit.pose.centre[1] == 20.0
    assert contact(base(table.setup, unit), base(table.setup, table.state.units["foe-1"]))


def test_falling_back_leaves_the_zoc_and_enters_no_other() -> None:
    table = field(
        {"foot-1": (20, 20, 0, "attack_column"), "foe-1": (27, 20, 180), "foe-2": (20, 27, 270)}
    )
    order(table, "foot-1", {"leg": [9000, 0]})
    unit = option(table, "fall_back")
    assert held(table, "foot-1") == ()
    assert unit.pose.centre[0] == pytest.approx(23.0, abs=0.03)
    assert table.state.progress.pending == ""
    order(table, "foot-1", {"leg": [3000, 0]})
    assert short(table) == ["E.6.no_zoc_to_zoc"]
    assert held(table, "foot-1") == ()


def test_who_begins_in_a_zoc_may_stay() -> None:
    table = field({"foot-1": (20, 20, 0), "foe-1": (23.5, 20, 180)})
    begin(table, "foot-1")
    assert next(iter(ZocOptions(table.setup, table.state, "foot-1"))) == "pass"
    option(table, "pass")
    end(table)
    assert not table.state.units["foot-1"].moved


def test_no_movement_from_zoc_to_zoc() -> None:
    table = field({"foot-1": (20, 20, 0), "foe-1": (23.9, 20, 180), "foe-2": (25, 23.8, 240)})
    begin(table, "foot-1")
    assert held(table, "foot-1") == ("foe-1",)
    option(table, "advance")
    assert "E.6.no_zoc_to_zoc" in short(table)
    assert held(table, "foot-1") == ("foe-1",)


def test_the_enemy_most_in_front_has_the_greatest_share() -> None:
    table = field({"foot-1": (20, 20, 0), "foe-1": (23.5, 18.5, 180), "foe-2": (23.5, 22.3, 180)})
    assert most_in_front(table.setup, table.state, "foot-1") == ("foe-1",)
    with_units(
        table, foe_1={"pose": Pose.of(23.5, 18, 180)}, foe_2={"pose": Pose.of(23.5, 22, 180)}
    )
    assert most_in_front(table.setup, table.state, "foot-1") == ("foe-1", "foe-2")


def test_light_infantry_keeps_out_of_cavalry_zocs_in_the_open() -> None:
    places = {"zouaves-1": (20, 20, 0), "uhlans-1": (30, 20, 180)}
    table = field(places)
    order(table, "zouaves-1", {"leg": [7000, 0]})
    assert short(table) == ["E.2.1.light_forbidden"]
    assert held(table, "zouaves-1") == ()
    woods = {
        "terrain": "light_woods",
        "polygon": [["23", "0"], ["40", "0"], ["40", "60"], ["23", "60"]],
    }
    table = field(places, ground=[woods], dice=scripted(1))
    order(table, "zouaves-1", {"leg": [7000, 0]}, react_zoc="stand")
    assert table.state.progress.pending == "zoc"


# -- contact -----------------------------------------------------------------------------------


def test_a_flank_is_contacted_without_any_zoc() -> None:
    table = field({"foot-1": (20, 19.2, 0, "attack_column"), "foe-1": (26, 20, 90)})
    unit = order(table, "foot-1", {"leg": [9000, 0]})
    assert (unit.pose.centre, finished(table)) == ((23.25, 20.0), True)


def test_one_attacker_a_front() -> None:
    table = field(
        {"foot-1": (24, 19, 0), "foot-2": (20, 22.6, 0, "attack_column"), "foe-1": (26, 20.9, 180)}
    )
    assert held(table, "foot-2") == ()  # foot-1 screens it
    unit = order(table, "foot-2", {"leg": [6000, 0]})
    assert short(table) == ["G.one_front"]
    assert not contact(base(table.setup, unit), base(table.setup, table.state.units["foe-1"]))


def test_no_room_to_align_no_contact() -> None:
    table = field(
        {
            "foot-1": (20, 20, 0, "attack_column"),
            "foe-1": (26, 21.2, 90),
            "foe-2": (23, 23.6, 90),
            "foe-3": (23, 15, 90),
        }
    )
    unit = order(table, "foot-1", {"leg": [9000, 0]})
    assert contact(base(table.setup, unit), base(table.setup, table.state.units["foe-1"]))
    assert unit.pose.centre[1] < 21.2  # it slid aside from foe-2


def test_routed_units_are_ridden_down() -> None:
    table = field({"foot-1": (20, 20, 0, "attack_column"), "foe-1": (26, 20, 180)})
    with_units(table, foe_1={"routed": True})
    order(table, "foot-1", {"leg": [9000, 0]})
    assert table.state.units["foe-1"].place == "removed"


def test_commanders_in_the_way_are_taken_or_get_away() -> None:
    table = field({"foot-1": (20, 20, 0, "attack_column"), "foe-1": (80, 50, 180)})
    commander = table.state.commanders["general"]
    table.update(
        commanders={"general": replace(commander, place="table", pose=Pose.of(26, 20, 180))}
    )
    order(table, "foot-1", {"leg": [4000, 0]})
    assert any(e.roll and e.roll.rule == "loss.contacted" for e in table.entries)


# -- out of melee ------------------------------------------------------------------------------


def test_withdrawing_from_melee_falls_back_and_marks() -> None:
    table = field({"foot-1": (20, 20, 0), "foe-1": (22, 20, 180)})
    begin(table, "foot-1")
    assert table.state.progress.pending == "withdraw"
    drive(ask_withdraw(table, "foot-1"), {"withdraw": "withdraw"})
    unit = table.state.units["foot-1"]
    assert unit.withdrew
    assert unit.pose.centre[0] == pytest.approx(18.0, abs=0.04)
    assert (held(table, "foot-1"), table.state.progress.fell_back) == ((), True)


def test_infantry_does_not_leave_cavalry() -> None:
    table = field({"foot-1": (20, 20, 0), "uhlans-1": (22, 20, 180)})
    begin(table, "foot-1")
    asked = drive(ask_withdraw(table, "foot-1"))
    assert asked[0].choices.why_not("withdraw").rule == "E.8.voluntary"
    assert finished(table)


def test_an_enemy_flank_beside_the_unit_is_no_melee() -> None:
    table = field({"foot-1": (20, 20, 0), "foe-1": (20, 23.5, 0)})
    begin(table, "foot-1")
    assert table.state.progress.pending == ""


def test_bases_of_a_test_are_those_of_the_rules() -> None:
    table = field({"foot-1": (20, 20, 0, "march_column")})
    assert base(table.setup, table.state.units["foot-1"]) == Base(Pose.of(20, 20, 0), 2.0, 3.5)


def test_commanders_are_ridden_down_on_the_way_too() -> None:
    table = field({"foot-1": (20, 20, 0, "attack_column"), "foe-1": (80, 50, 180)})
    commander = replace(table.state.commanders["general"], place="table", pose=Pose.of(25, 20, 180))
    table.update(commanders={"general": commander})
    order(table, "foot-1", {"leg": [11000, 0]})
    assert any(e.roll and e.roll.rule == "loss.contacted" for e in table.entries)
