"""[3] The shipped map, and what its borders let through."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from shapely.geometry import LineString, Point, Polygon

from grognard.engines.columbia.field.boardview import board_view
from grognard.engines.columbia.map.crossing import (
    artillery_may_cross,
    limit,
    passable,
    road_between,
    roads_of,
    why_no_artillery,
)
from grognard.engines.columbia.map.ground import border_key
from grognard.engines.columbia.scenario.load import initial_state, load_setup
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import State
from grognard.engines.columbia.tables import stacking_limit, tables
from tests.engines.columbia.scenario.test_load import BOARD, shipped


@cache
def borodino() -> Setup:
    return shipped("borodino")


@cache
def dawn() -> State:
    return initial_state(borodino(), "x")


def cross(a: str, b: str, state: State | None = None) -> int:
    """The crossing limit from one area into the next."""
    return limit(borodino().ground, state or dawn(), border_key(a, b), b)


def test_the_map_is_whole() -> None:
    ground = borodino().ground
    assert (len(ground.areas), len(ground.borders)) == (67, 163)
    found, front = {"gry"}, ["gry"]
    while front:
        here = front.pop()
        new = [b for b in ground.near[here] if passable(ground, dawn(), here, b) and b not in found]
        found.update(new)
        front += new
    assert found == set(ground.areas)


def test_borders_are_the_same_from_both_sides_and_bound_both_areas() -> None:
    area_map = borodino().ground.map
    rings = {uid: Polygon(area.polygon).exterior for uid, area in area_map.areas.items()}
    for key, border in area_map.borders.items():
        assert key == border_key(border.b, border.a)
        for uid in (border.a, border.b):
            assert all(rings[uid].distance(Point(p)) < 1e-9 for p in border.line), key
            assert rings[uid].buffer(1e-6).covers(LineString(border.line)), key


def test_the_areas_fill_the_map_without_gaps() -> None:
    area_map = borodino().ground.map
    whole = [Polygon(area.polygon) for area in area_map.areas.values()]
    left, top, right, bottom = 0.0, 0.0, 46.0, 40.0
    assert min(p.bounds[0] for p in whole) == left
    assert max(p.bounds[2] for p in whole) == right
    assert max(p.bounds[3] for p in whole) == bottom
    joined = whole[0]
    for shape in whole[1:]:
        joined = joined.union(shape)
    assert joined.geom_type == "Polygon"
    assert not joined.interiors
    # The land north of the Moskva is out of play.
    assert 0.9 < joined.area / ((right - left) * (bottom - top)) < 0.98


def test_the_five_redoubts_and_the_sources_are_where_the_rules_say() -> None:
    areas = borodino().ground.areas
    assert {a.name for a in areas.values() if a.redoubt} == {
        "Shevardino",
        "Great Redoubt",
        "Les Flèches",
        "Gorki",
        "Maslovo",
    }
    for row in tables()["supply_sources"]["rows"]:
        area = areas[row["area"]]
        assert (area.source, area.symbols, area.edge) == (
            row["side"],
            int(row["symbols"]),
            row["side"],
        )
    assert sum(area.symbols for area in areas.values()) == 8
    assert not areas["psw"].village
    assert stacking_limit(areas["psw"].terrain) == 3


def test_the_start_line_has_both_sides_and_every_hq_on_its_own() -> None:
    areas = borodino().ground.areas
    assert {area.line for area in areas.values()} == {"french", "russian", ""}
    assert all(area.line in ("", area.edge) for area in areas.values() if area.edge)


def test_roads_run_from_neighbour_to_neighbour_over_ground_that_can_be_crossed() -> None:
    ground = borodino().ground
    assert ground.main_roads == ("new-smolensk", "old-smolensk", "north")
    assert len(ground.road_names) == 13
    lines = {line.name: line.points for line in ground.lines}
    for key, border in ground.borders.items():
        if not border.roads:
            continue
        assert passable(ground, dawn(), border.a, border.b), key
        course = LineString(ground.map.borders[key].line)
        for road in border.roads:
            assert course.distance(LineString(lines[ground.road_names[road]])) < 0.3, (key, road)
    for road in ground.main_roads:
        points = lines[ground.road_names[road]]
        assert (points[0][0], points[-1][0]) == (0.0, 46.0)
    assert set(roads_of(ground, "gor")) == {
        "new-smolensk",
        "gorki-maslovo",
        "battlefield-lateral",
    }


def test_waters_flow_along_their_borders_in_one_line() -> None:
    ground = borodino().ground
    waters = {line.name: line for line in ground.lines if line.kind in ("river", "stream")}
    assert set(waters) == {
        "Kolocha",
        "Moskva",
        "Voina",
        "Stonets",
        "Semenovka",
        "Kamenka",
        "Doronino brook",
    }
    wet = [key for key, border in ground.borders.items() if border.water]
    courses = [LineString(line.points).buffer(0.01) for line in waters.values()]
    for key in wet:
        course = LineString(ground.map.borders[key].line)
        assert any(water.covers(course) for water in courses), key
    for line in waters.values():
        assert all(a != b for a, b in pairwise(line.points))


@pytest.mark.parametrize(
    ("a", "b", "most"),
    [
        ("vma", "log", 1),
        ("bez", "log", 1),
        ("bzn", "log", 1),
        ("log", "bzn", 2),
        ("kmo", "grd", 2),
        ("kpl", "grd", 1),
        ("kam", "fle", 2),
        ("kas", "utw", 2),
        ("doe", "utw", 2),
        ("bor", "gor", 2),
        ("bor", "kbe", 2),
        ("kbe", "mal", 2),
        ("bor", "grd", 1),
        ("grd", "bor", 1),
        ("gor", "gre", 3),
        ("mou", "nov", 1),
        ("psw", "pse", 2),
        ("sto", "gor", 1),
        ("gor", "sto", 2),
        ("utw", "fle", 2),
        ("bno", "kbe", 0),
        ("vle", "kpl", 2),
        ("kpl", "vle", 2),
        ("fle", "ses", 1),
    ],
)
def test_limits_are_the_lowest_of_border_and_area_entered(a: str, b: str, most: int) -> None:
    assert cross(a, b) == most


def test_a_burnt_bridge_leaves_plain_water() -> None:
    ground, before = borodino().ground, dawn()
    after = replace(before, burnt=("bor|gor", "bor|vle"))
    assert (cross("bor", "gor", before), cross("bor", "gor", after)) == (2, 0)
    assert not passable(ground, after, "gor", "bor")
    assert road_between(ground, before, "bor", "gor") == ("new-smolensk",)
    assert road_between(ground, after, "bor", "gor") == ()
    # Over the Voina, a stream, men still come, one at a time and without the road; guns do not.
    assert cross("vle", "bor", after) == 1
    assert passable(ground, after, "vle", "bor")
    assert road_between(ground, after, "vle", "bor") == ()
    assert artillery_may_cross(ground, before, "bor|vle", "bor")
    assert why_no_artillery(ground, after, "bor|vle", "bor") == "3.2.stream"


def test_the_french_bridge_is_there_once_it_is_built() -> None:
    ground, built = borodino().ground, dawn()
    absent = replace(built, built=())
    assert passable(ground, built, "vle", "kpl")
    assert not passable(ground, absent, "vle", "kpl")
    assert why_no_artillery(ground, absent, "kpl|vle", "kpl") == "3.2.river"
    assert not passable(ground, replace(built, burnt=("kpl|vle",)), "vle", "kpl")


@pytest.mark.parametrize(
    ("a", "b", "rule"),
    [
        ("gor", "gre", ""),
        ("kam", "fle", "3.2.woods"),
        ("gry", "bzw", ""),
        ("gry", "grw", "3.2.woods"),
        ("ses", "ewo", ""),
        ("ewo", "fle", "3.2.woods"),
        ("nov", "mou", "3.2.swamp"),
        ("bno", "vma", ""),
        ("fle", "ses", "3.2.stream"),
        ("fom", "she", "3.2.stream"),
        ("fle", "sem", ""),
        ("kas", "utw", "3.2.woods"),
    ],
)
def test_guns_need_roads_through_woods_and_swamp_and_crossings_over_water(
    a: str, b: str, rule: str
) -> None:
    ground, key = borodino().ground, border_key(a, b)
    assert why_no_artillery(ground, dawn(), key, b) == rule
    assert artillery_may_cross(ground, dawn(), key, b) == (not rule)


def test_guns_that_leave_the_road_are_barred_from_its_woods() -> None:
    ground = borodino().ground
    assert artillery_may_cross(ground, dawn(), "bzw|gry", "bzw", along=True)
    assert not artillery_may_cross(ground, dawn(), "bzw|gry", "bzw", along=False)


def test_the_board_has_a_drawing_of_everything_but_the_bridge_to_come() -> None:
    board = board_view(borodino())
    assert len(board.spaces) == 67
    assert board.kind == "areas"
    spaces = {space.id: space for space in board.spaces}
    assert spaces["gor"].tags == ("village", "redoubt")
    assert (spaces["utm"].level, spaces["vma"].level) == (3, 0)
    kinds = {edge.id.split(":")[0] for edge in board.edges if ":" in edge.id}
    assert kinds == {"clear", "woods", "swamp", "stream", "river", "bridge", "dam", "ford", "slope"}
    bridges = [edge.id for edge in board.edges if edge.kind == "bridge"]
    assert bridges == ["bridge:bez|bzn:0", "bridge:bor|gor:0", "bridge:bor|vle:0"]
    names = {label.text: label for label in board.labels}
    assert set(names) == {
        "Shevardino",
        "Kolocha",
        "Moskva",
        "Voina",
        "Stonets",
        "Semenovka",
        "Kamenka",
        "Doronino brook",
        "Supply 1",
        "Supply 2",
    }
    # Sources are marked where their road comes over the edge.
    ends = [label.points[0] for label in board.labels if label.kind == "supply"]
    assert sorted(x for x, _ in ends) == [0.0, 0.0, 0.0, 46.0, 46.0, 46.0]


def test_the_start_line_is_drawn_where_it_counts() -> None:
    lines = [line for line in board_view(borodino()).lines if line.kind == "start_line"]
    assert lines
    east = {area.id for area in borodino().ground.areas.values() if area.line == "russian"}
    for line in lines:
        for one in pairwise(line.points):
            middle = LineString(one).interpolate(0.5, normalized=True)
            around = middle.buffer(1e-3)
            shapes = borodino().ground.map.areas.values()
            found = {a.id for a in shapes if Polygon(a.polygon).intersects(around)}
            assert 0 < len(found & east) < len(found) or not found & east
    assert not [x for x in board_view(shipped("shevardino")).lines if x.kind == "start_line"]


def test_a_short_brook_bears_its_name_along_all_of_its_course() -> None:
    board = board_view(load_setup(BOARD, {}))
    name = next(label for label in board.labels if label.text == "Brook")
    assert name.points == ((6.0, 6.0), (6.0, 12.0))
    # With no road to it, a source is marked where its area's name stands.
    mark = next(label for label in board.labels if label.kind == "supply")
    assert Polygon([(0, 6), (6, 6), (6, 12), (0, 12)]).covers(Point(mark.points[0]))
