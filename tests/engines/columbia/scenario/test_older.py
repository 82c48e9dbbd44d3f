"""Scenarios of the grammar before there were stages are read as those of today."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from grognard.engines.columbia.scenario.load import load_setup, scenario_infos
from grognard.engines.core.play.game import ScenarioError, ScenarioInfo
from tests.contract.spoiling import spoilt

OLDER = Path(__file__).parent / "older"
WRITTEN = [info for info in scenario_infos() if (OLDER / Path(info.path).name).exists()]
"""The scenarios that were written in that grammar."""
SMALL = """\
board: {grid: [[a, b], [c, d]]}
days:
- day: "7"
  hours: {first: 6 AM, last: 8 AM}
  stacking: [french]
  line: "no"
  setup:
  - {block: napoleon, at: a}
  - {block: davout, at: [a, b]}
  - {corps: fr-1, within: davout}
  - {corps: fr-3, absent: "yes"}
  reduced: [i-2-friant]
"""


@pytest.mark.parametrize("info", WRITTEN, ids=lambda info: info.id)
def test_an_older_scenario_is_the_same_set_up(info: ScenarioInfo) -> None:
    today = load_setup(Path(info.path), {})
    older = load_setup(OLDER / Path(info.path).name, {})
    for name in ("types", "days", "options", "corps_names", "redeploy", "sides"):
        assert getattr(older, name) == getattr(today, name), name
    told = {"difficulty": "", "teaches": ""}  # what a library says is newer
    assert replace(older.info, path="") == replace(today.info, path="", **told)
    assert older.ground.areas == today.ground.areas
    assert load_setup(older.text, {}).days == today.days


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("block: napoleon", "block: napoloen", "8:13: there is no block napoloen"),
        ("at: [a, b]", "at: [a, e]", "9:29: there is no area e"),
        ("corps: fr-1", "corps: fr-9", "10:13: there is no corps fr-9"),
        ("within: davout", "within: i-2-friant", "10:27: i-2-friant is no HQ"),
        ("[i-2-friant]", "[i-2-friend]", "12:13: there is no block i-2-friend"),
        ("last: 8 AM", "last: 5 AM", "4:30: turns must be a whole number"),
        ("  - {block: davout", "  - 7\n  - {block: davout", "9:5: an item of setup must be"),
        ("  setup:", "  setup: 7\n  lines:", "7:10: setup must be a list"),
        ("days:\n", "days: 7\nhours:\n", "2:7: stages must be a list"),
        ("stacking: [french]", "stacking: [dutch]", "5:14: an item of side must be french or"),
    ],
)
def test_its_faults_stand_where_they_were_written(old: str, new: str, expected: str) -> None:
    load_setup(SMALL, {})
    with pytest.raises(ScenarioError) as caught:
        load_setup(SMALL.replace(old, new), {}, "mine")
    told = [f"{p.line}:{p.column}: {p.message}" for p in caught.value.problems]
    assert any(words.startswith(expected) for words in told), told


@pytest.mark.parametrize("seed", range(20))
def test_spoilt_it_is_refused_with_lines_or_sound(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(spoilt((OLDER / "campaign.yaml").read_text("utf-8"), Random(f"older {seed}")))
    try:
        load_setup(path, {})
    except ScenarioError as wrong:
        assert all(problem.message for problem in wrong.problems)
        assert all(problem.line for problem in wrong.problems if "the file" not in problem.message)
