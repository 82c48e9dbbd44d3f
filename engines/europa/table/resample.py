"""[7.5] [15.1] [16.1.draw] What a seat cannot know, dealt anew: trains face down, stacks, cards."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from grognard.engines.core.data.frozen import evolve
from grognard.engines.europa.hidden.dealing import deal
from grognard.engines.europa.setup import Setup, enemy_of
from grognard.engines.europa.state import State

PLACING = "supply.trains"
"""The step in which players have counters in their hands (7.4)."""


def resample(setup: Setup, state: State, seat: str, rng: Random) -> State:
    """Deal the enemy's counters, stacks and cards anew."""
    side = next(s.side for s in setup.info.seats if s.id == seat)
    state = deal(setup, state, side, rng) if setup.option("heights") else state
    return _cards(_trains(state, enemy_of(side), rng), enemy_of(side), rng)


def _trains(state: State, enemy: str, rng: Random) -> State:
    """[7.4] [7.5] How many genuine trains there are is known, but not which counters they are.

    Once all have placed theirs, every genuine one lies on the map: what was kept back are dummies.
    """
    hidden = [t for t in state.trains.values() if t.side == enemy and not t.is_open]
    placing = state.phase == PLACING
    left = state.hand.get(enemy, 0) + state.dummies.get(enemy, 0) if placing else 0
    if not hidden and not left:
        return state
    real = sum(train.genuine for train in hidden) + (state.hand.get(enemy, 0) if placing else 0)
    pool = [True] * real + [False] * (len(hidden) + left - real)
    rng.shuffle(pool)
    trains = dict(state.trains)
    for train in sorted(hidden, key=lambda train: train.id):
        trains[train.id] = replace(train, genuine=pool.pop())
    if not placing:
        return evolve(state, trains=trains)
    hand = {**state.hand, enemy: sum(pool)}
    dummies = {**state.dummies, enemy: len(pool) - sum(pool)}
    return evolve(state, trains=trains, hand=hand, dummies=dummies)


def _cards(state: State, enemy: str, rng: Random) -> State:
    """[16.1.draw] The enemy's cards may be any that were not seen."""
    held = state.hands.get(enemy, ())
    if not held:
        return state
    unseen = sorted((*held, *state.deck), key=lambda card: (len(card), card))
    rng.shuffle(unseen)
    hand = tuple(unseen[: len(held)])
    return evolve(
        state, hands={**state.hands, enemy: hand}, deck=tuple(sorted(unseen[len(held) :]))
    )
