"""[14.1.order] [4.1] Whether a piece may begin in a hex, and putting it there."""

from __future__ import annotations

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.show.explain import Refusal
from grognard.engines.europa.field.position import commander_hexes, occupies
from grognard.engines.europa.field.terrain import why_no_entry, why_no_room
from grognard.engines.europa.setup import Setup, enemy_of
from grognard.engines.europa.state import Commander, State, Unit


def why_not_stand(setup: Setup, state: State, piece: str, place: Placement) -> Refusal | None:
    """[14.1.order] [4.1] Return why a piece may not begin in a hex as the others stand."""
    if place.way != "at" or not (piece in setup.units or piece in setup.chiefs):
        return None
    (at,) = place.places
    side = setup.side_of(piece)
    why = why_no_entry(setup, side, at)
    if why is not None:
        return why
    if occupies(setup, state, enemy_of(side), at):
        return Refusal("8.4.6", text("The enemy stands there."), (at,))
    if at in commander_hexes(setup, state, enemy_of(side)):
        return Refusal("8.4.6", text("An enemy Commander is there."), (at,))
    if piece not in setup.units:
        return None
    return why_no_room(setup, state, side, at, (piece,))


def put(state: State, piece: str, at: str) -> State:
    """Put a unit or a Commander into a hex or a box; one that is new is a unit."""
    if piece in state.commanders:
        moved = evolve(state.commanders[piece], at=at)
        return evolve(state, commanders={**state.commanders, piece: moved})
    before = state.units.get(piece) or Unit(piece, at)
    return evolve(state, units={**state.units, piece: evolve(before, at=at)})


def is_commander(setup: Setup, piece: str) -> bool:
    """Whether a piece is a Commander."""
    return piece in setup.chiefs


def new_commander(cid: str, at: str) -> Commander:
    """Return a Commander who has just come."""
    return Commander(cid, at)
