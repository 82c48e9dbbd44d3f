"""Whatever is shown is a declared phrase: its key is literal and its names pass through the catalogue."""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from textwrap import dedent

import polib
import pytest
import yaml

from grognard.app.finding import load_scenario
from grognard.app.languages import SHOWN, TEMPLATE, example_phrases, phrases, rule_phrases
from grognard.app.spoken import language, languages
from grognard.engines.core.data.text import cite, percent
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.phrases import Phrase, sources, template, undeclared, unphrased
from grognard.engines.core.proof.rulebook import Rulebook
from grognard.engines.core.show.terms import ITS, TERMS
from tests.conftest import ROOT
from tests.contract.bare import bare, said_at_once, worked_out
from tests.contract.pseudo import LETTERS, played

CODE = [path for path in sources(ROOT / "engines", ROOT / "app") if path.name != "text.py"]


SEARCHES = {
    "no literal key": undeclared,
    "English in a hole": unphrased,
    "said before the language is chosen": said_at_once,
}
WINDOW = [path for path in sources(ROOT / "app") if "headless" not in path.parts]
GAMES = [
    game.id for game in registry.games().values() if game.package.startswith("grognard.engines.")
]
NO_SENTENCE = {"Grognard": "the program's name", "chapter:": "the address of a page"}
FOR_WRITERS = {"app/cli.py", "app/finding.py", "app/lab/plan.py", "app/lab/players.py"}
"""Like the loaders they speak to those who write files and commands, in the words of the formats."""


def holes(words: str) -> set[str]:
    """Return the names of the holes of a phrase."""
    return {name for _, name, _, _ in string.Formatter().parse(words) if name}


@cache
def found_in_code() -> Mapping[str, Collection[object]]:
    """Return what each search finds in the code, every file of which is read once for all of them."""
    found: dict[str, list[object]] = {name: [] for name in (*SEARCHES, "bare", "made of an id")}
    for path in CODE:
        for name, search in SEARCHES.items():
            found[name] += search(path, ROOT)
        if path in WINDOW or path.parent.name in ("table", "show"):
            found["made of an id"] += worked_out(path, ROOT)
        if path in WINDOW and path.relative_to(ROOT).as_posix() not in FOR_WRITERS:
            shown = bare(path, ROOT)
            found["bare"] += [one for one in shown if one[1].strip(" -") not in NO_SENTENCE]
    return found


@cache
def said() -> tuple[Phrase, ...]:
    """Return every phrase of code and data."""
    return tuple(phrases())


@pytest.mark.parametrize("name", [*SEARCHES, "bare", "made of an id"])
def test_whatever_is_shown_is_a_phrase(name: str) -> None:
    assert len(CODE) > 100
    assert found_in_code()[name] == []


JOINED = re.compile(r"[\d}]\u202f%")
SIGN = re.compile(r"[\d}]\s*%")
"""A share with its sign, however they are joined."""


def test_a_share_is_written_in_one_way_everywhere() -> None:
    shown = {words for one in said() for words in (one.key, one.plural) if SIGN.search(words)}
    assert "{n}\u202f%" in shown
    loose = {words for words in shown if SIGN.sub("", words) != JOINED.sub("", words)}
    assert loose == set()
    assert percent(Fraction(1, 3)) == "33\u202f%"


def test_no_engine_writes_shares_on_its_own() -> None:
    """Only the phrase of the catalogue does: an f-string with a sign of per cent is another way."""
    own = re.compile(r'\} ?%["\']|:\.\d%\}')
    found = {
        f"{path}:{number}"
        for path in sources(ROOT / "engines")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if own.search(line)
    }
    assert found == set()


