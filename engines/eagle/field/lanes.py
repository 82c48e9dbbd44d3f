"""[terrain.map] Lanes as they are drawn: none stops in mid-field where one board meets another.

They carry no rule of this game; so they may be led on to the next lane, house or edge of the map.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence

from grognard.engines.core.board.hexes import HexGrid
from grognard.engines.core.board.hexnumbers import numbers_of
from grognard.engines.eagle.ground.ground import FARMS, GroundMap

Lane = tuple[str, tuple[str, ...]]
WET = ("stream", "brook", "river")
HOUSED = ("village", *FARMS)
_TURN, _ROUGH = 0.6, 2.5
"""What a turn of a sixth costs a lane, and a hex that is not open, in hexes."""


def led_on(ground: GroundMap) -> list[Lane]:
    """Return the lines of a map, those that would stop in a field led on."""
    lanes = list(ground.lines)
    for index, (kind, line) in enumerate(lanes):
        hexes = line
        if kind in WET:
            continue
        others = {
            h for k, (way, row) in enumerate(lanes) if k != index and way not in WET for h in row
        }
        for _ in ("the one end", "the other end"):
            hexes = (*hexes, *_on(ground, hexes, others))[::-1]
        lanes[index] = (kind, hexes)
    return lanes


def _on(ground: GroundMap, hexes: Sequence[str], others: set[str]) -> tuple[str, ...]:
    """Return the hexes by which a line goes on from its last one."""
    grid, last = ground.grid, hexes[-1]
    if last in others or _arrived(ground, last, others):
        return ()
    course = grid.direction(hexes[-2], last) if len(hexes) > 1 else 0
    queue: list[tuple[float, str, int, tuple[str, ...]]] = [(0.0, last, course or 0, ())]
    seen: set[tuple[str, int]] = set()
    while queue:
        cost, here, ahead, way = heapq.heappop(queue)
        if (here, ahead) in seen:
            continue
        seen.add((here, ahead))
        if way and _arrived(ground, here, others):
            return way
        for direction, other in _next(grid, here):
            if other not in hexes:
                turn = min((direction - ahead) % 6, (ahead - direction) % 6)
                rough = _ROUGH if ground.at(other) not in ("open", *HOUSED) else 0.0
                step = cost + 1 + _TURN * turn + rough
                heapq.heappush(queue, (step, other, direction, (*way, other)))
    return ()


def _arrived(ground: GroundMap, hex_id: str, others: set[str]) -> bool:
    """Whether a lane may end in a hex: at another lane, a house, or the edge of the map."""
    grid, (column, row) = ground.grid, numbers_of(hex_id)
    rim = column in (grid.first_column, grid.last_column) or row in (grid.first_row, grid.last_row)
    return hex_id in others or rim or ground.at(hex_id) in HOUSED


def _next(grid: HexGrid, hex_id: str) -> Iterator[tuple[int, str]]:
    for direction, other in enumerate(grid.neighbours(hex_id)):
        if other is not None:
            yield direction, other
