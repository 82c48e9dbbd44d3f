"""[sch.setup] What a scenario file may hold, and what the library page shows of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.core.game import Option, ScenarioInfo, Seat
from engines.core.problems import Problem
from engines.core.schema import (
    Anything,
    Bool,
    Int,
    ListOf,
    MapOf,
    Record,
    Schema,
    Source,
    Str,
    did_you_mean,
)
from engines.core.yamlio import Problems
from engines.gmt.forces import HEX, ID, NAME, PROVENANCE, SIDE, SIDES

OPTIONS = {
    "friendly_take_back": ("Friendly take-back", ""),
    "jaeger_rules": ("Special rules for jaegers", "11.0"),
    "series_fire_limit": ("Artillery limit of the series rules", "6.21.artonly"),
    "flanking_maneuver": ("Flanking Maneuver", "bor.14.declare"),
}
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
    {"command": ID, "count": Int(0, 200), "units": ListOf(ID, 1, 200), "each": Int(1, 3),
     "guns": Int(1, 3)},
)  # fmt: skip
"""[setup.facing] A list of hexes: with `units` the owner shares these out among them."""
_SEAT = Record({"id": ID, "name": NAME, "side": SIDE})
_OPTION = Record(
    {"id": Str(choices=tuple(OPTIONS))},
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
    seats = tuple(
        Seat(row["id"], row["name"], row["side"])
        for row in doc.get("seats") or ()
        if whole(row, "id", "name", "side")
    )
    if "seats" not in doc:
        seats = tuple(Seat(side, side.title(), side) for side in SIDES)
    elif sorted(seat.side for seat in seats) != list(SIDES) or len({s.id for s in seats}) != 2:
        message = "seats must be two, one french and one russian, with different ids"
        problems.append(source.problem(("seats",), message))
    length = doc.get("length") or {}
    return ScenarioInfo(
        id=doc.get("scenario") or "board",
        game="gmt",
        title=doc.get("title") or "Board",
        summary=doc.get("summary") or "",
        date=doc.get("date") or "",
        turns=length.get("turns") or 10,
        minutes=length.get("minutes") or 0,
        seats=seats,
        options=_offered(doc, problems, source),
        path=path,
    )


def _offered(doc: dict[str, Any], problems: Problems, source: Source) -> tuple[Option, ...]:
    """The options of a scenario; friendly take-back is offered with every one."""
    found: dict[str, Option] = {}
    for index, row in enumerate(doc.get("options") or ()):
        if not whole(row, "id"):
            continue
        name, values = row["id"], tuple(row.get("values") or ("yes", "no"))
        default = row.get("default") or ("no" if "no" in values else values[0])
        if default not in values:
            message = f"default {default} is not one of the values"
            problems.append(source.problem(("options", index, "default"), message))
        if name in found:
            message = f"option {name} is given twice"
            problems.append(source.problem(("options", index, "id"), message))
        title, rule = OPTIONS[name]
        found[name] = Option(
            name, row.get("title") or title, default, values, row.get("rule") or rule
        )
    if "friendly_take_back" not in found:
        title, rule = OPTIONS["friendly_take_back"]
        found["friendly_take_back"] = Option("friendly_take_back", title, "no", rule=rule)
    return tuple(found.values())


def choose_options(
    info: ScenarioInfo, options: Mapping[str, str], problems: list[Problem]
) -> dict[str, str]:
    """Return every option's value: as chosen, else its default."""
    offered = {option.id: option for option in info.options}
    for name, value in options.items():
        if name not in offered:
            mend = did_you_mean(str(name), offered) or f"offered: {', '.join(offered)}"
            problems.append(Problem("options", 0, 0, f"there is no option {name}", mend))
        elif value not in offered[name].values:
            mend = f"choose {' or '.join(offered[name].values)}"
            problems.append(Problem("options", 0, 0, f"{name} cannot be {value!r}", mend))
    return {name: options.get(name, option.default) for name, option in offered.items()}
