"""What a scenario file may hold, and what the library page shows of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engines.core.data.schema import (
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
from engines.core.data.yamlio import Problems
from engines.core.play.setups import Option, ScenarioInfo
from engines.core.scenario.scenariolist import TAKE_BACK, read_options, read_seats
from engines.risorgimento.ground.tablemap import ID, NAME, POINT, PROVENANCE
from engines.risorgimento.scenario.forces import FORMATION, SIDE, UNIT
from engines.risorgimento.setup import SWITCHES
from engines.risorgimento.state import FORMATIONS, SIDES
from engines.risorgimento.tables import rows

CAPS = ("none", "1", "2", "3", "4")
OPTIONS = (
    TAKE_BACK,
    Option("premeasure", "Measuring beforehand", "no", rule="scale.premeasure"),
    Option("written_orders", "Written orders and couriers", "no", rule="A.2.orders"),
    Option("figures", "Size of the figures", "15mm", tuple(rows("figures")), "scale.25mm"),
    Option("one_artillery_fire", "One artillery fire a turn", "no", rule="D.phase"),
    Option("opportunity_cap", "Most opportunity shots of a unit", "none", CAPS, "E.9.cap"),
)
"""The options of every scenario, with the rule each belongs to."""
OPTION_IDS = tuple(option.id for option in OPTIONS)
CLOCK = Str(pattern="[0-2][0-9]:[0-5][0-9]", wanted="a time of day, as in 14:30")
HEADING = Number(-360, 360)
PLACE = Record(
    optional={
        "unit": ID,
        "commander": ID,
        "at": POINT,
        "heading": HEADING,
        "formation": Str(choices=FORMATIONS),
        "sector": ID,
        "slot": Str(pattern="[0-3](-left|-right)?", wanted="a side 0 to 3, -left or -right of it"),
    }
)
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
_OPTION = Record({"id": Str(choices=OPTION_IDS)}, {"default": Str(max_length=20)})
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
        **_KEYS,
        **_MORE,
        "formations": ListOf(FORMATION, 0, 200),
        "units": ListOf(UNIT, 0, 500),
    }
)
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
    return ScenarioInfo(
        id=doc.get("scenario") or "board",
        game="risorgimento",
        title=doc.get("title") or "Board",
        summary=doc.get("summary") or "",
        date=doc.get("date") or "",
        turns=doc.get("turns") or DEFAULT_TURNS,
        minutes=doc.get("minutes") or 0,
        seats=read_seats(doc, SIDES, problems, source),
        options=read_options(doc, OPTIONS, OPTION_IDS, problems, source),
        path=path,
    )


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
