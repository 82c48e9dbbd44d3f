"""Maps with nothing on them yet, as the text of a new file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grognard.engines.core.board.hexes import HexGrid
from grognard.engines.core.data.layers import Layer
from grognard.engines.core.data.yamlio import Plain


@dataclass(frozen=True, slots=True)
class BlankMap:
    """What every new map says.

    Attributes:
        columns, rows: how many hexes, or how many areas; of a table its centimetres.
    """

    game: str
    id: str
    title: str
    columns: int
    rows: int

    @property
    def head(self) -> list[str]:
        return [f"map: {self.id}", f"game: {self.game}", f"title: {_written(self.title)}"]


@dataclass(frozen=True, slots=True)
class Numbering:
    """How the hexes of a new map lie and are numbered."""

    flat: str = "top"
    shifted: str = "even"
    columns_grow: str = "east"
    rows_grow: str = "south"
    toward: str = ""
    first_column: int = 1
    first_row: int = 1

    def grid(self, columns: int, rows: int) -> HexGrid:
        """Return the grid of a size.

        Raises:
            HexError: there is no such grid.
        """
        return HexGrid(
            first_column=self.first_column,
            last_column=self.first_column + columns - 1,
            columns_grow=self.columns_grow,
            first_row=self.first_row,
            last_row=self.first_row + rows - 1,
            rows_grow=self.rows_grow,
            shifted=self.shifted,
            toward=self.toward or ("south" if self.flat == "top" else "east"),
            flat=self.flat,
        )


def blank_map(blank: BlankMap, layers: Sequence[Layer], numbering: Numbering = Numbering()) -> str:
    """Return the text of a new map of a game, of hexes, areas or a table as the game's layers are.

    Raises:
        HexError: hexes cannot be numbered so.
        ValueError: of areas there are at least two each way.
    """
    drawn = {layer.drawn for layer in layers}
    if "hexes" in drawn:
        rows = _hexes(blank, layers, numbering)
    elif "areas" in drawn:
        rows = _areas(blank, next(layer for layer in layers if layer.drawn == "areas"))
    else:
        rows = [f"size: [{blank.columns}, {blank.rows}]"]
    return "\n".join([*blank.head, *rows, ""])


def _hexes(blank: BlankMap, layers: Iterable[Layer], numbering: Numbering) -> list[str]:
    grid = numbering.grid(blank.columns, blank.rows)
    base = next(layer.base for layer in layers if layer.drawn == "hexes" and layer.base)
    return [f"grid: {_flow(grid.description())}", f"base_terrain: {base}"]


def _areas(blank: BlankMap, layer: Layer) -> list[str]:
    """Return a chequerboard of areas that share their borders, for the hand to pull about."""
    size = 6
    width, height = blank.columns, blank.rows
    if min(width, height) < 2:
        raise ValueError("too small")  # two areas wide and two high, at least
    areas, borders = ["areas:"], ["borders:"]
    for y in range(height):
        for x in range(width):
            rim = _rim(x, y, width, height, size)
            name, centre = _area(x, y), [size * x + size / 2, size * y + size / 2]
            said: dict[str, Plain] = {"terrain": [layer.base], "label": _point(centre)}
            areas.append(f"  {name}: {_flow({**said, **({'rim': rim} if rim else {})})}")
            for u, v, start in ((x + 1, y, (x + 1, y)), (x, y + 1, (x, y + 1))):
                if u < width and v < height:
                    ends = [_point([size * c for c in start])]
                    ends.append(_point([size * (x + 1), size * (y + 1)]))
                    row: dict[str, Plain] = {"kind": [layer.base], "line": [*ends]}
                    borders.append(f"  {'|'.join(sorted((name, _area(u, v))))}: {_flow(row)}")
    return areas + (borders if len(borders) > 1 else [])


def _area(x: int, y: int) -> str:
    return f"a{y + 1:02d}{x + 1:02d}"


def _rim(x: int, y: int, width: int, height: int, size: int) -> list[Plain]:
    """Return the part of a square's outline that is the edge of the map: one line, or nothing."""
    corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
    outside = [y == 0, x == width - 1, y == height - 1, x == 0]
    if not any(outside):
        return []
    # Begin behind a side that is not on the edge, so that the line is in one piece.
    start = next((i for i in range(4) if outside[i] and not outside[i - 1]), 0)
    run = [start]
    while len(run) < 4 and outside[(run[-1] + 1) % 4]:
        run.append((run[-1] + 1) % 4)
    points = [corners[i % 4] for i in (*run, run[-1] + 1)]
    return [_point([size * c for c in point]) for point in points]


def _point(numbers: Iterable[float]) -> Plain:
    return [f"{number:g}" for number in numbers]


def _flow(value: Plain) -> str:
    """Return a value on one line, text in quotes only where it would be something else without."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _written(value) if isinstance(value, str) and not value.isalpha() else str(value)


def _written(text: str) -> str:
    number = text.replace(".", "", 1).removeprefix("-")
    plain = number.isdigit() and not (len(number) > 1 and number[0] == "0")
    return text if plain else json.dumps(text, ensure_ascii=False)
