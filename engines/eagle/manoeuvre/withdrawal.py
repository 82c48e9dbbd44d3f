"""[opt.withdraw] The voluntary withdrawal of cavalry in its own movement."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import Procedure
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.field.effects import change
from grognard.engines.eagle.field.position import enemies_next_to, rear_at, zoc_of
from grognard.engines.eagle.morale.modifiers import Cause
from grognard.engines.eagle.morale.morale import morale_test
from grognard.engines.eagle.results.coming import fail, may_withdraw, rear_hexes
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import State


def hexes(setup: Setup, state: State, uid: str) -> list[str]:
    """[opt.withdraw.own_move] [opt.withdraw.maneuver] Return where cavalry may withdraw in its own movement.

    It is in enemy ZOC then, and so it does not go into enemy ZOC.
    """
    if not may_withdraw(setup, state, uid):
        return []
    arms = _held_by(setup, state, uid)
    maneuver = state.groups[setup.units[uid].group].order == "maneuver"
    if arms & {"infantry", "artillery"} or (maneuver and "cavalry" in arms):
        return rear_hexes(setup, state, uid, was_held=True)
    return []


def why_not(setup: Setup, state: State, uid: str, at: str) -> Refusal | None:
    """[opt.withdraw.basic] Refuse to go back to cavalry that could withdraw, were it in good order."""
    unit = state.units[uid]
    if not setup.uses("withdrawal") or not setup.units[uid].is_cavalry or unit.is_good:
        return None
    if at not in rear_at(setup, unit.at, unit.facing) or not _held_by(setup, state, uid):
        return None
    words = text("Cavalry that is disordered does not withdraw.")
    return Refusal("opt.withdraw.basic", words, (uid,))


def _held_by(setup: Setup, state: State, uid: str) -> set[str]:
    """Return the arms of the enemies in whose ZOC a unit stands."""
    at, side = state.units[uid].at, setup.units[uid].side
    return {
        setup.units[other].arm
        for other in enemies_next_to(setup, state, side, at)
        if at in zoc_of(setup, state.units[other])
    }


def needs_test(setup: Setup, state: State, uid: str) -> bool:
    """[opt.withdraw.maneuver] Whether only cavalry holds it, so that it has to pass a test first."""
    return not _held_by(setup, state, uid) & {"infantry", "artillery"}


def set_free(table: Board, uid: str) -> Procedure[bool]:
    """[opt.withdraw.maneuver] Tell whether cavalry that would withdraw may; from cavalry it takes a test."""
    change(table, uid, acted="move")
    if not needs_test(table.setup, table.state, uid):
        return True
    passed = yield from morale_test(table, uid, Cause("opt.withdraw.maneuver", "withdrawal"))
    if not passed:
        yield from fail(table, uid, "opt.withdraw.maneuver")
    return passed
