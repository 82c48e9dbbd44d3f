"""What a case may compare: facts of the position, parts of lists, and in its midst."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engines.core.data.text import text
from grognard.engines.core.play.game import registry
from grognard.engines.core.proof.caserun import run_case
from grognard.engines.core.proof.matching import matches
from grognard.engines.core.show.asks import Ask, Listed, Subset, as_listed, meant
from tests.conftest import ROOT

CASES = ROOT / "tests" / "cases" / "fixture"

FIXTURE = """\
game: fixture
case: compared
scenario: picket
set:
  phase: arrange
  active: blue
  place: [{unit: red-1, at: west}, {unit: blue-1, at: east}, {unit: blue-2, at: east}, {unit: blue-3, at: hill}]
  hands: {red: [march], blue: []}
draws: [march, fire, hold]
steps:
"""


def difference(tmp_path: Path, steps: str) -> tuple[int, str]:
    """Run a case of these steps; return the line among them, and the words, of the first difference."""
    path = tmp_path / "case.yaml"
    path.write_text(FIXTURE + steps, "utf-8")
    result = run_case(path)
    return result.line - FIXTURE.count("\n"), result.difference


DONE = "- {seat: blue, ask: arrange, choose: done}\n"


@pytest.mark.parametrize(
    "check",
    [
        "facts: {phase: arrange, active: blue}",
        "facts: {hands: {red: [march], blue: []}}",
        "facts: {hands: {red: {has: march}, blue: {lacks: [march]}}}",
        "units: {blue-1: {at: east}}",
        "pending: {seat: blue, ask: arrange}",
        'verdict: "null"',
    ],
)
def test_a_check_looks_at_the_moment_it_stands_in(tmp_path: Path, check: str) -> None:
    assert difference(tmp_path, f"- {{check: {{{check}}}}}\n{DONE}")[1] == ""


@pytest.mark.parametrize(
    ("check", "words"),
    [
        ("facts: {phase: orders}", "phase is"),
        ("facts: {hands: {blue: {has: [march]}}}", "hands is"),
        ("facts: {hands: {red: {lacks: [march]}}}", "hands is"),
        ("facts: {hand: {}}", "the position has no hand; did you mean hands?"),
        ("units: {blue-1: {at: hill}}", "blue-1: at is"),
        ("pending: {seat: red}", "expected the decision of red"),
        ('pending: "null"', "expected no further decision"),
        ("verdict: {winner: red}", "the verdict is None"),
    ],
)
def test_a_check_can_fail_where_it_stands(tmp_path: Path, check: str, words: str) -> None:
    line, said = difference(tmp_path, f"- {{check: {{{check}}}}}\n{DONE}")
    assert (line, said.startswith(words)) == (1, True), said


def test_a_check_answers_nothing(tmp_path: Path) -> None:
    asked = "- {check: {pending: {seat: blue, ask: arrange}}}\n"
    assert difference(tmp_path, asked * 2 + DONE)[1] == ""


@pytest.mark.parametrize(
    ("wanted", "there", "same"),
    [
        ({"has": ["a"]}, ("a", "b"), True),
        ({"has": "b"}, ("a", "b"), True),
        ({"has": ["a", "c"]}, ("a", "b"), False),
        ({"lacks": ["c"]}, ("a", "b"), True),
        ({"lacks": ["c", "b"]}, ("a", "b"), False),
        ({"has": ["a"], "lacks": ["b"]}, ["a"], True),
        ({"has": ["1"]}, [1, 2], True),
        ({"has": ["a"]}, {"a"}, True),
        ({"hass": ["a"]}, ("a",), False),
        ({}, ("a",), False),
        ({"has": ["a"]}, "a", False),
        ({"has": [{"at": "x"}]}, [{"at": "x", "b": 1}], True),
    ],
)
def test_a_list_has_or_lacks(wanted: object, there: object, same: bool) -> None:
    assert matches(wanted, there) is same


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ("{piece: red-1, at: hill}", ""),
        ("{piece: red-7, at: hill}", "there is no red-7; did you mean red-"),
        ("{piece: blue-1, at: hull}", "there is no hull; did you mean hill?"),
        ("{place: blue-1, at: hill}", "it is no answer to this question"),
        ("{piece: blue-1, at: hill, by: red-1}", "it is no answer to this question"),
        ("dune", "did you mean done?"),
    ],
)
def test_what_no_question_could_take_is_not_passed_as_not_offered(
    tmp_path: Path, choice: str, words: str
) -> None:
    _, said = difference(tmp_path, f"- {{seat: blue, not_offered: {choice}}}\n{DONE}")
    assert (said == "") if not words else (words in said and "is malformed" in said)


def test_the_files_after_one_that_fails_are_run(tmp_path: Path) -> None:
    """Whatever is wrong with a file comes back as its result."""
    faulty = {
        "broken.yaml": "game: [",
        "nothing.yaml": "",
        "binary.yaml": "\xff\x00",
        "stranger.yaml": "game: nobody\ncase: x\nscenario: x\n",
        "nested.yaml": "game: fixture\ncase: x\nscenario: picket\nset: {place: [[[[{}]]]]}\n",
    }
    for name, held in faulty.items():
        (tmp_path / name).write_text(held, "latin-1")
        result = run_case(tmp_path / name)
        assert not result.ok
        assert result.difference
    assert not run_case(tmp_path / "absent.yaml").ok
    assert not run_case(tmp_path).ok


def test_an_engine_that_fails_fails_its_own_case_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> object:
        raise KeyError("commander")

    path = tmp_path / "case.yaml"
    path.write_text(FIXTURE + DONE, "utf-8")
    monkeypatch.setattr(type(registry["fixture"]), "initial", fails)
    result = run_case(path)
    assert (result.ok, result.line) == (False, 2)
    assert result.difference == f"{path}:2: the engine failed: KeyError: 'commander'"


def test_what_is_wrong_in_a_board_is_told_at_its_line(tmp_path: Path) -> None:
    board = (CASES / "gun-on-a-board.yaml").read_text("utf-8")
    lines = board.splitlines()
    at = lines.index("  turns: 2")
    lines[at] = "  turns: [two,\n    none]"
    path = tmp_path / "case.yaml"
    path.write_text("\n".join(lines), "utf-8")
    problems = run_case(path).problems
    assert [problem.file for problem in problems] == [str(path)] * len(problems)
    assert at + 1 in [problem.line for problem in problems], [str(problem) for problem in problems]


def test_a_subset_in_whatever_order_is_the_same_choice() -> None:
    ask = Ask("red", "who", text("Who goes?"), ("F.1",), Subset(("a", "b", "c"), 1, 2), "subset")
    assert as_listed(ask, {"subset": ["b", "a"]}) == {"subset": ["a", "b"]}
    assert as_listed(ask, {"subset": ["c", "z", "a"]}) == {"subset": ["a", "c", "z"]}
    assert meant(ask, {"subset": ["c", "b"]}) == {"subset": ["b", "c"]}


def test_the_order_of_other_lists_counts() -> None:
    ask = Ask(
        "red", "who", text("Who fires?"), ("F.1",), Listed([{"pieces": ["a", "b"]}]), "target"
    )
    assert as_listed(ask, {"pieces": ["b", "a"]}) == {"pieces": ["b", "a"]}
    assert meant(ask, {"pieces": ["b", "a"]}) is None
