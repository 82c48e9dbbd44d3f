"""[geo.lof] [D.1] [F.1] Lines of fire, obstacles, levels, sight."""

from __future__ import annotations

from math import atan2, degrees

import pytest
import shapely

from grognard.engines.core.board.sightlines import FULL, LEFT_HALF, RIGHT_FLANK
from grognard.engines.risorgimento.fire.fire import shares_of
from grognard.engines.risorgimento.fire.misses import why_no_line
from grognard.engines.risorgimento.setup import Board
from grognard.engines.risorgimento.sight.sight import (
    FIRE,
    GUNS,
    Line,
    lines,
    marks_of,
    no_line,
    reaction_line,
    unseen,
    visibility,
    what_stops,
)
from tests.engines.risorgimento.field import field

HILL = {"terrain": "hill", "level": "1"}


def line(table: Board, uid: str, at: str, purpose: str = FIRE) -> Line | None:
    found = lines(
        table.setup, table.state, (uid,), marks_of(table.setup, table.state, (at,)), purpose
    )
    return found[uid, 0][0] if found else None


def why(table: Board, uid: str, at: str, purpose: str = FIRE) -> tuple[str, tuple[str, ...]]:
    found = why_no_line(table.setup, table.state, uid, at, purpose)
    assert found is not None
    return found.rule, found.where


def box(terrain: str, x: float, y: float, w: float, h: float, **more: str) -> dict[str, object]:
    return {
        "terrain": terrain,
        "id": terrain.replace("_", "-"),
        "at": [x, y],
        "size": [w, h],
        **more,
    }


def test_full_front_aims_at_the_centre_of_the_target():
    table = field({"foot-1": (50, 20, 90), "foe-1": (50.8, 27, 270)})
    found = line(table, "foot-1", "foe-1")
    assert found is not None
    (ax, ay), (bx, by) = found.middle
    assert round(degrees(atan2(by - ay, bx - ax)) - 90, 2) == -7.59
    assert (found.variant, round(found.range, 2)) == (FULL, 5.0)
    assert shares_of(table.setup, table.state, found) == []


def test_a_friend_before_half_of_the_front_leaves_the_other_half():
    table = field(
        {
            "foot-1": (50, 20, 90),
            "foe-1": (50, 29, 270),
            "foot-2": (52.6, 24, 90),
            "foe-2": (30, 50, 0),
        }
    )
    found = line(table, "foot-1", "foe-1")
    assert found is not None
    (ax, ay), (bx, by) = found.middle
    assert (found.variant, round(found.range, 2)) == (LEFT_HALF, 7.0)
    assert round(degrees(atan2(by - ay, bx - ax)) - 90, 2) == -6.24
    assert [rule for _, _, rule in shares_of(table.setup, table.state, found)] == ["F.1.half"]


@pytest.mark.parametrize("who", ["foot-2", "foe-2"])
def test_a_unit_of_either_side_across_the_whole_front_blocks(who):
    table = field({"foot-1": (50, 20, 90), "foe-1": (50, 27, 270), who: (50, 24, 90)})
    assert line(table, "foot-1", "foe-1") is None
    assert why(table, "foot-1", "foe-1") == ("F.1.obstacles", (who,))


def test_the_flank_fires_beside_the_arc_of_the_front():
    table = field({"foot-1": (50, 20, 90), "foe-1": (56, 20, 270)})
    found = line(table, "foot-1", "foe-1")
    assert found is not None
    assert found.variant == RIGHT_FLANK
    assert [rule for _, _, rule in shares_of(table.setup, table.state, found)] == ["F.1.flank"]


def test_nothing_fires_to_the_rear_but_a_square():
    places = {"foot-1": (50, 20, 90), "foe-1": (50, 14, 90)}
    assert why(field(places), "foot-1", "foe-1")[0] == "F.1.arc"
    square = field({**places, "foot-1": (50, 20, 90, "square")})
    found = line(square, "foot-1", "foe-1")
    assert found is not None
    assert (found.side, found.variant) == ("rear", FULL)
    assert [share for share, _, _ in shares_of(square.setup, square.state, found)] == [0.25]


