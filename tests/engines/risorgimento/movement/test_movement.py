"""[E.3] [geo.allowance] [geo.cost] [geo.wheel] [geo.oblique] [geo.free_move] [geo.road] Legs and prices."""

from __future__ import annotations

from math import hypot, sqrt
from random import Random

import pytest

from grognard.engines.core.data.frozen import evolve
from grognard.engines.risorgimento.army.units import Unit
from grognard.engines.risorgimento.fire.opportunity import open_shots
from grognard.engines.risorgimento.ground.allowance import (
    allowance,
    limit,
    price_of,
    road_allowance,
    turn_price,
)
from grognard.engines.risorgimento.ground.ground import may_stand
from grognard.engines.risorgimento.manoeuvre.drill import Manoeuvres
from grognard.engines.risorgimento.manoeuvre.forecast import plan
from grognard.engines.risorgimento.manoeuvre.path import watched_points, whole_cm
from grognard.engines.risorgimento.movement.move_under_way import begin, end
from grognard.engines.risorgimento.movement.movement import leg
from grognard.engines.risorgimento.movement.mover import Mover
from grognard.engines.risorgimento.state import State
from tests.engines.risorgimento.field import field, scripted, with_units
from tests.engines.risorgimento.moves import finished, order, short

FAR = {"foe-1": (90, 50, 180)}
ROAD = {"terrain": "road", "line": [["0", "30"], ["100", "30"]]}


def square(terrain: str, x: float, y: float = 0, w: float = 10, h: float = 60, **more: str):
    corners = [[x, y], [x + w, y], [x + w, y + h], [x, y + h]]
    return {"terrain": terrain, "polygon": [[str(a), str(b)] for a, b in corners], **more}


def test_allowances_of_arms_and_formations() -> None:
    table = field({"foot-1": (10, 10, 0), "zouaves-1": (10, 20, 0), "guns-1": (10, 30, 0)})
    foot, light, guns = (table.setup.types[u] for u in ("foot-1", "zouaves-1", "guns-1"))
    assert [allowance(foot, f) for f in ("march_column", "attack_column", "line", "square")] == [
        14,
        12,
        8,
        3,
    ]
    assert allowance(light, "open_order") == 14
    assert (allowance(guns, "limbered"), allowance(guns, "in_battery")) == (14, 2)


@pytest.mark.parametrize(("ma", "by_road"), [(14, 19), (15, 20), (24, 32)])
def test_the_road_adds_a_third_rounded_up(ma: int, by_road: int) -> None:
    table = field({"foot-1": (10, 10, 0), "zouaves-1": (10, 20, 0), "horse-1": (10, 30, 0)})
    kinds = [k for k in table.setup.types.values() if allowance(k, "march_column") == ma]
    assert [road_allowance(kind, "march_column") for kind in kinds] == [by_road]


def test_limits_multiply() -> None:
    assert limit(Unit("u"))[0] == 1000
    assert limit(Unit("u", marker="blue"), forced=True) == (1500, ("E.3.1.double", "A.1.markers"))
    assert limit(Unit("u", marker="yellow", shaken=True))[0] == 250
    assert limit(Unit("u", marker="green"))[0] == 0
    assert limit(Unit("u", marker="green"), going_back=True)[0] == 1000


@pytest.mark.parametrize(
    ("turned", "more", "quarters"),
    [
        (0, 4500, 1),
        (0, 4550, 1),
        (0, 4551, 2),
        (0, 40, 0),
        (3000, 1500, 0),
        (3000, 1600, 1),
        (0, 18000, 4),
    ],
)
def test_turns_are_added_up_before_they_are_divided(turned: int, more: int, quarters: int) -> None:
    assert turn_price(turned, more) == quarters * 250


def test_the_example_of_the_rules_costs_the_whole_allowance() -> None:
    table = field({"foot-1": (20, 20, 0, "attack_column"), **FAR})
    found = plan(
        table.setup, table.state, "foot-1", [{"turn": 4500}, {"leg": [6000, 0]}, {"form": "line"}]
    )
    assert [step.account for step in found.steps] == [250, 750, 1000]
    assert found.stop is None


