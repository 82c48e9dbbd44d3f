"""Finding: one search over the rules, tables, words, examples and units of all games.

What is typed may be a question as players ask it, the beginning of words, a rule's number, a word of
the printed rulebook in Italian or Russian, or nearly one of these. The index is SQLite's own full-text
search; in it, beside the words, stand tokens for what they mean (see `wording`).
"""

from __future__ import annotations

import math
import re
import sqlite3
import weakref
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from grognard.engines.core.data.frozen import record
from grognard.engines.core.data.yamlio import load_file
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.proof.examples import Examples
from grognard.engines.core.proof.glossary import Term
from grognard.engines.core.proof.rulebook import Rulebook
from grognard.engines.core.proof.wording import Wording, common, plain_words, stem

LONGEST = 200
NEAR_FROM = 4
"""From so many letters a word is taken for another one that is nearly spelt so."""
COUNTS = "bm25(3.0, 4.0, 3.2, 1.2, 1.6, 0.6, 0.8, 3.0, 1.6)"
"""How much a word counts in each column of an entry: its title and what that means, other words for
it and what they mean, its text and what that means, the title of its chapter, and title and text in
the languages that are not spoken now."""
SAYS = "bm25(1.0, 0.7)"
"""The same of a way in which somebody puts the question: its words and what they mean."""
WEIGHTS = {"term": 0.75, "rule": 1.0, "table": 0.7, "example": 0.65, "unit": 0.8}
"""How much a hit counts by its kind."""
DEFINED, OPTIONAL = 0.8, 0.85
"""How much a rule counts that only says what there is, or is an option, beside one that says what is done."""
TOLD = 0.5
"""How much of a hit's worth hangs on how much of the question it answers."""
MOST, ELSEWHERE = 200, 8
"""How many hits of the open book are looked at, and how many of each other one are shown."""
KEPT = 500
"""Of so many phrases it is kept which entries have them."""
APART = re.compile(r"[;/,()]")
"""Between several names that stand as one."""
SEPARATOR = " \N{MIDDLE DOT} "
"""Between the other words for an entry."""
SAID = 0.65
"""How much it counts that somebody puts the question so, beside what the entry itself says."""
SURE = 1e6
"""Before all others: what was named by its number or by its very title."""


@record
class Entry:
    """Something that can be found: `target` is where it stands, `also` are other words for it.

    `called` and `told` are its title and text in the languages that are not spoken now.
    """

    game: str
    kind: str
    target: str
    title: str
    text: str = ""
    also: str = ""
    chapter: str = ""
    worth: float = 1.0
    bare: str = ""
    called: str = ""
    told: str = ""

    @property
    def name(self) -> str:
        """What it is called, without its number."""
        return self.bare or self.title

    @property
    def id(self) -> str:
        """The id of the rule, the table, the unit it is."""
        return self.target.partition(":")[2]


@record
class Found:
    """An entry that was found, with a line of context."""

    entry: Entry
    context: str


def entries(
    game: str,
    books: Sequence[Rulebook],
    terms: Iterable[Term],
    examples: Examples,
    index: Mapping[str, Sequence[str]] | None = None,
) -> Iterator[Entry]:
    """Give all that can be found of one game, its units apart.

    Args:
        game: its id.
        books: its book as it is shown, and then in other languages.
        terms: its glossary.
        examples: its examples.
        index: the words under which each rule is looked for.
    """
    book, *abroad = books
    terms = list(terms)
    called: dict[str, list[str]] = {id_: [*words] for id_, words in (index or {}).items()}
    for term in terms:
        for id_ in term.rules:
            called.setdefault(id_, []).extend(term.source)
    chapters = {chapter.id: chapter.title for chapter in book.chapters}
    for rule in book.rules.values():
        yield Entry(
            game,
            "rule",
            f"rule:{rule.id}",
            rule.called,
            f"{rule.text} {rule.ruling}".strip(),
            SEPARATOR.join(called.get(rule.id, ())),
            chapters.get(rule.chapter, ""),
            (DEFINED if rule.kind in DEFINITIONS else 1.0) * (OPTIONAL if rule.optional else 1.0),
            rule.title,
            SEPARATOR.join(other.rules[rule.id].title for other in abroad),
            " ".join(other.rules[rule.id].text for other in abroad),
        )
    for table in book.tables.values():
        cells = (str(v) for row in table.rows for v in row.values() if not isinstance(v, dict))
        words = " ".join([*table.headings, *cells, *table.notes.values()])
        yield Entry(game, "table", f"table:{table.id}", table.title, words)
    for term in terms:
        yield Entry(
            game, "term", f"term:{term.term}", term.term, term.note, SEPARATOR.join(term.source)
        )
    for one in examples.all():
        target = f"example:{one.rule}"
        yield Entry(game, "example", target, one.title, one.note, one.rule)