def test_each_side_of_a_square_measures_from_its_own_edge():
    square = field({"foot-1": (50, 20, 0, "square"), "foe-1": (50, 26, 0)})
    found = line(square, "foot-1", "foe-1")
    assert found is not None
    assert found.side == "left"
    # Its left edge is 1.75 from the centre, the flank of the enemy 1.75 from his.
    assert round(found.range, 2) == round(6 - 1.75 - 1.75, 2)


def test_a_target_to_the_side_is_reached_at_the_limit_if_one_width_covers_the_other():
    inside = field({"foot-1": (50, 20, 90), "guns-1": (5, 5, 0), "battery-1": (50.7, 22.2, 270)})
    assert line(inside, "foot-1", "battery-1") is not None
    beside = field({"foot-1": (50, 20, 90), "foe-1": (55, 26, 270)})
    assert line(beside, "foot-1", "foe-1") is None


def test_guns_fire_inside_their_cone_only():
    table = field(
        {
            "guns-1": (50, 20, 90),
            "foe-1": (50, 40, 270),
            "foe-2": (65, 40, 270),
            "foe-3": (57, 40, 270),
        }
    )
    assert line(table, "guns-1", "foe-1", GUNS) is not None
    assert why(table, "guns-1", "foe-2", GUNS) == ("D.1.cone", ("guns-1", "foe-2"))
    # The corner of foe-3 is in the cone, but no full corridor within 15 degrees covers it.
    assert why(table, "guns-1", "foe-3", GUNS)[0] == "D.1.cone"


def test_half_a_front_is_for_guns_in_later_phases_only():
    places = {"guns-1": (50, 20, 90), "foe-1": (50, 40, 270), "foot-1": (52.2, 24, 90)}
    table = field(places)
    assert why(table, "guns-1", "foe-1", GUNS) == ("D.1.obstacles", ("foot-1",))
    found = line(table, "guns-1", "foe-1", FIRE)
    assert found is not None
    assert found.variant == LEFT_HALF


def test_guns_never_fire_from_their_flank():
    table = field({"guns-1": (50, 20, 90), "foe-1": (58, 20, 270)})
    assert line(table, "guns-1", "foe-1") is None


def test_out_of_range_names_the_firer():
    table = field({"foot-1": (50, 20, 90), "foe-1": (50, 31, 270)})
    assert why(table, "foot-1", "foe-1") == ("geo.range", ("foot-1",))


@pytest.mark.parametrize("gap", [8.0, 8.01, 8.02])
def test_the_long_range_is_reached_within_the_tolerance(gap):
    table = field({"foot-1": (50, 20, 90), "foe-1": (50, 22 + gap, 270)})
    assert (line(table, "foot-1", "foe-1") is not None) == (gap < 8.015)


def test_half_a_front_is_measured_from_the_whole_of_it():
    # The left half alone fires, aimed to the left of the friend; the right end of the front is nearer.
    table = field({"zouaves-1": (50, 20, 90), "foe-1": (51.2, 27, 250), "foot-2": (53.1, 23.4, 90)})
    found = line(table, "zouaves-1", "foe-1")
    assert found is not None
    assert found.variant == LEFT_HALF
    front, half = ((48.25, 21.0), (51.75, 21.0)), ((48.25, 21.0), (50.0, 21.0))
    target = marks_of(table.setup, table.state, ("foe-1",)).polygons[0]
    assert found.range == pytest.approx(shapely.LineString(front).distance(target))
    assert found.range < shapely.LineString(half).distance(target) - 0.01


# -- terrain -----------------------------------------------------------------------------------


@pytest.mark.parametrize("terrain", ["light_woods", "dense_woods", "walled"])
def test_woods_and_farms_between_block(terrain):
    table = field(
        {"guns-1": (50, 20, 90), "foe-1": (50, 40, 270)}, ground=[box(terrain, 50, 30, 6, 4)]
    )
    assert why(table, "guns-1", "foe-1", GUNS) == ("D.1.obstacles", (terrain.replace("_", "-"),))


@pytest.mark.parametrize("terrain", ["rice", "road", "ditch", "bank", "water"])
def test_fields_roads_and_streams_do_not_block(terrain):
    ground = [box(terrain, 50, 30, 6, 1)]
    table = field({"guns-1": (50, 20, 90), "foe-1": (50, 40, 270)}, ground=ground)
    assert line(table, "guns-1", "foe-1", GUNS) is not None


