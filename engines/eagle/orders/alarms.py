"""[order.reserve.test] [order.maneuver.attacked] Groups that are attacked or approached."""

from __future__ import annotations

from engines.core.data.text import named, text
from engines.core.show.asks import Procedure
from engines.eagle.field.effects import change_group
from engines.eagle.field.position import enemies_next_to, group_units
from engines.eagle.morale.modifiers import Cause
from engines.eagle.morale.morale import morale_test
from engines.eagle.results.states import fail
from engines.eagle.setup import Board

TEST = "order.reserve.test"


def attacked(table: Board, uid: str) -> Procedure[None]:
    """[order.maneuver.attacked] [order.reserve.test] A unit has been attacked, by fire, melee or charge."""
    gid = table.setup.units[uid].group
    group = table.state.groups[gid]
    if group.order == "maneuver" and not group.alarmed:
        change_group(table, gid, alarmed=True)
        name = named("unit", table.setup.groups[gid].name)
        words = text("{group} will turn to Defend.", group=name)
        table.log("result", words, "order.maneuver.attacked", pieces=(uid,))
    elif group.order == "reserve":
        yield from _alarm(table, gid)


def approached(table: Board, uid: str) -> Procedure[None]:
    """[order.reserve.test] An enemy unit, `uid`, has moved: each Reserve group beside it is alarmed."""
    unit, side = table.state.units[uid], table.setup.units[uid].side
    if not unit.on_map:
        return
    beside = [
        table.setup.units[other].group
        for other in enemies_next_to(table.setup, table.state, side, unit.at)
    ]
    for gid in dict.fromkeys(beside):
        if table.state.groups[gid].order == "reserve":
            yield from _alarm(table, gid)


def _alarm(table: Board, gid: str) -> Procedure[None]:
    """[order.reserve.test] [order.reserve.switch] Once a turn every unit of the group tests its morale."""
    if table.state.groups[gid].tested:
        return
    change_group(table, gid, tested=True, alarmed=True)
    words = text("{group} is alarmed.", group=named("unit", table.setup.groups[gid].name))
    table.log("result", words, TEST)
    for uid in [unit.id for unit in group_units(table.setup, table.state, gid)]:
        unit = table.state.units[uid]
        if unit.is_routed or not unit.on_map or table.setup.units[uid].rifles:
            continue
        passed = yield from morale_test(table, uid, Cause(TEST, "alarm"))
        if not passed:
            yield from fail(table, uid, TEST)
