"""[opt.withdraw] The voluntary withdrawal of cavalry."""

from __future__ import annotations

from engines.core.data.text import text
from engines.core.show.asks import PASS, Ask, Listed, Procedure, Reaction
from engines.core.show.choices import word_of
from engines.eagle.command.flight import driven_off
from engines.eagle.field.effects import change, enter
from engines.eagle.field.position import enemies_next_to, enemy_zoc, rear_at, zoc_of
from engines.eagle.field.telling import log_of
from engines.eagle.field.terrain import why_not_enter
from engines.eagle.morale.modifiers import Cause
from engines.eagle.morale.morale import morale_test
from engines.eagle.results.states import fail
from engines.eagle.setup import Board, Setup
from engines.eagle.state import State

RULE = "opt.withdraw.basic"


def hexes(setup: Setup, state: State, uid: str) -> list[str]:
    """[opt.withdraw.own_move] [opt.withdraw.maneuver] Return where cavalry may withdraw in its own movement."""
    if not _may(setup, state, uid):
        return []
    arms = _held_by(setup, state, uid)
    maneuver = state.groups[setup.units[uid].group].order == "maneuver"
    if arms & {"infantry", "artillery"} or (maneuver and "cavalry" in arms):
        return rear_hexes(setup, state, uid)
    return []


def _may(setup: Setup, state: State, uid: str) -> bool:
    """[opt.withdraw.basic] Cavalry in good order, in command, where the option is in use."""
    unit = state.units[uid]
    able = setup.uses("withdrawal") and setup.units[uid].is_cavalry
    return able and unit.on_map and unit.is_good and not unit.ooc


def _held_by(setup: Setup, state: State, uid: str) -> set[str]:
    """Return the arms of the enemies in whose ZOC a unit stands."""
    at, side = state.units[uid].at, setup.units[uid].side
    return {
        setup.units[other].arm
        for other in enemies_next_to(setup, state, side, at)
        if at in zoc_of(setup, state.units[other])
    }


def rear_hexes(setup: Setup, state: State, uid: str) -> list[str]:
    """[opt.withdraw.basic] Return the rear hexes that cavalry can enter."""
    unit = state.units[uid]
    return [
        at
        for at in rear_at(setup, unit.at, unit.facing)
        if why_not_enter(setup, state, uid, unit.at, at) is None
    ]


def in_own_movement(table: Board, uid: str, at: str) -> Procedure[None]:
    """[opt.withdraw.own_move] [opt.withdraw.maneuver] Withdraw; with Maneuver from cavalry it takes a test."""
    change(table, uid, acted="move")
    if not _held_by(table.setup, table.state, uid) & {"infantry", "artillery"}:
        passed = yield from morale_test(table, uid, Cause("opt.withdraw.maneuver", "withdrawal"))
        if not passed:
            yield from fail(table, uid, "opt.withdraw.maneuver")
            return
    yield from _withdraw(table, uid, at, "opt.withdraw.own_move")


def _withdraw(table: Board, uid: str, at: str, rule: str) -> Procedure[None]:
    enter(table, uid, at)
    words = text("{unit} withdraws to {hex}.", unit=table.setup.units[uid].name, hex=at)
    log_of(table, "move", words, uid, RULE, rule)
    yield from driven_off(table, uid)


def before(table: Board, mover: str, start: str) -> Procedure[None]:
    """[opt.withdraw.enemy_move] Cavalry may withdraw at once from infantry or artillery that came next to it."""
    setup = table.setup
    if not setup.uses("withdrawal") or setup.units[mover].is_cavalry:
        return
    at = table.state.units[mover].at
    for uid in tuple(enemies_next_to(setup, table.state, setup.units[mover].side, at)):
        unit = table.state.units[uid]
        if setup.map.grid.distance(unit.at, start) > 1 and _may(setup, table.state, uid):
            yield from _offer(table, uid, mover)


def _offer(table: Board, uid: str, mover: str) -> Procedure[None]:
    setup, state = table.setup, table.state
    side = setup.units[uid].side
    watched = enemy_zoc(setup, state, side)
    others = {
        at
        for other in enemies_next_to(setup, state, side, state.units[uid].at)
        if other != mover
        for at in zoc_of(setup, state.units[other])
    }
    was_held = state.units[uid].at in others
    found = [at for at in rear_hexes(setup, state, uid) if not was_held or at not in watched]
    if not found:
        return
    answer = yield Ask(
        setup.seat_of(side),
        "withdraw",
        text("Does {unit} withdraw?", unit=setup.units[uid].name),
        ("opt.withdraw.enemy_move",),
        Listed([(PASS, text("Stay")), *((at, text("To {hex}", hex=at)) for at in found)]),
        form="place",
        subject=(uid,),
        where=tuple(found),
        interrupt=True,
        reaction=Reaction(text("withdrawals before the enemy"), (mover,)),
    )
    if answer != PASS:
        yield from _withdraw(table, uid, word_of(answer), "opt.withdraw.enemy_move")