def test_an_order_and_its_plan_come_to_the_same() -> None:
    table = field(
        {"foot-1": (20, 20, 0, "attack_column"), "zouaves-1": (26, 20, 90), **FAR},
        ground=[square("vines", 24)],
    )
    actions = [{"turn": -2000}, {"leg": [4000, 3000]}, {"turn": 1000}, {"leg": [2000, 0]}]
    found = plan(table.setup, table.state, "foot-1", actions)
    order(table, "foot-1", *actions)
    assert table.state.units["foot-1"].pose == found.steps[-1].after.pose
    assert (table.state.account, table.state.turned) == (found.state.account, found.state.turned)


def test_a_formed_unit_moves_within_45_degrees_of_its_heading() -> None:
    table = field({"foot-1": (20, 20, 0), "zouaves-1": (20, 40, 0), **FAR})
    begin(table, "foot-1")
    orders = Manoeuvres(table.setup, table.state, "foot-1")
    assert {"do": [{"leg": [1000, 4550]}]} in orders
    assert orders.why_not({"do": [{"leg": [1000, 4600]}]}).rule == "E.3.2.oblique"
    assert orders.why_not({"do": [{"leg": [1000, 18000]}]}).rule == "E.3.2.no_backward"
    assert {"do": [{"leg": [1000, 18000]}]} in Manoeuvres(table.setup, table.state, "zouaves-1")


def test_open_order_moves_freely_if_it_keeps_to_it() -> None:
    table = field({"foot-1": (20, 20, 0, "open_order"), **FAR})
    unit = order(table, "foot-1", {"leg": [3000, 18000]})
    assert unit.pose.centre == (17.0, 20.0)
    assert table.state.account == 250
    order(table, "foot-1", {"form": "line"})
    assert short(table) == ["E.3.2.free"]
    table = field({"foot-1": (20, 20, 0), **FAR})
    begin(table, "foot-1")
    back = {"do": [{"form": "open_order"}, {"leg": [1000, 18000]}]}
    assert Manoeuvres(table.setup, table.state, "foot-1").why_not(back).rule == "E.3.2.no_backward"


def test_a_free_turn_after_a_leg_belongs_to_it() -> None:
    """The farthest corner of leg and turn together counts, whatever the ground (geo.free_move)."""
    places = {"zouaves-1": (30, 20, 0, "open_order"), **FAR}
    woods = [square("dense_woods", 0, w=60)]
    for ground, factor in (([], 1.0), (woods, 0.75)):
        table = field(places, ground=ground)
        actions = [{"leg": [7000, 13500]}, {"turn": 9000}]
        found = plan(table.setup, table.state, "zouaves-1", actions)
        order(table, "zouaves-1", *actions)
        farthest = hypot(7 * sqrt(0.5) + 2.75, 7 * sqrt(0.5) - 0.75)
        assert table.state.account == pytest.approx(price_of(farthest / factor / 14), abs=1)
        assert found.state.account == table.state.account
        order(table, "zouaves-1", {"turn": -9000})  # no corner comes farther by it
        assert table.state.account == found.state.account


def test_a_free_turn_that_does_not_follow_a_leg_is_one_of_its_own() -> None:
    table = field({"zouaves-1": (30, 20, 0, "open_order"), **FAR})
    order(table, "zouaves-1", {"leg": [1000, 0]}, {"form": "line"}, {"turn": 9000})
    quarter = sqrt(2) * hypot(3.5, 2.0) / 2
    assert table.state.account == price_of(1 / 14) + 250 + price_of(quarter / 9)


def test_free_turns_cost_the_way_of_the_farthest_corner() -> None:
    table = field({"zouaves-1": (20, 20, 0, "open_order"), **FAR})
    order(table, "zouaves-1", {"turn": 18000})
    assert table.state.account == price_of(sqrt(3.5**2 + 2.0**2) / 14)


