"""Area maps: borders make the neighbours, geometry proves them, costs make the paths."""

from __future__ import annotations

import pytest

from grognard.engines.core.board.areaload import map_schema, read_areas
from grognard.engines.core.board.areas import AreaMap, Border, board, border_key
from grognard.engines.core.data.schema import Int, Record, Source
from grognard.engines.core.data.yamlio import load_text

MAP = """\
areas:
  west: {name: West, terrain: clear, polygon: [[0, 0], [4, 0], [4, 2], [4, 4], [0, 4]]}
  north: {name: North, terrain: [woods, village], label: [5, 1], supply: 2,
          polygon: [[4, 0], [8, 0], [8, 2], [6, 2.5], [4, 2], [4, 0]]}
  south: {name: South, terrain: clear, polygon: [[4, 2], [6, 2.5], [8, 2], [8, 4], [4, 4]]}
  far: {name: Far, terrain: swamp, polygon: [[8, 0], [9, 0], [9, 4], [8, 4]]}
borders:
  west|north: {kind: clear}
  south|west: {kind: [stream, slope], toward: {slope: west}, limit: 1}
  north|south: {kind: [river, ford], fords: 2}
  far|north: {kind: clear}
  far|south: {kind: clear}
"""
SCHEMA = Record(
    map_schema(
        ("clear", "woods", "swamp", "village"),
        ("clear", "stream", "river", "slope", "ford"),
        {"supply": Int(0, 9)},
        {"fords": Int(0, 9)},
    )
)


def read(text: str) -> tuple[AreaMap | None, list[str]]:
    """Return the map of a text, or what is wrong with it as "line: message (mend)"."""
    node, problems = load_text(text, "map")
    assert node is not None
    doc = SCHEMA.read(node, problems, "the map")
    found = read_areas(doc or {}, Source(node), problems)
    return found, [str(problem).removeprefix("map:") for problem in problems]


@pytest.fixture(scope="module")
def area_map() -> AreaMap:
    found, problems = read(MAP)
    assert problems == []
    assert found is not None
    return found


def changed(*changes: tuple[str, str]) -> list[str]:
    """Return what is wrong with the map once some words of it are changed."""
    text = MAP
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    found, problems = read(text)
    assert problems
    assert found is not None  # what is sound of it
    return problems


def test_neighbours_come_from_the_borders_and_are_sorted(area_map: AreaMap) -> None:
    assert area_map.neighbours("north") == ("far", "south", "west")
    assert area_map.neighbours("west") == ("north", "south")
    assert area_map.border("west", "far") is None
    assert area_map.border("west", "south") is area_map.border("south", "west")
    assert "far" in area_map
    assert "moon" not in area_map
    with pytest.raises(KeyError):
        area_map.neighbours("moon")


def test_a_border_keeps_what_the_file_says_of_it(area_map: AreaMap) -> None:
    slope = area_map.border("west", "south")
    assert slope is not None
    assert (slope.key, slope.a, slope.b) == ("south|west", "south", "west")
    assert (slope.kinds, slope.limit, slope.toward) == (
        ("stream", "slope"),
        1,
        {"slope": ("west",)},
    )
    assert slope.other("west") == "south"
    with pytest.raises(KeyError):
        slope.other("far")
    assert area_map.borders["north|south"].extra == {"fords": 2}
    assert area_map.areas["north"].extra == {"supply": 2}


def test_the_line_of_a_border_is_the_edge_both_areas_share(area_map: AreaMap) -> None:
    assert area_map.borders["north|south"].line == ((4, 2), (6, 2.5), (8, 2))
    assert area_map.borders["north|west"].line == ((4, 0), (4, 2))
    # No corner of Far lies where north and south meet.
    assert area_map.borders["far|south"].line == ((8, 2), (8, 4))


def test_corners_a_rounding_beside_the_edge_still_share_it() -> None:
    found, problems = read(
        MAP.replace("[8, 2], [6, 2.5], [4, 2], [4, 0]]", "[8.0003, 2], [6, 2.5], [4, 2]]")
    )
    assert problems == []
    assert found is not None
    line = found.borders["far|north"].line
    assert [(round(x, 2), round(y, 2)) for x, y in (line[0], line[-1])] == [(8, 0), (8, 2)]


def cost(border: Border, here: str, there: str) -> int | None:
    """Rivers bar the way but at fords; going up costs two."""
    if "river" in border.kinds and "ford" not in border.kinds:
        return None
    return 2 if here in border.toward.get("slope", ()) else 1


def test_paths_take_the_cheapest_way_the_same_one_each_time(area_map: AreaMap) -> None:
    assert area_map.reach("west", cost, 2) == {"west": 0, "north": 1, "far": 2, "south": 2}
    assert list(area_map.reach("west", cost, 2)) == ["west", "north", "far", "south"]
    assert area_map.reach("south", cost, 1) == {"south": 0, "far": 1, "north": 1, "west": 1}
    assert area_map.path("west", "far", cost) == ("west", "north", "far")
    assert area_map.path("west", "west", cost) == ("west",)
    assert area_map.path("west", "far", cost, most=1) is None
    barred = lambda border, here, there: None if "far" in (here, there) else 1  # noqa: E731
    assert area_map.path("west", "far", barred) is None


