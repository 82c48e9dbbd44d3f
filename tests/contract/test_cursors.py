"""A case may begin at any step: where it leaves out what the step wants, that is a fault of the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engines.core.play.game import ScenarioError, registry
from grognard.engines.core.proof.caserun import CaseRun
from grognard.engines.core.proof.cases import load_setup, read_case

GAMES = {
    "columbia": "shevardino",
    "eagle": "first-corps",
    "europa": "advanced-1812",
    "gmt": "shevardino",
    "risorgimento": "first-brigade",
}
CASE = """game: {game}
case: at-a-step
note: nobody is named
rules: []
scenario: {scenario}
set: {{turn: 2, phase: {cursor}}}
steps: []
"""


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_case_that_begins_at_a_step_fails_with_a_reason_or_not_at_all(
    name: str, tmp_path: Path
) -> None:
    path, cursors = tmp_path / "case.yaml", registry[name].turns[0].cursors
    wrong: dict[str, str] = {}
    for cursor in cursors:
        path.write_text(CASE.format(game=name, scenario=GAMES[name], cursor=cursor), "utf-8")
        case = read_case(path)
        values = next(case.variants())
        try:
            CaseRun(case, *load_setup(case, values), values)
        except ScenarioError as told:
            wrong[cursor] = str(told)
    assert len(cursors) > 10
    assert [words for words in wrong.values() if "the engine failed" in words] == []
    if name in ("eagle", "columbia"):  # of the others a step is played by whoever is named before
        assert any("is played with somebody active" in words for words in wrong.values())
