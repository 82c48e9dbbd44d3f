"""[sch.limits] [7.44] Hexes the scenario closes to a side."""

from __future__ import annotations

from functools import cache

from grognard.engines.core.data.text import text
from grognard.engines.core.play.memo import Memo
from grognard.engines.core.show.explain import Refusal
from grognard.engines.gmt.day import AWAY
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State
from grognard.engines.gmt.tables import TABLES, number


def min_columns(setup: Setup) -> dict[str, int]:
    """[sch.limits] Return the hex column that a side may not go east of, where it has one."""
    return {row["side"]: row["column"] for row in setup.every("least_column")}


def is_beyond(setup: Setup, side: str, hex_id: str) -> bool:
    """[sch.limits] Whether a hex lies east of what a side may enter: who is forced there is eliminated."""
    return int(hex_id[:2]) < min_columns(setup).get(side, 0)


def why_not_there(setup: Setup, state: State, side: str, hex_id: str) -> Refusal | None:
    """Return what closes a hex to a side, or None."""
    if is_beyond(setup, side, hex_id):
        least = min_columns(setup)[side]
        words = text("This side may not go east of hex column {column}.", column=least)
        return Refusal("sch.limits", words, (hex_id,))
    for closed in setup.every("closed_entry"):
        if closed["side"] != side or closed["until"] in state.arrived:
            continue
        if setup.map.grid.distance(hex_id, closed["at"]) <= closed.get("within", 0):
            words = text(
                "Nobody enters {hex} until its reinforcements have entered.",
                hex=setup.map.place(hex_id),
            )
            return Refusal(closed.get("cites") or "7.44", words, (hex_id, closed["at"]))
    guarded = _guarding(setup, state, side, hex_id)
    if guarded:
        words = text(
            "Enemy reinforcements are still to enter at {entry}, and within 2 hexes of it lies {hex}.",
            hex=setup.map.place(hex_id),
            entry=guarded,
        )
        return Refusal("7.44", words, (hex_id, guarded))
    if state.features.get(hex_id) == "burning":
        return Refusal("tec.burning", text("The village burns."), (hex_id,))
    if side != setup.first_side and is_away(state) and hex_id in shut_by_flank():
        words = text("The Flanking Command may come in at {hex}.", hex=setup.map.place(hex_id))
        return Refusal("bor.14.russian", words, (hex_id,))
    return None


def _guarding(setup: Setup, state: State, side: str, hex_id: str) -> str:
    """[7.44] Return the enemy entry hex that keeps a side off until all his reinforcements are in, or ""."""
    coming = [c for c in setup.commands if c.enters and c.side != side]
    if all(command.id in state.arrived for command in coming):
        return ""
    near, distance = number("entry_protected_distance"), setup.map.grid.distance
    entries = (command.enters for command in coming)
    return next((entry for entry in entries if distance(hex_id, entry) <= near), "")


def is_away(state: State) -> bool:
    """[bor.14.leave] Whether the Flanking Command is in the Flank Manoeuvre Box."""
    return state.day.flank is not None and state.day.flank.status == AWAY


@cache
def edge_hexes(result: str) -> tuple[str, ...]:
    """[bor.14.enter] Return the hexes of the southern edge that a result of the entry roll opens."""
    row = TABLES.by("flank_maneuver", "result")[result]
    first, last = row["from_hex"], row["to_hex"]
    return tuple(f"{column:02d}{first[2:]}" for column in range(int(first[:2]), int(last[:2]) + 1))


def shut_by_flank() -> tuple[str, ...]:
    """[bor.14.russian] Return the hexes no Russian may enter while the Flanking Command is away."""
    return edge_hexes("enter")


_CLOSED: Memo[frozenset[str]] = Memo(256)


def closed_hexes(setup: Setup, state: State, side: str) -> frozenset[str]:
    """Return all hexes `why_not_there` closes to a side (kept: it changes with arrivals and fires)."""
    burning = tuple(sorted(h for h, what in state.features.items() if what == "burning"))
    awaited = (
        *(row["until"] for row in setup.every("closed_entry")),
        *(command.id for command in setup.commands if command.enters),
    )
    come = tuple(name in state.arrived for name in awaited)
    key = (setup, side, come, burning, is_away(state))
    found = _CLOSED.get(key)
    if found is None:
        closed = frozenset(
            hex_id
            for hex_id in setup.map.grid.hexes
            if why_not_there(setup, state, side, hex_id) is not None
        )
        found = _CLOSED.keep(key, closed)
    return found
