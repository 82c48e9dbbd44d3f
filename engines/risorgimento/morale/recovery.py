"""[B] Recovery from disorder and fatigue."""

from __future__ import annotations

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.risorgimento.army.units import NONE
from grognard.engines.risorgimento.field.contact import contacts
from grognard.engines.risorgimento.field.effects import change, tell
from grognard.engines.risorgimento.field.footprint import on_table
from grognard.engines.risorgimento.setup import Board
from grognard.engines.risorgimento.tables import number


def recovery_phase(table: Board) -> None:
    """[B.phase] First D1 and fatigue of rested units, then the disorder clock of all (B.3.markers)."""
    for uid, unit in list(table.state.units.items()):
        if on_table(unit) and unit.rested and not unit.routed:
            _recover(table, uid)
    for uid, unit in list(table.state.units.items()):
        if unit.disorder == 2 and not _new(unit.disordered_on, table.state.turn):
            change(table, uid, disorder=1)
            tell(
                table, text("{unit}: D1.", unit=table.setup.types[uid].name), "B.3.markers", uid=uid
            )


def _new(disordered_on: int, turn: int) -> bool:
    """Whether a unit was Disordered in this very turn (before phase B nothing is)."""
    return disordered_on >= turn


def _recover(table: Board, uid: str) -> None:
    """[B.3.amount] A rested unit loses its D1 and two fatigue points."""
    unit = table.state.units[uid]
    name = table.setup.types[uid].name
    if unit.disorder == 1:
        change(table, uid, disorder=0)
        tell(
            table,
            text("{unit} is in order again.", unit=name),
            "B.3.requirement",
            "B.phase",
            uid=uid,
        )
    if unit.fatigue:
        left = max(0, unit.fatigue - number("fatigue_recovered"))
        change(table, uid, fatigue=left)
        tell(table, text("{unit} rests: fatigue {n}.", unit=name, n=left), "B.3.amount", uid=uid)


def recovery_step(table: Board) -> None:
    """[B.phase] Disorder and fatigue."""
    recovery_phase(table)
    units = {uid: evolve(unit, stirred=False) for uid, unit in table.state.units.items()}
    table.update(units=units)


def note_rest(table: Board) -> None:
    """[B.3.requirement] Note who met all conditions of recovery in the turn that ends."""
    engaged = contacts(table.setup, table.state)
    units = dict(table.state.units)
    for uid, unit in table.state.units.items():
        idle = not (unit.stirred or unit.moved or unit.fired or unit.reacted or unit.charged)
        rested = on_table(unit) and idle and unit.marker == NONE and uid not in engaged
        if unit.rested != rested:
            units[uid] = evolve(unit, rested=rested)
    table.update(units=units)
