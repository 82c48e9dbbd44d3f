"""The kinds of files that people write for a game, and what each may hold.

A game declares its own (`Game.kinds`); cases, rules, tables and matches are the same in all games.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.data.jsonschema import DIALECT, JsonSchema
from engines.core.data.schema import (
    MAX_INT,
    Anything,
    Int,
    ListOf,
    MapOf,
    Number,
    OneOf,
    Record,
    Schema,
    Str,
)
from engines.core.keep.match import MATCH
from engines.core.play.game import AnyGame
from engines.core.proof.cases import CASE
from engines.core.proof.rulebook import RULES, TABLES

SAME: dict[str, Schema] = {"case": CASE, "rules": RULES, "tables": TABLES, "match": MATCH}
"""What every game has."""


def kinds_of(game: AnyGame) -> dict[str, Schema]:
    """Return what the files of a game may hold, by kind."""
    return {**game.kinds, **SAME}


def as_json_schema(game: AnyGame, kind: str) -> JsonSchema:
    """Return what a kind of file may hold as JSON Schema."""
    schema = kinds_of(game)[kind].json_schema()
    return {"$schema": DIALECT, "title": f"{game.title}: {kind}", **schema}


def as_markdown(game: AnyGame, kind: str) -> str:
    """Return what a kind of file may hold as a list for people to read."""
    schema = kinds_of(game)[kind]
    about = [schema.about, ""] if schema.about else []
    return "\n".join([f"### {game.title}: {kind}", "", *about, *_keys(schema, "")]) + "\n"


def _keys(schema: Schema, indent: str) -> Iterator[str]:
    """Give a line for each key that a value may have, and for those within; what is needed is bold."""
    match schema:
        case Record():
            for name, part in schema.known.items():
                key = f"**`{name}`**" if name in schema.required else f"`{name}`"
                about = f". {part.about}" if part.about else ""
                yield f"{indent}- {key}: {_phrase(part)}{about}"
                yield from _keys(part, indent + "  ")
            if schema.extra is not None:
                yield f"{indent}- any other key: {_phrase(schema.extra)}"
        case ListOf(item=item) | MapOf(value=item):
            yield from _keys(item, indent)
        case Anything(shape=Schema() as shape):
            yield from _keys(shape, indent)
        case OneOf(options=options):
            records = [option for option in options if isinstance(option, Record)]
            deeper = indent + "  " if len(records) > 1 else indent
            for number, option in enumerate(records, 1):
                if len(records) > 1:
                    yield f"{indent}- form {number}"
                yield from _keys(option, deeper)


def _phrase(schema: Schema) -> str:
    """Return what a value is, in a few words that do not go into its keys."""
    if isinstance(schema, Anything) and schema.shape is not None:
        return _phrase(schema.shape)
    match schema:
        case Record():
            words = "a mapping"
        case ListOf(item=item):
            alone = f"{_phrase(item)}, or " if schema.single else ""
            words = f"{alone}a list{_count(schema.min, schema.max)}, each {_phrase(item)}"
        case MapOf(key=key, value=value):
            words = f"a mapping, each key {_phrase(key)}, each value {_phrase(value)}"
        case OneOf(options=options):
            words = ", or ".join(dict.fromkeys(map(_phrase, options)))
        case Str():
            words = "text" if schema.wanted.startswith("text of at most") else schema.wanted
        case Int(min=low, max=high) | Number(min=low, max=high) if -low == high == MAX_INT:
            words = "a whole number" if isinstance(schema, Int) else "a number"
        case _:
            words = schema.wanted
    return words


def _count(low: int, high: int) -> str:
    if low == high:
        return f" of {low}"
    return f" of at least {low}" if low > 1 else ""
