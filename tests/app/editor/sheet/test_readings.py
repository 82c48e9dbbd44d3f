"""Words of a cell are what their field takes: numbers as people write them, names as they are called."""

from __future__ import annotations

import pytest

from grognard.app.editor.sheet.readings import Reader, Reading
from grognard.engines.core.data.schema import Bool, Int, ListOf, Number, Record, Str
from grognard.engines.core.scenario.fields import ID

SCHEMA = Record(
    {"id": ID, "men": Int(0, 9999), "kind": Str(choices=("foot", "horse"))},
    {
        "sp": Number(0, 40),
        "strength": ListOf(Number(0, 40), 1, 10, single=True),
        "steps": ListOf(Int(0, 9)),
        "guard": Bool(),
        "corps": ID,
    },
)


@pytest.fixture
def reader() -> Reader:
    made = Reader(SCHEMA, lambda word: {"foot": "infantry", "horse": "cavalry"}.get(word, word))
    made.titles = {("corps",): {"i-corps": "I Corps"}}
    return made


@pytest.mark.parametrize(
    ("field", "words", "value"),
    [
        ("men", "1.500", "1500"),
        ("men", "1,500", "1500"),
        ("men", "1 500", "1500"),
        ("men", "1500,0", "1500"),
        ("sp", "4,5", "4.5"),
        ("sp", "4.5", "4.5"),
        ("steps", "4, 3, 2", ["4", "3", "2"]),
        ("guard", "TRUE", "yes"),
        ("kind", "Infantry", "foot"),
        ("kind", "horse", "horse"),
        ("corps", "i corps", "i-corps"),
        ("men", "", ""),
    ],
)
def test_words_are_understood(reader: Reader, field: str, words: str, value: object) -> None:
    assert reader.read((field,), words).value == value
    assert not reader.read((field,), words).why


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("men", "many"),
        ("men", "1.5"),
        ("sp", "400"),
        ("kind", "ship"),
        ("steps", "4, x"),
        ("id", "Old Guard"),
    ],
)
def test_what_a_field_cannot_hold_says_why(reader: Reader, field: str, words: str) -> None:
    assert reader.read((field,), words).why


def test_a_comma_that_may_mean_two_things_is_in_doubt(reader: Reader) -> None:
    assert reader.read(("strength",), "5,5") == Reading(["5.5"], doubt=True)
    assert reader.read(("sp",), "1,500").doubt
    assert not reader.read(("sp",), "4,5").doubt
    reader.decimal = False
    assert reader.read(("strength",), "5,5") == Reading(["5", "5"], doubt=True)


def test_a_choice_that_is_none_is_told_what_there_is(reader: Reader) -> None:
    assert reader.read(("kind",), "ship").why == "it is one of: infantry, cavalry"
