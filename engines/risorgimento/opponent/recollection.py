"""What the computer player makes of the table while a charge comes on, when it cannot imagine a world.

What the enemy has noted is hidden, and he may have revealed a charge since the last rest. Then it remembers the
world that it imagined last, and stands the units in it as its seat sees them now.
"""

from __future__ import annotations

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.show.asks import Ask
from grognard.engines.core.show.views import PieceView, TableView
from grognard.engines.risorgimento.army.units import FORMATIONS, MARKERS, REMOVED, TABLE, Unit
from grognard.engines.risorgimento.field.boardview import from_board, game_heading
from grognard.engines.risorgimento.field.strength import halves_of
from grognard.engines.risorgimento.fire.opportunity import ASK, Opportunities, open_shots
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State

DISORDER = {"d1": 1, "d2": 2}
COMMANDED = {f"command_{marker}": marker for marker in MARKERS if marker}


def as_seen(setup: Setup, state: State, view: TableView, side: str) -> State:
    """Return a remembered position with every unit and commander where a view shows them.

    The enemy's secret notes are left out: the remembered ones were dealt and not seen.
    """
    shown = {piece.id: piece for piece in view.pieces}
    gone = {uid: _tray(view, uid) for uid in state.units}
    units = {uid: _unit(unit, shown.get(uid), gone[uid]) for uid, unit in state.units.items()}
    chiefs = {
        name: evolve(chief, pose=_pose(shown[name])) if name in shown else chief
        for name, chief in state.commanders.items()
    }
    notes = tuple(note for note in state.notes if setup.types[note[0]].side == side)
    return evolve(state, units=units, commanders=chiefs, notes=notes)


def asked_as_seen(setup: Setup, state: State, ask: Ask) -> Ask:
    """[E.9.who] Return a question with what is known of its choices by a position as it was seen."""
    if ask.kind != ASK:
        return ask
    mover = ask.subject[0]
    found = open_shots(setup, state, mover, (state.units[mover].formation,))
    # At whom a unit has fired already this turn the view does not say; who may fire now the question says.
    shots = {u: shot for u, shot in found.items() if {"pieces": [u], "at": mover} in ask.choices}
    return evolve(ask, choices=Opportunities(setup, state, mover, shots))


def _tray(view: TableView, uid: str) -> str:
    """Where a unit is that is not on the table."""
    return next((one.id.rpartition("-")[0] for one in view.trays if uid in one.pieces), REMOVED)


def _unit(unit: Unit, piece: PieceView | None, gone: str) -> Unit:
    pose = _pose(piece) if piece is not None else None
    if piece is None or pose is None:
        return evolve(unit, pose=None, place=gone, sector="", slot="")
    badges, values = piece.badges, dict(piece.values)
    stays = unit.pose == pose
    return evolve(
        unit,
        pose=unit.pose if stays else pose,
        place=TABLE,
        sector=unit.sector if stays else "",
        slot=unit.slot if stays else "",
        formation=next((word for word in badges if word in FORMATIONS), unit.formation),
        halves=halves_of(values["strength"]),
        vm=int(values["morale"]),
        disorder=next((DISORDER[word] for word in badges if word in DISORDER), 0),
        marker=next((COMMANDED[word] for word in badges if word in COMMANDED), ""),
        routed="routed" in badges,
        shaken="shaken" in badges,
        fired="fired" in badges,
        moved="moved" in badges,
    )


def _pose(piece: PieceView) -> Pose | None:
    """Where a base stands on the table, by where the board shows it."""
    if piece.pose is None:
        return None
    x, y, heading = piece.pose
    return Pose.of(*from_board((x, y)), game_heading(heading))
