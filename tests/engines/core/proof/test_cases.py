"""The runner of cases: what passes, and how it says what does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engines.core.play.game import ScenarioError
from grognard.engines.core.proof.caserun import run_case
from grognard.engines.core.proof.cases import read_case
from grognard.engines.core.proof.matching import matches
from tests.conftest import ROOT

FOLDER = ROOT / "tests" / "cases" / "fixture"
GUARD = (FOLDER / "guard-attacks.yaml").read_text("utf-8")


def changed(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """Write the guard's case with some words changed."""
    text = GUARD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "case.yaml"
    path.write_text(text, "utf-8")
    return path


def line_of(words: str, text: str = GUARD) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if words in line)


def test_a_case_runs_once_for_each_variation_and_gathers_rules() -> None:
    result = run_case(FOLDER / "guard-attacks.yaml")
    assert (result.difference, result.ok, result.runs) == ("", True, 3)
    assert result.rules == {"F.4", "F.5", "F.5.guard", "F.7"}


def test_a_board_can_stand_in_the_case() -> None:
    result = run_case(FOLDER / "gun-on-a-board.yaml")
    assert (result.difference, result.ok, result.runs) == ("", True, 1)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_case_of_the_fixture_game_holds(path: Path) -> None:
    result = run_case(path)
    assert (result.difference, result.ok) == ("", True)
    assert result.rules >= set(read_case(path).data["rules"])


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("sealed-orders", "offers: [hold, pass]", "offers: [hold]", "offered besides: pass"),
        ("sealed-orders", "hides: {unit: card-0}", "shows: {unit: card-0}", "view of public hides"),
        ("sealed-orders", "field: hidden", "field: name", "view of blue hides"),
        (
            "sealed-orders",
            "{unit: red-blank-west-1, field: name}",
            "{unit: red-blank-west-1}",
            "view of blue shows",
        ),
        ("sealed-orders", "verdict: null", "verdict: {winner: red}", "the verdict is None"),
        ("one-order-sealed", "sealed: {red: march}", "sealed: {}", "expected the decision of blue"),
        ("one-order-sealed", "no_ask: write_order", "no_ask: march_piece", "march_piece was asked"),
        (
            "one-order-sealed",
            "offers: [red-1], exactly",
            "offers: [blue-1], exactly",
            "is not offered",
        ),
        ("gun-at-nobody", "shortfall: F.6", "shortfall: F.5", "no shortfall by F.5; found ['F.6']"),
        ("gun-at-nobody", 'where: "${area}"', "where: east", "no shortfall by F.6"),
        (
            "gun-at-nobody",
            "unit: blue-1, at: east",
            "unit: blue-1, at: hill",
            "dice ran out at fire",
        ),
        ("take-back", '"yes"', '"no"', "cannot be taken back"),
        (
            "take-back",
            "natural: 4, modifiers: [[F.5.ambush, -1]]",
            "natural: 5, modifiers: [[F.5.ambush, -1]]",
            "natural is 4, expected 5",
        ),
        ("take-back", "{undo: 1}", "{undo: 9}", "cannot be taken back"),
        ("cards-are-drawn", "draws: [march, ", "draws: [", "draws ran out at card"),
        ("cards-are-drawn", "draws: [march,", "draws: [rally,", "rally is not in the pool"),
        ("cards-are-drawn", '${card}"]', '${card}", fire]', "dice or draws left over: fire"),
    ],
)
def test_each_form_of_step_can_fail(
    tmp_path: Path, name: str, old: str, new: str, words: str
) -> None:
    source = (FOLDER / f"{name}.yaml").read_text("utf-8")
    assert old in source
    path = tmp_path / "case.yaml"
    path.write_text(source.replace(old, new), "utf-8")
    result = run_case(path)
    assert not result.ok
    assert words in result.difference


