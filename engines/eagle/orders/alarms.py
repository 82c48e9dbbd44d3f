"""[order.reserve.test] [order.maneuver.attacked] Groups that are attacked."""

from __future__ import annotations

from grognard.engines.core.data.text import named, text
from grognard.engines.core.show.asks import Procedure
from grognard.engines.core.show.explain import Modifier
from grognard.engines.eagle.field.effects import change_group
from grognard.engines.eagle.results.coming import alarm
from grognard.engines.eagle.setup import Board


def attacked(table: Board, uid: str, more: tuple[Modifier, ...] = ()) -> Procedure[None]:
    """[order.maneuver.attacked] [order.reserve.test] A unit has been attacked, by fire, melee or charge.

    `more` is what the attack adds to a test of the unit that it causes (morale.mod.flank).
    """
    gid = table.setup.units[uid].group
    group = table.state.groups[gid]
    if group.order == "maneuver" and not group.alarmed:
        change_group(table, gid, alarmed=True)
        name = named("unit", table.setup.groups[gid].name)
        words = text("{group} will turn to Defend.", group=name)
        table.log("result", words, "order.maneuver.attacked", pieces=(uid,))
    else:
        yield from alarm(table, gid, {uid: more})
