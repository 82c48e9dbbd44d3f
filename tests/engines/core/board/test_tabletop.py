"""Bases on a table: the same wherever the table stands, exact at every tolerance."""

from __future__ import annotations

from collections import Counter
from math import cos, hypot, radians, sin

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely.affinity import translate

from grognard.engines.core.board.runs import ROUNDED, Runs
from grognard.engines.core.board.tabletop import (
    ANG,
    EDGES,
    EPS,
    Base,
    Bases,
    Pose,
    align,
    beside,
    contact,
    distance,
    edge_contact,
    edge_to_align,
    engaged_frontally,
    facing_share,
    first_contact,
    flush,
    front_contact,
    hits_leg,
    hits_turn,
    more_than_half,
    on_flank,
    on_rear,
    overlap,
    sweep_leg,
    sweep_turn,
    touch,
    turn_between,
    turning_steps,
)
from tests.engines.core.bases import MOTIONS, Motion, base, bases, mirrored, neighbours, spun
from tests.often import until

SWAPPED = {"front": "front", "rear": "rear", "left": "right", "right": "left"}
SLACK = 1e-6


def clear_cut(a: Base, b: Base) -> bool:
    """Whether no tolerance is so near that the last digit of a sine decides."""
    gap, turn = distance(a, b), abs(turn_between(a.heading, b.heading)) % 90.0
    depth = shapely.intersection(a.polygon, b.polygon)
    hidden = gap == 0 and (depth.is_empty or depth.area < 0.05)
    return (
        abs(gap - EPS) > SLACK and not hidden and min(abs(turn - ANG), abs(90 - turn - ANG)) > SLACK
    )


# -- motions of the table ----------------------------------------------------------------------


@given(bases(), bases(), MOTIONS)
def test_nothing_changes_when_the_whole_table_moves(a: Base, b: Base, move: Motion) -> None:
    assume(clear_cut(a, b))
    c, d = move(a), move(b)
    assert distance(c, d) == pytest.approx(distance(a, b), abs=1e-9)
    assert facing_share(c, d) == pytest.approx(facing_share(a, b), abs=1e-9)
    for judge in (touch, overlap, contact, beside, on_flank, on_rear, first_contact):
        assert judge(c, d) == judge(a, b), judge.__name__
    for mine in EDGES:
        for other in EDGES:
            assert edge_contact(c, mine, d, other) == pytest.approx(
                edge_contact(a, mine, b, other), abs=1e-6
            )


@given(bases(), bases())
def test_a_mirror_swaps_left_and_right_and_nothing_else(a: Base, b: Base) -> None:
    assume(clear_cut(a, b))
    c, d = mirrored(a), mirrored(b)
    assert distance(c, d) == pytest.approx(distance(a, b), abs=1e-9)
    assert (touch(c, d), overlap(c, d), contact(c, d)) == (
        touch(a, b),
        overlap(a, b),
        contact(a, b),
    )
    for mine in EDGES:
        mirror = edge_contact(c, SWAPPED[mine], d, "left")
        assert mirror == pytest.approx(edge_contact(a, mine, b, "right"), abs=1e-6)


@given(bases(), bases(), st.floats(0, 360))
def test_any_turn_of_the_table_keeps_distances_to_a_few_grains(
    a: Base, b: Base, angle: float
) -> None:
    assert distance(spun(a, angle), spun(b, angle)) == pytest.approx(distance(a, b), abs=0.003)


JUDGES = (touch, overlap, contact, beside, on_flank, on_rear, first_contact)


def judged(a: Base, b: Base) -> list[tuple[bool, bool]]:
    """Every judgement of two bases, each both ways."""
    return [(judge(a, b), judge(b, a)) for judge in JUDGES]


def firm(a: Base, b: Base) -> bool:
    """Whether nothing is so near its limit that a few grains of a pose decide."""
    x, y, h = a.pose.x, a.pose.y, a.pose.h
    return all(
        judged(a.at(Pose(x + dx, y + dy, h)), b) == judged(a, b)
        for dx, dy in ((3, 0), (-3, 0), (0, 3), (0, -3))
    )


