"""[A.2] Written orders: who has them, what they forbid, how they change (an option of the game)."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

import shapely

from grognard.engines.core.board.tabletop import Point, Pose
from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.risorgimento.army.units import NONE
from grognard.engines.risorgimento.command.command import (
    commander_of,
    in_action,
    superior_of,
    within,
)
from grognard.engines.risorgimento.field.footprint import commander_base
from grognard.engines.risorgimento.field.names import ATTITUDE_NAMES
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import Order, State

ATTACK, HOLD, MARCH, DELAY = "attack", "hold", "march", "delay"
ATTITUDES = (ATTACK, HOLD, MARCH, DELAY)
PENDING = "pending:"
"""Before the name of a recipient: an order that holds from the next phase A (A.2.change)."""


class WrittenOrders(Choices):
    """{"to": commander, "attitude": word, "target": place} or "pass"."""

    def __init__(self, setup: Setup, recipients: tuple[str, ...]) -> None:
        self.setup, self.recipients = setup, recipients

    def targets(self, attitude: str) -> tuple[str, ...]:
        """Return what an attitude may be aimed at: objectives, roads, or nothing."""
        if attitude == ATTACK:
            return tuple(objective.id for objective in self.setup.objectives)
        if attitude == MARCH:
            return tuple(p.id for p in self.setup.table.patches if p.terrain == "road")
        return ("",)

    def __iter__(self) -> Iterator[Choice]:
        yield PASS
        for name in self.recipients:
            for attitude in ATTITUDES:
                for target in self.targets(attitude):
                    yield {"to": name, "attitude": attitude, "target": target}

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        if not isinstance(choice, dict) or set(choice) != {"to", "attitude", "target"}:
            return Refusal("A.2.orders", text("Name a recipient, an attitude and a target."))
        if choice["to"] not in self.recipients:
            return Refusal("A.2.change", text("No order can be given to him now."))
        if choice["attitude"] not in ATTITUDES or choice["target"] not in self.targets(
            choice["attitude"]
        ):
            return Refusal(
                "A.2.umpire", text("An order is attack, hold, march or delay, with its target.")
            )
        return None

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("No more orders")
        name = self.setup.posts[word_of(choice, "to")].name
        target = place_name(self.setup, word_of(choice, "target"))
        order = ATTITUDE_NAMES[word_of(choice, "attitude")].fill(place=target)
        return text("{name}: {order}", name=name, order=order)


def place_name(setup: Setup, target: str) -> str:
    """Return the name of what an order aims at."""
    names = {objective.id: objective.name for objective in setup.objectives}
    names.update({patch.id: patch.name or patch.id for patch in setup.table.patches})
    return names.get(target, "")


def orders_phase(table: Board) -> Procedure[None]:
    """[A.2.orders] Before the first turn each player may write orders, in secret."""
    setup = table.setup
    if not setup.written_orders:
        return
    for side in setup.sides:
        while f"written:{side}" not in table.state.answered:
            free = tuple(
                post.id
                for post in setup.posts.values()
                if post.side == side and post.id not in table.state.orders
            )
            choice = PASS
            if free:
                prompt = text("Write orders for the day.")
                answer = yield Ask(
                    setup.seat_of(side),
                    "written_order",
                    prompt,
                    ("A.2.orders",),
                    WrittenOrders(setup, free),
                    resting=True,
                    secret=True,
                )
                choice = word_of(answer)
            if choice == PASS:
                table.update(answered=(*table.state.answered, f"written:{side}"))
            else:
                write(table, choice, table.state.turn)


def write(table: Board, choice: Choice, turn: int, *, pending: bool = False) -> None:
    """[A.2.orders] Set an order down; "hold" is bound to where the recipient stands."""
    name, target = word_of(choice, "to"), word_of(choice, "target")
    pose = table.state.commanders[name].pose
    if word_of(choice, "attitude") == HOLD and pose is not None:
        target = f"{pose.x},{pose.y}"
    key = f"{PENDING}{name}" if pending else name
    order = Order(word_of(choice, "attitude"), target, turn)
    table.update(orders={**table.state.orders, key: order})
    setup = table.setup
    side = setup.posts[name].side
    told = ATTITUDE_NAMES[order.attitude].fill(place=place_name(setup, order.target))
    words = text("The orders of {name}: {order}.", name=setup.posts[name].name, order=told)
    table.log(
        "choice", words, "A.2.orders", seat=setup.seat_of(side), visible_to=(setup.seat_of(side),)
    )


# -- changing orders in radius (A.2.change) ----------------------------------------------------


def changes_phase(table: Board) -> Procedure[None]:
    """[A.2.change] Orders changed in the last phase A take hold; then superiors may change others."""
    setup = table.setup
    if not setup.written_orders:
        return
    if "arrived" not in table.state.answered:
        _take_hold(table)
        table.update(answered=(*table.state.answered, "arrived"))
    for side in setup.sides:
        while f"changed:{side}" not in table.state.answered:
            near = reachable(setup, table.state, side)
            choice = PASS
            if near:
                prompt = text("Change the orders of a commander within radius?")
                answer = yield Ask(
                    setup.seat_of(side),
                    "change_order",
                    prompt,
                    ("A.2.change",),
                    WrittenOrders(setup, near),
                    resting=True,
                    secret=True,
                )
                choice = word_of(answer)
            if choice == PASS:
                table.update(answered=(*table.state.answered, f"changed:{side}"))
            else:
                write(table, choice, table.state.turn + 1, pending=True)


def reachable(setup: Setup, state: State, side: str) -> tuple[str, ...]:
    """[A.2.change] Commanders whose superior is in command and has them within his radius."""
    found = []
    for post in setup.posts.values():
        above = superior_of(setup, state, post)
        own = commander_base(setup, state.commanders[post.id])
        if post.side != side or not above or own is None or f"{PENDING}{post.id}" in state.orders:
            continue
        chief = state.commanders[above]
        if in_action(state, above) and chief.marker == NONE and within(setup, state, above, own):
            found.append(post.id)
    return tuple(found)


def _take_hold(table: Board) -> None:
    setup = table.setup
    orders = dict(table.state.orders)
    for key, order in table.state.orders.items():
        if not key.startswith(PENDING):
            continue
        name = key.removeprefix(PENDING)
        above = superior_of(setup, table.state, setup.posts[name])
        own = commander_base(setup, table.state.commanders[name])
        del orders[key]
        if (
            above
            and own is not None
            and in_action(table.state, above)
            and within(setup, table.state, above, own)
        ):
            orders[name] = order
    for courier in table.state.couriers.values():
        if courier.executes and courier.executes <= table.state.turn:
            orders[courier.to] = courier.order
    left = {
        c.id: c
        for c in table.state.couriers.values()
        if not (c.executes and c.executes <= table.state.turn)
    }
    table.update(orders=orders, couriers=left)


# -- obedience (A.2.umpire) --------------------------------------------------------------------


def order_for(setup: Setup, state: State, uid: str) -> Order | None:
    """[A.2.orders] Return the order a unit stands under: its own, or the nearest above it."""
    if uid in state.orders:
        return state.orders[uid]
    name = commander_of(setup, state, setup.types[uid].brigade)
    while name:
        if name in state.orders:
            return state.orders[name]
        name = superior_of(setup, state, setup.posts[name])
    return None


def why_not_obey(setup: Setup, state: State, uid: str, start: Pose, end: Pose) -> Refusal | None:
    """[A.2.umpire] Return what a unit's written order has against a move, or None."""
    order = order_for(setup, state, uid) if setup.written_orders else None
    if order is None or order.attitude == DELAY:
        return None
    if order.attitude == HOLD:
        middle = _point(order.target)
        outside = (
            middle is not None and _gap(end.centre, middle) > setup.cm["hold_radius_cm"] + setup.eps
        )
        leaving = (
            outside and middle is not None and _gap(end.centre, middle) > _gap(start.centre, middle)
        )
        words = text(
            "Its orders are to hold: it stays within {n} cm of its place.",
            n=round(setup.cm["hold_radius_cm"]),
        )
        return Refusal("A.2.umpire", words, (uid,)) if leaving else None
    shape = _shape(setup, order.target)
    if shape is None:
        return None
    before, after = (shapely.Point(p.centre).distance(shape) for p in (start, end))
    if after <= before + setup.eps:
        return None
    words = text("Its orders lead to {place}.", place=place_name(setup, order.target))
    return Refusal("A.2.umpire", words, (uid, order.target))


def _point(target: str) -> Point | None:
    x, _, y = target.partition(",")
    return (int(x) / 1000, int(y) / 1000) if y else None


def _gap(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _shape(setup: Setup, target: str) -> shapely.Geometry | None:
    for objective in setup.objectives:
        if objective.id == target:
            return shapely.Point(objective.at)
    return next((patch.polygon for patch in setup.table.patches if patch.id == target), None)


def own_plans(setup: Setup, state: State, uid: str) -> list[tuple[Text, Text]]:
    """[C.1.notes] [A.2.orders] What only a unit's own side knows of it."""
    found = []
    target = next((note[1] for note in state.notes if note[0] == uid), "")
    if target:
        found.append((text("Charge note"), named("unit", setup.types[target].name)))
    order = order_for(setup, state, uid) if setup.written_orders else None
    if order is not None:
        where = place_name(setup, order.target)
        found.append((text("Orders"), ATTITUDE_NAMES[order.attitude].fill(place=where)))
    return found
