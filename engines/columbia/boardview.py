"""[3.1] The map of a scenario as the table draws it."""

from __future__ import annotations

from dataclasses import replace

from engines.columbia.battlemap import CROSSINGS
from engines.columbia.setup import Setup
from engines.core.areas import board
from engines.core.views import BoardView

_MARGIN = 0.5


def board_view(setup: Setup) -> BoardView:
    """Return areas, borders, roads, waters and names of the map; the same for the whole game.

    A bridge that is built later (9.2.bridge) is left to the view of the moment, as is fire.
    """
    ground = setup.ground
    drawn = board(
        ground.map,
        id=ground.id,
        title=ground.title,
        crossings=CROSSINGS,
        lines=ground.lines,
        labels=ground.labels,
        margin=_MARGIN,
    )
    return replace(
        drawn,
        spaces=tuple(replace(s, level=ground.areas[s.id].level) for s in drawn.spaces),
        edges=tuple(e for e in drawn.edges if not _later(setup, e.id)),
    )


def _later(setup: Setup, edge: str) -> bool:
    """Whether an edge is the drawing of a bridge that need not be there ("bridge:a|b:...")."""
    kind, _, rest = edge.partition(":")
    border = setup.ground.borders.get(rest.partition(":")[0])
    return kind == "bridge" and border is not None and border.optional_bridge
