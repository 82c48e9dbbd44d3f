"""What a scenario file may hold, and what the library page shows of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engines.core.game import Option, ScenarioInfo, Seat
from engines.core.problems import Problem
from engines.core.schema import (
    Anything,
    Int,
    ListOf,
    Number,
    OneOf,
    Record,
    Schema,
    Source,
    Str,
    did_you_mean,
)
from engines.core.yamlio import Problems
from engines.risorgimento.forces import FORMATION, SIDE, UNIT
from engines.risorgimento.setup import SWITCHES
from engines.risorgimento.state import FORMATIONS, SIDES
from engines.risorgimento.tablemap import ID, NAME, POINT, PROVENANCE

OPTIONS = {
    "friendly_take_back": ("Friendly take-back", "", ("yes", "no")),
    "premeasure": ("Measuring beforehand", "scale.premeasure", ("yes", "no")),
    "written_orders": ("Written orders and couriers", "A.2.orders", ("yes", "no")),
    "one_artillery_fire": ("One artillery fire a turn", "D.phase", ("yes", "no")),
    "opportunity_cap": (
        "Most opportunity shots of a unit", "E.9.cap", ("none", "1", "2", "3", "4"),
    ),
}  # fmt: skip
"""The options of every scenario: title, the rule each belongs to, its values."""
DEFAULTS = {"opportunity_cap": "none"}
CLOCK = Str(pattern="[0-2][0-9]:[0-5][0-9]", wanted="a time of day, as in 14:30")
HEADING = Number(-360, 360)
PLACE = Record(
    optional={
        "unit": ID, "commander": ID, "at": POINT, "heading": HEADING,
        "formation": Str(choices=FORMATIONS), "sector": ID,
        "slot": Str(pattern="[0-3](-left|-right)?", wanted="a side 0 to 3, -left or -right of it"),
    }
)  # fmt: skip
"""One base of the set-up: at a point of the table, or in a place of a village sector."""
ARRIVAL = Record(
    {"formation": ID, "turn": Int(0, 99)},
    {"at": POINT, "heading": HEADING, "condition": Str(choices=tuple(SWITCHES))},
)
OBJECTIVE = Record(
    {"id": ID, "name": NAME, "at": POINT},
    {"sectors": ListOf(ID, 1, 20, single=True), "first": SIDE, "points": Int(0, 1000)},
)
_SEAT = Record({"id": ID, "name": NAME, "side": SIDE})
_OPTION = Record({"id": Str(choices=tuple(OPTIONS))}, {"default": Str(max_length=20)})
_KEYS: dict[str, Schema] = {
    "scenario": ID,
    "game": Str(choices=("risorgimento",)),
    "title": NAME,
    "summary": Str(max_length=2000),
    "date": NAME,
    "minutes": Int(0, 6000),
    "turns": Int(1, 200),
    "start": CLOCK,
    "seats": ListOf(_SEAT, 2, 2),
    "forces": ListOf(Anything(), 1, 20),
    "home": Record({side: HEADING for side in SIDES}),  # noqa: C420 - one schema a side
    "objectives": ListOf(OBJECTIVE, 0, 50),
    "setup": ListOf(PLACE, 0, 500),
}
_MORE: dict[str, Schema] = {
    "map": Str(max_length=200),
    "board": Anything(),
    "level": Str(choices=("brigade", "division")),
    "arrivals": ListOf(ARRIVAL, 0, 100),
    "visibility": ListOf(Record({"turn": Int(1, 200), "cm": Number(1, 200)}), 1, 50),
    "worn": ListOf(Record({"formation": ID, "vm": Int(1, 9)}), 0, 100),
    "special": OneOf(Record(optional={name: Str(max_length=200) for name in SWITCHES})),
    "options": ListOf(_OPTION),
    "provenance": PROVENANCE,
}
SCENARIO = Record(_KEYS, _MORE)
INLINE = Record(
    optional={
        **_KEYS, **_MORE, "formations": ListOf(FORMATION, 0, 200), "units": ListOf(UNIT, 0, 500),
    }
)  # fmt: skip
"""A scenario given as text (a case's `board:`): what is left out is filled in."""
DEFAULT_HOME = {"allied": 180.0, "austrian": 0.0}
DEFAULT_TURNS = 10
DEFAULT_START = "12:00"


def minutes_of(clock: str) -> int:
    """Return the minutes after midnight of a time of day."""
    hours, minutes = clock.split(":")
    return int(hours) * 60 + int(minutes)


def scenario_info(
    doc: dict[str, Any], path: str, problems: Problems, source: Source
) -> ScenarioInfo:
    """Build what the library page shows, and check that each side has one seat."""
    seats = tuple(
        Seat(row["id"], row["name"], row["side"])
        for row in doc.get("seats") or ()
        if row and all(row.get(key) for key in ("id", "name", "side"))
    )
    if "seats" not in doc:
        seats = tuple(Seat(side, side.title(), side) for side in SIDES)
    elif sorted(seat.side for seat in seats) != list(SIDES) or len({s.id for s in seats}) != 2:
        message = "seats must be two, one allied and one austrian, with different ids"
        problems.append(source.problem(("seats",), message))
    return ScenarioInfo(
        id=doc.get("scenario") or "board",
        game="risorgimento",
        title=doc.get("title") or "Board",
        summary=doc.get("summary") or "",
        date=doc.get("date") or "",
        turns=doc.get("turns") or DEFAULT_TURNS,
        minutes=doc.get("minutes") or 0,
        seats=seats,
        options=_offered(doc, problems, source),
        path=path,
    )


def _offered(doc: dict[str, Any], problems: Problems, source: Source) -> tuple[Option, ...]:
    """Every option, with the default the scenario gives it."""
    defaults: dict[str, str] = {}
    for index, row in enumerate(doc.get("options") or ()):
        if not row or not row.get("id") or row.get("default") is None:
            continue
        name, values = row["id"], OPTIONS[row["id"]][2]
        if name in defaults:
            message = f"option {name} is given twice"
            problems.append(source.problem(("options", index, "id"), message))
        if row["default"] not in values:
            message = f"default {row['default']} is not one of {', '.join(values)}"
            problems.append(source.problem(("options", index, "default"), message))
        defaults[name] = row["default"]
    return tuple(
        Option(name, title, defaults.get(name, DEFAULTS.get(name, "no")), values, rule)
        for name, (title, rule, values) in OPTIONS.items()
    )


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


# -- special rules -----------------------------------------------------------------------------

_N = r"-?[0-9]+"
_AT = r"[0-9.]+ [0-9.]+"
_SIDE = "|".join(SIDES)
_FORMS = {
    "passive": r"[a-z0-9-]+( [a-z0-9-]+)*",
    "storm": rf"{_N} {_N}",
    "storm_fire": _N,
    "storm_movement": r"0\.[0-9]+",
    "command_penalty": rf"({_SIDE}) {_N} {_N}",
    "exit": rf"({_SIDE}) {_AT} {_N} {_N}",
    "withdrawal": rf"({_SIDE}) {_N} {_AT}",
    "wade": r"[a-z0-9-]+( [a-z0-9-]+)+",
    "mines": rf"({_SIDE})",
    "hold_to_win": rf"({_SIDE}) {_N} {_N}",
}


def read_special(
    given: Mapping[str, str], names: Mapping[str, Any], source: Source, problems: Problems
) -> dict[str, str]:
    """Check the parameters of the special rules; `names` are formations, units and patches."""
    for name, text in given.items():
        path = ("special", name)
        if not re.fullmatch(_FORMS[name], text, re.ASCII):
            problems.append(source.problem(path, f"{name} wants: {SWITCHES[name]}"))
        elif name in ("passive", "wade"):
            for word in text.split():
                if word not in names:
                    mend = did_you_mean(word, names)
                    problems.append(source.problem(path, f"there is no {word}", mend))
    return dict(given)
