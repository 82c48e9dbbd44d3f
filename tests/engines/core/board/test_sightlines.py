"""Corridors of fire: the examples of the rules, motions of the table, what blocks."""

from __future__ import annotations

from collections import Counter

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from grognard.engines.core.board.plane import meet
from grognard.engines.core.board.sightlines import (
    FULL,
    LEFT_FLANK,
    LEFT_HALF,
    RIGHT_FLANK,
    RIGHT_HALF,
    Corridor,
    corridors,
    enfilade_share,
    firing_edge,
    in_cone,
)
from grognard.engines.core.board.tabletop import Base, bearing, turn_between
from tests.engines.core.bases import MOTIONS, Motion, base, bases, mirrored
from tests.often import until

ALL = range(5)
MIRRORED = {
    FULL: FULL,
    LEFT_HALF: RIGHT_HALF,
    RIGHT_HALF: LEFT_HALF,
    LEFT_FLANK: RIGHT_FLANK,
    RIGHT_FLANK: LEFT_FLANK,
}


def drawn(
    shooter: Base, target: Base, longest: float = 20.0, limit: float = 15.0
) -> list[Corridor]:
    return list(corridors([(shooter, ALL, longest)], [target], [(0, 0)], limit))


def variants(shooter: Base, target: Base, **more: float) -> list[int]:
    return [one.variant for one in drawn(shooter, target, **more)]


def clear(shooter: Base, target: Base, *others: Base) -> list[int]:
    return [
        one.variant
        for one in drawn(shooter, target)
        if not one.slim or not any(meet(one.slim, other.corners) for other in others)
    ]


def of(variant: int, found: list[Corridor]) -> Corridor:
    return next(one for one in found if one.variant == variant)


def test_the_full_front_of_the_rules_example() -> None:
    found = drawn(base(0, 0, 90), base(0.8, 7, 270))
    full = of(FULL, found)
    assert turn_between(90, bearing(*full.middle)) == pytest.approx(-7.59, abs=0.01)
    assert full.range == pytest.approx(5.0)


def test_the_half_front_of_the_rules_example() -> None:
    firer, target, friend = base(0, 0, 90), base(0, 9, 270), base(2.6, 4, 90)
    half = of(LEFT_HALF, drawn(firer, target))
    assert turn_between(90, bearing(*half.middle)) == pytest.approx(-6.24, abs=0.01)
    assert half.range == pytest.approx(7.0)
    assert clear(firer, target, friend)[0] == LEFT_HALF


def test_the_enfilade_of_the_rules_example() -> None:
    firer, target = base(-6, -0.5, 0), base(0, 0, 90)
    share = enfilade_share(firing_edge(firer, FULL), target)
    assert share == pytest.approx(3.25 / 3.5)


@pytest.mark.parametrize(
    ("y", "share"), [(-2.75, 1.0), (-0.75, 1.0), (1.0, 0.5), (2.75, 0.0), (4.0, 0.0)]
)
def test_the_share_behind_a_front(y: float, share: float) -> None:
    found = enfilade_share(firing_edge(base(-6, y, 0), FULL), base(0, 0, 90))
    assert found == pytest.approx(share)


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
    battery = base(0, 0, 90, (2.0, 2.0))
    targets = [base(0, 10, 0), base(5.0, 10, 0), base(20, 2, 0), base(0, -10, 0)]
    assert [in_cone(battery, one, 15.0) for one in targets] == [True, False, False, False]
    assert in_cone(battery, base(3.6, 10, 90), 15.0)


def test_corridors_move_with_the_table() -> None:
    drawn_at_all: Counter[int] = Counter()

    @settings(max_examples=150)
    @given(bases(), bases(reach=12000), MOTIONS)
    def check(shooter: Base, target: Base, move: Motion) -> None:
        found, moved = drawn(shooter, target), drawn(move(shooter), move(target))
        near = drawn(shooter, target, longest=20.0, limit=15.0 + 1e-6)
        assume(len(near) == len(found) == len(drawn(shooter, target, limit=15.0 - 1e-6)))
        assert [one.variant for one in moved] == [one.variant for one in found]
        for one, other in zip(moved, found, strict=True):
            assert one.range == pytest.approx(other.range, abs=1e-6)
            sizes = [shapely.Polygon(each.quad).area for each in (one, other)]
            assert sizes[0] == pytest.approx(sizes[1], abs=1e-4)
        drawn_at_all.update(one.variant for one in found)

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
        swapped = sorted(MIRRORED[one.variant] for one in found)
        assert swapped == sorted(one.variant for one in moved)
        drawn_at_all.update(one.variant for one in found)

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
    pairs = [(s, t) for s in range(3) for t in range(3)]
    found = list(corridors([(one, ALL, 20.0) for one in shooters], targets, pairs, 15.0))
    rows = [(one.shooter, one.target, one.variant, one.quad, one.range) for one in found]
    single = [
        (s, t, one.variant, one.quad, one.range)
        for s, t in pairs
        for one in drawn(shooters[s], targets[t])
    ]
    assert rows == single
