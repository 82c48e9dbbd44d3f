"""[2.1] [2.2.city] [2.2.river] [2.2.bridge] What a map of this game may say, and the map that is made of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grognard.engines.core.board.hexes import HexGrid, side_key
from grognard.engines.core.board.hexnumbers import HexError, parse_hexes
from grognard.engines.core.data.schema import Bool, Int, ListOf, MapOf, Path, Record, Source, Str
from grognard.engines.core.data.text import text, tr
from grognard.engines.core.data.yamlio import Node, Problems
from grognard.engines.core.scenario.fields import NAME
from grognard.engines.core.scenario.hexmaps import HEX, HexMap, HexWords
from grognard.engines.core.show.views import LabelView
from grognard.engines.europa.setup import EDGES, CampaignMap, City, Course

HEXES = ("clear", "forest", "marsh", "rough", "mountain", "lake", "sea")
CAPITAL = 3
"""[14.7.a] A city that is worth so many points is written as a capital."""
LANDS = ("russia", "warsaw", "prussia", "danzig", "austria", "sweden")
SIDE = Str(pattern="[0-9]{4}/[0-9]{4}", wanted=text("a hexside, as in 2007/2107"))
RANGE = Str(pattern="[0-9]{4}(-[0-9]{4})?", wanted=text("hexes, as in 0803 or 0803-0806"))
CITY = Record(
    {"name": NAME, "at": HEX},
    {
        "today": NAME.says(text("What it is called now: found by it, too.")),
        "fortified": Bool(),
        "points": Int(0, 9).says(text("Victory points.")),
    },
)
COURSE = Record(
    {"name": NAME, "sides": ListOf(SIDE, 1, 200).says(text("From source to mouth."))},
    {"sea": NAME, "joins": NAME.says(text("The river it flows into."))},
)
WORDS = HexWords(
    game="europa",
    hexes=HEXES,
    base="clear",
    sides=("river", "bridge"),
    lines=("road",),
    more={
        "territory": MapOf(Str(choices=LANDS), ListOf(RANGE, 0, 600)).says(
            text("The border of 1812.")
        ),
        "edges": MapOf(Str(choices=EDGES), ListOf(RANGE, 0, 600)).says(
            text("The hexes of the edge from which each side is fed, and the Austrians.")
        ),
        "cities": ListOf(CITY, 0, 300),
        "courses": ListOf(COURSE, 0, 100).says(text("The rivers in one piece each.")),
    },
)


MOST = 5
"""Of so many hexes of one range that are off the map is told."""


def campaign_map(hexes: HexMap, known: Said) -> CampaignMap:
    """[2.1] Make the map of what its hexes are and of what else the file says."""
    grid, said = hexes.grid, known.plain
    there = frozenset(grid.hexes)
    cities = {
        row["at"]: City(
            row["name"],
            row["at"],
            row.get("today") or "",
            bool(row.get("fortified")),
            row.get("points") or 0,
        )
        for row in said.get("cities") or ()
        if row and row.get("name") and row.get("at") in grid
    }
    sides = {kind: frozenset(_keys(hexes, kind)) for kind in ("river", "bridge")}
    return CampaignMap(
        id=hexes.id,
        title=hexes.title,
        grid=grid,
        terrain=hexes.terrain,
        territory={at: land for land, held in known.territory.items() for at in held & there},
        rivers=sides["river"] | sides["bridge"],
        bridges=sides["bridge"],
        cities=cities,
        courses=tuple(_courses(hexes, said.get("courses") or ())),
        roads=tuple(line.hexes for line in hexes.lines),
        labels=(
            *hexes.labels,
            *(LabelView(c.name, _rank(c), (grid.centre(c.at),)) for c in cities.values()),
        ),
        buildings=hexes.built({}),
        base=hexes.base,
        edges={whose: held & there for whose, held in known.edges.items()},
    )


def _rank(city: City) -> str:
    """Return how the name of a city is written: that of one that counts, a fortress, a town."""
    if city.points >= CAPITAL:
        return "capital"
    return "counting" if city.points else "fortress" if city.fortified else "city"


def _keys(hexes: HexMap, kind: str) -> Iterator[str]:
    return (side_key(side.a, side.b) for side in hexes.sides if side.kind == kind)


def _courses(hexes: HexMap, rows: Any) -> Iterator[Course]:
    for row in rows:
        if row and row.get("name") and row.get("sides"):
            named = (side for side in row["sides"] if side)
            sides = tuple(side for side in named if {*side.split("/")} <= {*hexes.grid.hexes})
            yield Course(row["name"], sides, row.get("sea") or "", row.get("joins") or "")


@dataclass(frozen=True)
class Said:
    """[1.1.friendly] [1.1.uss] What a map file says besides what its hexes are.

    Attributes:
        plain: all of the file, what is wrong left out.
        territory, edges: the hexes under each word, over the whole map.
    """

    plain: Mapping[str, Any] = field(default_factory=dict)
    territory: Mapping[str, frozenset[str]] = field(default_factory=dict)
    edges: Mapping[str, frozenset[str]] = field(default_factory=dict)


def said_of_map(node: Node, problems: Problems, advice: Problems) -> Said:
    """Read what a map says of land, edges and cities.

    Hexes that are not on it do no harm, and a map that was cut to a field has such; `advice` tells of them.
    """
    plain = WORDS.schema.read(
        node, Problems(), tr("the map")
    )  # its other faults are told with its hexes
    plain = plain if isinstance(plain, dict) else {}
    grid = _grid(plain.get("grid"))
    if grid is None:
        return Said(plain)
    source = Source(node)
    for index, city in enumerate(plain.get("cities") or ()):
        at = (city or {}).get("at")
        if at and at not in grid:
            words = tr("hex {hex_id} is not on the map", hex_id=at)
            advice.append(source.problem(("cities", index, "at"), words))
    ranges = _Ranges(plain, grid, source, problems, advice)
    return Said(plain, ranges.under("territory"), ranges.under("edges"))


@dataclass(frozen=True)
class _Ranges:
    """Sections of a map that list hexes under words, one by one or from first to last."""

    plain: Mapping[str, Any]
    grid: HexGrid
    source: Source
    problems: Problems
    advice: Problems

    def under(self, section: str) -> dict[str, frozenset[str]]:
        """Return the hexes under each word of a section."""
        return {
            word: frozenset(self._hexes((section, word), items or ()))
            for word, items in (self.plain.get(section) or {}).items()
            if word
        }

    def _hexes(self, path: Path, items: Sequence[str | None]) -> Iterator[str]:
        for index, item in enumerate(items):
            spot = (*path, index)
            try:
                hexes = parse_hexes([item]) if item else ()
            except HexError as error:
                self.problems.extend(self.source.problem(spot, why) for why in error.messages)
                continue
            off = [at for at in hexes if at not in self.grid]
            words = (tr("hex {hex_id} is not on the map", hex_id=at) for at in off[:MOST])
            self.advice.extend(self.source.problem(spot, why) for why in words)
            yield from (at for at in hexes if at in self.grid)


def _grid(plain: object) -> HexGrid | None:
    try:
        return HexGrid.from_mapping(plain) if isinstance(plain, dict) else None
    except HexError:
        return None
