"""[16.13.f-place] [16.13.r-place] [16.13.f-uss] [16.13.r-recover] Where units may winter, return, and be fed from."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Refusal
from grognard.engines.europa.field.position import (
    commander_hexes,
    is_friendly,
    occupies,
    stacks,
)
from grognard.engines.europa.field.terrain import may_enter, why_no_entry, why_no_room
from grognard.engines.europa.setup import Course, Setup, enemy_of
from grognard.engines.europa.state import State
from grognard.engines.europa.supply.lines import Country, depots_of
from grognard.engines.europa.tables import number, rows

RETURN_TO = ("Kiev", "Moscow", "St Petersburg")
TRIAD = 3
SWEDISH = ("St Petersburg",)


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
    barred = _cities_on(setup, rivers_of(setup, source))
    held = commander_hexes(setup, state, "french")
    enemies = stacks(setup, state, "french")
    return [
        at
        for at in sorted(fed)
        if at not in barred
        and at not in held
        and may_enter(setup, "russian", at)
        and enemies.keys().isdisjoint((at, *setup.map.grid.adjacent(at)))
    ]


class Homes:
    """[16.13.f-place] [16.13.r-place] Where the pieces of a side may winter, as the enemy stands.

    Who came with the winter stays at or beside the cities that he came to.
    """

    def __init__(self, setup: Setup, state: State, side: str) -> None:
        french = side == "french"
        self.setup, self.side = setup, side
        self.old = french_cities(setup, state) if french else russian_hexes(setup, state)
        self.new = {piece: arrival_hexes(setup, state, piece) for piece in state.newcomers}

    def of(self, piece: str) -> list[str]:
        """Return where a piece may winter."""
        return self.new.get(piece, self.old)

    def why_not(self, state: State, piece: str, at: str) -> Refusal | None:
        """[16.13.f-place] [16.13.r-place] [16.13.r-reinf] [4.1] Return why a piece may not winter in a hex as its own side stands."""
        rule, words = "16.13.r-place", text("The Russians winter in supply, away from the French.")
        if self.side == "french":
            rule = "16.13.f-place"
            words = text("The French winter in friendly cities, or where they have a Depot.")
        elif piece in self.new:
            rule, words = (
                "16.13.r-reinf",
                text("They come in or beside Kiev, Moscow or St Petersburg."),
            )
        if at not in self.of(piece):
            return Refusal(rule, words, (at,))
        if piece not in self.setup.units:
            return None
        return why_no_room(self.setup, state, self.side, at, (piece,))


def arrival_hexes(setup: Setup, state: State, piece: str) -> list[str]:
    """[16.13.r-recover] [16.13.r-reinf] Return the hexes at or beside the cities where a piece comes in winter or 1813.

    Not where the French hold the city; the Swedes come to St Petersburg alone, unless they return.
    """
    cities: tuple[str, ...] = RETURN_TO
    if piece in setup.units or piece in setup.chiefs:
        swedish = (setup.units.get(piece) or setup.chiefs[piece]).nation == "swedish"
        cities = SWEDISH if swedish and piece not in state.dead else RETURN_TO
    found: list[str] = []
    for name in cities:
        at = setup.map.city_named(name)
        if at and not occupies(setup, state, "french", at):
            found += [at, *setup.map.grid.adjacent(at)]
    side = setup.side_of(piece)
    enemy = enemy_of(side)
    held = {*stacks(setup, state, enemy), *commander_hexes(setup, state, enemy)}
    return [
        at
        for at in dict.fromkeys(found)
        if why_no_entry(setup, side, at) is None and at not in held
    ]


def recovery_hexes(setup: Setup, state: State, piece: str) -> list[str]:
    """[16.13.r-recover] [16.13.r-1813] [4.1] Return the hexes where a piece may come that have room for it."""
    return [
        at
        for at in arrival_hexes(setup, state, piece)
        if piece not in setup.units
        or why_no_room(setup, state, setup.side_of(piece), at, (piece,)) is None
    ]


# -- the city as source ----------------------------------------------------------------------------


def rivers_of(setup: Setup, at: str) -> list[Course]:
    """[16.13.f-uss] [16.13.r-place] Return the rivers that a city lies on: more than one where they meet."""
    return [course for course in setup.map.courses if at and _is_on(course.sides, at)]


def _baltic_rivers_of(setup: Setup, at: str) -> list[Course]:
    """[16.13.f-uss] Return those rivers of a city that run to the Baltic, by themselves or by others."""
    known = {str(line["river"]) for line in rows("baltic_rivers")}
    while joining := {c.name for c in setup.map.courses if c.joins in known} - known:
        known |= joining
    return [course for course in rivers_of(setup, at) if course.name in known]


def _is_on(sides: tuple[str, ...], at: str) -> bool:
    return any(at in key.split("/") for key in sides)


def _cities_on(setup: Setup, courses: Iterable[Course]) -> set[str]:
    """[16.13.r-place] Return the cities on some rivers."""
    return {at for course in courses for at in setup.map.cities if _is_on(course.sides, at)}


def _downstream(setup: Setup, at: str, river: Course) -> set[str]:
    """[16.13.f-uss] Return the cities further down a river of a city, to the sea.

    Of a river that it joins, those below the junction.
    """
    courses = {course.name: course for course in setup.map.courses}
    course, seen, found = courses.get(river.name), set[str](), set[str]()
    begin = 1 + max(n for n, key in enumerate(river.sides) if at in key.split("/"))
    while course is not None and course.name not in seen:
        seen.add(course.name)
        below = course.sides[begin:]
        found |= {city for city in setup.map.cities if _is_on(below, city)}
        following = courses.get(course.joins)
        if following is not None:
            begin = _junction(setup, course.sides[-1], following.sides)
        course = following
    return found - {at}


def _junction(setup: Setup, mouth: str, sides: tuple[str, ...]) -> int:
    """Return which side of a river is the first below the mouth of another; all are where the map does not say."""
    met = [n for n, key in enumerate(sides) if _meet(setup, mouth, key)]
    return max(met, default=0)


def _meet(setup: Setup, one: str, other: str) -> bool:
    """Whether two hexsides have an end in common: the three hexes about it touch each other."""
    hexes = {*one.split("/"), *other.split("/")}
    return len(hexes) == TRIAD and all(
        b in setup.map.grid.adjacent(a) for a in hexes for b in hexes - {a}
    )


def may_be_source(setup: Setup, state: State, at: str) -> bool:
    """[16.13.f-uss] Whether the French may choose a city as source: friendly, or with their Depot on an open river."""
    has_depot = state.depots.get(at) == "french"
    friendly = is_friendly(setup, state, "french", at)
    return (friendly or has_depot) and stays_source(setup, state, at)


def stays_source(setup: Setup, state: State, at: str) -> bool:
    """[16.13.f-uss] Whether a city that is a source remains one, whatever became of its Depot.

    No Russian stands in it; nor, in an enemy city, below it on the river by which it is fed.
    """
    if occupies(setup, state, "russian", at):
        return False
    if is_friendly(setup, state, "french", at):
        return True
    return any(
        not any(occupies(setup, state, "russian", one) for one in _downstream(setup, at, river))
        for river in _baltic_rivers_of(setup, at)
    )
