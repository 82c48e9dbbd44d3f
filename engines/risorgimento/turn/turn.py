"""[A.order] The turn: phases A to I, in order."""

from __future__ import annotations

from collections.abc import Callable

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.play.turn import Step, Turn
from grognard.engines.core.show.asks import Procedure
from grognard.engines.risorgimento.charge.charges import charge_phase, notes_phase
from grognard.engines.risorgimento.charge.watching import WATCHERS
from grognard.engines.risorgimento.command.initiative import initiative_phase
from grognard.engines.risorgimento.command.orders import changes_phase, orders_phase
from grognard.engines.risorgimento.command.phase import check_command, setup_step
from grognard.engines.risorgimento.field.clock import clock
from grognard.engines.risorgimento.field.watchers import hand_down
from grognard.engines.risorgimento.fire.fire_phases import artillery_phase, fire_phase
from grognard.engines.risorgimento.manoeuvre import phase_move
from grognard.engines.risorgimento.manoeuvre.couriers import rest_couriers
from grognard.engines.risorgimento.melee.melee import melee_phase
from grognard.engines.risorgimento.morale.losses import check_brigades
from grognard.engines.risorgimento.morale.recovery import recovery_step
from grognard.engines.risorgimento.morale.rout import rally_phase
from grognard.engines.risorgimento.setup import Board
from grognard.engines.risorgimento.victory.administration import administration
from grognard.engines.risorgimento.victory.victory import check_half, hold_objectives

SPENT = ("moved", "reacted", "fired", "withdrew", "charged", "shaken")
"""Marks of a unit that last for a turn."""
OF_THE_TURN = ("charges", "evasions", "notes", "melees", "fires", "trail")
"""What the State keeps for a turn: charges, fires and melees, and the move under way."""


def play(table: Board) -> Procedure[None]:
    """[A.order] Commander values and written orders, then turn after turn."""
    hand_down(table, WATCHERS)
    yield from TURN.play(table)


def finish(table: Board) -> None:
    """[I.3.half] [I.1.objectives] A phase is complete: who is beaten, and who has taken a place, is seen.

    Units may have been lost otherwise than by loss points, so brigades are looked at again (H.2).
    """
    check_brigades(table, table.setup.formations)
    check_half(table)
    hold_objectives(table)
    afresh(table)


def afresh(table: Board) -> None:
    """Leave a phase: what was done and answered in it is forgotten."""
    table.update(done=(), answered=(), active="")


def begin_turn(table: Board) -> None:
    """[I.clock] Open a turn: last turn's marks go."""
    fresh = dict.fromkeys(SPENT, False)
    units = {
        uid: evolve(u, shot_at=(), attacks=(), **fresh) for uid, u in table.state.units.items()
    }
    leaders = {
        name: evolve(one, moved=False) if one.moved else one
        for name, one in table.state.commanders.items()
    }
    kept = dict.fromkeys(OF_THE_TURN, ())
    table.update(
        units=units, commanders=leaders, formation="", mover="", account=0, turned=0, **kept
    )
    rest_couriers(table)
    now = clock(table.setup, table.state.turn)
    words = text("Turn {n}, {clock}", n=table.state.turn, clock=now)
    table.log("phase", words, "A.order", "I.clock")


def initiative_step(table: Board) -> None:
    """[C.2.roll] Initiative; then formations that arrive this turn come onto the table."""
    initiative_phase(table)
    phase_move.arrivals(table)


def phase(  # noqa: PLR0913 - a step is made of these
    id: str,
    title: Text,
    rule: str,
    play: Callable[[Board], Procedure[None] | None] | None,
    box: Text,
    enter: Callable[[Board], None] | None = None,
    *steps: Step[Board],
) -> Step[Board]:
    """Return one of the phases A to I: after each the losses are looked at (I.3.half)."""
    return Step(id, title, rule, play, enter, finish, steps, box)


def part(id: str, title: Text, rule: str, play: Callable[[Board], Procedure[None]]) -> Step[Board]:
    """Return a part of a phase."""
    return Step(id, None, rule, play, part=title)


COMMAND = phase(
    "A",
    text("A: Command"),
    "A.1.check",
    None,
    text("Command"),
    check_command,
    part("A:orders", text("Superiors change written orders"), "A.2.change", changes_phase),
)
BONUS = text("The winner of the initiative moves his bonus formations")
ALTERNATING = text("One formation of each side in turn, the loser's first")
MOVEMENT = phase(
    "E.move",
    text("E: Movement"),
    "E.phase.order",
    None,
    text("Movement"),
    phase_move.enter,
    part("E.move:bonus", BONUS, "C.2.use", phase_move.bonus_step),
    part("E.move:alternate", ALTERNATING, "E.phase.order", phase_move.alternation),
)
NOTES, FIRST, GUNS = text("Charge notes"), text("Initiative"), text("Artillery fire")
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
            COMMAND,
            phase("B", text("B: Recovery"), "B.phase", recovery_step, named("phase", "Recovery")),
            phase("C.notes", text("C: Charge notes"), "C.1.notes", notes_phase, NOTES),
            phase("C.initiative", text("C: Initiative"), "C.2.roll", initiative_step, FIRST),
            phase("D", text("D: Artillery fire"), "D.phase", artillery_phase, GUNS),
            phase("E.charges", text("E: Charges"), "E.1.timing", charge_phase, text("Charges")),
            MOVEMENT,
            phase("F", text("F: Fire"), "F.phase", fire_phase, text("Fire")),
            phase("G", text("G: Melee"), "G.contact", melee_phase, text("Melee")),
            phase("H", text("H: Rally"), "H.phase", rally_phase, text("Rally")),
            phase(
                "I", text("I: Administration"), "I.clock", administration, text("Administration")
            ),
        ),
    ),
)
"""[A.order] The phases of a turn in their order; `State.phase` names the one that is played."""