def test_the_board_draws_areas_borders_and_what_they_are(area_map: AreaMap) -> None:
    found = board(area_map, id="test", title="Test", crossings=("ford",))
    assert (found.kind, found.bounds) == ("areas", (-0.25, -0.25, 9.25, 4.25))
    north = next(space for space in found.spaces if space.id == "north")
    assert (north.terrain, north.tags, north.label, north.centre) == (
        "woods",
        ("village",),
        "North",
        (5, 1),
    )
    assert north.polygon == ((4, 0), (8, 0), (8, 2), (6, 2.5), (4, 2))
    edges = {edge.id: edge for edge in found.edges}
    assert len(edges) == len(found.edges)
    plain = edges["north|south"]
    assert (plain.kind, plain.line) == ("border", ((4, 2), (6, 2.5), (8, 2)))
    assert [e.kind for e in found.edges if "north|south" in e.id] == [
        "border",
        "river",
        "river",
        "ford",
    ]
    downhill = edges["slope:south|west:west0"]
    assert downhill.toward == area_map.areas["west"].label


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ([("[8, 4], [4, 4]]", "[8, 4], [3, 4], [3, 3]]")], ["5: south overlaps west at"]),
        (
            [("far|south", "far|west")],
            [
                "12: the areas of the border far|west share no edge",
                "6: far and south share an edge and no border (add far|south",
            ],
        ),
        (
            [("far|south", "north|far")],
            [
                "12: the border north|far is written twice: far|north",
                "6: far and south share an edge and no border",
            ],
        ),
        (
            [("far|south", "far|soth")],
            [
                "12: the border far|soth names no area soth (did you mean south?)",
                "6: far and south share an edge and no border",
            ],
        ),
        (
            [("far|south", "far|far")],
            [
                "12: the border far|far joins far to itself",
                "6: far and south share an edge and no border",
            ],
        ),
        (
            [("[[0, 0], [4, 0], [4, 2], [4, 4], [0, 4]]", "[[0, 0], [4, 4], [4, 0], [0, 4]]")],
            ["2: the outline of west is no simple polygon: Self-intersection"],
        ),
        ([("label: [5, 1]", "label: [1, 1]")], ["3: the label of north stands outside it"]),
        (
            [("toward: {slope: west}", "toward: {slope: far}")],
            ["9: a border of south|west cannot point to far (write south or west)"],
        ),
        (
            [("toward: {slope: west}", "toward: {river: west}")],
            ["9: the border south|west has no river to point anywhere"],
        ),
        (
            [("kind: [river, ford]", "line: [[4, 2], [8, 2]], kind: [river, ford]")],
            ["10: the line of north|south leaves the edge of its areas"],
        ),
        (
            [
                ("name: West,", "name: West, next: [north, south],"),
                ("name: North,", "name: North, next: [south, far],"),
            ],
            [
                "2: one-way: west lists north, north does not list west",
                "3: north has a border with west and does not list it",
            ],
        ),
        (
            [("name: West,", "name: West, next: [north],")],
            ["2: west has a border with south and does not list it"],
        ),
        (
            [
                (
                    "name: Far, terrain: swamp, polygon: [[8, 0], [9, 0], [9, 4], [8, 4]]",
                    "name: Far, terrain: swamp, polygon: [[18, 0], [19, 0], [19, 4]]",
                ),
                ("  far|north: {kind: clear}\n", ""),
                ("  far|south: {kind: clear}\n", ""),
            ],
            ["6: no border leads to far"],
        ),
        (
            [
                ("terrain: swamp", "terrain: lava"),
                ("south|west: {kind: [stream", "south|west: {kind: [lava"),
            ],
            ["6: ", "9: "],
        ),
    ],
)
def test_every_fault_is_found_with_its_line(
    changes: list[tuple[str, str]], wanted: list[str]
) -> None:
    problems = changed(*changes)
    assert len(problems) == len(wanted), problems
    for words in wanted:
        assert any(problem.startswith(words) for problem in problems), (words, problems)


def test_areas_that_touch_in_two_stretches_need_the_line_given() -> None:
    text = """\
areas:
  c: {name: C, terrain: clear, polygon: [[0, 0], [6, 0], [6, 1], [5, 1], [4, 2], [3, 2], [2, 1], [0, 1]]}
  d: {name: D, terrain: clear, polygon: [[0, 1], [2, 1], [3, 4], [5, 1], [6, 1], [6, 5], [0, 5]]}
borders:
  c|d: {kind: clear}
"""
    found, problems = read(text)
    assert found is not None
    assert found.borders == {}
    assert problems == [
        "5: the areas of the border c|d touch in several stretches (give the line of the border)"
    ]
    found, problems = read(text.replace("kind: clear}\n", "kind: clear, line: [[0, 1], [2, 1]]}\n"))
    assert problems == []
    assert found is not None
    assert found.borders["c|d"].line == ((0, 1), (2, 1))


def test_keys_do_not_depend_on_the_order_of_the_areas() -> None:
    assert border_key("b", "a") == border_key("a", "b") == "a|b"
