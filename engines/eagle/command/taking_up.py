"""[command.execute.success] [order.maneuver.column] A group takes up an order."""

from __future__ import annotations

from grognard.engines.core.data.text import named, text
from grognard.engines.eagle.field.effects import change, change_group
from grognard.engines.eagle.field.position import group_units
from grognard.engines.eagle.field.telling import log_of
from grognard.engines.eagle.setup import Board
from grognard.engines.eagle.state import COLUMN, LINE, SQUARE
from grognard.engines.eagle.tables import named_row

MEANS = {
    "attack": ("order.attack.allowed",),
    "maneuver": ("order.maneuver.forbidden", "order.maneuver.column", "order.maneuver.morale"),
    "defend": ("order.defend.allowed",),
    "reserve": ("order.reserve.allowed",),
}
"""The rules that tell what an order means to the group that takes it up."""


def take_up(table: Board, gid: str, order: str, *rules: str) -> None:
    """[command.execute.success] A group has an order from now on; with Manoeuvre its infantry forms column.

    [order.reserve.switch] Reserve that is told to stay in Reserve is alarmed as before.
    """
    setup, group = table.setup, table.state.groups[gid]
    alarmed = group.alarmed and group.order == order == "reserve"
    change_group(table, gid, order=order, alarmed=alarmed)
    words = text(
        "{group} has the order {order}.",
        group=named("unit", setup.groups[gid].name),
        order=named_row("orders", order),
    )
    switch = ("order.reserve.switch",) if alarmed else ()
    table.log("result", words, *rules, *MEANS[order], *switch)
    if order == "maneuver":
        form_column(table, gid, (LINE, SQUARE))


def form_column(table: Board, gid: str, formations: tuple[str, ...]) -> None:
    """[order.maneuver.column] The infantry of a group that is in some formations is in column at once."""
    for unit in list(group_units(table.setup, table.state, gid)):
        if unit.formation in formations:
            change(table, unit.id, formation=COLUMN)
            words = text("{unit} is in column.", unit=table.setup.units[unit.id].name)
            log_of(table, "result", words, unit.id, "order.maneuver.column")
