"""Scenarios are read whole, bundled whole, and refused with every fault at its line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import shapely

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.play.game import ScenarioError
from grognard.engines.risorgimento.field.boardview import (
    board_heading,
    board_view,
    from_board,
    to_board,
)
from grognard.engines.risorgimento.field.footprint import everyone
from grognard.engines.risorgimento.game import Risorgimento
from grognard.engines.risorgimento.map.tablemap import housed, rounded, slots
from grognard.engines.risorgimento.scenario.load import initial_state, load_setup, scenario_infos
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.sight.sight import visibility
from grognard.engines.risorgimento.table.invariants import overlapping

BATTLES = ("first-brigade", "melegnano", "montebello", "palestro", "magenta", "san-martino")
SMALL = """\
scenario: small
title: Small
board:
  map: small
  size: [60, 40]
  patches:
  - {terrain: road, id: lane, line: [[0, 20], [60, 20]]}
  - {terrain: water, id: brook, line: [[30, 0], [30, 40]], width: 2}
  - {terrain: hill, id: knoll, level: "1", polygon: [[40, 25], [55, 25], [55, 38], [40, 38]], smooth: "yes"}
  - {terrain: walled, id: farm, name: Farm, at: [10, 32], size: [4, 3], turn: 30}
  villages:
  - {id: hamlet, name: Hamlet, sectors: [{at: [48, 10], turn: 15}]}
  bridges:
  - {id: arch, name: Arch, line: [[28.5, 20], [31.5, 20]], mined: "3"}
  labels:
  - {text: Knoll, kind: height, at: [[44, 30], [50, 32]]}
forces:
- formations:
  - {id: reds, name: Reds, side: allied, army: french}
  - {id: whites, name: Whites, side: austrian, army: austrian}
  units:
  - {id: foot, name: Foot, formation: reds, quality: french_line, strength: ["6", "5.5"]}
  - {id: guns, name: Guns, formation: whites, quality: austrian_artillery, weapon: austrian_12, strength: "2"}
  - {id: hunters, name: Hunters, formation: whites, quality: austrian_jager, strength: "8"}
stages:
- id: battle
  setup:
  - {piece: foot-1, pose: [10, 20], heading: 0, formation: march_column}
  - {piece: foot-2, pose: [10, 10]}
  - {piece: hunters, at: hamlet-1, slot: "2"}
  - {piece: guns, at: hamlet-1, slot: 2-left}
  special:
  - {rule: passive, group: whites}
  - {rule: wade, zone: brook, piece: hunters}
  victory:
  - {id: hamlet, name: Hamlet, point: [48, 10], at: [hamlet-1], first: austrian, points: "5"}
