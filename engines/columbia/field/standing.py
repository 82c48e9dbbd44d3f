"""[3.31.limit] [9.2.zones] Whether a block may be set up in an area."""

from __future__ import annotations

from grognard.engines.columbia.field.position import room
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import State
from grognard.engines.core.data.text import text
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.show.explain import Refusal

BEYOND = text("{block} may not be placed in {area}: it lies beyond the start line.")


def why_not_stand(setup: Setup, state: State, piece: str, place: Placement) -> Refusal | None:
    """[3.31.limit] [9.2.zones] Return why a block may not begin in an area as the others stand."""
    if place.way != "at":
        return None
    (area,) = place.places
    kind, day = setup.types[piece], setup.day(state.day)
    if day.line and setup.ground.areas[area].line != kind.side:
        words = BEYOND.fill(block=kind.name, area=setup.ground.areas[area].name)
        return Refusal("9.2.zones", words, (area,))
    left = room(setup, state, area, kind.side) + (state.blocks[piece].at == area)
    return full(setup, area) if day.stacking.get(kind.side, True) and left < 1 else None


def full(setup: Setup, area: str, rule: str = "3.31.limit") -> Refusal:
    """[3.31.limit] Refuse an area that takes no more."""
    return Refusal(rule, text("{area} is full.", area=setup.ground.areas[area].name), (area,))
