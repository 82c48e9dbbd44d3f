"""What the computer player makes of the table in the middle of an action, when it cannot imagine a world.

The enemy may have answered since the last rest, and what he holds is hidden. Then it remembers the world that it
imagined last, and stands the units in it as its seat sees them now.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.show.views import PieceView, TableView
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import DISORDERED, ELIMINATED, GOOD, ROUTED, State, Unit
from grognard.engines.eagle.table.pieces import FIRST_VERTEX, FOOTPRINTS

VERTEX = 60
"""From one vertex of a hex to the next, in degrees."""


def as_seen(setup: Setup, state: State, view: TableView) -> State:
    """Return a remembered position with every unit and commander where a view shows them."""
    shown = {piece.id: piece for piece in view.pieces}
    units = {uid: _as_seen(unit, shown.get(uid)) for uid, unit in state.units.items()}
    chiefs = {
        cid: evolve(chief, at=(shown[cid].at or ELIMINATED) if cid in shown else chief.at)
        for cid, chief in state.commanders.items()
    }
    known = {uid: unit for uid, unit in units.items() if uid in setup.units}
    return evolve(state, units=known, commanders=chiefs)


def _as_seen(unit: Unit, piece: PieceView | None) -> Unit:
    if piece is None or piece.at is None:
        return evolve(unit, at=ELIMINATED) if unit.on_map else unit
    shaken = next((word for word in (DISORDERED, ROUTED) if word in piece.badges), GOOD)
    formation = next((word for word in piece.badges if word in FOOTPRINTS), "")
    facing = next(_facings(piece), unit.facing)
    return evolve(
        unit,
        at=piece.at,
        facing=facing,
        formation=formation,
        state=shaken,
        figures=piece.steps or unit.figures,
    )


def _facings(piece: PieceView) -> Iterator[int]:
    """Give the vertex that a base is turned to."""
    if piece.pose is not None:
        yield round((piece.pose[2] - FIRST_VERTEX) / VERTEX) % 6
