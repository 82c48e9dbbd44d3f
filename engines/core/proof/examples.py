"""Worked examples: which case shows a rule, with a title and a note that a reader understands.

A game's `examples.yaml` names for each rule the case that shows it. The case itself is the very file
that the tests run: in a checkout it lies in tests/cases/<game>, an installed game brings it along.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path

from grognard.engines.core.data.frozen import evolve, record
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import ListOf, MapOf, Record, Source, Str, did_you_mean
from grognard.engines.core.data.text import capital, tr, verbatim
from grognard.engines.core.data.yamlio import load_file
from grognard.engines.core.play.game import AnyGame, ScenarioError
from grognard.engines.core.proof.cases import Case, read_case

FILE = "examples.yaml"
WORD = Str(max_length=200)
EXAMPLES = Record(
    required={
        "game": WORD,
        "examples": ListOf(
            Record(
                required={
                    "rule": Str(max_length=80),
                    "case": Str(max_length=200),
                },
                optional={
                    "title": Str(max_length=120),
                    "note": Str(max_length=1200),
                    "values": MapOf(WORD, WORD),
                },
            )
        ),
    },
)
SHORT = {
    "zoc",
    "hq",
    "hqs",
    "los",
    "mp",
    "sp",
    "am",
    "ams",
    "vp",
    "gu",
    "ugc",
    "cr",
    "cc",
    "af",
    "mv",
}
"""Words of the names of cases that are written in capitals."""


@record
class Example:
    """One worked example: the rule it shows, the file of its case, and what stands over it."""

    rule: str
    path: Path
    title: str
    note: str
    values: tuple[tuple[str, str], ...] = ()

    @property
    def id(self) -> str:
        """The name of the case's file, which is that of its picture, too."""
        return self.path.stem

    def said(self, say: Callable[[str], str]) -> Example:
        """Return the example with what stands over it as another language has it."""
        return evolve(self, title=say(self.title), note=say(self.note))


def cases_folder(game: AnyGame) -> Path:
    """Return where the cases of a game lie: in its package when installed, else with the tests."""
    package = Path(str(game.data()))
    shipped = package / "cases"
    if shipped.is_dir():
        return shipped
    return package.parents[1] / "tests" / "cases" / game.id


class Examples:
    """The examples of a game by the rules that they show."""

    def __init__(self, found: Mapping[str, tuple[Example, ...]]) -> None:
        self.by_rule = found

    def of(self, rule: str) -> tuple[Example, ...]:
        """Return the examples of a rule; where it has none, those of the rule above it."""
        parts = rule.split(".")
        while parts:
            found = self.by_rule.get(".".join(parts))
            if found:
                return found
            parts.pop()
        return ()

    def all(self) -> tuple[Example, ...]:
        """Return all examples, in the order of the file."""
        return tuple(one for several in self.by_rule.values() for one in several)

    def said(self, say: Callable[[str], str]) -> Examples:
        """Return the examples as another language has them."""
        return Examples(
            {rule: tuple(one.said(say) for one in found) for rule, found in self.by_rule.items()}
        )


def load_examples(
    game: AnyGame, rules: Mapping[str, object], file: Traversable | None = None
) -> tuple[Examples, list[Problem]]:
    """Read the examples of a game, or those of another file for it; each fault with line and mend.

    A faulty line costs its own example alone; a game without the file has none.
    """
    file = file or game.data().joinpath(FILE)
    if not file.is_file():
        return Examples({}), []
    node, problems = load_file(file)
    data = EXAMPLES.read(node, problems, FILE) if node is not None else None
    if node is None or data is None or problems:
        return Examples({}), list(problems)
    source, folder = Source(node), cases_folder(game)
    found: dict[str, tuple[Example, ...]] = {}
    for number, entry in enumerate(data["examples"]):
        place = ("examples", number)
        if entry["rule"] not in rules:
            mend = did_you_mean(entry["rule"], sorted(rules))
            problems.append(
                source.problem(
                    (*place, "rule"),
                    tr("no rule is called {rule}", rule=verbatim(entry["rule"])),
                    mend,
                )
            )
            continue
        path = folder / entry["case"]
        if not path.is_file() or not path.resolve().is_relative_to(folder.resolve()):
            known = sorted(one.name for one in path.parent.glob("*.yaml"))
            mend = did_you_mean(path.name, known) or tr(
                "cases lie below {folder}", folder=verbatim(str(folder))
            )
            problems.append(
                source.problem(
                    (*place, "case"),
                    tr("there is no case {case}", case=verbatim(entry["case"])),
                    mend,
                )
            )
            continue
        values = tuple(entry.get("values", {}).items())
        one = Example(
            entry["rule"], path, entry.get("title", ""), sentence(entry.get("note", "")), values
        )
        found[one.rule] = (*found.get(one.rule, ()), one)
    return Examples(found), list(problems)


@lru_cache(maxsize=64)
def case_of(path: Path) -> Case:
    """Return a case that is shown, read once.

    Raises:
        ScenarioError: with every error in it.
    """
    return read_case(path)


def heading(example: Example) -> tuple[str, str]:
    """Return title and note of an example, those of the case where none is written."""
    if example.title and example.note:
        return example.title, example.note
    try:
        case = case_of(example.path)
    except ScenarioError as wrong:
        return example.title or titled(example.id), str(wrong)
    note = example.note or sentence(" ".join(str(case.data.get("note", "")).split()))
    return example.title or titled(case.name), note


def titled(name: str) -> str:
    """Return the name of a case as a title: zoc-stops-infantry becomes 'ZOC stops infantry'."""
    words = [word.upper() if word in SHORT else word for word in re.split(r"[-_]+", name)]
    return capital(" ".join(words))


def sentence(words: str) -> str:
    """Return words with a capital at their head and a stop at their end."""
    words = words.strip()
    if not words:
        return ""
    return capital(words) if words[-1] in ".!?" else f"{capital(words)}."