def test_contact_is_the_same_wherever_the_table_stands_and_in_the_mirror() -> None:
    """Bases edge to edge: each judgement must have been made both ways often enough to mean something."""
    found: dict[str, Counter[bool]] = {judge.__name__: Counter() for judge in JUDGES}

    @settings(max_examples=100)
    @given(neighbours(), MOTIONS, st.integers(0, 35999))
    def check(pair: tuple[Base, Base], move: Motion, hundredths: int) -> None:
        a, b = pair
        assume(firm(a, b))
        for motion in (move, mirrored, lambda one: spun(one, hundredths / 100)):
            assert judged(motion(a), motion(b)) == judged(a, b), JUDGES
        for judge, answer in zip(JUDGES, judged(a, b), strict=True):
            found[judge.__name__].update(answer)

    def enough() -> bool:
        both = all(min(counts[True], counts[False]) >= 5 for counts in found.values())
        return both and found["contact"][True] >= 20

    until(check, enough, found)


def test_contact_holds_both_ways() -> None:
    found: Counter[bool] = Counter()

    @settings(max_examples=80)
    @given(neighbours())
    def check(pair: tuple[Base, Base]) -> None:
        a, b = pair
        assert distance(a, b) == distance(b, a)
        for judge in (touch, overlap, contact, beside):
            assert judge(a, b) == judge(b, a), judge.__name__
        for mine in EDGES:
            for other in EDGES:
                back = edge_contact(b, other, a, mine)
                assert edge_contact(a, mine, b, other) == pytest.approx(back, abs=0.01)
        if contact(a, b):
            assert distance(a, b) <= EPS
        found[contact(a, b)] += 1

    until(check, lambda: min(found[True], found[False]) >= 20, found)


@given(bases(), bases())
def test_what_holds_both_ways(a: Base, b: Base) -> None:
    assert distance(a, b) == distance(b, a)
    assert (touch(a, b), overlap(a, b), contact(a, b)) == (
        touch(b, a),
        overlap(b, a),
        contact(b, a),
    )
    if overlap(a, b):
        assert touch(a, b)
    if contact(a, b):
        assert distance(a, b) <= EPS
    assert 0.0 <= facing_share(a, b) <= 1.0
    for mine in EDGES:
        for other in EDGES:
            assert edge_contact(a, mine, b, other) <= min(a.width, a.depth) * 2


@given(bases())
def test_corners_edges_and_frame_of_a_base_agree(a: Base) -> None:
    fl, fr, rr, rl = a.corners
    assert hypot(fl[0] - fr[0], fl[1] - fr[1]) == pytest.approx(a.width)
    assert hypot(fr[0] - rr[0], fr[1] - rr[1]) == pytest.approx(a.depth)
    assert a.ahead(fl) == pytest.approx((a.depth / 2, a.width / 2))
    assert a.ahead(rr) == pytest.approx((-a.depth / 2, -a.width / 2))
    assert a.ahead(a.front_middle) == pytest.approx((a.depth / 2, 0.0))
    assert a.polygon.area == pytest.approx(a.width * a.depth)
    assert shapely.LinearRing((fl, fr, rr, rl)).is_ccw is False
    assert rl == a.edge("rear")[1]


# -- tolerances --------------------------------------------------------------------------------


@pytest.mark.parametrize("heading", [0, 90, 180, 270])
@pytest.mark.parametrize(("gap", "touches"), [(0.0, True), (0.01, True), (0.011, False)])
def test_touching_ends_one_hundredth_away(heading: float, gap: float, touches: bool) -> None:
    a = base(20, 20, heading)
    b = a.at(a.pose.moved(2.0 + gap, heading))
    assert touch(a, b) is touches
    assert contact(a, b) is touches


@pytest.mark.parametrize(("into", "overlaps"), [(0.0, False), (0.019, False), (0.021, True)])
def test_bases_that_only_touch_do_not_overlap(into: float, overlaps: bool) -> None:
    a = base(0, 0, 0)
    assert overlap(a, base(2.0 - into, 0, 180)) is overlaps


