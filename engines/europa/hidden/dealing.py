"""[15.1] The enemy's hidden stacks dealt anew: who stands under which counters, of which some are dummies.

What a side knows of them is kept: how high each stack is, how many of a hex are disrupted, who has moved,
which are off the map; and what its own moves tell of a stack, whether cavalry in good order is in it
(8.4.7, 6.2.1) and whether it is strong enough to besiege (8.4.siege). All else hangs on the die alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from grognard.engines.core.data.frozen import evolve
from grognard.engines.europa.field.position import (
    capacity,
    commanders_at,
    dummies_at,
    forages,
    good_at,
    stacks,
    units_at,
)
from grognard.engines.europa.hidden.seen import is_hidden
from grognard.engines.europa.setup import Setup, UnitCard, enemy_of
from grognard.engines.europa.state import Commander, State, Unit
from grognard.engines.europa.tables import number

TRIES = 40
LEAST = 2
"""[3.3] The least room that a unit takes, in halves."""


@dataclass(frozen=True)
class Stand:
    """A hidden stack as the other side knows it; `strong`: whether it besieges, None where nobody can tell."""

    at: str
    height: int
    shaken: int
    horse: bool
    strong: bool | None
    like: Unit

    @property
    def least(self) -> int:
        """[15.1] How many units there are at least: no fewer than dummies, and all that are known of."""
        known = self.shaken + (number("besiegers") if self.strong else int(self.horse))
        return max(known, self.height - self.height // 2)

    @property
    def most(self) -> int:
        """[8.4.siege] How many units there are at most: of one that does not besiege one alone is in good order."""
        if self.strong is not False:
            return self.height
        return min(self.height, self.shaken + number("besiegers") - 1)


def deal(setup: Setup, state: State, side: str, rng: Random) -> State:
    """[15.1] Return the position with the enemy's hidden stacks dealt anew, as far as a side may wonder."""
    enemy = enemy_of(side)
    stands = [
        _stand(setup, state, enemy, at)
        for at in sorted(stacks(setup, state, enemy))
        if is_hidden(setup, state, side, enemy, at)
    ]
    if not stands:
        return state
    there = {stand.at for stand in stands}
    uids = [u.id for u in state.units.values() if u.at in there and setup.units[u.id].side == enemy]
    cards = {uid: setup.units[uid] for uid in sorted(uids)}
    for _ in range(TRIES):
        counts = _counts(stands, len(cards), rng)
        found = _shared(stands, counts, cards, rng) if counts else None
        if found is not None:
            return _laid_out(setup, state, enemy, stands, found, rng)
    return state


def _stand(setup: Setup, state: State, enemy: str, at: str) -> Stand:
    here, good = stacks(setup, state, enemy)[at], good_at(setup, state, enemy, at)
    like = evolve(
        here[0],
        id="",
        disrupted=False,
        cut=all(unit.cut for unit in here),
        moved=all(unit.moved for unit in here),
        forced=any(unit.forced for unit in here),
        battles=max(unit.battles for unit in here),
        pinned=False,
    )
    return Stand(
        at,
        len(here) + dummies_at(setup, state, enemy, at),
        len(here) - len(good),
        any(setup.units[unit.id].is_cavalry for unit in good),
        len(good) >= number("besiegers") if _besets(setup, state, enemy, at) else None,
        like,
    )


def _besets(setup: Setup, state: State, side: str, at: str) -> bool:
    """[8.4.siege] Whether a stack stands beside a city that a single enemy unit holds: that unit tells whether it besieges."""
    return any(
        city in setup.map.cities
        and not setup.map.is_river(at, city)
        and len(units_at(setup, state, enemy_of(side), city)) == 1
        for city in setup.map.grid.adjacent(at)
    )


def _counts(stands: Sequence[Stand], units: int, rng: Random) -> dict[str, int]:
    """[15.1] Return how many units stand in each hex; the rest of its height are dummies."""
    counts = {stand.at: stand.most for stand in stands}
    for _ in range(sum(counts.values()) - units):
        high = [stand.at for stand in stands if counts[stand.at] > stand.least]
        if not high:
            return {}
        counts[rng.choice(high)] -= 1
    return counts


