"""Fields that mean the same in every file of every game: ids, names, rules, where a fact is from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from grognard.engines.core.data.schema import ListOf, Record, Str
from grognard.engines.core.data.text import text

Fields: TypeAlias = Mapping[str, Any]
"""A record as its schema read it."""

SHORT_NAME = text("a short name of small letters, digits and dashes")
ID = Str(pattern="[a-z0-9][a-z0-9-]{0,59}", wanted=SHORT_NAME)
NAME = Str(max_length=120)
RULE = Str(max_length=40)
WORD = Str(max_length=20)
PROVENANCE = ListOf(
    Record({"what": Str(), "kind": Str(choices=("known", "derived", "tuned")), "source": Str()})
)
"""What of a file is known from the game, what is derived and what was tuned by play, and from where."""


class Ref(Str):
    """The name of something that a stage says elsewhere; `of` is what that is, as a message calls it."""

    def __init__(self, of: str) -> None:
        super().__init__(pattern="[a-z0-9][a-z0-9-]{0,59}", wanted=SHORT_NAME)
        self.of = of


def sound(rows: Any, *keys: str) -> Iterator[Fields]:
    """Give the rows of a list that were read with all these keys; None is none."""
    for row in rows or ():
        if isinstance(row, dict) and all(row.get(key) not in (None, "") for key in keys):
            yield row
