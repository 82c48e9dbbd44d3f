"""A scenario and orders of battle with nothing in them yet, made of what the game's schemas want."""

from __future__ import annotations

import json
from collections.abc import Mapping

from engines.core.data.schema import (
    Anything,
    Bool,
    Int,
    Lazy,
    ListOf,
    Number,
    OneOf,
    Record,
    Schema,
    Str,
)
from engines.core.data.yamlio import Plain
from engines.core.play.game import AnyGame

TURNS = "10"


def blank_scenario(game: AnyGame, name: str, title: str) -> dict[str, str]:
    """Return the texts of a new scenario and of an order of battle of each side, by file."""
    scenario = game.kinds["scenario"]
    sides = _sides(scenario)
    texts = {f"forces/{side}.yaml": _force(game, side) for side in sides}
    stage = _Least().of(_item(scenario, "stages"), {"id": "battle"})
    if isinstance(stage, dict):
        stage = {**stage, "clock": {"turns": TURNS}, "setup": []}
    rows: dict[str, Plain] = {
        "scenario": name,
        "game": game.id,
        "title": title,
        "summary": title,
        "minutes": "60",
        "seats": [{"id": side, "name": side.capitalize(), "side": side} for side in sides],
        "map": f"maps/{name}.yaml",
        "forces": list(texts),
        "stages": [stage],
        "provenance": [{"what": "the whole scenario", "kind": "derived", "source": "made up"}],
    }
    return {"scenario.yaml": _written(rows), **texts}


def _force(game: AnyGame, side: str) -> str:
    known: dict[str, Plain] = {"forces": side, "game": game.id, "side": side, "provenance": []}
    schema = game.kinds.get("forces")
    found = _Least(side).of(schema, known) if schema is not None else known
    rows = found if isinstance(found, dict) else known
    return _written({"forces": side, "game": game.id, **rows})


def _sides(scenario: Schema) -> tuple[str, ...]:
    seat = _item(scenario, "seats")
    side = seat.known.get("side") if isinstance(seat, Record) else None
    return (side.choices or ()) if isinstance(side, Str) else ()


def _item(schema: Schema, key: str) -> Schema | None:
    part = schema.known.get(key) if isinstance(schema, Record) else None
    return part.item if isinstance(part, ListOf) else None


class _Least:
    """Makes the least that a schema accepts; what is called anything is called by a number of its own.

    Attributes:
        side: whose it is, wherever a record may say so.
    """

    def __init__(self, side: str = "") -> None:
        self.side = side
        self.number = 0

    def of(self, schema: Schema | None, known: Mapping[str, Plain]) -> Plain:
        """Return the least value; a record's fields that are `known` say that."""
        found: Plain = {}
        match schema:
            case Record():
                found = self._record(schema, known)
            case ListOf():
                found = [self.of(schema.item, {}) for _ in range(schema.min)]
            case OneOf():
                found = self.of(schema.options[0], known)
            case Anything():
                found = self.of(schema.shape, known)
            case Lazy():
                found = self.of(schema.schema, known)
            case Int() | Number():
                found = str(int(max(schema.min, min(1, schema.max))))
            case Bool():
                found = "no"
            case Str():
                found = self._word(schema)
        return found

    def _record(self, schema: Record, known: Mapping[str, Plain]) -> Plain:
        found = {
            key: known[key] if key in known else self.of(part, {})
            for key, part in schema.required.items()
        }
        side = schema.known.get("side")
        return {**found, "side": self.side} if side is not None and self.side else found

    def _word(self, schema: Str) -> str:
        if schema.choices:
            return schema.choices[0]
        self.number += 1
        words = [f"{self.side or 'new'}-{self.number}", chr(ord("a") + self.number % 13), "1"]
        fits = [w for w in words if schema.pattern is None or schema.pattern.fullmatch(w)]
        return fits[0] if fits else words[0]


def _written(rows: dict[str, Plain]) -> str:
    lines: list[str] = []
    for key, value in rows.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines += [f"{key}:", *(f"- {_flow(item)}" for item in value)]
        else:
            lines.append(f"{key}: {_flow(value)}")
    return "\n".join([*lines, ""])


def _flow(value: Plain) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
