"""Scenarios of the grammar before there were stages are read as those of today."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path
from random import Random

import pytest

from grognard.engines.core.play.game import ScenarioError, ScenarioInfo
from grognard.engines.gmt.field.closed_hexes import min_columns
from grognard.engines.gmt.movement.extended import is_used
from grognard.engines.gmt.scenario.load import initial_state, load_setup, scenario_infos
from grognard.engines.gmt.setup import Setup
from tests.contract.spoiling import spoilt

OLDER = Path(__file__).parent / "older"
WRITTEN = [info for info in scenario_infos() if (OLDER / Path(info.path).name).exists()]
"""The scenarios that were written in that grammar."""
UNIT = "kind: infantry, class: line, values: {shock: 6, cohesion: 6, disordered_cohesion: 5, ma: 4}"
SMALL = f"""\
board:
  grid: {{kind: hex, columns: {{first: "01", last: "06", grow: west}}, rows: {{first: "01", last: "06", grow: north}}, shifted: {{columns: odd, toward: north}}, flat: top}}
forces:
- {{id: a, name: A, side: french, {UNIT}}}
- {{id: b, name: B, side: russian, {UNIT}}}
- {{id: c, name: C, side: russian, {UNIT}}}
length: {{turns: "2"}}
hours: ["0600", "0715"]
commands:
- {{id: line, name: Line, side: french, active: 1}}
- {{id: van, name: Van, side: russian, active: 1}}
- {{id: rest, name: Rest, side: russian, earliest: "2", enters: "0103"}}
units:
- {{unit: a, at: "0202", facing: 1}}
- {{unit: b, at: "0404", command: van}}
- {{unit: c, command: rest, reinforcement: "yes"}}
setup_zones:
- {{name: List, hexes: ["0403", "0404"], units: [b]}}
limits:
  french_min_column: "2"
  closed_entries: [{{at: "0103", side: french, until: rest, rule: sch.limits}}]
switches: {{jaeger_rules: "yes", extended_movement: french}}
victory: {{hold: "0404", first_holder: russian}}
"""


@pytest.mark.parametrize("info", WRITTEN, ids=lambda info: info.id)
def test_an_older_scenario_is_the_same_set_up(info: ScenarioInfo) -> None:
    today = load_setup(_without_new_words(load_setup(Path(info.path), {}).text), {})
    older = load_setup(OLDER / Path(info.path).name, {})
    for name in {field.name for field in fields(Setup)} - {"info", "text", "map"}:
        assert getattr(older, name) == getattr(today, name), name
    told = {"difficulty": "", "teaches": ""}  # what a library says is newer
    assert replace(older.info, path="") == replace(today.info, path="", **told)
    assert older.map.sides == today.map.sides
    assert list(initial_state(older, "").units) == list(initial_state(today, "").units)
    assert load_setup(older.text, {}).placed == today.placed


def _without_new_words(text: str) -> str:
    """A bundle without what the older grammar had no words for: units of another group than printed."""
    return re.sub(r"\{\s*\"rule\": \"belongs\",[^}]*\},\s*", "", text)


def test_all_it_says_is_kept() -> None:
    setup = load_setup(SMALL, {})
    assert (setup.turns, setup.hours, setup.objective) == (2, ("0600", "0715"), "0404")
    assert [(c.id, c.units, c.earliest, c.enters) for c in setup.commands] == [
        ("line", ("a",), 1, ""),
        ("van", ("b",), 1, ""),
        ("rest", ("c",), 2, "0103"),
    ]
    assert [(z.name, z.units, z.hexes) for z in setup.zones] == [("List", ("b",), ("0403", "0404"))]
    (closed,) = setup.every("closed_entry")
    assert (closed["until"], closed["cites"]) == ("rest", "sch.limits")
    assert min_columns(setup) == {"french": 2}
    assert [is_used(setup, side) for side in ("french", "russian")] == [True, False]
    assert setup.jaeger_rules


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("unit: a,", "unit: d,", "14:10: there is no unit d"),
        ("{unit: c,", "{unit: a,", "16:3: a has a place in the set-up already"),
        ("command: van", "command: den", "15:34: there is no command den"),
        ('b, at: "0404"', 'b, at: "0402"', "15:17: 0402 is not among the places to choose of"),
        ("units: [b]", "units: [b, d]", "18:52: there is no unit d"),
        ('enters: "0103"', 'enters: "0303"', "12:64: hex 0303 is not on the edge of the map"),
        (', enters: "0103"', "", "16:3: c waits in reserve, and rest enters nowhere"),
        ("until: rest", "until: rust", "21:54: there is no command rust"),
        ('hold: "0404"', 'hold: "0909"', "23:17: there is no hex 0909"),
        ('"0715"]', '"0715", "0830"]', "8:8: 3 names are given for 2 turns"),
        ("movement: french", "movement: dutch", "22:52: side must be french or"),
        ('jaeger_rules: "yes"', "jaegers: yes", "22:21: rule must be"),
        ("units:\n", "units: 7\nfeatures:\n", "13:8: setup must be a list"),
    ],
)
def test_its_faults_stand_where_they_were_written(old: str, new: str, expected: str) -> None:
    load_setup(SMALL, {})
    with pytest.raises(ScenarioError) as caught:
        load_setup(SMALL.replace(old, new, 1), {}, "mine")
    told = [f"{p.line}:{p.column}: {p.message}" for p in caught.value.problems]
    assert any(words.startswith(expected) for words in told), told


@pytest.mark.parametrize("seed", range(20))
def test_spoilt_it_is_refused_with_lines_or_sound(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    text = (OLDER / "shevardino.yaml").read_text("utf-8")
    path.write_bytes(spoilt(text, Random(f"older {seed}")))
    try:
        load_setup(path, {})
    except ScenarioError as wrong:
        assert all(problem.message for problem in wrong.problems)
        assert all(problem.line for problem in wrong.problems if "the file" not in problem.message)
