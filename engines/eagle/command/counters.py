"""[command.counter] Order counters: drawn and given out in secret on turn 1, exchanged later."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.show.asks import Ask, Choice, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import CAUSE, Refusal
from grognard.engines.eagle.command.pool import initiative
from grognard.engines.eagle.command.taking_up import take_up
from grognard.engines.eagle.field.effects import change_group
from grognard.engines.eagle.setup import SIDES, Board, Setup
from grognard.engines.eagle.state import ORDERS, State
from grognard.engines.eagle.tables import named_row

NO_MANEUVER = Refusal("order.maneuver.who", text("Artillery cannot have a Manoeuvre order."))
DRAW, ASSIGN, REVEAL = (
    "command.first_turn.draw",
    "command.first_turn.assign",
    "command.first_turn.reveal",
)


def draw_counter(table: Board, side: str, subject: str, rule: str, *, secret: bool) -> str:
    """[command.first_turn.draw] [command.execute.success] Draw a counter from the pool, unseen."""
    seat = table.setup.seat_of(side)
    drawn = table.draw(
        seat=seat,
        rule=rule,
        purpose="order_counter",
        subject=subject,
        pool=table.state.counters,
        says=text("An order counter is drawn."),
        kind=CAUSE,
        named=lambda counter: text("Order counter {n}", n=counter),
        visible_to=(seat,) if secret else (),
        blind=True,
    )
    table.update(counters=tuple(one for one in table.state.counters if one != drawn))
    return drawn


def first_orders(table: Board) -> Procedure[None]:
    """[command.first_turn.draw] [command.first_turn.assign] Each side draws, then gives counters out in secret."""
    for side in SIDES:
        if side not in table.state.drawn:
            drawn = tuple(
                draw_counter(table, side, gid, DRAW, secret=True)
                for gid in _groups(table.setup, side)
            )
            table.update(drawn={**table.state.drawn, side: drawn})
    for side in SIDES:
        while gid := _without(table.setup, table.state, side):
            yield from _assign(table, gid)


def _groups(setup: Setup, side: str) -> list[str]:
    return [gid for gid, group in setup.groups.items() if group.side == side]


def _without(setup: Setup, state: State, side: str) -> str:
    """Return the first group of a side that has no counter yet."""
    return next((gid for gid in _groups(setup, side) if not state.groups[gid].counter), "")


def orders_of(setup: Setup, gid: str) -> tuple[str, ...]:
    """[order.maneuver.who] Return the orders that a group may have; artillery has no Manoeuvre."""
    gun = setup.groups[gid].arm == "artillery"
    return tuple(order for order in ORDERS if not (gun and order == "maneuver"))


def first_choices(setup: Setup, gid: str) -> tuple[str, ...]:
    """[command.first_turn.assign] A scenario may fix the first orders."""
    group = setup.groups[gid]
    fixed, kept = setup.says("fixed_orders"), setup.says("keep_orders")
    if fixed is not None and group.side in fixed["side"]:
        return (group.order,)
    if kept is not None and gid in kept["group"]:
        return (str(kept["order"]),)
    return orders_of(setup, gid)


def _called(choice: Choice) -> Text:
    """Return an order with the initiative that a counter gives it; also of one that cannot be given."""
    counter, order = word_of(choice, "counter"), word_of(choice, "order")
    initial = initiative(counter, order)
    return text("{order}, initiative {n}", order=named_row("orders", order), n=initial)


def _assign(table: Board, gid: str) -> Procedure[None]:
    """[command.first_turn.assign] One group gets one of the counters drawn, with an order up."""
    setup, group = table.setup, table.setup.groups[gid]
    left = table.state.drawn[group.side]
    options: list[Choice | tuple[Choice, Text]] = [
        ({"counter": counter, "order": order}, _called({"counter": counter, "order": order}))
        for order in first_choices(setup, gid)
        for counter in sorted(left, key=int)
    ]
    choice = yield Ask(
        setup.seat_of(group.side),
        "first_order",
        text("{group}: which order?", group=named("unit", group.name)),
        (ASSIGN, "order.maneuver.who"),
        Listed(options, refusals=lambda: _closed_orders(setup, gid, left), named=_called),
        form="pick",
        subject=group.units,
        resting=True,
        secret=True,
    )
    counter, order = word_of(choice, "counter"), word_of(choice, "order")
    change_group(table, gid, counter=counter, order=order)
    kept = tuple(one for one in left if one != counter)
    table.update(drawn={**table.state.drawn, group.side: kept})


def _closed_orders(
    setup: Setup, gid: str, left: tuple[str, ...]
) -> Iterator[tuple[Choice, Refusal]]:
    """[order.maneuver.who] [command.first_turn.assign] Say why a group cannot begin with an order."""
    open_to, name = orders_of(setup, gid), named("unit", setup.groups[gid].name)
    fixed = text("The scenario says with which order {group} begins.", group=name)
    for order in ORDERS:
        if order not in first_choices(setup, gid):
            why = Refusal(ASSIGN, fixed) if order in open_to else NO_MANEUVER
            yield from (({"counter": counter, "order": order}, why) for counter in left)


def reveal_counters(table: Board) -> None:
    """[command.first_turn.reveal] All counters are turned up together; their orders hold without a test."""
    table.reveal(text("The order counters are turned up."), REVEAL)
    for gid, group in table.state.groups.items():
        change_group(table, gid, shown=True)
        take_up(table, gid, group.order, REVEAL)


def exchange_counters(table: Board, first: str, second: str, rule: str) -> None:
    """Two groups of a side exchange their counters, by a card; each keeps its order."""
    groups = table.state.groups
    one, other = groups[first].counter, groups[second].counter
    change_group(table, first, counter=other)
    change_group(table, second, counter=one)
    words = text(
        "{one} and {other} exchange their order counters.",
        one=named("unit", table.setup.groups[first].name),
        other=named("unit", table.setup.groups[second].name),
    )
    table.log("result", words, rule)
