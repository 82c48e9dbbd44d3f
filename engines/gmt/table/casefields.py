"""Reading the values of a case's `set:` section: each is what its field wants, or the case is wrong.

Every function raises a ValueError whose message names the field and says how to mend it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

YES, NO = ("yes", "true"), ("no", "false")
WHOLE = re.compile(r"[+-]?[0-9]{1,6}", re.ASCII)


def is_whole(value: Any) -> bool:
    """Whether something is a whole number, written or not."""
    return not isinstance(value, bool) and bool(WHOLE.fullmatch(str(value)))


def whole(field: str, value: Any) -> int:
    """Read a whole number."""
    if not is_whole(value):
        raise ValueError(f"set.{field}: {value} is no whole number; give one such as 2")
    return int(value)


def truth(field: str, value: Any) -> bool:
    """Read yes or no."""
    said = str(value).lower()
    if said not in (*YES, *NO):
        raise ValueError(f"set.{field}: {value} is neither yes nor no")
    return said in YES


def word(field: str, value: Any) -> str:
    """Read one word."""
    if isinstance(value, (Mapping, list, tuple)) or value is None:
        raise ValueError(f"set.{field}: {value} is no single word")
    return str(value)


def items(field: str, value: Any) -> tuple[Any, ...]:
    """Read a list; nothing at all is an empty one."""
    if value is not None and not isinstance(value, (list, tuple)):
        raise ValueError(f"set.{field}: {value} is no list; write [{value}]")
    return tuple(value or ())


def words(field: str, value: Any) -> tuple[str, ...]:
    """Read a list of words."""
    return tuple(word(field, item) for item in items(field, value))


def word_or_words(field: str, value: Any) -> tuple[str, ...]:
    """Read a list of words, or the only one of it without the list."""
    return (value,) if isinstance(value, str) else words(field, value)


def mapping(field: str, value: Any) -> Mapping[str, Any]:
    """Read a mapping; nothing at all is an empty one."""
    if value is not None and not isinstance(value, Mapping):
        raise ValueError(f"set.{field}: {value} is no mapping; write {{name: value}}")
    return value or {}


def lines(field: str, value: Any) -> tuple[Mapping[str, Any], ...]:
    """Read a list of mappings."""
    return tuple(mapping(field, line) for line in items(field, value))


def one_of(field: str, value: Any, known: Iterable[str]) -> str:
    """Read a word that is one of those known."""
    known, found = tuple(known), word(field, value)
    if found not in known:
        raise ValueError(f"set.{field}: there is no {found}; known are {', '.join(known)}")
    return found


def fields_of(field: str, line: Mapping[str, Any], known: Iterable[str]) -> None:
    """Refuse fields of a line that nobody knows."""
    known = tuple(known)
    wrong = [key for key in line if key not in known]
    if wrong:
        raise ValueError(f"set.{field}: unknown field {wrong[0]}; known are {', '.join(known)}")