def test_what_is_too_long_stops_where_the_allowance_ends() -> None:
    table = field({"foot-1": (20, 20, 0), **FAR})
    unit = order(table, "foot-1", {"leg": [20000, 0]}, {"turn": 4500})
    assert unit.pose.centre == (28.0, 20.0)
    assert (table.state.account, short(table)) == (1000, ["E.3.2.tactical"])
    assert finished(table)


def test_about_is_a_quarter_and_no_turn() -> None:
    table = field({"foot-1": (20, 20, 0), **FAR})
    unit = order(table, "foot-1", {"about": True})
    assert (unit.pose.heading, table.state.account, table.state.turned) == (180.0, 250, 0)


# -- ground ------------------------------------------------------------------------------------


def test_terrain_divides_what_lies_in_it() -> None:
    table = field(
        {"foot-1": (20, 20, 0), **FAR}, ground=[square("vines", 22, w=3)], dice=scripted(1)
    )
    order(table, "foot-1", {"leg": [6000, 0]})
    assert table.state.account == price_of((2 + 3 / 0.75 + 1) / 8)


def test_overlapping_ground_counts_by_the_worst() -> None:
    ground = [square("grain", 20), square("rice", 24), square("vines", 24)]
    table = field(
        {"zouaves-1": (22, 20, 0, "attack_column"), **FAR}, ground=ground, dice=scripted(1, 1)
    )
    order(table, "zouaves-1", {"leg": [4000, 0]})
    assert table.state.account == price_of((2 + 2 / 0.5) / 13)


def test_hills_cost_only_uphill() -> None:
    ground = [square("hill", 24, w=4, level="1"), square("hill", 32, w=20, level="2")]
    table = field({"foot-1": (20, 20, 0, "march_column"), **FAR}, ground=ground)
    order(table, "foot-1", {"leg": [10000, 0]})
    assert table.state.account == price_of((4 + 4 / 0.75 + 2) / 14)
    table = field({"foot-1": (26, 20, 180, "march_column"), **FAR}, ground=ground)
    order(table, "foot-1", {"leg": [4000, 0]})
    assert table.state.account == price_of(4 / 14)


def test_ditches_cost_once_a_crossing_and_are_tested() -> None:
    ditch = {"terrain": "ditch", "line": [["24", "0"], ["24", "60"]], "width": "0.5"}
    table = field({"foot-1": (20, 20, 0), **FAR}, ground=[ditch], dice=scripted(7))
    order(table, "foot-1", {"leg": [5000, 0]})
    assert table.state.account == price_of((5 + 2) / 8)
    assert table.entries[0].roll.rule == "E.5.test"


def test_a_failed_test_disorders_and_stops_there() -> None:
    table = field({"foot-1": (20, 20, 0), **FAR}, ground=[square("rice", 24)], dice=scripted(7))
    unit = order(table, "foot-1", {"leg": [5000, 0]}, {"leg": [1000, 0]})
    assert unit.pose.centre == (24.0, 20.0)
    assert (unit.disorder, finished(table)) == (2, True)
    assert [m.value for m in table.entries[0].roll.modifiers] == [1]


def test_a_feature_is_tested_once_in_a_move() -> None:
    table = field(
        {"foot-1": (20, 20, 0), **FAR}, ground=[square("vines", 23, w=1)], dice=scripted(1)
    )
    order(table, "foot-1", {"leg": [5000, 0]}, {"about": True}, {"leg": [500, 0]})
    assert table.dice.used == 1


def test_water_and_woods_stop_who_cannot_pass() -> None:
    table = field(
        {"foot-1": (20, 20, 0), "horse-1": (20, 40, 0), **FAR},
        ground=[square("water", 24, h=30), square("dense_woods", 24, 31, h=29)],
    )
    assert order(table, "foot-1", {"leg": [8000, 0]}).pose.centre == pytest.approx((23.98, 20.0))
    end(table)
    assert order(table, "horse-1", {"leg": [8000, 0]}).pose.centre == pytest.approx((23.98, 40.0))
    assert short(table) == ["E.5.cost", "E.5.cost"]


