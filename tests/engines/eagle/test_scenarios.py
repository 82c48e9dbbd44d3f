from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from grognard.engines.core.board.hexes import HexGrid
from grognard.engines.core.board.hexnumbers import parse_hexes
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.schema import Record, Source
from grognard.engines.core.data.yamlio import Problems, load_file
from grognard.engines.core.play.game import ScenarioError
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.scenario.placing import Known, PlacementReader
from grognard.engines.eagle.field.terrain import hexes_of
from grognard.engines.eagle.game import Eagle
from grognard.engines.eagle.manoeuvre.reach import Mover
from grognard.engines.eagle.scenario.forces import as_many
from grognard.engines.eagle.scenario.scenario import OF_ARM
from tests.conftest import ROOT
from tests.engines.eagle.grammar import ENVELOPE, FACE, FORCES, OPTIONS, TILES
from tests.engines.eagle.test_rulebook import BOOK

GAME = Eagle()
HOME = ROOT / "scenarios" / "eagle"
SCENARIOS = sorted(path.stem for path in HOME.glob("*.yaml"))
FACES = [f"face-{number}" for number in range(1, 9)]
BIG = HexGrid.from_mapping(
    {
        "kind": "hex",
        "columns": {"first": "01", "last": "16", "grow": "east"},
        "rows": {"first": "01", "last": "12", "grow": "south"},
        "shifted": {"rows": "even", "toward": "east"},
        "flat": "side",
    }
)


@cache
def read(path: Path, schema: Record) -> tuple[Any, Source]:
    node, problems = load_file(path)
    assert node is not None
    doc = schema.read(node, problems, path.name)
    assert problems == []
    assert doc is not None
    return doc, Source(node)


def scenario(name: str) -> Any:
    return read(HOME / f"{name}.yaml", ENVELOPE.schema)[0]


@cache
def cards(side: str) -> dict[int, Any]:
    return {row["card"]: row for row in read(HOME / f"forces/{side}.yaml", FORCES)[0]["units"]}


def face(name: str) -> tuple[Any, HexGrid]:
    doc, source = read(HOME / f"maps/{name}.yaml", FACE)
    grid = source.node(("grid",)).plain()
    assert isinstance(grid, dict)
    return doc, HexGrid.from_mapping(grid)


def pieces(stage: Any) -> dict[str, tuple[Any, Any]]:
    """Every piece of a stage with its group and its record; a commander has none of its own."""
    found = {army["cc"]["id"]: (None, None) for army in stage["armies"]}
    for group in stage["groups"]:
        named = [unit["id"] for unit in group["units"]]
        named += [group["ugc"]["id"]] if "ugc" in group else []
        assert not found.keys() & set(named)
        found |= {unit["id"]: (group, unit) for unit in group["units"]}
        if "ugc" in group:
            found[group["ugc"]["id"]] = (group, None)
    return found


def placements(name: str) -> tuple[Any, list[Placement], list[Placement]]:
    doc, source = read(HOME / f"{name}.yaml", ENVELOPE.schema)
    (stage,) = doc["stages"]
    groups = {group["id"]: [unit["id"] for unit in group["units"]] for group in stage["groups"]}
    problems = Problems()
    known = Known(pieces(stage), groups, set(BIG))
    reader = PlacementReader(ENVELOPE.placing, known, source, problems)
    lines = reader.lines(("stages", 0, "setup"), stage["setup"])
    later = reader.arrivals(("stages", 0, "arrivals"), stage.get("arrivals", []))
    for place, row in enumerate(stage.get("special", [])):
        reader.check(("stages", 0, "special", place), row)
    assert problems == []
    return stage, [line.placement for line in lines], [arrival.placement for arrival in later]


