"""[13.2] [13.3.where] [13.3.limits] [16.12] Reinforcements are placed at the end of their turn."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.data.text import named, text
from engines.core.play.placement import Arrival
from engines.core.show.asks import Ask, Choice, Listed, Procedure
from engines.core.show.choices import word_of
from engines.core.show.explain import Refusal
from engines.europa.cards.asked import added, in_force
from engines.europa.field.effects import change, change_commander
from engines.europa.field.position import commanders_at, occupies
from engines.europa.field.telling import called, log_at
from engines.europa.field.terrain import why_no_entry, why_no_room
from engines.europa.setup import Board, Setup, enemy_of
from engines.europa.state import OFF_MAP, WAITING, State
from engines.europa.supply.numbers import beginner
from engines.europa.tables import number, rows

SWEDES = "swedes"


def due_turn(setup: Setup, state: State, arrival: Arrival) -> int:
    """[13.2] [16.1.timing] Return the turn at whose end somebody comes; a card may hasten him."""
    pieces = pieces_of(setup, arrival)
    corps = {setup.units[one].corps for one in pieces if one in setup.units}
    sooner = sum(e.by for e in in_force(state, "hasten") if corps & {*e.on})
    return arrival.turn - sooner


def pieces_of(setup: Setup, arrival: Arrival) -> tuple[str, ...]:
    """[13.2] Return who comes: units, then Commanders."""
    place = arrival.placement
    corps = [uid for uid, card in setup.units.items() if card.group in place.groups]
    return (*corps, *place.pieces)


def waiting(setup: Setup, state: State, side: str) -> list[tuple[str, Arrival]]:
    """[13.2] Return who of a side is due at the end of this turn and has not come yet."""
    if state.flags.get("quarters") == "taken":
        return []
    return [
        (piece, arrival)
        for arrival in setup.arrivals
        if due_turn(setup, state, arrival) == state.turn and _comes(state, arrival)
        for piece in pieces_of(setup, arrival)
        if setup.side_of(piece) == side and at_of(state, piece) == WAITING
    ]


def _comes(state: State, arrival: Arrival) -> bool:
    """[16.12] Whether a condition of an arrival holds: Swedes come only by their roll."""
    return arrival.condition != SWEDES or state.flags.get(SWEDES) == "come"


def at_of(state: State, piece: str) -> str:
    """Return where a unit or a Commander is."""
    found = state.units.get(piece) or state.commanders[piece]
    return found.at


def swedes_roll(table: Board) -> None:
    """[16.12] At the end of turn 6 a die tells whether Sweden helps."""
    setup, state = table.setup, table.state
    due = state.turn == number("swedes_turn") and setup.option(SWEDES)
    if not due or SWEDES in state.flags:
        return
    least = int(rows("swedes")[0]["least"])
    roll = table.roll(
        seat=setup.seat_of("russian"),
        rule="16.12",
        purpose="swedes",
        subject="swedes",
        sides=number("die"),
        first=1,
        says=text("Help from Sweden"),
        modifiers=added(state, "swedes"),
        result=lambda total: "come" if total >= least else "stay_away",
        target=least,
        upward=True,
    )
    table.update(flags={**table.state.flags, SWEDES: roll.result})


def begin_reinforcements(table: Board) -> None:
    """[16.12] The Swedes decide before anybody is placed."""
    swedes_roll(table)


def reinforcements_step(table: Board) -> Procedure[None]:
    """[13.2] The side with the higher printed number of trains places first, then the other."""
    first = beginner(table.setup, table.state)
    for side in (first, enemy_of(first)):
        while due := waiting(table.setup, table.state, side):
            piece, arrival = due[0]
            yield from _arrive(table, side, piece, arrival)


def why_not_arrive(setup: Setup, state: State, side: str, piece: str, at: str) -> Refusal | None:
    """[13.3.limits] Return why a reinforcement may not come to a hex."""
    why = why_no_entry(setup, side, at)
    if why is not None:
        return Refusal("13.3.limits", why.message, why.where)
    enemy = enemy_of(side)
    if occupies(setup, state, enemy, at) or commanders_at(setup, state, enemy, at):
        return Refusal("13.3.limits", text("The enemy is there."), (at,))
    near = [one for one in setup.map.grid.adjacent(at) if occupies(setup, state, enemy, one)]
    if near:
        words = text("No reinforcement comes adjacent to the enemy.")
        return Refusal("13.3.limits", words, (at, near[0]))
    room = why_no_room(setup, state, side, at, (piece,)) if piece in setup.units else None
    return Refusal("13.3.limits", room.message, room.where) if room else None


def places(setup: Setup, state: State, side: str, piece: str, zone: tuple[str, ...]) -> list[str]:
    """[13.3.where] [13.3.limits] Return the hexes to which a reinforcement may come."""
    return [at for at in zone if why_not_arrive(setup, state, side, piece, at) is None]


def zone_of(setup: Setup, arrival: Arrival) -> tuple[str, ...]:
    """[13.3.where] Return the hexes that are named for an arrival, legal now or not."""
    place = arrival.placement
    if place.way == "zone":
        return tuple(sorted(setup.map.zones[place.places[0]]))
    return place.spaces


def _arrive(table: Board, side: str, piece: str, arrival: Arrival) -> Procedure[None]:
    """[13.2] [13.3.limits] A reinforcement comes, where its owner chooses; without a place it is out of the game."""
    setup = table.setup
    zone = zone_of(setup, arrival)
    free = places(setup, table.state, side, piece, zone)
    name = named("unit", setup.name_of(piece))
    if not free:
        put(table, piece, OFF_MAP)
        words = text("{piece} finds no place to come and is out of the game.", piece=name)
        table.log("loss", words, "13.3.limits", "13.2", seat=setup.seat_of(side), pieces=(piece,))
        return
    at = free[0]
    if len(free) > 1:
        at = word_of((yield _ask(setup, table.state, side, piece, (zone, tuple(free)))))
    put(table, piece, at)
    words = text("{piece} arrives at {place}.", piece=name, place=called(setup, at))
    log_at(table, "move", words, at, "13.2", "13.3.where", side=side, pieces=(piece,))


def _ask(
    setup: Setup,
    state: State,
    side: str,
    piece: str,
    hexes: tuple[tuple[str, ...], tuple[str, ...]],
) -> Ask:
    zone, free = hexes

    def refused() -> Iterator[tuple[Choice, Refusal]]:
        for at in zone:
            why = why_not_arrive(setup, state, side, piece, at)
            if why is not None:
                yield at, why

    return Ask(
        setup.seat_of(side),
        "reinforcement",
        text("{piece} arrives: where?", piece=named("unit", setup.name_of(piece))),
        ("13.3.where", "13.2"),
        Listed([(at, called(setup, at)) for at in free], refusals=refused),
        form="place",
        resting=True,
        subject=(piece,),
        where=free,
    )


def put(table: Board, piece: str, at: str) -> None:
    """Put a unit or a Commander into a hex or a box."""
    if piece in table.setup.units:
        change(table, piece, at=at)
    else:
        change_commander(table, piece, at=at)