@pytest.mark.parametrize("into", [-0.011, -0.01, 0.0, 0.019, 0.021])
def test_what_two_bases_are_to_each_other_does_not_hang_on_the_size_of_the_figures(
    into: float,
) -> None:
    """The tolerance is a part of a base: bases twice as large at twice the distance are as they were."""
    small = Base(Pose.of(0, 0, 0), 3.5, 2.0), Base(Pose.of(2.0 - into, 0, 180), 3.5, 2.0)
    large = Base(Pose.of(0, 0, 0), 7.0, 4.0), Base(Pose.of(2 * (2.0 - into), 0, 180), 7.0, 4.0)
    assert large[0].eps == 2 * small[0].eps
    for question in (touch, overlap, contact, engaged_frontally, first_contact):
        assert question(*large) is question(*small)
    far = np.array([30.0])
    runs = [
        Runs(pair[0].at(pair[0].pose.moved(-5 * n, 0)), far * 0, far * 0, far * n)
        for n, pair in enumerate((small, large), 1)
    ]
    (one, _), (two, _) = (
        run.meeting(Bases([pair[1]])) for run, pair in zip(runs, (small, large), strict=True)
    )
    assert two[0] == pytest.approx(2 * one[0], abs=ROUNDED)


@pytest.mark.parametrize(
    ("share", "more"), [(1.7, False), (1.75, False), (1.76, False), (1.761, True), (3.5, True)]
)
def test_exactly_half_never_counts(share: float, more: bool) -> None:
    a = base(0, 0, 0)
    assert more_than_half(share, 3.5, a.eps) is more
    b = base(2.0, 3.5 - share, 180)
    assert edge_contact(a, "front", b, "front") == pytest.approx(share)
    assert more_than_half(edge_contact(a, "front", b, "front"), a.width, a.eps) is more
    assert more_than_half(facing_share(a, b) * a.width, a.width, a.eps) is more


@pytest.mark.parametrize(
    ("turn", "parallel"), [(0.0, True), (1.0, True), (1.01, False), (-1.0, True)]
)
def test_edges_are_parallel_within_a_degree(turn: float, parallel: bool) -> None:
    a = base(0, 0, 0)
    b = base(2.0, 0, 180 + turn)
    assert (front_contact(a, b) > EPS) is parallel


@pytest.mark.parametrize(
    ("b", "front", "any_front"),
    [
        (base(2.0, 0, 180), 3.5, True),  # front to front
        (base(2.0, 1.5, 180), 2.0, True),
        (base(2.0, 3.49, 180), 0.01, False),  # a corner's breadth is no contact
        (base(2.0, 3.5, 180), 0.0, False),  # corner to corner
        (base(2.0, 0, 0), 3.5, True),  # front to rear
        (base(2.75, 0, 90), 2.0, True),  # front to flank
        (base(0, 3.5, 0), 0.0, False),  # flank to flank
        (base(0, 2.75, 90), 0.0, False),  # its rear on my flank touches no front
        (base(0, 2.75, 270), 0.0, True),  # its front on my flank does
    ],
)
def test_contact_needs_a_front(b: Base, front: float, any_front: bool) -> None:
    a = base(0, 0, 0)
    assert front_contact(a, b) == pytest.approx(front, abs=1e-9)
    assert contact(a, b) is any_front


def test_side_by_side() -> None:
    a = base(0, 0, 0)
    assert beside(a, base(0, 3.5, 0), friends=True)
    assert beside(a, base(0, -3.5, 180))
    assert not beside(a, base(0, 3.5, 180), friends=True)
    assert beside(a, base(0.98, 3.5, 0))
    assert not beside(a, base(0.99, 3.5, 0))  # half of the flanks, within EPS
    assert not beside(a, base(1.0, 3.5, 0))  # exactly half of the flanks
    assert not beside(a, base(2.0, 0, 180))


