"""[G.5.sectors] Named questions about villages: their sectors and who holds them."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from grognard.engines.core.board.tabletop import Point
from grognard.engines.core.play.inquiries import inquiries
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.risorgimento.field.pictures import area, middle, tags
from grognard.engines.risorgimento.ground import sectors as villages
from grognard.engines.risorgimento.map.tabletop import Sector
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State


def sectors(setup: Setup, state: State, seat: str | None, *, unit: str = "") -> Answer:
    """[G.5.sectors] [geo.sector] The village sectors with their places and who holds them.

    The value has for each sector {place: unit}; a unit pointed at gives the one it is in.
    """
    here = state.units[unit].sector if unit in state.units else ""
    shown = [place for place in setup.table.sectors if not here or place.id == here]
    overlays: list[Overlay] = []
    labels: list[tuple[Point, str]] = []
    value: dict[str, object] = {}
    for place in shown:
        held = villages.garrison(state, place.id)
        value[place.id] = held
        overlays += area(villages.square(place), "sector")
        labels += [(_beside(place, side), villages.quarter(place, side)) for side in range(4)]
    rules = ("G.5.sectors", "geo.sector")
    return Answer(value, rules, (), (*overlays, tags(labels)))


def _beside(place: Sector, side: int) -> Point:
    return middle(*villages.side_edge(place, side))


INQUIRIES = inquiries(sectors)
