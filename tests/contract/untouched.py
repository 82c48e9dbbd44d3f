"""What a set-up is made of, down to the last number: nothing in it may change during a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any


def fingerprint(thing: object) -> dict[str, tuple[int, str]]:
    """Return for every place in a thing which object is there, and what it says if it is plain."""
    found: dict[str, tuple[int, str]] = {}
    _note(thing, "", found, set())
    return found


def _note(thing: object, path: str, found: dict[str, tuple[int, str]], seen: set[int]) -> None:
    parts = dict(_parts(thing))
    found[path] = (id(thing), str(len(parts)) if parts else _words(thing))
    if id(thing) in seen:
        return
    seen.add(id(thing))
    for name, part in parts.items():
        _note(part, f"{path}.{name}", found, seen)


def _parts(thing: object) -> list[tuple[str, Any]]:
    if is_dataclass(thing):
        return [(one.name, getattr(thing, one.name)) for one in fields(thing)]
    if isinstance(thing, Mapping):
        return [(repr(key), value) for key, value in thing.items()]
    if isinstance(thing, (tuple, list)):
        return [(str(number), value) for number, value in enumerate(thing)]
    return []


def _words(thing: object) -> str:
    """Say what a thing without parts says; of one that only has an address nothing but its type."""
    if isinstance(thing, (str, int, float, set, frozenset)):
        return repr(thing)
    return type(thing).__name__
