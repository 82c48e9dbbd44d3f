"""[9.0] What a scenario file may hold, and what the library page shows of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.columbia.forces import ID, NAME, PROVENANCE, SIDE
from engines.columbia.state import SIDES
from engines.columbia.tables import tables
from engines.core.game import Option, ScenarioInfo, Seat
from engines.core.problems import Problem
from engines.core.schema import (
    Anything,
    Bool,
    Int,
    ListOf,
    Record,
    Schema,
    Source,
    Str,
    did_you_mean,
)
from engines.core.yamlio import Problems

OPTIONS = {
    "friendly_take_back": ("Friendly take-back", ""),
    "flank_attacks": ("Flank attacks", "flank.main"),
    "bid": ("Bid for sides", "8.opt.bid"),
}
"""The options a scenario may offer, with the rule each brings in."""
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
    {"id": Str(choices=tuple(OPTIONS))},
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
    seats = tuple(
        Seat(row["id"], row["name"], row["side"])
        for row in doc.get("seats") or ()
        if row and all(row.get(key) for key in ("id", "name", "side"))
    )
    if "seats" not in doc:
        seats = tuple(Seat(side, side.title(), side) for side in SIDES)
    elif sorted(seat.side for seat in seats) != list(SIDES) or len({s.id for s in seats}) != 2:
        message = "seats must be two, one french and one russian, with different ids"
        problems.append(source.problem(("seats",), message))
    turns = sum(len(hours_of(row)) for row in doc.get("days") or () if row)
    return ScenarioInfo(
        id=doc.get("scenario") or "board",
        game="columbia",
        title=doc.get("title") or "Board",
        summary=doc.get("summary") or "",
        date=doc.get("date") or "",
        turns=turns or len(HOURS),
        minutes=doc.get("minutes") or 0,
        seats=seats,
        options=_offered(doc, problems, source),
        path=path,
    )


def _offered(doc: dict[str, Any], problems: Problems, source: Source) -> tuple[Option, ...]:
    """The options of a scenario; friendly take-back is offered with every one."""
    found: dict[str, Option] = {}
    for index, row in enumerate(doc.get("options") or ()):
        if not row or not row.get("id"):
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
    wanted = ("friendly_take_back",) if "options" in doc else tuple(OPTIONS)
    for name in wanted:
        if name not in found:
            title, rule = OPTIONS[name]
            found[name] = Option(name, title, "no", rule=rule)
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
