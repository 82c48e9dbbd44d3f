"""[terrain.map] Boards joined to one map, tiles laid on them, and what a scenario adds.

The parts come in this order, and later ones win: faces, tiles, the scenario's own ground.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engines.core.board.hexes import HexGrid
from engines.core.board.hexnumbers import parse_hexes

COLUMNS, ROWS = 8, 6
"""Hexes of a board across and down."""
Name = Callable[[str], str]


def grid_of(boards: Sequence[Mapping[str, Any]], field: Sequence[str] | None) -> dict[str, Any]:
    """Return the description of the grid that boards make, or of the part of it that is in play."""
    corners = [(int(board["at"][:2]), int(board["at"][2:])) for board in boards]
    last = (max(c for c, _ in corners) + COLUMNS - 1, max(r for _, r in corners) + ROWS - 1)
    ends = field or ("0101", f"{last[0]:02d}{last[1]:02d}")
    return {
        "kind": "hex",
        "columns": {"first": ends[0][:2], "last": ends[1][:2], "grow": "east"},
        "rows": {"first": ends[0][2:], "last": ends[1][2:], "grow": "south"},
        "shifted": {"rows": "even", "toward": "east"},
        "flat": "side",
    }


def renamed(board: Mapping[str, Any]) -> Name:
    """Return what a hex of a board is called where the board lies; turned, (c, r) is (9-c, 7-r)."""
    column, row = int(board["at"][:2]) - 1, int(board["at"][2:]) - 1
    turned = board.get("turned")

    def name(hex_id: str) -> str:
        c, r = int(hex_id[:2]), int(hex_id[2:])
        if turned:
            c, r = COLUMNS + 1 - c, ROWS + 1 - r
        return f"{column + c:02d}{row + r:02d}"

    return name


class Joined:
    """The map while parts are laid on it, one over the other."""

    def __init__(self, grid: dict[str, Any]) -> None:
        self.description = grid
        self.grid = HexGrid.from_mapping(grid)
        self.terrain: dict[str, str] = {}
        self.sides: dict[str, list[str]] = {}
        self.lines: list[dict[str, Any]] = []
        self.places: list[dict[str, Any]] = []

    def lay(self, part: Mapping[str, Any], name: Name = str) -> None:
        """Lay a face, or the scenario's ground, over what is there."""
        for kind, items in (part.get("terrain") or {}).items():
            for hex_id in map(name, parse_hexes(items)):
                self.terrain[hex_id] = kind
        for kind, items in (part.get("hexsides") or {}).items():
            for item in items:
                mark = ">" if ">" in item else "/"
                a, b = map(name, item.split(mark))
                self._side(kind, f"{a}{mark}{b}")
        for line in part.get("lines") or ():
            self.lines += (
                {**line, "hexes": run} for run in self._runs([name(h) for h in line["hexes"]])
            )
        places = part.get("places") or ()
        self.places += ({**place, "at": name(place["at"])} for place in places)

    def tile(self, kind: Mapping[str, Any], hexes: Sequence[str]) -> None:
        """[terrain.tiles] Lay a tile: its terrain hex by hex, and hexsides round some of them."""
        self.terrain.update(zip(hexes, kind["terrain"], strict=False))
        for side, members in (kind.get("round") or {}).items():
            within = {hexes[int(index) - 1] for index in members if int(index) <= len(hexes)}
            for hex_id in sorted(within & set(self.grid)):
                for other in self.grid.adjacent(hex_id):
                    if other not in within:
                        self._side(side, f"{min(hex_id, other)}/{max(hex_id, other)}")

    def _side(self, kind: str, item: str) -> None:
        if item[:4] in self.grid and item[5:] in self.grid:
            found = self.sides.setdefault(kind, [])
            if item not in found:
                found.append(item)

    def _runs(self, hexes: Sequence[str]) -> Iterator[list[str]]:
        """Give the stretches of a line that are in play."""
        run: list[str] = []
        for hex_id in (*hexes, ""):
            if hex_id in self.grid:
                run.append(hex_id)
                continue
            if len(run) > 1:
                yield run
            run = []

    def plain(self) -> dict[str, Any]:
        """Return the map as a file would say it."""
        terrain: dict[str, list[str]] = {}
        for hex_id, kind in sorted(self.terrain.items()):
            if hex_id in self.grid:
                terrain.setdefault(kind, []).append(hex_id)
        return {
            "grid": self.description,
            "base_terrain": "open",
            "terrain": terrain,
            "hexsides": self.sides,
            "lines": self.lines,
            "places": [place for place in self.places if place["at"] in self.grid],
        }