def test_flank_and_rear_attacks_by_edges() -> None:
    target = base(0, 0, 0)
    assert on_flank(target, base(0, 2.75, 270))
    assert not on_flank(target, base(1.25, 2.75, 270))  # exactly half of the attacker's front
    assert on_flank(target, base(0.2, 3.5, 0))
    assert not on_flank(target, base(-2, 0, 0))
    assert on_rear(target, base(-2, 0, 0))
    assert not on_rear(target, base(-2, 0, 180))
    assert not on_rear(target, base(2, 0, 180))


# -- turning -----------------------------------------------------------------------------------


@given(st.lists(st.floats(-180, 180), max_size=5))
def test_turns_add_up_however_they_are_cut(angles: list[float]) -> None:
    halves = [angle / 2 for angle in angles for _ in range(2)]
    total = sum(abs(angle) for angle in angles)
    assume(abs((total - 0.5) % 45.0) > 1e-6 and abs((total - 0.5) % 45.0 - 45) > 1e-6)
    assert turning_steps(halves) == turning_steps(angles) == turning_steps([-a for a in angles])


@pytest.mark.parametrize(
    ("angle", "steps"),
    [(0, 0), (0.5, 0), (0.51, 1), (45, 1), (45.5, 1), (45.51, 2), (90, 2), (180, 4)],
)
def test_part_of_a_step_is_a_whole_one(angle: float, steps: int) -> None:
    assert turning_steps([angle]) == steps


@given(bases(), st.integers(-18000, 18000))
def test_a_turn_on_the_spot_sweeps_to_where_it_ends(a: Base, hundredths: int) -> None:
    angle = hundredths / 100
    places = sweep_turn(a, angle)
    assert places[-1].pose == a.pose.turned(angle)
    assert {place.centre for place in places} == {a.centre}
    steps = [
        abs(turn_between(p.heading, q.heading)) for p, q in zip([a, *places], places, strict=False)
    ]
    assert max(steps) <= 5.0 + 0.011


def test_a_turn_hits_what_its_corners_pass() -> None:
    a = base(0, 0, 0)
    wall = Bases([base(2.1, 0, 0)])
    assert not len(wall.overlapping(a))
    assert hits_turn(a, 90, wall).tolist() == [0]
    assert hits_turn(a, 3, wall).tolist() == []


# -- legs and slides ---------------------------------------------------------------------------


@given(
    bases(),
    st.lists(bases(reach=9000), min_size=1, max_size=6),
    st.floats(0, 8),
    st.integers(0, 359),
)
def test_a_leg_hits_whatever_the_base_overlaps_on_its_way(
    a: Base, others: list[Base], run: float, direction: int
) -> None:
    end = a.at(a.pose.moved(run, direction))
    crowd = Bases(others)
    hit = set(hits_leg(a, end, crowd).tolist())
    swept = sweep_leg(a, end)
    for step in np.linspace(0, 1, 9):
        place = a.at(a.pose.moved(run * float(step), direction))
        for index in crowd.overlapping(place).tolist():
            # Poses are whole thousandths, so a place may lie a grain beside the swept area.
            assert index in hit or shapely.intersection(swept, others[index].polygon).area < 0.05


@given(bases(), bases(), st.integers(0, 359))
def test_a_passage_begins_and_ends_where_the_bases_overlap(
    a: Base, b: Base, direction: int
) -> None:
    enter, leave = (float(found[0]) for found in Bases([b]).passage(a, direction))
    grain = 1e-6
    if enter >= leave:
        return

    def meets(run: float) -> bool:
        """Whether they overlap after a run; not by a pose, which would be a whole thousandth."""
        step = (run * cos(radians(direction)), run * sin(radians(direction)))
        return bool(translate(a.eroded, *step).intersects(b.eroded))

    if leave - enter > 4 * grain:
        assert meets((enter + leave) / 2)
    assert not meets(enter - grain)
    assert not meets(leave + grain)


