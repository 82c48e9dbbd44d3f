"""Every case of Napoleon's Greatest Gamble holds, and names only rules of the book."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from grognard.engines.core.proof.caserun import run_case
from grognard.engines.core.proof.cases import CaseResult, read_case
from tests.engines.europa.test_rulebook import BOOK

CASES = Path(__file__).parents[2] / "cases" / "europa"
FILES = sorted(CASES.rglob("*.yaml"))


@cache
def _result(file: Path) -> CaseResult:
    return run_case(file)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(CASES)))
def test_case_holds(file: Path) -> None:
    result = _result(file)
    assert result.ok, f"{file}:{result.line}: {result.difference}"
    assert not result.left_over


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(CASES)))
def test_case_exercises_the_rules_that_it_names(file: Path) -> None:
    named = set(read_case(file).data.get("rules", []))
    assert named <= set(BOOK.rules), f"{file} names rules that the book does not have"
    assert named <= _result(file).rules, f"{file} says it exercises {named - _result(file).rules}"


def test_names_of_cases_are_unique() -> None:
    names = [read_case(file).name for file in FILES]
    assert len(names) == len(set(names)), "two cases of one name"


def test_every_rule_that_the_engine_enforces_is_exercised() -> None:
    seen = frozenset().union(*(_result(file).rules for file in FILES))
    kept = {rule.id for rule in BOOK.rules.values() if rule.kind in ("enforce", "choice")}
    assert not kept - seen, "no case exercises these rules"
