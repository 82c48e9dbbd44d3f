"""What a choice says: the words, numbers and lists in its fields, as the form of its Ask has them.

Nothing is checked: the gate (`Ask.why_not`) has seen that they are there and of that kind. Without a
field it is the choice itself; where a field may be missing, `other` stands for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from grognard.engines.core.show.asks import Action, Choice


def _said(choice: Choice, field: str, other: Choice | None) -> Any:
    if not field:
        return choice
    named = cast("Mapping[str, Choice]", choice)
    return named[field] if other is None else named.get(field, other)


def fields_of(choice: Choice) -> Mapping[str, Choice]:
    """Return the named fields of a choice; a word or a number has none."""
    return choice if isinstance(choice, dict) else {}


def word_of(choice: Choice, field: str = "", other: str | None = None) -> str:
    """Return a word: an id, a place, what is to be done."""
    return cast("str", _said(choice, field, other))


def number_of(choice: Choice, field: str = "", other: int | None = None) -> int:
    """Return a number."""
    return cast("int", _said(choice, field, other))


def words_of(choice: Choice, field: str, other: list[str] | None = None) -> list[str]:
    """Return a list of words: pieces, or the spaces of a route."""
    return cast("list[str]", _said(choice, field, other))


def facing_of(choice: Choice) -> int | None:
    """Return the facing that was chosen, None where there was none to choose."""
    return cast("int | None", cast("Mapping[str, Choice]", choice).get("facing"))


def actions_of(choice: Choice) -> list[Action]:
    """Return the actions of a manoeuvre."""
    return cast("list[Action]", _said(choice, "do", None))
