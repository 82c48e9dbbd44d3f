"""[A.1] [loss] [commanders] The chain of command, its markers, casualties, values."""

from __future__ import annotations

import pytest

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.risorgimento.command.command import check_commanders, mark_units, superior_of
from grognard.engines.risorgimento.command.succession import (
    bonus,
    contacted,
    put_out,
    returns,
    roll_values,
    test_attached,
)
from tests.engines.risorgimento.charging import rolled, rules
from tests.engines.risorgimento.field import field, scripted, with_units
from tests.engines.risorgimento.staff import army, with_chief

test_attached.__test__ = False


def markers(table):
    check_commanders(table)
    return {name: one.marker for name, one in table.state.commanders.items()}


def test_everyone_within_radius_is_in_command_without_a_die():
    table = army({"a-1": (40, 30)}, dice=scripted())
    assert set(markers(table).values()) == {""}
    mark_units(table)
    assert table.state.units["a-1"].marker == ""


def test_the_radius_is_measured_from_base_to_base_and_inclusive():
    """cd at 25, cb with 2 cm depth each: bases 20 cm apart stand 22 cm apart."""
    table = army({"a-1": (40, 30)}, dice=scripted(), places={"cb": (47, 30)})
    assert markers(table)["cb"] == ""


@pytest.mark.parametrize(("die", "marker"), [(6, "yellow"), (7, "green")])
def test_a_brigade_out_of_radius_tests_for_yellow_or_green(die, marker):
    table = army({"a-1": (60, 30)}, dice=scripted(die), places={"cb": (60, 30)})
    assert markers(table)["cb"] == marker


@pytest.mark.parametrize(("die", "division", "brigade"), [(6, "", ""), (7, "brown", "brown")])
def test_a_division_out_of_radius_of_a_corps_in_command(die, division, brigade):
    table = army({"a-1": (80, 30)}, dice=scripted(die), places={"cd": (70, 30), "cb": (80, 30)})
    found = markers(table)
    assert (found["cd"], found["cb"]) == (division, brigade)


def test_a_corps_that_fails_turns_its_divisions_blue():
    places = {"cc": (60, 30), "cd": (65, 30), "cb": (70, 30)}
    table = army({"a-1": (72, 30)}, dice=scripted(7), places=places)
    found = markers(table)
    assert (found["cc"], found["cd"], found["cb"]) == ("blue", "blue", "blue")


@pytest.mark.parametrize(("die", "marker"), [(6, "blue"), (7, "brown")])
def test_below_a_corps_that_fails_a_division_out_of_its_radius_tests(die, marker):
    places = {"cc": (50, 30), "cd": (90, 30), "cb": (92, 50)}
    table = army({"a-1": (92, 50)}, dice=scripted(7, die), places=places)
    assert markers(table)["cd"] == marker


def test_a_corps_that_succeeds_keeps_the_chain():
    places = {"cc": (60, 30), "cd": (65, 30), "cb": (70, 30)}
    table = army({"a-1": (72, 30)}, dice=scripted(6), places=places)
    assert set(markers(table).values()) == {""}


def test_a_corps_with_written_orders_needs_no_test():
    from grognard.engines.risorgimento.state import Order

    places = {"cc": (60, 30), "cd": (65, 30), "cb": (70, 30)}
    table = army(
        {"a-1": (72, 30)}, dice=scripted(), places=places, options={"written_orders": "yes"}
    )
    table.update(orders={"cc": Order("attack", "")})
    assert markers(table)["cc"] == ""
    assert "A.2.orders" in rules(table)


def test_a_unit_out_of_its_commanders_radius_is_green():
    table = army({"a-1": (60, 30)}, dice=scripted())
    check_commanders(table)
    mark_units(table)
    assert table.state.units["a-1"].marker == "green"


def test_contact_passes_command_on_along_a_chain():
    """cb at 35 reaches to 46: a-1 is in, a-2 and a-3 only touch the next one, a-4 nobody."""
    table = army(
        {"a-1": (44, 30), "a-2": (46, 33.5), "a-3": (48, 37), "a-4": (60, 30)}, dice=scripted()
    )
    check_commanders(table)
    mark_units(table)
    assert [table.state.units[f"a-{n}"].marker for n in (1, 2, 3, 4)] == ["", "", "", "green"]
    assert "A.1.touch" in rules(table)


def test_contact_passes_the_better_marker_on():
    table = army({"a-1": (64, 30), "a-2": (80, 30)}, dice=scripted(6), places={"cb": (60, 30)})
    with_units(table, a_2={"pose": Pose.of(66, 33.5, 0)})
    with_chief(table, "cb", radius=3)
    check_commanders(table)
    mark_units(table)
    assert [table.state.units[u].marker for u in ("a-1", "a-2")] == ["yellow", "yellow"]


