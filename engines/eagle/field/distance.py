"""[zoc.distance] Distances for command and rally radii: round the enemy and his zones of control."""

from __future__ import annotations

from grognard.engines.eagle.field.position import enemy_zoc, occupied
from grognard.engines.eagle.setup import Setup, enemy_of
from grognard.engines.eagle.state import State


def reached(setup: Setup, state: State, side: str, start: str, most: int) -> dict[str, int]:
    """[zoc.distance] Return the hexes within a radius, by distance.

    Only the hexes between the two ends must be free of enemy units, and of enemy ZOC where no
    friendly unit stands.
    """
    here = occupied(setup, state)
    shut = here.hexes[enemy_of(side)] | (enemy_zoc(setup, state, side) - here.hexes[side])
    found, edge = {start: 0}, [start]
    for distance in range(1, most + 1):
        reached_now = []
        for hex_id in edge:
            if hex_id in shut and hex_id != start:
                continue
            for other in setup.map.grid.adjacent(hex_id):
                if other not in found:
                    found[other] = distance
                    reached_now.append(other)
        edge = reached_now
    return found


def within(setup: Setup, state: State, side: str, start: str, end: str, most: int) -> bool:  # noqa: PLR0913 - both ends and the radius
    """[zoc.distance] Whether a hex is within a radius of another."""
    return start in setup.map.grid and end in reached(setup, state, side, start, most)
