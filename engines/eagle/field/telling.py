"""Lines of the log about a unit, and whose turn it is to act."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.choices import number_of, word_of
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import State

VERTICES = (text("ENE"), text("ESE"), text("S"), text("WSW"), text("WNW"), text("N"))
"""The six vertices of a hex in the order of their numbers (form.facing)."""


def log_of(table: Board, kind: str, words: Text, uid: str, *rules: str) -> None:
    """Log what a unit does or what becomes of it, where it is on the map."""
    unit, side = table.state.units[uid], table.setup.units[uid].side
    where = (unit.at,) if unit.on_map else ()
    seat, said = table.setup.seat_of(side), tuple(dict.fromkeys(rules))
    table.log(kind, words, *said, seat=seat, pieces=(uid,), where=where)


def acting_side(setup: Setup, state: State) -> str:
    """Return the side whose group acts, or whose turn it is where no group does."""
    return setup.groups[state.active].side if state.active else state.deciding


def is_interrupt(table: Board, side: str) -> bool:
    """Whether a question to a side comes in the action of the other."""
    return acting_side(table.setup, table.state) not in ("", side)


def told(poses: Iterable[Choice]) -> list[tuple[Choice, Text]]:
    """[form.facing] Name the places on offer: each hex, and the vertex that is faced there."""
    return [
        (
            pose,
            text(
                "To {hex}, facing {facing}",
                hex=word_of(pose, "at"),
                facing=VERTICES[number_of(pose, "facing")],
            ),
        )
        for pose in poses
    ]
