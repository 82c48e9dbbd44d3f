"""Special rule of a scenario: units that may wade a canal (Palestro)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import shapely

from grognard.engines.core.board.tabletop import Point
from grognard.engines.core.data.frozen import evolve
from grognard.engines.risorgimento.army.units import UnitType
from grognard.engines.risorgimento.map.tabletop import Patch
from grognard.engines.risorgimento.setup import Setup


def waded(setup: Setup, kind: UnitType, start: Point, over: Iterable[Patch]) -> Iterator[Patch]:
    """[E.5.cost] Give patches as a unit meets them: to who may wade it a canal is a ford (Palestro).

    It wades once: only from the bank on which the scenario sets it up.
    """
    found = setup.says("wade")
    if not found or kind.id not in found["piece"] or kind.id not in setup.placed:
        yield from over
        return
    way = shapely.LineString((setup.placed[kind.id][0].centre, start))
    for patch in over:
        if patch.id != found["zone"]:
            yield patch
            continue
        # Who stands in the water has not crossed it, however long his way through it was.
        inside = patch.polygon.distance(shapely.Point(start)) <= setup.eps
        across = not inside and way.intersection(patch.polygon).length >= patch.width
        yield patch if across else evolve(patch, terrain="ford")
