"""[10.2.test] [10.4] [10.6] The tests of attack and support."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Modifier
from grognard.engines.europa.field.telling import called
from grognard.engines.europa.ranks.command import best_rating
from grognard.engines.europa.setup import Board, Setup
from grognard.engines.europa.state import State
from grognard.engines.europa.tables import number

AHEAD, ABORTED, FAILED = "goes_ahead", "aborted", "failed"
COMES, STAYS = "supports", "stays_away"


def adds(
    setup: Setup, state: State, side: str, hex_id: str, committed: int
) -> tuple[Modifier, ...]:
    """[10.2.test] [3.5] Return what is added to the die of a test: the CC and the highest CR of the stack."""
    found = []
    if committed:
        found.append(Modifier(committed, text("Combat Commands"), "9.2"))
    if best := best_rating(setup, state, side, hex_id):
        found.append(Modifier(best, text("the Commander"), "3.5"))
    return tuple(found)


def judge(natural: int, total: int) -> str:
    """[10.2.test] [10.2.abort] [10.2.fail] Return what becomes of an attack."""
    if natural == number("aborts"):
        return ABORTED
    return AHEAD if total >= number("test") else FAILED


def attack_test(table: Board, side: str, start: str, target: str, committed: int) -> str:
    """[10.2.test] Roll for an attack, and tell whether it goes ahead."""
    setup = table.setup
    roll = table.roll(
        seat=setup.seat_of(side),
        rule="10.2.test",
        purpose="attack",
        subject=target,
        sides=number("die"),
        first=1,
        says=text(
            "Attack from {start} on {target}",
            start=called(setup, start),
            target=called(setup, target),
        ),
        modifiers=adds(setup, table.state, side, start, committed),
        judge=judge,
        target=number("test"),
        upward=True,
    )
    if roll.result == ABORTED:
        table.log("result", text("The attack is aborted."), "10.2.abort", where=(target,))
    elif roll.result == FAILED:
        table.log("result", text("The attack fails."), "10.2.fail", where=(target,))
    return roll.result


def support_test(table: Board, side: str, hex_id: str, committed: int, *, attacks: bool) -> bool:
    """[10.4] [10.6] Roll for a stack that is called on, and tell whether it comes."""
    setup, rule = table.setup, "10.4" if attacks else "10.6"
    roll = table.roll(
        seat=setup.seat_of(side),
        rule=rule,
        purpose="support",
        subject=hex_id,
        sides=number("die"),
        first=1,
        says=text("Support from {hex}", hex=called(setup, hex_id)),
        modifiers=adds(setup, table.state, side, hex_id, committed),
        result=lambda total: COMES if total >= number("test") else STAYS,
        target=number("test"),
        upward=True,
    )
    return roll.result == COMES
