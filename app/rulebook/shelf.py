"""The rulebooks that have been read: every table of a game opens the same one.

Beside a book stand its words (the glossary) and its worked examples; one finder knows all books.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from importlib.resources.abc import Traversable

from grognard.app.rulenames import RuleNames
from grognard.app.spoken import others
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import spell, spoken
from grognard.engines.core.play.game import AnyGame, registry
from grognard.engines.core.proof.examples import Examples, load_examples
from grognard.engines.core.proof.finding import Entry, Finder, Index, entries, units
from grognard.engines.core.proof.glossary import Term, load_glossary
from grognard.engines.core.proof.rulebook import Rulebook
from grognard.engines.core.proof.wording import Spoken, load_wording

_READ: dict[str, Rulebook] = {}
"""Without fault, by folder; one with faults is read anew, for somebody may be mending it."""


_SAID: dict[str, tuple[object, Rulebook]] = {}
"""The book in the language that was spoken last, with the catalogue of that language, by folder."""


_SHOWN: dict[str, tuple[tuple[Term, ...], Examples]] = {}
"""Glossary and examples by folder, likewise."""


_SPOKEN: dict[str, Spoken] = {}
"""How the players of a game speak, by folder, likewise."""


_INDEXES: dict[tuple[str, str], Index] = {}
"""What finds in a book, by game and folder, likewise."""


def take(folder: Traversable) -> tuple[Rulebook | None, list[Problem]]:
    """Return the rulebook in a game's folder in the language spoken, or None with its faults."""
    book = _READ.get(str(folder))
    if book is None:
        book, problems = Rulebook.load(folder)
        if book is None:
            return None, list(problems)
        _READ[str(folder)] = book
    catalogue, said = _SAID.get(str(folder), (None, book))
    if catalogue is not spoken():
        said = book.said(lambda words: spell("rule", words))
        _SAID[str(folder)] = (spoken(), said)
    return said, []


def _words_and_examples(
    game: AnyGame, rules: Mapping[str, object]
) -> tuple[tuple[Term, ...], Examples, list[Problem]]:
    """Return glossary and examples of a game with their faults; read once where there are none."""
    folder = str(game.data())
    kept = _SHOWN.get(folder)
    if kept is not None:
        return *kept, []
    terms, wrong = load_glossary(game.data(), rules)
    examples, faulty = load_examples(game, rules)
    problems = [*wrong, *faulty]
    if not problems and rules:
        _SHOWN[folder] = (terms, examples)
    return terms, examples, problems


def _spoken(folder: Traversable, rules: Mapping[str, object]) -> tuple[Spoken, list[Problem]]:
    """Return the wording in a game's folder with its faults; read once where there are none."""
    kept = _SPOKEN.get(str(folder))
    if kept is not None:
        return kept, []
    spoken, wrong = load_wording(folder, rules)
    if not wrong and rules:
        _SPOKEN[str(folder)] = spoken
    return spoken, wrong


class Shelf:
    """One game's book with its words and its examples.

    Attributes:
        problems: what is wrong with the files, each with its line; what is sound is used.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.book, found = take(game.data())
        self.problems = list(found)
        rules = dict(self.book.rules) if self.book is not None else {}
        self.names = RuleNames()
        self.names.speak_of({rule.id: rule.title for rule in rules.values()})
        self.terms, self.examples, faults = _words_and_examples(game, rules)
        self.terms = tuple(term.said(partial(spell, "rule")) for term in self.terms)
        self.examples = self.examples.said(partial(spell, "example"))
        self.problems += faults
        self.spoken, wrong = _spoken(game.data(), rules)
        self.problems += wrong

    def term(self, name: str) -> Term | None:
        """Return a word of the glossary."""
        return next((one for one in self.terms if one.term == name), None)

    def entries(self) -> list[Entry]:
        """Return what can be found of this game."""
        if self.book is None:
            return []
        plain = _READ[str(self.game.data())]
        books = [self.book, *(plain.said(say) for say in others("rule"))]
        told = entries(self.game.id, books, self.terms, self.examples, self.spoken.index)
        return [*told, *units(self.game)]

    def index(self) -> Index:
        """Return what finds in this book; made once for a game, in half a second or so."""
        key = self.game.id, str(self.game.data())
        found = _INDEXES.get(key)
        if found is None:
            found = Index(self.entries(), self.spoken.wording)
            if not self.problems:
                _INDEXES[key] = found
        return found


@lru_cache(maxsize=16)
def shelf(game: str) -> Shelf:
    """Return the shelf of an installed game, read once."""
    return Shelf(registry[game])


@lru_cache(maxsize=1)
def finder() -> Finder:
    """Return what finds in all books; made once, in a second or two."""
    return Finder({game: shelf(game).index() for game in registry.games()})


def forget_words() -> None:
    """Have books and indexes made anew: another language is spoken from now on."""
    _INDEXES.clear()
    shelf.cache_clear()
    finder.cache_clear()
