"""What stands over a worked example is read in the language spoken, and in English where it has no words."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.app import spoken
from grognard.app.languages import EXAMPLES
from grognard.app.rulebook.shelf import Shelf, forget_words
from grognard.engines.core.data.language import language
from grognard.engines.core.data.text import ENGLISH, speak
from grognard.engines.core.play.game import registry

TITLE = "Kept orders count"
HALF = """
msgid ""
msgstr "Language: it\\nContent-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

msgctxt "example"
msgid "Kept orders count"
msgstr "Gli ordini tenuti contano"
"""


@pytest.fixture
def italian(tmp_path: Path):
    """A catalogue that knows one title alone; English again afterwards."""
    folder = tmp_path / "examples"
    folder.mkdir()
    (folder / "it.po").write_text(HALF, "utf-8")
    speak(language("it", [folder]))
    forget_words()
    yield
    speak(ENGLISH)
    forget_words()


def test_an_example_is_said_phrase_by_phrase(italian: None) -> None:
    examples = Shelf(registry["gmt"]).examples
    (one,) = examples.of("4.0.roll")
    assert one.title == "Gli ordini tenuti contano"
    assert one.note.startswith("Last turn's Orders stayed")


def test_an_example_is_found_by_its_words(italian: None) -> None:
    told = {one.title for one in Shelf(registry["gmt"]).entries() if one.kind == "example"}
    assert "Gli ordini tenuti contano" in told
    assert TITLE not in told


def test_the_program_looks_for_them_where_they_lie() -> None:
    assert EXAMPLES in spoken.folders()
