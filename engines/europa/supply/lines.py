"""[6.1] [6.2.1] [6.2.2] [6.2.3] [6.2.4] [6.2.5] Lines of supply, and what breaks one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias, TypeVar, cast

from grognard.engines.core.data.text import named, text
from grognard.engines.core.play.memo import Memo
from grognard.engines.core.show.explain import Refusal
from grognard.engines.europa.field.position import (
    cavalry_of,
    commander_hexes,
    freed,
    is_friendly,
    is_winter,
    stacks,
    strange_cities,
)
from grognard.engines.europa.field.telling import called
from grognard.engines.europa.field.terrain import (
    CLOSED,
    ROUGH,
    barred_by,
    broken_bridges,
    is_open,
    open_land,
)
from grognard.engines.europa.setup import Setup, enemy_of
from grognard.engines.europa.state import State
from grognard.engines.europa.tables import number

WATER = ("lake", "sea")
Lines: TypeAlias = dict[str, tuple[str, ...]]
"""Each hex that is reached, with the line to it."""
T = TypeVar("T")
_KEPT: Memo[tuple[tuple[object, ...], Any]] = Memo(48)
"""What was found in the last positions, with the very parts of the State it was worked out from."""


@dataclass(frozen=True)
class Country:
    """How a side's lines of supply see the map as it stands."""

    setup: Setup
    state: State
    side: str
    enemies: frozenset[str] = field(init=False)
    friends: frozenset[str] = field(init=False)
    chiefs: frozenset[str] = field(init=False)
    cavalry: frozenset[str] = field(init=False)
    open: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        setup, state, enemy = self.setup, self.state, enemy_of(self.side)
        put = object.__setattr__
        put(self, "enemies", frozenset(stacks(setup, state, enemy)))
        put(self, "friends", frozenset(stacks(setup, state, self.side)))
        put(self, "chiefs", commander_hexes(setup, state, self.side))
        put(self, "cavalry", cavalry_of(setup, state, enemy))
        put(self, "open", self._open_hexes())

    def is_open(self, hex_id: str) -> bool:
        """Whether a line may pass through a hex."""
        return hex_id in self.open

    def _open_hexes(self) -> frozenset[str]:
        """[6.2.1] [6.2.2] [6.2.4] Return the hexes that a line may pass through; `why_closed` says why not."""
        return self.land - self.enemies - ((self.strange | self.barred) - self.friends)

    @property
    def land(self) -> frozenset[str]:
        """[6.2.4] The hexes whose ground is open to a line."""
        return open_land(self.setup, self.side)

    @cached_property
    def strange(self) -> frozenset[str]:
        """[6.2.2] The cities of the enemy without a Commander of the side."""
        return strange_cities(self.setup, self.side, freed(self.state)) - self.chiefs

    @cached_property
    def barred(self) -> frozenset[str]:
        """[6.2.1] [14.6] The hexes next to enemy cavalry in good order."""
        ground, owner = self.setup.map, enemy_of(self.side)
        watched = {at for one in self.cavalry for at in ground.grid.adjacent(one)}
        return frozenset(at for at in watched if not (owner == "french" and ground.at(at) in ROUGH))

    def without(self, *hindrances: str) -> frozenset[str]:
        """Return the hexes that a line might pass through if some kinds of hindrance were not there."""
        closed = {"enemies": self.enemies, "cavalry": self.barred - self.friends}
        closed["cities"] = self.strange - self.friends
        everywhere = frozenset(self.setup.map.grid.hexes)
        land = everywhere if "ground" in hindrances else self.land
        return land.difference(*(held for what, held in closed.items() if what not in hindrances))

    def why_closed(self, hex_id: str) -> Refusal | None:
        """[6.2.1] [6.2.2] [6.2.4] Return why a line may not pass through a hex."""
        setup, side = self.setup, self.side
        ground = setup.map.at(hex_id)
        if ground in CLOSED or (side == "french" and ground in ROUGH):
            words = text("Difficult terrain lies at {place}.", place=called(setup, hex_id))
            if ground in WATER:
                words = text("Water lies at {place}.", place=called(setup, hex_id))
            return Refusal("6.2.4", words, (hex_id,))
        if hex_id in self.enemies:
            words = text("The enemy stands at {place}.", place=called(setup, hex_id))
            return Refusal("6.2.1", words, (hex_id,))
        held = hex_id in self.friends
        is_strange = hex_id in setup.map.cities and not is_friendly(setup, self.state, side, hex_id)
        if is_strange and not held and hex_id not in self.chiefs:
            city = named("place", setup.map.cities[hex_id].name)
            words = text("{city} is an enemy city that nobody holds.", city=city)
            return Refusal("6.2.2", words, (hex_id,))
        if not held and (
            at := barred_by(setup, self.cavalry, enemy_of(side), hex_id, rivers=False)
        ):
            words = text(
                "Cavalry at {at} bars {place}.",
                at=called(setup, at),
                place=called(setup, hex_id),
            )
            return Refusal("6.2.1", words, (hex_id, at))
        return None

    def reach(
        self,
        sources: Iterable[str],
        length: int,
        through: Collection[str] | None = None,
        *,
        rivers: bool = True,
    ) -> Lines:
        """[6.2.5] Return each hex that a line of this length from a source reaches, with the line to it.

        The line begins with the source and ends with the hex, which itself need not be open (6.2.1);
        a source that is not open supplies nobody beyond it. `through` are the hexes that it may pass
        through, `rivers` whether rivers stop it, where it is asked what else would be.
        """
        held = self.open if through is None else through
        found: Lines = {at: (at,) for at in sorted(sources)}
        edge = [at for at in found if at in held]
        down = broken_bridges(self.state) if rivers else frozenset()
        ways = self.setup.map.open_ways if rivers else None
        for _ in range(length):
            following: list[str] = []
            for at in edge:
                for other in ways[at] if ways else self.setup.map.grid.adjacent(at):
                    if other not in found and (at, other) not in down:
                        found[other] = (*found[at], other)
                        following.append(other)
            edge = [at for at in following if at in held]
        return found