def ground(name: str) -> dict[str, str]:
    """The terrain of each hex that is not open: faces, then tiles, then what the scenario adds."""
    doc = scenario(name)
    found: dict[str, str] = {}
    if "map" in doc:
        node, _ = load_file(HOME / doc["map"])
        assert node is not None
        for kind, ranges in node.plain().get("terrain", {}).items():  # type: ignore[union-attr]
            found |= dict.fromkeys(parse_hexes(ranges), kind)
    for board in doc.get("boards", []):
        column, row = int(board["at"][:2]) - 1, int(board["at"][2:]) - 1
        plain, _ = face(Path(board["face"]).stem)
        for kind, hexes in plain.get("terrain", {}).items():
            for at in hexes:
                found[f"{int(at[:2]) + column:02d}{int(at[2:]) + row:02d}"] = kind
    for kind, hexes in doc.get("ground", {}).get("terrain", {}).items():
        found |= dict.fromkeys(hexes, kind)
    tiles = {row["id"]: row for row in read(HOME / "maps/tiles.yaml", TILES)[0]["kinds"]}
    for tile in doc.get("tiles", []):
        found |= dict(zip(tile["at"], tiles[tile["tile"]]["terrain"], strict=True))
    return found


def sides_of(plain: Any, grid: HexGrid) -> list[str]:
    """The hexsides of a ground that are none, or written the wrong way."""
    wrong = []
    for kind, sides in plain.get("hexsides", {}).items():
        for side in sides:
            mark = ">" if kind == "crest" else "/"
            low, _, high = side.partition(mark)
            if low not in grid or high not in grid or grid.direction(low, high) is None:
                wrong.append(side)
    return wrong


NUMBERED = [name for name in SCENARIOS if "number" in scenario(name)]


def test_there_are_the_ten_scenarios_of_the_book() -> None:
    assert sorted(scenario(name)["number"] for name in NUMBERED) == list(range(1, 11))


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_piece_stands_somewhere_once(name: str) -> None:
    stage, lines, later = placements(name)
    placed = [piece for placement in (*lines, *later) for piece in placement.pieces]
    assert len(placed) == len(set(placed))
    assert set(placed) == set(pieces(stage))
    known = pieces(stage)
    hexes = [
        at
        for line in lines
        if "option" not in (known[line.pieces[0]][1] or {})
        for at in (line.first or line.places)
        if at in BIG
    ]
    assert len(hexes) == len(set(hexes))


@pytest.mark.parametrize("name", SCENARIOS)
def test_units_begin_on_ground_they_may_enter_in_a_formation_it_allows(name: str) -> None:
    assert BOOK is not None
    rows = BOOK.table("terrain_effects").rows
    difficult = {row["terrain"] for row in rows if row["difficult"] == "yes"}
    stage, lines, _ = placements(name)
    known, terrain, wrong = pieces(stage), ground(name), []
    field = scenario(name).get("field", ["0101", "1612"])
    for line in lines:
        for at in (*line.places, *line.first):
            if at not in BIG:
                continue
            group, unit = known[line.pieces[0]]
            rifles = unit is not None and "option" in unit
            hard = terrain.get(at, "open") in difficult
            opened = line.formation == "open_order"
            inside = field[0][:2] <= at[:2] <= field[1][:2]
            if not inside or (not rifles and hard != (opened and group["arm"] == "infantry")):
                wrong.append(f"{line.pieces[0]} at {at}")
    assert wrong == []


@pytest.mark.parametrize("name", SCENARIOS)
def test_groups_begin_as_one_chain(name: str) -> None:
    stage, lines, _ = placements(name)
    first = {
        piece: at
        for line in lines
        for piece, at in zip(line.pieces, line.first or line.places, strict=False)
        if at in BIG
    }
    broken = []
    for group in stage["groups"]:
        units = [unit["id"] for unit in group["units"] if "option" not in unit]
        hexes = {first[unit] for unit in units if unit in first}
        chain = {at for at in hexes if at == min(hexes)}
        while more := {at for at in hexes - chain if any(BIG.distance(at, b) == 1 for b in chain)}:
            chain |= more
        if chain != hexes:
            broken.append(group["id"])
    assert broken == []


