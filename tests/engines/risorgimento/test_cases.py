"""Every case of Risorgimento 1859 holds, says truly which rules it exercises, and has its own name."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from grognard.engines.core.data.yamlio import load_file
from grognard.engines.core.play.game import registry
from tests.engines.casefiles import named_by, names_of, result_of

CASES = Path(__file__).parents[2] / "cases" / "risorgimento"
FILES = sorted(CASES.rglob("*.yaml"))
LEFT_OUT = {"scale.25mm"}
"""The doubled scale for 25 mm figures is a choice of the figures' owner, and no option of the game."""
KINDS = {"enforce", "choice"}


def _named(file: Path) -> str:
    return str(file.relative_to(CASES))


@pytest.mark.parametrize("file", FILES, ids=_named)
def test_case_holds(file: Path) -> None:
    result = result_of(file)
    assert result.ok, f"{file}:{result.line}: {result.difference}"
    assert not result.left_over


@pytest.mark.parametrize("file", FILES, ids=_named)
def test_case_exercises_the_rules_it_names(file: Path) -> None:
    named = named_by(file)
    assert named, "a case names the rules it is about"
    assert named - result_of(file).rules == set(), "rules the engine never spoke of"


@pytest.mark.parametrize("file", FILES, ids=_named)
def test_case_names_only_rules_of_the_book(file: Path) -> None:
    known = {rule["id"] for rule in _rules()}
    wrong = named_by(file) - known
    assert not wrong, "rules that the book does not have"


def test_names_of_cases_are_unique() -> None:
    names = names_of(FILES)
    assert len(names) == len(set(names)), "two cases of one name"


def test_every_rule_in_scope_is_exercised() -> None:
    scope = {rule["id"] for rule in _rules() if rule["kind"] in KINDS} - LEFT_OUT
    spoken = frozenset[str]().union(*(result_of(file).rules for file in FILES))
    assert len(scope) > 150
    assert scope - spoken == set(), "rules no case exercises"


@cache
def _rules() -> tuple[dict[str, str], ...]:
    folder = registry["risorgimento"].data()
    node, problems = load_file(Path(str(folder.joinpath("rules.yaml"))))
    assert node is not None, f"the rulebook cannot be read: {problems}"
    plain = node.plain()
    assert isinstance(plain, dict), "the rulebook is a mapping"
    return tuple(plain["rules"])
