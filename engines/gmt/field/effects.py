"""[9.6] What happens to units: moving, Disorder, Withdrawal, elimination, Cohesion Checks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.explain import Modifier, Roll
from grognard.engines.gmt.field.position import cohesion, forms_square, on_map, side_at, top_unit
from grognard.engines.gmt.field.rollwords import PURPOSES
from grognard.engines.gmt.setup import Board
from grognard.engines.gmt.state import BOXES, ELIMINATED, WITHDRAWN, Unit
from grognard.engines.gmt.tables import number


def change(table: Board, uid: str, **fields: Any) -> Unit:
    """Replace fields of one unit (not `at`: see `move_to`) and return it."""
    unit = evolve(table.state.units[uid], **fields)
    table.update(units={**table.state.units, uid: unit})
    if fields.get("square") is False:
        _break_up(table, unit.at)
    return table.state.units[uid]


def _break_up(table: Board, at: str) -> None:
    """[9.85.limits] Guns, and Jaegers under their rules, are in Square only with infantry in Square."""
    setup, units = table.setup, table.state.units
    squares = [uid for uid in table.state.stacks.get(at, ()) if units[uid].square]
    if any(forms_square(setup, uid) for uid in squares):
        return
    left = {uid: evolve(units[uid], square=False) for uid in squares}
    if left:
        table.update(units={**units, **left})


def move_to(table: Board, uid: str, at: str, facing: int | None = None) -> None:
    """[6.24] Put a unit into a hex, at the bottom of its stack, or into a box."""
    state = table.state
    unit = state.units[uid]
    stacks = dict(state.stacks)
    if on_map(unit):
        left = tuple(other for other in stacks[unit.at] if other != uid)
        if left:
            stacks[unit.at] = left
        else:
            del stacks[unit.at]
    if at not in BOXES:
        stacks[at] = (*stacks.get(at, ()), uid)
    square = unit.square and at not in BOXES and forms_square(table.setup, uid)
    facing = unit.facing if facing is None else facing
    moved = evolve(unit, at=at, facing=facing, square=square)
    table.update(units={**state.units, uid: moved}, stacks=stacks)
    if unit.square:
        _break_up(table, unit.at)
    _take_objective(table, at)


def _take_objective(table: Board, at: str) -> None:
    """[sch.victory] The side whose combat unit was last in the objective holds it."""
    setup = table.setup
    if at == setup.objective:
        side = side_at(setup, table.state, at)
        if side and side != table.state.holder:
            table.update(holder=side)


def name_of(table: Board, uid: str) -> str:
    """Return the printed name of a unit."""
    return table.setup.types[uid].name


def log_result(table: Board, words: Text, rule: str, uid: str) -> None:
    """Log what became of a unit."""
    unit = table.state.units[uid]
    where = (unit.at,) if on_map(unit) else ()
    side = table.setup.types[uid].side
    table.log("result", words, rule, seat=table.setup.seat_of(side), pieces=(uid,), where=where)


def disorder(table: Board, uid: str, rule: str = "9.61", *, twice: bool = True) -> None:
    """[9.61] Disorder a unit; a Disordered one Withdraws, artillery is eliminated.

    `twice=False` for Disorder that never hits twice (9.84, terrain: tec.disorder).
    """
    unit = table.state.units[uid]
    kind = table.setup.types[uid]
    if not on_map(unit):
        return
    if kind.is_militia:
        eliminate(table, uid, "bor.13")
    elif kind.is_cossack:
        withdraw(table, uid, "bor.11")
    elif not unit.disordered:
        change(table, uid, disordered=True, square=False)
        log_result(table, text("{unit} is Disordered.", unit=kind.name), rule, uid)
    elif twice and kind.is_artillery:
        eliminate(table, uid, "9.66.art")
    elif twice:
        withdraw(table, uid, "9.66")


def withdraw(table: Board, uid: str, rule: str = "9.66") -> None:
    """[9.66] Put a unit into its side's Withdrawn Box at once, wherever it is."""
    if table.setup.types[uid].is_militia:
        eliminate(table, uid, "bor.13")
        return
    log_result(table, text("{unit} Withdraws.", unit=name_of(table, uid)), rule, uid)
    move_to(table, uid, WITHDRAWN)
    change(table, uid, square=False)


def eliminate(table: Board, uid: str, rule: str) -> None:
    """Remove a unit for good."""
    words = text("{unit} is eliminated.", unit=name_of(table, uid))
    log_result(table, words, rule, uid)
    move_to(table, uid, ELIMINATED)
    change(table, uid, square=False)


def cohesion_check(  # noqa: PLR0913 - the facts of the roll
    table: Board,
    uid: str,
    rule: str,
    purpose: str,
    *,
    modifiers: Sequence[Modifier] = (),
    names: tuple[str, str] = ("passed", "failed"),
    target: int | None = None,
) -> bool:
    """[2.3] Roll one die against a unit's Cohesion: passed when the total is equal or below."""
    setup = table.setup
    goal = cohesion(setup, table.state.units[uid]) if target is None else target
    roll: Roll = table.roll(
        seat=setup.seat_of(setup.types[uid].side),
        rule=rule,
        purpose=purpose,
        subject=uid,
        sides=number("die_sides"),
        modifiers=modifiers,
        target=goal,
        result=lambda total: names[0] if total <= goal else names[1],
        says=text(
            "{unit} rolls for {what}",
            unit=name_of(table, uid),
            what=PURPOSES[purpose],
        ),
    )
    return roll.result == names[0]


def stack_check(
    table: Board,
    hex_id: str,
    rule: str,
    purpose: str,
    *,
    modifiers: Sequence[Modifier] = (),
) -> bool:
    """[6.23.cc] One check for a whole stack, by its top infantry or cavalry unit."""
    roller = top_unit(table.setup, table.state, hex_id)
    uid = roller.id if roller else table.state.stacks[hex_id][0]
    return cohesion_check(table, uid, rule, purpose, modifiers=modifiers)


def afresh(table: Board) -> None:
    """Begin a step: what was done in the one before is forgotten."""
    table.update(done=())
