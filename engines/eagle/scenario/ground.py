"""[terrain.map] [terrain.tiles] The ground: faces of the boards, tiles, and the map they make."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from engines.core.board.hexes import HexGrid, side_key
from engines.core.board.hexnumbers import HexError, parse_hexes
from engines.core.data.schema import Anything, Int, ListOf, MapOf, Path, Record, Schema, Source, Str
from engines.core.data.yamlio import Node, Problems
from engines.core.scenario.fields import ID, NAME, PROVENANCE
from engines.core.show.views import LabelView
from engines.eagle.setup import GroundMap

HEXES = ("open", "scattered", "woods", "orchard", "sand_pit", "village")
FARMS = ("fortress", "hougoumont", "haye_sainte")
HEXSIDES = ("hedge", "wall", "redoubt", "crest")
HEX = Str(pattern="[0-9]{4}", wanted="a hex, as in 0803")
RANGE = Str(pattern="[0-9]{4}(-[0-9]{4})?", wanted="hexes, as in 0803 or 0803-1203")
SIDE_TEXT = re.compile(r"([0-9]{4})([/>])([0-9]{4})", re.ASCII)
GROUND: dict[str, Schema] = {
    "terrain": MapOf(Str(choices=(*HEXES, *FARMS)), ListOf(RANGE)),
    "hexsides": MapOf(
        Str(choices=HEXSIDES), ListOf(Str(pattern="[0-9]{4}[/>][0-9]{4}", wanted="a hexside"))
    ).says("Crests are low>high, all others 0304/0404."),
    "lines": ListOf(Record({"kind": ID, "name": NAME, "hexes": ListOf(HEX, 2)})),
    "places": ListOf(Record({"name": NAME, "at": HEX, "kind": ID})),
}
MAP = Record(
    {"grid": Anything().says("How hexes are numbered.")},
    {
        "map": ID,
        "game": Str(choices=("eagle",)),
        "title": NAME,
        "number": Int(1, 8).says("The number of a face of a board."),
        "back": Int(1, 8).says("The number of the face on its back."),
        "provenance": PROVENANCE,
        "base_terrain": Str(choices=("open",)),
        **GROUND,
    },
)
TILES = Record(
    {
        "tiles": ID,
        "game": Str(choices=("eagle",)),
        "title": NAME,
        "provenance": PROVENANCE,
        "kinds": ListOf(
            Record(
                {
                    "id": ID,
                    "tile": Int(1, 6),
                    "name": NAME,
                    "terrain": ListOf(Str(choices=(*HEXES, *FARMS)), 1, 3),
                    "rule": Str(),
                    "provenance": Str(choices=("known", "derived")),
                },
                {"round": MapOf(Str(choices=HEXSIDES), ListOf(Int(1, 3), 1, 3))},
            )
        ),
    }
)


class MapReader:
    """Reads one map; every fault goes to `problems` with its line."""

    def __init__(self, node: Node, problems: Problems) -> None:
        self.problems = problems
        self.source = Source(node)
        self.doc: dict[str, Any] = MAP.read(node, problems, "the map") or {}
        self.grid = self._grid()

    def _fault(self, path: Path, message: str, mend: str = "") -> None:
        self.problems.append(self.source.problem(path, message, mend))

    def _grid(self) -> HexGrid | None:
        plain = self.doc.get("grid")
        try:
            return HexGrid.from_mapping(plain) if isinstance(plain, dict) else None
        except HexError as error:
            for message in error.messages:
                self._fault(("grid",), f"grid: {message}")
            return None

    def read(self) -> GroundMap | None:
        """Return the map, None without a grid."""
        grid = self.grid
        if grid is None:
            return None
        sides: dict[str, tuple[str, ...]] = {}
        crests: set[tuple[str, str]] = set()
        for kind, a, b in self._sides(grid):
            if kind == "crest":
                crests.add((a, b))
            else:
                sides[side_key(a, b)] = (*sides.get(side_key(a, b), ()), kind)
        return GroundMap(
            id=self.doc.get("map") or "board",
            title=self.doc.get("title") or "Board",
            grid=grid,
            terrain=dict(self._terrain(grid)),
            sides=sides,
            crests=frozenset(crests),
            lines=tuple(self._lines(grid)),
            labels=tuple(self._labels(grid)),
            base=self.doc.get("base_terrain") or "open",
        )

    def _terrain(self, grid: HexGrid) -> Iterator[tuple[str, str]]:
        for kind, items in (self.doc.get("terrain") or {}).items():
            for index, item in enumerate(items or ()):
                try:
                    yield from ((h, kind) for h in parse_hexes([item] if item else [], grid))
                except HexError as error:
                    for message in error.messages[:5]:
                        self._fault(("terrain", kind, index), message)

    def _sides(self, grid: HexGrid) -> Iterator[tuple[str, str, str]]:
        for kind, items in (self.doc.get("hexsides") or {}).items():
            for index, item in enumerate(items or ()):
                match = SIDE_TEXT.fullmatch(item or "")
                path: Path = ("hexsides", kind, index)
                if match is None:
                    continue
                if (match[2] == ">") != (kind == "crest"):
                    form = "low>high, as 0403>0402" if kind == "crest" else "as 0402/0403"
                    self._fault(path, f"{item!r} is no hexside of this kind", f"write it {form}")
                elif grid.direction(match[1], match[3]) is None:
                    self._fault(path, f"hexes {match[1]} and {match[3]} are not adjacent")
                else:
                    yield kind, match[1], match[3]

    def _lines(self, grid: HexGrid) -> Iterator[tuple[str, tuple[str, ...]]]:
        for number, line in enumerate(self.doc.get("lines") or ()):
            hexes = tuple(h for h in (line or {}).get("hexes") or () if h)
            for index, (a, b) in enumerate(pairwise(hexes)):
                if a not in grid or grid.direction(a, b) is None:
                    path: Path = ("lines", number, "hexes", index)
                    self._fault(path, f"the line breaks: {a} and {b} are not adjacent")
                    break
            else:
                yield line.get("kind") or "lane", hexes

    def _labels(self, grid: HexGrid) -> Iterator[LabelView]:
        for index, place in enumerate(self.doc.get("places") or ()):
            at = (place or {}).get("at")
            if at is not None and at in grid:
                yield LabelView(
                    place.get("name") or "", place.get("kind") or "", (grid.centre(at),)
                )
            elif at:
                self._fault(("places", index, "at"), f"hex {at} is not on the map")
