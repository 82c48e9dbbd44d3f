"""Questions as players ask them, each with the rules that answer it: whether a search finds one at once."""

from __future__ import annotations

from collections.abc import Container
from importlib.resources.abc import Traversable
from pathlib import Path

from grognard.engines.core.data.frozen import record
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import ListOf, Record, Source, Str, did_you_mean
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.data.yamlio import load_file
from grognard.engines.core.proof.finding import Index

FIRST = 3
"""Among so many hits the answer is looked for."""
QUESTIONS = Record(
    required={
        "game": Str(max_length=80),
        "questions": ListOf(
            Record(
                required={"ask": Str(max_length=200), "rules": ListOf(Str(max_length=80), min=1)},
                optional={"language": Str(choices=("en", "it", "ru"))},
            )
        ),
    }
)


@record
class Question:
    """A question, the rules that answer it, the language it is put in."""

    ask: str
    rules: tuple[str, ...]
    language: str = "en"


@record
class Answered:
    """A question and what a search gave for it, the best first."""

    question: Question
    found: tuple[str, ...]

    @property
    def place(self) -> int:
        """At which place an answer stands, from 1; 0 for none."""
        return next((at for at, id_ in enumerate(self.found, 1) if id_ in self.question.rules), 0)

    @property
    def right(self) -> bool:
        """Whether an answer stands among the first."""
        return 0 < self.place <= FIRST


def load_questions(
    file: Path | Traversable, rules: Container[str]
) -> tuple[tuple[Question, ...], list[Problem]]:
    """Read a file of questions about a game; each fault with line and mend."""
    node, problems = load_file(file)
    data = QUESTIONS.read(node, problems, tr("the questions")) if node is not None else None
    if node is None or data is None or problems:
        return (), list(problems)
    source = Source(node)
    known = sorted(rules) if isinstance(rules, dict) else []
    found = []
    for number, entry in enumerate(data["questions"]):
        for place, rule in enumerate(entry["rules"]):
            if rule not in rules:
                at = ("questions", number, "rules", place)
                mend = did_you_mean(rule, known)
                problems.append(
                    source.problem(at, tr("no rule is called {rule}", rule=verbatim(rule)), mend)
                )
        found.append(Question(entry["ask"], tuple(entry["rules"]), entry.get("language", "en")))
    return tuple(found), list(problems)


def answer(index: Index, question: Question, limit: int = 10) -> Answered:
    """Return what a search in a game's rules gives for a question."""
    found = index.find(question.ask, limit, ("rule",))
    return Answered(question, tuple(hit.entry.id for hit in found))