def test_nobody_leaves_the_table_of_his_own_will() -> None:
    table = field({"foot-1": (97, 20, 0), **FAR})
    assert order(table, "foot-1", {"leg": [8000, 0]}).pose.centre == pytest.approx((99.0, 20.0))
    assert short(table) == ["geo.frame"]


# -- roads -------------------------------------------------------------------------------------


def test_road_movement_has_a_third_more_and_no_ground() -> None:
    table = field(
        {"foot-1": (20, 30, 0, "march_column"), **FAR}, ground=[ROAD, square("vines", 0, w=100)]
    )
    unit = order(table, "foot-1", {"leg": [19000, 0]})
    assert (unit.pose.centre, table.state.account) == ((39.0, 30.0), 1000)


def test_turning_on_the_road_is_free_while_the_move_keeps_to_it() -> None:
    road = {"terrain": "road", "line": [["0", "30"], ["30", "30"], ["30", "60"]]}
    table = field({"foot-1": (20, 30, 0, "march_column"), **FAR}, ground=[road])
    order(table, "foot-1", {"leg": [10000, 0]}, {"turn": 9000}, {"leg": [9000, 0]})
    assert (table.state.account, short(table)) == (1000, [])


def test_leaving_the_road_loses_the_bonus_for_the_whole_move() -> None:
    table = field({"foot-1": (20, 30, 0, "march_column"), **FAR}, ground=[ROAD])
    order(table, "foot-1", {"leg": [7000, 0]})
    assert table.state.account == price_of(7 / 19)
    order(table, "foot-1", {"leg": [3000, 4500]})
    assert table.state.account == pytest.approx(price_of(10 / 14), abs=1)
    assert not table.state.progress.by_road


def test_lines_have_no_road_bonus() -> None:
    table = field({"foot-1": (20, 30, 0), **FAR}, ground=[ROAD])
    order(table, "foot-1", {"leg": [4000, 0]})
    assert table.state.account == 500


def test_bridges_carry_columns_over_water() -> None:
    board = {
        "size": ["100", "60"],
        "patches": [square("water", 24, w=4), ROAD],
        "bridges": [{"id": "ponte", "line": [["23.5", "30"], ["28.5", "30"]]}],
    }
    table = field(
        {"foot-1": (20, 30, 0, "attack_column"), "foot-2": (15, 30, 0), **FAR}, board=board
    )
    assert order(table, "foot-1", {"leg": [12000, 0]}).pose.centre == (32.0, 30.0)
    end(table)
    assert order(table, "foot-2", {"leg": [8000, 0]}).pose.centre == (23.0, 30.0)
    end(table)
    with_units(table, foot_2={"moved": False})
    assert order(table, "foot-2", {"leg": [8000, 0]}).pose.centre == pytest.approx((23.98, 30.0))


# -- forced marches ----------------------------------------------------------------------------


def test_a_forced_march_doubles_and_tires() -> None:
    table = field({"foot-1": (20, 20, 0, "march_column"), **FAR})
    unit = order(table, "foot-1", {"force": True}, {"leg": [28000, 0]})
    assert unit.pose.centre == (48.0, 20.0)
    end(table)
    unit = table.state.units["foot-1"]
    assert (unit.fatigue, unit.moved, unit.stirred) == (1, True, True)


def test_within_the_normal_allowance_no_march_is_forced() -> None:
    table = field({"foot-1": (20, 20, 0, "march_column"), **FAR})
    order(table, "foot-1", {"force": True}, {"leg": [14000, 0]})
    end(table)
    assert table.state.units["foot-1"].fatigue == 0


def test_a_forced_march_keeps_20_cm_from_the_enemy() -> None:
    table = field({"foot-1": (20, 20, 0, "march_column"), "foe-1": (67, 20, 180)})
    unit = order(table, "foot-1", {"force": True}, {"leg": [28000, 0]})
    gap = 67 - 1 - (unit.pose.centre[0] + 1.75)
    assert 20.01 < gap < 20.04
    assert short(table) == ["E.3.1.double"]


