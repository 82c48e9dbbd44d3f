"""The immutable set-up of a campaign: map, units, Commanders, options, special rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from grognard.engines.core.board.hexes import HexGrid, side_key
from grognard.engines.core.board.whereabouts import whereabouts
from grognard.engines.core.data.arms import OfAnArm
from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.play.placement import Arrival, Placement
from grognard.engines.core.play.setups import ScenarioInfo
from grognard.engines.core.play.table import Table
from grognard.engines.core.show.views import BuildingView, LabelView
from grognard.engines.europa.state import State

SIDES = ("french", "russian")
EDGES = (*SIDES, "austrian")
"""[1.1.uss] [1.1.uss-austria] Who is fed from an edge of the map; the Austrians are from one of their own."""
Fields = Mapping[str, Any]
SPACE = {"veteran": 2, "line": 3, "conscript": 4}
"""[3.3] Occupancy Factors in halves, so that 1.5 is exact (1.2)."""


def enemy_of(side: str) -> str:
    """Return the other side."""
    return SIDES[1 - SIDES.index(side)]


@dataclass(frozen=True, slots=True)
class UnitCard(OfAnArm):
    """[3.1] [3.3] [3.7] A combat unit as printed. `grade`: its Class; `corps`: its label, as in "1-V"."""

    id: str
    name: str
    side: str
    arm: str
    grade: str
    corps: str
    nation: str
    group: str
    guard: bool = False

    @property
    def space(self) -> int:
        """[3.3] Its Occupancy Factor in halves."""
        return SPACE[self.grade]

    @property
    def army(self) -> str:
        """[16.2.exceptions] The number of a Russian unit's army, "" for none."""
        number = self.corps.partition("-")[0]
        return number if self.side == "russian" and number.isdigit() else ""

    @property
    def is_contingent(self) -> bool:
        """[1.1.french] Whether it is of a foreign contingent of the Grande Armée."""
        return self.side == "french" and self.nation != "french"


@dataclass(frozen=True, slots=True)
class Chief:
    """[3.5] [3.6] A Commander as printed: CR, rank (A, I, C, T, corps, none), what he commands."""

    id: str
    name: str
    side: str
    rating: int
    rank: str
    corps: str = ""
    nation: str = ""


@dataclass(frozen=True, slots=True)
class City:
    """[2.2.city] [2.2.fort] A city; `today` is what it is called now; `points` what it is worth (14.7.a)."""

    name: str
    at: str
    today: str = ""
    fortified: bool = False
    points: int = 0


@dataclass(frozen=True, slots=True)
class Course:
    """[2.2.river] A river from source to mouth: its hexsides, the sea or the river it flows into."""

    name: str
    sides: tuple[str, ...]
    sea: str = ""
    joins: str = ""


