"""Changing the State: units, commanders and groups, and a unit that enters a hex."""

from __future__ import annotations

from collections.abc import Iterable

from engines.core.data.frozen import evolve
from engines.core.data.text import named, text
from engines.eagle.field.position import commanders_with, rifles_at
from engines.eagle.field.terrain import is_open
from engines.eagle.setup import Board
from engines.eagle.state import COLUMN, OPEN_ORDER, Unit


def change(table: Board, uid: str, **fields: object) -> Unit:
    """Replace fields of a unit and return it as it is then."""
    unit = evolve(table.state.units[uid], **fields)
    table.update(units={**table.state.units, uid: unit})
    return unit


def change_commander(table: Board, cid: str, **fields: object) -> None:
    """Replace fields of a commander."""
    commander = evolve(table.state.commanders[cid], **fields)
    table.update(commanders={**table.state.commanders, cid: commander})


def change_group(table: Board, gid: str, **fields: object) -> None:
    """Replace fields of a group."""
    group = evolve(table.state.groups[gid], **fields)
    table.update(groups={**table.state.groups, gid: group})


def enter(
    table: Board,
    uid: str,
    hex_id: str,
    facing: int | None = None,
    escort: Iterable[str] | None = None,
) -> None:
    """Put a unit into another hex, with the commanders of its hex (`escort`: these alone) and its Rifles.

    [move.difficult.open_order] [move.difficult.leaving] Infantry goes into open order in difficult
    terrain, and into column where it leaves it. Who calls this tells those that have to know of it:
    `command.flight.driven_off`, and after a move or charge move `orders.alarmed`.
    """
    setup, before = table.setup, table.state.units[uid]
    together = commanders_with(setup, table.state, uid) if escort is None else tuple(escort)
    rifles = [] if setup.units[uid].rifles else rifles_at(setup, table.state, before.at)
    fields: dict[str, object] = {"at": hex_id}
    if facing is not None:
        fields["facing"] = facing
    if setup.units[uid].is_infantry and not setup.units[uid].rifles and before.formation:
        if not is_open(setup, hex_id):
            fields |= {"formation": OPEN_ORDER, "skirmisher": False}
        elif before.formation == OPEN_ORDER:
            fields["formation"] = COLUMN
    units = {**table.state.units, uid: evolve(before, **fields)}
    for other in rifles:
        units[other] = evolve(units[other], at=hex_id)
    commanders = {
        **table.state.commanders,
        **{cid: evolve(table.state.commanders[cid], at=hex_id) for cid in together},
    }
    table.update(units=units, commanders=commanders)
    if not before.is_routed and not setup.units[uid].rifles:
        _take(table, hex_id, setup.units[uid].side)


def _take(table: Board, hex_id: str, side: str) -> None:
    """[turn.objectives] Whoever last had a unit that is not routed in an objective hex controls it."""
    for goal in table.setup.objectives:
        if goal.at == hex_id and table.state.holders.get(goal.id) != side:
            table.update(holders={**table.state.holders, goal.id: side})
            words = text("{place} is taken.", place=named("place", goal.name))
            seat = table.setup.seat_of(side)
            table.log("result", words, "turn.objectives", seat=seat, where=(hex_id,))
