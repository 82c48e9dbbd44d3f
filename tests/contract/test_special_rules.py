"""What a scenario may bring in rests on rules of the rulebook: the editor shows them beside its forms."""

from __future__ import annotations

import pytest

from grognard.app.editor.window.preview import reader_of
from grognard.engines.core.play.game import registry
from grognard.engines.core.proof.rulebook import Rulebook


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_special_rules_and_victory_name_rules_of_the_book(game: str) -> None:
    known = registry[game]
    book, _ = Rulebook.load(known.data())
    assert book is not None
    envelope = reader_of(known).envelope
    rests = {one.word: one.rules for one in envelope.special}
    if envelope.victory is not None:
        rests["victory"] = envelope.won_by
    assert [word for word, rules in rests.items() if not rules] == []
    named = {rule for rules in rests.values() for rule in rules}
    assert named <= set(book.rules)