def test_near_the_enemy_from_the_start_a_forced_march_is_tactical() -> None:
    table = field({"foot-1": (20, 20, 0, "march_column"), "foe-1": (20, 38, 180)})
    unit = order(table, "foot-1", {"force": True}, {"leg": [28000, 0]})
    assert unit.pose.centre == (34.0, 20.0)
    assert short(table) == ["E.3.1.double", "E.3.2.tactical"]
    end(table)
    assert table.state.units["foot-1"].fatigue == 0


@pytest.mark.parametrize("state", [{"disorder": 1}, {"marker": "green"}])
def test_who_may_not_make_a_forced_march(state: dict[str, object]) -> None:
    table = field({"foot-1": (20, 20, 0, "march_column"), **FAR})
    with_units(table, foot_1=state)
    begin(table, "foot-1")
    why = Manoeuvres(table.setup, table.state, "foot-1").why_not({"do": [{"force": True}]})
    assert why.rule == ("B.1.restrictions" if "disorder" in state else "E.3.1.double")


# -- formations --------------------------------------------------------------------------------


def test_formation_changes_cost_a_quarter_and_limbering_a_half() -> None:
    table = field({"foot-1": (20, 20, 0), "guns-1": (20, 40, 0), **FAR})
    order(table, "foot-1", {"form": "attack_column"})
    assert table.state.account == 250
    end(table)
    order(table, "guns-1", {"form": "limbered"}, {"leg": [7000, 0]})
    assert table.state.account == 1000


def test_a_second_change_of_formation_is_tested() -> None:
    table = field({"foot-1": (20, 20, 0), **FAR}, dice=scripted(7))
    unit = order(table, "foot-1", {"form": "attack_column"}, {"form": "line"})
    assert (unit.formation, unit.disorder) == ("line", 2)


def test_there_must_be_room_for_a_formation() -> None:
    table = field({"foot-1": (20, 20, 0), "foot-2": (22.1, 20, 0), **FAR})
    order(table, "foot-1", {"form": "march_column"})
    assert short(table) == ["E.4.cost"]


# -- friends and enemies -----------------------------------------------------------------------


def test_line_infantry_does_not_pass_through_line_infantry() -> None:
    table = field({"foot-1": (20, 20, 0), "foot-2": (25, 20, 0), **FAR})
    unit = order(table, "foot-1", {"leg": [8000, 0]})
    assert unit.pose.centre[0] == pytest.approx(23.0, abs=0.002)
    assert short(table) == ["E.7.forbidden"]


def test_light_infantry_passes_and_is_passed_but_nobody_ends_on_another() -> None:
    table = field({"foot-1": (20, 20, 0), "zouaves-1": (24, 20, 0), **FAR})
    assert order(table, "foot-1", {"leg": [8000, 0]}).pose.centre == (28.0, 20.0)
    table = field({"foot-1": (20, 20, 0), "zouaves-1": (24, 20, 0), **FAR})
    assert order(table, "foot-1", {"leg": [5000, 0]}).pose.centre == pytest.approx((22.0, 20.0))
    assert short(table) == ["E.7.forbidden"]


def test_disordered_guns_may_not_advance() -> None:
    table = field({"guns-1": (20, 20, 0, "limbered"), **FAR})
    with_units(table, guns_1={"disorder": 2})
    assert order(table, "guns-1", {"leg": [4000, 0]}).pose.centre == (20.0, 20.0)
    assert short(table) == ["B.1.restrictions"]
    assert order(table, "guns-1", {"about": True}, {"leg": [4000, 0]}).pose.centre == (16.0, 20.0)