"""


def problems(text: str, options: dict[str, str] | None = None) -> str:
    with pytest.raises(ScenarioError) as caught:
        load_setup(text, options or {})
    return "\n".join(map(str, caught.value.problems))


def shipped(name: str) -> Setup:
    info = next(i for i in scenario_infos() if i.id == name)
    return load_setup(Path(info.path), {})


def test_six_battles_are_shipped_and_four_of_our_own() -> None:
    own = {"hamlet-of-bruna", "outposts", "crossroads", "mill-field"}
    assert {info.id for info in scenario_infos()} == {*BATTLES, *own}
    assert scenario_infos()[0].id == "mill-field"


@pytest.mark.parametrize("name", BATTLES)
def test_a_shipped_scenario_survives_its_bundle(name: str) -> None:
    setup = shipped(name)
    again = load_setup(setup.text, {})
    assert again.text == setup.text
    for field in (
        "types",
        "posts",
        "formations",
        "above",
        "placed",
        "arrivals",
        "objectives",
        "home",
        "turns",
        "clock",
        "special",
        "worn",
        "options",
    ):
        assert getattr(again, field) == getattr(setup, field), field
    assert again.table.patches == setup.table.patches
    assert again.table.sectors == setup.table.sectors


@pytest.mark.parametrize("name", BATTLES)
def test_the_first_position_is_sound(name: str) -> None:
    setup, game = shipped(name), Risorgimento()
    state = initial_state(setup, "1")
    assert Risorgimento().violations(setup, state) == []
    assert game.decode(setup, game.encode(state)) == state
    assert all(
        leader.radius for leader in state.commanders.values() if setup.posts[leader.id].values
    )


@pytest.mark.parametrize("name", BATTLES)
def test_both_sides_face_each_other_and_hold_no_ground_twice(name: str) -> None:
    """Nobody stands in contact, and whoever comes later may come on together."""
    setup = shipped(name)
    state = initial_state(setup, "1")
    crowd = everyone(setup, state)
    sides = [setup.types[uid].side for uid in crowd.ids]
    near = crowd.tree.query(crowd.polygons, predicate="dwithin", distance=3.0)
    assert all(sides[a] == sides[b] for a, b in near.T.tolist())


@pytest.mark.parametrize(
    ("name", "allied", "austrian"),
    [
        ("montebello", 78, 243),
        ("palestro", 139, 130),
        ("magenta", 163, 268),
        ("melegnano", 142, 78),
        ("san-martino", 161, 174),
    ],
)
def test_the_armies_have_the_strength_they_had(name: str, allied: int, austrian: int) -> None:
    """Strength points of foot and horse, guns apart."""
    found = {"allied": 0.0, "austrian": 0.0}
    for kind in shipped(name).types.values():
        if kind.arm != "artillery":
            found[kind.side] += kind.halves / 2
    assert found == {"allied": allied, "austrian": austrian}


def test_montebello_is_commanded_as_it_was() -> None:
    setup = shipped("montebello")
    assert setup.posts["general-beuret"].superior == "general-forey"
    assert setup.posts["general-gaal"].superior == "baron-paumgarten"
    assert setup.posts["baron-paumgarten"].superior == "count-stadion"
    assert setup.posts["general-forey"].values == (25, 8, 2)
    assert setup.posts["general-gaal"].values is None
    waits = {a.formation: a.turn for a in setup.arrivals if a.turn}
    assert waits == {"blanchard": 3, "gaal": 2, "hessen": 4}
    assert setup.special == {
        "passive": ({"rule": "passive", "group": ["bils", "boer"]},),
        "hold_to_win": ({"rule": "hold_to_win", "side": "allied", "win": 2, "draw": 2},),
    }
    assert (setup.turns, setup.clock) == (12, 14 * 60 + 30)
    jager = initial_state(setup, "1").units["jager-3"]
    assert (jager.sector, jager.slot, jager.formation) == ("genestrello-1", "2", "open_order")


def test_the_storm_of_san_martino_comes_and_goes() -> None:
    setup = shipped("san-martino")
    first = initial_state(setup, "1")
    seen = [visibility(setup, evolve(first, turn=turn)) for turn in range(1, 8)]
    assert seen == [60, 60, 8, 8, 8, 60, 60]
    assert setup.worn["regt-7-1"] == 1
    assert initial_state(setup, "1").units["regt-7-1"].vm == setup.types["regt-7-1"].vm - 1


def test_a_small_scenario_is_read_whole() -> None:
    setup = load_setup(SMALL, {})
    assert list(setup.types) == ["foot-1", "foot-2", "guns", "hunters"]
    assert [setup.types[uid].halves for uid in ("foot-1", "foot-2")] == [12, 11]
    assert setup.types["foot-2"].name == "II/Foot"
    assert (setup.types["guns"].multiplier, setup.types["guns"].weapon) == (4, "austrian_12")
    assert setup.posts["allied-chief"].level == "cic"
    assert setup.above["reds"] == "allied"
    assert setup.placed["foot-2"] == (Pose(10000, 10000, 0), "line")
    state = initial_state(setup, "1")
    assert (state.units["guns"].sector, state.units["guns"].slot) == ("hamlet-1", "2-left")
    assert Risorgimento().violations(setup, state) == []


def test_roads_end_at_the_water_and_bridges_cross_it() -> None:
    table = load_setup(SMALL, {}).table
    roads = [patch for patch in table.patches if patch.terrain == "road"]
    brook = next(patch for patch in table.patches if patch.id == "brook")
    assert [road.id for road in roads] == ["lane", "lane:2"]
    assert all(road.polygon.intersection(brook.polygon).area < 1e-6 for road in roads)
    arch = next(patch for patch in table.patches if patch.id == "arch")
    assert arch.terrain == "bridge"
    assert arch.polygon.area == pytest.approx(6.0)
    assert table.bridges[0].mined == 3
    assert all(road.polygon.intersects(arch.polygon) for road in roads)


def test_places_in_a_sector_are_where_the_rule_has_them() -> None:
    """[geo.sector] Foot 2.75 cm from the middle, guns as far along the side."""
    setup = load_setup(SMALL, {})
    sector = setup.table.sectors[0]
    places = slots(sector)
    assert len(places) == 12
    foot, gun = places["0"], places["0-left"]
    assert foot.heading == 15.0
    centre, side = shapely.Point(sector.centre), shapely.Point(foot.centre)
    assert centre.distance(side) == pytest.approx(2.75, abs=1e-3)
    assert side.distance(shapely.Point(gun.centre)) == pytest.approx(2.75, abs=1e-3)
    assert gun.centre == pytest.approx(places["1-right"].centre, abs=2e-3)
    assert housed(setup.table, foot) == ("hamlet-1", "0")
    assert housed(setup.table, foot.moved(1, 0)) == ("", "")


def test_rounding_keeps_the_ends_of_a_line_and_closes_an_outline() -> None:
    line = rounded(((0, 0), (10, 0), (10, 10)), closed=False)
    assert (line[0], line[-1]) == ((0, 0), (10, 10))
    assert (10, 0) not in line
    ring = rounded(((0, 0), (10, 0), (10, 10), (0, 10)), closed=True)
    assert shapely.Polygon(ring).is_valid
    assert shapely.Polygon(ring).area < 100


# -- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        (
            "[[40, 25], [55, 25], [55, 38], [40, 38]]",
            "[[40, 25], [55, 38], [55, 25], [40, 38]]",
            9,
            "crosses itself",
        ),
        ("line: [[0, 20], [60, 20]]", "line: [[0, 20], [61, 20]]", 7, "[61, 20] is off the table"),
        ("terrain: walled", "terrain: swamp", 10, "terrain must be"),
        ('level: "1", ', "", 9, "add level"),
        ("id: farm", "id: knoll", 10, "on the table twice"),
        ("{at: [48, 10], turn: 15}", "{at: [48, 10], turn: 15}, {at: [50, 10]}", 12, "overlap"),
        ("[[28.5, 20], [31.5, 20]]", "[[18.5, 20], [21.5, 20]]", 14, "over no water"),
        ("quality: french_line", "quality: french_lin", 22, "did you mean french_line?"),
        (
            "formation: whites, quality: austrian_jager",
            "formation: white, quality: austrian_jager",
            24,
            "did you mean whites?",
        ),
        ("weapon: austrian_12", "weapon: lorenz", 23, "do not carry lorenz"),
        ('strength: "8"', 'strength: "8.3"', 24, "count in halves"),
        ("id: hunters", "id: foot-1", 24, "foot-1 is described twice"),
        ("pose: [10, 10]", "pose: [10, 0.5]", 29, "would stand off the table"),
        ("pose: [10, 10]", "pose: [30, 10]", 29, "ground it cannot enter. Rule E.5.cost."),
        (
            "pose: [10, 10]",
            "pose: [10, 21]",
            29,
            "foot-2: It would stand on I/Foot. Rule geo.overlap.",
        ),
        ("piece: foot-2", "piece: foot-1", 29, "foot-1 has a place in the set-up already"),
        ("piece: foot-2", "piece: foot-9", 29, "there is no unit or commander foot-9"),
        (
            "formation: march_column",
            "formation: limbered",
            28,
            "cannot be in that formation. Rule E.4.list.",
        ),
        ('slot: "2"', 'slot: "5"', 30, "a side 0 to 3"),
        ("at: hamlet-1, slot: 2-left", "at: hamlet-2", 31, "there is no sector hamlet-2"),
        ("group: whites", "group: greens", 33, "there is no formation greens"),
        ("zone: brook", "zone: brock", 34, "there is no zone brock"),
        ("rule: passive, ", "rule: storm, ", 33, "lacks first"),
        ("at: [hamlet-1]", "at: [hamlet-2]", 36, "did you mean hamlet-1?"),
        (
            "  special:",
            '  arrivals: [{piece: guns, turn: "2", pose: [5, 5]}]\n  special:',
            32,
            "formations arrive as a whole",
        ),
        (
            "  victory:",
            "  victory:\n  - {id: hamlet, name: H, point: [1, 1]}",
            37,
            "objective hamlet is given twice",
        ),
    ],
)
def test_a_fault_is_named_at_its_line(old: str, new: str, line: int, message: str) -> None:
    assert old in SMALL
    found = problems(SMALL.replace(old, new, 1))
    places = [int(n) for n in re.findall(r"scenario:(\d+):", found)]
    assert message in found
    assert line in places, found


def test_every_fault_is_found_at_once() -> None:
    text = SMALL.replace("terrain: walled", "terrain: swamp").replace(
        "quality: french_line", "quality: french_lin"
    )
    text = text.replace('slot: "2"', 'slot: "5"')
    assert len(problems(text).splitlines()) >= 3


def test_a_road_needs_a_bridge() -> None:
    text = re.sub(r"  bridges:\n.*\n", "", SMALL)
    assert "crosses water near 30.0 cm east, 20.0 cm north" in problems(text)


def test_a_chain_of_command_has_one_head_a_side() -> None:
    text = """\