def test_a_hill_blocks_between_but_not_who_stands_on_it():
    between = field(
        {"guns-1": (50, 20, 90), "foe-1": (50, 40, 270)},
        ground=[{**HILL, "id": "height", "at": [50, 30], "size": [8, 4]}],
    )
    assert why(between, "guns-1", "foe-1", GUNS) == ("D.1.obstacles", ("height",))
    on_it = field(
        {"guns-1": (50, 20, 90), "foe-1": (50, 40, 270)},
        ground=[{**HILL, "at": [50, 38], "size": [20, 12]}],
    )
    found = line(on_it, "guns-1", "foe-1", GUNS)
    assert found is not None
    assert found.above


@pytest.mark.parametrize(("y", "clear"), [(25, True), (30.5, False), (36, False)])
@pytest.mark.parametrize("high", ["firer", "target"])
def test_between_levels_an_obstacle_nearer_to_the_firer_does_not_block(y, clear, high):
    at = 17 if high == "firer" else 44
    table = field(
        {"guns-1": (50, 20, 90), "foe-1": (50, 41, 270), "foot-1": (50, y, 90)},
        ground=[{**HILL, "at": [50, at], "size": [20, 10]}],
    )
    assert (line(table, "guns-1", "foe-1", GUNS) is not None) == clear
    if not clear:
        assert why(table, "guns-1", "foe-1", GUNS) == ("D.1.levels", ("foot-1",))


def test_equal_distances_block():
    # The base of the friend runs from 29.5 to 31.5: 8.5 cm from the firing edge, 8.5 to the target.
    table = field(
        {"guns-1": (50, 20, 90), "foe-1": (50, 41, 270), "foot-1": (50, 30.5, 90)},
        ground=[{**HILL, "at": [50, 17], "size": [20, 10]}],
    )
    assert why(table, "guns-1", "foe-1", GUNS)[0] == "D.1.levels"


# -- sight -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("depth", "seen"), [(1.9, True), (2.2, False)])
def test_grain_hides_beyond_two_cm(depth, seen):
    table = field(
        {"foot-1": (50, 20, 90), "foe-1": (50, 27, 270)}, ground=[box("grain", 50, 23.5, 6, depth)]
    )
    assert (line(table, "foot-1", "foe-1") is not None) == seen
    if not seen:
        assert why(table, "foot-1", "foe-1") == ("F.4.visibility", ("grain",))


def test_stretches_of_one_class_add_up_but_overlaps_count_once():
    strips = [
        {"terrain": "grain", "id": f"g{n}", "at": [50, y], "size": [6, 1.2]}
        for n, y in enumerate((22.5, 24.5))
    ]
    table = field({"foot-1": (50, 20, 90), "foe-1": (50, 27, 270)}, ground=strips)
    assert why(table, "foot-1", "foe-1") == ("F.4.visibility", ("g0", "g1"))
    double = [
        {"terrain": "grain", "id": f"g{n}", "at": [50, 23.5], "size": [6, 1.2]} for n in (0, 1)
    ]
    table = field({"foot-1": (50, 20, 90), "foe-1": (50, 27, 270)}, ground=double)
    assert line(table, "foot-1", "foe-1") is not None


@pytest.mark.parametrize(("y", "seen"), [(25.0, True), (25.7, False)])
def test_who_stands_in_woods_is_seen_a_little_way_in(y, seen):
    # The light wood begins at 22; the target's front is 1 cm before its centre.
    table = field(
        {"foot-1": (50, 19, 90), "foe-1": (50, y, 270)}, ground=[box("light_woods", 50, 27, 12, 10)]
    )
    assert (line(table, "foot-1", "foe-1") is not None) == seen


def test_artillery_in_the_first_phase_cites_its_own_chapter():
    table = field(
        {"guns-1": (50, 20, 90), "foe-1": (50, 40, 270)}, ground=[box("vines", 50, 30, 6, 2)]
    )
    assert why(table, "guns-1", "foe-1", GUNS) == ("D.2.restricted", ("vines",))


