"""Frozen dataclass trees as plain JSON data, and the canonical text and hash of such data."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

from cattrs import Converter

from engines.core.text import Text

T = TypeVar("T")


def _is_argument(kind: Any) -> bool:
    """Whether `kind` is the type of an argument of a Text."""
    return get_origin(kind) in (Union, UnionType) and set(get_args(kind)) == {str, int, Text}


def _is_json(kind: Any) -> bool:
    """Whether `kind` is a union of plain JSON values, which need no conversion."""
    plain = {str, int, float, bool, type(None)}
    members = set(get_args(kind))
    return get_origin(kind) in (Union, UnionType) and members <= plain


def _strict(kind: type) -> Any:
    """Refuse what is not already of the right type: a save is not to be guessed at."""

    def structure(data: Any, _type: Any) -> Any:
        if type(data) is kind:
            return data
        if kind is float and type(data) is int:
            return float(data)
        message = f"{data!r} is not of type {kind.__name__}"
        raise ValueError(message)

    return structure


def _union(data: Any, kind: Any) -> Any:
    if type(data) in get_args(kind):
        return data
    message = f"{data!r} is not one of {kind}"
    raise ValueError(message)


def _make() -> Converter:
    made = Converter(
        forbid_extra_keys=True,
        detailed_validation=False,
        unstruct_collection_overrides={tuple: list, frozenset: sorted, set: sorted},
    )
    for kind in (str, int, float, bool):
        made.register_structure_hook(kind, _strict(kind))
    made.register_structure_hook_func(_is_json, _union)

    def argument(data: Any, _kind: Any) -> Any:
        return made.structure(data, Text) if isinstance(data, dict) else _union(data, str | int)

    made.register_structure_hook_func(_is_argument, argument)
    made.register_unstructure_hook_func(
        _is_argument, lambda value: made.unstructure(value, type(value))
    )
    return made


converter = _make()


def encode(value: Any) -> Any:
    """Return a dataclass tree (dicts, tuples, enums, None) as plain JSON data."""
    return converter.unstructure(value)


def decode(kind: type[T], data: Any) -> T:
    """Rebuild a `kind` from `encode`'s data.

    Raises:
        ValueError: the data do not fit `kind` (unknown field, wrong type, missing field).
    """
    try:
        return converter.structure(data, kind)
    except RecursionError:
        message = "the data are nested too deeply"
        raise ValueError(message) from None
    except Exception as wrong:  # cattrs raises whatever the class or the conversion raised
        message = f"not a {getattr(kind, '__name__', kind)}: {type(wrong).__name__}: {wrong}"
        raise ValueError(message) from wrong


def canonical(data: Any) -> str:
    """Return JSON that is equal for equal data, whatever the order of the keys."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def ordered(data: Any) -> str:
    """Return JSON that keeps the order of the keys: what it is read into iterates as before."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def data_hash(data: Any) -> str:
    """Return the sha256 of the canonical JSON of plain data."""
    return sha256(canonical(data).encode("utf-8", "surrogatepass")).hexdigest()


def is_plain(value: Any) -> bool:
    """Whether a value survives a journey through JSON unchanged."""
    if isinstance(value, Mapping):
        return all(isinstance(key, str) and is_plain(item) for key, item in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return isinstance(value, list) and all(map(is_plain, value))
    return value is None or type(value) in (str, int, bool)
