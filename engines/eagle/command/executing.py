"""[command.execute.sequence] Couriers are revealed one by one; a test tells whether an order changes."""

from __future__ import annotations

from grognard.engines.core.data.text import all_of, named, text
from grognard.engines.core.show.asks import Ask, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import CAUSE, Modifier, Roll
from grognard.engines.eagle.cards import moments as cards
from grognard.engines.eagle.cards.steps import test_over
from grognard.engines.eagle.command.cc_movement import SEQUENCE, who_is_first
from grognard.engines.eagle.command.chiefs import cc_of, radius, ugc_of
from grognard.engines.eagle.command.counters import draw_counter
from grognard.engines.eagle.command.couriers import forget, post_of, units_reached
from grognard.engines.eagle.command.taking_up import take_up
from grognard.engines.eagle.field.effects import change_group
from grognard.engines.eagle.field.position import command
from grognard.engines.eagle.setup import SIDES, Board, Setup, enemy_of
from grognard.engines.eagle.state import State
from grognard.engines.eagle.tables import modifier, named_row, number

RULE, TEST, SUCCESS = "command.execute.sequence", "command.execute.test", "command.execute.success"


def execute_orders(table: Board) -> Procedure[None]:
    """[command.execute.sequence] The players take turns until all couriers have been revealed."""
    sides = [side for side in SIDES if brought(table.setup, table.state, side)]
    side = table.state.deciding
    if not side:
        side = sides[0] if sides else ""
        if len(sides) > 1:
            # Who decided about CC movement decides here too; where he let the other begin, he said so.
            side = yield from who_is_first(table, "execute_order", RULE)
        _keep_orders(table)
    while side:
        table.update(deciding=side)
        if brought(table.setup, table.state, side):
            yield from _reveal(table, side)
        other = enemy_of(side)
        side = next((one for one in (other, side) if brought(table.setup, table.state, one)), "")
    table.update(deciding="")
    forget(table)


def _keep_orders(table: Board) -> None:
    """[command.execute.no_courier] Who has no courier makes no test."""
    kept = [group.id for group in table.state.groups.values() if not group.courier]
    if kept:
        names = all_of(named("unit", table.setup.groups[gid].name) for gid in kept)
        words = text("Without a courier, so they keep their orders: {groups}.", groups=names)
        table.log("note", words, "command.execute.no_courier")


def brought(setup: Setup, state: State, side: str) -> list[str]:
    """[command.execute.no_courier] Return the groups of a side whose courier waits to be revealed."""
    return [
        gid
        for gid, group in state.groups.items()
        if group.courier and setup.groups[gid].side == side
    ]


def _reveal(table: Board, side: str) -> Procedure[None]:
    """[command.execute.test] One courier is revealed, and its order tested."""
    setup, groups = table.setup, brought(table.setup, table.state, side)
    gid = groups[0]
    if len(groups) > 1:
        options = [(one, named("unit", setup.groups[one].name)) for one in groups]
        ask = Ask(
            setup.seat_of(side),
            "reveal_courier",
            text("Which courier is revealed?"),
            (RULE, SEQUENCE),
            Listed(options, about=lambda choice: units_reached(setup, word_of(choice))),
            resting=True,
            odds="courier_odds",
        )
        gid = word_of((yield ask))
    order = table.state.groups[gid].courier
    name = named("unit", setup.groups[gid].name)
    words = text("Courier for {group}: {order}.", group=name, order=named_row("orders", order))
    table.reveal(words, TEST, kind=CAUSE)
    passed = yield from _test(table, gid)
    test_over(table, gid)
    change_group(table, gid, courier="")
    if passed:
        _succeed(table, gid, order)
    else:
        words = text("{group} keeps its order.", group=name)
        table.log("result", words, "command.execute.fail")


def _succeed(table: Board, gid: str, order: str) -> None:
    """[command.execute.success] A new counter is drawn, then the old one goes back to the pool."""
    side, old = table.setup.groups[gid].side, table.state.groups[gid].counter
    new = draw_counter(table, side, gid, SUCCESS, secret=False)
    table.update(counters=tuple(sorted((*table.state.counters, *([old] if old else ())), key=int)))
    change_group(table, gid, counter=new, shown=True)
    take_up(table, gid, order, SUCCESS)


def _test(table: Board, gid: str) -> Procedure[bool]:
    """[command.execute.test] [command.execute.auto] The die and the Orders values, where one is needed."""
    setup, group = table.setup, table.setup.groups[gid]
    if is_automatic(setup, table.state, gid):
        name = named("unit", group.name)
        table.log(CAUSE, text("{group} needs no test.", group=name), "command.execute.auto")
        return True
    yield from cards.moment(table, "order_test", tested=(gid,))
    if cards.marked(setup, table.state, "pass", "order", gid):
        return True
    return roll_order(table, gid).result == "changed"


def roll_order(table: Board, gid: str) -> Roll:
    """[command.execute.test] The die of an order that a courier brings."""
    setup, group = table.setup, table.setup.groups[gid]
    return table.roll(
        seat=setup.seat_of(group.side),
        rule=TEST,
        purpose="order_change",
        subject=gid,
        sides=number("die"),
        first=1,
        modifiers=order_modifiers(setup, table.state, gid),
        target=number("pass"),
        upward=True,
        result=lambda total: "changed" if total >= number("pass") else "kept",
        says=text("{group} tests for its new order", group=named("unit", group.name)),
        kind=CAUSE,
    )


def is_automatic(setup: Setup, state: State, gid: str) -> bool:
    """[command.execute.auto] Whether no test is needed: the CC with the UGC, and artillery."""
    cc = cc_of(setup, state, setup.groups[gid].side)
    with_cc = cc is not None and cc.at == post_of(setup, state, gid)
    return setup.groups[gid].arm == "artillery" or with_cc


def order_modifiers(setup: Setup, state: State, gid: str) -> tuple[Modifier, ...]:
    """[command.execute.test] [command.execute.cc_bonus] The Orders values of the UGC and of a CC near enough."""
    side = setup.groups[gid].side
    ugc, cc = ugc_of(state, gid), cc_of(setup, state, side)
    found: list[Modifier] = []
    if ugc is not None:
        found.append(modifier("order_change", "ugc", command(setup, state, ugc.id, "orders")))
    if cc is not None and ugc is not None and ugc.at in radius(setup, state, side):
        worth = command(setup, state, cc.id, "orders")
        bonus = modifier("order_change", "cc", worth)
        found.append(Modifier(bonus.value, bonus.reason, "command.execute.cc_bonus"))
    return (*found, *cards.added(setup, state, "order", (gid,)))
