"""[terrain.map] [terrain.tiles] The words of boards and tiles, and the ground that is made of them."""

from __future__ import annotations

from engines.core.data.schema import Int, Str
from engines.core.scenario.hexmaps import HexMap, HexWords
from engines.eagle.setup import GroundMap

FARMS = ("fortress", "hougoumont", "haye_sainte")
HEXES = ("open", "scattered", "woods", "orchard", "sand_pit", "village", *FARMS)
RANGE = Str(pattern="[0-9]{4}(-[0-9]{4})?", wanted="hexes, as in 0803 or 0803-1203")
WORDS = HexWords(
    game="eagle",
    hexes=HEXES,
    base="open",
    sides=("hedge", "wall", "redoubt"),
    directed=("crest",),
    tiles="maps/tiles.yaml",
    more={
        "number": Int(1, 8).says("The number of a face of a board."),
        "back": Int(1, 8).says("The number of the face on its back."),
    },
)


def ground_map(hexes: HexMap) -> GroundMap:
    """[terrain.map] Make the ground of what a map says."""
    return GroundMap(
        id=hexes.id,
        title=hexes.title,
        grid=hexes.grid,
        terrain=hexes.terrain,
        sides=hexes.between,
        crests=frozenset(hexes.directed(("crest",))),
        lines=tuple((line.kind, line.hexes) for line in hexes.lines),
        labels=hexes.labels,
        base=hexes.base,
    )
