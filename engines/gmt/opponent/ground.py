"""What ground is worth to the computer player: where an attack has to climb, wade or storm a work."""

from __future__ import annotations

from grognard.engines.core.play.memo import Memo, kept
from grognard.engines.gmt.tables import TERRAIN_CHART
from grognard.engines.gmt.terrain.terrain import BattleMap

_OVER: Memo[int] = Memo(16384)
NONE = ("NA", "0")


def over(field: BattleMap, at: str, target: str) -> int:
    """[9.53] Return what the ground does to the Shock die of an attack from one hex on its neighbour."""
    found = _OVER.get((field, at, target))
    if found is None:
        names = (field.at(target), *field.fought_across(at, target))
        rows = (TERRAIN_CHART[name] for name in names)
        found = sum(
            int(row["shock"])
            for row in rows
            if row["clear_bonus"] == "no" and row["shock"] not in NONE
        )
        _OVER.keep((field, at, target), found)
    return found


@kept(16384)
def strength(field: BattleMap, at: str, foe: str) -> float:
    """[9.53] Return how much the ground helps who stands in a hex against an enemy who comes from afar."""
    grid = field.grid
    near = sorted(grid.adjacent(at), key=lambda h: (grid.distance(h, foe), h))[:3]
    return -sum(over(field, other, at) for other in near) / max(1, len(near))
