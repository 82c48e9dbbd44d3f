"""[7.1] [7.3] Who may move or turn at all, and how many MP he has."""

from __future__ import annotations

from math import ceil

from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Refusal
from grognard.engines.gmt.field.position import turning_with
from grognard.engines.gmt.orders.orders import FAILED, HELD
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State, Unit
from grognard.engines.gmt.tables import number


def allowance(setup: Setup, state: State, unit: Unit) -> tuple[int, str]:
    """[9.85.leave] Return the MP a unit may spend now and the rule; leaving its Square has cost one."""
    mp, rule = _whole_allowance(setup, state, unit)
    return mp - number("leave_square_mp") * (unit.id in state.left_square), rule


def _whole_allowance(setup: Setup, state: State, unit: Unit) -> tuple[int, str]:
    ma = setup.types[unit.id].ma
    if unit.fired:
        return ceil(ma / number("fired_move_divisor")), "7.36.mark"
    if state.reserve_activation or state.orders.get(unit.id) == "none":
        return ceil(ma / number("restricted_divisor")), "7.12"
    if unit.id in state.extended:
        return ma * number("extended_multiplier"), "7.13.effect"
    return ma, "7.11"


def why_not_move(setup: Setup, state: State, unit: Unit) -> Refusal | None:
    """Return what keeps a unit from moving or changing facing at all, or None."""
    name = setup.types[unit.id].name
    if unit.id not in state.began:
        return Refusal("5.43", text("{unit} is not active.", unit=name), (unit.id,))
    if unit.id in state.done:
        return Refusal("7.31", text("{unit} has finished its move.", unit=name), (unit.id,))
    if unit.id in state.extended and unit.disordered:
        words = text("{unit} is Disordered and may not use Extended Movement.", unit=name)
        return Refusal("7.13.elig", words, (unit.id,))
    barred = why_not_ordered(setup, state, unit)
    if barred is not None:
        return barred
    if unit.fired and unit.refaced:
        words = text("{unit} pivoted and fired, so it may not move.", unit=name)
        return Refusal("8.5.pivot", words, (unit.id,))
    return None


def why_not_ordered(setup: Setup, state: State, unit: Unit) -> Refusal | None:
    """[5.28.fail] [bor.1.reserve] Refuse to move a unit whose Orders, or want of them, forbid it."""
    name, orders = setup.types[unit.id].name, state.orders.get(unit.id)
    if orders == FAILED:
        return Refusal("5.28.fail", text("{unit} may only Rally.", unit=name), (unit.id,))
    if orders == HELD:
        words = text("{unit} is in the Reserve, and Kutuzov has not ordered it.", unit=name)
        return Refusal("bor.1.reserve", words, (unit.id,))
    return None


def why_not_turn(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[6.11.vertex] Refuse to turn a unit with which others would turn that are not active.

    In a Barrage all guns of the side are (8.2.barrage).
    """
    together = turning_with(setup, state, uid)
    idle = tuple(other for other in together if other not in state.began and not state.barrage)
    if not idle:
        return None
    words = text("The stack shares one facing, and part of it is not active.")
    return Refusal("6.11.vertex", words, idle)
