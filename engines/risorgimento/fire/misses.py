"""[geo.lof] [scale.premeasure] Why a fire cannot reach its target, in words, and what becomes of it."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Refusal
from grognard.engines.risorgimento.field.effects import name_of
from grognard.engines.risorgimento.field.footprint import on_table
from grognard.engines.risorgimento.fire.fire import Miss
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.sight.obstacles import Block
from grognard.engines.risorgimento.sight.sight import marks_of, no_line
from grognard.engines.risorgimento.state import State

WHY = {
    "D.1.cone": text("The target is outside the battery's cone of 30 degrees."),
    "F.1.arc": text("No line within 15 degrees leads to the target."),
    "D.2.open": text("The target is out of sight."),
    "D.2.weather": text("The target is out of sight in this weather."),
    "geo.range": text("The target is out of range."),
    "D.1.obstacles": text("The line of fire is blocked."),
    "F.1.obstacles": text("The line of fire is blocked."),
    "D.1.levels": text("The line of fire is blocked: the obstacle is not nearer to the firer."),
    "D.2.restricted": text("The ground hides the target."),
    "F.4.visibility": text("The ground hides the target."),
    "geo.square_fire": text("That side of the square fires elsewhere."),
}

BEHIND = {
    "D.1.cone": ("geo.cone",),
    "F.1.arc": ("F.1.best", "geo.lof"),
    "D.2.open": ("geo.visibility",),
    "D.2.weather": ("D.2.open", "geo.visibility"),
    "geo.range": ("scale.premeasure",),
    "D.1.obstacles": ("D.1.lof", "geo.lof"),
    "F.1.obstacles": ("D.1.obstacles", "geo.lof"),
    "D.1.levels": ("D.1.obstacles", "geo.level", "geo.level_obstacle"),
    "D.2.restricted": ("geo.visibility",),
    "F.4.visibility": ("D.2.restricted", "geo.visibility"),
}
"""The rules behind the rule that a fire fails by."""


def why_no_line(setup: Setup, state: State, uid: str, target: str, phase: str) -> Refusal | None:
    """[geo.lof] Return what keeps a unit from firing at a target, with the geometry, or None."""
    if not on_table(state.units[uid]) or not on_table(state.units[target]):
        return Refusal("geo.lof", text("Both must be on the table."), (uid, target))
    block = no_line(setup, state, uid, marks_of(setup, state, (target,)), phase)
    return refusal_of(block) if block is not None else None


def refusal_of(block: Block) -> Refusal:
    """Return a block in words."""
    return Refusal(block.rule, WHY[block.rule], block.where)


def fall_short(table: Board, miss: Miss) -> None:
    """[scale.premeasure] A fire that cannot reach its target is spent; say why, and what is in the way."""
    names = {"unit": name_of(table, miss.unit), "target": name_of(table, miss.target)}
    words = text("{unit} cannot reach {target}: its fire has no effect.", **names)
    table.shortfall(miss.block.rule, miss.target, words)
    side = table.setup.types[miss.unit].side
    table.log(
        "note",
        WHY[miss.block.rule],
        miss.block.rule,
        *BEHIND.get(miss.block.rule, ()),
        seat=table.setup.seat_of(side),
        pieces=(miss.unit, miss.target),
        where=miss.block.where,
    )
