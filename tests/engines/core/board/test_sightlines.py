"""Corridors of fire: the examples of the rules, motions of the table, what blocks."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from grognard.engines.core.board.sightlines import (
    FULL,
    LEFT_FLANK,
    LEFT_HALF,
    RIGHT_FLANK,
    RIGHT_HALF,
    Corridors,
    blockers,
    corridors,
    enfilade_share,
    firing_edges,
    in_cone,
)
from grognard.engines.core.board.tabletop import Base, Bases, bearing, turn_between
from tests.engines.core.bases import MOTIONS, Motion, base, bases, mirrored
from tests.often import until

ALL = np.arange(5)
MIRRORED = {
    FULL: FULL,
    LEFT_HALF: RIGHT_HALF,
    RIGHT_HALF: LEFT_HALF,
    LEFT_FLANK: RIGHT_FLANK,
    RIGHT_FLANK: LEFT_FLANK,
}


def drawn(shooter: Base, target: Base, longest: float = 20.0, limit: float = 15.0) -> Corridors:
    pair = np.array([[0, 0]])
    return corridors(Bases([shooter]), Bases([target]), pair, ALL, limit, np.array([longest]))


def variants(shooter: Base, target: Base, **more: float) -> list[int]:
    return drawn(shooter, target, **more).variant.tolist()


def clear(shooter: Base, target: Base, *others: Base) -> list[int]:
    found, crowd = drawn(shooter, target), Bases(others)
    rows, _ = blockers(found, crowd.polygons, crowd.tree)
    return [v for row, v in enumerate(found.variant.tolist()) if row not in set(rows.tolist())]


def test_the_full_front_of_the_rules_example() -> None:
    found = drawn(base(0, 0, 90), base(0.8, 7, 270))
    row = found.variant.tolist().index(FULL)
    (start, end) = found.middles[row]
    assert turn_between(90, bearing(tuple(start), tuple(end))) == pytest.approx(-7.59, abs=0.01)
    assert found.ranges[row] == pytest.approx(5.0)


def test_the_half_front_of_the_rules_example() -> None:
    firer, target, friend = base(0, 0, 90), base(0, 9, 270), base(2.6, 4, 90)
    found = drawn(firer, target)
    row = found.variant.tolist().index(LEFT_HALF)
    assert turn_between(90, bearing(*map(tuple, found.middles[row]))) == pytest.approx(
        -6.24, abs=0.01
    )
    assert found.ranges[row] == pytest.approx(7.0)
    assert clear(firer, target, friend)[0] == LEFT_HALF


def test_the_enfilade_of_the_rules_example() -> None:
    firer, target = base(-6, -0.5, 0), base(0, 0, 90)
    edge = firing_edges(Bases([firer]))[:, FULL]
    share = enfilade_share(edge, np.array([target.front_middle]), np.radians([90.0]))
    assert share[0] == pytest.approx(3.25 / 3.5)


@pytest.mark.parametrize(
    ("y", "share"), [(-2.75, 1.0), (-0.75, 1.0), (1.0, 0.5), (2.75, 0.0), (4.0, 0.0)]
)
def test_the_share_behind_a_front(y: float, share: float) -> None:
    edge = firing_edges(Bases([base(-6, y, 0)]))[:, FULL]
    found = enfilade_share(edge, np.array([[0.0, 1.0]]), np.radians([90.0]))
    assert found[0] == pytest.approx(share)


def test_the_arc_ends_at_its_limit_unless_one_width_covers_the_other() -> None:
    assert FULL in variants(base(0, 0, 90), base(1.8, 8, 270))  # 14.4 degrees
    assert FULL not in variants(base(0, 0, 90), base(6.0, 12, 270))
    close = base(1.0, 3.1, 270, (9.0, 2.0))  # 25 degrees off, but wider than the front
    assert FULL in variants(base(0, 0, 90), close)


def test_the_halves_reach_farther_aside_than_the_whole() -> None:
    found = variants(base(0, 0, 90), base(3.0, 11, 270))
    assert FULL not in found
    assert RIGHT_HALF in found


def test_flanks_fire_sideways_only() -> None:
    assert variants(base(0, 0, 90), base(-6, 0, 0)) == [LEFT_FLANK]
    assert variants(base(0, 0, 90), base(6, 0, 180)) == [RIGHT_FLANK]
    assert variants(base(0, 0, 90), base(0, -6, 90)) == []


@pytest.mark.parametrize(("y", "reached"), [(7.0, True), (7.009, True), (7.02, False)])
def test_range_is_measured_from_the_edge_to_the_footprint(y: float, reached: bool) -> None:
    assert (FULL in variants(base(0, 0, 90), base(0, y, 270), longest=5.0)) is reached


def test_a_corridor_of_no_length_is_clear() -> None:
    shooter, target = base(0, 0, 90), base(0, 2.0, 270)
    assert clear(shooter, target, base(0, 1.0, 0, (0.5, 0.5)))[0] == FULL


def test_touching_the_corridor_is_not_standing_in_it() -> None:
    shooter, target = base(0, 0, 90), base(0, 9, 270)
    assert FULL in clear(shooter, target, base(3.5, 4, 90))  # flush with its side
    assert FULL not in clear(shooter, target, base(3.47, 4, 90))


def test_the_cone_is_fifteen_degrees_to_a_side() -> None:
    battery = Bases([base(0, 0, 90, (2.0, 2.0))])
    targets = Bases([base(0, 10, 0), base(5.0, 10, 0), base(20, 2, 0), base(0, -10, 0)])
    pairs = np.array([[0, i] for i in range(4)])
    assert in_cone(battery, targets, pairs, 15.0).tolist() == [True, False, False, False]
    assert in_cone(battery, Bases([base(3.6, 10, 90)]), pairs[:1], 15.0).tolist() == [True]


def test_corridors_move_with_the_table() -> None:
    drawn_at_all: Counter[int] = Counter()

    @settings(max_examples=150)
    @given(bases(), bases(reach=12000), MOTIONS)
    def check(shooter: Base, target: Base, move: Motion) -> None:
        found, moved = drawn(shooter, target), drawn(move(shooter), move(target))
        near = drawn(shooter, target, longest=20.0, limit=15.0 + 1e-6)
        assume(len(near) == len(found) == len(drawn(shooter, target, limit=15.0 - 1e-6)))
        assert moved.variant.tolist() == found.variant.tolist()
        assert moved.ranges == pytest.approx(found.ranges, abs=1e-6)
        assert shapely.area(shapely.polygons(moved.quads)) == pytest.approx(
            shapely.area(shapely.polygons(found.quads)), abs=1e-4
        )
        drawn_at_all.update(found.variant.tolist())

    until(check, lambda: all(drawn_at_all[variant] >= 5 for variant in MIRRORED), drawn_at_all)


def test_a_mirror_swaps_the_halves_and_the_flanks() -> None:
    drawn_at_all: Counter[int] = Counter()

    @settings(max_examples=150)
    @given(bases(), bases(reach=12000))
    def check(shooter: Base, target: Base) -> None:
        found, moved = drawn(shooter, target), drawn(mirrored(shooter), mirrored(target))
        assume(
            len(drawn(shooter, target, limit=15.0 + 1e-6))
            == len(drawn(shooter, target, limit=15.0 - 1e-6))
        )
        assert sorted(MIRRORED[v] for v in found.variant.tolist()) == sorted(moved.variant.tolist())
        drawn_at_all.update(found.variant.tolist())

    until(check, lambda: all(drawn_at_all[variant] >= 5 for variant in MIRRORED), drawn_at_all)


def test_more_obstacles_never_clear_a_line() -> None:
    closed: Counter[bool] = Counter()

    @settings(max_examples=150)
    @given(bases(), bases(reach=12000), st.lists(bases(reach=12000), max_size=5))
    def check(shooter: Base, target: Base, others: list[Base]) -> None:
        fewer, lines = set(clear(shooter, target, *others[:2])), set(variants(shooter, target))
        more = set(clear(shooter, target, *others))
        assert more <= fewer <= lines
        closed.update({bool(lines) and more < lines})

    until(check, lambda: closed[True] >= 5, closed)


def test_all_pairs_at_once_are_the_pairs_one_by_one() -> None:
    shooters = [base(0, 0, 90), base(5, 0, 100), base(-4, 1, 60)]
    targets = [base(0.8, 7, 270), base(5, 9, 250), base(-1, 8, 280)]
    pairs = np.array([[s, t] for s in range(3) for t in range(3)])
    longest = np.full(3, 20.0)
    found = corridors(Bases(shooters), Bases(targets), pairs, ALL, 15.0, longest)
    rows = list(
        zip(found.shooter.tolist(), found.target.tolist(), found.variant.tolist(), strict=True)
    )
    single = [(s, t, v) for s, t in pairs.tolist() for v in variants(shooters[s], targets[t])]
    assert rows == single
