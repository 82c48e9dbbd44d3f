"""[16.11] [16.7.losses] Units that leave the game without being lost in combat."""

from __future__ import annotations

from grognard.engines.core.data.text import named, text
from grognard.engines.europa.field.effects import change
from grognard.engines.europa.setup import Board, Setup
from grognard.engines.europa.state import OFF_MAP, State


def contingents(setup: Setup, state: State, nation: str = "") -> list[str]:
    """[1.1.french] [16.11] Return the units of foreign contingents on the map, or those of one nation."""
    return [
        uid
        for uid, unit in sorted(state.units.items())
        if unit.on_map
        and setup.units[uid].is_contingent
        and nation in ("", setup.units[uid].nation)
    ]


def leave(table: Board, uid: str, *rules: str) -> None:
    """A unit leaves the game."""
    at = table.state.units[uid].at
    change(table, uid, at=OFF_MAP)
    words = text("{unit} leaves the game.", unit=named("unit", table.setup.units[uid].name))
    seat = table.setup.seat_of(table.setup.units[uid].side)
    table.log("loss", words, *dict.fromkeys(rules), seat=seat, pieces=(uid,), where=(at,))
