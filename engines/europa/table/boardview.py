"""[2.1] [2.2.clear] The map of the campaign as the table draws it."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.board.hexes import side_key
from engines.core.show.views import BoardView, EdgeView, LineView, SpaceView
from engines.europa.setup import CampaignMap, Setup

_MARGIN = 0.35
POWERS = {"warsaw": "warsaw", "danzig": "prussia", "prussia": "prussia", "austria": "austria"}
"""[1.1.friendly] Whose ground is told apart west of Russia, besides the Duchy of Warsaw."""


def board_view(setup: Setup) -> BoardView:
    """Return spaces, edges, lines and names of the map; the same for the whole game."""
    ground = setup.map
    width, height = ground.grid.size
    return BoardView(
        id=ground.id,
        title=setup.info.title,
        kind="hex",
        spaces=tuple(_spaces(ground)),
        edges=(*_rivers(ground), *_borders(ground)),
        lines=tuple(
            LineView("road", "", tuple(ground.grid.centre(hex_id) for hex_id in hexes))
            for hexes in ground.roads
        ),
        labels=ground.labels,
        bounds=(-_MARGIN, -_MARGIN, width + _MARGIN, height + _MARGIN),
        seed=sum(ground.id.encode()),
    )


def _spaces(ground: CampaignMap) -> Iterator[SpaceView]:
    for hex_id in ground.grid.hexes:
        city = ground.cities.get(hex_id)
        land = POWERS.get(ground.territory.get(hex_id, ""), "")
        terrain = ground.terrain.get(hex_id, ground.base)
        if terrain == "clear" and land:
            terrain = land
        tags: tuple[str, ...] = ()
        if city is not None:
            tags = ("fortress" if city.fortified else "city",)
        yield SpaceView(
            id=hex_id,
            centre=ground.grid.centre(hex_id),
            polygon=ground.grid.corners(hex_id),
            terrain=terrain,
            label=hex_id,
            tags=tags,
        )


def _rivers(ground: CampaignMap) -> Iterator[EdgeView]:
    for key in sorted(ground.rivers):
        a, b = ground.grid.side_ends(*key.split("/"))
        yield EdgeView(f"river:{key}", "river", a, b)
        if key in ground.bridges:
            yield EdgeView(f"bridge:{key}", "bridge", a, b)


def _borders(ground: CampaignMap) -> Iterator[EdgeView]:
    """[1.1.friendly] The border of Russia, and those between the powers west of it."""
    for hex_id in ground.grid.hexes:
        land = ground.territory.get(hex_id)
        for other in ground.grid.adjacent(hex_id):
            beyond = ground.territory.get(other)
            if other < hex_id or not land or not beyond or land == beyond:
                continue
            kind = "border" if "russia" in (land, beyond) else "frontier"
            a, b = ground.grid.side_ends(hex_id, other)
            yield EdgeView(f"{kind}:{side_key(hex_id, other)}", kind, a, b)
