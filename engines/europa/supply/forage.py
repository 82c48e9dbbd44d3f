"""[6.3] [8.7] Forage: French stacks in Russia that were given no Supply Train."""

from __future__ import annotations

from functools import partial

from grognard.engines.core.data.text import text
from grognard.engines.europa.cards.asked import marked
from grognard.engines.europa.field.position import forages, is_besieged, stacks
from grognard.engines.europa.field.telling import called, log_at
from grognard.engines.europa.setup import Board, Setup
from grognard.engines.europa.state import State
from grognard.engines.europa.tables import number


def forage_is_on(state: State) -> bool:
    """[6.3] [16.13.restart] Whether the French forage in this turn."""
    if state.turn < number("forage_from"):
        return False
    restarted = state.flags.get("quarters") == "taken"
    return not (restarted and state.turn <= number("no_forage_until"))


def foragers(setup: Setup, state: State) -> list[str]:
    """[8.7] Return the hexes whose French stacks get a Forage marker."""
    if not forage_is_on(state):
        return []
    fed = {uid for train in state.trains.values() if train.genuine for uid in train.units}
    found = []
    for at, units in stacks(setup, state, "french").items():
        if not setup.map.in_russia(at) or any(unit.id in fed for unit in units):
            continue
        if state.depots.get(at) == "french" and not is_besieged(setup, state, at):
            continue
        found.append(at)
    return sorted(found)


def _found(count: int, die: int) -> str:
    """[6.3] Say what a die means for a stack of so many units."""
    return "hungry" if die <= count else "fed"


def mark_forage(table: Board) -> None:
    """[8.7] Place the Forage markers at the end of the Rally and Movement phase."""
    found = foragers(table.setup, table.state)
    held = stacks(table.setup, table.state, "french")
    table.update(forage=tuple(unit.id for at in found for unit in held[at]))
    for at in found:
        words = text("The French at {place} have to forage.", place=called(table.setup, at))
        log_at(table, "note", words, at, "8.7", side="french")


def forage_rolls(table: Board) -> list[str]:
    """[6.3] [16.13.restart] Roll for each stack under a Forage marker, where it stands; return the hexes that find nothing.

    Under 15.1 the die does not say what it needs: that is the number of units, which lies hidden.
    """
    failed: list[str] = []
    if not forage_is_on(table.state):
        return failed
    for at, units in sorted(stacks(table.setup, table.state, "french").items()):
        count = len(units)
        if not forages(table.setup, table.state, at) or marked(table.state, "forage", on=at):
            continue
        roll = table.roll(
            seat=table.setup.seat_of("french"),
            rule="6.3",
            purpose="forage",
            subject=at,
            sides=number("die"),
            first=1,
            says=text("Foraging at {place}", place=called(table.setup, at)),
            target=None if table.setup.option("heights") else count + 1,
            upward=True,
            result=partial(_found, count),
        )
        if roll.natural <= count:
            failed.append(at)
    return failed
