"""[5.54] [5.55] What a Reserve Activation costs: rolls against Disorder for moving and for firing."""

from __future__ import annotations

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.gmt.field.effects import disorder
from grognard.engines.gmt.field.position import cohesion, on_map
from grognard.engines.gmt.setup import Board
from grognard.engines.gmt.tables import number


def after_move(table: Board, uid: str) -> None:
    """[5.54] [5.56] A unit that moved in a Reserve Activation rolls against its Cohesion; guns do not."""
    unit = table.state.units[uid]
    kind = table.setup.types[uid]
    moved = unit.moved and on_map(unit) and uid not in table.state.day.reserve
    if table.state.reserve_activation and moved and not kind.is_artillery:
        day = table.state.day
        table.update(day=evolve(day, reserve=(*day.reserve, uid)))
        roll_disorder(table, uid, "5.54")


def after_fire(table: Board, uids: tuple[str, ...]) -> None:
    """[5.55] [5.56] Guns that fired in a Reserve Activation roll at once; moving alone asks no roll."""
    if table.state.reserve_activation and table.state.phase == "fire":
        for uid in uids:
            if on_map(table.state.units[uid]):
                roll_disorder(table, uid, "5.55")


def roll_disorder(table: Board, uid: str, rule: str) -> None:
    """[5.54] [5.55] Above its Cohesion the unit is Disordered, or Withdraws if it is already."""
    setup = table.setup
    unit, kind = table.state.units[uid], setup.types[uid]
    goal = cohesion(setup, unit)
    roll = table.roll(
        seat=setup.seat_of(kind.side),
        rule=rule,
        purpose="reserve_disorder",
        subject=uid,
        sides=number("die_sides"),
        target=goal,
        result=lambda total: "steady" if total <= goal else "disordered",
        says=text("{unit} rolls for its Reserve", unit=kind.name),
    )
    if roll.result == "disordered":
        disorder(table, uid, rule)