DEFINITIONS = ("component", "info")
"""Kinds of rules that say what there is."""


def units(game: AnyGame) -> Iterator[Entry]:
    """Give the units of a game's orders of battle."""
    seen: set[str] = set()
    folders = {info.path.rpartition("/")[0] for info in game.scenarios()}
    for folder in sorted(folders):
        for path in sorted(Path(folder, "forces").glob("*.yaml")):
            node, _ = load_file(path)
            data = node.plain() if node is not None else {}
            for unit in _listed(data.get("units") if isinstance(data, dict) else None):
                name = unit.get("name")
                if isinstance(name, str) and name not in seen:
                    seen.add(name)
                    words = ", ".join(f"{k} {v}" for k, v in unit.items() if isinstance(v, str))
                    yield Entry(game.id, "unit", f"unit:{unit.get('id', name)}", name, words)


def _listed(data: object) -> Iterator[dict[str, object]]:
    for one in data if isinstance(data, list) else []:
        if isinstance(one, dict):
            yield one


@record
class Asked:
    """One word of a question, or several that mean one thing together: what to look for in its place."""

    phrases: tuple[str, ...]
    words: tuple[str, ...]


class Index:
    """What can be found of one game."""

    def __init__(self, found: Iterable[Entry], wording: Wording | None = None) -> None:
        self.entries = tuple(found)
        self.wording = wording or Wording(*common())
        self._index = sqlite3.connect(":memory:", check_same_thread=False)
        # Newer Pythons warn about a connection that is merely forgotten.
        weakref.finalize(self, self._index.close)
        self._sayings = [
            (number, saying)
            for number, entry in enumerate(self.entries)
            for saying in (entry.name, *filter(None, entry.also.split(SEPARATOR)))
        ]
        self._fill()
        self._named = self._names()
        rules = ((n, entry) for n, entry in enumerate(self.entries) if entry.kind == "rule")
        self._numbers = {entry.id.casefold(): number for number, entry in rules}
        self._less: dict[str, list[str]] = {}
        self._kept: dict[str, tuple[int, ...]] = {}
        self._words: set[str] = set()
        self._learn()

    def _fill(self) -> None:
        """Write the two tables of the index: what there is, and how people ask for it."""
        put = self._index.execute
        for made in _MADE:
            put(made)
        put("INSERT INTO entry(entry, rank) VALUES('rank', ?)", (COUNTS,))
        put("INSERT INTO said(said, rank) VALUES('rank', ?)", (SAYS,))
        self._index.executemany(
            "INSERT INTO entry(rowid, title, heads, also, means, text, sense, chapter, called, told)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(number, *self._row(entry)) for number, entry in enumerate(self.entries)],
        )
        self._index.executemany(
            "INSERT INTO said(rowid, words, sense) VALUES (?, ?, ?)",
            [(n, said, self._sense(said)) for n, (_, said) in enumerate(self._sayings)],
        )

    def _row(self, entry: Entry) -> tuple[str, ...]:
        """Return the columns of an entry."""
        return (
            entry.title,
            self._sense(entry.name),
            entry.also,
            self._sense(entry.also),
            entry.text,
            self._sense(entry.text),
            entry.chapter,
            entry.called,
            entry.told,
        )

    def _sense(self, text: str) -> str:
        return " ".join(token for _, _, token in self.wording.meant(plain_words(text)))

    def _names(self) -> dict[tuple[str, ...], list[int]]:
        """Return which entries are called exactly so."""
        named: dict[tuple[str, ...], list[int]] = {}
        for number, entry in enumerate(self.entries):
            also = entry.also.split(SEPARATOR) if entry.kind == "term" else []
            parts = [part for name in (entry.name, *also) for part in APART.split(name)]
            for name in {tuple(plain_words(part)) for part in (entry.name, *also, *parts)} - {()}:
                named.setdefault(name, []).append(number)
        return named

    def _learn(self) -> None:
        """Learn the words there are, and from which slips each of them is known."""
        for entry in self.entries:
            self._words.update(plain_words(f"{entry.title} {entry.also} {entry.text}"))
        for word in self._words:
            if len(word) >= NEAR_FROM:
                for less in _without_one(word):
                    self._less.setdefault(less, []).append(word)

    # -- asking --------------------------------------------------------------------------------

    def find(
        self, typed: str, limit: int = 40, kinds: Collection[str] = (), *, every: bool = False
    ) -> list[Found]:
        """Return what answers best, `every`: only what has all that is asked for."""
        words = plain_words(typed[:LONGEST])
        asked = self._asked(words)
        if not words or limit <= 0:
            return []
        told = self._scores(asked, every=every)
        for number, sure in self._named_so(typed, words):
            told[number] = sure + _standing(self.entries[number])
        fits = [n for n in told if not kinds or self.entries[n].kind in kinds]
        best = sorted(fits, key=lambda number: (-told[number], number))[:limit]
        shown = [word for one in asked for word in one.words]
        return [Found(self.entries[n], _context(self.entries[n], shown)) for n in best]

    def _named_so(self, typed: str, words: list[str]) -> Iterator[tuple[int, float]]:
        """Give what is named by its number, by the beginning of it, or by its very title."""
        number = typed.strip().casefold()
        for id_, at in self._numbers.items() if number and not number.isalpha() else ():
            if id_.startswith(number):
                yield at, 2 * SURE if id_ == number else SURE - at
        weighty = tuple(word for word in words if word not in self.wording.stop)
        for whole, name in ((0, weighty), (2, tuple(words))):
            for at in self._named.get(name, ()):
                own = tuple(plain_words(self.entries[at].name)) == name
                yield at, SURE + whole + (1 if own else 0)

    def _asked(self, words: list[str]) -> list[Asked]:
        """Return what the words of a question ask for; those without weight count only where all are so."""
        meant: dict[int, set[str]] = {}
        for at, _, token in self.wording.meant(words):
            meant.setdefault(at, set()).add(token)
        weighty = [
            at
            for at, word in enumerate(words)
            if at in meant or (word not in self.wording.stop and (len(word) > 1 or word.isdigit()))
        ]
        found: dict[tuple[str, ...], Asked] = {}
        for at in weighty or range(len(words)):
            one = self._one(words[at], meant.get(at, set()), last=at == len(words) - 1)
            found.setdefault(one.phrases, one)
        return [*found.values()]

    def _one(self, word: str, tokens: set[str], *, last: bool) -> Asked:
        """Return what to look for in place of a word: itself, what it means, or what it nearly is."""
        if last:
            tokens = tokens | self.wording.begun(word)
        here = [] if tokens and word in self.wording.stop else [_begins(word)]
        said = (*here, *(f'"{token}"' for token in sorted(tokens)))
        if not here or self._has(f"{{title text}} : {here[0]}"):
            return Asked(said, (word,))
        said = (*said, *self._abroad(word))
        if len(said) > 1 + len(tokens):
            return Asked(said, (word,))
        if tokens:  # a word of another language, or of another book: it is put as this one does
            heads = [self.wording.heads[token] for token in sorted(tokens)]
            return Asked((*said, *(f'"{head}"*' for head in heads)), (word, *heads))
        near = [] if len(said) > 1 or self._has(here[0]) else sorted(self.near(word))[:6]
        senses = {token for one in near for _, _, token in self.wording.meant([one])}
        spelt = [f'"{one}"' for one in (*near, *sorted(senses))]
        return Asked((*spelt,) or said, (*near, word))

    def _abroad(self, word: str) -> Iterator[str]:
        """Give what looks for a word of another language in the book as it is printed there."""
        if self._has(f"{{called told}} : {_begins(stem(word))}"):
            yield _begins(stem(word))

    def _has(self, phrase: str) -> bool:
        return bool(self._hits(phrase))

    def _hits(self, phrase: str) -> tuple[int, ...]:
        """Return which entries have it; kept, for at the next key most of a question is as it was."""
        found = self._kept.get(phrase)
        if found is None:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            found = tuple(number for (number,) in self._index.execute(_MATCH, (phrase,)))
            self._kept[phrase] = found
        return found

    def near(self, word: str) -> set[str]:
        """Return the known words that one slip of the finger makes of a word."""
        if len(word) < NEAR_FROM:
            return set()
        found = set(self._less.get(word, ()))
        for less in _without_one(word):
            if less in self._words:
                found.add(less)
            found.update(self._less.get(less, ()))
        return found

    def _scores(self, asked: Sequence[Asked], *, every: bool) -> dict[int, float]:
        """Return how well each entry answers: by SQLite's measure, and by how much of the question it has."""
        phrases = [_any(one.phrases) for one in asked]
        if not phrases:
            return {}
        if every:
            ranked = self._index.execute(_RANKED, (" AND ".join(phrases), ELSEWHERE))
            return {number: -rank * _standing(self.entries[number]) for number, rank in ranked}
        has: dict[int, float] = defaultdict(float)
        whole = 0.0
        for phrase in phrases:
            hits = self._hits(phrase)
            weight = math.log(1 + len(self.entries) / (1 + len(hits)))
            whole += weight
            for number in hits:
                has[number] += weight
        expression = " OR ".join(phrases)
        told: dict[int, float] = defaultdict(float)
        for number, rank in self._index.execute(_RANKED, (expression, MOST)):
            told[number] = -rank * (1 - TOLD + TOLD * has[number] / whole)
        for number, worth in self._said(expression).items():
            told[number] += SAID * worth
        return {number: worth * _standing(self.entries[number]) for number, worth in told.items()}

    def _said(self, expression: str) -> dict[int, float]:
        """Return by entry how well the question fits the best of the ways in which it is put."""
        best: dict[int, float] = {}
        for saying, rank in self._index.execute(_SAID, (expression, MOST)):
            number = self._sayings[saying][0]
            best.setdefault(number, -rank)
        return best


