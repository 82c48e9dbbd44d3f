"""What the map of a game is drawn of, layer by layer, so that one editor draws every game's map."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from grognard.engines.core.data.schema import Schema

Drawn = Literal[
    "hexes",
    "levels",
    "sides",
    "lines",
    "buildings",
    "places",
    "areas",
    "borders",
    "marks",
    "shapes",
    "tiles",
]
"""What is drawn: hexes of kinds, heights of hexes, sides of hexes, lines from hex to hex, buildings and
names at hexes; areas with their ground, borders between areas, whose an area is; shapes measured out on a table; tiles laid on hexes."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of a map.

    Attributes:
        key: where the map's file says it.
        drawn: what the hand draws.
        kinds: the kinds there are; none where any name will do.
        one_way: those of the kinds that have a direction, from the first hex or area to the second.
        base: the kind of what the file does not name.
        widths: for shapes, the kinds that are drawn as lines.
        either: kinds of which a place has one at most, group by group.
        owners: for marks, the sides to whom an area may belong as each of the kinds.
        counted: for marks, kinds of which there may be two, with the key that says how many.
        says: for places, what the file may say of one besides its name, by its keys.
    """

    key: str
    drawn: Drawn
    kinds: tuple[str, ...] = ()
    one_way: tuple[str, ...] = ()
    base: str = ""
    widths: tuple[str, ...] = ()
    either: tuple[tuple[str, ...], ...] = ()
    owners: tuple[str, ...] = ()
    counted: tuple[tuple[str, str], ...] = ()
    says: tuple[tuple[str, Schema], ...] = field(default=(), compare=False)
