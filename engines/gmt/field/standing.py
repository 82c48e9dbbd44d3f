"""[7.23] [6.21.max] [setup.facing] Whether a unit may stand in a hex."""

from __future__ import annotations

from grognard.engines.core.data.text import counted, text
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.show.explain import Refusal
from grognard.engines.gmt.field.features import standing
from grognard.engines.gmt.field.position import is_overstacked, why_not_stack
from grognard.engines.gmt.setup import Setup, Zone
from grognard.engines.gmt.state import State


def why_not_stand(setup: Setup, state: State, piece: str, place: Placement) -> Refusal | None:
    """[6.21.max] [7.23] Return why a unit may not begin in a hex as the others stand."""
    if place.way != "at":
        return None
    setup, (at,) = standing(setup, state.features), place.places
    if {setup.types[other].side for other in state.stacks.get(at, ())} - {setup.types[piece].side}:
        return Refusal("6.22", text("Units of both sides never share a hex."), (at,))
    zone = next((zone for zone in setup.zones if piece in zone.units), None)
    return why_not_ground(setup, piece, at) or why_not_join(setup, state, piece, at, zone)


def why_not_ground(setup: Setup, uid: str, at: str) -> Refusal | None:
    """[7.23] Return why a unit may not stand on the ground of a hex: prohibited, and no road by it."""
    kind, grid = setup.types[uid], setup.map.grid
    if setup.map.hex_cost(at, kind.arm)[0] is not None:
        return None
    if any(grid.side(at, other) in setup.map.roads for other in grid.adjacent(at)):
        return None
    return Refusal("7.23", text("{unit} may not stand there.", unit=kind.name), (at,))


def why_not_join(
    setup: Setup, state: State, uid: str, at: str, zone: Zone | None
) -> Refusal | None:
    """[6.21.max] [bor.overstack] Return why a unit may not share a hex with those who stand there."""
    others = tuple(other for other in state.stacks.get(at, ()) if other != uid)
    if zone is not None and zone.each and sum(other in zone.units for other in others) >= zone.each:
        words = counted(
            "{name}: {n} unit to a hex.", "{name}: {n} units to a hex.", name=zone.name, n=zone.each
        )
        return Refusal("setup.facing", words, (at,))
    stack = (*others, uid)
    if zone is not None and zone.guns and is_overstacked(setup, stack):
        return None
    return why_not_stack(setup, stack, at)
