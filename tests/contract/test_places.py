"""A place has one spelling in all games, in the interface, the rulebooks and the pages of docs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from grognard.app.languages import rule_phrases
from tests.conftest import ROOT
from tests.contract.test_words import said

PLACES: dict[str, list[str]] = yaml.safe_load(
    Path(__file__).with_name("places.yaml").read_text("utf-8")
)
OTHERS = {other: own for own, others in PLACES.items() for other in others}
WRONG = re.compile(
    rf"(?<!\w)({'|'.join(map(re.escape, sorted(OTHERS, key=len, reverse=True)))})(?!\w)"
)


def read() -> Iterator[tuple[str, str]]:
    """Give all that is read, with where it stands."""
    for one in (*said(), *rule_phrases()):
        yield one.place, one.key
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        for line in page.read_text("utf-8").splitlines():
            yield page.name, line


def test_every_place_is_spelt_one_way() -> None:
    found = {
        f"{place}: {spelt.group()} for {OTHERS[spelt.group()]} in {words}"
        for place, words in read()
        if (spelt := WRONG.search(words)) is not None
    }
    assert sorted(found) == []


def test_no_spelling_is_both_ours_and_not() -> None:
    assert PLACES.keys() & OTHERS.keys() == set()
    assert WRONG.search("The fords of the Kalatcha") is not None
    assert WRONG.search("The fords of the Kolocha") is None