def range_of(setup: Setup, state: State) -> int:
    """[6.2.5] Return how long a line of supply may be."""
    return number("supply_line_winter" if is_winter(setup, state) else "supply_line")


def depots_of(state: State, side: str) -> list[str]:
    """[7.0.functions] Return the hexes of a side's Depots."""
    return [at for at, owner in state.depots.items() if owner == side]


def once(setup: Setup, state: State, what: str, make: Callable[[], T]) -> T:
    """Work something out once while pieces, Depots, cards and the season stay as they are."""
    parts = (state.units, state.commanders, state.depots, state.effects, state.flags)
    key = (setup, what, state.turn, *map(id, parts))
    last = _KEPT.get(key)
    if last is not None and all(a is b for a, b in zip(last[0], parts, strict=True)):
        return cast("T", last[1])
    return cast("T", _KEPT.keep(key, (parts, make()))[1])


def lines(setup: Setup, state: State, side: str) -> Lines:
    """[6.1] Return each hex in supply with its line from the Depot."""

    def make() -> Lines:
        return Country(setup, state, side).reach(depots_of(state, side), range_of(setup, state))

    return once(setup, state, f"lines {side}", make)


def austrian_lines(setup: Setup, state: State) -> Lines:
    """[1.1.uss-austria] Return each hex that the southern edge in Austria supplies: Austrian units alone."""
    country = Country(setup, state, "french")
    edge = [at for at in setup.map.edge("austrian") if country.is_open(at)]
    return country.reach(edge, range_of(setup, state))


def supplied(setup: Setup, state: State, side: str) -> frozenset[str]:
    """[6.1] Return the hexes whose units are in supply."""
    return frozenset(lines(setup, state, side))


def unsupplied(setup: Setup, state: State, side: str) -> list[str]:
    """[6.1] [1.1.uss-austria] Return the combat units of a side that are out of supply."""
    fed, edge = supplied(setup, state, side), None
    found = []
    for unit in state.units.values():
        if not unit.on_map or setup.units[unit.id].side != side or unit.at in fed:
            continue
        if setup.units[unit.id].nation == "austrian":
            edge = austrian_lines(setup, state) if edge is None else edge
            if unit.at in edge:
                continue
        found.append(unit.id)
    return found