@pytest.mark.parametrize(
    ("old", "new", "at", "words"),
    [
        ("result: won", "result: lost", "{roll: fight", "result is won, expected lost"),
        (
            "refused: F.4}\n  - {view: red",
            "refused: F.6}\n  - {view: red",
            "not_offered",
            "expected a refusal by F.6, got F.4: A march goes one area far.",
        ),
        (
            "route: [hill]}, refused: F.4",
            "route: [ford]}, refused: F.4",
            "route: [hill]",
            "is legal, expected a refusal by F.4",
        ),
        ("offers: [red-2]", "offers: [red-1]", "offers: [red-2]", "red-1 is not offered"),
        ("offers: [pass, ambush]", "offers: [pass]", "offers: [pass", "offered besides: ambush"),
        ("[[F.5.guard, 1]]", "[[F.5.guard, 2]]", "{roll: fight", "expected [('F.5.guard', '2')]"),
        ("areas: [west, ford, east]", "areas: [west]", "inquire", "expected ['west']"),
        ("hides: {unit: blue-1}", "hides: {unit: red-2}", "view: red", "shows {'unit': 'red-2'}"),
        (
            "- {seat: blue, ask",
            "- {no_ask: ambush}\n  - {seat: blue, ask",
            "ask: ambush",
            "ambush was asked",
        ),
        ("no_ask: aim", "undo: 1", "no_ask", "cannot be taken back"),
        ("no_ask: aim", "shortfall: F.6", "no_ask", "no shortfall by F.6"),
        ('dice: ["${die}"]', 'dice: ["${die}", 6]', "dice:", "dice or draws left over: 6"),
        ('dice: ["${die}"]', "dice: []", "ask: ambush", "the scripted dice ran out at fight"),
        ('dice: ["${die}"]', "dice: [7]", "ask: ambush", "7 is not a face of a die from 1 to 6"),
        ("winner: red", "winner: blue", "expect:", "expected {'winner': 'blue'"),
        ('pending: "null"', "pending: {seat: red}", "expect:", "the game has ended"),
        (
            "unit: red-2, at: hill",
            "unit: red-9, at: hill",
            "- {unit: red-2",
            "there is no block red-9",
        ),
    ],
)
def test_the_first_difference_is_told(
    tmp_path: Path, old: str, new: str, at: str, words: str
) -> None:
    result = run_case(changed(tmp_path, (old, new)))
    assert not result.ok
    assert words in result.difference
    expected = line_of(at)
    # The parts of a section begin on the line after its key.
    assert result.line in (expected, expected + 1)


def test_a_case_that_breaks_off_tells_the_dice_it_has_left(tmp_path: Path) -> None:
    text = (FOLDER / "cards-are-drawn.yaml").read_text("utf-8")
    path = tmp_path / "case.yaml"
    path.write_text(text.replace('${card}"]', '${card}", fire]').split("expect:")[0], "utf-8")
    result = run_case(path)
    assert result.ok, result.difference
    assert result.left_over == ("fire",)


def test_every_error_of_a_case_file_is_told_with_its_line(tmp_path: Path) -> None:
    path = changed(
        tmp_path,
        ("note:", "nota:"),
        ("result: won", "resultat: won"),
        ("{no_ask: aim}", "{ask: aim}"),
        ("scenario: picket\n", ""),
        ('natural: "${die}"', 'natural: "${dice}"'),
    )
    with pytest.raises(ScenarioError) as wrong:
        read_case(path)
    text = path.read_text("utf-8")
    found = {(problem.line, problem.message) for problem in wrong.value.problems}
    assert found >= {
        (line_of("nota:", text), "unknown key nota"),
        (line_of("resultat", text), "unknown key resultat"),
        (1, "a case has either a scenario or a board"),
        (line_of("${dice}", text), "nothing varies dice"),
    }
    assert line_of("{ask: aim}", text) in {line for line, _ in found}


@pytest.mark.parametrize(
    ("expected", "actual", "same"),
    [
        ("5", 5, True),
        ("5", 5.2, False),
        ("5.0", 5.2, False),
        ("5.2", 5.2, True),
        ("5", 6, False),
        ("yes", True, True),
        ("no", True, False),
        ("null", None, True),
        ("x", None, False),
        (["1", "2"], (1, 2), True),
        (["1"], (1, 2), False),
        ({"a": "1"}, {"a": 1, "b": 2}, True),
        ({"a": "1"}, {"b": 2}, False),
        ("word", "word", True),
        ("x", 3, False),
        ({"a": "1"}, 3, False),
    ],
)
def test_numbers_match_to_a_hundredth_and_all_else_exactly(
    expected: object, actual: object, same: bool
) -> None:
    assert matches(expected, actual) is same
