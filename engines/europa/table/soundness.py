"""What no sound position shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain

from grognard.engines.core.scenario.positions import Misplaced
from grognard.engines.europa.advanced.politics import ARMY
from grognard.engines.europa.commanders.fate import NAPOLEON
from grognard.engines.europa.field.position import capacity, space_of, stacks
from grognard.engines.europa.field.terrain import may_enter
from grognard.engines.europa.setup import SIDES, Setup
from grognard.engines.europa.state import ELIMINATED, State
from grognard.engines.europa.supply.chain import NEVER
from grognard.engines.europa.tables import number


def broken(setup: Setup, state: State) -> Iterator[str]:
    """Give what is wrong with a position at rest."""
    held: dict[str, str] = {}
    for side in SIDES:
        for at, units in stacks(setup, state, side).items():
            if space_of(setup, [unit.id for unit in units]) > capacity():
                yield f"more than 6 OF of the {side} side stand in {at} (4.1)"
            if not may_enter(setup, side, at):
                yield f"{units[0].id} stands in {at}, which is closed to it (2.2)"
            held.setdefault(at, side)
    yield from _depots(setup, state, held)
    yield from _markers(setup, state)
    yield from _commanders(setup, state, held)
    yield from _cards(state)
    yield from _counts(setup, state)


def _depots(setup: Setup, state: State, held: Mapping[str, str]) -> Iterator[str]:
    for at, owner in state.depots.items():
        if at not in setup.map.cities:
            yield f"there is a Depot in {at}, which is no city (7.6)"
        elif held.get(at, owner) != owner:
            yield f"the Depot at {at} stands under the enemy (8.8)"
        elif owner == "french" and setup.map.cities[at].name in NEVER:
            yield f"the French have a Depot in {at} (7.3)"
    source = state.flags.get("source", "")
    if source and held.get(source) == "russian":
        yield f"{source} is a source of the French under Russian units (16.13.f-uss)"


def _markers(setup: Setup, state: State) -> Iterator[str]:
    """Give the markers that lie where none may: off the map, on the wrong side, too many."""
    for uid in state.forage:
        if not state.units[uid].on_map or setup.units[uid].side != "french":
            yield f"{uid} forages where it is (8.7)"
    for uid in state.heights:
        if not state.units[uid].on_map:
            yield f"a dummy stands with {uid}, which is off the map (15.1)"
    for side in SIDES:
        dummies = [uid for uid in state.heights if setup.units[uid].side == side]
        if len(dummies) > number("height_dummies"):
            yield f"the {side} side has {len(dummies)} dummies in its stacks (15.1)"
        if len({*dummies}) < len(dummies):
            yield f"two dummies stand with one unit of the {side} side (15.1)"
    for train in state.trains.values():
        if not train.used and train.at not in setup.map.grid:
            yield f"the Supply Train {train.id} lies in {train.at} (7.4)"


def _commanders(setup: Setup, state: State, held: Mapping[str, str]) -> Iterator[str]:
    for cid, one in state.commanders.items():
        side = setup.chiefs[cid].side
        if not one.on_map:
            if one.at == ELIMINATED and cid not in state.dead:
                yield f"{cid} is lost, and nobody knows (11.19)"
            continue
        if not may_enter(setup, side, one.at):
            yield f"{cid} stands in {one.at}, which is closed to him (2.2)"
        is_met = held.get(one.at, side) != side
        if is_met and state.battle is None and not (state.winter or NAPOLEON in state.dead):
            yield f"{cid} stands among the enemy in {one.at} (8.9)"
    for uid, unit in state.units.items():
        if unit.at == ELIMINATED and uid not in state.dead:
            yield f"{uid} is lost, and nobody knows (11.17)"


def _cards(state: State) -> Iterator[str]:
    """[16.1.decks] Give the cards that lie in two places."""
    there = Counter([*state.deck, *state.discards, *chain(*state.hands.values())])
    for card, count in there.items():
        if count > 1:
            yield f"card {card} lies in {count} places (16.1)"


def _counts(setup: Setup, state: State) -> Iterator[str]:
    for side in SIDES:
        if min(state.cc[side], state.hand[side], state.dummies[side], state.lost_depots[side]) < 0:
            yield f"the {side} side has fewer than none of something (7.2, 9.2)"
        placed = sum(t.genuine and not t.shown for t in state.trains.values() if t.side == side)
        if state.phase == "supply.trains" and placed + state.hand[side] > state.allotted[side]:
            yield f"the {side} side has more Supply Trains than it was given (7.2)"
    if not 0 <= state.decisive <= number("decisive_most"):
        yield f"there are {state.decisive} points for Decisive Victories (14.7.b)"
    if state.newcomers and not state.winter:
        yield "somebody is still about to come with the winter (16.13.r-reinf)"
    if state.flags.get("revolt", "none").isdigit() and setup.option("revolt"):
        for uid, unit in state.units.items():
            left = (
                uid not in state.dead
            )  # who fell before may return with the dead (16.13.r-recover)
            if unit.on_map and left and setup.units[uid].army == ARMY:
                yield f"{uid} is on the map after the revolt (16.8)"


def misplaced(setup: Setup, state: State) -> Iterator[Misplaced]:
    """[8.4.6] Give the units that stand in one hex with the enemy."""
    first, second = (stacks(setup, state, side) for side in SIDES)
    for at in first.keys() & second.keys():
        both = tuple(unit.id for unit in (*first[at], *second[at]))
        yield Misplaced(both, f"both sides stand in {at}", "8.4.6")
