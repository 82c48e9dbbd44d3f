"""[9.0] What a scenario file may hold, and what the library page shows of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.columbia.scenario.forces import ID, NAME, PROVENANCE, SIDE
from engines.columbia.state import SIDES
from engines.columbia.tables import tables
from engines.core.data.schema import (
    Anything,
    Bool,
    Int,
    ListOf,
    Record,
    Schema,
    Source,
    Str,
)
from engines.core.data.yamlio import Problems
from engines.core.play.setups import Option, ScenarioInfo
from engines.core.scenario.scenariolist import TAKE_BACK, read_options, read_seats

OPTIONS = (
    TAKE_BACK,
    Option("flank_attacks", "Flank attacks", "no", rule="flank.main"),
    Option("bid", "Bid for sides", "no", rule="8.opt.bid"),
)
"""The options a scenario may offer, with the rule each brings in."""
OPTION_IDS = tuple(option.id for option in OPTIONS)
YES_NO = Str(choices=("yes", "no"))
HOURS = tuple(row["hour"] for row in tables()["turn_track"]["rows"])
RULE = Str(max_length=40)

START = Record(
    optional={
        "block": ListOf(ID, 1, 100, single=True),
        "corps": ListOf(ID, 1, 20, single=True),
        "at": ListOf(ID, 1, 100, single=True),
        "within": ListOf(ID, 1, 20, single=True),
        "arrives": Bool(),
        "absent": Bool(),
        "rule": RULE,
    }
)
"""One line of a set-up: blocks, or whole corps but for their blocks that other lines name."""
DAY = Record(
    required={"day": Int(1, 31)},
    optional={
        "hours": Record({"first": Str(choices=HOURS), "last": Str(choices=HOURS)}),
        "setup": ListOf(START, 0, 500),
        "reduced": ListOf(ID, 1, 200),
        "stacking": ListOf(SIDE, 0, 2),
        "arrivals": ListOf(ID, 0, 20),
        "entrances": ListOf(ID, 0, 20),
        "double_pays": Int(1, 2),
        "line": Bool(),
        "bridge": Bool(),
        "attach": ListOf(ID, 0, 20),
    },
)
_SEAT = Record({"id": ID, "name": NAME, "side": SIDE})
_OPTION = Record(
    {"id": Str(choices=OPTION_IDS)},
    {"default": YES_NO, "title": NAME, "values": ListOf(YES_NO, 1, 2), "rule": RULE},
)
_KEYS: dict[str, Schema] = {
    "scenario": ID,
    "game": Str(choices=("columbia",)),
    "title": NAME,
    "summary": Str(max_length=2000),
    "minutes": Int(0, 6000),
    "seats": ListOf(_SEAT, 2, 2),
    "forces": ListOf(Anything(), 1, 200),
    "days": ListOf(DAY, 1, 3),
}
_MORE: dict[str, Schema] = {
    "date": NAME,
    "map": Str(max_length=200),
    "board": Anything(),
    "options": ListOf(_OPTION),
    "provenance": PROVENANCE,
}
SCENARIO = Record(_KEYS, _MORE)
INLINE = Record(optional={**_KEYS, **_MORE})
"""A scenario given as text (a case's `board:`): what is left out is filled in."""


def hours_of(row: Mapping[str, Any]) -> tuple[str, ...]:
    """[9.1] [9.2] Return the names of the turns of a day; the whole track if it does not say."""
    if "hours" not in row:
        return ()
    span = row["hours"] or {}
    first, last = span.get("first") or HOURS[0], span.get("last") or HOURS[-1]
    return HOURS[HOURS.index(first) : HOURS.index(last) + 1]


def scenario_info(
    doc: dict[str, Any], path: str, problems: Problems, source: Source
) -> ScenarioInfo:
    """Build what the library page shows, and check that each side has one seat."""
    turns = sum(len(hours_of(row)) for row in doc.get("days") or () if row)
    always = (TAKE_BACK.id,) if "options" in doc else OPTION_IDS
    return ScenarioInfo(
        id=doc.get("scenario") or "board",
        game="columbia",
        title=doc.get("title") or "Board",
        summary=doc.get("summary") or "",
        date=doc.get("date") or "",
        turns=turns or len(HOURS),
        minutes=doc.get("minutes") or 0,
        seats=read_seats(doc, SIDES, problems, source),
        options=read_options(doc, OPTIONS, always, problems, source),
        path=path,
    )