_READS = "tokenize='porter unicode61 remove_diacritics 2', prefix='2 3'"
_MADE = (
    f"CREATE VIRTUAL TABLE entry USING fts5(title, heads, also, means, text, sense, chapter, called, told, {_READS})",
    f"CREATE VIRTUAL TABLE said USING fts5(words, sense, {_READS})",
)
_MATCH = "SELECT rowid FROM entry WHERE entry MATCH ?"
_RANKED = "SELECT rowid, rank FROM entry WHERE entry MATCH ? ORDER BY rank LIMIT ?"
_SAID = "SELECT rowid, rank FROM said WHERE said MATCH ? ORDER BY rank LIMIT ?"


class Finder:
    """Everything that can be found: one index for each game, by the game's id."""

    def __init__(self, books: Mapping[str, Index]) -> None:
        self.books = books

    def find(
        self, typed: str, limit: int = 40, game: str = "", kinds: Collection[str] = ()
    ) -> list[Found]:
        """Return what answers best; what the book of `game` has comes first, then other games'."""
        found = self.books[game].find(typed, limit, kinds) if game in self.books else []
        for other, book in self.books.items():
            if other != game and len(found) < limit:
                fits = book.find(typed, min(ELSEWHERE, limit - len(found)), kinds, every=True)
                found += fits
        return found


