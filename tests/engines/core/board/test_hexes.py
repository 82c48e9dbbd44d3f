"""Hex grids: printed numbers, facing, exact lines, drawing."""

from __future__ import annotations

import math
from fractions import Fraction as F  # noqa: N817 - as mathematicians write it
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.engines.core.board.hexes import HexGrid, LineStep
from grognard.engines.core.board.hexnumbers import HexError, parse_hexes

ROOT3 = math.sqrt(3.0)


def grid(**changes: Any) -> HexGrid:
    """Columns 30-50 growing west, rows 01-30 growing north, odd columns half a hex north."""
    description: dict[str, Any] = {
        "kind": "hex",
        "columns": {"first": "30", "last": "50", "grow": "west"},
        "rows": {"first": "01", "last": "30", "grow": "north"},
        "shifted": {"columns": "odd", "toward": "north"},
        "flat": "top",
    }
    return HexGrid.from_mapping(description | changes)


def pointy(**changes: Any) -> HexGrid:
    """Columns 1-12 growing east, rows 1-10 growing south, even rows half a hex east."""
    description: dict[str, Any] = {
        "columns": {"first": 1, "last": 12, "grow": "east"},
        "rows": {"first": 1, "last": 10, "grow": "south"},
        "shifted": {"rows": "even", "toward": "east"},
        "flat": "side",
    }
    return HexGrid.from_mapping(description | changes)


FLAT = grid()
POINTY = pointy()
GRIDS = [
    FLAT,
    POINTY,
    grid(shifted={"columns": "even", "toward": "north"}),
    grid(
        shifted={"columns": "even", "toward": "south"},
        columns={"first": 3, "last": 14, "grow": "east"},
    ),
    pointy(
        shifted={"rows": "odd", "toward": "west"}, rows={"first": 0, "last": 9, "grow": "north"}
    ),
    pointy(
        shifted={"rows": "odd", "toward": "east"}, columns={"first": 1, "last": 9, "grow": "west"}
    ),
]


def test_printed_numbers_run_by_column_then_row() -> None:
    small = grid(
        columns={"first": 9, "last": 10, "grow": "west"},
        rows={"first": 1, "last": 2, "grow": "north"},
    )
    assert small.hexes == ("0901", "0902", "1001", "1002")
    assert len(small) == 4
    assert "0902" in small
    assert "1102" not in small


def test_neighbours_of_an_unshifted_and_a_shifted_column() -> None:
    assert FLAT.neighbours("4008") == ("4009", "3908", "3907", "4007", "4107", "4108")
    assert FLAT.neighbours("4108") == ("4109", "4009", "4008", "4107", "4208", "4209")


def test_neighbours_when_everything_runs_the_other_way() -> None:
    other = grid(
        columns={"first": 1, "last": 9, "grow": "east"},
        rows={"first": 1, "last": 9, "grow": "south"},
        shifted={"columns": "even", "toward": "south"},
    )
    assert other.neighbours("0505") == ("0504", "0604", "0605", "0506", "0405", "0404")
    assert other.neighbours("0405") == ("0404", "0505", "0506", "0406", "0306", "0305")


def test_neighbours_of_pointy_topped_hexes_start_north_east() -> None:
    assert POINTY.neighbours("0505") == ("0504", "0605", "0506", "0406", "0405", "0404")
    assert POINTY.neighbours("0504") == ("0603", "0604", "0605", "0505", "0404", "0503")


def test_the_edge_of_the_map_is_none_and_missing_from_adjacent() -> None:
    assert FLAT.neighbours("3001") == ("3002", None, None, None, None, "3101")
    assert FLAT.adjacent("3001") == ("3002", "3101")


def test_direction_is_none_for_hexes_apart() -> None:
    assert [FLAT.direction("4008", h) for h in ("4009", "3907", "4108", "4010", "4008")] == [
        0,
        2,
        5,
        None,
        None,
    ]


def test_unknown_hexes_raise_key_error() -> None:
    with pytest.raises(KeyError):
        FLAT.neighbours("9999")
    with pytest.raises(KeyError):
        FLAT.distance("4008", "9999")


def test_distance() -> None:
    assert [FLAT.distance("4008", h) for h in ("4008", "4108", "4208", "4212", "3001", "5030")] == [
        0,
        1,
        2,
        5,
        12,
        27,
    ]


