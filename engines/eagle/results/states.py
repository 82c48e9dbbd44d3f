"""[result.disorder.effects] [result.rout.trigger] Disorder and rout, and what a failed test does."""

from __future__ import annotations

from engines.core.data.text import text
from engines.core.show.asks import Procedure
from engines.eagle.field.effects import change
from engines.eagle.field.telling import log_of
from engines.eagle.results.losses import eliminate
from engines.eagle.results.retreats import rout_move
from engines.eagle.setup import Board
from engines.eagle.state import DISORDERED, GOOD, ROUTED
from engines.eagle.tables import number


def fail(table: Board, uid: str, rule: str) -> Procedure[None]:
    """[morale.fail.ordered] [morale.fail.disordered] A failure disorders, a second one routs."""
    was = table.state.units[uid].state
    if was == GOOD:
        yield from disorder(table, uid, rule, "morale.fail.ordered")
    elif was == DISORDERED:
        yield from rout(table, uid, rule, "morale.fail.disordered")


def disorder(table: Board, uid: str, *rules: str, twice: bool = True) -> Procedure[None]:
    """[result.disorder.effects] A unit is disordered; one that was already routs.

    `twice=False` for disorder that does no more to one that was (melee.line_disorder and others).
    """
    unit = table.state.units[uid]
    if not unit.on_map or unit.is_routed:
        return
    if unit.is_disordered:
        if twice:
            yield from rout(table, uid, *rules)
        return
    change(table, uid, state=DISORDERED)
    words = text("{unit} is disordered.", unit=table.setup.units[uid].name)
    log_of(table, "result", words, uid, *rules, "result.disorder.effects")


def rout(table: Board, uid: str, *rules: str) -> Procedure[None]:
    """[result.rout.trigger] A unit routs and makes its rout move; an unlimbered gun is lost."""
    unit, kind = table.state.units[uid], table.setup.units[uid]
    if unit.formation == "unlimbered":
        yield from eliminate(table, uid, *rules, "result.rout.artillery")
        return
    words = text("{unit} routs.", unit=kind.name)
    log_of(table, "result", words, uid, *rules, "result.rout.trigger", "result.rout.effects")
    change(table, uid, state=ROUTED, formation="", skirmisher=False)
    yield from rout_move(table, uid, number("rout_first"))
