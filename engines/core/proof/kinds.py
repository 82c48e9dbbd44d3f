"""The kinds of files that people write for a game, and what each may hold.

A game declares its own (`Game.kinds`); cases, rules, tables and matches are the same in all games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from grognard.engines.core.data.jsonschema import DIALECT, JsonSchema
from grognard.engines.core.data.schema import (
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
from grognard.engines.core.keep.match import MATCH
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.proof.cases import CASE
from grognard.engines.core.proof.examples import EXAMPLES
from grognard.engines.core.proof.glossary import GLOSSARY
from grognard.engines.core.proof.guide import GUIDE
from grognard.engines.core.proof.rulebook import RULES, TABLES
from grognard.engines.core.scenario.positions import Positions

SAME: dict[str, Schema] = {
    "case": CASE,
    "rules": RULES,
    "tables": TABLES,
    "examples": EXAMPLES,
    "glossary": GLOSSARY,
    "guide": GUIDE,
    "match": MATCH,
}
"""What every game has."""


def kinds_of(game: AnyGame) -> dict[str, Schema]:
    """Return what the files of a game may hold, by kind."""
    return {**game.kinds, **SAME, "case": _case(game)}


def _case(game: AnyGame) -> Record:
    """Return what a case of a game may hold: `set:` writes the fields of its own positions."""
    own: dict[str, Schema] = {"game": Str(choices=(game.id,))}
    found: dict[str, Schema] = {}
    if isinstance(game.positions, Positions):
        found["set"] = Record(optional=dict.fromkeys(game.positions.names, Anything()))
    return Record({**CASE.required, **own}, {**CASE.optional, **found})


def as_json_schema(game: AnyGame, kind: str) -> JsonSchema:
    """Return what a kind of file may hold as JSON Schema."""
    schema = kinds_of(game)[kind].json_schema()
    return {"$schema": DIALECT, "title": f"{game.title}: {kind}", **schema}


def as_markdown(game: AnyGame, kind: str) -> str:
    """Return what a kind of file may hold as a list for people to read."""
    kinds = kinds_of(game)
    others = {id(schema): name for name, schema in kinds.items() if name != kind}
    return listed(f"{game.title}: {kind}", kinds[kind], others)


def listed(title: str, schema: Schema, others: Mapping[int, str] = MappingProxyType({})) -> str:
    """Return the keys that a schema knows, with those within, under a title; the needed ones bold.

    `others` are schemas, by `id`, with a list of their own under the name given.
    """
    about = [schema.about, ""] if schema.about else []
    return "\n".join([f"### {title}", "", *about, *_keys(schema, "", others)]) + "\n"


def _keys(schema: Schema, indent: str, others: Mapping[int, str]) -> Iterator[str]:
    """Give a line for each key that a value may have, and for those within."""
    if id(schema) in others:
        yield f"{indent}- as in a file of the kind {others[id(schema)]}"
        return
    match schema:
        case Record():
            for name, part in schema.known.items():
                key = f"**`{name}`**" if name in schema.required else f"`{name}`"
                words = (
                    f"{part.about.rstrip('.')} ({_phrase(part)})" if part.about else _phrase(part)
                )
                yield f"{indent}- {key}: {words}"
                yield from _keys(part, indent + "  ", others)
            if schema.extra is not None:
                yield f"{indent}- any other key: {_phrase(schema.extra)}"
        case ListOf(item=item) | MapOf(value=item):
            yield from _keys(item, indent, others)
        case Anything(shape=Schema() as shape):
            yield from _keys(shape, indent, others)
        case OneOf(options=options):
            records = [option for option in options if isinstance(option, Record)]
            deeper = indent + "  " if len(records) > 1 else indent
            for number, option in enumerate(records, 1):
                if deeper != indent:
                    yield f"{indent}- {option.about or f'form {number}'}"
                yield from _keys(option, deeper, others)


def _phrase(schema: Schema) -> str:
    """Return what a value is, in a few words that do not go into its keys."""
    if isinstance(schema, Anything) and schema.shape is not None:
        return _phrase(schema.shape)
    match schema:
        case Record():
            words = "a mapping"
        case ListOf(item=item):
            words = f"a list{_count(schema.min, schema.max)}, each {_phrase(item)}"
            if schema.single:
                words = f"{_phrase(item)}; or a list of such"
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
