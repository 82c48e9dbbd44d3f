"""[13.2] [13.3.where] [13.3.limits] [16.12] Reinforcements at the end of a turn."""

from __future__ import annotations

from grognard.engines.core.data.text import named, text
from grognard.engines.core.play.arrangement import DONE, HAND, Arrangement
from grognard.engines.core.play.placement import Arrival, Placement
from grognard.engines.core.show.asks import Ask, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.europa.cards.asked import added
from grognard.engines.europa.field.effects import arrive
from grognard.engines.europa.field.position import in_1813, occupies
from grognard.engines.europa.field.standing import put, why_not_stand
from grognard.engines.europa.field.telling import SIDES as NAMES
from grognard.engines.europa.field.telling import called, log_at
from grognard.engines.europa.setup import Board, Setup, enemy_of
from grognard.engines.europa.state import OFF_MAP, WAITING, State
from grognard.engines.europa.supply.numbers import beginner
from grognard.engines.europa.tables import number, rows

RULE = "13.3.where"
BROUGHT = ("card", "quarters")
"""Conditions of what comes by an event card (16.1.timing) or with winter quarters (16.13.f-reinf) alone."""


def due(setup: Setup, state: State, side: str) -> dict[str, frozenset[str]]:
    """[13.2] [16.13.f-1813] Return who arrives for a side at the end of this turn, with the hexes he may come to.

    The table is that of the campaign of 1812: in 1813 nobody comes by it.
    """
    found: dict[str, frozenset[str]] = {}
    if in_1813(state):
        return found
    for arrival in setup.arrivals:
        place = arrival.placement
        if not _is_due(state, arrival):
            continue
        hexes = (
            setup.map.zones.get(place.places[0], frozenset())
            if place.way == "zone"
            else frozenset(place.spaces)
        )
        found |= {
            piece: hexes
            for piece in place.pieces
            if setup.side_of(piece) == side and _is_waiting(state, piece)
        }
    return found


def _is_due(state: State, arrival: Arrival) -> bool:
    """[13.2] [16.12] [16.1.timing] Whether a line of the table comes now; what a card or winter brings does not."""
    if arrival.condition in BROUGHT:
        return False
    if arrival.condition == "swedes" and state.flags.get("swedes") != "coming":
        return False
    sooner = sum(m.value for m in added(state, "hasten", on=arrival.placement.pieces[0]))
    return arrival.turn - sooner <= state.turn if sooner else arrival.turn == state.turn


def _at(state: State, piece: str) -> str:
    return (state.units.get(piece) or state.commanders[piece]).at


def _is_waiting(state: State, piece: str) -> bool:
    return _at(state, piece) == WAITING


def why_no_arrival(setup: Setup, state: State, piece: str, at: str) -> Refusal | None:
    """[13.3.limits] Return why a piece may not arrive in a hex."""
    why = why_not_stand(setup, state, piece, Placement.of(piece, at))
    if why is not None:
        return why
    enemy = enemy_of(setup.side_of(piece))
    if any(occupies(setup, state, enemy, other) for other in setup.map.grid.adjacent(at)):
        return Refusal("13.3.limits", text("The enemy stands next to it."), (at,))
    return None


def begin_reinforcements(table: Board) -> None:
    """[13.2] [16.12] Who had the higher number of Supply Trains places first; the Swedes are rolled for."""
    setup, state = table.setup, table.state
    rolls = setup.option("swedes") and not in_1813(state)
    if rolls and state.turn == number("swedes_turn"):
        _roll_swedes(table)
    table.update(done=(), deciding=beginner(setup, state))


def _roll_swedes(table: Board) -> None:
    """[16.12] On a high die Swedish help comes to St Petersburg."""
    least = min(int(line["least"]) for line in rows("swedes"))
    more = sum(m.value for m in added(table.state, "swedes"))
    roll = table.roll(
        seat=table.setup.seat_of("russian"),
        rule="16.12",
        purpose="swedes",
        subject="swedes",
        sides=number("die"),
        first=1,
        says=text("Do the Swedes join in?"),
        target=least - more,
        upward=True,
        judge=lambda die, _total: "come" if die >= least - more else "stay_away",
    )
    coming = "coming" if roll.natural >= least - more else "none"
    table.update(flags={**table.state.flags, "swedes": coming})


def arrive_step(table: Board) -> Procedure[None]:
    """[13.2] [13.3.where] First one player places what is due, then the other."""
    while side := table.state.deciding:
        yield from _place(table, side)
        table.update(done=(*table.state.done, side))
        table.update(deciding="" if enemy_of(side) in table.state.done else enemy_of(side))


def _place(table: Board, side: str) -> Procedure[None]:
    """[13.3.limits] Place what is due; what finds no place is out of the game."""
    setup = table.setup
    pieces = due(setup, table.state, side)
    if not pieces:
        return
    _fill(table, pieces)
    while True:
        answer = yield Ask(
            setup.seat_of(side),
            "reinforcements",
            text("{side}: reinforcements arrive.", side=NAMES[side]),
            (RULE, "13.2", "13.3.limits"),
            arrivals(setup, table.state, pieces),
            form="arrange",
        )
        if answer == DONE:
            break
        piece = word_of(answer, "piece")
        table.state = put(table.state, piece, word_of(answer, "at") or WAITING)
    for piece in sorted(pieces, key=lambda one: _at(table.state, one)):
        held = table.state.units.get(piece) or table.state.commanders[piece]
        name = named("unit", setup.name_of(piece))
        if held.at == WAITING:
            table.state = put(table.state, piece, OFF_MAP)
            table.log("loss", text("{unit} finds no way in.", unit=name), "13.3.limits")
        else:
            arrive(table, piece, held.at)
            words = text("{unit} arrives at {hex}.", unit=name, hex=called(setup, held.at))
            veiled = text("Reinforcements arrive at {hex}.", hex=called(setup, held.at))
            log_at(
                table,
                "move",
                words,
                held.at,
                "13.2",
                RULE,
                side=side,
                pieces=(piece,),
                veiled=veiled,
            )


def _fill(table: Board, pieces: dict[str, frozenset[str]]) -> None:
    """[13.3.where] Put each piece into the first hex that takes it, before its owner shifts them."""
    for piece, hexes in pieces.items():
        for at in sorted(hexes):
            if why_no_arrival(table.setup, table.state, piece, at) is None:
                table.state = put(table.state, piece, at)
                break


def arrivals(setup: Setup, state: State, pieces: dict[str, frozenset[str]]) -> Arrangement:
    """[13.3.where] Return what may be done with what is due. Who found no place at all is left out."""
    standing = {piece: (state.units.get(piece) or state.commanders[piece]).at for piece in pieces}
    shown = {
        piece: HAND if at == WAITING else at
        for piece, at in standing.items()
        if at != WAITING
        or any(why_no_arrival(setup, state, piece, h) is None for h in pieces[piece])
    }
    return Arrangement(
        RULE,
        shown,
        {piece: sorted(pieces[piece]) for piece in shown},
        why_not_at=lambda piece, at: why_no_arrival(setup, state, piece, at),
        names={piece: setup.name_of(piece) for piece in shown},
        called=lambda at: called(setup, at),
    )
