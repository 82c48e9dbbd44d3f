"""[A.order] The turn: phases A to I, in order."""

from __future__ import annotations

from engines.core.board.tabletop import EPS
from engines.core.data.frozen import evolve
from engines.core.data.text import counted, text
from engines.core.play.turn import Step, Turn
from engines.core.show.asks import Procedure
from engines.risorgimento.charge.cavalry_reactions import WATCHERS
from engines.risorgimento.charge.charges import charge_phase, notes_phase
from engines.risorgimento.command.command import check_commanders, mark_units
from engines.risorgimento.command.initiative import initiative_phase
from engines.risorgimento.command.orders import changes_phase, orders_phase
from engines.risorgimento.command.special_rules import leave_by_road
from engines.risorgimento.command.succession import returns, roll_values
from engines.risorgimento.field.clock import clock
from engines.risorgimento.field.footprint import crowd, on_table
from engines.risorgimento.fire.fire_phases import artillery_phase, fire_phase
from engines.risorgimento.manoeuvre import phase_move
from engines.risorgimento.manoeuvre.couriers import rest_couriers
from engines.risorgimento.manoeuvre.interrupts import hand_down
from engines.risorgimento.manoeuvre.phase_move import arrivals
from engines.risorgimento.melee.melee import melee_phase
from engines.risorgimento.morale.losses import check_brigades
from engines.risorgimento.morale.recovery import recovery_phase
from engines.risorgimento.morale.rout import rally_phase
from engines.risorgimento.setup import Board
from engines.risorgimento.state import NONE, Unit
from engines.risorgimento.tables import number
from engines.risorgimento.victory.victory import (
    check_end_of_turn,
    check_half,
    hold_objectives,
    last_verdict,
)


def play(table: Board) -> Procedure[None]:
    """[A.order] Commander values and written orders, then turn after turn."""
    hand_down(table, WATCHERS)
    yield from TURN.play(table)


def finish(table: Board) -> None:
    """[I.3.half] A phase is complete: is an army beaten? If not, the next phase begins.

    Units may have been lost otherwise than by loss points, so brigades are looked at again (H.2).
    """
    check_brigades(table, table.setup.formations)
    check_half(table)
    afresh(table)


def afresh(table: Board) -> None:
    """Leave a phase: what was done and answered in it is forgotten."""
    table.update(done=(), answered=(), active="")


def setup_step(table: Board) -> None:
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


def check_command(table: Board) -> None:
    """[A.1.check] Commanders come back, then radii are checked from the top."""
    returns(table)
    check_commanders(table)
    mark_units(table)


def recovery_step(table: Board) -> None:
    """[B.phase] Disorder and fatigue."""
    recovery_phase(table)
    units = {uid: evolve(unit, stirred=False) for uid, unit in table.state.units.items()}
    table.update(units=units)


def initiative_step(table: Board) -> None:
    """[C.2.roll] Initiative; then formations that arrive this turn come onto the table."""
    initiative_phase(table)
    arrivals(table)


def administration(table: Board) -> None:
    """[I.clock] Objectives and points are counted, defeats checked, the clock goes on."""
    leave_by_road(table)
    hold_objectives(table)
    _note_rest(table)
    check_end_of_turn(table)
    if table.state.turn >= table.setup.turns:
        table.end(last_verdict(table.setup, table.state))
    table.update(turn=table.state.turn + 1)


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


TURN = Turn(
    text("Sequence of play"),
    Step("setup", text("Set-up"), "commanders.setup", setup_step, then=afresh),
    Step("setup.orders", text("Written orders"), "A.2.orders", orders_phase, then=afresh),
    Step(
        "turn",
        part=text("Each turn"),
        rule="A.order",
        enter=begin_turn,
        then="turn",
        steps=(
            Step(
                "A",
                text("A: Command"),
                "A.1.check",
                enter=check_command,
                then=finish,
                box=text("Command"),
                steps=(
                    Step(
                        "A:orders",
                        part=text("Superiors change written orders"),
                        rule="A.2.change",
                        play=changes_phase,
                    ),
                ),
            ),
            Step(
                "B",
                text("B: Recovery"),
                "B.phase",
                recovery_step,
                then=finish,
                box=text("Recovery"),
            ),
            Step(
                "C.notes",
                text("C: Charge notes"),
                "C.1.notes",
                notes_phase,
                then=finish,
                box=text("Charge notes"),
            ),
            Step(
                "C.initiative",
                text("C: Initiative"),
                "C.2.roll",
                initiative_step,
                then=finish,
                box=text("Initiative"),
            ),
            Step(
                "D",
                text("D: Artillery fire"),
                "D.phase",
                artillery_phase,
                then=finish,
                box=text("Artillery fire"),
            ),
            Step(
                "E.charges",
                text("E: Charges"),
                "E.1.timing",
                charge_phase,
                then=finish,
                box=text("Charges"),
            ),
            Step(
                "E.move",
                text("E: Movement"),
                "E.phase.order",
                enter=phase_move.enter,
                then=finish,
                box=text("Movement"),
                steps=(
                    Step(
                        "E.move:bonus",
                        part=text("The winner of the initiative moves his bonus formations"),
                        rule="C.2.use",
                        play=phase_move.bonus_step,
                    ),
                    Step(
                        "E.move:alternate",
                        part=text("One formation of each side in turn, the loser's first"),
                        rule="E.phase.order",
                        play=phase_move.alternation,
                    ),
                ),
            ),
            Step("F", text("F: Fire"), "F.phase", fire_phase, then=finish, box=text("Fire")),
            Step("G", text("G: Melee"), "G.contact", melee_phase, then=finish, box=text("Melee")),
            Step("H", text("H: Rally"), "H.phase", rally_phase, then=finish, box=text("Rally")),
            Step(
                "I",
                text("I: Administration"),
                "I.clock",
                administration,
                then=finish,
                box=text("Administration"),
            ),
        ),
    ),
)
"""[A.order] The phases of a turn in their order; `State.phase` names the one that is played."""
