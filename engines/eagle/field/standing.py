"""[stack.one_unit] [move.difficult.impassable] Whether a unit may begin in a hex, and putting it there."""

from __future__ import annotations

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.field.position import unit_at
from grognard.engines.eagle.field.terrain import is_open, why_not_ground
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import (
    CAVALRY,
    COLUMN,
    LIMBERED,
    LINE,
    OPEN_ORDER,
    SQUARE,
    UNLIMBERED,
    State,
)

OF_ARM = {
    "infantry": (COLUMN, LINE, SQUARE, OPEN_ORDER),
    "cavalry": (CAVALRY,),
    "artillery": (LIMBERED, UNLIMBERED),
}
"""[form] The formations of each arm."""
FORM_RULES = {
    "infantry": "form.infantry",
    "cavalry": "form.cavalry",
    "artillery": "form.artillery_limbered",
}


def why_not_stand(setup: Setup, state: State, piece: str, place: Placement) -> Refusal | None:
    """[setup.forces] Return why a unit may not begin in a hex as the others stand."""
    if place.way != "at" or piece not in setup.units:
        return None
    (at,) = place.places
    why = why_not_ground(setup, piece, at)
    if why is not None:
        return why
    other = unit_at(setup, state, at)
    if other not in (None, piece) and not setup.units[piece].rifles:
        return Refusal("stack.one_unit", text("A hex holds one unit."), (at,))
    arm = setup.units[piece].arm
    if place.formation and place.formation not in OF_ARM[arm]:
        words = text("The unit has no such formation.")
        return Refusal(FORM_RULES[arm], words, (at,))
    if place.formation == OPEN_ORDER and is_open(setup, at):
        words = text("Infantry is in open order only in difficult terrain.")
        return Refusal("form.open_order", words, (at,))
    return None


def put(setup: Setup, state: State, uid: str, at: str, formation: str) -> State:
    """[setup.forces] Put a unit into a hex, or a box, with the commanders and Rifles that begin with it."""
    before = state.units[uid]
    fields: dict[str, object] = {"at": at}
    if setup.units[uid].is_infantry and not setup.units[uid].rifles and at in setup.map.grid:
        ordered = COLUMN if formation in ("", OPEN_ORDER) else formation
        fields["formation"] = ordered if is_open(setup, at) else OPEN_ORDER
    units = {**state.units, uid: evolve(before, **fields)}
    commanders = dict(state.commanders)
    for piece, place in begun_with(setup):
        if place == uid and piece in units:
            units[piece] = evolve(units[piece], at=at)
        elif place == uid and piece in commanders:
            commanders[piece] = evolve(commanders[piece], at=at)
    return evolve(state, units=units, commanders=commanders)


def begun_with(setup: Setup) -> list[tuple[str, str]]:
    """Return the pieces that begin, or arrive, attached to a unit."""
    places = [*setup.starts.items()]
    places += ((p, a.placement) for a in setup.arrivals for p in a.placement.pieces)
    return [(piece, place.places[0]) for piece, place in places if place.way == "attached"]
