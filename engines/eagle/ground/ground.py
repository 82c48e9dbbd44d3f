"""[terrain.map] The joined map, made of what boards, tiles and a scenario say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grognard.engines.core.board.hexes import HexGrid, side_key
from grognard.engines.core.data.schema import Int, Str
from grognard.engines.core.data.text import text
from grognard.engines.core.scenario.hexmaps import HexMap, HexWords
from grognard.engines.core.show.views import BuildingView, LabelView

FARMS = ("fortress", "hougoumont", "haye_sainte")
HEXES = ("open", "scattered", "woods", "orchard", "sand_pit", "village", *FARMS)
PLANS = {
    "hougoumont": "hougoumont",
    "haye_sainte": "haye-sainte",
    "fortress": "walled-farm",
    "sand_pit": "pit",
}
"""What stands on a kind of ground that a map builds nothing else on."""
RANGE = Str(pattern="[0-9]{4}(-[0-9]{4})?", wanted=text("hexes, as in 0803 or 0803-1203"))
WORDS = HexWords(
    game="eagle",
    hexes=HEXES,
    base="open",
    sides=("hedge", "wall", "redoubt"),
    directed=("crest",),
    tiles="maps/tiles.yaml",
    boards=True,
    more={
        "number": Int(1, 8).says(text("The number of a face of a board.")),
        "back": Int(1, 8).says(text("The number of the face on its back.")),
    },
)


@dataclass(frozen=True, slots=True, eq=False)
class GroundMap:
    """[terrain.map] The joined map. Hexsides are keyed "AAAA/BBBB", crests (low hex, high hex)."""

    id: str
    title: str
    grid: HexGrid
    terrain: Mapping[str, str]
    sides: Mapping[str, tuple[str, ...]]
    crests: frozenset[tuple[str, str]]
    lines: tuple[tuple[str, tuple[str, ...]], ...] = ()
    labels: tuple[LabelView, ...] = ()
    buildings: tuple[BuildingView, ...] = ()
    base: str = "open"
    country: str = ""
    """[scen.structure] Where it is fought: what the fields between its features look like."""

    def at(self, hex_id: str) -> str:
        """Return the terrain of a hex."""
        return self.terrain.get(hex_id, self.base)

    def between(self, a: str, b: str) -> tuple[str, ...]:
        """Return hedges, walls and redoubts on the side between two hexes."""
        return self.sides.get(side_key(a, b), ())


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
        buildings=hexes.built(PLANS),
        base=hexes.base,
    )
