"""The rulebooks that have been read: every table of a game opens the same one."""

from __future__ import annotations

from importlib.resources.abc import Traversable

from engines.core.data.problems import Problem
from engines.core.data.text import spell
from engines.core.proof.rulebook import Rulebook

_READ: dict[str, Rulebook] = {}
"""Without fault, by folder; one with faults is read anew, for somebody may be mending it."""


def take(folder: Traversable) -> tuple[Rulebook | None, list[Problem]]:
    """Return the rulebook in a game's folder in the language spoken, or None with its faults."""
    book = _READ.get(str(folder))
    if book is None:
        book, problems = Rulebook.load(folder)
        if book is None:
            return None, list(problems)
        _READ[str(folder)] = book
    return book.said(lambda words: spell("rule", words)), []
