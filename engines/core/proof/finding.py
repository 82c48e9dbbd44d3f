"""Finding: one search over the rules, tables, words, examples and units of all games.

What is typed may be the beginning of words, a rule's number, a word of the printed rulebook in
Italian or Russian, or nearly one of these.
"""

from __future__ import annotations

import re
import sqlite3
import weakref
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from engines.core.data.frozen import record
from engines.core.data.yamlio import load_file
from engines.core.play.game import AnyGame
from engines.core.proof.examples import Examples
from engines.core.proof.glossary import Term
from engines.core.proof.rulebook import Rulebook

WORD = re.compile(r"[^\W_]+")
LONGEST = 200
NEAR_FROM = 4
"""From so many letters a word is taken for another one that is nearly spelt so."""
WEIGHTS = {"term": 1.6, "rule": 1.5, "table": 1.3, "example": 1.0, "unit": 1.2}
"""How much a hit counts by its kind."""
HERE = 1.35
"""How much more it counts in the book that is open."""
MOST = 200


@record
class Entry:
    """Something that can be found: `target` is where it stands, `also` are other words for it."""

    game: str
    kind: str
    target: str
    title: str
    text: str = ""
    also: str = ""


@record
class Found:
    """An entry that was found, with a line of context."""

    entry: Entry
    context: str


def entries(
    game: AnyGame, book: Rulebook, terms: Iterable[Term], examples: Examples
) -> Iterator[Entry]:
    """Give all that can be found of one game, its units apart."""
    for rule in book.rules.values():
        words = f"{rule.text} {rule.ruling}".strip()
        yield Entry(game.id, "rule", f"rule:{rule.id}", rule.called, words)
    for table in book.tables.values():
        cells = (str(v) for row in table.rows for v in row.values() if not isinstance(v, dict))
        words = " ".join([*table.headings, *cells, *table.notes.values()])
        yield Entry(game.id, "table", f"table:{table.id}", table.title, words)
    for term in terms:
        yield Entry(
            game.id, "term", f"term:{term.term}", term.term, term.note, " · ".join(term.source)
        )
    for one in examples.all():
        target = f"example:{one.rule}"
        yield Entry(game.id, "example", target, one.title, one.note, one.rule)


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


class Finder:
    """Everything that can be found, in one index."""

    def __init__(self, found: Iterable[Entry]) -> None:
        self.entries = tuple(found)
        self._index = sqlite3.connect(":memory:", check_same_thread=False)
        # Newer Pythons warn about a connection that is merely forgotten.
        weakref.finalize(self, self._index.close)
        self._index.execute(
            "CREATE VIRTUAL TABLE entry USING fts5(title, also, text,"
            " tokenize='unicode61 remove_diacritics 2', prefix='1 2 3')"
        )
        rows = [(n, e.title, e.also, e.text) for n, e in enumerate(self.entries)]
        self._index.executemany(
            "INSERT INTO entry(rowid, title, also, text) VALUES (?, ?, ?, ?)", rows
        )
        self._index.execute("CREATE VIRTUAL TABLE known USING fts5vocab(entry, row)")
        self._often: Counter[str] = Counter()
        for term, count in self._index.execute("SELECT term, doc FROM known"):
            self._often[term] = count
        self._less: dict[str, list[str]] = {}
        for term in self._often:
            if len(term) >= NEAR_FROM:
                for less in _without_one(term):
                    self._less.setdefault(less, []).append(term)

    def find(self, typed: str, limit: int = 40, game: str = "") -> list[Found]:
        """Return what fits, the best first; `game` is the one whose book is open."""
        words = [word for word in WORD.findall(typed[:LONGEST].casefold()) if word]
        if not words or limit <= 0:
            return []
        hits = self._by_number(typed.strip().casefold(), game)
        seen = {found.entry.target + found.entry.game for found in hits}
        told = self._match([_begins(word) for word in words], game, limit)
        if not told:
            told = self._match([self._spelt(word) for word in words], game, limit)
        if not told and len(words) > 1:
            told = self._match([self._spelt(word) for word in words], game, limit, " OR ")
        return (hits + [f for f in told if f.entry.target + f.entry.game not in seen])[:limit]

    def _by_number(self, typed: str, game: str) -> list[Found]:
        """Return the rule of that number, of the open book first."""
        target = f"rule:{typed}"
        exact = [e for e in self.entries if e.target.casefold() == target]
        exact.sort(key=lambda e: e.game != game)
        return [Found(e, _opening(e.text)) for e in exact]

    def _spelt(self, word: str) -> str:
        """Return what to look for in place of a word that nothing begins with."""
        if any(
            True
            for _ in self._index.execute(
                "SELECT 1 FROM entry WHERE entry MATCH ? LIMIT 1", (f'"{word}"*',)
            )
        ):
            return f'"{word}"*'
        near = sorted(self.near(word), key=lambda one: -self._often[one])[:6]
        return "(" + " OR ".join(f'"{one}"' for one in near) + ")" if near else f'"{word}"*'

    def near(self, word: str) -> set[str]:
        """Return the known words that one slip of the finger makes of a word."""
        if len(word) < NEAR_FROM:
            return set()
        found = set(self._less.get(word, ()))
        for less in _without_one(word):
            if less in self._often:
                found.add(less)
            found.update(self._less.get(less, ()))
        return found

    def _match(
        self, phrases: list[str], game: str, limit: int, joined: str = " AND "
    ) -> list[Found]:
        rows = self._index.execute(
            "SELECT rowid, bm25(entry, 9.0, 9.0, 1.0) FROM entry WHERE entry MATCH ?"
            " ORDER BY rank LIMIT ?",
            (joined.join(phrases), MOST),
        ).fetchall()
        words = [word for phrase in phrases for word in WORD.findall(phrase.casefold())]
        told = []
        for number, rank in rows:
            entry = self.entries[number]
            weight = WEIGHTS.get(entry.kind, 1.0) * (HERE if entry.game == game else 1.0)
            told.append((rank * weight, number, entry))
        best = sorted(told, key=lambda one: one[:2])[:limit]
        return [Found(entry, _context(entry, words)) for _, _, entry in best]


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
    """Return what finds words that begin so; a letter alone is looked for in titles."""
    return f'"{word}"*' if len(word) > 1 else f'{{title also}} : "{word}"*'


def _without_one(word: str) -> set[str]:
    """Return a word with each of its letters left out in turn."""
    return {word[:at] + word[at + 1 :] for at in range(len(word))}


def _opening(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= 90 else line[:90].rsplit(" ", 1)[0] + "…"
