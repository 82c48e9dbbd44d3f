"""Every heading of a form or a sheet of the editor is a word of the language that is spoken."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grognard.app import spoken
from grognard.app.editor.window.preview import reader_of
from grognard.engines.core.data.schema import ListOf, Record, Schema
from grognard.engines.core.play.game import registry
from grognard.engines.core.scenario.envelope import SpecialRules

GAMES = ("gmt", "columbia", "europa", "eagle", "risorgimento")
SAME = {"id", "cm"}
"""What the language writes as English does."""


def keys(schema: Schema) -> Iterator[str]:
    """Give the keys of records, and the words of special rules, that a form has for its headings."""
    if isinstance(schema, Record):
        for key, part in schema.known.items():
            yield key
            yield from keys(part)
    elif isinstance(schema, ListOf):
        yield from keys(schema.item)
    elif isinstance(schema, SpecialRules):
        for word, record in schema.rules.items():
            yield word
            yield from keys(record)


@pytest.mark.parametrize("language", ["it", "ru"])
@pytest.mark.parametrize("name", GAMES)
def test_each_heading_is_in_the_catalogue(name: str, language: str) -> None:
    game = registry[name]
    envelope = reader_of(game).envelope
    known = spoken.language(language)
    parts = (envelope.schema, envelope.stage_schema, envelope.placing.arrival, *envelope.forces)
    found = {key for part in parts for key in keys(part)} - SAME
    assert len(found) > 50
    english = {key: game.term(key) for key in found}
    same = {key for key, words in english.items() if words.render(known) == words.key}
    # A word may be the same in both languages by chance; then the catalogue says so.
    bare = {key for key in same if english[key].context == "term"}
    assert not bare