@dataclass(frozen=True, eq=False)
class CampaignMap:
    """[2.1] The map. Hexsides are keyed "AAAA/BBBB"."""

    id: str
    title: str
    grid: HexGrid
    terrain: Mapping[str, str]
    territory: Mapping[str, str]
    rivers: frozenset[str]
    bridges: frozenset[str]
    cities: Mapping[str, City]
    courses: tuple[Course, ...] = ()
    roads: tuple[tuple[str, ...], ...] = ()
    labels: tuple[LabelView, ...] = ()
    buildings: tuple[BuildingView, ...] = ()
    base: str = "clear"
    edges: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """[1.1.uss] The hexes of the edge where each of EDGES is fed from, as far as the map or the scenario says."""

    def at(self, hex_id: str) -> str:
        """[1.1.difficult] [2.2.city] Return the terrain of a hex; that of a city is clear, whatever lies around."""
        return "clear" if hex_id in self.cities else self.terrain.get(hex_id, self.base)

    def is_river(self, a: str, b: str) -> bool:
        """[2.2.river] Whether a river runs between two hexes, bridged or not."""
        return side_key(a, b) in self.rivers

    @cached_property
    def open_ways(self) -> Mapping[str, tuple[str, ...]]:
        """[2.2.bridge] From each hex those beside it with no river between them, or a bridge."""
        barred = self.rivers - self.bridges
        return {
            at: tuple(h for h in self.grid.adjacent(at) if side_key(at, h) not in barred)
            for at in self.grid.hexes
        }

    def in_russia(self, hex_id: str) -> bool:
        """[1.1.friendly] Whether a hex lies in Russia."""
        return self.territory.get(hex_id) == "russia"

    def city_named(self, name: str) -> str:
        """Return the hex of a city by its name, "" where the map has none."""
        return next((city.at for city in self.cities.values() if city.name == name), "")

    @cached_property
    def names(self) -> Mapping[str, Text]:
        """What each hex is called: its city, or how it lies to the nearest one, with its number."""
        spelt = {at: named("place", city.name) for at, city in self.cities.items()}
        near = whereabouts(self.grid, spelt)
        bare = {at: text("{hex}", hex=at) for at in self.grid.hexes}
        return {
            **bare,
            **{at: where.said(spelt[where.place], at) for at, where in near.items()},
            **{at: text("{city} ({hex})", city=name, hex=at) for at, name in spelt.items()},
        }

    def edge(self, whose: str) -> frozenset[str]:
        """[1.1.uss] Return the hexes of the map's edge that are sources of a side, or of the Austrians alone.

        Where nobody says which they are, it is the edge that looks that way: the French come from the
        west, the Russians from the east, the Austrians from the south of their own country.
        """
        return self._edges[whose]

    @cached_property
    def _edges(self) -> Mapping[str, frozenset[str]]:
        grid = self.grid
        first, last = self._columns(grid.first_column), self._columns(grid.last_column)
        west, east = (last, first) if grid.columns_grow == "west" else (first, last)
        southern = grid.last_row if grid.rows_grow == "south" else grid.first_row
        austria = {at for at, land in self.territory.items() if land == "austria"}
        facing = {
            "french": west,
            "russian": east,
            "austrian": frozenset(at for at in austria if int(at[2:]) == southern),
        }
        return {whose: self.edges.get(whose) or facing[whose] for whose in EDGES}

    def _columns(self, number: int) -> frozenset[str]:
        return frozenset(h for h in self.grid.hexes if int(h[:2]) == number)

    @cached_property
    def zones(self) -> Mapping[str, frozenset[str]]:
        """[13.3.where] [14.1.russian-free] [14.1.french-free] The parts of the map that a set-up may name."""
        west = {"warsaw", "prussia", "danzig", "austria"}
        found = {
            "russia": frozenset(h for h in self.grid.hexes if self.in_russia(h)),
            "west": frozenset(h for h in self.grid.hexes if self.territory.get(h) in west),
        }
        for zone, city in ARRIVE_AT.items():
            at = self.city_named(city)
            if at:
                found[zone] = frozenset((at, *self.grid.adjacent(at)))
        return found


ARRIVE_AT = {
    "lemberg": "Lemberg",
    "kiev": "Kiev",
    "st-petersburg": "St Petersburg",
    "kaluga": "Kaluga",
    "moscow": "Moscow",
}


@dataclass(frozen=True, slots=True, eq=False)
class Setup:
    """A loaded scenario. Nothing in it changes during a game.

    `starts` say where each piece begins, `arrivals` who comes later; `special` holds the special
    rules by their words; `goals` are the points of cities by hex (14.7.a).
    """

    info: ScenarioInfo
    text: str
    options: Mapping[str, str]
    map: CampaignMap
    units: Mapping[str, UnitCard]
    chiefs: Mapping[str, Chief]
    starts: Mapping[str, Placement]
    arrivals: tuple[Arrival, ...] = ()
    special: Mapping[str, tuple[Fields, ...]] = field(default_factory=dict)
    goals: Mapping[str, int] = field(default_factory=dict)

    @property
    def turns(self) -> int:
        """[14.4] How many turns the game has."""
        return self.info.turns

    def option(self, name: str) -> bool:
        """[16.0] Whether an optional rule is in use."""
        return self.options.get(name) == "yes"

    def says(self, rule: str) -> Fields | None:
        """Return the record of a special rule, None if it is not in force."""
        found = self.special.get(rule)
        return found[0] if found else None

    def said_of(self, rule: str, side: str) -> Fields | None:
        """Return the record of a special rule about a side, None if there is none."""
        return next((row for row in self.special.get(rule, ()) if row["side"] == side), None)

    def side_of(self, piece: str) -> str:
        """Return the side of a unit or a Commander."""
        found = self.units.get(piece) or self.chiefs[piece]
        return found.side

    def name_of(self, piece: str) -> str:
        """Return what a unit or a Commander is called."""
        found = self.units.get(piece) or self.chiefs[piece]
        return found.name

    def place_name(self, hex_id: str) -> str:
        """Return what a hex is called: its city, or its number."""
        city = self.map.cities.get(hex_id)
        return city.name if city else hex_id

    def seat_of(self, side: str) -> str:
        """Return the seat that plays a side."""
        return next(seat.id for seat in self.info.seats if seat.side == side)


Board = Table[Setup, State]
"""What the procedures of this game play on."""