# -- commanders lost (loss.*) ------------------------------------------------------------------


def test_under_a_dead_brigade_commander_units_are_green_and_commanders_may_test():
    table = army({"a-1": (40, 30)}, dice=scripted())
    put_out(table, "cb", "dead")
    check_commanders(table)
    mark_units(table)
    assert table.state.units["a-1"].marker == "green"
    table = army({"a-1": (40, 30)}, dice=scripted(6))
    put_out(table, "cd", "dead")
    assert markers(table)["cb"] == "yellow"


@pytest.mark.parametrize(("die", "marker"), [(6, "blue"), (7, "brown")])
def test_under_a_dead_corps_commander_divisions_test_as_below_one_out_of_command(die, marker):
    table = army({"a-1": (40, 30)}, dice=scripted(die))
    put_out(table, "cc", "dead")
    assert markers(table)["cd"] == marker


@pytest.mark.parametrize(
    ("dice", "fate", "until"),
    [((3,), "", 0), ((2, 2), "dead", 5), ((1, 3), "grave", 5), ((1, 6), "light", 3)],
)
def test_casualties_of_an_attached_commander(dice, fate, until):
    table = army({"a-1": (40, 30)}, dice=scripted(*dice))
    with_chief(table, "cb", attached="a-1")
    test_attached(table, "a-1")
    one = table.state.commanders["cb"]
    assert (one.fate, one.out_until) == (fate, until)
    assert one.attached == ("" if fate else "a-1")


def test_a_commander_killed_scores_his_initiative():
    table = army({"a-1": (40, 30)}, dice=scripted(1, 1))
    with_chief(table, "cb", attached="a-1")
    test_attached(table, "a-1")
    assert table.state.points["austrian"] == 6


def test_wounded_come_back_after_their_turns_behind_a_unit():
    table = army({"a-1": (40, 30)}, dice=scripted())
    put_out(table, "cb", "light")
    for turn in (2, 3):
        table.update(turn=turn)
        returns(table)
        assert table.state.commanders["cb"].fate == "light"
    table.update(turn=4)
    returns(table)
    one = table.state.commanders["cb"]
    assert (one.fate, one.pose) == ("", Pose.of(38, 30, 0))


def test_a_dead_brigade_commander_is_replaced_from_table_one_and_a_higher_one_is_not():
    table = army({"a-1": (40, 30)}, dice=scripted(10, 1))
    put_out(table, "cb", "dead")
    put_out(table, "cd", "dead")
    table.update(turn=6)
    returns(table)
    one = table.state.commanders["cb"]
    assert (one.fate, one.radius, one.initiative, one.bonus) == ("", 15, 7, 1)
    assert table.state.commanders["cd"].fate == "replaced"
    assert superior_of(table.setup, table.state, table.setup.posts["cb"]) == "cc"


@pytest.mark.parametrize(("die", "fate"), [(4, "prisoner"), (5, "")])
def test_an_unattached_commander_ridden_down(die, fate):
    table = army({"a-1": (40, 30)}, dice=scripted(die))
    contacted(table, "cb")
    one = table.state.commanders["cb"]
    assert one.fate == fate
    assert one.pose == (None if fate else Pose.of(38, 30, 0))


def test_only_the_attached_commander_of_a_unit_gives_his_bonus():
    table = army({"a-1": (40, 30)})
    assert bonus(table.state, "a-1") == 0
    with_chief(table, "cb", attached="a-1")
    assert bonus(table.state, "a-1") == 1


def test_values_are_rolled_one_by_one_from_table_one():
    formations = [
        {
            "id": "left",
            "name": "Left",
            "side": "allied",
            "army": "french",
            "commander": {"id": "marshal", "name": "Marshal", "level": "brigade"},
        },
        {"id": "corps", "name": "Corps", "side": "austrian", "army": "austrian"},
        {"id": "ramming", "name": "Ramming", "above": "corps", "army": "austrian"},
        {"id": "right", "name": "Right", "side": "allied", "army": "french"},
    ]
    table = field(
        {"foot-1": (50, 30, 0), "foe-1": (90, 30, 180)}, dice=scripted(5, 6), formations=formations
    )
    roll_values(table)
    one = table.state.commanders["marshal"]
    assert (one.radius, one.initiative, one.bonus) == (15, 6, 2)
    assert [purpose for purpose, *_ in rolled(table)] == ["commander_initiative", "commander_bonus"]
