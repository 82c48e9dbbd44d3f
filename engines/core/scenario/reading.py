"""Readers of the values that a case sets: what is written becomes what the field of a record holds.

A reader takes a value as written and `Here`, where it stands and what it is read against. What does
not fit it refuses with a PositionError; those that read several values refuse all that is wrong in
them at once. What a game does not say of a field, its type says: see `Fields`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from types import NoneType, UnionType
from typing import Any, Generic, Literal, TypeAlias, TypeVar, Union, get_args, get_origin
from typing import get_type_hints as hints_of

from grognard.engines.core.data.schema import Path, did_you_mean
from grognard.engines.core.data.text import tr, verbatim

SetupT = TypeVar("SetupT")
S = TypeVar("S")

FEW = 30
"""As many names a message lists; of more it tells how many there are."""
YES, NO = ("yes", "true"), ("no", "false")
WHOLE = re.compile(r"[+-]?[0-9]{1,9}", re.ASCII)
NUMBER = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,9})?(e-?[0-9]{1,2})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one value of a position: the keys and indices to it, and words."""

    path: Path
    where: str
    message: str
    mend: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" + (f"; {self.mend}" if self.mend else "")


class PositionError(ValueError):
    """A position that cannot be put up as written: everything that is wrong with it."""

    def __init__(self, faults: Collection[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)


class Faults(list[Fault]):
    """Faults found so far, while the rest is read."""

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Note what is wrong within and go on after it."""
        try:
            yield
        except PositionError as wrong:
            self.extend(wrong.faults)

    def end(self) -> None:
        """Raise what was found, if anything."""
        if self:
            raise PositionError(tuple(dict.fromkeys(self)))


@dataclass(frozen=True)
class Here(Generic[SetupT, S]):
    """Where a value stands and what it is read against.

    `state` is the position as far as it is put up. Of a line about a piece, and of a fact: `id` is
    the piece's name, `piece` what the State holds of it, `kind` what the set-up prints of it.
    """

    setup: SetupT
    state: S
    path: Path = ()
    where: str = "set"
    id: str = ""
    piece: Any = None
    kind: Any = None

    def below(self, step: str | int) -> Here[SetupT, S]:
        """Return where a part of the value stands."""
        where = self.where if isinstance(step, int) else f"{self.where}.{step}"
        return replace(self, path=(*self.path, step), where=where)

    def wrong(self, message: str, mend: str = "") -> PositionError:
        """Return what to raise of a value that does not fit."""
        return PositionError([Fault(self.path, self.where, message, mend)])


Spot: TypeAlias = Here[Any, Any]
Reader: TypeAlias = Callable[[Any, Spot], Any]
Parts: TypeAlias = Reader | tuple[Reader, ...]
"""How to read a value, or the parts of a pair or a mapping."""
Declared: TypeAlias = "Parts | Field"
"""What a game says of a field."""
Known: TypeAlias = Collection[Any] | Callable[[Any], Collection[Any]]
"""Words that may be written: as such, or as the set-up has them."""


@dataclass(frozen=True, slots=True)
class Field:
    """How a value is read and which field it sets; `to` is "" for one that sets no single field."""

    read: Parts
    to: str = ""


# -- single values -------------------------------------------------------------------------------


def word(value: object, here: Spot) -> str:
    """Read one word."""
    if not isinstance(value, str):
        raise here.wrong(tr("{value} is no single word", value=verbatim(str(value))))
    return value


def whole(value: object, here: Spot) -> int:
    """Read a whole number."""
    if isinstance(value, bool) or not WHOLE.fullmatch(str(value)):
        raise here.wrong(
            tr("{value} is no whole number", value=verbatim(str(value))), tr("give one such as 2")
        )
    return int(str(value))


def number(value: object, here: Spot) -> float:
    """Read a number."""
    if isinstance(value, bool) or not NUMBER.fullmatch(str(value)):
        raise here.wrong(
            tr("{value} is no number", value=verbatim(str(value))), tr("give one such as 2.5")
        )
    return float(str(value))


def flag(value: object, here: Spot) -> bool:
    """Read yes or no."""
    said = str(value).lower()
    if said not in (*YES, *NO):
        raise here.wrong(tr("{value} is neither yes nor no", value=verbatim(str(value))))
    return said in YES


def among(what: str, known: Known, read: Reader = word, besides: Collection[Any] = ()) -> Reader:
    """Return a reader of what is one of those known, or of those `besides`."""

    def one_of(value: object, here: Spot) -> object:
        found = read(value, here)
        names = known(here.setup) if callable(known) else known
        if found not in besides and found not in names:
            mend = nearest(str(found), (*besides, *names))
            raise here.wrong(
                tr("there is no {what} {name}", what=verbatim(what), name=verbatim(found)), mend
            )
        return found

    return one_of


def in_play(what: str, field: str) -> Reader:
    """Return a reader of what the position has in a field of its State."""
    return lambda value, here: among(what, getattr(here.state, field))(value, here)


def nearest(name: str, known: Collection[Any]) -> str:
    """Say what was perhaps meant, or what there is."""
    words = [str(each) for each in known if str(each)]
    if len(words) >= FEW:
        return did_you_mean(name, words) or tr("{n} are known", n=len(words))
    meant = did_you_mean(name, words)
    listed = tr("known are {known}", known=verbatim(", ".join(words)))
    return f"{meant} {listed}" if meant else listed


# -- several values ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Made:
    """A reader made of others: `parts` are those, `known` the fields of the record that it reads."""

    read: Reader
    parts: tuple[Reader, ...] = ()
    known: Fields | None = None

    def __call__(self, value: object, here: Spot) -> object:
        return self.read(value, here)


@dataclass(frozen=True, slots=True)
class Whole(Made):
    """A reader of all that a field holds, its list or mapping included."""


def names_within(read: Reader) -> Iterator[str]:
    """Give the names of all fields of the records that a reader reads."""
    if isinstance(read, Made):
        told = read.known.known if read.known else {}
        yield from told
        for part in (*read.parts, *(each.read for each in told.values())):
            yield from names_within(part)


def items(read: Reader) -> Reader:
    """Return a reader of a list; one item may be written without it, nothing is an empty one."""

    def listed(value: object, here: Spot) -> tuple[object, ...]:
        if value is None:
            return ()
        if not isinstance(value, list | tuple):
            return (read(value, here),)
        return _each(((read, item, here.below(i)) for i, item in enumerate(value)))

    return Made(listed, (read,))


def some(read: Reader) -> Whole:
    """Return a reader of a list that is not empty."""

    def listed(value: object, here: Spot) -> tuple[object, ...]:
        found: tuple[object, ...] = items(read)(value, here)
        if not found:
            raise here.wrong(tr("it is empty"), tr("name at least one"))
        return found

    return Whole(listed, (read,))


def pair(*reads: Reader) -> Reader:
    """Return a reader of a list of a fixed length."""

    def parts(value: object, here: Spot) -> tuple[object, ...]:
        if not isinstance(value, list | tuple) or len(value) != len(reads):
            raise here.wrong(
                tr("{value} should be a list of {n}", value=verbatim(str(value)), n=len(reads))
            )
        spots = map(here.below, range(len(reads)))
        return _each(zip(reads, value, spots, strict=True))

    return Made(parts, reads)


def mapping(key: Reader, value: Reader) -> Reader:
    """Return a reader of a mapping with free keys; nothing is an empty one."""

    def pairs(given: object, here: Spot) -> dict[object, object]:
        lines = _mapping(given or {}, here)
        read = _each(
            (reader, written, here.below(name))
            for name, part in lines.items()
            for reader, written in ((key, name), (value, part))
        )
        return dict(zip(read[::2], read[1::2], strict=True))

    return Made(pairs, (key, value))


def _each(values: Iterator[tuple[Reader, object, Spot]]) -> tuple[object, ...]:
    """Read values one by one, and refuse all that do not fit at once."""
    faults, found = Faults(), []
    for read, value, here in values:
        with faults.kept():
            found.append(read(value, here))
    faults.end()
    return tuple(found)


def _mapping(value: object, here: Spot) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise here.wrong(
            tr("{value} is no mapping", value=verbatim(str(value))), tr("write {{name: value}}")
        )
    return value


# -- records -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Told:
    """The reader of all that a field holds, and the field it sets."""

    read: Reader
    to: str


class Fields:
    """How the fields of a dataclass are written: as `said`, and as their types say of all others.

    `leave` names those that are not written. Where two lines mean one field, the one declared later
    overrules: what is said comes in its order and before what only the types say. Of the others
    `typed` are written, all if it is None.
    """

    def __init__(
        self,
        kind: type,
        said: Mapping[str, Declared] | None = None,
        leave: Collection[str] = (),
        typed: Collection[str] | None = None,
    ) -> None:
        hints = hints_of(kind)
        self.kind = kind
        self.known: dict[str, Told] = {}
        for name, declared in (said or {}).items():
            told = declared if isinstance(declared, Field) else Field(declared, name)
            if told.to and told.to not in hints:
                raise TypeError(f"{kind.__name__} has no field {told.to}")
            self.known[name] = Told(_contained(hints.get(told.to), told.read), told.to)
        gone = {*leave, *(told.to for told in self.known.values())}
        for each in fields(kind):
            if typed is not None and each.name not in typed:
                continue
            if each.name not in gone and each.name not in self.known:
                self.known[each.name] = Told(by_type(hints[each.name]), each.name)

    def read(self, line: object, here: Spot, apart: Collection[str] = ()) -> dict[str, Any]:
        """Return what a line says, by the names as written; `apart` names what others read of it."""
        faults, said = Faults(), _mapping(line, here)
        for name in said:
            if name not in self.known and name not in apart:
                mend = nearest(name, (*apart, *self.known))
                faults += (
                    here.below(name)
                    .wrong(tr("unknown field {name}", name=verbatim(name)), mend)
                    .faults
                )
        found = {}
        for name, told in self.known.items():
            if name in said:
                with faults.kept():
                    found[name] = told.read(said[name], here.below(name))
        faults.end()
        return found

    def changes(self, found: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields that what was read sets; a value that sets several is a mapping of them."""
        made: dict[str, Any] = {}
        for name, value in found.items():
            to = self.known[name].to
            made |= {to: value} if to else value if isinstance(value, Mapping) else {}
        return made


def record(
    kind: type,
    said: Mapping[str, Declared] | None = None,
    leave: Collection[str] = (),
    given: Mapping[str, Callable[[Mapping[str, Any], Spot], Any]] | None = None,
) -> Reader:
    """Return a reader of a mapping that becomes a record.

    `given` tells what a field that is not written gets: a function of the fields read and of Here.
    """
    known, given = Fields(kind, said, leave), given or {}
    names = {told.to: name for name, told in known.known.items()}
    needed = [f.name for f in fields(kind) if f.default is f.default_factory is MISSING]

    def read(value: object, here: Spot) -> object:
        made = known.changes(known.read(value, here))
        lacking = [name for name in needed if name not in made and name not in given]
        if lacking:
            raise here.wrong(tr("{names} is lacking", names=verbatim(names[lacking[0]])))
        for name, make in given.items():
            if name not in made:
                made[name] = make(made, here)
        return kind(**made)

    return Made(read, known=known)


def edit(
    kind: type,
    said: Mapping[str, Declared] | None = None,
    leave: Collection[str] = (),
    short: str = "",
) -> Reader:
    """Return a reader of a mapping whose fields change those of a record there is already.

    A word alone is the field `short`.
    """
    known = Fields(kind, said, leave)

    def read(value: object, here: Spot) -> dict[str, Any]:
        line = {short: value} if short and isinstance(value, str) else value or {}
        return known.changes(known.read(line, here))

    return Made(read, known=known)


# -- what types say ------------------------------------------------------------------------------

PLAIN: Mapping[object, Reader] = {str: word, int: whole, float: number, bool: flag}


def by_type(hint: object) -> Reader:
    """Return the reader of what a field of this type holds."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if origin is Literal:
        return among("word", inner)
    if origin in (Union, UnionType):
        return by_type(next(each for each in inner if each is not NoneType))
    if origin is tuple:
        return items(by_type(inner[0])) if inner[-1] is Ellipsis else pair(*map(by_type, inner))
    if origin is dict:
        return mapping(by_type(inner[0]), by_type(inner[1]))
    if not isinstance(hint, type) or not is_dataclass(hint):
        raise TypeError(f"nothing says how to read {hint}: declare its reader, or leave it out")
    return record(hint)


def _contained(hint: object, declared: Parts) -> Reader:
    """Put the reader of a single item into the list or mapping that the field's type asks for."""
    origin, inner = get_origin(hint), get_args(hint)
    if isinstance(declared, Whole):
        return declared.read
    if origin in (Union, UnionType):
        return _contained(next(each for each in inner if each is not NoneType), declared)
    if origin is tuple and inner[-1] is Ellipsis:
        return items(_contained(inner[0], declared))
    if isinstance(declared, tuple):
        return mapping(*declared) if origin is dict else pair(*declared)
    return declared
