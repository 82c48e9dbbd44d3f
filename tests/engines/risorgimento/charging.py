"""Charges on a small table: notes are given, the charge phase is played, asks are answered as told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.engines.core.show.asks import Ask, Choice, Procedure
from grognard.engines.risorgimento.charge.charges import charge_phase
from grognard.engines.risorgimento.setup import Board
from grognard.engines.risorgimento.state import Charge
from tests.engines.risorgimento.field import field, scripted

Answers = Mapping[str, Choice | list[Choice]]
DEFAULTS = {
    "react_cavalry": "pass",
    "react_square": "stand",
    "react_light": "stand",
    "react_artillery": "stand",
    "guns_fire": "pass",
    "opportunity_fire": "pass",
    "recall": "go_on",
    "melee_turn": "stay",
    "advance": "pass",
    "react_zoc": "stand",
    "village_hold": "leave",
}


def drive(procedure: Procedure[Any], answers: Answers | None = None) -> list[Ask]:
    """Run a procedure to its end; a list of answers is used up one by one, its last one stays."""
    asked: list[Ask] = []
    queues = {
        kind: list(said) if isinstance(said, list) else [said]
        for kind, said in (answers or {}).items()
    }
    given: Choice = None
    while True:
        try:
            ask = procedure.send(given)
        except StopIteration:
            return asked
        asked.append(ask)
        given = _answer(ask, queues)
        assert given in ask.choices, (ask.kind, given, ask.choices.why_not(given))


def _answer(ask: Ask, queues: dict[str, list[Choice]]) -> Choice:
    queue = queues.get(ask.kind)
    if queue:
        return queue.pop(0) if len(queue) > 1 else queue[0]
    return DEFAULTS[ask.kind] if ask.kind in DEFAULTS else next(iter(ask.choices))


def charging(
    places: Mapping[str, Any], notes: Iterable[tuple[str, str]], *dice: int, **more: Any
) -> Board:
    """A table at the beginning of the charges, with these notes and dice."""
    table = field(places, dice=scripted(*dice), **more)
    table.update(phase="E.charges", initiative="allied", notes=tuple(notes))
    return table


def charge(table: Board, answers: Answers | None = None) -> list[Ask]:
    """Play the charge phase."""
    return drive(charge_phase(table), answers)


def kinds(asks: Iterable[Ask]) -> list[str]:
    """The kinds of asks, in order."""
    return [ask.kind for ask in asks]


def made(table: Board, uid: str) -> Charge:
    """The charge a unit has made."""
    return next(one for one in table.state.charges if one.unit == uid)


def rolled(table: Board) -> list[tuple[str, str, int, str]]:
    """Purpose, subject, total and result of every die."""
    rolls = [entry.roll for entry in table.entries if entry.roll is not None]
    return [(roll.purpose, roll.subject, roll.total, roll.result) for roll in rolls]


def rules(table: Board) -> set[str]:
    """All rules the log names."""
    return {rule for entry in table.entries for rule in entry.rules}
