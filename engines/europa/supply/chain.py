"""[7.6] [7.7] [1.1.uss] The chain of Depots back to a source of supply, and where a new one may be."""

from __future__ import annotations

from grognard.engines.core.data.text import named, text
from grognard.engines.core.show.explain import Refusal
from grognard.engines.europa.field.position import (
    commanders_at,
    is_besieged,
    is_friendly,
    is_winter,
    occupies,
)
from grognard.engines.europa.setup import Setup, enemy_of
from grognard.engines.europa.state import State
from grognard.engines.europa.supply.lines import Country, Lines, depots_of, once
from grognard.engines.europa.tables import number

SOURCES = {"russian": ("Kiev", "St Petersburg"), "french": ()}
"""[1.1.uss] Cities that are Ultimate Supply Sources from the beginning."""
NEVER = ("Moscow", "St Petersburg")
"""[7.3] Cities in which the French never have a Depot."""


def sources(setup: Setup, state: State, side: str) -> set[str]:
    """[1.1.uss] [16.13.f-uss] Return the Ultimate Supply Sources of a side, whoever stands there."""
    cities = {setup.map.city_named(name) for name in SOURCES[side]}
    if side == "french":
        cities.add(state.flags.get("source", ""))
    return {*setup.map.edge(side), *cities} - {""}


def link_range(setup: Setup, state: State, side: str) -> int:
    """[7.7] Return how long a link of the chain may be."""
    short = is_winter(setup, state) and side == "french"
    return number("link_winter" if short else "link")


def linked(setup: Setup, state: State, side: str) -> Lines:
    """[7.7] Return each hex that a link of the chain reaches, with that link from the Depot or the source."""
    return once(setup, state, f"chain {side}", lambda: _chain(setup, state, side))


def _chain(setup: Setup, state: State, side: str) -> Lines:
    country = Country(setup, state, side)
    length = link_range(setup, state, side)
    # What stands in a source is linked to it, though cavalry beside it lets no line go on (6.2.1).
    begin = (sources(setup, state, side) & country.land) - country.enemies
    found = country.reach(begin, length)
    waiting = set(depots_of(state, side))
    while new := [at for at in sorted(waiting) if at in found and country.is_open(at)]:
        waiting -= set(new)
        for at, line in country.reach(new, length).items():
            found.setdefault(at, line)
    return found


def why_no_depot(  # noqa: PLR0911 - one line a condition
    setup: Setup, state: State, side: str, hex_id: str
) -> Refusal | None:
    """[7.6] [7.3] Return why a side may not establish a Depot in a hex, but for the chain."""
    city = setup.map.cities.get(hex_id)
    if city is None:
        return Refusal("7.6", text("A Depot is established in a city."), (hex_id,))
    name = named("place", city.name)
    if side == "french" and city.name in NEVER:
        words = text("The French have no Depot in {city}.", city=name)
        return Refusal("7.3", words, (hex_id,))
    if hex_id in state.depots:
        words = text("{city} already has a Depot.", city=name)
        return Refusal("7.6", words, (hex_id,))
    if occupies(setup, state, enemy_of(side), hex_id):
        words = text("The enemy stands in {city}.", city=name)
        return Refusal("7.6", words, (hex_id,))
    held = occupies(setup, state, side, hex_id) or commanders_at(setup, state, side, hex_id)
    if not is_friendly(setup, state, side, hex_id) and not held:
        words = text("{city} is an enemy city that nobody holds.", city=name)
        return Refusal("7.6", words, (hex_id,))
    if is_besieged(setup, state, hex_id):
        words = text("{city} is under siege.", city=name)
        return Refusal("8.4.siege", words, (hex_id,))
    return None


def why_not_establish(
    setup: Setup,
    state: State,
    side: str,
    hex_id: str,
    chain: Lines | None = None,
) -> Refusal | None:
    """[7.6] [7.7] Return why a side may not establish a Depot in a hex now."""
    why = why_no_depot(setup, state, side, hex_id)
    if why is not None:
        return why
    if hex_id not in (linked(setup, state, side) if chain is None else chain):
        words = text("No chain of Depots leads from there to a source of supply.")
        return Refusal("7.7", words, (hex_id,))
    return None


def sites(setup: Setup, state: State, side: str) -> list[str]:
    """[7.6] [7.7] Return the cities in which a side may establish a Depot now."""
    chain = linked(setup, state, side)
    return [
        at
        for at in setup.map.cities
        if at in chain and why_no_depot(setup, state, side, at) is None
    ]
