"""Changing the State: units, commanders and groups, and a unit that enters a hex."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import named, text
from grognard.engines.eagle.field.position import commanders_with, rifles_of
from grognard.engines.eagle.field.terrain import is_open
from grognard.engines.eagle.setup import Board
from grognard.engines.eagle.state import COLUMN, OPEN_ORDER, SQUARE, Unit


def change(table: Board, uid: str, **fields: object) -> Unit:
    """Replace fields of a unit and return it as it is then."""
    before = table.state.units[uid]
    unit = evolve(before, **fields)
    table.update(units={**table.state.units, uid: unit})
    if before.formation == SQUARE and (unit.formation, unit.at) != (SQUARE, before.at):
        _square_is_left(table, uid)
    return unit


def _square_is_left(table: Board, uid: str) -> None:
    """[scen.structure] Crews are in a square only while it stands: without it they are at their guns again."""
    crews = [unit.id for unit in table.state.units.values() if unit.sheltered == uid]
    if crews:
        units = {gun: evolve(table.state.units[gun], sheltered="") for gun in crews}
        table.update(units={**table.state.units, **units})
        words = text(
            "The square of {unit} is gone: no crew is in it.", unit=table.setup.units[uid].name
        )
        table.log("result", words, "scen.structure", pieces=(uid, *crews))


def change_commander(table: Board, cid: str, **fields: object) -> None:
    """Replace fields of a commander."""
    commander = evolve(table.state.commanders[cid], **fields)
    table.update(commanders={**table.state.commanders, cid: commander})


def change_group(table: Board, gid: str, **fields: object) -> None:
    """Replace fields of a group."""
    group = evolve(table.state.groups[gid], **fields)
    table.update(groups={**table.state.groups, gid: group})


def enter(  # noqa: PLR0913 - who goes where, how it faces, and with whom
    table: Board,
    uid: str,
    hex_id: str,
    facing: int | None = None,
    escort: Iterable[str] | None = None,
    rifles: Iterable[str] | None = None,
) -> None:
    """Put a unit into another hex, with the commanders of its hex (`escort`: these alone) and its Rifles.

    [move.difficult.open_order] [move.difficult.leaving] Infantry goes into open order in difficult
    terrain, and into column where it leaves it. What follows for others is no matter of this room:
    `results.coming.arrive`, which calls this.
    """
    setup, before = table.setup, table.state.units[uid]
    here = commanders_with(setup, table.state, uid)
    # Who has fallen on the way goes along no more, though he had been named.
    together = here if escort is None else tuple(cid for cid in escort if cid in here)
    with_it = rifles_of(setup, table.state, uid) if rifles is None else tuple(rifles)
    fields: dict[str, object] = {"at": hex_id}
    if facing is not None:
        fields["facing"] = facing
    if setup.units[uid].is_infantry and not setup.units[uid].rifles and before.formation:
        if not is_open(setup, hex_id):
            fields |= {"formation": OPEN_ORDER, "skirmisher": False}
        elif before.formation == OPEN_ORDER:
            fields["formation"] = COLUMN
    change(table, uid, **fields)
    units = {other: evolve(table.state.units[other], at=hex_id) for other in with_it}
    commanders = {cid: evolve(table.state.commanders[cid], at=hex_id) for cid in together}
    table.update(
        units={**table.state.units, **units},
        commanders={**table.state.commanders, **commanders},
    )
    take(table, uid)


def take(table: Board, uid: str) -> None:
    """[turn.objectives] Whoever last had a unit that is not routed in an objective hex controls it."""
    unit, side = table.state.units[uid], table.setup.units[uid].side
    if unit.is_routed or table.setup.units[uid].rifles:
        return
    for goal in table.setup.objectives:
        if goal.at == unit.at and table.state.holders.get(goal.id) != side:
            table.update(holders={**table.state.holders, goal.id: side})
            words = text("{place} is taken.", place=named("place", goal.name))
            seat = table.setup.seat_of(side)
            table.log("result", words, "turn.objectives", seat=seat, where=(unit.at,))
