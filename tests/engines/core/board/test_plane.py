"""Rectangles measured pair by pair, beside what shapely finds for the same shapes."""

from __future__ import annotations

from collections import Counter
from math import cos, isfinite, radians, sin

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely.affinity import translate

from grognard.engines.core.board import plane
from grognard.engines.core.board.tabletop import Base, Bases
from tests.engines.core.bases import base, bases
from tests.often import until

ANGLES = st.integers(0, 359)
CLOSE = 1e-6
"""Shapes that touch, or miss each other, by less are left to chance by both ways of measuring."""


def test_two_rectangles_meet_where_their_shapes_do() -> None:
    seen: Counter[bool] = Counter()

    @settings(max_examples=200)
    @given(bases(), bases())
    def check(one: Base, other: Base) -> None:
        gap = one.polygon.distance(other.polygon)
        deep = one.polygon.intersection(other.polygon).area
        assume(gap > CLOSE or deep > CLOSE)
        assert plane.overlap(one.rect, other.rect) is (gap == 0)
        assert plane.meet(one.corners, other.corners) is (gap == 0)
        seen[gap == 0] += 1

    until(check, lambda: min(seen[True], seen[False]) >= 20, seen)


def test_a_segment_is_as_far_from_a_rectangle_as_from_its_shape() -> None:
    seen: Counter[bool] = Counter()

    @settings(max_examples=200)
    @given(bases(), bases())
    def check(one: Base, other: Base) -> None:
        front = one.edge("front")
        gap = shapely.LineString(front).distance(other.polygon)
        assert plane.gap_to(*front, other.rect) == pytest.approx(gap, abs=CLOSE)
        seen[gap == 0] += 1

    until(check, lambda: min(seen[True], seen[False]) >= 20, seen)


def test_what_slides_past_meets_where_its_shape_would() -> None:
    seen: Counter[bool] = Counter()

    @settings(max_examples=200)
    @given(bases(), bases(), ANGLES)
    def check(one: Base, other: Base, direction: int) -> None:
        ux, uy = cos(radians(direction)), sin(radians(direction))
        enter, leave = plane.passage(one.rect, ux, uy, other.rect)
        for at in (enter + (leave - enter) / 2, enter - 0.01, leave + 0.01):
            if isfinite(at):
                moved = translate(one.polygon, at * ux, at * uy)
                assert moved.intersects(other.polygon) is (enter <= at <= leave)
        seen[isfinite(enter)] += 1

    until(check, lambda: min(seen[True], seen[False]) >= 20, seen)


def test_one_is_measured_as_it_is_among_many() -> None:
    mover, crowd = base(0, 0, 17), [base(3 * n, 2 + n, 31 * n) for n in range(12)]
    among = Bases(crowd).passage(mover, 40.0)
    alone = [Bases([other]).passage(mover, 40.0) for other in crowd]
    assert [*zip(*among, strict=True)] == [(enter[0], leave[0]) for enter, leave in alone]


def test_what_is_left_of_a_shape_is_what_shapely_leaves() -> None:
    seen: Counter[bool] = Counter()

    @settings(max_examples=100)
    @given(bases(), st.integers(1, 150), st.integers(-90, 90))
    def check(one: Base, by: int, cut: int) -> None:
        fl, fr, rr, rl = one.corners
        slanted = (
            fl,
            fr,
            (rr[0] + (fr[0] - rr[0]) * cut / 200, rr[1] + (fr[1] - rr[1]) * cut / 200),
            rl,
        )
        wanted = shapely.buffer(
            shapely.Polygon(slanted), -by / 100, join_style="mitre", mitre_limit=100.0
        )
        found = plane.inset(slanted, by / 100)
        area = shapely.Polygon(found).area if found else 0.0
        assert area == pytest.approx(wanted.area, abs=CLOSE)
        seen[bool(found)] += 1

    until(check, lambda: min(seen[True], seen[False]) >= 10, seen)
