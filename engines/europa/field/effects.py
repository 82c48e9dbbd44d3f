"""[3.4] [8.8] Changing the State: units, Commanders, and pieces that enter a hex."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import all_of, counted, named, text
from grognard.engines.europa.field.position import in_1813, units_at
from grognard.engines.europa.field.telling import called, log_at
from grognard.engines.europa.setup import Board, enemy_of
from grognard.engines.europa.state import BOXES, ELIMINATED


def change(table: Board, uid: str, **fields: object) -> None:
    """Replace fields of a unit; what lies on it stays where it was when it leaves the map."""
    if fields.get("at") in BOXES:
        _lay_down(table, uid)
    unit = evolve(table.state.units[uid], **fields)
    table.update(units={**table.state.units, uid: unit})


def _lay_down(table: Board, uid: str) -> None:
    """[8.7] [15.1] A unit goes off the map: its Forage marker and its dummy are left to the others of its stack."""
    state, unit = table.state, table.state.units[uid]
    here = units_at(table.setup, state, table.setup.units[uid].side, unit.at) if unit.on_map else []
    others = [one.id for one in here if one.id != uid]
    if uid in state.forage:
        table.update(forage=tuple(dict.fromkeys((*_without(state.forage, uid), *others))))
    if uid in state.heights:
        heir = [one for one in others if one not in state.heights][:1]
        table.update(heights=(*_without(state.heights, uid), *heir))


def _without(units: tuple[str, ...], uid: str) -> tuple[str, ...]:
    return tuple(one for one in units if one != uid)


def change_commander(table: Board, cid: str, **fields: object) -> None:
    """Replace fields of a Commander."""
    commander = evolve(table.state.commanders[cid], **fields)
    table.update(commanders={**table.state.commanders, cid: commander})


def disrupt(table: Board, uids: Sequence[str], *rules: str) -> None:
    """[3.4] Units of one hex become disrupted: one deed, told in one line."""
    setup = table.setup
    for uid in uids:
        change(table, uid, disrupted=True)
    first, many = uids[0], len(uids)
    at, side = table.state.units[first].at, setup.units[first].side
    names = all_of(named("unit", setup.units[uid].name) for uid in uids)
    place = called(setup, at)
    words, veiled = (
        text("{unit} is disrupted.", unit=names),
        text("A unit at {place} is disrupted.", place=place),
    )
    if many > 1:
        words = text("Disrupted at {place}: {units}", place=place, units=names)
        veiled = counted(
            "{n} unit at {place} is disrupted.",
            "{n} units at {place} are disrupted.",
            n=many,
            place=place,
        )
    said = (*rules, "3.4", "1.1.order")
    log_at(table, "loss", words, at, *said, side=side, pieces=uids, veiled=veiled)


def eliminate(table: Board, uid: str, *rules: str) -> None:
    """[11.17.apply] A unit is lost."""
    at = table.state.units[uid].at
    change(table, uid, at=ELIMINATED)
    note_loss(table, uid)
    name = named("unit", table.setup.units[uid].name)
    words = text("{unit} is eliminated.", unit=name)
    log_at(table, "loss", words, at, *rules, side=table.setup.units[uid].side, pieces=(uid,))


def note_loss(table: Board, piece: str) -> None:
    """[14.7.decisive] [16.13.r-1813] A unit or a Commander is lost; who falls in 1813 does not return."""
    table.update(dead=(*table.state.dead, piece))
    if in_1813(table.state):
        table.update(lost_in_1813=(*table.state.lost_in_1813, piece))


def hit(table: Board, uid: str, *rules: str) -> None:
    """[11.17.apply] A unit takes a hit: in good order it is disrupted, disrupted it is lost."""
    if table.state.units[uid].disrupted:
        eliminate(table, uid, *rules)
    else:
        disrupt(table, (uid,), *rules)


def enter_hex(table: Board, uids: Iterable[str], cids: Iterable[str], hex_id: str) -> None:
    """[8.8] [16.8] Units and Commanders go into a hex; units capture a Depot of the enemy there.

    What the game has handed to the table is told of it, for politics may turn on who is where.
    """
    moving, along = tuple(uids), set(cids)
    state = table.state
    # Whoever was found out of supply was so where he stood: it is no mark of the place he comes to (6.4.d).
    units = {uid: evolve(state.units[uid], at=hex_id, cut=False) for uid in moving}
    commanders = {cid: evolve(state.commanders[cid], at=hex_id) for cid in along}
    table.update(units={**state.units, **units}, commanders={**state.commanders, **commanders})
    if moving:
        capture(table, table.setup.units[moving[0]].side, hex_id)
        tell_politics(table)


def arrive(table: Board, piece: str, hex_id: str) -> None:
    """[8.8] [16.8] A unit or a Commander comes onto the map, whatever brings it: it enters its hex like any other."""
    is_unit = piece in table.setup.units
    enter_hex(table, [piece] if is_unit else [], [] if is_unit else [piece], hex_id)


def tell_politics(table: Board) -> None:
    """[16.8] [16.9.declare] [16.13.f-uss] Units have come somewhere, whatever brought them."""
    if table.handed is not None:
        table.handed(table)


def capture(table: Board, side: str, hex_id: str) -> None:
    """[8.8] [7.0.removal] A Depot that the enemy enters is gone for good, and a Supply Train each turn with it."""
    owner = table.state.depots.get(hex_id)
    if owner != enemy_of(side):
        return
    lost = {**table.state.lost_depots, owner: table.state.lost_depots[owner] + 1}
    depots = {at: who for at, who in table.state.depots.items() if at != hex_id}
    table.update(depots=depots, lost_depots=lost)
    words = text("The Depot at {place} is captured.", place=called(table.setup, hex_id))
    log_at(table, "loss", words, hex_id, "8.8", "7.0.removal", side=owner)
