"""[5.28] A group's AM is played: its markers are turned up, Individual Orders are tried."""

from __future__ import annotations

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import PASS, Ask, Listed, Procedure
from grognard.engines.core.show.explain import Modifier
from grognard.engines.gmt.activation.activation import enter_activation
from grognard.engines.gmt.day import Marker
from grognard.engines.gmt.field.position import on_map
from grognard.engines.gmt.orders.initiative import group_of_am
from grognard.engines.gmt.orders.ordering import name_of, remember
from grognard.engines.gmt.orders.orders import (
    FAILED,
    HELD,
    NO_ORDERS,
    command_rating,
    flank_command,
    flank_ordered,
    leader_in_range,
)
from grognard.engines.gmt.setup import Board, Group
from grognard.engines.gmt.tables import number

ROLL = "roll"
SHOWN = "shown"


def individual_step(table: Board) -> Procedure[None]:
    """[5.23] [5.28.attempt] Reveal the group's Orders, then try Individual Orders where allowed."""
    group = group_of_am(table.setup, table.state.day.am)
    if group is None:
        message = f"{table.state.day.am} is no AM of a group"
        raise ValueError(message)
    if SHOWN not in table.state.day.tried:
        reveal(table, group)
    for marker in markers_of_group(table, group):
        if may_try(table, group, marker) and without_orders(table, marker):
            yield from _attempt(table, group, marker)
    begin_activation(table, group)


def markers_of_group(table: Board, group: Group) -> list[Marker]:
    """Return the markers of a group's Orders Commands that still have a unit on the map."""
    types, units = table.setup.types, table.state.units
    return [
        m
        for m in table.state.day.markers
        if types[m.units[0]].group == group.id and any(on_map(units[uid]) for uid in m.units)
    ]


def reveal(table: Board, group: Group) -> None:
    """[5.23] The first AM of a command in the turn turns its marker up."""
    setup = table.setup
    shown = []
    for marker in markers_of_group(table, group):
        if not marker.revealed:
            shown.append(marker.id)
            face = text("Under Orders") if marker.under else text("No Orders")
            name = name_of(setup, table.state, marker)
            table.reveal(
                text("{name}: {status}", name=name, status=face),
                "5.23",
                seat=setup.seat_of(group.side),
            )
    markers = tuple(
        evolve(m, revealed=True) if m.id in shown else m for m in table.state.day.markers
    )
    remember(table, markers=markers, tried=(SHOWN,))
    under = {uid for m in markers_of_group(table, group) if m.under for uid in m.units}
    under.update(flank_ordered(table.state))
    status = HELD if group.army == "reserve" else NO_ORDERS
    members = [uid for uid in table.state.units if setup.types[uid].group == group.id]
    table.update(orders={uid: status for uid in members if uid not in under})


def may_try(table: Board, group: Group, marker: Marker) -> bool:
    """[5.28.attempt] [bor.1.reserve] [bor.3] Whether a command may try Individual Orders now."""
    untried = not marker.under and marker.id not in table.state.day.tried
    return untried and group.rating is not None and group.army != "reserve"


def without_orders(table: Board, marker: Marker) -> tuple[str, ...]:
    """[bor.14.orders] Return a command's units but those that are Under Orders to go round."""
    return tuple(uid for uid in marker.units if uid in table.state.orders)


def _attempt(table: Board, group: Group, marker: Marker) -> Procedure[None]:
    setup = table.setup
    name = name_of(setup, table.state, marker)
    choices = Listed(
        [
            (ROLL, text("Try Individual Orders ({n} or less)", n=str(group.rating))),
            (PASS, text("Stay without Orders")),
        ]
    )
    prompt = text("{name} has No Orders: try Individual Orders?", name=name)
    rules = ("5.28.attempt", "5.28.success", "5.28.fail", "5.27", "bor.1.individual")
    choice = yield Ask(
        setup.seat_of(group.side),
        "individual_orders",
        prompt,
        rules,
        choices,
        resting=True,
        subject=marker.units,
        odds="individual_orders_odds",
        weighs={"command": marker.id},
    )
    remember(table, tried=(*table.state.day.tried, marker.id))
    if choice == ROLL:
        roll_orders(table, group, marker)


def roll_orders(table: Board, group: Group, marker: Marker) -> None:
    """[5.28.success] [5.28.fail] Under Orders for this activation, or nothing but Rally."""
    setup = table.setup
    goal = group.rating or 0
    here = [uid for uid in without_orders(table, marker) if on_map(table.state.units[uid])]
    leader = leader_in_range(setup, table.state, here)
    modifiers = []
    if leader is not None:
        value = -abs(command_rating(setup, leader))
        name = setup.leaders[leader]["name"]
        modifiers.append(Modifier(value, text("{name} in range", name=name), "5.28.attempt"))
    roll = table.roll(
        seat=setup.seat_of(group.side),
        rule="5.28.attempt",
        purpose="individual_orders",
        subject=marker.id,
        sides=number("die_sides"),
        modifiers=modifiers,
        target=goal,
        result=lambda total: "under orders" if total <= goal else "failed",
        says=text("Individual Orders for {name}", name=name_of(setup, table.state, marker)),
    )
    orders = dict(table.state.orders)
    for uid in without_orders(table, marker):
        if roll.result == "failed":
            orders[uid] = FAILED
        else:
            orders.pop(uid, None)
    table.update(orders=orders)
    command, rule = name_of(setup, table.state, marker), "5.28.success"
    words = text("{name}: Under Orders for this activation.", name=command)
    if roll.result == "failed":
        words, rule = (
            text("{name}: nothing but Rally in this activation.", name=command),
            "5.28.fail",
        )
    table.log("result", words, rule, pieces=marker.units)


def begin_activation(table: Board, group: Group) -> None:
    """[5.11] [5.12.activation] All units of the group become active, wherever they are.

    Of the Guard only what Napoleon gave Orders to acts (bor.3).
    """
    away = flank_command(table.state)
    if group.rating is None:
        away = (*away, *table.state.orders)
    uids = tuple(
        uid
        for uid, unit in table.state.units.items()
        if table.setup.types[uid].group == group.id and on_map(unit) and uid not in away
    )
    enter_activation(table, group.side, uids)
