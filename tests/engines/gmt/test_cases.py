"""Every case of Borodino holds, says truly which rules it exercises, and together they reach all."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from grognard.engines.core.data.yamlio import load_file
from grognard.engines.core.play.game import registry
from tests.engines.casefiles import named_by, names_of, result_of, unexercised

CASES = Path(__file__).parents[2] / "cases" / "gmt"
FILES = sorted(CASES.rglob("*.yaml"))
KINDS = {"enforce", "choice"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(CASES)))
def test_case_holds(file: Path) -> None:
    result = result_of(file)
    assert result.ok, f"{file}:{result.line}: {result.difference}"
    assert not result.left_over


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(CASES)))
def test_case_names_only_rules_of_the_book(file: Path) -> None:
    known = {rule["id"] for rule in _rules()}
    wrong = named_by(file) - known
    assert not wrong, f"{file} names rules that the book does not have"


def test_names_of_cases_are_unique() -> None:
    names = names_of(FILES)
    assert len(names) == len(set(names)), "two cases of one name"


def test_every_rule_in_scope_is_exercised() -> None:
    scope = {rule["id"] for rule in _rules() if rule["kind"] in KINDS}
    assert unexercised(scope, FILES) == set(), "rules no case exercises"


@cache
def _rules() -> tuple[dict[str, str], ...]:
    folder = registry["gmt"].data()
    node, problems = load_file(Path(str(folder.joinpath("rules.yaml"))))
    assert node is not None, f"the rulebook cannot be read: {problems}"
    plain = node.plain()
    assert isinstance(plain, dict), "the rulebook is a mapping"
    return tuple(plain["rules"])
