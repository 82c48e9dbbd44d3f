"""The envelope of a game: what its scenarios hold, and the reader that is made of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engines.core.data.schema import Int, ListOf, Record, Source
from grognard.engines.core.data.yamlio import MapNode, Problems, load_text
from grognard.engines.core.play.game import ScenarioError
from grognard.engines.core.scenario.envelope import Clock, Envelope, SpecialRule, references
from grognard.engines.core.scenario.fields import ID, Ref
from grognard.engines.core.scenario.migrating import (
    Older,
    Remade,
    items,
    mapping,
    over,
    said,
    sequence,
    words,
)
from grognard.engines.core.scenario.placing import Placing
from tests.fixture_game.scenario import Reader
from tests.fixture_game.state import Setup

SMALL = """\
board: {areas: {west: {next: [east], at: [0, 0]}, east: {next: [west], at: [1, 0]}}}
forces: [{blocks: [king]}]
stages:
- id: day
  clock: {turns: 3}
  cards: {march: 2}
  setup:
  - {group: red, among: west}
  - {group: blue, among: east}
  - {piece: gun, pose: [0, 0]}
"""
RAIN = Envelope(
    "rain",
    ("red", "blue"),
    special=(
        SpecialRule("storm", "It rains.", {"from": Int(1, 9)}, {"to": Int(1, 9)}),
        SpecialRule("flood", "A ford is closed.", {"at": Int(1, 9)}, often=True),
    ),
    victory=Record({"hold": Int(1, 9)}),
    stages=2,
)


def load(text: str) -> Setup:
    return Reader.load(text, {}, "mine")


def told(text: str) -> list[str]:
    with pytest.raises(ScenarioError) as caught:
        load(text)
    return [f"{one.line}: {one.message}" for one in caught.value.problems]


def test_a_board_needs_no_more_than_what_is_played_on() -> None:
    setup = load(SMALL)
    assert (setup.info.id, setup.info.turns, setup.info.minutes) == ("board", 3, 0)
    assert setup.homes == {"red": ("west",), "blue": ("east",)}
    assert setup.options == {"friendly_take_back": "no"}
    assert load(setup.text).text == setup.text


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("board:", "bord:", "1: a scenario has either map (a file) or board (written out)"),
        ("board:", "map: x.yaml\nboard:", "1: a scenario has either map"),
        ("forces: [{blocks: [king]}]", "forces: [[king]]", "2: forces must name orders of battle"),
        (
            "forces: [{blocks: [king]}]",
            "forces: [maps/no.yaml]",
            "2: there is no file maps/no.yaml",
        ),
        ("- id: day", "- day: 1", "4: an item of stages lacks id"),
        ("turns: 3", "turns: 3, names: [dawn, dusk]", "5: 2 names are given for 3 turns"),
        ("among: west", "among: north", "8: there is no area north"),
        ("group: blue", "group: bleu", "9: there is no side bleu"),
        ("among: west", "among: west, by: rde", "8: there is no seat rde"),
        ("  cards", "  crads", "6: unknown key crads"),
        ("stages:", "stages: [7]\nstage:", "3: an item of stages must be a mapping"),
        ("next: [east]", "next: [esat]", "1: there is no area esat"),
    ],
)
def test_each_fault_is_told_with_its_line(old: str, new: str, expected: str) -> None:
    assert any(words.startswith(expected) for words in told(SMALL.replace(old, new)))


def test_a_file_must_say_what_the_library_shows(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(SMALL, "utf-8")
    with pytest.raises(ScenarioError) as caught:
        Reader.load(path, {}, "")
    lacking = [one.message.removeprefix("the scenario lacks ") for one in caught.value.problems]
    assert lacking[:6] == ["scenario", "game", "title", "summary", "minutes", "seats"]


@pytest.mark.parametrize(
    ("stage", "expected"),
    [
        ("special: [{rule: storm, from: 3}, {rule: flood, at: 1}]", []),
        ("special: [{rule: strom, from: 3}]", ["rule must be storm or flood, not 'strom'"]),
        ("special: [{rule: storm}]", ["an item of special lacks from"]),
        ("special: [{from: 3}]", ["an item of special must be a mapping with rule, not a mapping"]),
        ("special: storm", ["special must be a list, not 'storm'"]),
        ("victory: [{hold: 3}]", []),
        ("victory: [{take: 3}]", ["an item of victory lacks hold", "unknown key take"]),
    ],
)
def test_special_rules_and_victory_are_records(stage: str, expected: list[str]) -> None:
    node, problems = load_text(f"stages:\n- id: one\n  {stage}\n", "x")
    assert node is not None
    RAIN.inline.read(node, problems, "the scenario")
    assert [one.message for one in problems] == expected


def test_a_clock_counts_its_names() -> None:
    assert Clock.of(None) == Clock()
    assert Clock.of({"names": ["dawn", "dusk"]}) == Clock(2, names=("dawn", "dusk"))
    assert Clock.of({"turns": 7, "first": "2 PM", "step": "1 h"}) == Clock(7, "2 PM", "1 h")


# -- the grammar of before ---------------------------------------------------------------------


def root(text: str) -> MapNode:
    node, problems = load_text(text, "x")
    assert isinstance(node, MapNode)
    assert not problems
    return node


def test_what_is_made_over_keeps_its_places() -> None:
    before = root("a: 1\nb: [x, y]\nc: yes\n")
    made = Remade(before)
    made.rename(a="first")
    made.change("b", over(before.entries["b"], lambda item: mapping(item, piece=item)), "lines")
    assert said(made.take("c"))
    made.put("first", before)
    made.put("more", None)
    assert made.node.plain() == {"first": "1", "lines": [{"piece": "x"}, {"piece": "y"}]}
    assert [(key.line, key.column) for key in made.node.keys.values()] == [(1, 1), (2, 1)]
    lines = items(made.node.entries["lines"])
    assert [(item.line, item.column) for item in lines] == [(2, 5), (2, 8)]
    assert before.plain() == {"a": "1", "b": ["x", "y"], "c": "yes"}


def test_what_does_not_look_as_expected_is_left_as_it_is() -> None:
    odd = root("a: {b: c}\nd: e\n")
    assert over(odd.entries["a"], lambda item: sequence([], item)) is odd.entries["a"]
    assert words(odd.entries["a"]) == []
    assert words(odd.entries["d"]) == ["e"]
    assert not said(odd.entries["a"])


def test_only_what_is_older_is_made_over() -> None:
    older = Older(("days",), lambda node: mapping(node, stages=node.entries["days"]))
    assert list(older.made_over(root("days: [1]")).entries) == ["stages"]
    for text in ("hours: [1]", "days: [1]\nstages: [2]"):
        assert older.made_over(root(text)).plain() == root(text).plain()


def test_a_library_lists_without_maps_and_forces() -> None:
    text = "scenario: x\noptions: [{id: friendly_take_back, default: maybe}]\nstages: []\n"
    node = root(text)
    problems = Problems()
    info = RAIN.info(RAIN.inline.read(node, problems) or {}, "x.yaml", problems, Source(node))
    assert (info.id, info.turns, [seat.id for seat in info.seats]) == ("x", 10, ["red", "blue"])
    assert [str(one) for one in problems] == ["x:2: default maybe is not one of yes, no"]


GUARDED = Envelope(
    "guarded",
    ("red", "blue"),
    placing=Placing(extra={"troop": Ref("troop")}, arriving=("group", "at")),
    special=(SpecialRule("shut", "It is shut.", {"until": Ref("troop")}, often=True, switch=True),),
    stage={"troops": ListOf(Record({"id": ID}), unique="id")},
)


def staged(text: str) -> tuple[list[tuple[tuple[str | int, ...], str, str]], list[str]]:
    """What a stage refers to, by place, kind and name; and what is wrong with its form."""
    node, problems = load_text(text, "stage")
    assert isinstance(node, MapNode)
    row = GUARDED.stage_schema.read(node, problems, "the stage")
    return list(references(GUARDED.stage_schema, row, ())), [one.message for one in problems]


def test_references_are_found_in_lines_arrivals_and_special_rules() -> None:
    found, wrong = staged("""\
id: day
troops: [{id: van}]
setup: [{piece: a, at: x, troop: van}, {piece: b, at: x}]
arrivals: [{group: g, at: x, troop: rear}]
special: [{rule: shut, until: van, used: no}]
""")
    assert wrong == []
    assert [(".".join(map(str, path)), of, name) for path, of, name in found] == [
        ("setup.0.troop", "troop", "van"),
        ("arrivals.0.troop", "troop", "rear"),
        ("special.0.until", "troop", "van"),
    ]


def test_what_is_alike_in_a_list_and_what_an_arrival_lacks_is_told() -> None:
    _, wrong = staged("{id: day, troops: [{id: van}, {id: van}], arrivals: [{piece: a, at: x}]}")
    assert wrong == ["van is given twice", "an item of arrivals lacks group"]
