"""Frozen dataclass trees as plain JSON data, and the canonical text and hash of such data."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from types import UnionType
from typing import Any, TypeAlias, TypeVar, Union, get_args, get_origin

from cattrs import Converter

from grognard.engines.core.data.text import Text

T = TypeVar("T")
Hook: TypeAlias = Callable[[object, object], object]
"""What rebuilds a value of its data, given its type."""


def _is_argument(kind: object) -> bool:
    """Whether `kind` is the type of an argument of a Text."""
    return get_origin(kind) in (Union, UnionType) and set(get_args(kind)) == {str, int, Text}


def _is_json(kind: object) -> bool:
    """Whether `kind` is a union of plain JSON values, which need no conversion."""
    plain = {str, int, float, bool, type(None)}
    members = set(get_args(kind))
    return get_origin(kind) in (Union, UnionType) and members <= plain


def _strict(kind: type) -> Hook:
    """Refuse what is not already of the right type: a save is not to be guessed at."""

    def structure(data: object, _type: object) -> object:
        if type(data) is kind:
            return data
        if kind is float and type(data) is int:
            return float(data)
        message = f"{data!r} is not of type {kind.__name__}"
        raise ValueError(message)

    return structure


def _union(kind: object) -> Hook:
    """Take the data of a union of plain types as they are, if they are of one of them."""
    members = frozenset(get_args(kind))

    def structure(data: object, _type: object) -> object:
        if type(data) in members:
            return data
        message = f"{data!r} is not one of {kind}"
        raise ValueError(message)

    return structure


def _is_tuple(kind: object) -> bool:
    return get_origin(kind) is tuple


def _is_optional(kind: object) -> bool:
    members = get_args(kind)
    union = get_origin(kind) in (Union, UnionType)
    return union and len(members) == 2 and type(None) in members and not _is_json(kind)


def _listed(data: object) -> Sequence[object]:
    if type(data) is list or type(data) is tuple:
        return data
    message = f"{data!r} is no list"
    raise ValueError(message)


def _tuple(made: Converter, kind: object) -> Hook:
    """Structure a tuple with its items' hooks looked up once: states and logs are full of them."""
    items = get_args(kind)
    if len(items) == 2 and items[1] is Ellipsis:
        return _row(made, items[0])
    hooks: list[Hook] = []

    def structure(data: object, _type: object) -> object:
        if not hooks:  # here and not before: a type may hold itself
            hooks.extend(map(made.get_structure_hook, items))
        found = _listed(data)
        if len(found) != len(items):
            message = f"{data!r} has not {len(items)} items"
            raise ValueError(message)
        return tuple([hook(v, item) for hook, v, item in zip(hooks, found, items, strict=True)])

    return structure


def _row(made: Converter, item: type) -> Hook:
    """Structure a tuple of any length whose items are all alike."""
    hooks: list[Hook] = []

    def plain(data: object, _type: object) -> object:
        found = _listed(data)
        for value in found:
            if type(value) is not item:
                message = f"{value!r} is not of type {item.__name__}"
                raise ValueError(message)
        return tuple(found)

    def structure(data: object, _type: object) -> object:
        if not data:
            return tuple(_listed(data))
        if not hooks:
            hooks.append(made.get_structure_hook(item))
        hook = hooks[0]
        return tuple([hook(value, item) for value in _listed(data)])

    return plain if item in (str, int, bool) else structure


def _optional(made: Converter, kind: object) -> Hook:
    """Structure what may be None."""
    item = next(member for member in get_args(kind) if member is not type(None))
    hooks: list[Hook] = []

    def structure(data: object, _type: object) -> object:
        if data is None:
            return None
        if not hooks:
            hooks.append(made.get_structure_hook(item))
        return hooks[0](data, item)

    return structure


def _make() -> Converter:
    made = Converter(
        forbid_extra_keys=True,
        detailed_validation=False,
        unstruct_collection_overrides={tuple: list, frozenset: sorted, set: sorted},
    )
    for kind in (str, int, float, bool):
        made.register_structure_hook(kind, _strict(kind))
    made.register_structure_hook_factory(_is_tuple, lambda kind: _tuple(made, kind))
    made.register_structure_hook_factory(_is_optional, lambda kind: _optional(made, kind))
    made.register_structure_hook_factory(_is_json, _union)
    plain = _union(str | int)

    def argument(data: object, kind: object) -> Any:
        return made.structure(data, Text) if type(data) is dict else plain(data, kind)

    made.register_structure_hook_func(_is_argument, argument)
    made.register_unstructure_hook_func(
        _is_argument, lambda value: made.unstructure(value, type(value))
    )
    return made


def _make_brief() -> Converter:
    """Like the other, but what a field has anyway is left out: reading it back is a third quicker."""
    made = Converter(
        omit_if_default=True,
        unstruct_collection_overrides={tuple: list, frozenset: sorted, set: sorted},
    )
    made.register_unstructure_hook_func(
        _is_argument, lambda value: made.unstructure(value, type(value))
    )
    return made


converter = _make()
_brief = _make_brief()


def encode(value: object) -> Any:
    """Return a dataclass tree (dicts, tuples, enums, None) as plain JSON data."""
    return converter.unstructure(value)


def encode_briefly(value: object) -> Any:
    """Return the data of `encode` without what the fields have by default; `decode` reads both."""
    return _brief.unstructure(value)


def decode(kind: type[T], data: object) -> T:
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


_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
_ORDERED = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def decode_each(kind: type[T], data: Iterable[object]) -> list[T]:
    """Rebuild many of a `kind`, a tenth quicker than one by one.

    Raises:
        ValueError: as `decode`, at the first that does not fit.
    """
    hook = converter.get_structure_hook(kind)
    try:
        return [hook(each, kind) for each in data]
    except Exception as wrong:  # as in `decode`
        message = f"not a {getattr(kind, '__name__', kind)}: {type(wrong).__name__}: {wrong}"
        raise ValueError(message) from wrong


def canonical(data: object) -> str:
    """Return JSON that is equal for equal data, whatever the order of the keys."""
    return _CANONICAL(data)


def ordered(data: object) -> str:
    """Return JSON that keeps the order of the keys: what it is read into iterates as before."""
    return _ORDERED(data)


def data_hash(data: object) -> str:
    """Return the sha256 of the canonical JSON of plain data."""
    return sha256(canonical(data).encode("utf-8", "surrogatepass")).hexdigest()


def is_plain(value: object) -> bool:
    """Whether a value survives a journey through JSON unchanged."""
    if isinstance(value, Mapping):
        return all(isinstance(key, str) and is_plain(item) for key, item in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return isinstance(value, list) and all(map(is_plain, value))
    return value is None or type(value) in (str, int, bool)
