"""Where a hex without a name lies: so many hexes to one side of the nearest place that has one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from grognard.engines.core.board.hexes import HexGrid
from grognard.engines.core.data.text import Text, counted, text

WINDS = (
    text("north"),
    text("north-east"),
    text("east"),
    text("south-east"),
    text("south"),
    text("south-west"),
    text("west"),
    text("north-west"),
)
"""The eight winds, clockwise from the north."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """How a hex lies to a place: in hexes, and on which side of it as the map is drawn."""

    place: str
    hexes: int
    wind: Text

    def said(self, city: Text, hex_id: str) -> Text:
        """Return that in words that stand well behind "at" and "to", the number of the hex first."""
        return counted(
            "{hex} {wind} of {city}",
            "{hex} {wind} of {city} ({n} hexes)",
            n=self.hexes,
            wind=self.wind,
            city=city,
            hex=hex_id,
        )


def whereabouts(grid: HexGrid, places: Iterable[str]) -> Mapping[str, Whereabouts]:
    """Return how each other hex lies to the place that is nearest: of several, by the straight way."""
    nearest = {place: place for place in places}
    hexes, edge, found = 0, tuple(nearest), {}
    while edge:
        hexes += 1
        reached = _next_to(grid, edge, nearest)
        for hex_id, near in reached.items():
            place = min((_way(grid, at, hex_id)[1], at) for at in near)[1]
            nearest[hex_id] = place
            found[hex_id] = Whereabouts(place, hexes, _way(grid, place, hex_id)[0])
        edge = tuple(reached)
    return found


def _next_to(
    grid: HexGrid, edge: Iterable[str], nearest: Mapping[str, str]
) -> Mapping[str, set[str]]:
    """Return the hexes beside an edge that have no place yet, with those that are near."""
    found: dict[str, set[str]] = {}
    for at, other in _pairs(grid, edge):
        if other not in nearest:
            found.setdefault(other, set()).add(nearest[at])
    return found


def _pairs(grid: HexGrid, edge: Iterable[str]) -> Iterator[tuple[str, str]]:
    return ((at, other) for at in edge for other in grid.adjacent(at))


def _way(grid: HexGrid, start: str, end: str) -> tuple[Text, float]:
    """Return the wind and the length of the straight way; y runs south."""
    (x, y), (to_x, to_y) = grid.centre(start), grid.centre(end)
    east, north = to_x - x, y - to_y
    bearing = math.degrees(math.atan2(east, north))
    return WINDS[round(bearing / 45) % len(WINDS)], math.hypot(east, north)
