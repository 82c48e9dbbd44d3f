"""[move.displace_commander] Lone commanders flee from enemy units."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import Ask, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.eagle.command.commanders import commander_dies
from grognard.engines.eagle.field.effects import change_commander
from grognard.engines.eagle.field.position import enemies_next_to, is_alone, side_at
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import State

RULE = "move.displace_commander"


def driven_off(table: Board, uid: str) -> Procedure[None]:
    """[move.displace_commander] [move.commander.protected] Lone commanders flee from a unit that came to them.

    Those who have nowhere to go are lost together, after the others have fled.
    """
    if not table.state.units[uid].on_map:
        return
    caught: list[str] = []
    for cid in found_alone(table.setup, table.state, uid):
        hexes = refuges(table.setup, table.state, cid, uid)
        if hexes:
            yield from _flee(table, cid, hexes)
        else:
            caught.append(cid)
    for cid in caught:
        words = text("{name} has nowhere to go.", name=table.setup.chiefs[cid].name)
        here = table.state.commanders[cid].at == table.state.units[uid].at
        alone = ("cmd.alone_eliminated",) if here else ()
        table.log("loss", words, RULE, *alone, pieces=(cid,))
    if caught:
        yield from commander_dies(table, *caught)


def found_alone(setup: Setup, state: State, uid: str) -> list[str]:
    """Return the enemy commanders without a unit in the hex of a unit or next to it."""
    side, at = setup.units[uid].side, state.units[uid].at
    return [
        cid
        for cid, commander in state.commanders.items()
        if commander.on_map
        and setup.chiefs[cid].side != side
        and setup.map.grid.distance(at, commander.at) <= 1
        and is_alone(setup, state, cid)
    ]


def refuges(setup: Setup, state: State, cid: str, driver: str) -> list[str]:
    """[move.displace_commander] Return where a lone commander may flee; who drives him bars no hex by being near."""
    side, at = setup.chiefs[cid].side, state.commanders[cid].at
    found = []
    for hex_id in setup.map.grid.adjacent(at):
        there = side_at(setup, state, hex_id)
        watched = any(uid != driver for uid in enemies_next_to(setup, state, side, hex_id))
        if there == side or (there is None and not watched):
            found.append(hex_id)
    return found


def _flee(table: Board, cid: str, hexes: list[str]) -> Procedure[None]:
    """[move.displace_commander] A commander goes where his owner says."""
    setup, chief = table.setup, table.setup.chiefs[cid]
    at = hexes[0]
    if len(hexes) > 1:
        at = word_of(
            (
                yield Ask(
                    setup.seat_of(chief.side),
                    "flight",
                    text("{name} is driven off: where to?", name=chief.name),
                    (RULE,),
                    Listed([(hex_id, text("To {hex}", hex=hex_id)) for hex_id in hexes]),
                    form="place",
                    subject=(cid,),
                    where=tuple(hexes),
                    interrupt=True,
                )
            )
        )
    change_commander(table, cid, at=at)
    words = text("{name} is driven off to {hex}.", name=chief.name, hex=at)
    table.log("move", words, RULE, pieces=(cid,), where=(at,))
