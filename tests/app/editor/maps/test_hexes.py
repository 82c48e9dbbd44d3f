"""Gestures on maps of hexes, in each game that has them: the file stays sound, undo is exact."""

from __future__ import annotations

import itertools
from functools import cache
from pathlib import Path

import pytest

from grognard.app.editor.maps import hexes
from grognard.app.editor.maps.blank import BlankMap, Numbering, blank_map
from grognard.app.editor.maps.steps import Step, carry_out, having, ranges, without
from grognard.engines.core.board.hexes import HexGrid
from grognard.engines.core.data.layers import Layer
from grognard.engines.core.data.yamlio import Problems, load_bytes
from grognard.engines.core.play.game import registry
from grognard.engines.core.scenario.document import Document
from grognard.engines.core.scenario.hexmaps import HexMapReader
from tests.conftest import ROOT

MAPS = {"gmt": "borodino", "eagle": "face-2", "europa": "europe"}


@cache
def original(game: str) -> str:
    return (ROOT / "scenarios" / game / "maps" / f"{MAPS[game]}.yaml").read_text("utf-8")


def layer(game: str, key: str) -> Layer:
    return next(each for each in registry[game].map_layers if each.key == key)


def grid_of(document: Document) -> HexGrid:
    said = document.plain(("grid",))
    assert isinstance(said, dict)
    return HexGrid.from_mapping(said)


def faults(game: str, text: str) -> list[str]:
    node, problems = load_bytes(text.encode(), "map")
    assert node is not None
    found = Problems()
    words = registry[game].reader.envelope.hexes
    HexMapReader(words, node, found).read()
    return [str(problem) for problem in (*problems, *found)]


def tried(game: str, document: Document, steps: list[Step]) -> None:
    """Do steps, see that the map is sound, take them back."""
    before = document.text
    assert steps
    back = carry_out(document, steps)
    assert document.text != before
    assert faults(game, document.text) == []
    for edit in back:
        document.apply(edit)
    assert document.text == before


@pytest.fixture(params=MAPS)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_lists_keep_what_is_not_touched_as_it_stands() -> None:
    items = ["0101", "0103-0105", "0204", "0202", "0401-0501"]
    assert without(items, {"0104"}) == ["0101", "0103", "0105", "0204", "0202", "0401-0501"]
    assert having(items, {"0102"}) == ["0101-0105", "0204", "0202", "0401-0501"]
    assert having(items, {"0301", "0302"}) == [*items[:4], "0301-0302", "0401-0501"]
    assert having(items, {"0104"}) == items
    assert ranges(["0301", "0101", "0201"]) == ["0101-0301"]


