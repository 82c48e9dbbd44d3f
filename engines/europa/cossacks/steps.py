"""[13.1] A die for each hex in Russia, cities excepted, where a French unit stands alone."""

from __future__ import annotations

from engines.core.data.text import text
from engines.europa.cards.asked import added, in_force, marked
from engines.europa.field.effects import hit
from engines.europa.field.position import is_winter, stacks
from engines.europa.field.telling import called
from engines.europa.setup import Board, Setup
from engines.europa.state import State
from engines.europa.tables import number, row


def raided(setup: Setup, state: State) -> list[str]:
    """[13.1] Return the hexes that Cossacks raid: one French unit, in Russia, in no city."""
    if marked(state, "raids_off"):
        return []
    found = []
    for at, units in stacks(setup, state, "french").items():
        sheltered = at in setup.map.cities and not _raids_city(state, at)
        if (
            len(units) == 1
            and setup.map.in_russia(at)
            and not sheltered
            and not _guarded(setup, state, at)
        ):
            found.append(at)
    return sorted(found)


def _raids_city(state: State, at: str) -> bool:
    """[16.1.timing] Whether a card sends Cossacks into cities without a Depot, and this is one."""
    return marked(state, "raids_cities") and at not in state.depots


def _guarded(setup: Setup, state: State, at: str) -> bool:
    """[16.1.timing] Whether a card keeps Cossacks away from French Depots, and one is near."""
    return any(
        owner == "french" and setup.map.grid.distance(at, depot) <= effect.by
        for effect in in_force(state, "raids_near")
        for depot, owner in state.depots.items()
    )


def cossacks_step(table: Board) -> None:
    """[13.1] The Russian rolls for each of these hexes; the unit takes a hit on a 6, in winter on a 5 too."""
    setup = table.setup
    least = int(row("cossacks", "winter" if is_winter(setup, table.state) else "normal")["from"])
    for at in raided(setup, table.state):
        (unit,) = stacks(setup, table.state, "french")[at]
        roll = table.roll(
            seat=setup.seat_of("russian"),
            rule="13.1",
            purpose="cossacks",
            subject=at,
            sides=number("die"),
            first=1,
            says=text("Cossacks at {place}", place=called(setup, at)),
            modifiers=added(table.state, "raids"),
            result=lambda total: "raid" if total >= least else "no_raid",
            target=least,
            upward=True,
        )
        if roll.result == "raid":
            hit(table, unit.id, "13.1")
