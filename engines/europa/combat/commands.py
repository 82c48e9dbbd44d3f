"""[9] Combat Commands: how many each side has, and who attacks first."""

from __future__ import annotations

from grognard.engines.core.data.text import all_of, text
from grognard.engines.europa.field.telling import SIDES as NAMES
from grognard.engines.europa.setup import SIDES, Board, Setup, enemy_of
from grognard.engines.europa.state import State
from grognard.engines.europa.tables import number, row


def _change(word: str, side: str) -> int:
    return int(row("combat_command", word)[side])


def receive(table: Board) -> None:
    """[9.2] [9.3.base] [9.3.decisive] Both sides receive their CC; what was left is lost.

    Decisive Victories of the turn before change the number for good, Moscow and St Petersburg for
    this turn alone.
    """
    state = table.state
    won = state.victories
    base = {
        side: state.cc_base[side]
        + won.get(side, 0) * _change("won", side)
        + won.get(enemy_of(side), 0) * _change("lost", side)
        for side in SIDES
    }
    rules = ["9.2", "9.3.base"]
    if any(won.values()):
        rules.append("9.3.decisive")
    begin, more = {}, cities(state)
    for side in SIDES:
        total = base[side] + sum(_change(word, side) * n for word, n in more.items())
        begin[side] = max(number("cc_least"), total)
        if total < begin[side]:
            rules.append("9.3.floor")
    if any(more.values()):
        rules.append("9.3.cities")
    table.update(cc_base=base, cc=begin, cc_begin=begin, victories=dict.fromkeys(SIDES, 0))
    counts = [text("{side} {n}", side=NAMES[side], n=begin[side]) for side in SIDES]
    words = text("Combat Commands: {counts}.", counts=all_of(counts))
    table.log("phase", words, *dict.fromkeys(rules))


def cities(state: State) -> dict[str, int]:
    """[9.3.cities] Return how many of Moscow and St Petersburg the French took and left in the turn before."""
    now, before = set(state.capitals), set(state.capitals_before)
    return {"took": len(now - before), "left": len(before - now)}


def first_attacker(state: State) -> str:
    """[9.4] [12.2] Return the side with more CC, as they were received; the French if they are equal."""
    return "french" if state.cc_begin["french"] >= state.cc_begin["russian"] else "russian"


def spend(table: Board, side: str, count: int) -> None:
    """[9.2] CC are spent."""
    table.update(cc={**table.state.cc, side: table.state.cc[side] - count})


def left(setup: Setup, state: State, side: str) -> range:
    """[10.2.test] [10.6] Return the numbers of CC that a side may commit."""
    del setup
    return range(state.cc[side] + 1)
