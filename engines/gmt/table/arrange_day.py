"""The great battle's part of a case's `set:` section."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from engines.core.data.frozen import evolve
from engines.gmt.day import AWAY, BACK, PLANNED, Day, Flank, Marker
from engines.gmt.orders.ordering import orders_commands
from engines.gmt.setup import Setup
from engines.gmt.state import State
from engines.gmt.table import casefields as read

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
    changes: dict[str, Any] = {n: read.word(n, edits[n]) for n in WORDS if n in edits}
    changes |= {n: read.whole(n, edits[n]) for n in NUMBERS if n in edits}
    changes |= {n: read.words(n, edits[n]) for n in LISTS if n in edits}
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
    for line in read.lines("markers", lines):
        read.fields_of("markers", line, ("unit", "units", "under", "revealed", "id"))
        uids = read.words("markers.units", line.get("units")) or (
            read.word("markers.unit", line.get("unit", "")),
        )
        for uid in uids:
            read.one_of("markers", uid, state.units)
        index = next((i for i, marker in enumerate(laid) if uids[0] in marker.units), None)
        if index is None:
            raise ValueError(f"set.markers: {uids[0]} is in no Orders Command; place it on the map")
        units = tuple(uids) if "units" in line else laid[index].units
        rest = tuple(uid for uid in laid[index].units if uid not in units)
        if rest:
            laid.insert(index + 1, evolve(laid[index], id=f"{laid[index].id}-rest", units=rest))
        laid[index] = evolve(
            laid[index],
            units=units,
            id=str(line.get("id", laid[index].id)),
            under=read.truth("markers.under", line.get("under", "no")),
            revealed=read.truth("markers.revealed", line.get("revealed", "no")),
        )
    return tuple(laid)


def _flank(state: State, line: Any) -> Flank:
    """[bor.14.declare] Read the Flanking Maneuver."""
    line = read.mapping("flank", line)
    read.fields_of("flank", line, (field.name for field in fields(Flank)))
    units = read.words("flank.units", line.get("units"))
    for uid in units:
        read.one_of("flank.units", uid, state.units)
    if not units:
        raise ValueError("set.flank: it has no units; give units: [..]")
    return Flank(
        units,
        read.whole("flank.turn", line.get("turn", state.turn)),
        read.one_of("flank.status", line.get("status", PLANNED), (PLANNED, AWAY, BACK)),
        read.whole("flank.left", line.get("left", 0)),
        read.whole("flank.bonus", line.get("bonus", 0)),
        read.word("flank.entry", line.get("entry", "")),
    )
