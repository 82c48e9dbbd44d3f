"""[tec] The words of a map file, and the terrain that is made of what it says."""

from __future__ import annotations

from grognard.engines.core.scenario.hexmaps import HexMap, HexWords
from grognard.engines.gmt.tables import TERRAIN_CHART
from grognard.engines.gmt.terrain.terrain import CROSSINGS, EARTHWORKS, RISING, WATER, BattleMap

LINES = ("road", "path")
HEXES = HexWords(
    game="gmt",
    hexes=tuple(
        name for name, row in TERRAIN_CHART.items() if row["where"] == "hex" and name not in LINES
    ),
    base="clear",
    sides=(*WATER, *CROSSINGS),
    directed=(*RISING, *EARTHWORKS),
    lines=LINES,
    levels=True,
)


def battle_map(hexes: HexMap) -> BattleMap:
    """Make the terrain of what a map says; a road is better than a path."""
    return BattleMap(
        id=hexes.id,
        title=hexes.title,
        grid=hexes.grid,
        terrain=hexes.terrain,
        levels=hexes.levels,
        sides=hexes.between,
        rises=hexes.directed(RISING),
        works=hexes.directed(EARTHWORKS),
        roads=hexes.ways(LINES),
        base=hexes.base,
        labels=hexes.labels,
        buildings=hexes.built({}),
    )