def test_the_weather_draws_the_horizon_nearer():
    table = field(
        {"guns-1": (50, 10, 90), "foe-1": (50, 30, 270)},
        visibility=[{"turn": "3", "cm": "8"}, {"turn": "6", "cm": "60"}],
    )
    assert visibility(table.setup, table.state) == 60
    table.update(turn=4)
    assert why(table, "guns-1", "foe-1", GUNS) == ("D.2.weather", ("guns-1",))
    table.update(turn=6)
    assert line(table, "guns-1", "foe-1", GUNS) is not None


def test_cavalry_reacts_up_to_45_degrees_aside():
    table = field({"horse-1": (50, 20, 90), "uhlans-1": (60, 32, 270), "uhlans-2": (64, 26, 270)})
    assert reaction_line(table.setup, table.state, "horse-1", "uhlans-1")
    assert not reaction_line(table.setup, table.state, "horse-1", "uhlans-2")


def test_a_charge_target_must_be_in_sight():
    table = field(
        {"horse-1": (10, 20, 0), "foe-1": (80, 20, 180), "foe-2": (40, 20, 180)},
        ground=[box("dense_woods", 30, 20, 3, 6)],
    )
    far, hidden = (unseen(table.setup, table.state, "horse-1", at) for at in ("foe-1", "foe-2"))
    assert far is not None
    assert far.rule == "D.2.open"
    assert hidden is not None
    assert (hidden.rule, hidden.where) == ("D.1.obstacles", ("dense-woods",))


# -- many at once ------------------------------------------------------------------------------


def crowd_of(n: int) -> Board:
    """Lines of 20 against each other, the front ranks 6 cm apart, and three woods between."""
    places: dict[str, tuple[float, float, float]] = {}
    for i in range(n):
        places[f"foot-{i}"] = (5 + 4.5 * (i % 20), 14 - 3 * (i // 20), 90)
        places[f"foe-{i}"] = (5 + 4.5 * (i % 20), 21 + 3 * (i // 20), 270)
    ground = [box("light_woods", 20 + 30 * i, 18, 3, 2) | {"id": f"w{i}"} for i in range(3)]
    return field(places, ground=ground)


def test_all_lines_at_once_are_those_found_one_by_one():
    table = crowd_of(24)
    own, foes = ([u for u in table.state.units if u.startswith(k)] for k in ("foot", "foe"))
    marks = marks_of(table.setup, table.state, foes)
    together = lines(table.setup, table.state, own, marks, FIRE)
    apart = {
        (uid, mark): found[uid, 0]
        for uid in own
        for mark, at in enumerate(foes)
        if (
            found := lines(
                table.setup, table.state, (uid,), marks_of(table.setup, table.state, (at,)), FIRE
            )
        )
    }
    assert len(together) > 10
    assert {key: [(one.variant, one.quad) for one in found] for key, found in together.items()} == {
        key: [(one.variant, one.quad) for one in found] for key, found in apart.items()
    }


@pytest.mark.parametrize("purpose", [GUNS, FIRE])
def test_what_stops_many_fires_is_what_stops_each(purpose):
    """Arc, range, an obstacle, hiding ground and levels, asked about together and one by one."""
    ground = [
        box("light_woods", 66, 27, 6, 3),
        box("vines", 40, 20, 5, 3),
        box("hill", 78, 22, 10, 8, level="1"),
    ]
    ours = {f"foot-{n}": (20 + 15 * n, 15 + 3 * n, 90 + 12 * n) for n in range(4)}
    ours |= {"guns-1": (41, 12, 90), "guns-2": (80, 20, 90), "foot-4": (80, 41, 90)}
    theirs = {f"foe-{n}": (25 + 12 * n, 22 + 5 * (n % 3), 260) for n in range(5)}
    theirs["foe-5"] = (80, 45, 270)
    table = field({**ours, **theirs}, ground=ground)
    setup, state, shooters = (
        table.setup,
        table.state,
        tuple(ours) if purpose == FIRE else ("guns-1", "guns-2"),
    )
    marks = marks_of(setup, state, tuple(theirs))
    known = lines(setup, state, shooters, marks, purpose)
    pairs = [
        (uid, mark) for uid in shooters for mark in range(len(marks)) if (uid, mark) not in known
    ]
    found = what_stops(setup, state, pairs, marks, purpose)
    alone = [
        no_line(setup, state, uid, marks_of(setup, state, (marks.ids[mark],)), purpose)
        for uid, mark in pairs
    ]
    assert found == alone
    assert len({block.rule for block in found}) >= 3
