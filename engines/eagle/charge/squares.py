"""[charge.square] [charge.square_late] Infantry that forms square against a charge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure, Reaction
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Modifier, Refusal
from grognard.engines.eagle.field.effects import change
from grognard.engines.eagle.field.position import units_of
from grognard.engines.eagle.field.sight import why_no_sight
from grognard.engines.eagle.field.telling import acting_side, log_of
from grognard.engines.eagle.field.terrain import is_open
from grognard.engines.eagle.melee.melee import skirmisher_returns
from grognard.engines.eagle.morale.modifiers import Cause
from grognard.engines.eagle.morale.morale import morale_test
from grognard.engines.eagle.results.coming import fail
from grognard.engines.eagle.setup import Board, Setup, enemy_of
from grognard.engines.eagle.state import SQUARE, State
from grognard.engines.eagle.tables import modifier, value


def sees_charge(setup: Setup, state: State, uid: str) -> bool:
    """[charge.square] Whether a unit has LOS to a charging one; units between hide nothing."""
    here = state.units[uid].at
    return any(
        why_no_sight(setup, state, here, state.units[other].at, past_units=True) is None
        for other in state.charging.units
        if state.units[other].on_map
    )


def why_not_square(  # noqa: PLR0911 - a line a rule
    setup: Setup, state: State, uid: str, *, late: bool
) -> Refusal | None:
    """[charge.square] Return what keeps a unit from trying to form square, or None."""
    unit, kind = state.units[uid], setup.units[uid]
    rule = "charge.square_late" if late else "charge.square"
    if not kind.is_infantry or kind.rifles:
        return Refusal(rule, text("Only infantry forms square."), (uid,))
    if unit.formation == SQUARE:
        return Refusal(rule, text("{unit} is in square.", unit=kind.name), (uid,))
    if not unit.is_good:
        words = text("{unit} is not in good order.", unit=kind.name)
        return Refusal(rule, words, (uid,))
    if not is_open(setup, unit.at):
        return Refusal(rule, text("Squares are not formed in difficult terrain."), (unit.at,))
    if uid in state.charging.tried:
        words = text("{unit} has tried to form square.", unit=kind.name)
        return Refusal("charge.square_once", words, (uid,))
    if late and uid in state.charging.seen:
        words = text("{unit} saw the charge when it was declared.", unit=kind.name)
        return Refusal(rule, words, (uid,))
    if not sees_charge(setup, state, uid):
        return Refusal(rule, text("{unit} does not see the charge.", unit=kind.name), (uid,))
    return None


def square_modifiers(setup: Setup, state: State, uid: str) -> Iterator[Modifier]:
    """[morale.mod.square] [opt.mass_charge.square_test] How near the charge is then, and how massed."""
    here, grid = state.units[uid].at, setup.map.grid
    chargers = [state.units[other].at for other in state.charging.units]
    near = any(at in grid and grid.distance(here, at) == 1 for at in chargers)
    yield modifier("morale_modifiers", "square_near" if near else "square_far")
    beyond = len(state.charging.mass) - 1
    if beyond > 0:
        each = value("morale_modifiers", "mass_charge")
        yield modifier("morale_modifiers", "mass_charge", each * beyond)


def squares(table: Board, *, late: bool) -> Procedure[None]:
    """[charge.square] The opponent names one unit after the other that tries to form square."""
    if not table.state.charging.units:
        return
    setup, side = table.setup, enemy_of(acting_side(table.setup, table.state))
    rule = "charge.square_late" if late else "charge.square"
    while True:
        able, refusals = _sorted(setup, table.state, side, late=late)
        if not able:
            return
        choice = yield Ask(
            setup.seat_of(side),
            "square",
            text("Form square against the charge?"),
            (rule, "formchange.square_reaction", "charge.square_once"),
            Listed([PASS, *able], refusals=refusals.copy),
            form="piece",
            interrupt=True,
            resting=True,
            odds="square_odds",
            reaction=Reaction(text("squares against a charge"), table.state.charging.units),
        )
        if choice == PASS:
            return
        yield from form_square(table, word_of(choice), late=late)


def _sorted(
    setup: Setup, state: State, side: str, *, late: bool
) -> tuple[list[str], list[tuple[Choice, Refusal]]]:
    """Return the units of a side that may try, and the infantry that may not, with the reason."""
    able: list[str] = []
    refusals: list[tuple[Choice, Refusal]] = []
    for unit in units_of(setup, state, side):
        why = why_not_square(setup, state, unit.id, late=late)
        if why is None:
            able.append(unit.id)
        elif setup.units[unit.id].is_infantry:
            refusals.append((unit.id, why))
    return able, refusals


def form_square(table: Board, uid: str, *, late: bool) -> Procedure[None]:
    """[charge.square] It tests: passed, it is in square at once; failed, it is disordered."""
    setup = table.setup
    rule = "charge.square_late" if late else "charge.square"
    charging = table.state.charging
    table.update(charging=replace(charging, tried=(*charging.tried, uid)))
    more = tuple(square_modifiers(setup, table.state, uid))
    cause = Cause(rule, "square", more, charging.units)
    if not (yield from morale_test(table, uid, cause)):
        yield from fail(table, uid, rule)
        return
    skirmisher_returns(table, uid)
    change(table, uid, formation=SQUARE)
    words = text("{unit} forms square.", unit=setup.units[uid].name)
    log_of(table, "result", words, uid, rule, "formchange.square_reaction")
