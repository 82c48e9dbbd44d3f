"""[I.1.objectives] What a place on the table counts."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from collections.abc import Iterator

import shapely

from grognard.engines.core.data.text import text
from grognard.engines.core.play.inquiries import NoAnswer, inquiries
from grognard.engines.core.show.views import Answer
from grognard.engines.risorgimento.field.arguments import PatchId
from grognard.engines.risorgimento.field.boardview import TABLE
from grognard.engines.risorgimento.ground.sectors import square
from grognard.engines.risorgimento.map.objectives import Objective
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.victory.points_track import asked, counts


def objective(setup: Setup, state: State, seat: str | None, at: PatchId) -> Answer:
    """[I.1.objectives] What the places on a piece of ground count, who holds them and how that is lost.

    The value has the holder of each, "" for nobody.

    Raises:
        NoAnswer: nothing counts there.
    """
    here = list(_on(setup, at))
    if not here:
        raise NoAnswer(f"{at} counts nothing")
    keeps = text(
        "A side holds it with a unit there and no enemy within {n} cm, and keeps it until the other side does the same.",
        n=f"{setup.cm['objective_cm']:g}",
    )
    lines = (*(counts(state, one) for one in here), keeps, *asked(setup))
    value = {one.id: state.held.get(one.id, "") for one in here}
    return Answer(value, ("I.1.objectives",), lines)


def _on(setup: Setup, patch: str) -> Iterator[Objective]:
    """Give the places on a piece of ground: their point, or one of their sectors, lies there.

    On the open table, `TABLE`, those on none of the pieces that are clicked: beside a road, or on it.
    """
    if patch == TABLE:
        pieces = shapely.union_all([p.polygon for p in setup.table.patches if not p.line])
        open_ground = (o for o in setup.objectives if not o.sectors)
        yield from (one for one in open_ground if not pieces.covers(shapely.Point(one.at)))
        return
    ground = shapely.union_all([p.polygon for p in setup.table.patches if p.id == patch])
    sectors = {place.id: square(place) for place in setup.table.sectors}
    for one in setup.objectives:
        squares = [sectors[name].centroid for name in one.sectors if name in sectors]
        if any(ground.covers(point) for point in (shapely.Point(one.at), *squares)):
            yield one


INQUIRIES = inquiries(objective)
