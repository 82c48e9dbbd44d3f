"""[morale.regain] What gives a unit heart: enemies that retire or rout, and objectives that it reaches."""

from __future__ import annotations

import numpy as np
import shapely

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.core.data.text import text
from grognard.engines.risorgimento.field.effects import change, name_of, tell
from grognard.engines.risorgimento.field.footprint import base, on_table
from grognard.engines.risorgimento.map.tablemap import housed
from grognard.engines.risorgimento.setup import Board, Setup


def regain(table: Board, uid: str) -> None:
    """[morale.regain] One point of morale back, never above the initial value."""
    unit, most = table.state.units[uid], table.setup.types[uid].vm
    if unit.vm < most and on_table(unit) and not unit.routed:
        change(table, uid, vm=unit.vm + 1)
        words = text("{unit} takes heart: morale {n}.", unit=name_of(table, uid), n=unit.vm + 1)
        tell(table, words, "morale.regain", uid=uid)


def reach_objectives(table: Board, uid: str, start: Pose | None = None) -> None:
    """[morale.regain] A unit that reaches a victory objective takes heart, once for each.

    Not of one on which it stood already at `start`, before it came here.
    """
    setup, unit = table.setup, table.state.units[uid]
    if not on_table(unit) or unit.routed or not setup.objectives:
        return
    stand = base(setup, unit)
    there: tuple[str, ...] = ()
    if start is not None:
        # Whoever only touched a place with his edge comes to it now.
        there = on_objectives(setup, stand.at(start).eroded, housed(setup.table, start)[0])
    for objective in on_objectives(setup, stand.grown, unit.sector):
        if objective not in (*unit.objectives, *there):
            change(table, uid, objectives=(*table.state.units[uid].objectives, objective))
            regain(table, uid)


def on_objectives(setup: Setup, shape: shapely.Geometry, sector: str) -> tuple[str, ...]:
    """[morale.regain] Return the objectives within the shape of a base, or whose sector it has a place in."""
    points = shapely.points(np.array([objective.at for objective in setup.objectives]))
    inside = np.atleast_1d(shapely.intersects(shape, points)).tolist()
    return tuple(
        objective.id
        for objective, here in zip(setup.objectives, inside, strict=True)
        if here or sector in objective.sectors
    )