@pytest.mark.parametrize("name", SCENARIOS)
def test_groups_have_cards_of_their_arm_and_the_box_has_the_figures(name: str) -> None:
    assert BOOK is not None
    most = {row["id"]: int(str(row["most"])) for row in BOOK.table("army_limits").rows}
    (stage,) = scenario(name)["stages"]
    for side in ("french", "british"):
        groups = [group for group in stage["groups"] if group["side"] == side]
        coloured = [group["colour"] for group in groups if "colour" in group]
        assert len(coloured) == len(set(coloured)) <= most["groups"]
        chiefs = [group["ugc"]["card"] for group in groups if "ugc" in group]
        assert len(chiefs) == len(set(chiefs))
        figures = dict.fromkeys(("infantry", "cavalry", "artillery"), 0)
        for group in groups:
            assert ("ugc" in group) == (group["arm"] != "artillery") == ("colour" in group)
            for unit in group["units"]:
                card = cards(side)[unit["card"]]
                assert card["arm"] == group["arm"]
                assert ("option" in unit) == card.get("rifles", False)
                if "option" not in unit:
                    figures[group["arm"]] += unit.get("figures", card["figures"])
        assert figures["infantry"] <= most["infantry"]
        assert figures["cavalry"] <= most["cavalry"]
        assert figures["artillery"] <= most["crew"]
        assert sum(group["arm"] == "artillery" for group in groups) <= most["guns"]


@pytest.mark.parametrize("name", NUMBERED)
def test_a_battlefield_is_made_of_four_faces_no_two_of_one_board(name: str) -> None:
    doc = scenario(name)
    numbers = [face(Path(board["face"]).stem)[0]["number"] for board in doc["boards"]]
    assert [board["at"] for board in doc["boards"]] == ["0101", "0901", "0107", "0907"]
    assert len({(number - 1) % 4 for number in numbers}) == len(numbers) == 4
    plain = doc.get("ground", {})
    assert sides_of(plain, BIG) == []
    for line in plain.get("lines", []):
        assert all(BIG.direction(a, b) is not None for a, b in pairwise(line["hexes"]))
    for tile in doc.get("tiles", []):
        hexes = tile["at"]
        assert all(
            any(BIG.distance(a, b) < 2 for b in hexes if b != a or len(hexes) == 1) for a in hexes
        )


@pytest.mark.parametrize("name", FACES)
def test_a_face_is_a_sound_map_whose_lanes_meet_those_of_any_other(name: str) -> None:
    plain, grid = face(name)
    assert len(grid) == 48
    assert plain["back"] == (plain["number"] + 3) % 8 + 1
    assert sides_of(plain, grid) == []
    for lane in plain["lines"]:
        assert all(grid.direction(a, b) is not None for a, b in pairwise(lane["hexes"]))
        assert (lane["hexes"][0], lane["hexes"][-1]) in (("0501", "0406"), ("0103", "0804"))
    turned = {"0501": "0406", "0103": "0804"}
    for first, last in turned.items():
        assert f"{9 - int(first[:2]):02d}{7 - int(first[2:]):02d}" == last
    assert BIG.direction("0406", "0507") is not None
    assert BIG.direction("0804", "0903") is not None


def test_the_cards_of_both_armies_are_as_many_as_the_box_has() -> None:
    assert BOOK is not None
    for row in BOOK.table("cards_inventory").rows:
        for side in ("french", "british"):
            if not row[side]:
                continue
            doc, _ = read(HOME / f"forces/{side}.yaml", FORCES)
            found = [unit["arm"] for unit in doc["units"]] + [c["rank"] for c in doc["commanders"]]
            assert found.count(str(row["kind"])) == int(str(row[side]))


def test_options_cite_rules() -> None:
    assert BOOK is not None
    assert {option.rule for option in OPTIONS if option.rule} <= set(BOOK.rules)


def test_the_modifiers_of_farms_are_those_of_the_table() -> None:
    assert BOOK is not None
    for row in BOOK.table("terrain_of_scenarios").rows:
        (stage,) = scenario(str(row["scenario"]))["stages"]
        rules = [said for said in stage["special"] if said["rule"] == "special_terrain"]
        assert [(said["terrain"], said["fire"], said["melee"]) for said in rules] == [
            (row["terrain"], int(str(row["fire"])), int(str(row["melee"])))
        ]


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_box_has_the_horsemen(name: str) -> None:
    assert BOOK is not None
    rows = {str(row["kind"]): row for row in BOOK.table("figures_inventory").rows}
    (stage,) = scenario(name)["stages"]
    for side in ("french", "british"):
        for weight in ("heavy", "light"):
            figures = [
                unit.get("figures", cards(side)[unit["card"]]["figures"])
                for group in stage["groups"]
                if group["side"] == side and group["arm"] == "cavalry"
                for unit in group["units"]
                if cards(side)[unit["card"]]["class"] == weight
            ]
            assert sum(figures) <= int(str(rows[f"cavalry_{weight}"][side]))


