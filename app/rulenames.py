"""What a rule is called where it is shown: its printed number and its title, never its id."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engines.core.data.text import cite
from grognard.engines.core.proof.rulebook import printed

MARK = "\N{SECTION SIGN}"
"""The small mark before a rule."""


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
        return rule if title is None else f"{printed(rule)} {title}".lstrip()


NAMES = RuleNames()
"""Those of the one table that is open."""


def called(rule: str, names: RuleNames = NAMES) -> str:
    """Return what a rule is called, of the game on the table where no other is told, with its mark."""
    return f"{MARK}\N{NO-BREAK SPACE}{names.called(rule)}"


def speak_of_rules() -> None:
    """Have every phrase that cites a rule call it so."""
    cite(called)
