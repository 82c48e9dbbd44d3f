"""Every case of Borodino 1812 holds and names rules of the book; together they exercise it all."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from grognard.engines.core.play.game import registry
from grognard.engines.core.proof.rulebook import Rulebook
from tests.engines.casefiles import named_by, names_of, result_of, unexercised

CASES = Path(__file__).parents[2] / "cases" / "columbia"
FILES = sorted(CASES.rglob("*.yaml"))
KINDS = {"enforce", "choice"}


@cache
def _book() -> Rulebook:
    book, problems = Rulebook.load(registry["columbia"].data())
    assert book is not None, f"the rulebook cannot be read: {problems}"
    return book


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(CASES)))
def test_case_holds(file: Path) -> None:
    result = result_of(file)
    assert result.ok, f"{file}:{result.line}: {result.difference}"
    assert not result.left_over


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(CASES)))
def test_case_names_only_rules_of_the_book(file: Path) -> None:
    wrong = named_by(file) - set(_book().rules)
    assert not wrong, f"{file} names rules that the book does not have"


def test_names_of_cases_are_unique() -> None:
    names = names_of(FILES)
    assert len(names) == len(set(names)), "two cases of one name"


def test_every_rule_that_is_enforced_or_chosen_is_exercised() -> None:
    rules = _book().rules.values()
    scope = {rule.id for rule in rules if rule.kind in KINDS}
    assert not unexercised(scope, FILES), "rules no case exercises"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(CASES)))
def test_the_engine_speaks_only_of_rules_of_the_book(file: Path) -> None:
    assert not result_of(file).rules - set(_book().rules) - {""}


@pytest.mark.parametrize(
    ("chapter", "count"),
    [
        ("0", 4),
        ("1", 4),
        ("2", 11),
        ("3", 29),
        ("4", 18),
        ("5", 45),
        ("flank", 4),
        ("6", 58),
        ("7", 16),
        ("8", 11),
        ("9", 24),
    ],
)
def test_the_book_has_every_rule_of_a_chapter(chapter: str, count: int) -> None:
    assert len(_book().in_chapter(chapter)) == count
