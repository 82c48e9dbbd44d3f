import pytest

from grognard.engines.core.data.yamlio import Plain, load_file
from grognard.engines.core.proof.rulebook import Rulebook
from tests.conftest import ROOT

HERE = ROOT / "engines" / "eagle"
BOOK, PROBLEMS = Rulebook.load(HERE)


def plain(name: str) -> Plain:
    node, problems = load_file(HERE.joinpath(name))
    assert problems == []
    assert node is not None
    return node.plain()


def cited(content: object, keys: tuple[str, ...] = ("rule", "rules")) -> set[str]:
    """Every rule that a file names, however deep."""
    if isinstance(content, list):
        return {rule for item in content for rule in cited(item, keys)}
    if not isinstance(content, dict):
        return set()
    found = {rule for value in content.values() for rule in cited(value, keys)}
    for key in keys:
        value = content.get(key, [])
        named = value if isinstance(value, list) else [value]
        found |= {rule for rule in named if isinstance(rule, str)}
    return found


def test_the_rulebook_has_every_rule_and_no_fault() -> None:
    assert PROBLEMS == []
    assert BOOK is not None
    assert len(BOOK.rules) == 346
    assert {rule.kind for rule in BOOK.rules.values()} == {"enforce", "choice", "component", "info"}


def test_chapters_are_in_order_and_none_is_empty() -> None:
    assert BOOK is not None
    order = [chapter.id for chapter in BOOK.chapters]
    met = list(dict.fromkeys(rule.chapter for rule in BOOK.rules.values()))
    assert met == order


def test_no_rule_sends_the_reader_to_itself() -> None:
    assert BOOK is not None
    assert [rule.id for rule in BOOK.rules.values() if rule.id in rule.see] == []


def test_optional_rules_are_one_chapter() -> None:
    assert BOOK is not None
    assert {rule.chapter for rule in BOOK.rules.values() if rule.optional} == {"opt"}
    assert all(rule.optional for rule in BOOK.in_chapter("opt"))


def test_every_table_is_named_by_a_rule() -> None:
    assert BOOK is not None
    named = {table for rule in BOOK.rules.values() for table in rule.tables}
    assert set(BOOK.tables) - named == {"terms"}


@pytest.mark.parametrize("name", ["tables.yaml", "orders.yaml", "cards.yaml"])
def test_every_rule_that_a_file_cites_exists(name: str) -> None:
    assert BOOK is not None
    rules = cited(plain(name))
    assert rules
    assert rules - set(BOOK.rules) == set()


def test_every_row_of_a_table_has_its_columns() -> None:
    assert BOOK is not None
    missing = {
        f"{table.id}: {column}"
        for table in BOOK.tables.values()
        for column in table.columns
        if not any(column in row for row in table.rows)
    }
    assert missing == set()
