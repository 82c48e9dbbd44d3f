"""[geo.cost] What ground costs does not depend on how a way is cut into legs."""

from __future__ import annotations

from collections import Counter
from math import cos, radians, sin

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.engines.core.board.tabletop import EPS
from grognard.engines.risorgimento.ground.ground import Course, course
from grognard.engines.risorgimento.manoeuvre.forecast import plan
from grognard.engines.risorgimento.movement.move_under_way import begin
from grognard.engines.risorgimento.movement.movement import leg
from grognard.engines.risorgimento.movement.mover import Mover
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from tests.engines.risorgimento.field import field
from tests.often import until

HILLS = ("hill", "steep_hill")
TERRAINS = (*HILLS, "hill", "vines", "rice", "light_woods", "ditch", "bank", "road")
BOX = st.tuples(
    st.sampled_from(TERRAINS),
    st.integers(24, 38),
    st.integers(20, 30),
    st.integers(3, 14),
    st.integers(10, 30),
    st.integers(1, 3),
)
FAR = {"foe-1": (95, 55, 180)}


def patch(index: int, box: tuple[str, int, int, int, int, int]) -> dict[str, object]:
    terrain, x, y, wide, deep, level = box
    row: dict[str, object] = {
        "terrain": terrain,
        "id": f"p{index}",
        "at": [x + 0.31, y + 0.17],
        "size": [wide, deep],
    }
    return row | ({"level": str(level)} if terrain in HILLS else {})


def way(
    setup: Setup, state: State, uid: str, ends: tuple[float, float, float, float], low: int = -1
) -> Course:
    unit = state.units[uid]
    ax, ay, bx, by = ends
    return course(setup, state, setup.types[uid], unit.formation, (ax, ay), (bx, by), low)


def test_a_way_costs_the_same_however_it_is_cut() -> None:
    cut_where: Counter[str] = Counter()

    @given(
        st.lists(BOX, min_size=3, max_size=6),
        st.integers(-25, 25),
        st.integers(14000, 26000),
        st.floats(0.25, 0.9),
        st.sampled_from(["foot-1", "zouaves-1", "horse-1"]),
    )
    def check(
        boxes: list[tuple[str, int, int, int, int, int]],
        angle: int,
        run: int,
        share: float,
        uid: str,
    ) -> None:
        table = field(
            {uid: (20, 25, 0), **FAR}, ground=[patch(n, box) for n, box in enumerate(boxes)]
        )
        setup, state, cm = table.setup, table.state, run / 1000
        c, s = cos(radians(angle)), sin(radians(angle))
        at = cm * share
        middle, end = (20 + at * c, 25 + at * s), (20 + cm * c, 25 + cm * s)
        whole = way(setup, state, uid, (20, 25, *end))
        edges = [piece.end for piece in whole.pieces] + [where for where, *_ in whole.flats]
        assume(all(abs(edge - at) > 2 * EPS for edge in edges))
        first = way(setup, state, uid, (20, 25, *middle))
        second = way(setup, state, uid, (*middle, *end), first.low_at(first.length))
        assert first.effort() + second.effort() == pytest.approx(whole.effort(), abs=1e-6)
        assert whole.effort(at) == pytest.approx(first.effort(), abs=1e-6)
        under = next(piece for piece in whole.pieces if at <= piece.end)
        kind = under.patch.terrain if under.patch else "open"
        cut_where["uphill" if kind in HILLS else "ditch" if whole.flats else kind] += 1

    def enough() -> bool:
        slow = sum(cut_where[kind] for kind in ("vines", "rice", "light_woods"))
        return min(cut_where["uphill"], cut_where["ditch"], slow) >= 5

    until(check, enough, cut_where)


def slope(*levels: str) -> list[dict[str, object]]:
    """Hills one in the other, from x = 24 on in steps of 4 cm."""
    return [
        {"terrain": "hill", "id": f"h{n}", "level": level, "at": [34, 25], "size": [20 - 8 * n, 30]}
        for n, level in enumerate(levels)
    ]


@pytest.mark.parametrize(
    ("ends", "effort"),
    [
        ((20, 25, 30, 25), 4 + 6 / 0.75),
        ((34, 25, 44, 25), 10),
        ((26, 25, 34, 25), 2 + 6 / 0.75),
        ((20, 25, 42, 25), 4 + 16 / 0.75 + 2),
        ((26, 25, 20, 25), 6),
    ],
)
def test_a_hill_costs_on_the_way_up_and_not_on_the_way_down(
    ends: tuple[float, float, float, float], effort: float
) -> None:
    """Two steps up from x = 24 and 28, down again from 40 and 44; the upper one is 12 cm across."""
    table = field({"foot-1": (20, 25, 0), **FAR}, ground=slope("1", "2"))
    assert way(table.setup, table.state, "foot-1", ends).effort() == pytest.approx(effort)


def test_who_climbs_in_two_legs_pays_for_the_climb() -> None:
    """Twelve cm of allowance: four on the flat, and eight that take it six cm up the hill."""
    for legs in ([12000], [4500, 9000], [4001, 1000, 9000]):
        table = field({"foot-1": (20, 25, 0, "attack_column"), **FAR}, ground=slope("1"))
        found = plan(table.setup, table.state, "foot-1", [{"leg": [run, 0]} for run in legs])
        pose = found.state.units["foot-1"].pose
        assert pose is not None
        assert pose.x == pytest.approx(30000, abs=15)


def test_a_ditch_is_paid_for_once_and_no_test_is_dodged_on_its_edge() -> None:
    ditch = [{"terrain": "ditch", "id": "d", "line": [["24", "10"], ["24", "40"]], "width": "1"}]
    for first in (3495, 3499, 4000, 4400):
        table = field({"foot-1": (20, 25, 0), **FAR}, ground=ditch)
        begin(table, "foot-1")
        one = leg(Mover(table.setup, table.state, "foot-1"), first / 1000, 0.0)
        found = plan(table.setup, table.state, "foot-1", [{"leg": [first, 0]}, {"leg": [9000, 0]}])
        pose = found.state.units["foot-1"].pose
        assert pose is not None
        assert (pose.x, one.stop) == (pytest.approx(26000, abs=10), None)
        assert found.state.progress.tested == ("d",)
