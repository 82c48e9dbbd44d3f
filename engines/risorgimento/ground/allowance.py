"""[geo.allowance] The account of a move: how much of its allowance a unit may spend, and on what.

Accounts are whole thousandths of the unit's full allowance, so that they add up exactly.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import ceil

from grognard.engines.risorgimento.army.units import (
    BATTERY,
    GREEN,
    LIMBERED,
    LINE,
    MARCH,
    OPEN,
    SQUARE,
    Unit,
    UnitType,
)
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import constant, number, rows

WHOLE = 1000
"""The whole allowance in the units of an account."""


def movement_row(kind: UnitType) -> str:
    """[units.values] Return the row of the movement table that a unit reads."""
    if kind.arm == "infantry":
        return "light_infantry" if kind.is_light_infantry else "line_infantry"
    if kind.arm == "cavalry":
        return "light_cavalry" if kind.weight == "light" else "heavy_cavalry"
    return "horse_artillery" if kind.weight == "horse" else "foot_artillery"


def allowance(kind: UnitType, formation: str) -> float:
    """[units.values] [E.4.square] Return the full MA in cm of a unit in a formation."""
    if formation == BATTERY:
        return movement("battery", LINE, kind.scale)
    return movement(movement_row(kind), MARCH if formation == LIMBERED else formation, kind.scale)


def road_allowance(kind: UnitType, formation: str) -> float:
    """[E.3.3.bonus] Return the MA by road: a third more, rounded up to a whole cm."""
    plain = allowance(kind, formation)
    return plain + ceil(plain * Fraction(rows("constants")["road_bonus"]["value"]))


def limit(
    unit: Unit, *, forced: bool = False, going_back: bool = False
) -> tuple[int, tuple[str, ...]]:
    """[geo.allowance] Return the most a move may spend, and the rules that set it.

    `forced` is a forced march (E.3.1.double); `going_back` the one move a unit under the green
    marker may make, towards its commander (A.1.single). Limits multiply.
    """
    share, found = Fraction(1), []
    if forced:
        share *= number("forced_limit")
        found.append("E.3.1.double")
    if unit.marker == GREEN:
        share *= 1 if going_back else 0
        found.append("A.1.single" if going_back else "A.1.markers")
    elif unit.marker:
        share *= Fraction(rows("command_markers")[unit.marker]["movement"])
        found.append("A.1.markers")
    if unit.shaken:
        share /= 2
        found.append("morale.fail")
    return int(share * WHOLE), tuple(found) or ("geo.allowance",)


def leg_price(run: float, factor: float, flat: float, ma: float) -> int:
    """[geo.allowance] Return what a leg of `run` cm costs at a terrain factor and `flat` cm added."""
    if ma <= 0:
        return WHOLE * WHOLE
    return price_of((run / factor + flat) / ma)


def price_of(share: float) -> int:
    """Return a share of the allowance in the units of an account: half of one is below EPS."""
    return max(0, round(share * WHOLE))


def turn_price(turned: int, more: int) -> int:
    """[geo.wheel] Return what turning `more` costs after `turned` (hundredths of a degree each).

    All turns of a move are added up before they are divided into steps of 45 degrees.
    """
    return (_steps(turned + abs(more)) - _steps(turned)) * price_of(constant("turn_cost"))


def _steps(turned: int) -> int:
    step, slack = number("turn_step") * 100, constant("oblique_tolerance") * 100
    return max(0, ceil((turned - slack) / step))


def about_price() -> int:
    """[E.3.2.about] Return what an about-turn costs."""
    return price_of(constant("about_cost"))


def formation_price(kind: UnitType) -> int:
    """[E.4.cost] [E.4.limber] Return what a change of formation costs."""
    return price_of(constant("limber_cost" if kind.arm == "artillery" else "form_cost"))


def left(state: State, unit: Unit, *, forced: bool = False, going_back: bool = False) -> int:
    """Return how much of its limit the moving unit has left."""
    return limit(unit, forced=forced, going_back=going_back)[0] - state.account


def formations_of(setup: Setup, uid: str) -> tuple[str, ...]:
    """[E.4.list] Return the formations a unit can take."""
    arm = setup.types[uid].arm
    if arm == "artillery":
        return (LIMBERED, BATTERY)
    if arm == "cavalry":
        return (LINE, MARCH)
    return (MARCH, "attack_column", LINE, OPEN, SQUARE)


def moves_freely(kind: UnitType, formation: str) -> bool:
    """[E.3.2.free] Light infantry in any formation, and infantry in open order, move freely."""
    return kind.is_light_infantry or (kind.arm == "infantry" and formation == OPEN)


@cache
def movement(kind: str, column: str, scale: int = 1) -> float:
    """[units.values] Return the allowance of a row of the movement table in cm, 0 if it has none."""
    return scale * float(rows("movement")[kind][column] or 0)
