"""[2.1] [2.2.city] [2.2.river] [2.2.bridge] What a map of this game may say, and the map that is made of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engines.core.board.hexes import side_key
from engines.core.data.schema import Bool, Int, ListOf, MapOf, Record, Str
from engines.core.scenario.fields import NAME
from engines.core.scenario.hexmaps import HEX, HexMap, HexWords
from engines.core.show.views import LabelView
from engines.europa.setup import CampaignMap, City, Course

HEXES = ("clear", "forest", "marsh", "rough", "mountain", "lake", "sea")
LANDS = ("russia", "warsaw", "prussia", "danzig", "austria", "sweden")
SIDE = Str(pattern="[0-9]{4}/[0-9]{4}", wanted="a hexside, as in 2007/2107")
RANGE = Str(pattern="[0-9]{4}(-[0-9]{4})?", wanted="hexes, as in 0803 or 0803-0806")
CITY = Record(
    {"name": NAME, "at": HEX},
    {
        "today": NAME.says("What it is called now: found by it, too."),
        "fortified": Bool(),
        "points": Int(0, 9).says("Victory points."),
    },
)
COURSE = Record(
    {"name": NAME, "sides": ListOf(SIDE, 1, 200).says("From source to mouth.")},
    {"sea": NAME, "joins": NAME.says("The river it flows into.")},
)
WORDS = HexWords(
    game="europa",
    hexes=HEXES,
    base="clear",
    sides=("river", "bridge"),
    lines=("road",),
    more={
        "territory": MapOf(Str(choices=LANDS), ListOf(RANGE, 0, 600)).says("The border of 1812."),
        "cities": ListOf(CITY, 0, 300),
        "courses": ListOf(COURSE, 0, 100).says("The rivers in one piece each."),
    },
)


def campaign_map(hexes: HexMap, said: Mapping[str, Any]) -> CampaignMap:
    """[2.1] Make the map of what its hexes are and of what else the file says."""
    grid = hexes.grid
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
        territory=_territory(hexes, said.get("territory") or {}),
        rivers=sides["river"] | sides["bridge"],
        bridges=sides["bridge"],
        cities=cities,
        courses=tuple(_courses(hexes, said.get("courses") or ())),
        roads=tuple(line.hexes for line in hexes.lines),
        labels=(
            *hexes.labels,
            *(LabelView(c.name, "city", (grid.centre(c.at),)) for c in cities.values()),
        ),
        base=hexes.base,
    )


def _keys(hexes: HexMap, kind: str) -> Iterator[str]:
    return (side_key(side.a, side.b) for side in hexes.sides if side.kind == kind)


def _courses(hexes: HexMap, rows: Any) -> Iterator[Course]:
    for row in rows:
        if row and row.get("name") and row.get("sides"):
            named = (side for side in row["sides"] if side)
            sides = tuple(side for side in named if {*side.split("/")} <= {*hexes.grid.hexes})
            yield Course(row["name"], sides, row.get("sea") or "", row.get("joins") or "")


def _territory(hexes: HexMap, said: Mapping[str, Any]) -> dict[str, str]:
    found: dict[str, str] = {}
    for land, items in said.items():
        for item in items or ():
            first, _, last = (item or "").partition("-")
            last = last or first
            found |= {
                f"{first[:2]}{row:02d}": land for row in range(int(first[2:]), int(last[2:]) + 1)
            }
    return {h: land for h, land in found.items() if h in hexes.grid}
