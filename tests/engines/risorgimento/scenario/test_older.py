"""Scenarios of the grammar before there were stages are read as those of today."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from grognard.engines.core.play.game import ScenarioError, ScenarioInfo
from grognard.engines.risorgimento.scenario.load import initial_state, load_setup, scenario_infos
from grognard.engines.risorgimento.setup import Setup
from tests.contract.spoiling import spoilt

OLDER = Path(__file__).parent / "older"
WRITTEN = [info for info in scenario_infos() if (OLDER / Path(info.path).name).exists()]
"""The scenarios that were written in that grammar."""
SAME = [
    "types",
    "posts",
    "formations",
    "formation_names",
    "above",
    "placed",
    "arrivals",
    "objectives",
    "home",
    "turns",
    "clock",
    "level",
    "special",
    "worn",
    "scale",
    "options",
]
"""The fields of a set-up that two of them are compared by."""
SMALL = """\
board: {size: [60, 40], patches: [{terrain: water, id: brook, line: [[30, 0], [30, 40]], width: 2}]}
turns: "6"
formations:
- {id: reds, name: Reds, side: allied, army: french}
- {id: whites, name: Whites, side: austrian, army: austrian}
units:
- {id: foot, name: Foot, formation: reds, quality: french_line, strength: ["6", "6"]}
- {id: hunters, name: Hunters, formation: whites, quality: austrian_jager, strength: "8"}
setup:
- {unit: foot-1, at: [10, 20], heading: 0}
- {unit: foot-2, at: [10, 10]}
- {commander: allied-chief, at: [20, 10]}
- {unit: hunters, at: [50, 10]}
arrivals:
- {formation: whites, turn: "2"}
objectives:
- {id: mill, name: Mill, at: [48, 10], first: austrian}
worn: [{formation: reds, vm: "1"}]
visibility: [{turn: "3", cm: 8}]
special: {storm: "3 5", storm_fire: "-3", wade: brook foot-1 foot-2, exit: allied 60 0 6 3}
"""


def same(older: Setup, today: Setup) -> None:
    for name in SAME:
        assert getattr(older, name) == getattr(today, name), name
    told = {"difficulty": "", "teaches": ""}  # what a library says is newer
    assert replace(older.info, path="") == replace(today.info, path="", **told)
    assert older.table.patches == today.table.patches
    assert initial_state(older, "1") == initial_state(today, "1")


@pytest.mark.parametrize("info", WRITTEN, ids=lambda info: info.id)
def test_an_older_scenario_is_the_same_set_up(info: ScenarioInfo) -> None:
    today = load_setup(Path(info.path), {})
    older = load_setup(OLDER / Path(info.path).name, {})
    same(older, today)
    same(load_setup(older.text, {}), today)


def test_a_scenario_given_as_text_is_read_whole() -> None:
    setup = load_setup(SMALL, {})
    assert setup.special == {
        "storm": ({"rule": "storm", "first": 3, "last": 5, "fire": -3},),
        "wade": ({"rule": "wade", "zone": "brook", "piece": ["foot-1", "foot-2"]},),
        "exit": ({"rule": "exit", "side": "allied", "point": [60, 0], "after": 6, "points": 3},),
        "visibility": ({"rule": "visibility", "turn": 3, "cm": 8},),
    }
    assert setup.worn == {"foot-1": 1, "foot-2": 1}
    assert [(one.formation, one.turn) for one in setup.arrivals] == [("whites", 2)]
    assert setup.placed["allied-chief"][0].centre == (20, 10)
    assert setup.turns == 6


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("unit: foot-2", "unit: foot-9", "11:10: there is no unit or commander foot-9"),
        ("at: [10, 10]", "at: [10, x]", "11:27: an item of pose must be a number"),
        ("at: [10, 10]", "sector: mill-1", "11:26: there is no sector mill-1"),
        ("commander: allied", "unit: foot-1, commander: allied", "12:18: unknown key commander"),
        ("formation: whites, turn", "formation: white, turn", "15:15: there is no formation white"),
        ("at: [48, 10]", "at: [48]", "17:30: point must"),
        ('vm: "1"', 'vm: "12"', "18:30: worn must be"),
        ("cm: 8", "cm: far", "19:30: cm must be"),
        ('"3 5"', "often", "20:18: first must be a whole number"),
        ("brook foot-1", "brook foot-7", "20:49: there is no unit or commander foot-7"),
        ("exit: allied 60 0 6 3", "exit: allied 60 0", "20:76: side must be allied or austrian"),
        ("exit: allied", "exist: allied", "20:70: rule must be passive"),
        ("turns:", "turns: []\nx:", "2:8: turns must be"),
        ("quality: french_line", "quality: french_lin", "7:52: quality must be"),
        ("setup:\n", "setup: 7\nlines:\n", "9:8: setup must be a list"),
    ],
)
def test_its_faults_stand_where_they_were_written(old: str, new: str, expected: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        load_setup(SMALL.replace(old, new), {}, "mine")
    told = [f"{p.line}:{p.column}: {p.message}" for p in caught.value.problems]
    assert any(words.startswith(expected) for words in told), told


@pytest.mark.parametrize("seed", range(20))
def test_spoilt_it_is_refused_with_lines_or_sound(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(
        spoilt((OLDER / "first-brigade.yaml").read_text("utf-8"), Random(f"older {seed}"))
    )
    try:
        load_setup(path, {})
    except ScenarioError as wrong:
        assert all(problem.message for problem in wrong.problems)
        assert all(problem.line for problem in wrong.problems if "the file" not in problem.message)
