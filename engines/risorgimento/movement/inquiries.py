"""[E.6] Named questions about zones of control."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.play.inquiries import inquiries
from grognard.engines.core.show.views import Answer
from grognard.engines.risorgimento.field.arguments import PieceId, name_of
from grognard.engines.risorgimento.field.footprint import base
from grognard.engines.risorgimento.field.pictures import area
from grognard.engines.risorgimento.movement.zoc import depth, exerts, holders, zones
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State


def zoc(setup: Setup, state: State, seat: str | None, *, unit: PieceId = "") -> Answer:
    """[geo.zoc] [E.6.size] The ZOC of a unit and who holds it, or all ZOCs of the enemy of a seat.

    The value of a unit has `depth` in cm (0: it has no ZOC) and `held_by`, the enemy units in whose
    ZOC it stands; without a unit `units`, all that have one.
    """
    if unit in state.commanders:
        return Answer({}, ())
    if unit:
        found = state.units[unit]
        held = holders(setup, state, unit, base(setup, found))
        reach_cm = depth(setup.types[unit]) if exerts(found) else 0.0
        shapes = [*zones(setup, found)]
        shapes += [zone for foe in held for zone in zones(setup, state.units[foe])]
        lines = [
            text("ZOC {cm} cm deep", cm=f"{reach_cm:g}") if reach_cm else text("It has no ZOC")
        ]
        lines += [text("In the ZOC of {unit}", unit=name_of(setup, foe)) for foe in held]
        overlays = tuple(overlay for shape in shapes for overlay in area(shape, "zoc"))
        value: dict[str, object] = {"depth": reach_cm, "held_by": list(held)}
        return Answer(value, ("geo.zoc", "E.6.size", "E.6.stop"), tuple(lines), overlays)
    side = setup.side_of(seat)
    owners = [
        uid for uid, one in state.units.items() if exerts(one) and setup.types[uid].side != side
    ]
    overlays = tuple(
        o for uid in owners for zone in zones(setup, state.units[uid]) for o in area(zone, "zoc")
    )
    return Answer({"units": owners}, ("geo.zoc", "E.6.size"), (), overlays)


INQUIRIES = inquiries(zoc, measures=(zoc,))
