"""[command.dispatch] Couriers bring new orders, in secret, as far and as many as the CC's ability goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, counted, named, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.cards import moments as cards
from grognard.engines.eagle.command.chiefs import ability, radius, ugc_of
from grognard.engines.eagle.command.counters import NO_MANEUVER, orders_of
from grognard.engines.eagle.field.effects import change_group
from grognard.engines.eagle.field.position import group_units
from grognard.engines.eagle.setup import SIDES, Board, Setup
from grognard.engines.eagle.state import ORDERS, State
from grognard.engines.eagle.tables import named_row, number

RULE, RANGE, LIMIT = "command.dispatch", "command.dispatch.range", "command.dispatch.limit"
MORE = "couriers "
"""Before the name of a side, in the features of a State: so many more couriers it may send this turn."""


def send_couriers(table: Board) -> Procedure[None]:
    """[command.dispatch] Each side sends its couriers in secret; who has decided is all the other learns."""
    for side in SIDES:
        if f"sent {side}" in table.state.done:
            continue
        if f"asked {side}" not in table.state.done:
            table.update(deciding=side, done=(*table.state.done, f"asked {side}"))
            acting = tuple(gid for gid, group in table.setup.groups.items() if group.side == side)
            yield from cards.moment(table, "sending", acting=acting)
        yield from _send(table, side)
        table.update(done=(*table.state.done, f"sent {side}"), deciding="")
        words = text("{seat} has decided", seat=table.seat_name(table.setup.seat_of(side)))
        table.log("choice", words, RULE, seat=table.setup.seat_of(side))
    table.dice.learn()
    features = {k: v for k, v in table.state.features.items() if not k.startswith(MORE)}
    table.update(features=features)
    _tell(table)


def _send(table: Board, side: str) -> Procedure[None]:
    """[command.dispatch.limit] Couriers one by one, until the owner has sent enough."""
    setup = table.setup
    while options := list(dispatches(setup, table.state, side)):
        choice = yield Ask(
            setup.seat_of(side),
            "courier",
            _prompt(couriers_left(setup, table.state, side)),
            (RULE, RANGE, LIMIT, "command.dispatch.same_order", "cmd.ability_cc"),
            Listed(
                [*options, (PASS, text("No more couriers"))],
                refusals=_refusals(table, side),
                about=lambda choice: units_reached(setup, word_of(choice, "group")),
            ),
            form="target",
            resting=True,
            secret=True,
            odds="courier_odds",
        )
        if choice == PASS:
            return
        change_group(table, word_of(choice, "group"), courier=word_of(choice, "order"))


def _prompt(left: int) -> Text:
    """[command.dispatch.limit] Ask for a courier, and say how many may still go."""
    return counted("Send a courier? {n} more may go.", "Send a courier? {n} more may go.", n=left)


def units_reached(setup: Setup, gid: str) -> tuple[str, ...]:
    """Return the units that a courier to a group is about: they light up."""
    return tuple(setup.groups[gid].units)


def dispatches(setup: Setup, state: State, side: str) -> Iterator[tuple[Choice, Text]]:
    """[command.dispatch] Give every courier that a side may still send, with its words."""
    sent = Counter(g.courier for g in state.groups.values() if _sent(setup, g.id, g.courier, side))
    for gid, group in setup.groups.items():
        if group.side != side or why_no_courier(setup, state, gid) is not None:
            continue
        for order in orders_of(setup, gid):
            if sent[order] < number("couriers_of_an_order"):
                words = text(
                    "{group}: {order}",
                    group=named("unit", group.name),
                    order=named_row("orders", order),
                )
                yield {"group": gid, "order": order}, words


def _sent(setup: Setup, gid: str, courier: str, side: str) -> bool:
    return bool(courier) and setup.groups[gid].side == side


def couriers_left(setup: Setup, state: State, side: str) -> int:
    """[command.dispatch.limit] Return how many couriers a side may still send."""
    sent = sum(_sent(setup, g.id, g.courier, side) for g in state.groups.values())
    return ability(setup, state, side) + more(state, side) - sent


def more(state: State, side: str) -> int:
    """Return the couriers that a card gives a side besides; as many may go beyond the radius."""
    return int(state.features.get(f"{MORE}{side}", "0"))


def add_couriers(table: Board, side: str, count: int) -> None:
    """A card gives a side more couriers for this turn."""
    said = str(more(table.state, side) + count)
    table.update(features={**table.state.features, f"{MORE}{side}": said})


def why_no_courier(setup: Setup, state: State, gid: str) -> Refusal | None:
    """[command.dispatch] Refuse a courier to a group."""
    side, name = setup.groups[gid].side, named("unit", setup.groups[gid].name)
    at = post_of(setup, state, gid)
    if not at:
        return Refusal(RULE, text("No unit of {group} can be reached.", group=name))
    if state.groups[gid].courier:
        return Refusal(RULE, text("{group} already has a courier.", group=name), (at,))
    if couriers_left(setup, state, side) <= 0:
        return Refusal(LIMIT, text("The Commander-in-Chief sends no more couriers this turn."))
    if is_kept(setup, state, gid):
        return Refusal(RULE, text("{group} keeps its order for now.", group=name), (at,))
    near = radius(setup, state, side)
    if at not in near and _beyond(setup, state, side, near) >= more(state, side):
        rule = RANGE if setup.groups[gid].ugc else "command.dispatch.artillery"
        return Refusal(rule, text("{group} is beyond the command radius.", group=name), (at,))
    return None


def _beyond(setup: Setup, state: State, side: str, near: dict[str, int]) -> int:
    """Return how many couriers have gone beyond the radius."""
    return sum(
        _sent(setup, g.id, g.courier, side) and post_of(setup, state, g.id) not in near
        for g in state.groups.values()
    )


def is_kept(setup: Setup, state: State, gid: str) -> bool:
    """[scen.structure] Whether a scenario makes a group keep its order until a turn, or an attack."""
    said = setup.says("keep_orders")
    return (
        said is not None
        and gid in said["group"]
        and state.turn < int(said["until"])
        and state.groups[gid].order == said["order"]
    )


def post_of(setup: Setup, state: State, gid: str) -> str:
    """[command.dispatch.artillery] Return where a courier finds a group: its UGC, or the gun; "" nowhere."""
    if setup.groups[gid].arm == "artillery":
        return next((unit.at for unit in group_units(setup, state, gid)), "")
    ugc = ugc_of(state, gid)
    return ugc.at if ugc else ""


def _refusals(table: Board, side: str) -> Callable[[], Iterator[tuple[Choice, Refusal]]]:
    setup, state = table.setup, table.state

    def refused() -> Iterator[tuple[Choice, Refusal]]:
        for gid, group in setup.groups.items():
            if group.side == side:
                why = why_no_courier(setup, state, gid)
                for order in ORDERS:
                    if why is not None:
                        yield {"group": gid, "order": order}, why
                    elif order not in orders_of(setup, gid):
                        yield {"group": gid, "order": order}, NO_MANEUVER

    return refused


def _tell(table: Board) -> None:
    """[command.dispatch] Once both have decided the couriers stand by their groups, their orders hidden."""
    for gid, group in table.state.groups.items():
        if group.courier:
            words = text(
                "A courier is with {group}.", group=named("unit", table.setup.groups[gid].name)
            )
            at = post_of(table.setup, table.state, gid)
            table.log("choice", words, RULE, where=(at,) if at else ())


def forget(table: Board) -> None:
    """No courier is left under way."""
    groups = {gid: evolve(group, courier="") for gid, group in table.state.groups.items()}
    table.update(groups=groups)
