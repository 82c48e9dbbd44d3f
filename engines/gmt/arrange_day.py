"""The great battle's part of a case's `set:` section."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from engines.core.frozen import evolve
from engines.gmt.day import PLANNED, Day, Flank, Marker
from engines.gmt.ordering import orders_commands
from engines.gmt.setup import Setup
from engines.gmt.state import State

YES = ("yes", "true")
WORDS = ("am", "initiative", "army", "assigning")
NUMBERS = ("delays", "orders_left", "transmits", "allowance")
LISTS = (
    "pool",
    "ams",
    "points",
    "fresh",
    "assigned",
    "tried",
    "order",
    "acted",
    "reserve",
    "loose",
)
DAY_KEYS = ("markers", "flank", *WORDS, *NUMBERS, *LISTS)


def arrange_day(setup: Setup, state: State, edits: Mapping[str, Any]) -> Day:
    """Return the Day with a case's edits.

    Raises:
        ValueError: for an unknown unit or field; the message says how to mend it.
    """
    changes: dict[str, Any] = {name: str(edits[name]) for name in WORDS if name in edits}
    changes |= {name: int(edits[name]) for name in NUMBERS if name in edits}
    changes |= {name: tuple(map(str, edits[name])) for name in LISTS if name in edits}
    if "markers" in edits:
        changes["markers"] = _markers(setup, state, edits["markers"])
    if "flank" in edits:
        changes["flank"] = _flank(state, edits["flank"])
    return evolve(state.day, **changes) if changes else state.day


def _markers(setup: Setup, state: State, lines: Any) -> tuple[Marker, ...]:
    """Lay a marker by every Orders Command, without Orders but where a line says otherwise.

    A line names a `unit` of the command, or its `units` where they are no command by now, with
    `under`, `revealed` and `id`. Units that such a line leaves out of a command keep one without.
    """
    laid = [m for side in setup.sides for m in orders_commands(setup, state, side)]
    for line in lines:
        wrong = [key for key in line if key not in ("unit", "units", "under", "revealed", "id")]
        uids = list(line.get("units") or [line.get("unit")])
        unknown = [uid for uid in uids if uid not in state.units]
        if wrong or unknown:
            what = f"unknown field {wrong[0]}" if wrong else f"no unit {unknown[0]}"
            raise ValueError(f"set.markers: {what}; a line has unit or units, under, revealed, id")
        index = next(i for i, marker in enumerate(laid) if uids[0] in marker.units)
        units = tuple(uids) if "units" in line else laid[index].units
        rest = tuple(uid for uid in laid[index].units if uid not in units)
        if rest:
            laid.insert(index + 1, evolve(laid[index], id=f"{laid[index].id}-rest", units=rest))
        laid[index] = evolve(
            laid[index],
            units=units,
            id=str(line.get("id", laid[index].id)),
            under=str(line.get("under", "no")) in YES,
            revealed=str(line.get("revealed", "no")) in YES,
        )
    return tuple(laid)


def _flank(state: State, line: Any) -> Flank:
    names = {field.name for field in fields(Flank)}
    wrong = [key for key in line if key not in names]
    missing = [uid for uid in line.get("units", ()) if uid not in state.units]
    if wrong or missing or not line.get("units"):
        what = f"unknown field {wrong[0]}" if wrong else f"no units {missing}"
        raise ValueError(f"set.flank: {what}; known are {', '.join(sorted(names))}")
    return Flank(
        tuple(line["units"]),
        int(line.get("turn", state.turn)),
        str(line.get("status", PLANNED)),
        int(line.get("left", 0)),
        int(line.get("bonus", 0)),
        str(line.get("entry", "")),
    )
