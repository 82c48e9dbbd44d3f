"""The shape of a game's State as text: its fields, theirs, and so on, with their types.

A checkpoint can be read only by a State of the same shape, so that each shape has its own schema
number and each older number a migration.
"""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from hashlib import sha256
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints


def shape(kind: type) -> list[str]:
    """Return a line for each field of a dataclass and of those it is made of, in their order."""
    lines: list[str] = []
    seen: set[Any] = set()
    waiting: list[Any] = [kind]
    while waiting:
        found = waiting.pop(0)
        if found in seen:
            continue
        seen.add(found)
        waiting += get_args(found)
        if isinstance(found, type) and is_dataclass(found):
            hints = get_type_hints(found)
            for field in fields(found):
                needed = field.default is MISSING and field.default_factory is MISSING
                words = f"{found.__name__}.{field.name}: {_words(hints[field.name])}"
                lines.append(words + (" (needed)" if needed else ""))
                waiting.append(hints[field.name])
    return lines


def fingerprint(kind: type) -> str:
    """Return a short hash of the shape of a State; the order of the fields does not count."""
    return sha256("\n".join(sorted(shape(kind))).encode()).hexdigest()[:16]


def _words(kind: Any) -> str:
    """Return a type as text, without the names of modules: those may change."""
    parts = get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        return " | ".join(map(_words, parts))
    if not parts:
        return "..." if kind is Ellipsis else getattr(kind, "__name__", repr(kind))
    name = getattr(kind, "__name__", type(kind).__name__)
    return f"{name}[{', '.join(map(_words, parts))}]"