def test_painting(game: str) -> None:
    document = Document(original(game))
    grid, ground = grid_of(document), layer(game, "terrain")
    middle = grid.hexes[len(grid) // 2]
    stroke = hexes.brush(grid, [middle], 1)
    kind = next(kind for kind in reversed(ground.kinds) if kind != ground.base)
    steps = hexes.paint(document.plain(), ground, kind, stroke)
    carry_out(document, steps)
    known = hexes.kinds_of(document.plain(), ground)
    assert {known.get(h) for h in stroke} == {kind}
    assert middle in hexes.fill(grid, document.plain(), ground, stroke[-1])
    carry_out(document, hexes.paint(document.plain(), ground, ground.base, stroke))
    assert not set(stroke) & hexes.kinds_of(document.plain(), ground).keys()
    tried(game, document, hexes.paint(document.plain(), ground, kind, stroke))


def test_what_is_not_painted_keeps_its_kind() -> None:
    document = Document(original("gmt"))
    ground = layer("gmt", "terrain")
    before = hexes.kinds_of(document.plain(), ground)
    carry_out(document, hexes.paint(document.plain(), ground, "marsh", ["1315", "2000", "4015"]))
    after = hexes.kinds_of(document.plain(), ground)
    assert after == {**before, "1315": "marsh", "2000": "marsh", "4015": "marsh"}


def test_sides_with_and_without_direction(game: str) -> None:
    document = Document(original(game))
    grid, sides = grid_of(document), layer(game, "hexsides")
    a = grid.hexes[len(grid) // 2]
    b = grid.adjacent(a)[0]
    for kind in (sides.kinds[0], sides.kinds[-1]):
        carry_out(document, hexes.clear_sides(document.plain(), sides, "", [(a, b)]))
        tried(game, document, hexes.lay_sides(document.plain(), sides, kind, [(b, a)]))
        carry_out(document, hexes.lay_sides(document.plain(), sides, kind, [(b, a)]))
        assert hexes.lay_sides(document.plain(), sides, kind, [(b, a)]) == []
        tried(game, document, hexes.clear_sides(document.plain(), sides, kind, [(a, b)]))


def test_a_slope_that_is_turned_is_not_there_twice() -> None:
    document, sides = Document(original("eagle")), layer("eagle", "hexsides")
    carry_out(document, hexes.lay_sides(document.plain(), sides, "crest", [("0303", "0304")]))
    carry_out(document, hexes.lay_sides(document.plain(), sides, "crest", [("0304", "0303")]))
    assert document.plain(("hexsides", "crest")) == ["0304>0303"]


def test_lines_are_drawn_joined_and_cut(game: str) -> None:
    document = Document(original(game))
    grid, lines = grid_of(document), layer(game, "lines")
    way = hexes.line(grid, hexes.rectangle(grid, grid.hexes[0], grid.hexes[-1])[::40][:3])
    way = way or hexes.line(grid, [grid.hexes[0], grid.hexes[-1]])
    assert all(b in grid.adjacent(a) for a, b in itertools.pairwise(way))
    kind = lines.kinds[0] if lines.kinds else "lane"
    tried(game, document, hexes.draw_line(document.plain(), lines, kind, way, "New road"))
    carry_out(document, hexes.draw_line(document.plain(), lines, kind, way[:3], "New road"))
    count = len(document.plain(("lines",)))
    carry_out(document, hexes.draw_line(document.plain(), lines, kind, way[2:], "New road"))
    assert len(document.plain(("lines",))) == count
    tried(game, document, hexes.cut_lines(document.plain(), lines, "", [way[2]]))


def test_names(game: str) -> None:
    document = Document(original(game))
    grid = grid_of(document)
    places = next(each for each in registry[game].map_layers if each.key in ("places", "cities"))
    more = {"kind": "village"} if places.key == "places" else {}
    free = next(h for h in grid.hexes[2:] if h not in document.text)
    naming = hexes.name_place(document.plain(), places, free, 'Neudorf: "new"', more)
    tried(game, document, naming)
    carry_out(document, naming)
    tried(game, document, hexes.move_place(document.plain(), places, free, grid.hexes[-1]))
    tried(game, document, hexes.name_place(document.plain(), places, free, ""))


def test_buildings_are_put_up_turned_and_pulled_down(game: str) -> None:
    document, built = Document(original(game)), layer(game, "buildings")
    at = grid_of(document).hexes[5]
    tried(game, document, hexes.build(document.plain(), built, at, "farm"))
    carry_out(document, hexes.build(document.plain(), built, at, "farm"))
    for turned in ("1", "2", "3", "4", "5", "0"):
        carry_out(document, hexes.build(document.plain(), built, at, "farm"))
        assert document.plain(("buildings", 0, "turned")) == turned
    carry_out(document, hexes.build(document.plain(), built, at, "mill"))
    assert document.plain(("buildings", 0, "plan")) == "mill"
    tried(game, document, hexes.build(document.plain(), built, at, ""))


def test_levels_rise_and_fall() -> None:
    document, levels = Document(original("gmt")), layer("gmt", "levels")
    some = ["2226", "2719", "4015"]
    before = hexes.kinds_of(document.plain(), levels)
    carry_out(document, hexes.raise_by(document.plain(), levels, some, 1))
    after = hexes.kinds_of(document.plain(), levels)
    assert [after.get(h) for h in some] == ["2", "3", "1"]
    tried("gmt", document, hexes.raise_by(document.plain(), levels, some, -2))
    carry_out(document, hexes.raise_by(document.plain(), levels, some, -1))
    assert hexes.kinds_of(document.plain(), levels) == before


def test_territory_is_a_layer_like_terrain() -> None:
    document, lands = Document(original("europa")), layer("europa", "territory")
    tried("europa", document, hexes.paint(document.plain(), lands, "austria", ["0101", "0102"]))


def test_sides_follow_the_hand_from_corner_to_corner() -> None:
    grid = grid_of(Document(original("eagle")))
    (x, y), (u, v) = grid.corners("0303")[0], grid.corners("0503")[3]
    way = hexes.side_way(grid, [(x + 0.1, y), (u, v - 0.1)])
    ends = [set(grid.side_ends(*side)) for side in way]
    assert all(one & other for one, other in itertools.pairwise(ends))
    assert (x, y) in ends[0]
    assert (u, v) in ends[-1]
    assert hexes.nearest_side(grid, *grid.centre("0303")) is not None


@pytest.mark.parametrize("flat", ["top", "side"])
def test_blank_maps_of_hexes_are_sound(game: str, flat: str) -> None:
    blank = BlankMap(game, "new-map", 'Plain: a "new" one', 12, 9)
    text = blank_map(blank, registry[game].map_layers, Numbering(flat=flat))
    assert faults(game, text) == []
    document = Document(text)
    grid, ground = grid_of(document), layer(game, "terrain")
    assert len(grid) == 108
    tried(game, document, hexes.paint(document.plain(), ground, ground.kinds[-1], grid.hexes[:5]))
    sides = layer(game, "hexsides")
    a = grid.hexes[20]
    tried(
        game,
        document,
        hexes.lay_sides(document.plain(), sides, sides.kinds[0], [(a, grid.adjacent(a)[0])]),
    )


def test_a_new_map_can_be_saved(tmp_path: Path) -> None:
    text = blank_map(BlankMap("gmt", "m", "M", 4, 4), registry["gmt"].map_layers)
    Document(text).save(tmp_path / "m.yaml")
    assert Document.open(tmp_path / "m.yaml").text == text
