"""Rows of an order of battle as cells of a table: what stands in a cell, and what typed words mean."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.app.editor.maps.steps import text_of
from grognard.engines.core.data.yamlio import Plain


def list_keys(doc: Plain) -> list[str]:
    """Return the lists of rows that an order of battle holds."""
    if not isinstance(doc, dict):
        return []
    return [
        key
        for key, part in doc.items()
        if isinstance(part, list)
        and part
        and key != "provenance"
        and all(isinstance(row, dict) for row in part)
    ]


def shown(value: Plain) -> str:
    """Return what stands in a cell: "a, b" for a list, "key: a; key: b" for a mapping."""
    if isinstance(value, dict):
        return "; ".join(f"{key}: {shown(part)}" for key, part in value.items())
    if isinstance(value, list):
        plain = all(isinstance(part, str) for part in value)
        return (", " if plain else " | ").join(shown(part) for part in value)
    return value


def parsed(words: str, like: Plain) -> Plain:
    """Return what typed words say, in the form of another value of the field."""
    words = words.strip()
    if not words:
        return ""
    if isinstance(like, dict):
        pairs = (part.partition(":") for part in words.split(";") if ":" in part)
        return {key.strip(): parsed(value, like.get(key.strip(), "")) for key, _, value in pairs}
    if isinstance(like, list):
        nested = any(not isinstance(part, str) for part in like)
        parts = words.split("|") if nested else words.split(",")
        return [parsed(part, like[0] if nested else "") for part in parts if part.strip()]
    return words


def widened(rows: Sequence[Plain], like: int) -> Plain:
    """Return a new row like another one, under an id that no row has."""
    row = rows[like]
    if not isinstance(row, dict):
        return row
    known = {text_of(other, "id") for other in rows}
    stem = text_of(row, "id").rstrip("0123456789").rstrip("-") or "unit"
    fresh = next(uid for n in range(2, len(rows) + 3) if (uid := f"{stem}-{n}") not in known)
    return {**row, "id": fresh} if "id" in row else dict(row)
