"""How players say what a rulebook says: words without weight, and words of one meaning, as data.

What all games share stands in `words.yaml` beside this file, what one game adds in its `synonyms.yaml`.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from grognard.engines.core.data.frozen import record
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import ListOf, Record, Source, Str, did_you_mean
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.data.yamlio import load_file

SIGN = "\N{LATIN SMALL LETTER EZH}"
"""What the tokens begin with: no word that anybody types does."""
COMMON, FILE = "words.yaml", "synonyms.yaml"
WORD = re.compile(r"[^\W_]+")
ACCENT = re.compile("[\u0300-\u036f]")
LEAST = 3
"""From so many letters the beginning of a word stands for all that begin so, while it is typed."""
GROUPS = ListOf(ListOf(Str(max_length=80), min=2))
SHARED = Record(required={"stop": ListOf(Str(max_length=600)), "synonyms": GROUPS})
OWN = Record(
    required={"game": Str(max_length=80), "synonyms": GROUPS},
    optional={
        "index": ListOf(
            Record(
                required={"words": ListOf(Str(max_length=200)), "rules": ListOf(Str(max_length=80))}
            )
        )
    },
)


def plain_words(words: str) -> list[str]:
    """Return the words of a text, small and without accents, as the index knows them."""
    small = words.casefold()
    if not small.isascii():
        small = ACCENT.sub("", unicodedata.normalize("NFD", small))
    return WORD.findall(small)


ENDINGS = re.compile(
    "(?:(?:i?amente|amenti|amento|azione|azioni|izione|izioni|ando|endo|are|ere|ire|ato|ata|ati|ate|uto|uta|uti|ute|ito|ita|iti|ite"
    "|[aeiou]+)|[аеиоуыьъэюяйхмт]{1,4})$"
)
"""How words of Italian and Russian end, as far as that is the same word."""
STEM = 4
"""So many letters of a word stay at least."""


def stem(word: str) -> str:
    """Return how all forms of an Italian or Russian word begin, as far as the ending tells."""
    short = ENDINGS.sub("", word)
    return short if len(short) >= STEM else word[: max(STEM, len(short))]


@record
class Group:
    """Words of one meaning: `token` stands for all of them in the index."""

    token: str
    ways: tuple[tuple[str, ...], ...]


class Wording:
    """The words without weight and the groups of one meaning of a game.

    Attributes:
        heads: by token, the word of this house for what it means.
    """

    def __init__(self, stop: Iterable[str], groups: Iterable[Group]) -> None:
        self.stop = frozenset(word for line in stop for word in plain_words(line))
        self._whole: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
        self._begun: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
        self.heads: dict[str, str] = {}
        for group in groups:
            self.heads[group.token] = " ".join(group.ways[0]).replace("*", "")
            for way in group.ways:
                shelf = self._begun if way[0].endswith("*") else self._whole
                shelf[way[0].rstrip("*")].append((way[1:], group.token))
        shelves = (*self._whole.items(), *self._begun.items())
        self._ways = sorted((word, token) for word, said in shelves for _, token in said)
        self._known: dict[str, tuple[tuple[tuple[str, ...], str], ...]] = {}

    def _starting(self, word: str) -> tuple[tuple[tuple[str, ...], str], ...]:
        """Return the ways to say something that begin with a word: what must follow, what it means."""
        found = self._known.get(word)
        if found is None:
            found = (*self._whole.get(word, ()),)
            for end in range(1, len(word) + 1):
                found += (*self._begun.get(word[:end], ()),)
            self._known[word] = found
        return found

    def meant(self, words: Sequence[str]) -> list[tuple[int, int, str]]:
        """Return what is meant in a text: from which word, how many words, the token."""
        found = []
        for at, word in enumerate(words):
            for rest, token in self._starting(word):
                after = words[at + 1 : at + 1 + len(rest)]
                if len(after) == len(rest) and all(map(_is_said, rest, after)):
                    found.append((at, 1 + len(rest), token))
        return found

    def begun(self, start: str) -> set[str]:
        """Return what a word that is being typed may come to mean."""
        if len(start) < LEAST:
            return set()
        at, found = bisect_left(self._ways, (start, "")), set()
        while at < len(self._ways) and self._ways[at][0].startswith(start):
            found.add(self._ways[at][1])
            at += 1
        return found


def _is_said(pattern: str, word: str) -> bool:
    return word.startswith(pattern[:-1]) if pattern.endswith("*") else word == pattern


def _ways(groups: Iterable[Sequence[str]], name: str) -> list[Group]:
    """Return groups with their tokens, which no text holds."""
    return [
        Group(f"{SIGN}{name}{number}", tuple(filter(None, map(_way, group))))
        for number, group in enumerate(groups)
    ]


def _way(said: str) -> tuple[str, ...]:
    """Return the words of one way to say it; a word that may end as it likes keeps its star."""
    parts = [(plain_words(part), part.endswith("*")) for part in said.split()]
    return tuple(
        word + "*" * (open_ended and word is words[-1])
        for words, open_ended in parts
        for word in words
    )


@lru_cache(maxsize=1)
def common() -> tuple[tuple[str, ...], tuple[Group, ...]]:
    """Return the words without weight and the groups of all games."""
    node, problems = load_file(files(__package__ or __name__) / COMMON)
    data = SHARED.read(node, problems, COMMON) if node is not None else None
    if data is None or problems:
        raise ValueError("\n".join(map(str, problems)))
    return tuple(data["stop"]), tuple(_ways(data["synonyms"], "all"))


@record
class Spoken:
    """How the players of a game speak: their words, and under which of them a rule is looked for."""

    wording: Wording
    index: Mapping[str, tuple[str, ...]]


def load_wording(
    folder: Traversable, rules: Container[str], file: Traversable | None = None
) -> tuple[Spoken, list[Problem]]:
    """Read the synonyms in a game's folder, or another file of them; each fault with line and mend."""
    stop, groups = common()
    nothing = Spoken(Wording(stop, groups), {})
    file = file or folder.joinpath(FILE)
    if not file.is_file():
        return nothing, []
    node, problems = load_file(file)
    data = OWN.read(node, problems, FILE) if node is not None else None
    if node is None or data is None or problems:
        return nothing, list(problems)
    source = Source(node)
    for number, group in enumerate(data["synonyms"]):
        for place, said in enumerate(group):
            if not plain_words(said):
                at = ("synonyms", number, place)
                problems.append(source.problem(at, tr("this is no word"), tr("write letters")))
    index = _index(data.get("index", ()), rules, source, problems)
    own = _ways(data["synonyms"], data["game"])
    return Spoken(Wording(stop, [*groups, *own]), index), list(problems)


def _index(
    entries: Sequence[Mapping[str, Sequence[str]]],
    rules: Container[str],
    source: Source,
    problems: list[Problem],
) -> dict[str, tuple[str, ...]]:
    """Return the words under which each rule is looked for; a rule that is not there is noted."""
    found: dict[str, tuple[str, ...]] = {}
    known = sorted(rules) if isinstance(rules, dict) else []
    for number, entry in enumerate(entries):
        for place, rule in enumerate(entry["rules"]):
            if rule in rules:
                found[rule] = (*found.get(rule, ()), *entry["words"])
                continue
            at = ("index", number, "rules", place)
            problems.append(
                source.problem(
                    at,
                    tr("no rule is called {rule}", rule=verbatim(rule)),
                    did_you_mean(rule, known),
                )
            )
    return found
