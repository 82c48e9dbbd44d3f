"""[16.13.f-place] [16.13.r-place] [16.13.f-uss] [16.13.r-recover] Where units may winter, return, and be fed from."""

from __future__ import annotations

from engines.core.data.text import text
from engines.core.show.explain import Refusal
from engines.europa.field.position import is_friendly, occupies, stacks
from engines.europa.field.terrain import may_enter, why_no_entry, why_no_room
from engines.europa.setup import Setup, enemy_of
from engines.europa.state import State
from engines.europa.supply.lines import Country, depots_of
from engines.europa.tables import number, rows

RETURN_TO = ("Kiev", "Moscow", "St Petersburg")


def at_of(state: State, piece: str) -> str:
    """Return where a unit or a Commander is."""
    found = state.units.get(piece) or state.commanders[piece]
    return found.at


def french_cities(setup: Setup, state: State) -> list[str]:
    """[16.13.f-place] Return friendly cities, and enemy ones with a French Depot, where no enemy stands."""
    enemies = stacks(setup, state, "russian")
    return [
        at
        for at in sorted(setup.map.cities)
        if (is_friendly(setup, state, "french", at) or state.depots.get(at) == "french")
        and at not in enemies
    ]


def russian_hexes(setup: Setup, state: State) -> list[str]:
    """[16.13.r-place] Return the hexes in supply within 3 hexes, not beside the French, not on their river."""
    fed = Country(setup, state, "russian").reach(
        depots_of(state, "russian"), number("quarters_range")
    )
    source = state.flags.get("source", "")
    barred = _cities_on(setup, _river_of(setup, source)) if source else set()
    enemies = stacks(setup, state, "french")
    return [
        at
        for at in sorted(fed)
        if at not in barred
        and may_enter(setup, "russian", at)
        and enemies.keys().isdisjoint((at, *setup.map.grid.adjacent(at)))
    ]


def homes_of(setup: Setup, state: State, side: str) -> list[str]:
    """[16.13.f-place] [16.13.r-place] Return where a side may winter."""
    return french_cities(setup, state) if side == "french" else russian_hexes(setup, state)


def why_no_quarters(
    setup: Setup, state: State, piece: str, at: str, homes: list[str]
) -> Refusal | None:
    """[16.13.f-place] [16.13.r-place] [4.1] Return why a piece may not winter in a hex."""
    side = setup.side_of(piece)
    french = side == "french"
    if at not in homes:
        words = (
            text("The French winter in friendly cities, or where they have a Depot.")
            if french
            else text("The Russians winter in supply, away from the French.")
        )
        return Refusal("16.13.f-place" if french else "16.13.r-place", words, (at,))
    if piece not in setup.units:
        return None
    return why_no_room(setup, state, side, at, (piece,))


def recovery_hexes(setup: Setup, state: State, piece: str) -> list[str]:
    """[16.13.r-recover] [16.13.r-1813] Return the hexes at or beside cities that the French do not hold."""
    found: list[str] = []
    for name in RETURN_TO:
        at = setup.map.city_named(name)
        if at and not occupies(setup, state, "french", at):
            found += [at, *setup.map.grid.adjacent(at)]
    side = setup.side_of(piece)
    return [
        at
        for at in dict.fromkeys(found)
        if why_no_entry(setup, side, at) is None
        and not occupies(setup, state, enemy_of(side), at)
        and (piece not in setup.units or why_no_room(setup, state, side, at, (piece,)) is None)
    ]


# -- the city as source ----------------------------------------------------------------------------


def _river_of(setup: Setup, at: str) -> str:
    """Return the river that a city lies on and that runs to the Baltic, "" for none."""
    known = {str(line["river"]) for line in rows("baltic_rivers")}
    return next((c.name for c in setup.map.courses if c.name in known and _is_on(c.sides, at)), "")


def _is_on(sides: tuple[str, ...], at: str) -> bool:
    return any(at in key.split("/") for key in sides)


def _cities_on(setup: Setup, river: str) -> set[str]:
    """[16.13.r-place] Return the cities on a river."""
    course = next((c for c in setup.map.courses if c.name == river), None)
    if course is None:
        return set()
    return {at for at in setup.map.cities if _is_on(course.sides, at)}


def downstream(setup: Setup, at: str) -> set[str]:
    """[16.13.f-uss] Return the cities further down the river of a city, to the sea."""
    found: set[str] = set()
    river = _river_of(setup, at)
    begun = False
    while river:
        course = next((c for c in setup.map.courses if c.name == river), None)
        if course is None:
            break
        last = max((n for n, key in enumerate(course.sides) if at in key.split("/")), default=-1)
        below = course.sides if begun else course.sides[last + 1 :]
        found |= {city for city in setup.map.cities if _is_on(below, city)}
        begun, river = True, course.joins
    return found - {at}


def may_be_source(setup: Setup, state: State, at: str) -> bool:
    """[16.13.f-uss] Whether the French may have a city as source, or keep it."""
    if occupies(setup, state, "russian", at):
        return False
    if is_friendly(setup, state, "french", at):
        return True
    if state.depots.get(at) != "french" or not _river_of(setup, at):
        return False
    return not any(occupies(setup, state, "russian", city) for city in downstream(setup, at))
