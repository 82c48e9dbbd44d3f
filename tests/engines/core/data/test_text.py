"""Phrases: holes, counts, enumerations, names that a language declines; a language is a file."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from grognard.engines.core.data.codec import decode, encode
from grognard.engines.core.data.language import language, languages
from grognard.engines.core.data.text import (
    ENGLISH,
    Text,
    all_of,
    counted,
    counting,
    either,
    named,
    speak,
    text,
    verbatim,
)
from tests.contract.pseudo import PSEUDO

RUSSIAN = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgid "{n} hit has no target left."
msgid_plural "{n} hits have no target left."
msgstr[0] "{n} попадание осталось без цели."
msgstr[1] "{n} попадания остались без цели."
msgstr[2] "{n} попаданий остались без цели."

msgid "{unit} fires at {target}."
msgstr "{unit} стреляет: огонь против {target:genitive}."

msgctxt "unit"
msgid "Compans"
msgstr "Компан"

msgctxt "unit genitive"
msgid "Compans"
msgstr "Компана"

msgid "{first} and {last}"
msgstr "{first} и {last}"

#, fuzzy
msgid "Stay"
msgstr "?"
"""
HITS = counting("{n} hit has no target left.", "{n} hits have no target left.")


@pytest.fixture
def russian(tmp_path: Path):
    (tmp_path / "ru.po").write_text(RUSSIAN, "utf-8")
    return language("ru", [tmp_path])


def test_a_packed_catalogue_says_the_same_and_gives_way_to_a_plain_one(tmp_path: Path) -> None:
    (tmp_path / "ru.po.xz").write_bytes(lzma.compress(RUSSIAN.encode()))
    assert languages([tmp_path]) == ("en", "ru")
    kept = tmp_path / "kept"
    for _ in range(2):  # the second time it is there compiled
        assert language("ru", [tmp_path], kept).pgettext("unit", "Compans") == "Компан"
    (tmp_path / "ru.po").write_text(RUSSIAN.replace('"Компан"', '"Компанс"'), "utf-8")
    assert languages([tmp_path]) == ("en", "ru")
    assert language("ru", [tmp_path], kept).pgettext("unit", "Compans") == "Компанс"


def test_a_phrase_fills_its_holes() -> None:
    assert str(text("{unit} moves to {hex}.", unit="Compans", hex="4008")) == (
        "Compans moves to 4008."
    )
    assert str(text("{first}: {then}", first=text("Stay"), then=3)) == "Stay: 3"


@pytest.mark.parametrize(("n", "words"), [(0, "hits have"), (1, "hit has"), (2, "hits have")])
def test_a_phrase_counts(n: int, words: str) -> None:
    assert str(HITS.fill(n=n)) == f"{n} {words} no target left."
    assert counted("{n} man", "{n} men", n=1, unit="x").args == (("n", 1), ("unit", "x"))


@pytest.mark.parametrize(
    ("n", "words"),
    [
        (1, "1 попадание осталось без цели."),
        (3, "3 попадания остались без цели."),
        (11, "11 попаданий остались без цели."),
    ],
)
def test_russian_counts_in_three_forms(russian, n: int, words: str) -> None:
    assert HITS.fill(n=n).render(russian) == words


def test_a_language_declines_names_and_keeps_what_it_does_not_know(russian) -> None:
    fires = text("{unit} fires at {target}.", unit="Compans", target="Compans")
    assert fires.render(russian) == "Компан стреляет: огонь против Компана."
    unknown = text("{unit} fires at {target}.", unit="Ney", target=named("unit", "Ney"))
    assert unknown.render(russian) == "Ney стреляет: огонь против Ney."
    assert text("Stay").render(russian) == "Stay"


def test_a_part_is_said_by_its_number_and_what_the_catalogue_calls_the_whole(russian) -> None:
    fires = text("{unit} fires at {target}.", unit="II/Compans", target="IV/Compans")
    assert fires.render(russian) == "II/Компан стреляет: огонь против IV/Компана."


@pytest.mark.parametrize(
    ("names", "words"),
    [([], "none"), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C")],
)
def test_an_enumeration_is_a_phrase(names: list[str], words: str) -> None:
    assert str(all_of(names)) == words
    assert str(either(map(verbatim, names))) == words.replace(", ", " or ").replace("and", "or")


def test_an_enumeration_is_translated_with_its_names(russian) -> None:
    assert all_of(["Compans", "Ney"]).render(russian) == "Компан и Ney"


def test_a_name_is_never_read_as_a_phrase() -> None:
    assert str(named("unit", "{odd}")) == "{odd}"
    assert str(named("unit", "")) == ""


def test_a_language_is_a_file(tmp_path: Path, russian) -> None:
    assert languages([tmp_path]) == ("en", "ru")
    assert language("en", [tmp_path]) is ENGLISH
    assert language("it", [tmp_path]) is ENGLISH
    speak(russian)
    try:
        assert str(named("unit", "Compans")) == "Компан"
    finally:
        speak(ENGLISH)


@pytest.mark.parametrize("words", [HITS.fill(n=2), named("unit", "Ney"), all_of("ABC")])
def test_phrases_survive_a_save(words: Text) -> None:
    assert decode(Text, encode(words)) == words


def test_an_old_save_holds_phrases_without_plural_and_kind() -> None:
    saved = {"key": "{unit} stops", "args": [["unit", "Ney"]]}
    assert decode(Text, saved) == text("{unit} stops", unit="Ney")


def test_the_language_without_letters_leaves_only_what_is_no_phrase() -> None:
    assert text("{unit} at {x}", unit="Ney", x="Kolocha").render(PSEUDO) == "··· ·· Kolocha"
