"""[geo.allowance] The region a unit can reach agrees with the legs it is ordered."""

from __future__ import annotations

from math import degrees, hypot

import pytest
import shapely

from grognard.engines.risorgimento.manoeuvre.reach import reach_region
from grognard.engines.risorgimento.movement.move_under_way import begin
from grognard.engines.risorgimento.movement.movement import leg
from grognard.engines.risorgimento.movement.mover import Mover
from tests.engines.risorgimento.field import field, with_units

FAR = {"foe-1": (90, 50, 180)}


def test_a_line_reaches_eight_cm_ahead_and_less_to_the_sides() -> None:
    table = field({"foot-1": (40, 30, 90), **FAR})
    found = reach_region(table.setup, table.state, "foot-1")
    ways = {
        round(degrees(d)) % 360: n
        for d, n in zip(found.runs.directions, found.lengths.tolist(), strict=True)
    }
    assert (ways[90], ways[45], ways[0], ways[270]) == (8.0, 8.0, 6.0, 6.0)
    assert ways[330] == 4.0
    assert found.region.contains(shapely.Point(40, 37.5))
    assert not found.region.contains(shapely.Point(40, 38.5))


def test_free_movers_reach_the_same_all_round() -> None:
    table = field({"zouaves-1": (40, 30, 90, "open_order"), **FAR})
    assert set(reach_region(table.setup, table.state, "zouaves-1").lengths.tolist()) == {14.0}


def test_what_is_spent_is_missing() -> None:
    table = field({"foot-1": (40, 30, 0), **FAR})
    begin(table, "foot-1")
    table.update(account=500, turned=1000)
    found = reach_region(table.setup, table.state, "foot-1")
    assert max(found.lengths) == pytest.approx(4.0)


def test_rays_for_which_nothing_is_left_do_not_leave_the_spot() -> None:
    field_of_corn = {
        "terrain": "grain",
        "polygon": [["30", "20"], ["50", "20"], ["50", "40"], ["30", "40"]],
    }
    table = field({"foot-1": (40, 30, 0), **FAR}, ground=[field_of_corn])
    begin(table, "foot-1")
    table.update(account=980)
    found = reach_region(table.setup, table.state, "foot-1")
    ways = {
        round(degrees(d)) % 360: n
        for d, n in zip(found.runs.directions, found.lengths.tolist(), strict=True)
    }
    assert 0.0 < ways[0] < 0.2
    assert ways[180] == ways[90] == 0.0


def test_enemies_ground_friends_and_the_edge_cut_it_short() -> None:
    water = {
        "terrain": "water",
        "polygon": [["30", "10"], ["50", "10"], ["50", "13"], ["30", "13"]],
    }
    places = {
        "zouaves-1": (40, 20, 0, "open_order"),
        "foe-1": (40, 30, 270),
        "foe-2": (52, 20, 90),
        "uhlans-1": (28, 20, 0),
    }
    table = field(places, ground=[water])
    found = reach_region(table.setup, table.state, "zouaves-1", rays=8)
    kinds = dict(
        zip([round(degrees(d)) % 360 for d in found.runs.directions], found.stops, strict=True)
    )
    assert (kinds[0], kinds[90], kinds[270], kinds[180]) == ("contact", "zoc", "ground", "zoc")
    assert found.targets() == ("foe-2",)


@pytest.mark.parametrize("uid", ["foot-1", "zouaves-1"])
def test_rays_without_a_turn_come_as_far_as_the_leg_itself(uid: str) -> None:
    vines = {"terrain": "grain", "polygon": [["44", "0"], ["47", "0"], ["47", "60"], ["44", "60"]]}
    hill = {
        "terrain": "hill",
        "level": "1",
        "polygon": [["45", "25"], ["60", "25"], ["60", "40"], ["45", "40"]],
    }
    places = {
        uid: (40, 30, 0),
        "foot-2": (47, 33, 45),
        "foe-1": (48.5, 27, 170),
        "foe-2": (40, 37, 0),
    }
    table = field(places, ground=[vines, hill])
    begin(table, uid)
    mover = Mover(table.setup, table.state, uid)
    found = reach_region(table.setup, table.state, uid)
    for row, direction in enumerate(found.runs.directions.tolist()):
        if abs((degrees(direction) + 180) % 360 - 180) > 45.1 and not mover.free:
            continue
        ordered = leg(mover, float(found.runs.lengths[row]), degrees(direction))
        if (
            ordered.stop is None or ordered.stop.kind != "friend"
        ):  # a leg ends on no friend it passes
            assert found.lengths[row] == pytest.approx(ordered.length, abs=0.55)


def test_a_square_hardly_moves_and_a_routed_enemy_has_no_zoc() -> None:
    table = field({"foot-1": (40, 30, 0, "square"), "foe-1": (44.5, 30, 180)})
    assert max(reach_region(table.setup, table.state, "foot-1").lengths) <= 3.0
    with_units(table, foe_1={"routed": True}, foot_1={"formation": "attack_column"})
    found = reach_region(table.setup, table.state, "foot-1")
    assert "zoc" not in found.stops
    assert hypot(*(found.runs.ends(found.lengths)[36] - (40, 30))) <= 12
