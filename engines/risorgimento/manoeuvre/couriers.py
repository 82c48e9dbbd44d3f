"""[A.3] Couriers: an order rides as a point, is delivered, and waits for its turn."""

from __future__ import annotations

import shapely

from grognard.engines.core.board.tabletop import Point, Pose, bearing
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Modifier
from grognard.engines.risorgimento.army.units import NONE
from grognard.engines.risorgimento.command.command import in_action
from grognard.engines.risorgimento.command.orders import PENDING, WrittenOrders
from grognard.engines.risorgimento.field.footprint import commander_base
from grognard.engines.risorgimento.manoeuvre.commander_moves import riders
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import Courier, Order, State
from grognard.engines.risorgimento.tables import number

SENT = "sent:"
"""Before a commander in `State.answered`: he has sent his couriers of this turn."""


def couriers_step(table: Board, side: str, formation: str) -> Procedure[None]:
    """[A.3.couriers] As a formation moves its commanders may send couriers; all of a side ride once.

    A higher commander, who moves with the first formation of his that does, sends his then.
    """
    setup = table.setup
    if not setup.written_orders:
        return
    for sender in riders(setup, table.state, formation):
        yield from _ask_sender(table, side, sender)
    for name in list(table.state.couriers):
        if table.state.couriers[name].side == side and not table.state.couriers[name].moved:
            _ride(table, name)


def _ask_sender(table: Board, side: str, sender: str) -> Procedure[None]:
    """[A.3.couriers] One commander's couriers of this turn, any number of them."""
    setup = table.setup
    mark = f"{SENT}{sender}"
    while mark not in table.state.answered:
        names = subordinates(setup, table.state, sender)
        choice: Choice = PASS
        if names:
            prompt = text("{name}: send a courier?", name=setup.posts[sender].name)
            choice = yield Ask(
                setup.seat_of(side),
                "courier",
                prompt,
                ("A.3.couriers", "A.2.change"),
                WrittenOrders(setup, names),
                resting=True,
                secret=True,
            )
        if choice == PASS:
            table.update(answered=(*table.state.answered, mark))
        else:
            order = Order(word_of(choice, "attitude"), word_of(choice, "target"), table.state.turn)
            _send(table, sender, word_of(choice, "to"), order)


def subordinates(setup: Setup, state: State, sender: str) -> tuple[str, ...]:
    """[A.2.change] Return the commanders below a superior in command, none on his way to them yet."""
    if not in_action(state, sender) or state.commanders[sender].marker != NONE:
        return ()
    riding = {courier.to for courier in state.couriers.values()}
    return tuple(
        post.id
        for post in setup.posts.values()
        if post.superior == sender
        and post.id not in riding
        and f"{PENDING}{post.id}" not in state.orders
        and in_action(state, post.id)
    )


def _send(table: Board, sender: str, to: str, order: Order) -> None:
    setup = table.setup
    pose = table.state.commanders[sender].pose
    if pose is None:
        return
    name = f"courier-{table.state.turn}-{to}"
    side = setup.posts[sender].side
    courier = Courier(name, side, sender, to, pose, order)
    table.update(couriers={**table.state.couriers, name: courier})
    words = text("{name} sends a courier.", name=setup.posts[sender].name)
    table.log("move", words, "A.3.couriers", seat=setup.seat_of(side))


def _ride(table: Board, name: str) -> None:
    """[A.3.couriers] [A.3.delivery] Ride straight to the recipient; on touching him, deliver."""
    courier = table.state.couriers[name]
    target = commander_base(table.setup, table.state.commanders[courier.to])
    if target is None or courier.executes:
        return
    here = courier.pose.centre
    gap = _distance(here, target.polygon)
    run = min(gap, table.setup.cm["commander_cm"])
    pose = courier.pose.moved(run, bearing(here, target.centre))
    arrived = (
        _distance(pose.centre, target.polygon) <= 2 * table.setup.eps or gap <= table.setup.eps
    )
    _put(table, evolve_courier(courier, pose, moved=True))
    if arrived:
        _deliver(table, name)


def evolve_courier(courier: Courier, pose: Pose, *, moved: bool) -> Courier:
    """Return the courier at another place."""
    return evolve(courier, pose=pose, moved=moved)


def _distance(point: Point, polygon: shapely.Polygon) -> float:
    return float(shapely.Point(point).distance(polygon))


def _put(table: Board, courier: Courier) -> None:
    table.update(couriers={**table.state.couriers, courier.id: courier})


def _deliver(table: Board, name: str) -> None:
    """[A.3.delivery] d6 plus initiative: 8 or more is executed next turn, else the shortfall waits."""
    setup = table.setup
    courier = table.state.couriers[name]
    initiative, needs = table.state.commanders[courier.to].initiative, number("courier_needs")
    roll = table.roll(
        seat=setup.seat_of(courier.side),
        rule="A.3.delivery",
        purpose="courier",
        subject=courier.to,
        sides=number("d6"),
        first=1,
        target=needs,
        upward=True,
        modifiers=[Modifier(initiative, text("Initiative"), "A.3.delivery")],
        says=text("An order reaches {name}", name=setup.posts[courier.to].name),
    )
    executes = table.state.turn + 1 + max(0, needs - roll.total)
    _put(table, evolve(courier, executes=executes))
    table.log(
        "result",
        text("The order holds from turn {n}.", n=executes),
        "A.3.delivery",
        seat=setup.seat_of(courier.side),
    )


def rest_couriers(table: Board) -> None:
    """Let couriers ride again next turn."""
    table.update(couriers={c.id: evolve(c, moved=False) for c in table.state.couriers.values()})
