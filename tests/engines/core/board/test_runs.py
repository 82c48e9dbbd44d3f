"""Straight runs: what stops them, what ground they cross, the region they reach."""

from __future__ import annotations

from itertools import pairwise
from math import radians

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import STRtree

from grognard.engines.core.board.runs import Runs, Stretch, crossings, region, stretches
from grognard.engines.core.board.tabletop import EPS, Base, Bases, Pose, hits_leg, overlap, touch
from tests.engines.core.bases import base, bases


def runs(start: Base, *rays: tuple[float, float, float]) -> Runs:
    """Rays of (direction, heading, length)."""
    directions, headings, lengths = np.array(rays).T
    return Runs(start, np.radians(directions), np.radians(headings), lengths)


def ground(*boxes: tuple[float, float, float, float]):
    shapes = np.array([shapely.box(*box) for box in boxes])
    return shapes, STRtree(shapes)


def test_a_run_meets_what_stands_before_it() -> None:
    found = runs(base(0, 0, 0), (0, 0, 10), (90, 0, 10), (0, 0, 2))
    others = Bases([base(8, 0, 180), base(0, 9, 90), base(20, 0, 0)])
    at, which = found.meeting(others)
    assert which.tolist() == [0, 1, -1]
    assert at.tolist() == pytest.approx([6.0, 9 - 1.0 - 1.75, np.inf])
    assert found.touching(others)[0][0].tolist() == pytest.approx([5.99, np.inf, np.inf])


@pytest.mark.parametrize("aside", [3.5, 3.5 - 1.9 * EPS, -3.5])
def test_bases_that_only_brush_past_each_other_do_not_meet(aside: float) -> None:
    found = runs(base(0, 0, 0), (0, 0, 10))
    others = Bases([base(6, aside, 180)])
    assert found.meeting(others)[1].tolist() == [-1]
    assert found.touching(others)[0].tolist() == [[np.inf]]
    assert not hits_leg(found.base, base(10, 0, 0), others).size


def test_a_run_that_ends_base_to_base_is_not_barred_but_touches() -> None:
    found, others = runs(base(0, 0, 0), (0, 0, 6)), Bases([base(8, 0, 180)])
    assert found.meeting(others)[1].tolist() == [-1]
    assert found.touching(others)[0].tolist() == [[pytest.approx(5.99)]]


@pytest.mark.parametrize("angle", [1, 3, 7, 20])
def test_who_comes_grazing_stops_a_tolerance_short_of_overlapping(angle: int) -> None:
    start, other = base(0, 3.6, 0), base(8, 0, 180)
    found = runs(start, (-angle, 0, 30))
    (at,), (which,) = found.meeting(Bases([other]))
    assert which == 0
    assert at > 0
    assert not overlap(start.at(found.pose(0, float(at))), other)
    assert overlap(start.at(found.pose(0, float(at) + 0.25)), other)


def test_what_lies_behind_is_not_met() -> None:
    others = Bases([base(-3, 0, 0), base(0, 3.5, 0)])
    at, which = runs(base(0, 0, 0), (0, 0, 10)).meeting(others)
    assert (at.tolist(), which.tolist()) == ([np.inf], [-1])


def test_nobody_to_meet() -> None:
    assert runs(base(0, 0, 0), (0, 0, 10)).meeting(Bases([]))[1].tolist() == [-1]


@given(bases(reach=1000), st.lists(bases(reach=12000), min_size=1, max_size=6), st.integers(0, 359))
def test_it_is_free_up_to_where_it_meets_and_not_beyond(
    start: Base, others: list[Base], direction: int
) -> None:
    crowd = Bases(others)
    if len(crowd.overlapping(start)) or any(touch(start, one) for one in others):
        return
    found = runs(start, (direction, start.heading, 15.0))
    at, which = found.meeting(crowd)
    end = 15.0 if which[0] < 0 else float(at[0])
    for share in np.linspace(0, 1, 7):
        place = start.at(found.pose(0, max(0.0, (end - 0.004) * float(share))))
        assert not len(crowd.overlapping(place))
    if which[0] >= 0:
        ((enter, leave),) = next(iter(found)).passing(crowd, [int(which[0])])
        deeper = (enter + leave) / 2
        assert deeper - end < 0.1 or overlap(start.at(found.pose(0, deeper)), others[int(which[0])])