@pytest.mark.parametrize("a_grid", GRIDS)
def test_distance_is_the_length_of_the_shortest_walk(a_grid: HexGrid) -> None:
    start = a_grid.hexes[len(a_grid.hexes) // 3]
    reached = {start: 0}
    frontier = [start]
    while frontier:
        following = []
        for h in frontier:
            for other in a_grid.adjacent(h):
                if other not in reached:
                    reached[other] = reached[h] + 1
                    following.append(other)
        frontier = following
    assert reached == {h: a_grid.distance(start, h) for h in a_grid.hexes}


def test_within_is_ordered_by_distance_then_number() -> None:
    assert FLAT.within("4008", 0) == ("4008",)
    assert FLAT.within("4008", 1) == ("4008", "3907", "3908", "4007", "4009", "4107", "4108")
    assert FLAT.within("3001", 2) == (
        "3001",
        "3002",
        "3101",
        "3003",
        "3102",
        "3201",
        "3202",
    )
    assert FLAT.within("4008", -1) == ()


def test_facing_a_vertex() -> None:
    assert FLAT.frontal("4008", 0) == ("4009", "3908")
    assert FLAT.frontal("4008", 5) == ("4108", "4009")
    assert FLAT.flanks("4008", 0) == ("4108", "3907")
    assert FLAT.rear("4008", 0) == ("3907", "4007", "4107", "4108")
    assert FLAT.frontal("3001", 1) == ()
    assert FLAT.rear("3001", 1) == ("3101", "3002")


def test_facing_a_side() -> None:
    assert FLAT.front_by_side("4008", 0) == ("4108", "4009", "3908")
    assert FLAT.front_by_side("4008", 3) == ("3907", "4007", "4107")


def test_a_side_has_one_key_from_both_hexes() -> None:
    assert FLAT.side("4108", "4008") == FLAT.side("4008", "4108") == "4008/4108"
    with pytest.raises(HexError, match="^hexes 4008 and 4010 share no side$"):
        FLAT.side("4008", "4010")


# ---- lines --------------------------------------------------------------


def test_adjacent_hexes_have_nothing_between_them() -> None:
    assert FLAT.line("4008", "4009") == ()
    assert FLAT.line("4008", "4008") == ()
    assert FLAT.entry_sides("4008", "4009") == ("4008/4009",)
    assert FLAT.exit_directions("4008", "4009") == (0,)
    assert FLAT.entry_sides("4008", "4008") == ()
    assert FLAT.exit_directions("4008", "4008") == ()


def test_a_line_down_a_column() -> None:
    assert FLAT.line("4008", "4011") == (
        LineStep(("4009",), F(1, 6), F(1, 2)),
        LineStep(("4010",), F(1, 2), F(5, 6)),
    )
    assert [step.fraction for step in FLAT.line("4008", "4011")] == [F(1, 3), F(2, 3)]


def test_a_line_along_hexsides_gives_pairs_left_first() -> None:
    # Due east on flat-topped hexes: out through vertex 1, along sides and across hexes.
    assert FLAT.line("4008", "3608") == (
        LineStep(("3908", "3907"), F(1, 6), F(1, 3), True),
        LineStep(("3808",), F(1, 3), F(2, 3)),
        LineStep(("3708", "3707"), F(2, 3), F(5, 6), True),
    )
    assert [step.side for step in FLAT.line("4008", "3608")] == ["3907/3908", None, "3707/3708"]
    assert FLAT.exit_directions("4008", "3608") == (1, 2)
    assert FLAT.entry_sides("4008", "3608") == ("3608/3708", "3608/3707")


def test_vertex_directions_wrap_around_north() -> None:
    assert FLAT.exit_directions("4008", "4109") == (5, 0)
    assert FLAT.line("4008", "4109") == (LineStep(("4108", "4009"), F(1, 3), F(2, 3), True),)


def test_a_line_along_the_edge_of_the_map_keeps_the_hex_that_exists() -> None:
    assert FLAT.line("4001", "3801") == (LineStep(("3901",), F(1, 3), F(2, 3), True),)
    assert FLAT.line("4001", "3801")[0].side is None
    assert FLAT.exit_directions("4001", "3801") == (1, 2)
    assert FLAT.entry_sides("4001", "3801") == ("3801/3901",)


def test_a_line_through_a_vertex_does_not_touch_the_third_hex() -> None:
    # Straight from 4009 to 4010 through their vertex with 4110, a third of the way.
    assert FLAT.line("4008", "4112") == (
        LineStep(("4009",), F(1, 9), F(1, 3)),
        LineStep(("4010",), F(1, 3), F(1, 2)),
        LineStep(("4110",), F(1, 2), F(2, 3)),
        LineStep(("4111",), F(2, 3), F(8, 9)),
    )


def test_an_ordinary_line() -> None:
    assert FLAT.line("4008", "4212") == (
        LineStep(("4009",), F(1, 8), F(2, 7)),
        LineStep(("4109",), F(2, 7), F(1, 2)),
        LineStep(("4110",), F(1, 2), F(5, 7)),
        LineStep(("4211",), F(5, 7), F(7, 8)),
    )
    assert FLAT.exit_directions("4008", "4212") == (0,)
    assert FLAT.entry_sides("4008", "4212") == ("4211/4212",)


def some_hexes(a_grid: HexGrid) -> st.SearchStrategy[str]:
    return st.sampled_from(a_grid.hexes)


@given(st.data(), st.sampled_from(GRIDS))
def test_a_line_looks_the_same_from_both_ends(data: st.DataObject, a_grid: HexGrid) -> None:
    a, b = data.draw(some_hexes(a_grid)), data.draw(some_hexes(a_grid))
    back = tuple(
        LineStep(step.hexes[::-1], 1 - step.leave, 1 - step.enter, step.along)
        for step in reversed(a_grid.line(b, a))
    )
    assert a_grid.line(a, b) == back


@given(st.data(), st.sampled_from(GRIDS))
def test_a_line_agrees_with_points_drawn_along_it(data: st.DataObject, a_grid: HexGrid) -> None:
    a, b = data.draw(some_hexes(a_grid)), data.draw(some_hexes(a_grid))
    (ax, ay), (bx, by) = a_grid.centre(a), a_grid.centre(b)
    for step in a_grid.line(a, b):
        part = float(step.fraction)
        nearest = a_grid.hex_at(ax + part * (bx - ax), ay + part * (by - ay))
        if step.along:
            assert nearest is None or nearest in step.hexes
        else:
            assert (nearest,) == step.hexes


@given(st.data(), st.sampled_from(GRIDS))
def test_a_line_leaves_no_gap_on_the_map(data: st.DataObject, a_grid: HexGrid) -> None:
    a, b = data.draw(some_hexes(a_grid)), data.draw(some_hexes(a_grid))
    for before, after in zip(a_grid.line(a, b), a_grid.line(a, b)[1:], strict=False):
        if before.leave == after.enter:
            assert all(a_grid.distance(h, k) == 1 for h in before.hexes for k in after.hexes)


# ---- drawing ------------------------------------------------------------


def test_directions_and_vertices_lie_at_their_bearings() -> None:
    for a_grid, h, first in ((FLAT, "4008", 0), (POINTY, "0505", 30)):
        x, y = a_grid.centre(h)
        others = [a_grid.centre(other) for other in a_grid.adjacent(h)]
        sides = [round(math.degrees(math.atan2(px - x, y - py)), 6) % 360 for px, py in others]
        corners = [
            round(math.degrees(math.atan2(px - x, y - py)), 6) % 360 for px, py in a_grid.corners(h)
        ]
        assert sides == [first + 60 * d for d in range(6)]
        assert corners == [(first + 30 + 60 * v) % 360 for v in range(6)]
        assert [round(math.dist((x, y), p), 9) for p in others] == [1.0] * 6


def test_the_grid_starts_at_the_origin() -> None:
    small = grid(
        columns={"first": 1, "last": 2, "grow": "east"},
        rows={"first": 1, "last": 2, "grow": "south"},
    )
    # Column 1 is odd and so half a hex further north.
    assert small.centre("0101") == pytest.approx((1 / ROOT3, 0.5))
    assert small.centre("0202") == pytest.approx((1 / ROOT3 + ROOT3 / 2, 2.0))
    assert small.size == pytest.approx((2 / ROOT3 + ROOT3 / 2, 2.5))


@pytest.mark.parametrize("a_grid", GRIDS)
def test_all_corners_lie_on_the_board_and_reach_its_edges(a_grid: HexGrid) -> None:
    corners = np.array([a_grid.corners(h) for h in a_grid.hexes]).reshape(-1, 2)
    assert corners.min(axis=0).tolist() == [0.0, 0.0]
    assert tuple(corners.max(axis=0).tolist()) == a_grid.size


@pytest.mark.parametrize("a_grid", GRIDS)
def test_every_side_has_the_same_ends_from_both_hexes(a_grid: HexGrid) -> None:
    for h in a_grid.hexes:
        for other in a_grid.adjacent(h):
            ends = set(a_grid.corners(h)) & set(a_grid.corners(other))
            assert len(ends) == 2
            assert set(a_grid.side_ends(h, other)) == ends
            assert a_grid.side_ends(h, other) == a_grid.side_ends(other, h)


def test_hexes_apart_have_no_side_to_draw() -> None:
    with pytest.raises(HexError, match="^hexes 4010 and 4008 share no side$"):
        FLAT.side_ends("4010", "4008")


@pytest.mark.parametrize("a_grid", GRIDS)
def test_hex_at_finds_every_hex_from_points_inside_it(a_grid: HexGrid) -> None:
    for h in a_grid.hexes:
        x, y = a_grid.centre(h)
        inside = [(x + 0.95 * (px - x), y + 0.95 * (py - y)) for px, py in a_grid.corners(h)]
        assert {a_grid.hex_at(*point) for point in [(x, y), *inside]} == {h}


@pytest.mark.parametrize("point", [(-1.0, 5.0), (5.0, 999.0), (math.nan, 1.0), (1.0, math.inf)])
def test_hex_at_is_none_off_the_map(point: tuple[float, float]) -> None:
    assert FLAT.hex_at(*point) is None


def test_centres_of_the_whole_map_in_one_read_only_array() -> None:
    assert FLAT.centres.shape == (630, 2)
    assert [tuple(row) for row in FLAT.centres.tolist()] == [FLAT.centre(h) for h in FLAT.hexes]
    assert not FLAT.centres.flags.writeable


# ---- reading ------------------------------------------------------------


def test_grids_compare_by_their_description() -> None:
    assert grid() == FLAT
    assert hash(grid()) == hash(FLAT)
    assert grid(rows={"first": 1, "last": 29, "grow": "north"}) != FLAT


def test_every_fault_of_a_description_is_told_at_once() -> None:
    with pytest.raises(HexError) as caught:
        HexGrid.from_mapping(
            {
                "kind": "square",
                "columns": {"first": "x", "last": "9", "grow": "west"},
                "rows": {"first": 1, "grow": "north", "step": 2},
                "colour": "green",
            }
        )
    assert caught.value.messages == (
        "kind must be hex, not square",
        "rows lacks last",
        "rows has an unknown key step",
        "shifted must be a mapping of columns, toward",
        "unknown key colour",
        "columns first must be a whole number from 0 to 199, not x",
    )


def test_fields_are_checked_whatever_made_the_grid() -> None:
    with pytest.raises(HexError) as caught:
        HexGrid(5, 4, "north", 0, 300, "north", "odd", "east", "top")
    assert caught.value.messages == (
        "columns grow must be west or east, not north",
        "shifted toward must be north or south, not east",
        "columns must run upwards from 0 to 199, not 5 to 4",
        "rows must run upwards from 0 to 199, not 0 to 300",
    )


def test_ranges_run_along_a_column_or_a_row_either_way() -> None:
    assert parse_hexes(["4307-4310", "4008", "4010 - 3810", "4308"]) == (
        "4307",
        "4308",
        "4309",
        "4310",
        "4008",
        "4010",
        "3910",
        "3810",
    )


def test_every_fault_of_a_list_of_hexes_is_told_at_once() -> None:
    with pytest.raises(HexError) as caught:
        parse_hexes(["4029-4031", "north", "40-50", "4008-4109", "408"], FLAT)
    assert caught.value.messages == (
        "hex 4031 is not on the map",
        "'north' is neither a hex (4008) nor a range (4307-4310)",
        "'40-50' must use four-figure hex numbers",
        "the range '4008-4109' stays neither in one column nor in one row",
        "'408' must use four-figure hex numbers",
    )


@pytest.mark.parametrize(
    ("flat", "shifted", "edge", "h", "steps"),
    [
        ("side", {"rows": "even", "toward": "east"}, "north", "0304", 3),
        ("side", {"rows": "even", "toward": "east"}, "south", "0304", 2),
        ("side", {"rows": "even", "toward": "east"}, "west", "0101", 0),
        ("side", {"rows": "even", "toward": "east"}, "west", "0102", 0),
        ("side", {"rows": "even", "toward": "east"}, "west", "0201", 1),
        ("side", {"rows": "even", "toward": "east"}, "east", "0801", 0),
        ("top", {"columns": "even", "toward": "south"}, "west", "0403", 3),
        ("top", {"columns": "even", "toward": "south"}, "east", "0403", 4),
        ("top", {"columns": "even", "toward": "south"}, "north", "0201", 0),
    ],
)
def test_how_far_a_hex_is_from_an_edge(
    flat: str, shifted: dict[str, str], edge: str, h: str, steps: int
) -> None:
    grid = HexGrid.from_mapping(
        {
            "kind": "hex",
            "columns": {"first": "01", "last": "08", "grow": "east"},
            "rows": {"first": "01", "last": "06", "grow": "south"},
            "shifted": shifted,
            "flat": flat,
        }
    )
    assert grid.edge_distance(h, edge) == steps
