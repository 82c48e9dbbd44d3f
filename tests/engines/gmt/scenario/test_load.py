"""Scenarios are read whole, bundled whole, and refused with every fault at its line."""

from pathlib import Path

import pytest

from grognard.engines.core.play.game import ScenarioError
from grognard.engines.gmt.field.boardview import board_view, chains
from grognard.engines.gmt.scenario.load import initial_state, load_setup, scenario_infos

GRID = (
    '{kind: hex, columns: {first: "01", last: "06", grow: west}, '
    'rows: {first: "01", last: "06", grow: north}, shifted: {columns: odd, toward: north}, flat: top}'
)
FOOT = "values: {shock: 6, cohesion: 6, disordered_cohesion: 5, ma: 4}"
GUN = "values: {effective_range: 3, maximum_range: 5, fire: 4, cohesion: 7, disordered_cohesion: 6, ma: 5}"
BOARD = f"""\
board:
  grid: {GRID}
  terrain: {{marsh: ["0303"]}}
forces:
- {{id: a, name: A, kind: infantry, class: line, side: french, {FOOT}}}
- {{id: b, name: B, kind: infantry, class: line, side: russian, {FOOT}}}
- {{id: g, name: G, kind: artillery, class: foot, side: french, {GUN}}}
stages:
- id: battle
  setup:
  - {{piece: a, at: "0202", facing: 1}}
  - {{piece: b, at: "0404", facing: 4}}
"""


def problems(text: str, options: dict[str, str] | None = None) -> str:
    with pytest.raises(ScenarioError) as caught:
        load_setup(text, options or {})
    return "\n".join(map(str, caught.value.problems))


@pytest.mark.parametrize("info", scenario_infos(), ids=lambda info: info.id)
def test_a_shipped_scenario_survives_its_bundle(info) -> None:
    setup = load_setup(Path(info.path), {})
    again = load_setup(setup.text, {})
    assert again.text == setup.text
    for name in (
        "types",
        "placed",
        "commands",
        "special",
        "options",
        "objective",
        "zones",
        "hours",
        "groups",
        "leaders",
        "structure",
    ):
        assert getattr(again, name) == getattr(setup, name), name
    for name in ("labels", "terrain", "levels", "sides", "rises", "works", "roads", "grid"):
        assert getattr(again.map, name) == getattr(setup.map, name), name


def test_shevardino_begins_as_the_booklet_says() -> None:
    info = next(i for i in scenario_infos() if i.id == "shevardino")
    setup = load_setup(Path(info.path), {})
    state = initial_state(setup, "x")
    assert state.commands == ("compans", "russian-main")
    assert (state.holder, setup.objective, setup.turns) == ("russian", "4008", 5)
    assert state.stacks["4307"] == ("duppelin-a", "duppelin-b", "cm-art-1")
    assert state.units["pire"].at == "reinforcements"
    assert "bridge" not in setup.map.sides["3217/3316"]
    assert "3217/3316" not in setup.map.roads


def test_an_inline_board_fills_in_what_is_left_out() -> None:
    setup = load_setup(BOARD, {})
    state = initial_state(setup, "x")
    assert [c.id for c in setup.commands] == ["french", "russian"]
    assert state.units["g"].at == "reinforcements"
    assert setup.options == {"friendly_take_back": "no"}
    assert load_setup(setup.text, {}).placed == setup.placed


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('a, at: "0202"', 'a, at: "0404"', "b: Units of both sides never share a hex. Rule 6.22."),
        ('a, at: "0202"', 'a, at: "0999"', "scenario:11: there is no hex 0999"),
        ("piece: a,", "piece: aa,", "there is no unit aa"),
        ("piece: b,", "piece: a,", "a has a place in the set-up already"),
        ("facing: 1", "facing: 6", "facing must be a whole number from 0 to 5"),
        ("facing: 1", "facing: 99999999999999999999999", "facing must be a whole number"),
        ("facing: 1", "command: nobody", "there is no command nobody"),
        ("marsh", "mash", "did you mean marsh?"),
        ("piece: a,", "piece: g,", "OK"),
        ('piece: a, at: "0202"', 'piece: g, at: "0303"', "g: G may not stand there. Rule 7.23."),
        ("class: foot", "class: jaeger", "class jaeger is no class of artillery"),
        ("facing: 1", "faceing: 1", "unknown key faceing"),
        ("facing: 1", "facing: *x", "alias"),
    ],
)
def test_faults_are_named_where_they_stand(old: str, new: str, expected: str) -> None:
    changed = BOARD.replace(old, new, 1)
    if expected == "OK":
        load_setup(changed, {})
    else:
        assert expected in problems(changed)


def test_every_fault_is_told_at_once() -> None:
    found = problems(BOARD.replace('"0202"', '"0999"').replace('"0404"', '"0888"'))
    assert "0999" in found
    assert "0888" in found


