"""[cards.secret] [command.counter] What a seat cannot know, dealt anew: hands, counters, couriers."""

from __future__ import annotations

from random import Random

from grognard.engines.core.data.frozen import evolve
from grognard.engines.eagle.command.counters import first_choices, orders_of
from grognard.engines.eagle.setup import Setup, enemy_of
from grognard.engines.eagle.state import State


def resample(setup: Setup, state: State, seat: str, rng: Random) -> State:
    """Deal the enemy's cards, counters that lie face down and orders of couriers anew."""
    side = next(s.side for s in setup.info.seats if s.id == seat)
    return _orders(setup, _cards(state, enemy_of(side), rng), enemy_of(side), rng)


def _cards(state: State, enemy: str, rng: Random) -> State:
    """[cards.secret] The enemy's hand may be any of the cards that are neither seen nor one's own."""
    held = state.hands.get(enemy, ())
    unseen = sorted((*held, *state.deck), key=int)
    rng.shuffle(unseen)
    hand = tuple(sorted(unseen[: len(held)], key=int))
    deck = tuple(sorted(unseen[len(held) :]))
    return evolve(state, hands={**state.hands, enemy: hand}, deck=deck)


def _orders(setup: Setup, state: State, enemy: str, rng: Random) -> State:
    """[command.counter] [command.dispatch] Counters face down may be any not seen, and their orders, too."""
    hidden = [
        gid
        for gid, group in sorted(state.groups.items())
        if setup.groups[gid].side == enemy and not group.shown
    ]
    dealt = [gid for gid in hidden if state.groups[gid].counter]
    drawn = state.drawn.get(enemy, ())
    pool = sorted({*state.counters, *drawn, *(state.groups[gid].counter for gid in dealt)}, key=int)
    rng.shuffle(pool)
    groups = dict(state.groups)
    for gid in dealt:
        groups[gid] = evolve(groups[gid], counter=pool.pop())
    if hidden and state.turn == 1:
        for gid in dealt:
            groups[gid] = evolve(groups[gid], order=rng.choice(first_choices(setup, gid)))
    taken = tuple(sorted(pool[: len(drawn)], key=int))
    counters = tuple(sorted(pool[len(drawn) :], key=int))
    for gid in sorted(groups):
        if setup.groups[gid].side == enemy and groups[gid].courier:
            groups[gid] = evolve(groups[gid], courier=rng.choice(orders_of(setup, gid)))
    drawings = {**state.drawn, enemy: taken} if drawn else state.drawn
    sealed = {seat: said for seat, said in state.sealed.items() if not _is_of(setup, seat, enemy)}
    return evolve(state, groups=groups, counters=counters, drawn=drawings, sealed=sealed)


def _is_of(setup: Setup, seat: str, side: str) -> bool:
    return setup.seat_of(side) == seat