def is_supplied(setup: Setup, state: State, side: str, hex_id: str) -> bool:
    """[6.1] [7.3] Whether a stack of a side is in supply: every unit of it."""
    return not any(state.units[uid].at == hex_id for uid in unsupplied(setup, state, side))


def why_out(setup: Setup, state: State, side: str, hex_id: str) -> Iterator[Refusal]:
    """[6.1] Give what keeps a hex out of supply: what alone breaks a line, else what lies on the straight way."""
    country = Country(setup, state, side)
    owned = sorted(depots_of(state, side), key=lambda at: setup.map.grid.distance(at, hex_id))
    if not owned:
        yield Refusal("6.1", text("There is no Depot on the map."), (hex_id,))
        return
    length, depot = range_of(setup, state), owned[0]
    away = setup.map.grid.distance(depot, hex_id)
    if away > length:
        words = text(
            "The nearest Depot, {place}, is {away} hexes away; a line has {most}.",
            place=called(setup, depot),
            away=away,
            most=length,
        )
        yield Refusal("6.2.5", words, (depot,))
        return
    near = [at for at in owned if setup.map.grid.distance(at, hex_id) <= length]
    straight = next(_broken(country, depot, hex_id, length))
    guilty = _culprits(country, near, hex_id, length)
    yield next((why for why in guilty if why.rule == straight.rule), (*guilty, straight)[0])


HINDRANCES = (
    (("enemies",),),
    (("cavalry",),),
    (("enemies", "cavalry"),),
    (("ground",), ("cities",), ("rivers",)),
)
"""What breaks lines of supply: if the enemy does, he is named; else what lies on the shortest way."""


def _culprits(country: Country, depots: Sequence[str], hex_id: str, length: int) -> list[Refusal]:
    """[6.2.1] [6.2.2] [6.2.3] [6.2.4] [6.2.5] Return what alone breaks the line: without it there would be one."""
    for alike in HINDRANCES:
        lines_without = [
            country.reach(depots, length, country.without(*what), rivers="rivers" not in what)
            for what in alike
        ]
        ways = sorted((found[hex_id] for found in lines_without if hex_id in found), key=len)
        if ways:
            return [why for way in ways if (why := _on_the_way(country, way)) is not None]
    if hex_id in country.reach(depots, len(country.setup.map.grid.hexes)):
        return [_long_way(hex_id, length)]
    return []


def _on_the_way(country: Country, way: Sequence[str]) -> Refusal | None:
    """Return the first thing that breaks a line: a hex that it may not pass, or a river."""
    for a, b in pairwise(way):
        why = country.why_closed(a)
        if why is None and not is_open(country.setup, country.state, a, b):
            words = text(
                "A river without a bridge lies by {place}.", place=called(country.setup, a)
            )
            why = Refusal("6.2.3", words, (a, b))
        if why is not None:
            return why
    return None


def _long_way(hex_id: str, length: int) -> Refusal:
    """[6.2.5] Say that there is a line, but that it is too long."""
    words = text("Every way round is longer than {most} hexes.", most=length)
    return Refusal("6.2.5", words, (hex_id,))


def _broken(country: Country, depot: str, hex_id: str, length: int) -> Iterator[Refusal]:
    """Give what stands on the straight way from a Depot: closed hexes, rivers, else the detour."""
    setup = country.setup
    why = country.why_closed(depot)
    if why is not None:
        yield why
        return
    at, grid = depot, setup.map.grid
    while at != hex_id:
        nearer = [
            h for h in grid.adjacent(at) if grid.distance(h, hex_id) < grid.distance(at, hex_id)
        ]
        free = [
            h
            for h in nearer
            if is_open(setup, country.state, at, h) and (h == hex_id or country.is_open(h))
        ]
        if not free:
            closed = [why for h in nearer if (why := country.why_closed(h)) is not None]
            if closed and len(closed) == len(nearer):
                yield closed[0]
            else:
                words = text("A river without a bridge lies by {place}.", place=called(setup, at))
                yield Refusal("6.2.3", words, (at, nearer[0]))
            return
        at = free[0]
    yield _long_way(hex_id, length)