def test_measuring_tables_refuse_what_would_be_cut_short() -> None:
    table = field(
        {"foot-1": (20, 20, 0), "foot-2": (25, 20, 0), **FAR}, options={"premeasure": "yes"}
    )
    begin(table, "foot-1")
    orders = Manoeuvres(table.setup, table.state, "foot-1")
    why = orders.why_not({"do": [{"leg": [8000, 0]}]})
    assert (why.rule, why.where) == ("E.7.forbidden", ("foot-1", "foot-2"))
    assert orders.why_not({"do": [{"leg": [2000, 0]}]}) is None
    assert (
        orders.why_not({"do": [{"leg": [2000, 0]}, {"leg": [9000, -3000]}]}).rule == "E.7.forbidden"
    )


def test_cost_of_a_leg_is_the_sum_of_its_parts() -> None:
    ground = [
        square("vines", 22, w=2),
        square("rice", 26, w=1),
        square("hill", 28, w=20, level="1"),
    ]
    table = field({"zouaves-1": (20, 20, 0, "open_order"), **FAR}, ground=ground)
    begin(table, "zouaves-1")
    whole = leg(Mover(table.setup, table.state, "zouaves-1"), 9.0, 0.0)
    half = leg(Mover(table.setup, table.state, "zouaves-1"), 4.5, 0.0)
    state: State = evolve(
        table.state,
        units={
            **table.state.units,
            "zouaves-1": evolve(table.state.units["zouaves-1"], pose=half.place(4.5).pose),
        },
    )
    rest = leg(Mover(table.setup, state, "zouaves-1"), 4.5, 0.0)
    assert whole.course.effort() == pytest.approx(half.course.effort() + rest.course.effort())
    assert whole.course.distance(whole.course.effort(5.0)) == pytest.approx(5.0, abs=0.02)


def watched_shots(seed: int) -> int:
    """How many shots there are at the points of a leg; what is watched must give the very same ones."""
    rng = Random(seed)
    places = {
        "foot-1": (50, 30, rng.uniform(0, 360)),
        "battery-1": (rng.uniform(20, 80), 12, rng.uniform(0, 180)),
    }
    for n in range(1, 5):
        spot = (rng.uniform(32, 68), rng.uniform(14, 46), rng.uniform(0, 360))
        places[f"foe-{n}"] = (*spot, rng.choice(("line", "square", "march_column")))
    table = field(places)
    begin(table, "foot-1")
    mover = Mover(table.setup, table.state, "foot-1")
    run = leg(mover, 8.0, mover.stand.heading + rng.uniform(-45, 45))
    watched = watched_points(table.setup, table.state, "foot-1", run)
    count = 0
    for at in whole_cm(table.setup, run):
        moved = evolve(table.state.units["foot-1"], pose=run.place(at).pose)
        state = evolve(table.state, units={**table.state.units, "foot-1": moved})
        shots = open_shots(table.setup, state, "foot-1")
        assert shots == open_shots(table.setup, state, "foot-1", seen=watched.get(at, {}))
        count += len(shots)
    return count


def test_no_shot_is_left_out_where_fire_is_not_offered() -> None:
    assert sum(watched_shots(seed) for seed in range(12)) > 20


@pytest.mark.parametrize("slant", [1, 2, 3])
def test_who_goes_along_a_border_never_comes_to_lie_beyond_it(slant: int) -> None:
    """Guns go on and on along a wall at a slant so small that the grain of places is what counts."""
    wall = {
        "terrain": "walled",
        "polygon": [["10", "30"], ["90", str(30 + slant / 10)], ["90", "50"], ["10", "50"]],
    }
    table = field({"guns-1": (20, 29.9, 0, "limbered"), **FAR}, ground=[wall])
    setup, kind = table.setup, table.setup.types["guns-1"]
    for _ in range(30):
        begin(table, "guns-1")
        found = leg(Mover(setup, table.state, "guns-1"), 1.7, 0.4)
        with_units(table, guns_1={"pose": found.place(found.length).pose})
        x, y = found.place(found.length).centre
        assert may_stand(setup, table.state, kind, "limbered", (x, y))
    assert found.stop is not None
    assert found.stop.rule == "E.5.cost"
