"""What a unit gives up by moving: told before it moves."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from grognard.engines.core.data.text import Text, text
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State
from grognard.engines.gmt.tables import number


def forfeits(setup: Setup, state: State, uid: str, enemies: Collection[str]) -> Iterator[Text]:
    """[9.81] [8.1] Say what a unit that has not moved yet could still do, and cannot once it has.

    Nothing is said of a unit with no enemy as near as that.
    """
    unit, kind, began = state.units[uid], setup.types[uid], state.began.get(uid)
    if began is None or unit.moved or unit.disordered or unit.at != began.at:
        return
    grid = setup.map.grid
    if kind.arm == "cavalry" and not began.zoc_of:
        least, most = number("charge_min_distance"), number("charge_max_distance")
        if any(least <= grid.distance(unit.at, foe) <= most for foe in enemies):
            yield text("Having moved, it may not charge in this activation.")
    if kind.is_artillery and not unit.fired:
        if any(grid.distance(unit.at, foe) <= kind.maximum_range for foe in enemies):
            yield text("Having moved, it may not fire in this activation.")
