"""[geo.frame] A leg comes out the same wherever the table lies, and however it is turned."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.engines.core.board.tabletop import Bases, Pose, distance
from grognard.engines.risorgimento.field.footprint import base, everyone
from grognard.engines.risorgimento.manoeuvre.forecast import plan
from grognard.engines.risorgimento.manoeuvre.random_orders import random_order
from grognard.engines.risorgimento.movement.move_under_way import begin, engaged_with
from grognard.engines.risorgimento.movement.movement import Leg, leg
from grognard.engines.risorgimento.movement.mover import Mover
from tests.engines.risorgimento.field import field

SIZE = 60
KINDS = ("foot-2", "zouaves-1", "foe-1", "foe-2", "uhlans-1", "jager-1")
SPOT = st.tuples(st.integers(12000, 48000), st.integers(12000, 48000), st.integers(0, 35999))
SPOTS = st.lists(SPOT, min_size=len(KINDS), max_size=len(KINDS))
POND = [[34, 34], [40, 33], [42, 40], [35, 41]]
VINES = [[18, 18], [27, 20], [25, 30], [17, 28]]


def turned(spot: tuple[int, int, int], times: int) -> Pose:
    """A pose after quarter turns about the middle of the table."""
    x, y, h = spot[0] - 30000, spot[1] - 30000, spot[2]
    for _ in range(times):
        x, y, h = -y, x, (h + 9000) % 36000
    return Pose(x + 30000, y + 30000, h)


def outline(points: list[list[int]], times: int) -> list[list[str]]:
    poses = [turned((x * 1000, y * 1000, 0), times).centre for x, y in points]
    return [[f"{x:g}", f"{y:g}"] for x, y in poses]


def board(mover: tuple[str, tuple[int, int, int]], spots: list[tuple[int, int, int]], times: int):
    """A table with bases that stand on nobody, all of it turned by quarter turns."""
    stands, places = [], {}
    for uid, spot in (mover, *zip(KINDS, spots, strict=True)):
        pose = turned(spot, 0)
        table = field({uid: (*pose.centre, pose.heading)})
        own = base(table.setup, table.state.units[uid])
        if len(Bases(stands).overlapping(own)) if stands else False:
            continue
        stands.append(own)
        pose = turned(spot, times)
        places[uid] = (*pose.centre, pose.heading)
    ground = [
        {"terrain": "water", "polygon": outline(POND, times)},
        {"terrain": "vines", "polygon": outline(VINES, times)},
    ]
    return field(places, board={"size": [str(SIZE), str(SIZE)], "patches": ground})


def judged(table, uid: str, off: float) -> Leg:
    begin(table, uid)
    mover = Mover(table.setup, table.state, uid)
    return leg(mover, 12.0, mover.stand.heading + off)


@settings(max_examples=40)
@given(
    SPOT,
    SPOTS,
    st.integers(1, 3),
    st.integers(-45, 45),
    st.sampled_from(["foot-1", "zouaves-9", "horse-1"]),
)
def test_a_leg_does_not_depend_on_how_the_table_lies(
    spot: tuple[int, int, int], spots: list[tuple[int, int, int]], times: int, off: int, uid: str
) -> None:
    here, there = (judged(board((uid, spot), spots, n), uid, off) for n in (0, times))
    assert there.length == pytest.approx(here.length, abs=0.03)
    assert (there.stop and there.stop.kind) == (here.stop and here.stop.kind)
    assert there.spent(there.length) == pytest.approx(here.spent(here.length), abs=5)


@settings(max_examples=40)
@given(SPOT, SPOTS, st.integers(-180, 180), st.sampled_from(["foot-1", "zouaves-9", "guns-1"]))
def test_nobody_ends_a_leg_on_another_base(
    spot: tuple[int, int, int], spots: list[tuple[int, int, int]], off: int, uid: str
) -> None:
    table = board((uid, spot), spots, 0)
    found = judged(table, uid, off)
    others = everyone(table.setup, table.state, but=(uid,))
    assert not len(others.overlapping(found.place(found.length)))
    assert 0 <= found.length <= 12.0
    half = found.place(found.length / 2)
    foes = [o for o in others.ids if table.setup.types[o].side == "austrian"]
    assert not any(
        half.eroded.intersects(base(table.setup, table.state.units[foe]).eroded) for foe in foes
    )


@settings(max_examples=30)
@given(
    SPOT,
    SPOTS,
    st.integers(0, 10**6),
    st.sampled_from(["foot-1", "zouaves-9", "guns-1", "horse-1"]),
)
def test_plans_never_overspend_nor_overlap(
    spot: tuple[int, int, int], spots: list[tuple[int, int, int]], seed: int, uid: str
) -> None:
    table = board((uid, spot), spots, 0)
    begin(table, uid)
    if engaged_with(table.setup, table.state, uid) or table.state.progress.pending:
        return
    order = random_order(table.setup, table.state, uid, Random(seed))
    if order == "pass":
        return
    found = plan(table.setup, table.state, uid, order["do"])
    mover = Mover(table.setup, found.state, uid)
    assert found.state.account <= max(mover.limit, mover.single) + 1
    own = base(table.setup, found.state.units[uid])
    others = everyone(table.setup, found.state, but=(uid,))
    assert not len(others.overlapping(own))
    assert all(distance(step.before, step.after) < 60 for step in found.steps)
