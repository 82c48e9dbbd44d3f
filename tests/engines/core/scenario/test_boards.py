"""Boards joined to one map: how they lie, what is laid on them, and every fault with its line."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from itertools import permutations
from pathlib import Path

import pytest

from grognard.engines.core.data.yamlio import MapNode, load_text
from grognard.engines.core.play.game import ScenarioError
from grognard.engines.core.scenario.boards import HexReader
from grognard.engines.core.scenario.envelope import Envelope, Stage
from grognard.engines.core.scenario.hexmaps import HexMap, HexMapReader, Hexside
from grognard.engines.core.scenario.placing import Known
from grognard.engines.eagle.ground.ground import WORDS

HOME = Path(str(files("grognard.scenarios"))) / "eagle"
FACES = [f"maps/face-{number}.yaml" for number in range(1, 9)]
FOUR = ("0101", "0901", "0107", "0907")


class Reader(HexReader[tuple[HexMap, str], HexMap]):
    envelope = Envelope("eagle", ("french", "british"), hexes=WORDS)

    def ground(self, hexes: HexMap) -> HexMap:
        return hexes

    def read_force(self, node: MapNode) -> None: ...

    def known(self, board: HexMap | None) -> Known:
        return Known({}, {}, () if board is None else board.grid.hexes)

    def setup(self, board: HexMap | None, stages: tuple[Stage, ...]) -> tuple[HexMap, str] | None:
        return None if board is None else (board, self.bundle(None))


def joined(text: str) -> HexMap:
    return Reader.load(text, {}, "mine")[0]


def told(text: str) -> list[str]:
    with pytest.raises(ScenarioError) as caught:
        joined(text)
    return [f"{one.line}: {one.message}" for one in caught.value.problems]


def boards(*rows: tuple[str, str, bool]) -> str:
    lines = [
        f'- {{face: {face}, at: "{at}", turned: "{"yes" if turned else "no"}"}}'
        for face, at, turned in rows
    ]
    return "\n".join(["boards:", *lines])


def face(name: str) -> HexMap:
    node, problems = load_text((HOME / name).read_text("utf-8"), name)
    assert node is not None
    found = HexMapReader(WORDS, node, problems).read()
    assert found is not None
    assert problems == []
    return found


def of_kind(found: HexMap) -> Mapping[str, int]:
    return {kind: list(found.terrain.values()).count(kind) for kind in set(found.terrain.values())}


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("name", FACES)
def test_a_board_lies_where_it_is_put_with_all_that_is_on_it(name: str, turned: bool) -> None:
    alone, found = face(name), joined(boards((name, "0101", turned)))
    assert found.grid == alone.grid
    assert of_kind(found) == of_kind(alone)
    assert len(found.sides) == len(alone.sides)
    assert [len(line.hexes) for line in found.lines] == [len(line.hexes) for line in alone.lines]
    for line in found.lines:
        steps = zip(line.hexes, line.hexes[1:], strict=False)
        assert all(found.grid.direction(a, b) is not None for a, b in steps)
    if turned:
        around = [h for h in alone.grid if alone.terrain.get(h) != found.terrain.get(h)]
        assert bool(around) == (alone.terrain != found.terrain)
        again = joined(f"{boards((name, '0101', True))}\n")
        assert again == found


def test_what_is_turned_looks_the_other_way() -> None:
    board = """\
boards:
- at: "0101"
  turned: "yes"
  board:
    grid: {kind: hex, columns: {first: "01", last: "04", grow: east}, rows: {first: "01", last: "02", grow: south}, shifted: {rows: even, toward: east}, flat: side}
    terrain: {woods: ["0101"], village: ["0202"]}
    hexsides: {crest: ["0102>0101"], wall: ["0101/0201"]}
    lines: [{kind: lane, hexes: ["0101", "0102", "0202"]}]
    places: [{name: Corner, kind: place, at: "0401"}]
"""
    found = joined(board)
    assert found.terrain == {"0402": "woods", "0301": "village"}
    assert set(found.sides) == {
        Hexside("crest", "0401", "0402", True),
        Hexside("wall", "0302", "0402"),
    }
    assert found.lines[0].hexes == ("0402", "0401", "0301")
    assert (found.names[0].hexes, found.grid.shifted) == (("0102",), "even")


def test_an_odd_number_of_rows_turned_is_shifted_the_other_way() -> None:
    grid = '{kind: hex, columns: {first: "01", last: "04", grow: east}, rows: {first: "01", last: "03", grow: south}, shifted: {rows: even, toward: east}, flat: side}'
    one = joined(f'boards: [{{at: "0101", turned: "yes", board: {{grid: {grid}}}}}]')
    assert one.grid.shifted == "odd"
    two = f"""\
