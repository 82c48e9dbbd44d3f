"""The catalogues of the shipped languages are whole: no phrase is missing, holes and numbers are kept."""

from __future__ import annotations

import re
import string
from functools import cache

import polib
import pytest

from grognard.app.languages import RULES, SHOWN, TEMPLATE
from grognard.app.rulebook.pages import RULE_NUMBER
from grognard.app.spoken import languages
from grognard.engines.core.data.language import catalogue

SHIPPED = [name for name in languages() if name != "en"]
FORMS = {"it": 2, "ru": 3}
"""How many forms a counted phrase has."""
CLOCK = re.compile(r"\b[AP]M\b")
"""An hour as the English say it; others count to 24."""
BOOKS = {at.stem: at for at in (TEMPLATE, RULES, SHOWN)}
ENTRIES = [(name, at) for name in SHIPPED for at in BOOKS.values()]


@cache
def entries(name: str, domain: str) -> dict[tuple[str | None, str], polib.POEntry]:
    """Return a catalogue by kind and English."""
    book = polib.pofile(str(BOOKS[domain].parent / f"{name}.po"), encoding="utf-8")
    return {(one.msgctxt, one.msgid): one for one in book if not one.obsolete}


def said(entry: polib.POEntry) -> list[str]:
    """Return what a language says, in all its forms."""
    forms = [entry.msgstr_plural[n] for n in sorted(entry.msgstr_plural)]
    return forms if entry.msgid_plural else [entry.msgstr]


def holes(words: str) -> set[str]:
    """Return the names of the holes of a phrase."""
    return {name for _, name, _, _ in string.Formatter().parse(words) if name}


def numbers(words: str) -> list[str]:
    """Return the numbers that a phrase writes in digits."""
    return sorted(re.findall(r"\d+", re.sub(r"\{[^{}]*\}", "", words)))


@pytest.mark.parametrize(("name", "template"), ENTRIES, ids=str)
def test_the_program_reads_it(name: str, template) -> None:
    """Its head says which language, which letters and which plurals; a catalogue without it is none."""
    read = catalogue(template.parent / f"{name}.po")
    assert (read.charset(), read.info()["language"]) == ("utf-8", name)
    assert read.info()["plural-forms"].startswith(f"nplurals={FORMS[name]};")
    keys = [key for key, one in entries(name, template.stem).items() if key[0] and said(one)[0]]
    assert all(read.pgettext(str(kind), key) for kind, key in keys)


@pytest.mark.parametrize(("name", "template"), ENTRIES, ids=str)
def test_no_phrase_is_missing_or_fuzzy(name: str, template) -> None:
    """`python -m grognard.app.languages update` puts new phrases into the catalogues, empty."""
    known = entries(name, template.stem)
    wanted = {(one.msgctxt, one.msgid) for one in polib.pofile(str(template), encoding="utf-8")}
    lacking = {key for key in wanted if key not in known or not all(said(known[key]))}
    assert sorted(map(str, lacking)) == []
    assert [one.msgid for one in known.values() if one.fuzzy] == []


@pytest.mark.parametrize(("name", "template"), ENTRIES, ids=str)
def test_holes_and_numbers_are_those_of_the_english(name: str, template) -> None:
    differ = []
    for one in entries(name, template.stem).values():
        forms = said(one)
        assert not one.msgid_plural or len(forms) == FORMS.get(name, len(forms)), one.msgid
        asked = holes(one.msgid + one.msgid_plural)
        for words in filter(None, forms):
            if one.msgctxt is None and (
                holes(words) - asked or (asked - holes(words) and not one.msgid_plural)
            ):
                differ.append(words)
            counts = one.msgid_plural or CLOCK.search(one.msgid)
            if not counts and numbers(words) != numbers(one.msgid):
                differ.append(words)
    assert differ == []


def linked(words: str) -> list[str]:
    """Return the rules that a text names, each of which the window makes a link."""
    return sorted(RULE_NUMBER.findall(words))


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("template", [RULES, SHOWN], ids=str)
def test_rules_are_named_as_in_the_english(name: str, template) -> None:
    pairs = [(one.msgid, one.msgstr) for one in entries(name, template.stem).values() if one.msgstr]
    named = [(own, other) for own, other in pairs if linked(own)]
    assert named
    # A number with a fraction looks like a rule, and has a comma in these languages.
    assert [
        (own, other)
        for own, other in named
        if linked(own) != linked(re.sub(r"(?<=\d),(?=\d)", ".", other))
    ] == []
