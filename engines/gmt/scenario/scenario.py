"""[sch.setup] What a scenario file may hold, and what the library page shows of it."""

from __future__ import annotations

from typing import Any

from engines.core.data.schema import (
    Anything,
    Bool,
    Int,
    ListOf,
    MapOf,
    Record,
    Schema,
    Source,
    Str,
)
from engines.core.data.yamlio import Problems
from engines.core.play.setups import Option, ScenarioInfo
from engines.core.scenario.scenariolist import TAKE_BACK, read_options, read_seats
from engines.gmt.scenario.forces import HEX, ID, NAME, PROVENANCE, SIDE, SIDES

OPTIONS = (
    TAKE_BACK,
    Option("jaeger_rules", "Special rules for jaegers", "no", rule="11.0"),
    Option("series_fire_limit", "Artillery limit of the series rules", "no", rule="6.21.artonly"),
    Option("flanking_maneuver", "Flanking Maneuver", "no", rule="bor.14.declare"),
)
"""The options a scenario may offer; those that name a switch override it when chosen."""
SWITCHES = ("jaeger_rules", "series_fire_limit")
YES_NO = Str(choices=("yes", "no"))
MOVING = {"extended_movement": Str(choices=("yes", "no", *SIDES)), "reinforcement_orders": YES_NO}
"""[7.13] [7.42] Switches of the scenario alone: who may use Extended Movement, how columns enter."""

UNIT_ROW = Record(
    required={"unit": ID},
    optional={"at": HEX, "facing": Int(0, 5), "command": ID, "reinforcement": Bool()},
)
COMMAND = Record(
    required={"id": ID, "name": NAME, "side": SIDE},
    optional={"active": Int(0, 99), "earliest": Int(1, 99), "enters": HEX},
)
ZONE = Record(
    {"name": NAME, "hexes": ListOf(HEX)},
    {
        "command": ID,
        "count": Int(0, 200),
        "units": ListOf(ID, 1, 200),
        "each": Int(1, 3),
        "guns": Int(1, 3),
    },
)
"""[setup.facing] A list of hexes: with `units` the owner shares these out among them."""
_SEAT = Record({"id": ID, "name": NAME, "side": SIDE})
_OPTION = Record(
    {"id": Str(choices=tuple(option.id for option in OPTIONS))},
    {"default": YES_NO, "title": NAME, "values": ListOf(YES_NO, 1, 2), "rule": Str()},
)
_CLOSED = Record(
    {"at": HEX, "side": SIDE, "until": ID}, {"within": Int(0, 20), "rule": Str(max_length=40)}
)
_KEYS: dict[str, Schema] = {
    "scenario": ID,
    "game": Str(choices=("gmt",)),
    "title": NAME,
    "summary": Str(max_length=2000),
    "length": Record({"turns": Int(1, 99)}, {"minutes": Int(0, 6000)}),
    "seats": ListOf(_SEAT, 2, 2),
    "forces": ListOf(Anything(), 1, 20),
    "commands": ListOf(COMMAND, 1, 100),
    "units": ListOf(UNIT_ROW, 1, 1000),
    "victory": Record({"hold": HEX, "first_holder": SIDE}),
}
_MORE: dict[str, Schema] = {
    "date": NAME,
    "map": Str(max_length=200),
    "board": Anything(),
    "structure": Str(choices=("schevardino", "borodino")),
    "first_side": SIDE,
    "hours": ListOf(Str(max_length=20), 1, 99),
    "leaders": ListOf(Record({"leader": ID, "at": HEX}, {"anywhere": Bool()})),
    "setup_zones": ListOf(ZONE),
    "features": MapOf(ID, HEX),
    "limits": Record(
        optional={
            "french_min_column": Int(0, 199),
            "russian_min_column": Int(0, 199),
            "closed_entries": ListOf(_CLOSED),
            "bridges_out": ListOf(Str(max_length=20)),
        }
    ),
    "options": ListOf(_OPTION),
    "switches": Record(optional={**dict.fromkeys(SWITCHES, YES_NO), **MOVING}),
    "provenance": PROVENANCE,
}
SCENARIO = Record(_KEYS, _MORE)
INLINE = Record(
    optional={
        **_KEYS,
        **_MORE,
        "forces": ListOf(Anything(), 0, 1000),
        "units": ListOf(UNIT_ROW, 0, 1000),
        "commands": ListOf(COMMAND, 0, 100),
    }
)
"""A scenario given as text (a case's `board:`): what is left out is filled in."""


def whole(row: Any, *keys: str) -> bool:
    """Whether a row was read with all these keys."""
    return isinstance(row, dict) and all(row.get(key) is not None for key in keys)


def scenario_info(
    doc: dict[str, Any], path: str, problems: Problems, source: Source
) -> ScenarioInfo:
    """Build what the library page shows, and check that each side has one seat."""
    length = doc.get("length") or {}
    return ScenarioInfo(
        id=doc.get("scenario") or "board",
        game="gmt",
        title=doc.get("title") or "Board",
        summary=doc.get("summary") or "",
        date=doc.get("date") or "",
        turns=length.get("turns") or 10,
        minutes=length.get("minutes") or 0,
        seats=read_seats(doc, SIDES, problems, source),
        options=read_options(doc, OPTIONS, (TAKE_BACK.id,), problems, source),
        path=path,
    )