boards:
- {{at: "0101", board: {{grid: {grid}}}}}
- {{at: "0104", turned: "no", board: {{grid: {grid}}}}}
"""
    assert told(two) == ["3: its hexes do not meet those of the first board"]
    assert len(joined(two.replace('turned: "no"', 'turned: "yes"')).grid) == 24


@pytest.mark.parametrize("names", list(permutations(FACES, 4))[::97])
def test_lanes_meet_at_the_edges_of_boards_in_any_order(names: tuple[str, ...]) -> None:
    rows = [(name, at, at == "0901") for name, at in zip(names, FOUR, strict=True)]
    found = joined(boards(*rows))
    assert (found.grid.hexes[0], found.grid.hexes[-1], len(found.grid)) == ("0101", "1612", 192)
    ends = {h for line in found.lines if line.kind == "lane" for h in line.hexes}
    for a, b in (("0804", "0903"), ("0406", "0507"), ("1206", "1307"), ("0810", "0909")):
        if a in ends or b in ends:
            assert found.grid.direction(a, b) is not None


def test_what_is_laid_later_wins_and_what_is_out_of_play_is_gone() -> None:
    plain = boards(("maps/face-1.yaml", "0101", False))
    text = f"""\
{plain}
tiles: [{{tile: haye-sainte, at: ["0205", "0305"]}}]
ground:
  terrain: {{open: ["0305"], woods: ["0102-0105", "0801"]}}
  hexsides: {{crest: ["0102>0103"], hedge: ["0703/0803"]}}
  lines: [{{kind: stream, name: Brook, hexes: ["0101", "0201", "0301", "0401", "0501", "0601", "0701"]}}]
