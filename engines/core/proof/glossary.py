"""The glossary of a game: what its words mean, and what its rulebook calls them in its own language."""

from __future__ import annotations

from collections.abc import Callable, Container
from importlib.resources.abc import Traversable

from grognard.engines.core.data.frozen import evolve, record
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import ListOf, Record, Source, Str, did_you_mean
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.data.yamlio import load_file

FILE = "glossary.yaml"
WORD = Str(max_length=200)
GLOSSARY = Record(
    required={
        "game": WORD,
        "glossary": ListOf(
            Record(
                required={"term": WORD, "source": ListOf(WORD)},
                optional={"note": Str(max_length=600), "rules": ListOf(Str(max_length=80))},
            )
        ),
    }
)


@record
class Term:
    """A word of the game, what the printed rulebook calls it, what it means, where it is met."""

    term: str
    source: tuple[str, ...]
    note: str = ""
    rules: tuple[str, ...] = ()

    def said(self, say: Callable[[str], str]) -> Term:
        """Return the word as another language has it; what the source calls it stays."""
        return evolve(self, term=say(self.term), note=say(self.note))


def load_glossary(
    folder: Traversable, rules: Container[str], file: Traversable | None = None
) -> tuple[tuple[Term, ...], list[Problem]]:
    """Read the glossary in a game's folder, or that of another file; each fault with line and mend."""
    file = file or folder.joinpath(FILE)
    if not file.is_file():
        return (), []
    node, problems = load_file(file)
    data = GLOSSARY.read(node, problems, FILE) if node is not None else None
    if node is None or data is None or problems:
        return (), list(problems)
    found, source = [], Source(node)
    known = sorted(rules) if isinstance(rules, dict) else []
    for number, entry in enumerate(data["glossary"]):
        for index, rule in enumerate(entry.get("rules", ())):
            if rule not in rules:
                place = ("glossary", number, "rules", index)
                mend = did_you_mean(rule, known)
                problems.append(
                    source.problem(place, tr("no rule is called {rule}", rule=verbatim(rule)), mend)
                )
        named = tuple(rule for rule in entry.get("rules", ()) if rule in rules)
        found.append(Term(entry["term"], tuple(entry["source"]), entry.get("note", ""), named))
    return tuple(sorted(found, key=lambda one: one.term.casefold())), list(problems)
