"""Nothing that is read holds an id or a bare abbreviation: rules by number and title, units by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from grognard.app.rulebook.pages import spoken
from grognard.app.rulenames import RuleNames
from grognard.engines.core.data.text import Text, cite, text
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.rulebook import Rulebook, printed
from tests.contract.pseudo import asked, texts
from tests.contract.test_contract import load
from tests.contract.test_words import said

GAMES = [
    game.id for game in registry.games().values() if game.package.startswith("grognard.engines.")
]
NUMBERED = re.compile(r"\((?:rules? )?(?:\d+|[A-Z])\.\d+[\w.]*\)|\brules? \{")
"""A number of a rule alone, without its title."""
SHORT = re.compile(r"\b(TM-?\d?|UGCs?|CCs?|SPs?|AMs?|OFs?|CR|VPs?|OCs?|DRMs?)\b")
"""Abbreviations that only a reader of the printed rulebook knows."""
CLOCK = re.compile(r"(\d|\}) [AP]M\b")
WRITTEN_OUT = re.compile(r"\([A-Z]+(-\d(, TM-\d)?)?\)")
"""An abbreviation behind what it stands for."""
MOST, LOOKS = 150, 6
"""So many choices of a random game are read, and all else at every so many of them."""


@cache
def rule_ids() -> re.Pattern[str]:
    """The ids of rules that are more than a printed number."""
    books = (Rulebook.load(registry[name].data())[0] for name in GAMES)
    found = {rule for book in books if book is not None for rule in book.rules}
    own = sorted((one for one in found if "." in one and one != printed(one)), key=len)
    return _any_of(own)


def _any_of(ids: list[str]) -> re.Pattern[str]:
    longest = "|".join(map(re.escape, sorted(ids, key=len, reverse=True)))
    return re.compile(rf"(?<![\w.-])({longest or '(?!)'})(?![\w-])")


def wrong(words: str) -> str:
    """Return the id or abbreviation in what is read, "" where there is none."""
    told = WRITTEN_OUT.sub("", CLOCK.sub("", words))
    for kind in (rule_ids(), NUMBERED, SHORT):
        if (found := kind.search(told)) is not None:
            return found.group()
    return ""


def test_what_is_wrong_is_found() -> None:
    assert wrong("Having turned, it may not move (8.5.pivot).") == "8.5.pivot"
    assert wrong("Collapse at 3 (10.52)") == "(10.52)"
    assert wrong("The UGC may go along.") == "UGC"
    assert wrong("At 10 AM a battery of 12 fires over 9.5 cm.") == ""


@pytest.mark.parametrize("room", [*GAMES, "core", "app"])
def test_no_phrase_holds_an_id_or_a_bare_abbreviation(room: str) -> None:
    home = re.compile(rf"^(engines/|scenarios/)?{room}\b")
    found = {
        one.key
        for one in said()
        if home.match(one.place)
        for words in (one.key, one.plural)
        if wrong(words) and not words.startswith("known: ")
    }
    assert sorted(found) == []


def seen(session: Session, rng: Random) -> Iterator[Text]:
    """Give what a game at rest shows: the question, its choices, both views."""
    ask = session.ask
    assert ask is not None
    for part in asked(ask, rng):
        yield from texts(part)
    for seat in (ask.seat, None):
        yield from texts(session.view(seat))


def read(session: Session, seed: str) -> Iterator[Text]:
    """Play at random and give what can be read: every line of the log, now and then all else."""
    rng, shown = Random(seed), 0
    while session.ask is not None and len(session.choices) < MOST:
        for entry in islice(session.table.entries, shown, None):
            yield from texts(entry)
        shown = len(session.table.entries)
        if len(session.choices) % LOOKS == 0:
            yield from seen(session, rng)
        session.choose(session.ask.seat, session.ask.choices.sample(rng))
    yield from texts(session.verdict)


def unit_ids(setup: Any) -> re.Pattern[str]:
    """The ids of units and groups that no name would be: made of parts."""
    types = {**getattr(setup, "types", {}), **getattr(setup, "groups", {})}
    return _any_of([str(one) for one in types if re.search(r"[-_]", str(one))])


@pytest.mark.parametrize("name", GAMES)
def test_a_random_game_shows_no_ids(name: str) -> None:
    game, setups = load(name)
    book, _ = Rulebook.load(game.data())
    assert book is not None
    names = RuleNames()
    names.speak_of({rule.id: rule.title for rule in book.rules.values()})
    cite(names.called)
    setup = setups[0]
    units, found = unit_ids(setup), set()
    for one in read(Session(game, setup, "1"), "1"):
        words = one.render()
        if rule_ids().search(words) or units.search(words):
            found.add(f"{one.key}: {words}")
    assert sorted(found) == []


@pytest.mark.parametrize("name", GAMES)
def test_the_rulebook_is_shown_without_ids(name: str) -> None:
    book, _ = Rulebook.load(registry[name].data())
    assert book is not None
    shown = {
        words: found.group()
        for rule in book.rules.values()
        for words in (rule.called, spoken(book, rule.text), spoken(book, rule.ruling))
        if (found := rule_ids().search(words)) is not None
    }
    assert shown == {}


def test_a_rule_cited_in_a_phrase_is_called_by_number_and_title() -> None:
    names = RuleNames()
    names.speak_of({"8.5.pivot": "Pivoting", "combat.roll": "The die"})
    words = text("It may not move ({rule}).", rule="8.5.pivot")
    assert str(words) == "It may not move (8.5.pivot)."
    cite(names.called)
    assert str(words) == "It may not move (8.5 Pivoting)."
    assert str(text("({rule})", rule="combat.roll")) == "(The die)"
