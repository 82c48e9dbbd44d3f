"""[1.1.stack] [4.1] Who stands where, what is friendly, what is besieged, and whether it is winter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from grognard.engines.core.play.memo import Memo, kept
from grognard.engines.europa.setup import SIDES, Setup, enemy_of
from grognard.engines.europa.state import BOXES, Commander, State, Unit
from grognard.engines.europa.tables import number

HALVES = 2
Stacks: TypeAlias = Mapping[str, list[Unit]]
_STANDING: Memo[tuple[Mapping[str, Unit], Mapping[str, Stacks]]] = Memo(32)
"""The stacks in the last positions by side, with the very units they were worked out from."""

_CHIEFS: Memo[tuple[Mapping[str, Commander], frozenset[str]]] = Memo(32)
"""Where the Commanders of a side stood in the last positions, with the very ones it was worked out from."""

_CAVALRY: Memo[tuple[Mapping[str, Unit], frozenset[str]]] = Memo(32)
"""Where the cavalry of a side stood in good order, with the very units it was worked out from."""


def stacks(setup: Setup, state: State, side: str) -> Stacks:
    """[4.4] Return the stacks of a side by hex; worked out once for all who ask of a position."""
    key = (setup, id(state.units))
    last = _STANDING.get(key)
    if last is None or last[0] is not state.units:
        found: dict[str, dict[str, list[Unit]]] = {one: {} for one in SIDES}
        for unit in state.units.values():
            if unit.at not in BOXES:
                found[setup.units[unit.id].side].setdefault(unit.at, []).append(unit)
        last = _STANDING.keep(key, (state.units, found))
    return last[1][side]


def units_at(setup: Setup, state: State, side: str, hex_id: str) -> list[Unit]:
    """[1.1.stack] Return the combat units of a side in a hex."""
    return list(stacks(setup, state, side).get(hex_id, ()))


def good_at(setup: Setup, state: State, side: str, hex_id: str) -> list[Unit]:
    """[1.1.order] Return the combat units of a side in a hex that are in good order."""
    return [u for u in stacks(setup, state, side).get(hex_id, ()) if not u.disrupted]


def commanders_at(setup: Setup, state: State, side: str, hex_id: str) -> list[Commander]:
    """[3.5] Return the Commanders of a side in a hex."""
    return [
        c for c in state.commanders.values() if c.at == hex_id and setup.chiefs[c.id].side == side
    ]


def commander_hexes(setup: Setup, state: State, side: str) -> frozenset[str]:
    """Return the hexes that hold a Commander of a side; worked out once for all who ask of a position."""
    key = (setup, id(state.commanders), side)
    last = _CHIEFS.get(key)
    if last is None or last[0] is not state.commanders:
        on_map = (c for c in state.commanders.values() if c.at not in BOXES)
        found = frozenset(c.at for c in on_map if setup.chiefs[c.id].side == side)
        last = _CHIEFS.keep(key, (state.commanders, found))
    return last[1]


def occupies(setup: Setup, state: State, side: str, hex_id: str) -> bool:
    """[3.1] Whether a side has a combat unit in a hex."""
    return hex_id in stacks(setup, state, side)


def side_in(setup: Setup, state: State, hex_id: str) -> str:
    """[3.1] Return the side that has combat units in a hex, "" for none."""
    return next((side for side in SIDES if occupies(setup, state, side, hex_id)), "")


def space_at(setup: Setup, state: State, side: str, hex_id: str) -> int:
    """[4.1] Return the Occupancy Factors of a side in a hex, in halves."""
    return sum(setup.units[u.id].space for u in stacks(setup, state, side).get(hex_id, ()))


def space_of(setup: Setup, uids: Iterable[str]) -> int:
    """[3.3] Return the Occupancy Factors of some units, in halves."""
    return sum(setup.units[uid].space for uid in uids)


def forages(setup: Setup, state: State, hex_id: str) -> bool:
    """[8.7] Whether a Forage marker lies on the stack in a hex: one of its units has it."""
    here = stacks(setup, state, "french").get(hex_id, ()) if state.forage else ()
    return any(unit.id in state.forage for unit in here)


def dummies_at(setup: Setup, state: State, side: str, hex_id: str) -> int:
    """[15.1] Return how many dummies stand in a stack: one with a unit at most."""
    here = stacks(setup, state, side).get(hex_id, ()) if state.heights else ()
    return sum(unit.id in state.heights for unit in here)


def capacity() -> int:
    """[4.1] Return the capacity of a hex, in halves of an Occupancy Factor."""
    return HALVES * number("capacity")


def cavalry_of(setup: Setup, state: State, side: str) -> frozenset[str]:
    """[6.2.1] [8.4.7] Return the hexes that hold cavalry of a side in good order."""
    key = (setup, id(state.units), side)
    last = _CAVALRY.get(key)
    if last is None or last[0] is not state.units:
        found = frozenset(
            at
            for at, units in stacks(setup, state, side).items()
            if any(not u.disrupted and setup.units[u.id].is_cavalry for u in units)
        )
        last = _CAVALRY.keep(key, (state.units, found))
    return last[1]


def is_winter(setup: Setup, state: State) -> bool:
    """[1.1.winter] [16.13.nowinter] Whether it is winter: never in a campaign of two years."""
    if setup.option("two_years") and state.flags.get("quarters") != "declined":
        return False
    return state.turn >= number("winter_from")


def in_1813(state: State) -> bool:
    """[16.13.restart] Whether the campaign of 1813 has begun: the winter quarters are over."""
    return state.flags.get("quarters") == "taken" and not state.winter


def is_friendly(setup: Setup, state: State, side: str, hex_id: str) -> bool:
    """[1.1.friendly] [16.9.declare] Whether a hex lies in friendly territory, whoever stands there."""
    return _is_friendly(setup, side, hex_id, freed(state))


def _is_friendly(setup: Setup, side: str, hex_id: str, freed_cities: tuple[str, ...]) -> bool:
    french = hex_id in freed_cities or not setup.map.in_russia(hex_id)
    return french == (side == "french")


@kept(32)
def strange_cities(setup: Setup, side: str, freed_cities: tuple[str, ...]) -> frozenset[str]:
    """[1.1.friendly] Return the cities that are not friendly to a side, whoever stands there."""
    cities = setup.map.cities
    return frozenset(at for at in cities if not _is_friendly(setup, side, at, freed_cities))


def freed(state: State) -> tuple[str, ...]:
    """[16.9.declare] Return the western cities of Russia that have become friendly to the French."""
    said = state.flags.get("freed")
    return tuple(said.split()) if said else ()


def is_besieged(setup: Setup, state: State, hex_id: str) -> bool:
    """[8.4.siege] Whether a single unit in a city has two enemy units in good order in one hex beside it."""
    side = side_in(setup, state, hex_id)
    if hex_id not in setup.map.cities or not side:
        return False
    if len(units_at(setup, state, side, hex_id)) != 1:
        return False
    return any(
        not setup.map.is_river(hex_id, other)
        and len(good_at(setup, state, enemy_of(side), other)) >= number("besiegers")
        for other in setup.map.grid.adjacent(hex_id)
    )
