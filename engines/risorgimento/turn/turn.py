"""[A.order] The turn: phases A to I, in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

from engines.core.board.tabletop import EPS
from engines.core.data.frozen import evolve
from engines.core.data.text import counted, text
from engines.core.show.asks import Procedure
from engines.risorgimento.charge.charges import charge_phase, notes_phase
from engines.risorgimento.charge.reactions import WATCHERS
from engines.risorgimento.command.command import check_commanders, mark_units
from engines.risorgimento.command.initiative import initiative_phase
from engines.risorgimento.command.orders import changes_phase, orders_phase
from engines.risorgimento.command.special import leave_by_road
from engines.risorgimento.command.succession import returns, roll_values
from engines.risorgimento.field.clock import clock
from engines.risorgimento.field.footprint import crowd, on_table
from engines.risorgimento.fire.firing import artillery_phase, fire_phase
from engines.risorgimento.manoeuvre.couriers import rest_couriers
from engines.risorgimento.manoeuvre.interrupts import hand_down
from engines.risorgimento.manoeuvre.phase_move import arrivals, move_phase
from engines.risorgimento.melee.melee import melee_phase
from engines.risorgimento.morale.losses import check_brigades
from engines.risorgimento.morale.recovery import recovery_phase
from engines.risorgimento.morale.rout import rally_phase
from engines.risorgimento.setup import Board
from engines.risorgimento.state import NONE, Unit
from engines.risorgimento.tables import number
from engines.risorgimento.turn.victory import (
    check_end_of_turn,
    check_half,
    hold_objectives,
    last_verdict,
)

Step = Callable[[Board], Procedure[None]]


def play(table: Board) -> Procedure[None]:
    """[A.order] Commander values and written orders, then turn after turn."""
    hand_down(table, WATCHERS)
    while True:
        phase = table.state.phase.partition(":")[0]
        yield from STEPS[phase](table)
        finish(table, phase)


def finish(table: Board, phase: str) -> None:
    """[I.3.half] A phase is complete: is an army beaten? If not, the next phase begins.

    Units may have been lost otherwise than by loss points, so brigades are looked at again (H.2).
    """
    if phase not in ("setup", "setup.orders"):
        check_brigades(table, table.setup.formations)
        check_half(table)
    following = NEXT[phase]
    if following == ORDER[2]:
        begin_turn(table)
    table.update(phase=following, done=(), answered=(), active="")


def setup_step(table: Board) -> Procedure[None]:
    """[commanders.setup] [scale.25mm] Commanders without fixed values roll for them."""
    scale = table.setup.scale
    if scale != 1:
        words = counted(
            "Every length counts {n} time: 1 cm is {m} m.",
            "Every length counts {n} times: 1 cm is {m} m.",
            n=scale,
            m=number("metres_a_cm") // scale,
        )
        table.log("note", words, "scale.25mm", "scale.distance")
    roll_values(table)
    return
    yield  # the dice decide


def begin_turn(table: Board) -> None:
    """[I.clock] Open a turn: last turn's marks go."""
    units = {uid: _fresh(unit) for uid, unit in table.state.units.items()}
    commanders = {
        name: evolve(one, moved=False) if one.moved else one
        for name, one in table.state.commanders.items()
    }
    table.update(
        units=units,
        commanders=commanders,
        charges=(),
        evasions=(),
        notes=(),
        melees=(),
        fires=(),
        formation="",
        mover="",
        account=0,
        turned=0,
        trail=(),
    )
    rest_couriers(table)
    words = text(
        "Turn {n}, {clock}", n=table.state.turn, clock=clock(table.setup, table.state.turn)
    )
    table.log("phase", words, "A.order", "I.clock")


def _fresh(unit: Unit) -> Unit:
    return evolve(
        unit,
        moved=False,
        reacted=False,
        fired=False,
        shot_at=(),
        withdrew=False,
        charged=False,
        shaken=False,
    )


def command_phase(table: Board) -> Procedure[None]:
    """[A.1.check] Commanders come back, then radii are checked from the top, orders may change."""
    if table.state.phase == "A":
        returns(table)
        check_commanders(table)
        mark_units(table)
        table.update(phase="A:orders")
    yield from changes_phase(table)


def recovery_step(table: Board) -> Procedure[None]:
    """[B.phase] Disorder and fatigue."""
    recovery_phase(table)
    units = {uid: evolve(unit, stirred=False) for uid, unit in table.state.units.items()}
    table.update(units=units)
    return
    yield  # nothing to decide


def initiative_step(table: Board) -> Procedure[None]:
    """[C.2.roll] Initiative; then formations that arrive this turn come onto the table."""
    initiative_phase(table)
    arrivals(table)
    return
    yield  # the dice decide


def administration(table: Board) -> Procedure[None]:
    """[I.clock] Objectives and points are counted, defeats checked, the clock goes on."""
    leave_by_road(table)
    hold_objectives(table)
    _note_rest(table)
    check_end_of_turn(table)
    if table.state.turn >= table.setup.turns:
        table.end(last_verdict(table.setup, table.state))
    table.update(turn=table.state.turn + 1)
    return
    yield  # nothing to decide


def _note_rest(table: Board) -> None:
    """[B.3.requirement] Note who met all conditions of recovery in the turn that ends."""
    engaged = _in_contact(table)
    units = dict(table.state.units)
    for uid, unit in table.state.units.items():
        idle = not (unit.stirred or unit.moved or unit.fired or unit.reacted or unit.charged)
        rested = on_table(unit) and idle and unit.marker == NONE and uid not in engaged
        if unit.rested != rested:
            units[uid] = evolve(unit, rested=rested)
    table.update(units=units)


def _in_contact(table: Board) -> set[str]:
    """Units that touch an enemy unit."""
    setup = table.setup
    first, second = (
        crowd(setup, table.state, (u for u in table.state.units if setup.types[u].side == side))
        for side in setup.sides
    )
    if not len(first) or not len(second):
        return set()
    left, right = second.tree.query(first.polygons, predicate="dwithin", distance=EPS)
    return {first.ids[i] for i in left.tolist()} | {second.ids[i] for i in right.tolist()}


STEPS: Mapping[str, Step] = {
    "setup": setup_step,
    "setup.orders": orders_phase,
    "A": command_phase,
    "B": recovery_step,
    "C.notes": notes_phase,
    "C.initiative": initiative_step,
    "D": artillery_phase,
    "E.charges": charge_phase,
    "E.move": move_phase,
    "F": fire_phase,
    "G": melee_phase,
    "H": rally_phase,
    "I": administration,
}
ORDER = tuple(STEPS)
NEXT = {**dict(pairwise(ORDER)), "I": "A"}
"""[A.order] The phase after each: after I the next turn begins with A."""
