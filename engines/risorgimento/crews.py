"""[E.2.3] Batteries and cavalry: the crew's test, its fire, its flight, and the guns that are taken."""

from __future__ import annotations

from engines.core.asks import PASS, Ask, Listed, Procedure
from engines.core.tabletop import EPS
from engines.core.text import text
from engines.risorgimento import opportunity, quarters
from engines.risorgimento.effects import (
    Board,
    change,
    disorder,
    name_of,
    plain_discipline,
    remove,
    tell,
)
from engines.risorgimento.footprint import base, on_table
from engines.risorgimento.movement import Leg
from engines.risorgimento.setup import Setup
from engines.risorgimento.state import BATTERY, State
from engines.risorgimento.tables import ranges

FIRE = "fire"
CREW = "crew:"
"""Before a battery in `Charge.tested`: its crew has taken the test of this charge, or evades it."""


def serves(setup: Setup, state: State, uid: str) -> bool:
    """[E.2.3.test] Whether a unit is an unlimbered battery with its crew, in order to be tested."""
    unit = state.units[uid]
    guns = setup.types[uid].arm == "artillery" and unit.formation == BATTERY
    return guns and on_table(unit) and not unit.routed and unit.spot is None


def target_guns(state: State, uid: str) -> str:
    """Return the target of a unit's charge, "" without one."""
    charge = quarters.charge_of(state, uid)
    return charge.target if charge is not None else ""


def point(setup: Setup, state: State, uid: str, found: Leg) -> float | None:
    """[E.2.3.test] Return where a leg brings cavalry within short range of the battery it charges."""
    foe = target_guns(state, uid)
    charge = quarters.charge_of(state, uid)
    if (
        not foe
        or charge is None
        or f"{CREW}{foe}" in charge.tested
        or not serves(setup, state, foe)
    ):
        return None
    reach = ranges(setup.types[foe].weapon, setup.scale)
    goal = base(setup, state.units[foe]).polygon
    within = (reach.short if reach else 0.0) + EPS

    def near(at: float) -> bool:
        return bool(found.place(at).polygon.distance(goal) <= within)

    if not near(found.length):
        return None
    low, high = 0.0, found.length
    while high - low > EPS / 2:
        mid = (low + high) / 2
        low, high = (low, mid) if near(mid) else (mid, high)
    return high


def spare_crew(table: Board, rider: str, guns: str) -> None:
    """[E.2.3.evade] A battery that evades has its alternative to standing: no crew test of this charge."""
    charge = quarters.charge_of(table.state, rider)
    if charge is not None:
        quarters.alter(table, rider, tested=(*charge.tested, f"{CREW}{guns}"))


def crew_test(table: Board, rider: str, guns: str) -> Procedure[None]:
    """[E.2.3.test] A battery charged or contacted by cavalry: it may fire, or its crew leaves the guns."""
    setup: Setup = table.setup
    if not guns or not serves(setup, table.state, guns):
        return
    charge = quarters.charge_of(table.state, rider)
    if charge is not None:
        if f"{CREW}{guns}" in charge.tested:
            return
        quarters.alter(table, rider, tested=(*charge.tested, f"{CREW}{guns}"))
    light = setup.types[rider].weight == "light"
    if plain_discipline(table, guns, "guns_light" if light else "guns_heavy", "E.2.3.test"):
        yield from _guns_fire(table, rider, guns)
    else:
        leave_guns(table, guns)


def _guns_fire(table: Board, rider: str, guns: str) -> Procedure[None]:
    """[E.2.3.test] A crew that stands may use opportunity fire at the cavalry."""
    setup: Setup = table.setup
    shot = opportunity.shot_at(setup, table.state, guns, rider)
    if shot is None:
        return
    labels = [(FIRE, text("Fire")), (PASS, text("Hold fire"))]
    prompt = text(
        "{unit} stands to its guns: fire at {enemy}?",
        unit=name_of(table, guns),
        enemy=name_of(table, rider),
    )
    choice = yield Ask(
        setup.seat_of(setup.types[guns].side),
        "guns_fire",
        prompt,
        ("E.2.3.test", "E.9.who"),
        Listed(labels),
        interrupt=True,
        subject=(guns, rider),
    )
    if choice == FIRE:
        opportunity.resolve(table, shot)


def leave_guns(table: Board, guns: str) -> None:
    """[E.2.3.crew] The crew runs behind its friends; the guns stay where they are."""
    unit = table.state.units[guns]
    change(table, guns, spot=unit.pose, stirred=True)
    words = text("The crew of {unit} leaves the guns.", unit=name_of(table, guns))
    tell(table, words, "E.2.3.crew", "E.2.3.test", uid=guns)


def take_guns(table: Board, guns: str) -> None:
    """[E.2.3.crew] [geo.gun_spot] The charge touches the place of the guns: they are destroyed."""
    words = text("The guns of {unit} are taken.", unit=name_of(table, guns))
    tell(table, words, "E.2.3.crew", "geo.gun_spot", uid=guns)
    remove(table, guns, "E.2.3.crew")


def return_crews(table: Board) -> None:
    """[E.2.3.crew] Crews retake the guns that no charge has touched, Disordered."""
    for uid, unit in list(table.state.units.items()):
        if unit.spot is None or not on_table(unit):
            continue
        change(table, uid, spot=None)
        words = text("The crew of {unit} is back at its guns.", unit=name_of(table, uid))
        tell(table, words, "E.2.3.crew", uid=uid)
        disorder(table, uid, "E.2.3.crew")
