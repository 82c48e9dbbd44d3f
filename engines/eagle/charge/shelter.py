"""[scen.structure] Crews that leave their gun before a charge and go into a square next to it."""

from __future__ import annotations

from dataclasses import replace

from grognard.engines.core.data.text import named, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure, Reaction
from grognard.engines.core.show.choices import word_of
from grognard.engines.eagle.charge.squares import sees_charge
from grognard.engines.eagle.field.effects import change
from grognard.engines.eagle.field.position import unit_at, units_of
from grognard.engines.eagle.field.telling import acting_side, log_of
from grognard.engines.eagle.setup import Board, Setup, enemy_of
from grognard.engines.eagle.state import SQUARE, UNLIMBERED, State, Unit

RULE = "scen.structure"


def shelters(table: Board) -> Procedure[None]:
    """[scen.structure] Each crew that sees the charge may go into a square next to its gun."""
    if table.setup.says("crews_shelter") is None or not table.state.charging.units:
        return
    side = enemy_of(acting_side(table.setup, table.state))
    for gun in list(units_of(table.setup, table.state, side)):
        if gun.id not in table.state.charging.tried:
            yield from _shelter(table, side, gun)


def _shelter(table: Board, side: str, gun: Unit) -> Procedure[None]:
    setup, state = table.setup, table.state
    havens = squares_beside(setup, state, gun)
    if not havens or not sees_charge(setup, state, gun.id):
        return
    options: list[Choice] = [*havens]
    choice = yield Ask(
        setup.seat_of(side),
        "shelter",
        text("Does the crew of {unit} go into a square?", unit=setup.units[gun.id].name),
        (RULE,),
        Listed([PASS, *options]),
        form="piece",
        interrupt=True,
        resting=True,
        subject=(gun.id,),
        reaction=Reaction(text("crews that go into a square"), state.charging.units),
    )
    charging = table.state.charging
    table.update(charging=replace(charging, tried=(*charging.tried, gun.id)))
    if choice == PASS:
        return
    haven = word_of(choice)
    change(table, gun.id, sheltered=haven)
    words = text(
        "The crew of {gun} goes into the square of {unit}.",
        gun=setup.units[gun.id].name,
        unit=named("unit", setup.units[haven].name),
    )
    log_of(table, "result", words, gun.id, RULE)


def squares_beside(setup: Setup, state: State, gun: Unit) -> list[str]:
    """[scen.structure] Return the squares of its side next to an unlimbered gun whose crew is with it."""
    if gun.formation != UNLIMBERED or gun.is_routed or gun.sheltered:
        return []
    side = setup.units[gun.id].side
    found = (unit_at(setup, state, at) for at in setup.map.grid.adjacent(gun.at))
    return [
        uid
        for uid in found
        if uid and setup.units[uid].side == side and state.units[uid].formation == SQUARE
    ]
