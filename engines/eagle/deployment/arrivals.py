"""[scen.structure] Troops that come later: at the start of their turn, in one of their hexes."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.show.asks import Ask, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.eagle.field.effects import change, take
from grognard.engines.eagle.field.standing import put, why_not_stand
from grognard.engines.eagle.field.telling import log_of
from grognard.engines.eagle.results.coming import arrived
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import WAITING, State

RULE = "scen.structure"


def arrivals_step(table: Board) -> Procedure[None]:
    """[scen.structure] Who is due comes if one of his hexes is free, else in a later turn.

    After each who has come it is looked again who comes next: a hex may have become free.
    """
    while (due := _next(table.setup, table.state)) is not None:
        yield from _arrive(table, *due)


def _next(setup: Setup, state: State) -> tuple[str, Placement] | None:
    """Return the first who is due, waits and has a free hex, with the line that he comes by."""
    for arrival in setup.arrivals:
        for uid in arrival.placement.pieces if arrival.turn <= state.turn else ():
            unit = state.units.get(uid)
            if unit is not None and unit.at == WAITING:
                if free_hexes(setup, state, uid, arrival.placement):
                    return uid, arrival.placement
    return None


def free_hexes(setup: Setup, state: State, uid: str, place: Placement) -> list[str]:
    """[stack.one_unit] Return the hexes in which a unit may arrive."""
    return [
        at for at in place.spaces if why_not_stand(setup, state, uid, Placement.of(uid, at)) is None
    ]


def _arrive(table: Board, uid: str, place: Placement) -> Procedure[None]:
    setup = table.setup
    hexes = free_hexes(setup, table.state, uid, place)
    at = hexes[0]
    if len(hexes) > 1:
        at = word_of(
            (
                yield Ask(
                    setup.seat_of(setup.units[uid].side),
                    "arrival",
                    text("{unit} arrives: where?", unit=setup.units[uid].name),
                    (RULE,),
                    Listed([(hex_id, text("To {hex}", hex=hex_id)) for hex_id in hexes]),
                    form="place",
                    resting=True,
                    subject=(uid,),
                    where=tuple(hexes),
                )
            )
        )
    before = table.state.units[uid]
    facing = before.facing if place.facing is None else place.facing
    table.state = put(setup, table.state, uid, at, place.formation)
    change(table, uid, facing=facing)
    words = text("{unit} arrives at {hex}.", unit=setup.units[uid].name, hex=at)
    log_of(table, "move", words, uid, RULE)
    take(table, uid)
    yield from arrived(table, uid, before)