field: ["0101", "0505"]
"""
    found = joined(text)
    assert joined(plain).terrain["0205"] == "scattered"
    assert found.terrain["0205"] == "haye_sainte"
    assert found.terrain["0305"] == "open"
    assert found.terrain["0104"] == "woods"
    assert "0801" not in found.grid
    assert len(found.grid) == 25
    assert found.lines[-1].hexes == ("0101", "0201", "0301", "0401", "0501")
    assert Hexside("crest", "0102", "0103", True) in found.sides
    assert not any(side.kind == "hedge" for side in found.sides)
    walls = {(side.a, side.b) for side in found.sides if side.kind == "wall"}
    assert ("0205", "0305") not in walls
    assert len(walls) == 6, "four sides of the ten are out of play"


def test_a_crest_laid_the_other_way_replaces_the_one_below() -> None:
    text = boards(("maps/face-3.yaml", "0101", False))
    crest = next(side for side in joined(text).sides if side.kind == "crest")
    over = joined(f'{text}\nground: {{hexsides: {{crest: ["{crest.b}>{crest.a}"]}}}}')
    both = {(side.a, side.b) for side in over.sides if {side.a, side.b} == {crest.a, crest.b}}
    assert both == {(crest.b, crest.a)}


def test_a_map_that_is_one_file_is_laid_on_as_well() -> None:
    found = joined('map: maps/face-1.yaml\nground: {terrain: {village: ["0101"]}}')
    assert found.terrain == {**face("maps/face-1.yaml").terrain, "0101": "village"}


def test_the_bundle_has_the_joined_map_and_reads_as_the_files_do() -> None:
    text = boards(*((name, at, True) for name, at in zip(FACES, FOUR, strict=False)))
    text += '\ntiles: [{tile: village, at: ["0304"]}]\nfield: ["0101", "1212"]'
    found, bundle = Reader.load(text, {}, "mine")
    again, same = Reader.load(bundle, {}, "mine")
    assert (again, same) == (found, bundle)
    assert "boards" not in bundle
    assert "maps/" not in bundle


JOINED = [file for file in sorted(HOME.glob("*.yaml")) if "\nboards:" in file.read_text("utf-8")]
"""The scenarios whose map is joined of boards: not the one that was drawn in the editor."""


@pytest.mark.parametrize("file", JOINED, ids=lambda file: file.stem)
def test_the_boards_of_every_shipped_scenario_make_a_map(file: Path) -> None:
    node, _ = load_text(file.read_text("utf-8"), file.name)
    assert isinstance(node, MapNode)
    kept = {key: node.entries[key] for key in node.entries if key in Reader.envelope.map_keys}
    reader = Reader(MapNode(node.file, 1, 1, kept, node.keys), HOME, inline=True)
    found = reader.joined_map()
    assert found is not None
    assert list(map(str, reader.problems)) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "boards:\n- {face: maps/face-9.yaml, at: '0101'}",
            ["2: there is no file maps/face-9.yaml"],
        ),
        ("boards:\n- {at: '0101'}", ["2: a board has either face (a file) or board (written out)"]),
        (
            "map: maps/face-1.yaml\nboards:\n- {face: maps/face-1.yaml, at: '0101'}",
            [
                "1: a scenario has either map (a file) or board (written out) or boards (joined)",
            ],
        ),
        (
            "boards:\n- {face: maps/face-1.yaml, at: '0101'}\n- {face: maps/face-2.yaml, at: '0801'}",
            ["3: it lies over board 1 in 6 hexes: hex 0101 of it comes on 0801"],
        ),
        (
            "boards:\n- {face: maps/face-1.yaml, at: '0101'}\n- {face: maps/face-2.yaml, at: '0907'}",
            ["2: no board lies on 96 hexes, such as 0107"],
        ),
        (
            "boards:\n- {face: maps/face-1.yaml, at: '0101'}\n- {face: maps/face-2.yaml, at: '0108'}",
            [
                "3: its hexes do not meet those of the first board",
                "2: no board lies on 8 hexes, such as 0107",
            ],
        ),
        (
            "boards:\n- {face: maps/face-1.yaml, at: '0199'}\n- {face: maps/face-1.yaml, at: '199101'}",
            ["2: the joined map: columns must run upwards from 0 to 199, not 1 to 206"],
        ),
    ],
)
def test_boards_that_do_not_lie_well_are_told_with_their_line(
    text: str, expected: list[str]
) -> None:
    assert told(text)[: len(expected)] == expected


@pytest.mark.parametrize(
    ("laid", "expected"),
    [
        ("tiles:\n- {tile: vilage, at: ['0304']}", "4: there is no tile vilage"),
        ("tiles:\n- {tile: village, at: ['0304', '0305']}", "4: the tile covers 1 hexes, not 2"),
        ("tiles:\n- {tile: village, at: ['0907']}", "4: hex 0907 is not on the map"),
        (
            "tiles:\n- {tile: haye-sainte, at: ['0304', '0704']}",
            "4: hex 0704 does not touch the others of the tile",
        ),
        (
            "tiles:\n- {tile: village, at: ['0304']}\n- {tile: sand-pit, at: ['0304']}",
            "5: the tile village lies on hex 0304 already",
        ),
        ("ground:\n  terrain:\n    woods: ['0101', '0901']", "5: hex 0901 is not on the map"),
        (
            "ground:\n  hexsides:\n    wall: ['0101/0301']",
            "5: hexes 0101 and 0301 are not adjacent",
        ),
        ("ground:\n  hexsides:\n    crest: ['0101/0201']", "5: '0101/0201' is not a hexside"),
        (
            "ground:\n  lines:\n  - {kind: road, hexes: ['0101', '0301']}",
            "5: the line breaks: 0101 and 0301 are not adjacent",
        ),
        (
            "ground:\n  places:\n  - {name: A, kind: place, at: '0909'}",
            "5: hex 0909 is not on the map",
        ),
        ("field: ['0101', '0909']", "3: hex 0909 is not on the map"),
        ("field: ['0404', '0101']", "3: nothing lies from 0404 to 0101"),
    ],
)
def test_what_is_laid_amiss_is_told_with_its_line(laid: str, expected: str) -> None:
    assert told(f"boards:\n- {{face: maps/face-1.yaml, at: '0101'}}\n{laid}") == [expected]


def test_the_fault_of_a_face_is_told_at_the_line_of_the_face(tmp_path: Path) -> None:
    text = (HOME / "maps/face-1.yaml").read_text("utf-8").replace('"0602"', '"0902"')
    (tmp_path / "mine.yaml").write_text(text, "utf-8")
    (tmp_path / "all.yaml").write_text("boards:\n- {face: mine.yaml, at: '0101'}\n", "utf-8")
    with pytest.raises(ScenarioError) as caught:
        Reader.load(tmp_path / "all.yaml", {}, "")
    fault = next(one for one in caught.value.problems if "0902" in one.message)
    assert fault.file.endswith("mine.yaml")
    line = next(n for n, row in enumerate(text.splitlines(), 1) if '"0902"' in row)
    assert fault.line == line


def test_boards_with_nothing_laid_on_them_are_in_the_bundle_as_well() -> None:
    found, bundle = Reader.load(boards(("maps/face-2.yaml", "0101", False)), {}, "mine")
    assert Reader.load(bundle, {}, "mine")[0] == found


def test_what_can_be_joined_is_shown_in_spite_of_faults() -> None:
    text = boards(
        ("maps/face-1.yaml", "0101", False),
        ("maps/face-9.yaml", "0901", False),
        ("maps/face-2.yaml", "0908", False),
    )
    node, _ = load_text(text, "mine")
    assert isinstance(node, MapNode)
    reader = Reader(node, HOME, inline=True)
    found = reader.joined()
    assert found is not None
    assert len(found.grid) == 16 * 13
    assert found.terrain["0205"] == "scattered"
    assert [problem.message for problem in reader.problems] == [
        "there is no file maps/face-9.yaml",
        "its hexes do not meet those of the first board",
    ]
