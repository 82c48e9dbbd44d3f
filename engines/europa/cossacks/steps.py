"""[13.1] Cossacks fall on single French units in Russia outside cities."""

from __future__ import annotations

from functools import partial

from grognard.engines.core.data.text import text
from grognard.engines.europa.cards.asked import added, marked
from grognard.engines.europa.field.effects import hit
from grognard.engines.europa.field.position import is_winter, stacks
from grognard.engines.europa.field.telling import called
from grognard.engines.europa.setup import Board, Setup
from grognard.engines.europa.state import State
from grognard.engines.europa.tables import number, row


def prey(setup: Setup, state: State) -> list[str]:
    """[13.1] Return the hexes that are rolled for: in Russia, one French unit, no city."""
    open_cities = marked(state, "raids_cities")
    near = [at for at, owner in state.depots.items() if owner == "french"]
    reach = [m.value for m in added(state, "raids_near")]
    return sorted(
        at
        for at, units in stacks(setup, state, "french").items()
        if len(units) == 1
        and setup.map.in_russia(at)
        and (at not in setup.map.cities or (open_cities and at not in state.depots))
        and not (reach and any(setup.map.grid.distance(at, depot) <= max(reach) for depot in near))
    )


def hits_from(setup: Setup, state: State) -> int:
    """[13.1] Return the die from which the unit takes a hit."""
    season = "winter" if is_winter(setup, state) else "normal"
    return int(row("cossacks", season)["from"]) - sum(m.value for m in added(state, "raids"))


def _raid(least: int, die: int) -> str:
    return "hit" if die >= least else "miss"


def raids_step(table: Board) -> None:
    """[13.1] The Russian player rolls for each of these hexes."""
    setup = table.setup
    if marked(table.state, "raids_off"):
        return
    least = hits_from(setup, table.state)
    for at in prey(setup, table.state):
        (unit,) = stacks(setup, table.state, "french")[at]
        roll = table.roll(
            seat=setup.seat_of("russian"),
            rule="13.1",
            purpose="cossacks",
            subject=at,
            sides=number("die"),
            first=1,
            says=text("Cossacks at {place}", place=called(setup, at)),
            target=least,
            upward=True,
            result=partial(_raid, least),
        )
        if roll.natural >= least:
            hit(table, unit.id, "13.1")