def _standing(entry: Entry) -> float:
    """Return how much an entry counts as what it is."""
    return WEIGHTS.get(entry.kind, 1.0) * entry.worth


def _any(phrases: Sequence[str]) -> str:
    return f"({' OR '.join(phrases)})"


def _context(entry: Entry, words: list[str]) -> str:
    """Return a line of an entry around the first of the words that stands in it."""
    for text in (entry.also, entry.text) if entry.kind == "term" else (entry.text, entry.also):
        line = " ".join(text.split())
        low = line.casefold()
        at = min((low.find(word) for word in words if word in low), default=-1)
        if at >= 0:
            begin = low.rfind(" ", 0, max(at - 30, 0)) + 1 if at > 40 else 0
            head = "…" if begin else ""
            rest = line[begin:]
            return head + (rest if len(rest) <= 90 else rest[:90].rsplit(" ", 1)[0] + "…")
    return _opening(entry.text or entry.also)


def _begins(word: str) -> str:
    """Return what finds words that begin so."""
    return f'"{word}"*'


def _without_one(word: str) -> set[str]:
    """Return a word with each of its letters left out in turn."""
    return {word[:at] + word[at + 1 :] for at in range(len(word))}


def _opening(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= 90 else line[:90].rsplit(" ", 1)[0] + "…"
