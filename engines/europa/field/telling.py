"""Lines of the log about pieces and hexes; with dummies in stacks (15.1) the enemy is told no names."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engines.core.data.text import Text, named, text
from grognard.engines.europa.setup import Board, Setup
from grognard.engines.europa.state import Unit

SIDES = {"french": named("side", "French"), "russian": named("side", "Russians")}


def called(setup: Setup, hex_id: str) -> Text:
    """Return what a hex is called: its city, or the nearest one and how it lies to it, with its number."""
    return setup.map.names.get(hex_id) or text("{hex}", hex=hex_id)


def called_stack(setup: Setup, hex_id: str, units: Sequence[Unit]) -> Text:
    """Return what a stack of one's own is called: its hex and the unit on top."""
    top = setup.units[units[0].id].name
    return text("{place}: {unit}", place=called(setup, hex_id), unit=top)


def log_at(  # noqa: PLR0913 - the facts of a log line
    table: Board,
    kind: str,
    words: Text,
    hex_id: str,
    *rules: str,
    side: str = "",
    pieces: Sequence[str] = (),
    path: Sequence[str] = (),
    veiled: Text | None = None,
) -> None:
    """Log what happens in a hex. `veiled` is what the enemy reads while stacks are hidden (15.1)."""
    seat = table.setup.seat_of(side) if side else None
    said = tuple(dict.fromkeys(rules))
    if veiled is None or seat is None or not table.setup.option("heights"):
        table.log(kind, words, *said, seat=seat, pieces=pieces, where=(hex_id,), path=path)
        return
    table.log(
        kind,
        veiled,
        *said,
        seat=seat,
        where=(hex_id,),
        path=path,
        private=words,
        private_to=(seat,),
        private_pieces=tuple(pieces),
    )
