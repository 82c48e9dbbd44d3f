"""The words of the field: an English term is rendered by one word of a language, everywhere."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import polib
import pytest
import yaml

from grognard.app.languages import RULES
from grognard.app.spoken import RULEBOOKS, TRANSLATIONS, languages

SHIPPED = [name for name in languages() if name != "en"]
GLOSSARIES = TRANSLATIONS / "glossary"


@cache
def games() -> dict[str, set[str]]:
    """Return for each phrase of the rulebooks the games whose it is."""
    return {
        one.msgid: {place.rpartition("/")[2] for place, _ in one.occurrences}
        for one in polib.pofile(str(RULES), encoding="utf-8")
    }


def strayed(book: Path, terms: list[dict[str, object]]) -> list[str]:
    """Return the rules in which a term stands in English and none of its stems in the language.

    A term that means the same in one game only is looked for in its rulebook.
    """
    found = []
    for one in polib.pofile(str(book), encoding="utf-8"):
        for row in terms:
            english, stems = str(row["term"]), row["stems"]
            assert isinstance(stems, list)
            if row.get("game") and row["game"] not in games().get(one.msgid, ()):
                continue
            there = re.search(rf"\b{re.escape(english)}s?\b", one.msgid)
            told = one.msgstr.casefold()
            sentence = len(one.msgid) > 20 and " " in one.msgid.replace(english, "")
            if there and sentence and not any(str(s) in told for s in stems):
                found.append(f"{english}: {one.msgid} = {one.msgstr}")
    return found


@pytest.mark.parametrize("name", SHIPPED)
def test_a_term_is_rendered_by_one_word_everywhere(name: str) -> None:
    terms = yaml.safe_load((GLOSSARIES / f"{name}.yaml").read_text("utf-8"))["terms"]
    assert len(terms) >= 100
    assert RULES.parent == RULEBOOKS
    assert strayed(RULEBOOKS / f"{name}.po", terms) == []


def test_a_word_that_strays_is_found(tmp_path: Path) -> None:
    book = polib.POFile()
    book.append(polib.POEntry(msgid="The redoubt is held by the French.", msgstr="Il forte."))
    book.save(str(tmp_path / "it.po"))
    assert strayed(tmp_path / "it.po", [{"term": "redoubt", "stems": ["ridott"]}])