def _shared(
    stands: Sequence[Stand],
    counts: Mapping[str, int],
    cards: Mapping[str, UnitCard],
    rng: Random,
) -> dict[str, list[str]] | None:
    """[4.1] Share the units out: cavalry where it is known to be, and as many in a hex as have room."""
    held: dict[str, list[str]] = {stand.at: [] for stand in stands}
    room = {at: capacity() - LEAST * count for at, count in counts.items()}

    def put(uid: str, open_to: Iterable[str]) -> bool:
        more = cards[uid].space - LEAST
        places = [at for at in open_to if len(held[at]) < counts[at] and room[at] >= more]
        if not places:
            return False
        at = rng.choice(places)
        held[at].append(uid)
        room[at] -= more
        return True

    horse = [uid for uid, card in cards.items() if card.is_cavalry]
    others = [uid for uid in cards if uid not in horse]
    rng.shuffle(horse)
    rng.shuffle(others)
    others.sort(key=lambda uid: -cards[uid].space)
    ridden = [stand.at for stand in stands if stand.horse]
    if len(horse) < len(ridden):
        return None
    if not all(put(uid, [at]) for uid, at in zip(horse, ridden, strict=False)):
        return None
    shaken = [stand.at for stand in stands for _ in range(0 if stand.horse else stand.shaken)]
    for uid in horse[len(ridden) :]:
        free = [at for at in shaken if len(held[at]) < shaken.count(at)]
        if not put(uid, [*ridden, *free]):
            return None
    return held if all(put(uid, held) for uid in others) else None


def _laid_out(  # noqa: PLR0913 - what a position is made of
    setup: Setup,
    state: State,
    enemy: str,
    stands: Sequence[Stand],
    held: Mapping[str, Sequence[str]],
    rng: Random,
) -> State:
    """Return the position with the units where they were dealt, their Commanders and markers with them."""
    units, heights, forage = (
        dict(state.units),
        _others(state.heights, held),
        _others(state.forage, held),
    )
    for stand in stands:
        here = list(held[stand.at])
        # Cavalry that is dealt where none was known of stands there disrupted.
        here.sort(key=lambda uid: (setup.units[uid].is_cavalry == stand.horse, rng.random()))
        for index, uid in enumerate(here):
            units[uid] = evolve(stand.like, id=uid, disrupted=index < stand.shaken)
        heights += sorted(here)[: stand.height - len(here)]
        forage += here if forages(setup, state, stand.at) else []
    trains = {
        name: evolve(train, units=tuple(uid for uid in held[train.at] if uid in units))
        if train.side == enemy and train.units and train.at in held
        else train
        for name, train in state.trains.items()
    }
    return evolve(
        state,
        units=units,
        commanders=_commanders(setup, state, enemy, held, rng),
        heights=tuple(heights),
        forage=tuple(forage),
        trains=trains,
        column=() if set(state.column) & set(units) and state.deciding == enemy else state.column,
    )


def _others(marked: Iterable[str], held: Mapping[str, Sequence[str]]) -> list[str]:
    dealt = {uid for uids in held.values() for uid in uids}
    return [uid for uid in marked if uid not in dealt]


def _commanders(
    setup: Setup, state: State, enemy: str, held: Mapping[str, Sequence[str]], rng: Random
) -> dict[str, Commander]:
    """[15.1] Deal the Commanders under the stacks: each with units of his own if there are any.

    How many of them have moved all see: those who have moved stay such.
    """
    found = dict(state.commanders)
    under = sorted(c.id for at in held for c in commanders_at(setup, state, enemy, at))
    for cid in under:
        corps = setup.chiefs[cid].corps
        own = [at for at, uids in held.items() if any(setup.units[u].corps == corps for u in uids)]
        found[cid] = evolve(found[cid], at=rng.choice(own or list(held)))
    return found
