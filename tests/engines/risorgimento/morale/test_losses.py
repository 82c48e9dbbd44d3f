"""[D.3.loss] [H.1.removed] [loss.test] [H.2] [H.3] What loss points do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grognard.engines.risorgimento.morale.losses import (
    Hit,
    brigade_halves,
    check_brigades,
    least_halves,
    suffer,
    suffer_all,
)
from grognard.engines.risorgimento.setup import Board
from tests.engines.risorgimento.field import field, scripted, with_units


def attach(table: Board, uid: str) -> None:
    general = replace(table.state.commanders["general"], attached=uid, fate="")
    table.update(commanders={**table.state.commanders, "general": general})


def purposes(table: Board) -> list[str]:
    return [entry.roll.purpose for entry in table.entries if entry.roll]


def test_a_loss_point_is_half_a_strength_point_and_a_victory_point():
    table = field({"foe-1": (50, 20, 90), "foot-1": (10, 10, 90)}, dice=scripted())
    suffer(table, "foe-1", 1, "F.2.result")
    assert table.state.units["foe-1"].halves == 15
    assert (table.state.points["allied"], table.state.losses["foe-1"]) == (1, 1)


@pytest.mark.parametrize(
    ("halves", "least"), [(16, 8), (10, 4), (12, 6), (4, 2), (2, 1), (11, 4), (1, 1)]
)
def test_half_of_the_initial_strength_is_rounded_down_to_whole_points(halves, least):
    table = field({"foe-1": (50, 20, 90), "foot-1": (10, 10, 90)})
    assert least_halves(replace(table.setup.types["foe-1"], halves=halves)) == least


@pytest.mark.parametrize(("halves", "place"), [(9, "table"), (8, "removed")])
def test_a_unit_below_half_is_removed_and_counts_with_all_it_had(halves, place):
    # With another unit of its brigade whole, so that the brigade itself stands.
    table = field(
        {
            "foe-1": (50, 20, 90),
            "foe-2": (60, 20, 90),
            "foe-3": (70, 20, 90),
            "foot-1": (10, 10, 90),
        },
        dice=scripted(),
    )
    with_units(table, foe_1={"halves": halves})
    suffer(table, "foe-1", 1, "F.2.result")
    unit = table.state.units["foe-1"]
    assert unit.place == place
    assert table.state.points["allied"] == (1 if place == "table" else 8)


def test_no_more_is_lost_than_there_was():
    table = field(
        {
            "foe-1": (50, 20, 90),
            "foe-2": (60, 20, 90),
            "foe-3": (70, 20, 90),
            "foot-1": (10, 10, 90),
        },
        dice=scripted(),
    )
    with_units(table, foe_1={"halves": 8})
    suffer(table, "foe-1", 20, "G.3.losses")
    assert (table.state.units["foe-1"].place, table.state.points["allied"]) == ("removed", 8)


@pytest.mark.parametrize(
    ("faces", "fate"), [((3,), ""), ((2, 6), "light"), ((1, 4, 1), "grave"), ((1, 2, 1), "dead")]
)
def test_an_attached_commander_may_be_hit_once_a_fire(faces, fate):
    table = field(
        {"foe-1": (50, 20, 90), "foe-2": (60, 20, 90), "foot-1": (10, 10, 90)},
        dice=scripted(*faces),
    )
    attach(table, "foe-1")
    suffer(table, "foe-1", 3, "F.2.result")
    assert table.state.commanders["general"].fate == fate
    assert table.dice.counts["script"] == len(faces)


def test_two_fires_are_two_tests():
    table = field(
        {"foe-1": (50, 20, 90), "foe-2": (60, 20, 90), "foot-1": (10, 10, 90)},
        dice=scripted(5, 5, 1),
    )
    attach(table, "foe-1")
    suffer_all(table, (Hit("foe-1", 1, "F.2.result"), Hit("foe-1", 1, "D.3.result")), by_fire=True)
    assert purposes(table) == ["commander_hit", "commander_hit", "morale_fire_losses"]


def test_no_losses_no_tests():
    table = field({"foe-1": (50, 20, 90), "foot-1": (10, 10, 90)}, dice=scripted())
    attach(table, "foe-1")
    suffer_all(table, (Hit("foe-1", 0, "F.2.result"),), by_fire=True)
    assert purposes(table) == []


# -- brigades ----------------------------------------------------------------------------------


def brigade(*faces: int) -> Board:
    """A brigade of three battalions of 8 and a battery of 2: 26 SP, 52 half points."""
    return field(
        {
            "foe-1": (50, 20, 90),
            "foe-2": (60, 20, 90),
            "foe-3": (70, 20, 90),
            "battery-4": (80, 20, 90),
            "foot-1": (10, 10, 90),
        },
        dice=scripted(*faces),
    )


def test_the_strength_of_a_brigade_counts_guns_plainly_and_the_removed_not_at_all():
    table = brigade()
    with_units(
        table, foe_1={"place": "removed", "pose": None}, foe_2={"routed": True, "halves": 10}
    )
    assert brigade_halves(table.setup, table.state, "ramming") == (10 + 16 + 4, 52)


@pytest.mark.parametrize(("lost", "tests"), [(17, 0), (18, 4)])
def test_more_than_a_third_demoralises_and_everyone_left_tests(lost, tests):
    # A third of 52 is 17.33.
    table = brigade(*[1] * tests)
    with_units(table, foe_1={"halves": 9}, foe_2={"halves": 9}, foe_3={"halves": 16 - (lost - 15)})
    suffer(table, "foe-3", 1, "G.3.losses")
    assert purposes(table) == ["morale_brigade"] * tests
    assert table.state.demoralised == (("ramming",) if tests else ())


def test_the_test_is_made_once_and_without_the_penalty_it_brings():
    table = brigade(1, 1, 1, 1)
    with_units(table, foe_1={"halves": 9}, foe_2={"halves": 9}, foe_3={"halves": 13})
    suffer(table, "foe-3", 1, "G.3.losses")
    modifiers = [m.rule for entry in table.entries if entry.roll for m in entry.roll.modifiers]
    assert "H.2.demoralised" not in modifiers
    suffer(table, "foe-3", 1, "G.3.losses")
    assert len(purposes(table)) == 4


def test_routed_units_do_not_test():
    table = brigade(1, 1, 1)
    with_units(
        table, foe_1={"halves": 9, "routed": True}, foe_2={"halves": 9}, foe_3={"halves": 13}
    )
    suffer(table, "foe-3", 1, "G.3.losses")
    assert purposes(table) == ["morale_brigade"] * 3


@pytest.mark.parametrize(("last", "gone"), [(10, False), (9, True)])
def test_below_half_of_its_strength_a_brigade_is_removed(last, gone):
    # 26 half points of 52 are half: 8 + 8 + 10 stand, one less and the brigade is gone.
    table = brigade(*[1] * 8)
    with_units(
        table,
        foe_1={"halves": 8},
        foe_2={"halves": 8},
        foe_3={"halves": last},
        battery_4={"place": "removed", "pose": None},
    )
    check_brigades(table, ("ramming",))
    assert table.state.gone == (("ramming",) if gone else ())
    assert all((table.state.units[f"foe-{n}"].place == "removed") == gone for n in (1, 2, 3))
    if gone:
        assert table.state.points["allied"] == 8 + 8 + 9
