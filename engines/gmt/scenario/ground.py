"""[tec] The words of a map file, and the terrain that is made of what it says."""

from __future__ import annotations

from itertools import pairwise

from engines.core.board.hexes import side_key
from engines.core.scenario.hexmaps import HexMap, HexWords
from engines.gmt.tables import TERRAIN_CHART
from engines.gmt.terrain.terrain import CROSSINGS, EARTHWORKS, RISING, WATER, BattleMap

HEXES = HexWords(
    game="gmt",
    hexes=tuple(
        name
        for name, row in TERRAIN_CHART.items()
        if row["where"] == "hex" and name not in ("road", "path")
    ),
    base="clear",
    sides=(*WATER, *CROSSINGS),
    directed=(*RISING, *EARTHWORKS),
    lines=("road", "path"),
    levels=True,
)


def battle_map(hexes: HexMap) -> BattleMap:
    """Make the terrain of what a map says."""
    sides: dict[str, tuple[str, ...]] = {}
    directed = [side for side in hexes.sides if side.directed]
    for side in hexes.sides:
        if not side.directed:
            key = side_key(side.a, side.b)
            sides[key] = (*sides.get(key, ()), side.kind)
    return BattleMap(
        id=hexes.id,
        title=hexes.title,
        grid=hexes.grid,
        terrain=hexes.terrain,
        levels=hexes.levels,
        sides=sides,
        rises={(side.a, side.b): side.kind for side in directed if side.kind in RISING},
        works={(side.a, side.b): side.kind for side in directed if side.kind in EARTHWORKS},
        roads=_roads(hexes),
        base=hexes.base,
    )


def _roads(hexes: HexMap) -> dict[str, str]:
    """Return what leads over each hexside; a road is better than a path."""
    roads: dict[str, str] = {}
    for line in hexes.lines:
        for before, hex_id in pairwise(line.hexes):
            if roads.get(side_key(before, hex_id)) != "road":
                roads[side_key(before, hex_id)] = line.kind
    return roads