def test_ground_is_cut_where_it_changes() -> None:
    shapes, tree = ground((2, -1, 5, 1), (4, -1, 6, 1))
    found = runs(base(0, 0, 0), (0, 0, 10))
    (parts,) = stretches(1, found.lengths, crossings(found.lines(), shapes, tree))
    assert parts == [
        Stretch(0.0, 2.0, ()),
        Stretch(2.0, 4.0, (0,)),
        Stretch(4.0, 5.0, (0, 1)),
        Stretch(5.0, 6.0, (1,)),
        Stretch(6.0, 10.0, ()),
    ]


def test_a_hollow_patch_is_crossed_twice() -> None:
    ring = shapely.box(2, -3, 8, 3).difference(shapely.box(4, -1, 6, 1))
    shapes = np.array([ring])
    found = runs(base(0, 0, 0), (0, 0, 10))
    (parts,) = stretches(1, found.lengths, crossings(found.lines(), shapes, STRtree(shapes)))
    assert [part.patches for part in parts] == [(), (0,), (), (0,), ()]


@given(
    st.lists(
        st.tuples(st.integers(-8, 8), st.integers(-8, 8), st.integers(1, 6), st.integers(1, 6)),
        max_size=6,
    ),
    st.integers(0, 359),
    st.floats(0.1, 12),
)
def test_stretches_join_into_the_whole_run_and_costs_add_up(
    boxes: list[tuple[int, int, int, int]], direction: int, run: float
) -> None:
    shapes, tree = ground(*((x + 0.3, y + 0.3, x + 0.3 + w, y + 0.3 + h) for x, y, w, h in boxes))
    found = runs(base(0, 0, 0), (direction, 0, run))
    (parts,) = stretches(1, found.lengths, crossings(found.lines(), shapes, tree))
    assert parts[0].begin == 0.0
    assert parts[-1].end == pytest.approx(run, abs=EPS)
    assert all(a.end == pytest.approx(b.begin, abs=EPS) for a, b in pairwise(parts))
    inside = sum(part.end - part.begin for part in parts if part.patches)
    line = found.lines()[0]
    assert inside == pytest.approx(
        shapely.intersection(shapely.union_all(shapes), line).length, abs=0.01
    )


def test_runs_are_judged_row_by_row() -> None:
    shapes, tree = ground((2, -1, 5, 1))
    found = runs(base(0, 0, 0), (0, 0, 10), (180, 0, 10), (0, 0, 1))
    first, second, third = stretches(3, found.lengths, crossings(found.lines(), shapes, tree))
    assert [len(first), len(second), len(third)] == [3, 1, 1]


def test_the_region_is_the_fan_of_its_ends() -> None:
    rays = [(float(d), 0.0, 5.0) for d in range(0, 360, 5)]
    found = runs(base(10, 10, 0), *rays)
    area = region(found, found.lengths)
    assert area.area == pytest.approx(np.pi * 25, rel=0.01)
    assert area.contains(shapely.Point(14.9, 10))
    shorter = found.lengths.copy()
    shorter[0] = 2.0
    assert not region(found, shorter).contains(shapely.Point(14.9, 10))
    assert region(runs(base(0, 0, 0), (0, 0, 1)), np.array([1.0])).area == 0


def test_poses_at_the_end_of_a_run() -> None:
    found = runs(base(1, 2, 0), (90, 45, 3))
    assert found.pose(0, 3.0) == Pose.of(1, 5, 45)
    assert found.ends()[0].tolist() == pytest.approx([1, 5])
    assert found.headings[0] == radians(45)
