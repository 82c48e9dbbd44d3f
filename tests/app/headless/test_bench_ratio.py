"""The rules are compared with another commit and with other programs, as ratios."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.app.headless import bench_ratio
from grognard.app.headless.bench_ratio import NotMeasured, against, beside, read_anchors, rules
from tests.conftest import environment

SMALL = "columbia/mill-brook"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "grognard", "bench", *words]
    return subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)


def test_the_rate_of_the_rules_stands_beside_that_of_other_programs(tmp_path: Path) -> None:
    anchors = tmp_path / "anchors.json"
    anchors.write_text(json.dumps({SMALL: {"another": 1000, "a third": 0.5}}))
    done = run("--anchors", str(anchors), "--games", "1", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    own = found["decisions_per_processor_second"]
    assert found["scenario"] == SMALL
    assert own > 0
    assert found["beside"] == {"another": round(own / 1000, 2), "a third": round(own / 0.5, 2)}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"{SMALL}: {{another: 0}}\n", 1),
        (f"{SMALL}:\n  another: quick\n", 2),
        ("- a list\n", 1),
        (f"{SMALL}: {{}}\n", 1),
    ],
)
def test_a_faulty_file_of_rates_is_refused_with_its_line(
    text: str, line: int, tmp_path: Path
) -> None:
    path = tmp_path / "anchors.yaml"
    path.write_text(text)
    _, problems = read_anchors(path)
    assert [problem.line for problem in problems] == [line]
    done = run("--anchors", str(path))
    assert done.returncode == 2
    assert f"anchors.yaml:{line}" in done.stderr


def test_a_missing_file_of_rates_is_named(tmp_path: Path) -> None:
    _, problems = read_anchors(tmp_path / "none.yaml")
    assert len(problems) == 1


def test_two_programs_play_the_same_games_by_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """The median of the ratios of neighbours counts: that another program slows one round changes nothing."""
    seconds = iter([2.0, 1.0, 2.0, 1.0, 9.0, 1.0, 2.0, 1.0, 2.0, 8.0])
    folders: list[bool] = []

    def measured(scenario: str, games: int, folder: Path | None = None) -> dict[str, object]:
        folders.append(folder == Path("then"))
        return {"decisions": 100, "seconds": next(seconds), "ends": [scenario]}

    monkeypatch.setattr(bench_ratio, "measure_rules", measured)
    found = bench_ratio._compared(SMALL, Path("then"), 1, 5)
    assert folders == [True, False] * 5
    assert (found["ratio"], found["least"], found["most"]) == (2.0, 0.25, 9.0)
    assert found["same_games"]


def test_a_revision_that_is_none_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for words in ("no-such-revision", "--force"):
        with pytest.raises(NotMeasured, match="revision|know"):
            against(words, [SMALL])


def test_without_a_checkout_nothing_is_compared(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bench_ratio, "PROBE", tmp_path / "probe.py")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(NotMeasured, match="checkout"):
        against("HEAD", [SMALL])


def test_a_commit_is_as_quick_as_itself_and_plays_the_same_games() -> None:
    """The checkout beside its own last commit: rules that were not changed end every game alike."""
    if subprocess.run(["git", "rev-parse"], capture_output=True, check=False).returncode:
        pytest.skip("no git checkout")
    (found,) = against("HEAD", [SMALL], games=1, rounds=1)
    assert found["then"] > 0
    assert found["now"] > 0


def test_what_fails_is_said_in_a_sentence() -> None:
    with pytest.raises(NotMeasured, match="not measured"):
        rules(["columbia/no-such-battle"], 1)
    assert beside({"decisions_per_processor_second": 10}, {"x": 4.0})["beside"] == {"x": 2.5}
