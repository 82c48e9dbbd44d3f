"""Every case of The Eagle and the Lion holds, and names only rules of the book."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engines.casefiles import named_by, names_of, result_of, unexercised
from tests.engines.eagle.test_rulebook import BOOK

CASES = Path(__file__).parents[2] / "cases" / "eagle"
FILES = sorted(CASES.rglob("*.yaml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(CASES)))
def test_case_holds(file: Path) -> None:
    result = result_of(file)
    assert result.ok, f"{file}:{result.line}: {result.difference}"
    assert not result.left_over


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(CASES)))
def test_case_exercises_the_rules_that_it_names(file: Path) -> None:
    named = named_by(file)
    assert named <= set(BOOK.rules), f"{file} names rules that the book does not have"
    assert named <= result_of(file).rules, (
        f"{file} says it exercises {named - result_of(file).rules}"
    )


def test_names_of_cases_are_unique() -> None:
    names = names_of(FILES)
    assert len(names) == len(set(names)), "two cases of one name"


def test_every_rule_that_the_engine_enforces_is_exercised() -> None:
    kept = {rule.id for rule in BOOK.rules.values() if rule.kind in ("enforce", "choice")}
    assert not unexercised(kept, FILES), "no case exercises these rules"
