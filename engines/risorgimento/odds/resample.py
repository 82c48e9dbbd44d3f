"""[C.1.notes] [A.2.orders] [D.phase] Hidden facts dealt anew, consistent with what a seat has seen.

Hidden are the enemy's charge notes until each is revealed, his orders of fire until all are released,
and what his written orders and couriers say. What is dealt hangs on the seat's own knowledge and on
the seed alone: never on the truth.
"""

from __future__ import annotations

from random import Random

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.show.asks import PASS, Choice
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.risorgimento.charge.charges import Notes
from grognard.engines.risorgimento.command.orders import ATTITUDES, WrittenOrders
from grognard.engines.risorgimento.fire.fire_phases import ORDERED, Orders
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.sight.sight import FIRE, GUNS
from grognard.engines.risorgimento.state import Order, Shot, State
from grognard.engines.risorgimento.turn.turn import TURN

MOST = 40
"""No side gives more orders of fire than this, nor notes more charges."""
NOTED = ("C.notes", "C.initiative", "D", "E.charges")
"""The phases in which notes may still be secret."""


def resample(setup: Setup, state: State, seat: str | None, rng: Random) -> State:
    """Return the position with everything hidden from `seat` dealt anew."""
    for side in setup.sides:
        if setup.seat_of(side) != seat:
            state = _fires(
                setup, _notes(setup, _orders(setup, state, side, rng), side, rng), side, rng
            )
    return state


def _orders(setup: Setup, state: State, side: str, rng: Random) -> State:
    """[A.2.orders] Other attitudes and aims for the enemy's commanders; that there are orders is kept."""
    if not setup.written_orders:
        return state
    deal = WrittenOrders(setup, ())

    def anew(order: Order) -> Order:
        attitude = rng.choice(ATTITUDES)
        return Order(attitude, rng.choice(deal.targets(attitude) or ("",)), order.turn)

    own = {post.id for post in setup.posts.values() if post.side == side}
    own |= {uid for uid, kind in setup.types.items() if kind.side == side}
    orders = {
        name: anew(order) if name.rpartition(":")[2] in own else order
        for name, order in sorted(state.orders.items())
    }
    couriers = {
        name: evolve(courier, order=anew(courier.order)) if courier.side == side else courier
        for name, courier in state.couriers.items()
    }
    return evolve(state, orders=orders, couriers=couriers)


def _notes(setup: Setup, state: State, side: str, rng: Random) -> State:
    """[C.1.notes] The enemy may have noted any charge that he may note now."""
    kept = tuple(note for note in state.notes if setup.types[note[0]].side != side)
    found = evolve(state, notes=kept)
    written = f"noted:{side}" in state.answered or not TURN.within(state, NOTED[0])
    if not TURN.within(state, *NOTED) or not written:
        return found
    for _ in range(MOST):
        notes = Notes(setup, found, side)
        choice: Choice = notes.sample(rng) if notes.riders and notes.targets else PASS
        if choice == PASS:
            break
        found = evolve(
            found, notes=(*found.notes, (words_of(choice, "pieces")[0], word_of(choice, "at")))
        )
    return found


def _fires(setup: Setup, state: State, side: str, rng: Random) -> State:
    """[D.phase] [F.phase] The enemy who has given his orders may have given any; else he has given none."""
    if not TURN.within(state, GUNS, FIRE):
        return state
    found = evolve(
        state, fires=tuple(s for s in state.fires if setup.types[s.units[0]].side != side)
    )
    if ORDERED + side not in state.answered:
        return found
    for _ in range(MOST):
        orders = Orders(setup, found, side, state.phase)
        choice: Choice = orders.sample(rng) if orders.any() else PASS
        if choice == PASS:
            break
        found = evolve(
            found,
            fires=(*found.fires, Shot(tuple(words_of(choice, "pieces")), word_of(choice, "at"))),
        )
    return found
