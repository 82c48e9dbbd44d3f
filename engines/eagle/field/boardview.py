"""[terrain.map] The map of a scenario as the table draws it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from grognard.engines.core.show.views import BoardView, EdgeView, LineView, SpaceView
from grognard.engines.eagle.field.lanes import led_on
from grognard.engines.eagle.ground.ground import GroundMap
from grognard.engines.eagle.setup import Setup

_MARGIN = 0.25


def board_view(setup: Setup) -> BoardView:
    """Return spaces, edges, lines and names of the map; the same for the whole game."""
    ground = setup.map
    width, height = ground.grid.size
    return BoardView(
        id=ground.id,
        title=setup.info.title,
        kind="hex",
        spaces=tuple(_spaces(ground)),
        edges=tuple(_edges(ground)),
        lines=tuple(
            LineView(kind, "", tuple(ground.grid.centre(hex_id) for hex_id in hexes))
            for kind, hexes in led_on(ground)
        ),
        labels=ground.labels,
        bounds=(-_MARGIN, -_MARGIN, width + _MARGIN, height + _MARGIN),
        seed=sum(ground.id.encode()),
        buildings=ground.buildings,
        country=ground.country,
    )


def _spaces(ground: GroundMap) -> Iterator[SpaceView]:
    for hex_id in ground.grid.hexes:
        yield SpaceView(
            id=hex_id,
            centre=ground.grid.centre(hex_id),
            polygon=ground.grid.corners(hex_id),
            terrain=ground.at(hex_id),
            label=hex_id,
        )


def _edges(ground: GroundMap) -> Iterator[EdgeView]:
    """Hedges and walls have no direction; a redoubt is its hex's, a crest falls from its high hex."""
    grid = ground.grid
    works = Counter(
        h for key, kinds in ground.sides.items() if "redoubt" in kinds for h in key.split("/")
    )
    for key, kinds in ground.sides.items():
        one, other = key.split("/")
        a, b = grid.side_ends(one, other)
        own = one if works[one] >= works[other] else other
        for kind in kinds:
            toward = grid.centre(own) if kind == "redoubt" else None
            yield EdgeView(f"{kind}:{key}", kind, a, b, toward)
    for low, high in sorted(ground.crests):
        a, b = grid.side_ends(low, high)
        yield EdgeView(f"crest:{low}>{high}", "slope", a, b, grid.centre(high))
