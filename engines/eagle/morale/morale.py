"""[morale.test] [overview.test] The morale test, the one roll of its kind."""

from __future__ import annotations

from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import Procedure
from grognard.engines.core.show.explain import Modifier
from grognard.engines.eagle.cards import moments as cards
from grognard.engines.eagle.cards.steps import test_over
from grognard.engines.eagle.morale.modifiers import Cause, morale_modifiers
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import State
from grognard.engines.eagle.tables import number

PURPOSES: dict[str, Text] = {
    "result": text("{unit} tests its morale"),
    "square": text("{unit} tries to form square"),
    "artillery": text("{unit} tries to fire at the charge"),
    "death": text("{unit} has seen its commander fall"),
    "recall": text("{unit} is recalled"),
    "alarm": text("{unit} in Reserve is alarmed"),
    "rally": text("{unit} tries to rally"),
    "withdrawal": text("{unit} tries to withdraw"),
}
CALLED = {"square": "square", "artillery": "artillery", "rally": "rally"}
"""Tests that cards call by a word of their own; all the others are tests of morale."""


def passes(total: int) -> str:
    """[overview.test] 11 or more passes."""
    return "passed" if total >= number("pass") else "failed"


def morale_test(table: Board, uid: str, cause: Cause) -> Procedure[bool]:
    """[morale.test] A unit tests its morale; cards may be played before and after."""
    called = CALLED.get(cause.purpose, "morale")
    passed = yield from _test(table, uid, cause, called)
    test_over(table, uid)
    return passed


def _test(table: Board, uid: str, cause: Cause, called: str) -> Procedure[bool]:
    """[morale.test] By a card played before the die, by the die, or by a card played after it."""
    yield from cards.moment(table, "test", tested=(uid,), roll=(called,))
    if bool(cards.marked(table.setup, table.state, "pass", called, uid)):
        return True
    if _roll(table, uid, cause, called):
        return True
    yield from cards.moment(table, "failed", tested=(uid,), roll=(called,))
    return bool(cards.marked(table.setup, table.state, "pass", called, uid))


def _roll(table: Board, uid: str, cause: Cause, called: str) -> bool:
    """[morale.test] Roll the die with all that applies."""
    kind = table.setup.units[uid]
    roll = table.roll(
        seat=table.setup.seat_of(kind.side),
        rule=cause.rule,
        purpose=f"morale_{cause.purpose}",
        subject=uid,
        sides=number("die"),
        first=1,
        modifiers=modifiers_now(table.setup, table.state, uid, cause, called),
        target=number("pass"),
        upward=True,
        result=passes,
        says=PURPOSES[cause.purpose].fill(unit=kind.name),
    )
    return roll.result == "passed"


def modifiers_now(
    setup: Setup, state: State, uid: str, cause: Cause, called: str
) -> tuple[Modifier, ...]:
    """[morale.cumulative] What the unit, the cause and the cards in force add."""
    more = cards.added(setup, state, called, (uid,), caused_by=cause.by)
    return (*morale_modifiers(setup, state, uid, cause), *more)