@pytest.mark.parametrize("name", SCENARIOS)
def test_an_option_is_offered_where_somebody_is_there_whom_it_is_about(name: str) -> None:
    setup = GAME.load(HOME / f"{name}.yaml", {})
    arms = {card.arm for card in setup.units.values()}
    offered = {option.id for option in setup.info.options}
    for arm, options in OF_ARM.items():
        for option in options:
            assert (option in offered) == (arm in arms) or option == "mass_charge"
    (stage,) = scenario(name)["stages"]
    units = [unit for group in stage["groups"] for unit in group["units"]]
    assert ("rifles" in offered) == any(unit.get("option") == "rifles" for unit in units)


def test_an_option_that_changes_nothing_may_be_named_all_the_same() -> None:
    setup = GAME.load(HOME / "garcia-hernandez.yaml", {"ammunition": "yes"})
    assert setup.options["ammunition"] == "yes"
    with pytest.raises(ScenarioError, match="ammunition cannot be"):
        GAME.load(HOME / "garcia-hernandez.yaml", {"ammunition": "perhaps"})


def test_artillery_with_maneuver_is_refused_with_the_rule(tmp_path: Path) -> None:
    text = (HOME / "miranda-de-azan.yaml").read_text()
    file = tmp_path / "wrong.yaml"
    file.write_text(
        text.replace("arm: artillery\n    order: defend", "arm: artillery\n    order: maneuver")
    )
    with pytest.raises(ScenarioError) as refused:
        GAME.load(file, {})
    (problem,) = refused.value.problems
    assert problem.rule == "order.maneuver.who"
    assert problem.line > 0


def test_troop_types_are_those_of_the_figures_that_are_there() -> None:
    setup = GAME.load(HOME / "jerome.yaml", {"composition": "yes"})
    for uid, unit in GAME.initial(setup, "seed").units.items():
        if setup.units[uid].is_infantry:
            assert sum(dict(unit.troops).values()) == unit.figures
    assert as_many({"line": 3, "skirmisher": 1}, 2) == (("line", 1), ("skirmisher", 1))
    assert as_many({"line": 1, "grenadier": 3}, 2) == (("grenadier", 2),)


def test_who_is_to_leave_by_the_road_can_get_there_in_time() -> None:
    """[scen.structure] Alone on the field a unit of the French can leave it at Garcia Hernandez."""
    setup = GAME.load(HOME / "garcia-hernandez.yaml", {})
    start = GAME.initial(setup, "seed")
    french = {uid: unit for uid, unit in start.units.items() if setup.units[uid].side == "french"}
    away = {uid: evolve(unit, at="eliminated") for uid, unit in start.units.items()}
    (said,) = setup.special["exit"]
    ends = hexes_of(said)
    turns = [
        _turns_to(setup, evolve(start, units={**away, uid: unit}), uid, ends)
        for uid, unit in french.items()
    ]
    # In a turn after the one that brings it there it leaves.
    assert min(turns) < setup.turns


def _turns_to(setup: Any, state: Any, uid: str, ends: frozenset[str]) -> int:
    poses = {(state.units[uid].at, state.units[uid].facing)}
    for turn in range(1, setup.turns + 1):
        after = set(poses)
        for at, facing in poses:
            unit = evolve(state.units[uid], at=at, facing=facing)
            mover = Mover(setup, evolve(state, units={**state.units, uid: unit}), unit)
            after |= {(end, f) for end, way in mover.ways().items() for f in way.facings}
            after |= {(at, f) for f in mover.turns()}
        poses = after
        if any(at in ends for at, _ in poses):
            return turn
    return setup.turns + 1
