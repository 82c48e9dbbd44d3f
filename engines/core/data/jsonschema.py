"""Words of JSON Schema for what our schemas accept, as text editors need them.

To our reader every value is text; to an editor 4307 is a number and yes may be a truth. So what we
read as a number may be written bare or in quotes, and text may be written as whatever the editor
takes it for, as far as any such text would be accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
JsonSchema: TypeAlias = dict[str, Json]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_WHOLE = ("0", "1", "7", "12", "150", "1812", "4307", "123456")
_TRUTHS: dict[str, Json] = {"true": True, "false": False}


def described(schema: JsonSchema, about: str) -> JsonSchema:
    """Return a schema with a description, if there is any, before the one it has."""
    words = [part for part in (about, schema.get("description")) if isinstance(part, str) and part]
    return {**schema, "description": "; ".join(words)} if words else schema


def text(accepts: Callable[[str], bool], longest: int, pattern: str) -> JsonSchema:
    """Return the schema of text: as what an editor may take it, and what is asked of it."""
    kinds: list[Json] = ["string"]
    if any(map(accepts, _WHOLE)):
        kinds.append("number" if accepts("1.5") or accepts("1e5") else "integer")
    if accepts("true"):
        kinds.append("boolean")
    if accepts(""):
        kinds.append("null")
    found: JsonSchema = {"type": kinds if len(kinds) > 1 else "string", "maxLength": longest}
    if not accepts("") and not pattern:
        found["minLength"] = 1
    return {**found, "pattern": f"^(?:{pattern})$"} if pattern else found


def choices(words: Iterable[str]) -> JsonSchema:
    """Return the schema of some words, those that look like numbers or truths bare as well."""
    found: list[Json] = []
    for word in words:
        found.append(word)
        if word.isdecimal() and word.isascii() and str(int(word)) == word:
            found.append(int(word))
        elif word in ("yes", "no"):  # what editors with YAML 1.1 make of them
            found.append(word == "yes")
        elif word in _TRUTHS:
            found.append(_TRUTHS[word])
        elif word == "null":
            found.append(None)
    return {"enum": found}


def whole_number(low: int, high: int) -> JsonSchema:
    """Return the schema of a whole number from `low` to `high`, bare or in quotes."""
    bare: JsonSchema = {"type": "integer", "minimum": low, "maximum": high}
    return {"anyOf": [bare, {"type": "string", "pattern": f"^(?:{_between(low, high)})$"}]}


def number(low: float, high: float) -> JsonSchema:
    """Return the schema of a decimal number, bare or in quotes; quoted its bounds are not checked."""
    bare: JsonSchema = {"type": "number", "minimum": low, "maximum": high}
    quoted: JsonSchema = {"type": "string", "pattern": r"^[+-]?[0-9]{1,18}(\.[0-9]{1,18})?$"}
    return {"anyOf": [bare, quoted]}


def _between(low: int, high: int) -> str:
    """Return the pattern of the whole numbers from `low` to `high`, leading zeros allowed."""
    parts = []
    if low < 0:
        parts.append(f"-0*(?:{'|'.join(_digits(max(-high, 0), -low))})")
    if high >= 0:
        parts.append(f"\\+?0*(?:{'|'.join(_digits(max(low, 0), high))})")
    if low == 0:
        parts.append("-0+")
    return "|".join(parts)


def _digits(low: int, high: int) -> list[str]:
    """Return patterns of the numbers from `low` to `high`, which differ in their last digits only."""
    found = []
    while low <= high:
        size = 1
        # As many last digits as run from all noughts to all nines within the bounds.
        while low % (size * 10) == 0 and low + size * 10 - 1 <= high and low:
            size *= 10
        lead, last = divmod(low // size, 10)
        top = min(9, (high + 1) // size - 1 - lead * 10)
        figures = str(last) if top == last else f"[{last}-{top}]"
        found.append(f"{lead or ''}{figures}{'[0-9]' * (len(str(size)) - 1)}")
        low = (lead * 10 + top + 1) * size
    return found
