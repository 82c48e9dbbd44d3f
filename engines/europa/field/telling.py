"""Lines of the log about pieces and hexes."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core.data.text import Text, named, text
from engines.europa.setup import Board, Setup

SIDES = {"french": named("side", "French"), "russian": named("side", "Russians")}


def called(setup: Setup, hex_id: str) -> Text:
    """Return what a hex is called: its city with its number, or its number."""
    city = setup.map.cities.get(hex_id)
    if city is None:
        return text("{hex}", hex=hex_id)
    return text("{city} ({hex})", city=named("place", city.name), hex=hex_id)


def log_at(
    table: Board,
    kind: str,
    words: Text,
    hex_id: str,
    *rules: str,
    side: str = "",
    pieces: Sequence[str] = (),
) -> None:
    """Log what happens in a hex."""
    seat = table.setup.seat_of(side) if side else None
    table.log(kind, words, *rules, seat=seat, pieces=pieces, where=(hex_id,))