def test_hexsides_and_roads_must_join_neighbours() -> None:
    more = '  hexsides: {stream: ["0101/0606"], redoubt: ["0202/0203"]}\n  lines:\n  - {kind: road, hexes: ["0101", "0103"]}\n'
    found = problems(BOARD.replace("forces:", more + "forces:"))
    assert "hexes 0101 and 0606 are not adjacent" in found
    assert "write it outside>inside" in found
    assert "the line breaks: 0101 and 0103" in found


def test_a_stack_that_breaks_the_limit_is_refused() -> None:
    extra = "".join(
        f"- {{id: x{n}, name: X, kind: infantry, class: line, side: french, {FOOT}}}\n"
        for n in range(3)
    )
    units = "".join(f'  - {{piece: x{n}, at: "0202"}}\n' for n in range(3))
    found = problems(BOARD.replace("stages:\n", extra + "stages:\n") + units)
    assert "Rule 6.21.max" in found


def test_options_are_checked() -> None:
    found = problems(BOARD, {"friendly_take_back": "maybe", "fog": "yes"})
    assert "friendly_take_back cannot be 'maybe'" in found
    assert "there is no option fog" in found
    assert load_setup(BOARD, {"friendly_take_back": "yes"}).options["friendly_take_back"] == "yes"


def test_groups_take_the_place_of_lines_and_arrive_at_the_edge() -> None:
    groups = (
        BOARD
        + """\
  - {group: french, box: reserve, command: horse}
  groups:
  - {id: horse, name: Horse, side: french}
  - {id: foot, name: Foot, side: russian, active: "1"}
  arrivals:
  - {group: horse, turn: "2", at: "0103"}
"""
    )
    setup = load_setup(groups, {})
    horse, foot = setup.commands
    assert (horse.units, horse.earliest, horse.enters) == (("a", "g"), 2, "0103")
    assert foot.units == ("b",)
    for old, new, expected in (
        ('"0103"', '"0303"', "hex 0303 is not on the edge of the map"),
        ("- {group: horse, turn", "- {piece: a, turn", "lacks group"),
        ("group: french", "group: horse", "there is no group horse"),
        ("command: horse", "command: foot", "g is french, the command foot is russian"),
        ("command: horse", "command: hors", "there is no command hors (did you mean horse?)"),
    ):
        assert expected in problems(groups.replace(old, new)), expected


@pytest.mark.parametrize(
    "name", ["../secret.yaml", "/etc/passwd", "maps/../../x.yaml", "a\\\\b.yaml"]
)
def test_references_never_leave_the_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.yaml").write_text("grid: {}")
    own = tmp_path / "own"
    own.mkdir()
    path = own / "mine.yaml"
    path.write_text(f'scenario: mine\nmap: "{name}"\n')
    with pytest.raises(ScenarioError) as caught:
        load_setup(path, {})
    assert any("is not a file this scenario may use" in str(p) for p in caught.value.problems)


def test_the_board_draws_slopes_downhill_and_roads_in_chains() -> None:
    more = '  hexsides: {slope: ["0202>0203"], redoubt: ["0404>0403"]}\n'
    board = board_view(load_setup(BOARD.replace("forces:", more + "forces:"), {}))
    centre = {space.id: space.centre for space in board.spaces}
    edges = {edge.kind: edge for edge in board.edges}
    assert edges["slope"].toward == centre["0202"]
    assert edges["redoubt"].toward == centre["0403"]
    assert len(board.spaces) == 36
    assert chains([("a", "b"), ("b", "c"), ("c", "d"), ("c", "e")]) == [
        ["a", "b", "c"],
        ["c", "d"],
        ["c", "e"],
    ]
    assert chains([("a", "b"), ("b", "c"), ("a", "c")]) == [["a", "b", "c", "a"]]


def test_set_up_lists_and_the_clock_are_checked() -> None:
    lists = """\
  - {piece: g, among: ["0203"], first: ["0202"], name: One}
  - {piece: [a, nobody], among: ["0202", "9999"], name: Two, guns: "4"}
  clock: {names: ["0600", "0715"], turns: "3"}
"""
    found = problems(BOARD + lists)
    for words in (
        "2 names are given for 3 turns",
        "0202 is not among the places to choose of",
        "there is no unit nobody",
        "a has a place in the set-up already",
        "there is no hex 9999",
        "a line with a choice says where they stand first",
        "guns",
    ):
        assert words in found, found


def test_a_fault_in_a_bundle_is_told_with_its_line() -> None:
    info = next(i for i in scenario_infos() if i.id == "first-assault")
    bad = load_setup(Path(info.path), {}).text.replace('"infantry"', '"footmen"', 1)
    line = bad[: bad.index('"footmen"')].count("\n") + 1
    assert f":{line}:" in problems(bad)
