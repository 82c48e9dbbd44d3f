"""What a rule is called where it is shown: its printed number and its title, never its id."""

from __future__ import annotations

import re
from collections.abc import Mapping

MARK = "\N{SECTION SIGN}"
"""The small mark before a rule."""
_PRINTED = re.compile(r"(?:\d+|[A-Z])(?:\.(?:\d+|[A-Z](?=\.|$)))*(?=\.|$)")
"""The part of an id that is printed in a rulebook with numbers: 9.61 of 9.61, 5.28 of 5.28.attempt, E.2.2 of E.2.2.square."""


class RuleNames:
    """The titles of the rules of the game that lies on the table."""

    def __init__(self) -> None:
        self._titles: Mapping[str, str] = {}

    def speak_of(self, titles: Mapping[str, str]) -> None:
        """Another game lies on the table: these are the titles of its rules, by id."""
        self._titles = dict(titles)

    def called(self, rule: str) -> str:
        """Return what a rule is called; one of no book that is known is called by its id."""
        title = self._titles.get(rule)
        if title is None:
            return rule
        number = _PRINTED.match(rule)
        return f"{number.group()} {title}" if number else title


NAMES = RuleNames()
"""Those of the one table that is open."""


def called(rule: str) -> str:
    """Return what a rule of the game on the table is called, with its mark."""
    return f"{MARK}\N{NO-BREAK SPACE}{NAMES.called(rule)}"
