"""The pages in other languages are those of the English: sections, commands, files, and the window's own words."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import polib
import pytest

from grognard.app.spoken import TRANSLATIONS, languages
from tests.conftest import ROOT

PAGES = {"README.md": ROOT / "README.md", "make-a-scenario.md": ROOT / "docs/make-a-scenario.md"}
SHIPPED = [name for name in languages() if name != "en"]
PAIRS = [(language, page) for language in SHIPPED for page in PAGES]
CODE = re.compile(r"`([^`]+)`")
MARKED = re.compile(r"(?<![*\w])\*{1,2}([^*`]+?)\*{1,2}(?![*\w])")
PICTURE = re.compile(r"!\[[^\]]*\]\(([^)]+)\)")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)]+)\)")
HEADING = re.compile(r"^(#+) ", re.MULTILINE)
INVITES = re.compile(r"`--language \w+`")
"""The one command that a translation has besides: how to make commands speak its language."""


def told(path: Path) -> str:
    """Return a page without its line of other languages, and without what the one command adds."""
    head, _, body = path.read_text("utf-8").partition("\n\n")
    return f"{head}\n\n{INVITES.sub('', body.partition(chr(10) * 2)[2])}"


def translated(language: str, page: str) -> Path:
    """Return the page in a language."""
    return ROOT / "docs" / language / page


def named(found: list[str]) -> Counter[str]:
    """Count files by their names: from where they are linked is another matter."""
    return Counter(word.rpartition("/")[2] for word in found)


def spans(words: str) -> Counter[str]:
    """Count what stands between backticks, however its lines are broken."""
    return Counter(" ".join(word.split()) for word in CODE.findall(words))


@cache
def said(language: str) -> dict[str, set[str]]:
    """Return what the window calls things in a language, by the English."""
    found: dict[str, set[str]] = {}
    for one in polib.pofile(str(TRANSLATIONS / f"{language}.po"), encoding="utf-8"):
        if one.msgstr:
            found.setdefault(one.msgid.replace("&", ""), set()).add(one.msgstr.replace("&", ""))
    return found


@pytest.mark.parametrize(("language", "page"), PAIRS)
def test_commands_and_files_are_those_of_the_english(language: str, page: str) -> None:
    own, other = told(PAGES[page]), told(translated(language, page))
    assert spans(other) == spans(own)
    assert named(PICTURE.findall(other)) == named(PICTURE.findall(own))
    assert named(LINK.findall(other)) == named(LINK.findall(own))


@pytest.mark.parametrize(("language", "page"), PAIRS)
def test_sections_and_rows_are_those_of_the_english(language: str, page: str) -> None:
    own, other = told(PAGES[page]), told(translated(language, page))
    assert HEADING.findall(other) == HEADING.findall(own)
    rows = [words.count("\n|") for words in re.split(r"\n#+ ", own)]
    assert [words.count("\n|") for words in re.split(r"\n#+ ", other)] == rows


@pytest.mark.parametrize(("language", "page"), PAIRS)
def test_each_leads_to_the_other_and_says_of_which_version_it_is(language: str, page: str) -> None:
    path = translated(language, page)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    head = path.read_text("utf-8").split("\n\n")[1]
    assert version in head
    own, *others = LINK.findall(head)
    assert (path.parent / own).resolve() == PAGES[page]
    assert {(path.parent / one).resolve() for one in others} == {
        translated(name, page) for name in SHIPPED if name != language
    }
    first = PAGES[page].read_text("utf-8").split("\n\n")[1]
    assert path in {(PAGES[page].parent / one).resolve() for one in LINK.findall(first)}


@pytest.mark.parametrize(("language", "page"), PAIRS)
def test_every_link_leads_somewhere(language: str, page: str) -> None:
    path = translated(language, page)
    links = [*LINK.findall(path.read_text("utf-8")), *PICTURE.findall(path.read_text("utf-8"))]
    assert [one for one in links if not (path.parent / one).exists()] == []


@pytest.mark.parametrize(("language", "page"), PAIRS)
def test_what_the_window_shows_is_called_as_there(language: str, page: str) -> None:
    other = " ".join(translated(language, page).read_text("utf-8").split())
    known, lacking = said(language), []
    for words in dict.fromkeys(MARKED.findall(told(PAGES[page]))):
        for part in " ".join(words.split()).split(" > "):
            called = known.get(part, set())
            if called and not any(one in other for one in called):
                lacking.append((part, sorted(called)))
    assert lacking == []