forces:
- formations:
  - {id: a, name: A, side: allied, army: french, commander: {id: x, name: X, level: brigade}}
  - {id: b, name: B, above: a, commander: {id: y, name: Y, level: corps}}
  - {id: c, name: C, above: c, side: allied, army: french}
"""
    found = problems(text)
    assert "c stands above itself" in found
    found = problems(
        text.replace("  - {id: c, name: C, above: c, side: allied, army: french}\n", "")
    )
    assert "Y (corps) cannot be under X (brigade)" in found


def test_unknown_options_are_refused() -> None:
    assert "there is no option premeasur" in problems(SMALL, {"premeasur": "yes"})
    assert "cannot be 'maybe'" in problems(SMALL, {"premeasure": "maybe"})
    assert load_setup(SMALL, {"premeasure": "yes"}).measuring


# -- the board -----------------------------------------------------------------------------------


def test_the_board_turns_the_table_over() -> None:
    assert to_board((3, 5)) == (3, -5)
    assert from_board(to_board((3.5, 5.25))) == (3.5, 5.25)
    assert [board_heading(h) for h in (0, 90, 180, 270)] == [90, 0, 270, 180]


@pytest.mark.parametrize("name", BATTLES)
def test_the_board_shows_the_whole_table(name: str) -> None:
    setup = shipped(name)
    board = board_view(setup)
    width, height = setup.table.size
    assert board.kind == "table"
    assert board.bounds == (0, -height, width, 0)
    assert board.spaces[0].id == "table"
    points = [p for s in board.spaces for p in s.polygon] + [
        p for s in board.lines for p in s.points
    ]
    assert all(-1e-6 <= x <= width + 1e-6 and -height - 1e-6 <= y <= 1e-6 for x, y in points)
    assert {s.id for s in board.spaces} >= {sector.id for sector in setup.table.sectors}
    assert len({s.id for s in board.spaces}) == len(board.spaces)
    assert all(label.text for label in board.labels)


# -- spoilt files ----------------------------------------------------------------------------------

SPOILT = {
    "a letter for a number": ("point: [43.4, 24.2]", "point: [6.4, x]", "number"),
    "a letter in the set-up": ("pose: [9.4, 16.4]", "pose: [6.4, x]", "number"),
    "half a point": ("point: [43.4, 24.2]", "point: [6.4]", "point"),
    "a sector that is no id": ("at: [village-1]", "at: [village-1.5]", "village-1.5"),
    "a sector that is a mapping": ("at: [village-1]", "at: [{a: b}]", "at"),
    "a capital key": ("{id: village", "{ID: village", "lacks id"),
    "no orders of battle": ("forces: [forces/first-brigade.yaml]\n", "", "forces"),
    "empty orders of battle": ("forces: [forces/first-brigade.yaml]", "forces: []", "forces"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_scenario_names_file_and_line(name: str, tmp_path: Path) -> None:
    was, now, word = SPOILT[name]
    path = copied(tmp_path)
    whole = path.read_text("utf-8")
    assert was in whole
    path.write_text(whole.replace(was, now), "utf-8")
    found = faults_of(path)
    assert any(word in fault.message for fault in found)
    assert all(fault.file == str(path) and fault.line for fault in found)


def test_orders_of_battle_cut_short_anywhere_are_refused(tmp_path: Path) -> None:
    path = copied(tmp_path)
    forces = tmp_path / "forces" / "first-brigade.yaml"
    whole = forces.read_text("utf-8")
    last_unit = whole.rindex("- {id:")
    for length in range(0, last_unit, 37):
        forces.write_text(whole[:length], "utf-8")
        assert faults_of(path)
    for number in range(1, whole.count("id:")):
        parts = whole.split("id:")
        forces.write_text("id:".join(parts[:number]) + "ID:" + "id:".join(parts[number:]), "utf-8")
        found = faults_of(path)
        assert any(fault.file == str(forces) and fault.line for fault in found)


def copied(folder: Path) -> Path:
    """Copy the practice battle, its map and its orders of battle."""
    shutil.copytree(Path(scenario_infos()[0].path).parent, folder, dirs_exist_ok=True)
    return folder / "first-brigade.yaml"


def faults_of(path: Path) -> list[Problem]:
    """Return why a scenario file is refused."""
    with pytest.raises(ScenarioError) as caught:
        load_setup(path, {})
    return caught.value.problems


# -- cases -----------------------------------------------------------------------------------------


def arranged(**edits: Any) -> tuple[Setup, Any]:
    game = Risorgimento()
    setup = load_setup(SMALL, {})
    return game.arrange(setup, game.initial(setup, "1"), edits)


def test_a_case_places_units_and_commanders() -> None:
    setup, state = arranged(
        only="yes",
        turn="4",
        phase="E.move",
        active="austrian",
        held={"hamlet": "allied"},
        place=[
            {
                "unit": "foot-1",
                "at": ["20", "15.5"],
                "heading": "30",
                "formation": "square",
                "sp": "4.5",
                "vm": "5",
                "state": ["d2", "shaken"],
                "fatigue": "3",
            },
            {"unit": "hunters", "sector": "hamlet-1", "slot": "1"},
            {"unit": "allied-chief", "at": ["3", "3"], "attached": "foot-1", "bonus": "2"},
        ],
    )
    facts = Risorgimento().facts(setup, state, "foot-1")
    assert facts["at"] == [20.0, 15.5]
    assert (facts["heading"], facts["formation"], facts["sp"]) == (30.0, "square", 4.5)
    assert facts["state"] == ["shaken", "d2"]
    assert state.units["foot-2"].place == "removed"
    assert (state.units["hunters"].sector, state.units["hunters"].slot) == ("hamlet-1", "1")
    leader = state.commanders["allied-chief"]
    assert (leader.pose, leader.attached, leader.bonus) == (Pose(3000, 3000, 0), "foot-1", 2)
    assert (state.turn, state.phase, state.active) == (4, "E.move", "austrian")
    assert state.held == {"hamlet": "allied"}


@pytest.mark.parametrize(
    ("edits", "message"),
    [
        ({"tun": "3"}, "unknown field tun; did you mean turn?"),
        ({"place": [{"unit": "foot-7", "at": ["1", "1"]}]}, "there is no unit or commander foot-7"),
        ({"place": [{"unit": "foot-1", "at": ["9", "9"], "state": ["sad"]}]}, "unknown state sad"),
        (
            {"place": [{"unit": "foot-1", "at": ["9", "9"], "formation": "limbered"}]},
            "cannot be in",
        ),
        ({"place": [{"unit": "foot-1", "sector": "hamlet-3"}]}, "no sector hamlet-3"),
        ({"place": [{"unit": "foot-1", "at": ["9", "x"]}]}, "is no number"),
        (
            {"place": [{"unit": "foot-1", "at": ["9", "9"], "weapon": "french_12"}]},
            "no weapon of its arm french_12",
        ),
        ({"held": {"castle": "allied"}}, "no objective castle"),
        ({"notes": [["foot-1", "nobody"]]}, "no unit nobody"),
    ],
)
def test_a_case_that_cannot_be_set_says_why(edits: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        arranged(**edits)


def test_overlaps_are_found_in_any_position() -> None:
    setup, state = arranged(
        place=[{"unit": "foot-1", "at": ["10", "10"]}, {"unit": "foot-2", "at": ["11", "11"]}]
    )
    crowd = everyone(setup, state)
    assert overlapping(crowd, crowd.ids) == [("foot-1", "foot-2")]
    assert any("stand on each other" in words for words in Risorgimento().violations(setup, state))
