"""Buildings of hex maps: read with every fault placed, turned with their board, written as they were read."""

from __future__ import annotations

import math

import pytest

from grognard.engines.core.data.yamlio import Problems, load_text
from grognard.engines.core.scenario.buildings import KINDS, plans, width_of
from grognard.engines.core.scenario.hexmaps import HexMap, HexMapReader
from grognard.engines.eagle.ground.ground import PLANS, WORDS
from tests.conftest import ROOT
from tests.engines.core.scenario.test_boards import joined

GRID = 'grid: {kind: hex, columns: {first: "01", last: "04", grow: east}, rows: {first: "01", last: "02", grow: south}, shifted: {rows: even, toward: east}, flat: side}\n'
OWN = """\
buildings:
- {plan: farm, at: "0201", turned: "1"}
- {at: "0301", parts: {tile: ["-10,-5 10,-5 10,5 -10,5"], wall: ["-20,-16 20,-16"]}}
"""


def read(text: str) -> tuple[HexMap, list[str]]:
    node, problems = load_text(GRID + text, "map.yaml")
    assert node is not None
    found: Problems = Problems()
    made = HexMapReader(WORDS, node, found).read()
    assert made is not None
    return made, [str(problem) for problem in (*problems, *found)]


def test_a_plan_and_parts_of_ones_own_lie_in_their_hexes() -> None:
    found, faults = read(OWN)
    assert faults == []
    parts = found.built({})
    assert {part.at for part in parts} == {"0201", "0301"}
    own = [part for part in parts if part.at == "0301"]
    assert [part.kind for part in own] == ["tile", "wall"]
    x, y = found.grid.centre("0301")
    wide = width_of(found.grid)
    assert own[0].points[0] == pytest.approx((x - 0.1 * wide, y - 0.05 * wide))


def test_they_are_written_as_they_were_read() -> None:
    found, _ = read(OWN)
    plain = found.plain()
    assert isinstance(plain, dict)
    assert plain["buildings"] == [
        {"plan": "farm", "at": "0201", "turned": "1"},
        {
            "at": "0301",
            "parts": {"tile": ["-10,-5 10,-5 10,5 -10,5"], "wall": ["-20,-16 20,-16"]},
        },
    ]


@pytest.mark.parametrize(
    ("row", "line", "words"),
    [
        ('{plan: castle-in-the-air, at: "0201"}', 3, "plan"),
        ('{plan: farm, at: "0901"}', 3, "0901 is not on the map"),
        ('{at: "0201"}', 3, "a plan or parts of its own"),
        ('{at: "0201", parts: {tile: ["1,2 3"]}}', 3, "points in hundredths"),
        ('{at: "0201", parts: {tile: ["0,0 500,0 0,9"]}}', 3, "500,0 lies too far"),
        ('{at: "0201", parts: {igloo: ["0,0 5,0 0,9"]}}', 3, "igloo"),
        ('{plan: farm, at: "0201", turned: "6"}', 3, "turned"),
    ],
)
def test_faults_say_file_and_line(row: str, line: int, words: str) -> None:
    _, faults = read(f"buildings:\n- {row}\n")
    assert faults
    assert any(f"map.yaml:{line}" in fault and words in fault for fault in faults), faults


def test_what_stands_on_a_board_turns_with_it() -> None:
    board = f"{{{GRID.strip()}, buildings: [{{plan: farm, at: '0101', turned: '1'}}]}}"
    found = joined(f'boards: [{{at: "0101", turned: "yes", board: {board}}}]')
    (farm,) = found.buildings
    assert (farm.at, farm.plan, farm.turned) == ("0402", "farm", 4)
    alone = joined(f'boards: [{{at: "0101", board: {board}}}]')
    for part, other in zip(found.built({}), alone.built({}), strict=True):
        (x, y), (u, v) = found.grid.centre("0402"), alone.grid.centre("0101")
        for (a, b), (c, d) in zip(part.points, other.points, strict=True):
            assert (a - x, b - y) == pytest.approx((u - c, v - d), abs=1e-5)


def test_ground_with_a_plan_has_it_unless_the_map_builds_there() -> None:
    found, _ = read(
        'terrain: {hougoumont: ["0201"], fortress: ["0301"]}\n' + OWN.replace("0201", "0102")
    )
    kinds = {part.kind for part in found.built(PLANS) if part.at == "0201"}
    assert {"yard", "garden", "church", "wall", "gate", "hedge"} <= kinds
    assert {part.kind for part in found.built(PLANS) if part.at == "0301"} == {"tile", "wall"}


def test_every_plan_stays_within_reach_of_its_hex() -> None:
    for name, plan in plans().items():
        assert set(plan["parts"]) <= set(KINDS)
        for rows in plan["parts"].values():
            for row in rows:
                points = [tuple(map(int, pair.split(","))) for pair in row.split()]
                assert max(math.hypot(*point) for point in points) <= 66, (name, row)


def test_plans_are_told_in_the_page_for_those_who_make_maps() -> None:
    page = (ROOT / "docs" / "make-a-scenario.md").read_text("utf-8")
    assert all(f"`{name}`" in page for name in plans())