@given(bases(), st.lists(bases(reach=9000), max_size=8), st.floats(0, 10))
def test_arrays_answer_as_pairs_do(a: Base, others: list[Base], reach: float) -> None:
    crowd = Bases(others)
    gaps = [distance(a, b) for b in others]
    assume(all(abs(gap - reach - EPS) > SLACK for gap in gaps))
    assert crowd.distances(a).tolist() == gaps
    near = crowd.within(a, reach).tolist()
    assert sorted(near) == [i for i, gap in enumerate(gaps) if gap <= reach + EPS]
    assert [gaps[i] for i in near] == sorted(gaps[i] for i in near)
    assert crowd.overlapping(a).tolist() == [i for i, b in enumerate(others) if overlap(a, b)]


# -- aligning ----------------------------------------------------------------------------------


@pytest.mark.parametrize("heading", range(0, 360, 30))
def test_aligned_on_a_front_the_middles_meet(heading: int) -> None:
    b = base(10, 10, heading)
    a = b.at(b.pose.moved(2.0, heading).turned(180 + 7))
    found = align(a, b, Bases([b]))
    assert found is not None
    assert found.heading == (heading + 180) % 360
    assert found.front_middle == pytest.approx(b.front_middle, abs=0.002)
    assert contact(found, b)
    assert not overlap(found, b)


def test_the_edge_it_touches_and_faces_most_is_the_one() -> None:
    b = base(0, 0, 90)
    assert edge_to_align(base(-2.75, 0, 0), b) == "left"
    assert edge_to_align(base(2.75, 0, 180), b) == "right"
    assert edge_to_align(base(0, -2.0, 90), b) == "rear"
    assert edge_to_align(base(0, 9, 270), b) is None
    assert edge_to_align(base(0, 9, 270), b, touching=False) == "front"
    assert edge_to_align(base(9, 2, 200), b, touching=False) == "right"


def test_it_slides_aside_by_the_least_that_makes_room() -> None:
    b, other = base(0, 0, 0), base(2.0, 2.5, 180)
    found = align(base(2.0, -0.5, 180), b, Bases([b, other]))
    assert found is not None
    assert found.centre == pytest.approx((2.0, -1.0), abs=0.02)
    assert not overlap(found, other)
    assert edge_contact(found, "front", b, "front") == pytest.approx(2.5, abs=0.02)


def test_it_slides_the_other_way_when_that_is_nearer() -> None:
    b, other = base(0, 0, 0), base(2.0, -2.5, 180)
    found = align(base(2.0, 0.5, 180), b, Bases([b, other]))
    assert found is not None
    assert found.centre == pytest.approx((2.0, 1.0), abs=0.02)


def test_without_room_there_is_no_contact() -> None:
    b = base(0, 0, 0)
    wall = [base(2.0, 2.5, 180), base(2.0, -2.5, 180)]
    assert align(base(2.0, 0, 180), b, Bases([b, *wall])) is None


@given(st.lists(bases(), max_size=5), st.integers(-1700, 1700), st.integers(-2000, 2000))
def test_whoever_aligns_stands_flush_and_on_nobody(
    others: list[Base], aside: int, turn: int
) -> None:
    b = base(0, 0, 0)
    a = flush(base(0, 0, 0), b, "front", aside / 1000)
    a = a.at(a.pose.turned(turn / 100))
    crowd = Bases([b, *others])
    found = align(a, b, crowd)
    if found is None:
        return
    edge = edge_to_align(a, b)
    assert edge is not None
    assert not len(crowd.overlapping(found))
    assert edge_contact(found, "front", b, edge) > EPS
    assert found.heading == (b.normal(edge) + 180) % 360
    centred = flush(a, b, edge)
    if not len(crowd.overlapping(centred)):
        assert found == centred


@given(bases(), st.sampled_from(EDGES), st.integers(-2500, 2500))
def test_flush_means_on_the_edge(b: Base, edge: str, slide: int) -> None:
    placed = flush(base(0, 0, 0, (2.0, 2.0)), b, edge, slide / 1000)
    along = b.width if edge in ("front", "rear") else b.depth
    assert distance(placed, b) <= 0.002 or abs(slide) > 1000 * (2.0 + along) / 2
    assert not overlap(placed, b)
    assert abs(turn_between(placed.heading, b.normal(edge))) == pytest.approx(180.0)
