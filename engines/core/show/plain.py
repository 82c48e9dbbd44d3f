"""What a choice may be made of: plain, bounded, exactly typed data, checked before any rule sees it.

A choice comes from a save, another program or another player's machine as well as from the table.
Rules compare and look up what they are given, and 2.0 == 2 == True + 1 in Python: what is let
through here is a str, an int, a list or a dict with str keys and nothing else, so that it can be
journalled as JSON, hashed, compared and kept in a State without becoming something else.
"""

from __future__ import annotations

from typing import Any

from grognard.engines.core.data.text import Text, counted, text

MOST_NUMBER = 2**53 - 1
"""The whole numbers every reader of JSON keeps exactly."""
MOST_DEEP = 6
MOST_PARTS = 4096
MOST_LETTERS = 120
"""Of one word: ids are far shorter. A whole choice has at most MOST_PARTS words, so it is bounded."""
FEW, FAR = 20, 10**6
"""What is plain at a glance; beyond it a choice is looked at closely."""

_STRINGS = {str}
_KINDS = text("A choice is made of words, whole numbers, lists and named fields.")
_NUMBER = text("A number in a choice lies between -{most} and {most}.", most=MOST_NUMBER)
_WORD = counted(
    "A word in a choice has at most {n} letter, all printable.",
    "A word in a choice has at most {n} letters, all printable.",
    n=MOST_LETTERS,
)
_PARTS = counted("A choice has at most {n} part.", "A choice has at most {n} parts.", n=MOST_PARTS)
_DEEP = text("A choice is nested at most {most} deep.", most=MOST_DEEP)


def why_not_plain(value: object, *, flags: bool = False) -> Text | None:
    """Return what keeps a value from being the data of a choice, or None.

    With `flags` true and false count as plain too: the words of a manoeuvre are ordered by them.
    """
    if _is_ordinary(value):
        return None
    level, left = [value], MOST_PARTS
    # Level by level, so that neither a deep nor a circular nest can exhaust the stack.
    for _ in range(MOST_DEEP + 1):
        below: list[object] = []
        for part in level:
            why = _why_not_part(part, below, flags=flags)
            if why is not None:
                return why
        if not below:
            return None
        left -= len(below)
        if left < 0:
            return _PARTS
        level = below
    return _DEEP


def _is_ordinary(value: Any) -> bool:
    """Whether a value is a word, or a few fields of words, small numbers and short lists of words.

    Nearly every choice of every game is that, and this is asked of each of them; what is not is
    looked at closely.
    """
    kind = type(value)
    if kind is str:
        return len(value) <= MOST_LETTERS and value.isprintable()
    if kind is not dict or len(value) > FEW:
        return False
    words = []
    for name, part in value.items():
        words.append(name)
        kind = type(part)
        if kind is str:
            words.append(part)
        elif kind is list and len(part) <= FEW:
            words += part
        elif kind is not int or not -FAR < part < FAR:
            return False
    if {*map(type, words)} != _STRINGS:
        return False
    together = "".join(words)
    return len(together) <= MOST_LETTERS and together.isprintable()


def _why_not_part(part: Any, below: list[object], *, flags: bool) -> Text | None:
    """Judge one part; what lies in it goes `below`, of many parts only one more than there may be."""
    kind = type(part)
    if kind is str or kind is int:
        return _why_not_one(part)
    if len(below) > MOST_PARTS:
        return _PARTS
    if kind is list:
        below.extend(part if len(part) <= MOST_PARTS else part[: MOST_PARTS + 1])
    elif kind is dict:
        if len(part) > MOST_PARTS:
            return _PARTS
        for name in part:
            if type(name) is not str:
                return _KINDS
        below.extend(part)
        below.extend(part.values())
    elif kind is not bool or not flags:
        return _KINDS
    return None


def _why_not_one(part: str | int) -> Text | None:
    """Judge a word or a number."""
    if isinstance(part, int):
        return None if -MOST_NUMBER <= part <= MOST_NUMBER else _NUMBER
    return None if len(part) <= MOST_LETTERS and part.isprintable() else _WORD
