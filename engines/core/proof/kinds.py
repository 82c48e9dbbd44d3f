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
from grognard.engines.core.data.text import text, tr, verbatim
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
        kind = verbatim(others[id(schema)])
        yield f"{indent}- {tr('as in a file of the kind {kind}', kind=kind)}"
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
                yield f"{indent}- {tr('any other key')}: {_phrase(schema.extra)}"
        case ListOf(item=item) | MapOf(value=item):
            yield from _keys(item, indent, others)
        case Anything(shape=Schema() as shape):
            yield from _keys(shape, indent, others)
        case OneOf(options=options):
            records = [option for option in options if isinstance(option, Record)]
            deeper = indent + "  " if len(records) > 1 else indent
            for number, option in enumerate(records, 1):
                if deeper != indent:
                    yield f"{indent}- {option.about or tr('form {n}', n=number)}"
                yield from _keys(option, deeper, others)


def _phrase(schema: Schema) -> str:
    """Return what a value is, in a few words that do not go into its keys."""
    if isinstance(schema, Anything) and schema.shape is not None:
        return _phrase(schema.shape)
    match schema:
        case Record():
            words = tr("a mapping")
        case ListOf(item=item):
            words = _listed(schema, _phrase(item))
        case MapOf(key=key, value=value):
            of = {"key": verbatim(_phrase(key)), "value": verbatim(_phrase(value))}
            words = tr("a mapping, each key {key}, each value {value}", **of)
        case OneOf(options=options):
            *others, last = [verbatim(one) for one in dict.fromkeys(map(_phrase, options))]
            for one in reversed(others):
                last = text("{first}, or {others}", first=one, others=last)
            words = str(last)
        case Str():
            words = tr("text") if schema.plain else schema.wanted
        case Int(min=low, max=high) | Number(min=low, max=high) if -low == high == MAX_INT:
            words = tr("a whole number") if isinstance(schema, Int) else tr("a number")
        case _:
            words = schema.wanted
    return words


def _listed(schema: ListOf, item: str) -> str:
    """Return what a list is, by how many items it has and what each of them is."""
    each, low = verbatim(item), schema.min
    if schema.single:
        return tr("{item}; or a list of such", item=each)
    if low == schema.max:
        return tr("a list of {n}, each {item}", n=low, item=each)
    if low > 1:
        return tr("a list of at least {n}, each {item}", n=low, item=each)
    return tr("a list, each {item}", item=each)
