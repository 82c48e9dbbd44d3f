"""A rule is shown by its printed number and title, by its title alone where the book has no numbers."""

from __future__ import annotations

import pytest

from grognard.app.rulebook.shelf import shelf
from grognard.app.rulenames import RuleNames
from grognard.engines.core.play.game import registry


@pytest.mark.parametrize(
    ("rule", "title", "called"),
    [
        ("9.61", "Results", "9.61 Results"),
        ("5.28.attempt", "Individual Orders", "5.28 Individual Orders"),
        ("E.2.2.square", "Square", "E.2.2 Square"),
        ("3.C", "Activation", "3.C Activation"),
        ("combat.roll", "The die", "The die"),
        ("bor.5", "Burning", "Burning"),
    ],
)
def test_number_and_title(rule: str, title: str, called: str) -> None:
    names = RuleNames()
    assert names.called(rule) == rule  # of no book that is known
    names.speak_of({rule: title})
    assert names.called(rule) == called


@pytest.mark.parametrize("game", [name for name in registry.games() if name != "fixture"])
def test_no_rule_of_a_game_is_called_by_its_id(game: str) -> None:
    book = shelf(game).book
    assert book is not None
    names = RuleNames()
    names.speak_of({rule.id: rule.title for rule in book.rules.values()})
    for rule in book.rules.values():
        assert names.called(rule.id).endswith(rule.title)
        tail = rule.id.rpartition(".")[2]
        if "." in rule.id and tail.isalpha() and tail.islower():
            assert rule.id not in names.called(rule.id)
