"""[G.4.1.controlled] The charge of a controlled advance: its target tests and reacts as any other's."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import Procedure
from grognard.engines.risorgimento.charge import cavalry_reactions, squares
from grognard.engines.risorgimento.charge.charges import ride_by_quarters
from grognard.engines.risorgimento.field.effects import name_of, tell
from grognard.engines.risorgimento.ride.charge_account import CONTACT_MADE, alter, moves
from grognard.engines.risorgimento.ride.quarters import LEG, end
from grognard.engines.risorgimento.setup import Board
from grognard.engines.risorgimento.state import State


def charges_on(table: Board, rider: str, target: str, run: float) -> Procedure[str]:
    """[G.4.1.controlled] [E.1.morale] Charge straight ahead; return the enemy come to grips with, "" none.

    In the charge step the enemy may fire and charge as at any other charge.
    """
    pose = table.state.units[rider].pose
    if pose is None:
        return ""
    watched = table.state.phase == "E.charges"
    cavalry_reactions.begin(table, rider, target, reaction=False)
    alter(table, rider, path=(f"{LEG}:{round(run * 1000)}:{pose.h}",))
    words = text(
        "{unit} charges {target}.", unit=name_of(table, rider), target=name_of(table, target)
    )
    tell(table, words, "G.4.1.controlled", "E.1.morale", uid=rider, kind="move")
    cavalry_reactions.test_target(table, target)
    yield from squares.offer_evasion(table, rider)
    yield from squares.offer_square(table, rider)
    if watched and moves(table.state, rider):
        yield from cavalry_reactions.offer(table, rider, 0)
    yield from ride_by_quarters(table, rider, watched=watched)
    yield from cavalry_reactions.finish(table, rider)
    squares.finish_evasions(table, rider)
    squares.end_evasions(table, rider)
    if moves(table.state, rider):
        end(table, rider)
    return _met(table.state, rider)


def _met(state: State, rider: str) -> str:
    """Whom a charge has come to grips with: its own opponent, or who charged it."""
    for charge in state.charges:
        if charge.status == CONTACT_MADE and charge.unit == rider:
            return charge.met
        if charge.status == CONTACT_MADE and charge.met == rider:
            return charge.unit
    return ""
