"""[tec] Reading a map file: terrain, levels, hexsides, roads and names."""

from __future__ import annotations

import re
from typing import Any

from engines.core.board.hexes import HexGrid, side_key
from engines.core.board.hexnumbers import HexError, parse_hexes
from engines.core.data.schema import Anything, Int, ListOf, MapOf, Record, Source, Str
from engines.core.data.yamlio import Node, Problems
from engines.core.scenario.fields import ID, NAME, PROVENANCE
from engines.core.show.views import LabelView
from engines.gmt.scenario.forces import HEX
from engines.gmt.tables import terrain_rows
from engines.gmt.terrain.terrain import CROSSINGS, EARTHWORKS, RISING, WATER, BattleMap

Path = tuple[str | int, ...]
Pair = tuple[str, str]

DIRECTED = (*RISING, *EARTHWORKS)
_SIDE_TEXT = re.compile(r"([0-9]{4,6})([/>])([0-9]{4,6})", re.ASCII)
_HEX_TERRAIN = tuple(
    name
    for name, row in terrain_rows().items()
    if row["where"] == "hex" and name not in ("road", "path")
)
MAP = Record(
    required={
        "grid": Anything().says(
            "How hexes are numbered: kind, columns and rows with first, last and grow, which are shifted toward where, flat top or side."
        )
    },
    optional={
        "map": ID,
        "game": Str(choices=("gmt",)),
        "title": NAME,
        "provenance": PROVENANCE,
        "base_terrain": Str(choices=_HEX_TERRAIN).says("Of every hex that terrain does not name."),
        "terrain": MapOf(Str(choices=_HEX_TERRAIN), ListOf(Str(max_length=20))).says(
            "For each kind of terrain its hexes: 4008, or 4307-4310 in one column or row."
        ),
        "levels": MapOf(Int(-20, 50), ListOf(Str(max_length=20))).says(
            "For each level but 0 its hexes."
        ),
        "hexsides": MapOf(
            Str(choices=(*WATER, *CROSSINGS, *DIRECTED)), ListOf(Str(max_length=20))
        ).says("For each kind its hexsides: 4008/4009, or 4008>4009 for what has a direction."),
        "lines": ListOf(
            Record({"kind": Str(choices=("road", "path")), "hexes": ListOf(HEX, 2)}, {"name": NAME})
        ),
        "places": ListOf(Record({"name": NAME, "at": HEX, "kind": ID})).says("Names on the map."),
        "rivers": ListOf(Record({"name": NAME, "label_at": ListOf(HEX, 1)})),
    },
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
        if plain is None:
            return None
        if not isinstance(plain, dict):
            self._fault(("grid",), "grid must be a mapping of columns, rows, shifted and flat")
            return None
        try:
            return HexGrid.from_mapping(plain)
        except HexError as error:
            for message in error.messages:
                self._fault(("grid",), f"grid: {message}")
            return None

    def read(self) -> tuple[BattleMap, tuple[LabelView, ...]] | None:
        """Return the map and the names on it, or None without a grid."""
        grid = self.grid
        if grid is None:
            return None
        sides, rises, works = self._hexsides(grid)
        battle_map = BattleMap(
            id=self.doc.get("map") or "board",
            title=self.doc.get("title") or "Board",
            grid=grid,
            terrain=self._by_hex("terrain", grid),
            levels=self._by_hex("levels", grid),
            sides=sides,
            rises=rises,
            works=works,
            roads=self._roads(grid),
            base=self.doc.get("base_terrain") or "clear",
        )
        return battle_map, self._labels(grid)

    def _by_hex(self, section: str, grid: HexGrid) -> dict[str, Any]:
        """A section {value: [hexes]} turned over, each hex named once."""
        found: dict[str, Any] = {}
        for value, items in (self.doc.get(section) or {}).items():
            for index, item in enumerate(items or ()):
                if item is None:
                    continue
                path = (section, value, index)
                for hex_id in self._hexes(path, item, grid):
                    if found.setdefault(hex_id, value) != value:
                        message = f"hex {hex_id} is already {found[hex_id]}"
                        self._fault(path, message, "name it once")
        return found

    def _hexes(self, path: Path, item: str, grid: HexGrid) -> tuple[str, ...]:
        try:
            return parse_hexes([item], grid)
        except HexError as error:
            for message in error.messages[:5]:
                self._fault(path, message)
            return ()

    def _hexsides(
        self, grid: HexGrid
    ) -> tuple[dict[str, tuple[str, ...]], dict[Pair, str], dict[Pair, str]]:
        sides: dict[str, tuple[str, ...]] = {}
        rises: dict[Pair, str] = {}
        works: dict[Pair, str] = {}
        for kind, items in (self.doc.get("hexsides") or {}).items():
            for index, item in enumerate(items or ()):
                pair = self._side(("hexsides", kind, index), item, kind in DIRECTED, grid)
                if pair is None:
                    continue
                if kind in RISING:
                    rises[pair] = kind
                elif kind in EARTHWORKS:
                    works[pair] = kind
                elif kind not in sides.get(side_key(*pair), ()):
                    sides[side_key(*pair)] = (*sides.get(side_key(*pair), ()), kind)
        return sides, rises, works

    def _side(self, path: Path, item: str | None, directed: bool, grid: HexGrid) -> Pair | None:
        match = _SIDE_TEXT.fullmatch(item or "")
        if match is None or (match[2] == ">") != directed:
            if item is not None:
                form = "outside>inside, as 4108>4008" if directed else "as 4008/4108"
                self._fault(path, f"{item!r} is not a hexside", f"write it {form}")
            return None
        off = [hex_id for hex_id in (match[1], match[3]) if hex_id not in grid]
        for hex_id in off:
            self._fault(path, f"hex {hex_id} is not on the map")
        if off:
            return None
        if grid.direction(match[1], match[3]) is None:
            self._fault(path, f"hexes {match[1]} and {match[3]} are not adjacent")
            return None
        return match[1], match[3]

    def _roads(self, grid: HexGrid) -> dict[str, str]:
        roads: dict[str, str] = {}
        for number, line in enumerate(self.doc.get("lines") or ()):
            hexes = [h for h in (line or {}).get("hexes") or () if h]
            for index, hex_id in enumerate(hexes):
                path = ("lines", number, "hexes", index)
                if hex_id not in grid:
                    self._fault(path, f"hex {hex_id} is not on the map")
                elif index and hexes[index - 1] in grid:
                    before = hexes[index - 1]
                    if grid.direction(before, hex_id) is None:
                        message = f"the line breaks: {before} and {hex_id} are not adjacent"
                        self._fault(path, message, "name every hex it passes")
                    elif roads.get(side_key(before, hex_id)) != "road":
                        roads[side_key(before, hex_id)] = line.get("kind") or "path"
        return roads

    def _labels(self, grid: HexGrid) -> tuple[LabelView, ...]:
        labels = []
        for index, place in enumerate(self.doc.get("places") or ()):
            hexes = self._on_map(("places", index, "at"), [place and place.get("at")], grid)
            if hexes:
                name, kind = place.get("name") or "", place.get("kind") or ""
                labels.append(LabelView(name, kind, (grid.centre(hexes[0]),)))
        for index, river in enumerate(self.doc.get("rivers") or ()):
            at = (river and river.get("label_at")) or []
            hexes = self._on_map(("rivers", index, "label_at"), at, grid)
            points = tuple(grid.centre(hex_id) for hex_id in hexes)
            if points:
                labels.append(LabelView(river.get("name") or "", "river", points))
        return tuple(labels)

    def _on_map(self, path: Path, hexes: list[Any], grid: HexGrid) -> list[str]:
        for hex_id in hexes:
            if hex_id and hex_id not in grid:
                self._fault(path, f"hex {hex_id} is not on the map")
        return [hex_id for hex_id in hexes if hex_id and hex_id in grid]
