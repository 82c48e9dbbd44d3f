"""Which way a piece looks: as it stands, as a choice has it, and turned where it is pointed at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.choices import fields_of
from grognard.engines.core.show.views import PieceView

Bearing = Callable[[int], float | None]
"""Tells the compass bearing of a facing as choices number it, None where that is not known."""


def heading_of(piece: PieceView) -> float | None:
    """Return the compass bearing in which a piece looks, None where it looks nowhere."""
    if piece.facing is not None:
        return piece.facing
    return piece.pose[2] % 360 if piece.pose is not None else None


def facing_in(choice: Choice | None) -> int | None:
    """Return the facing that a choice names."""
    facing = fields_of(choice).get("facing") if choice is not None else None
    return facing if isinstance(facing, int) else None


def apart(one: float, other: float) -> float:
    """Return by how many degrees two bearings differ."""
    return abs((one - other + 180) % 360 - 180)


def clockwise(choices: Sequence[Choice], bearing: Bearing, kept: float | None = None) -> list[int]:
    """Return the places of choices in a list in the order in which a piece turns through them.

    `kept` is the bearing of a choice that names no facing: the piece looks on where it looked.
    """

    def turned(number: int) -> float:
        facing = facing_in(choices[number])
        found = bearing(facing) if facing is not None else kept
        return float(number if found is None else found)

    return sorted(range(len(choices)), key=turned)


def stepped(
    choices: Sequence[Choice], at: int, steps: int, bearing: Bearing, kept: float | None = None
) -> int:
    """Return the choice so many steps clockwise from another."""
    order = clockwise(choices, bearing, kept)
    return order[(order.index(at) + steps) % len(order)]