def test_a_string_that_is_handed_to_a_widget_is_found(tmp_path: Path) -> None:
    code = """
        box.setText("Undo")
        QLabel(f"<b>{name}</b> waits")
        QLineEdit(placeholderText="Seed")
        LATER = "The game is over."
        box.setText(tr("Redo") + f"<b>{name}</b>")
        box.setObjectName("panel")
    """
    (tmp_path / "page.py").write_text(dedent(code), "utf-8")
    assert {words for _, words in bare(tmp_path / "page.py", tmp_path)} == {
        "Undo",
        "waits",
        "Seed",
        "The game is over.",
    }


@pytest.mark.parametrize(
    ("scenario", "most"),
    [
        ("gmt/first-assault", 200),
        ("gmt/borodino", 150),
        ("columbia/shevardino", 250),
        ("risorgimento/first-brigade", 200),
    ],
)
def test_what_a_game_shows_passes_through_the_catalogue(scenario: str, most: int) -> None:
    game, setup = load_scenario(scenario, {})
    session = Session(game, setup, "1")
    cite(lambda _rule: "·")  # a rulebook is translated as a whole
    assert sorted(set(played(session, "1", most, looks=10))) == []


def test_a_word_that_is_made_of_an_id_is_found(tmp_path: Path) -> None:
    code = """
        box.addItem(value.replace("_", " ").capitalize())
        form.addRow(name.title(), box)
        words.replace("-", " ")
    """
    (tmp_path / "page.py").write_text(dedent(code), "utf-8")
    assert len(list(worked_out(tmp_path / "page.py", tmp_path))) == 4


@pytest.mark.parametrize("name", GAMES)
def test_every_id_that_is_shown_has_words(name: str) -> None:
    game = registry[name]
    theme = yaml.safe_load((ROOT / "assets" / "themes" / f"{name}.yaml").read_text("utf-8"))
    options = [value for info in game.scenarios() for o in info.options for value in o.values]
    sides = [seat.side for info in game.scenarios() for seat in info.seats]
    shown = {*theme["badges"], *options, *sides, *(side + ITS for side in sides)}
    known = {*game.terms, *TERMS}
    assert [word for word in shown - known if not word[:1].isdigit()] == []


def test_the_rulebooks_can_be_translated_as_a_whole() -> None:
    known = {phrase.key for phrase in rule_phrases()}
    for game in GAMES:
        book, _ = Rulebook.load(registry[game].data())
        assert book is not None
        for rule in book.rules.values():
            assert {rule.title, rule.text, *([rule.ruling] if rule.ruling else [])} <= known
        dotted = book.said(lambda words: LETTERS.sub("", words))
        assert not any(LETTERS.search(words) for words in dotted.words())


def test_the_template_holds_what_code_and_data_say() -> None:
    """`python -m grognard.app.languages` writes it anew."""
    assert TEMPLATE.read_text("utf-8") == template(said())


def test_the_template_of_the_examples_holds_what_stands_over_them() -> None:
    """`python -m grognard.app.languages` writes it anew."""
    assert SHOWN.read_text("utf-8") == template(example_phrases())


@pytest.mark.parametrize("name", languages()[1:])
def test_a_catalogue_speaks_of_phrases_that_are_there_and_fills_their_holes(name: str) -> None:
    known = {(phrase.context, phrase.key, phrase.plural) for phrase in said()}
    for entry in polib.pofile(str(TEMPLATE.parent / f"{name}.po")):
        kind = (entry.msgctxt or "").partition(" ")[0]
        assert (kind, entry.msgid, entry.msgid_plural) in known, entry.msgid
        told = [entry.msgstr] if entry.msgstr else list(entry.msgstr_plural.values())
        for words in told:
            assert holes(words) <= holes(entry.msgid + entry.msgid_plural), words


def test_a_game_is_played_in_italian() -> None:
    game, setup = load_scenario("gmt/first-assault", {})
    session = Session(game, setup, "1")
    list(played(session, "1", 60, looks=1000))
    italian = language("it")
    turn, log = session.view(None).turn, [entry.text for entry in session.table.entries]
    assert turn.render(italian).startswith("Turno ")
    assert any(" muove in " in line.render(italian) for line in log)
