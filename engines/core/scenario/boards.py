"""Boards of hexes joined to one map, tiles laid on it, and what a scenario adds to it.

    boards:
    - {face: maps/face-1.yaml, at: "0101"}
    - {face: maps/face-4.yaml, at: "0901", turned: "yes"}
    tiles: [{tile: village, at: ["0304"]}]
    ground: {terrain: {woods: ["0103-0106"]}}
    field: ["0101", "1212"]

`at` is the hex on which the first hex of a board comes as it lies; a turned board lies the other
way up. Boards, tiles and ground come in this order, and what is laid later wins.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from typing import Generic, TypeVar

from grognard.engines.core.board.hexes import HexGrid
from grognard.engines.core.board.hexnumbers import HexError, numbers_of
from grognard.engines.core.data.schema import Path, did_you_mean
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.data.yamlio import MapNode, Node
from grognard.engines.core.scenario.envelope import LAID
from grognard.engines.core.scenario.envelopereader import EnvelopeReader
from grognard.engines.core.scenario.fields import Fields
from grognard.engines.core.scenario.hexmaps import HexMap, HexMapReader, Hexside, HexWords

SetupT = TypeVar("SetupT")
MapT = TypeVar("MapT")
Cell = tuple[int, int]


@dataclass(frozen=True)
class Lying:
    """A board and where it lies: its place among `boards`, and the numbers of its first hex there."""

    index: int
    face: HexMap
    at: Cell
    turned: bool = False

    @property
    def size(self) -> Cell:
        """How many columns and rows it has."""
        grid = self.face.grid
        return grid.last_column - grid.first_column + 1, grid.last_row - grid.first_row + 1

    @property
    def shifted(self) -> str:
        """Which columns or rows of the joined map are pushed, as they are on this board."""
        grid = self.face.grid
        across = 0 if grid.flat == "top" else 1
        first = (grid.first_column, grid.first_row)[across]
        last = (grid.last_column, grid.last_row)[across]
        moved = self.at[across] - first
        if self.turned:  # what was pushed one way is pushed the other way, the rest this way
            moved = self.at[across] + last + 1
        other = {"odd": "even", "even": "odd"}
        return other[grid.shifted] if moved % 2 else grid.shifted

    def cell(self, hex_id: str) -> Cell:
        """Return the numbers that a hex of the board has on the joined map."""
        grid, (column, row) = self.face.grid, numbers_of(hex_id)
        if self.turned:
            column = grid.first_column + grid.last_column - column
            row = grid.first_row + grid.last_row - row
        return self.at[0] + column - grid.first_column, self.at[1] + row - grid.first_row

    def fits(self, names: Mapping[Cell, str], grid: HexGrid) -> bool:
        """Whether hexes that touch on the board do so on the joined map, in the same directions."""
        own, turn = self.face.grid, 3 if self.turned else 0
        new = {h: names[self.cell(h)] for h in own}
        return all(
            other is None or grid.direction(new[h], new[other]) == (index + turn) % 6
            for h in own
            for index, other in enumerate(own.neighbours(h))
        )


class HexReader(EnvelopeReader[SetupT, MapT], Generic[SetupT, MapT]):
    """Reads a scenario of a game on hexes: its map is a file, written out, or joined of boards.

    Attributes:
        boards: those that could be read, once the map is joined.
        tiled: the hexes that a tile lies on, each with its name.
    """

    def __init__(self, node: MapNode, folder: FilePath | None, *, inline: bool) -> None:
        super().__init__(node, folder, inline=inline)
        self.boards: tuple[Lying, ...] = ()
        self.tiled: dict[str, str] = {}

    @abstractmethod
    def ground(self, hexes: HexMap) -> MapT:
        """Make the game's map of what was read of it."""

    @property
    def words(self) -> HexWords:
        """What the maps of the game may say."""
        if self.envelope.hexes is None:
            raise TypeError(
                tr("the envelope of {game} has no hexes", game=verbatim(self.envelope.game))
            )
        return self.envelope.hexes

    def read_map(self, node: Node) -> MapT | None:
        """Read a map that is a file or written out, and lay on it what the scenario adds."""
        found = self._hex_map(node)
        return None if found is None else self._whole(found)

    def joined_map(self) -> MapT | None:
        """Join the boards, and lay on them what the scenario adds."""
        found = self.joined()
        return None if found is None else self.ground(found)

    def joined(self) -> HexMap | None:
        """Return the boards as one map with what the scenario adds, as far as they can be joined.

        What does not fit is noted; where no board lies is the ground that needs no name.
        """
        boards = self.doc.get("boards") or ()
        found = [self._lying(index, row) for index, row in enumerate(boards)]
        self.boards = tuple(board for board in found if board is not None)
        if not self.boards or (grid := self._grid(whole=len(self.boards) == len(boards))) is None:
            return None
        name, title = self.doc.get("scenario") or "board", self.doc.get("title") or "Board"
        whole = HexMap(name, title, grid, self.boards[0].face.base)
        cells = _cells(grid)
        for board in self.boards:
            names = {h: cells.get(board.cell(h)) for h in board.face.grid}
            # Of a board whose hexes touch others than they should, nothing between hexes can be drawn.
            fits = board.fits(cells, grid)
            face = board.face if fits else replace(board.face, sides=(), lines=())
            turn = 3 if board.turned else 0
            whole = whole.under(face.moved(grid, names.get, whole.base, turn))
        whole = self._laid(whole)
        self.map_plain = whole.plain()
        return whole

    def _whole(self, found: HexMap) -> MapT:
        """Lay on a map what the scenario adds, and make the game's map of it."""
        whole = self._laid(found)
        if any(key in self.doc for key in LAID):
            self.map_plain = whole.plain()
        return self.ground(whole)

    def _laid(self, found: HexMap) -> HexMap:
        """Lay tiles and ground over a map, and take of it what is in play."""
        for layer in (*self._tiles(found), *self._ground(found)):
            found = found.under(layer)
        return self._field(found)

    def _hex_map(self, node: Node, grid: HexGrid | None = None) -> HexMap | None:
        return HexMapReader(self.words, node, self.problems, grid).read()

    # boards

    def _lying(self, index: int, row: Fields | None) -> Lying | None:
        path: Path = ("boards", index)
        row = row or {}
        if len(row.keys() & {"face", "board"}) != 1:
            message = tr("a board has either face (a file) or board (written out)")
            self.fault(path, message, tr("give one"))
            return None
        if "face" in row:
            node = self._refer((*path, "face"), row["face"]) if row["face"] else None
        else:
            node = self.source.node((*path, "board"))
        face = None if node is None else self._hex_map(node)
        if face is None or not row.get("at"):
            return None
        return Lying(index, face, numbers_of(row["at"]), bool(row.get("turned")))

    def _grid(self, *, whole: bool) -> HexGrid | None:
        """Return the grid that the boards make, None where they do not make one.

        `whole`: all boards could be read, so that a hole is a fault of its own.
        """
        boards = self.boards
        first, cells = boards[0], self._covered(boards)
        columns, rows = {c for c, _ in cells}, {r for _, r in cells}
        own = first.face.grid
        try:
            grid = replace(
                own,
                first_column=min(columns),
                last_column=max(columns),
                first_row=min(rows),
                last_row=max(rows),
                shifted=first.shifted,
            )
        except HexError as error:
            for message in error.messages:
                self.fault(("boards",), tr("the joined map: {message}", message=verbatim(message)))
            return None
        names = _cells(grid)
        for board in boards:
            if not board.fits(names, grid):
                message = tr("its hexes do not meet those of the first board")
                mend = tr("move it by one hex, and see that the boards are numbered alike")
                self.fault(("boards", board.index), message, mend)
        bare = [name for cell, name in names.items() if cell not in cells]
        if bare and whole:
            message = tr(
                "no board lies on {n} hexes, such as {hex_id}",
                n=len(bare),
                hex_id=verbatim(bare[0]),
            )
            self.fault(("boards",), message, tr("join boards to a rectangle"))
        return grid

    def _covered(self, boards: Sequence[Lying]) -> dict[Cell, Lying]:
        """Return the board that covers each hex; note those that lie one over another."""
        found: dict[Cell, Lying] = {}
        for board in boards:
            cells = {board.cell(h): h for h in board.face.grid}
            over = [cell for cell in cells if cell in found]
            if over:
                below, (column, row) = found[over[0]], over[0]
                message = tr(
                    "it lies over board {board} in {n} hexes", board=below.index + 1, n=len(over)
                )
                place = tr(
                    "hex {cells} of it comes on {column}{row}",
                    cells=verbatim(cells[over[0]]),
                    column=f"{column:02d}",
                    row=f"{row:02d}",
                )
                self.fault(("boards", board.index, "at"), f"{message}: {place}")
            found |= {cell: board for cell in cells if cell not in found}
        return found

    # what is laid on them

    def _tiles(self, below: HexMap) -> Iterator[HexMap]:
        rows = self.doc.get("tiles") or ()
        node = self._refer(("tiles",), self.words.tiles) if rows else None
        if node is None:
            return
        kinds = self.words.tile_file.read(node, self.problems, tr("the tiles")) or {}
        known = {kind["id"]: kind for kind in kinds.get("kinds") or () if kind and "id" in kind}
        covered = self.tiled
        for index, row in enumerate(rows):
            tile = self._tile(("tiles", index), row or {}, known, below.grid)
            if tile is None:
                continue
            name, hexes, layer = tile
            for place, hex_id in enumerate(hexes):
                if hex_id in covered:
                    message = tr(
                        "the tile {name} lies on hex {hex_id} already",
                        name=verbatim(covered[hex_id]),
                        hex_id=verbatim(hex_id),
                    )
                    self.fault(("tiles", index, "at", place), message)
                covered[hex_id] = name
            yield replace(layer, grid=below.grid, base=below.base)

    def _tile(
        self, path: Path, row: Fields, known: Mapping[str, Fields], grid: HexGrid
    ) -> tuple[str, list[str], HexMap] | None:
        """Read one tile: its terrain hex by hex, and what lies round some of them."""
        name, hexes = row.get("tile"), row.get("at") or []
        kind = known.get(name or "")
        if kind is None:
            if name is not None:
                mend = did_you_mean(name, known) or tr(
                    "known: {known}", known=verbatim(", ".join(known))
                )
                self.fault(
                    (*path, "tile"), tr("there is no tile {name}", name=verbatim(name)), mend
                )
            return None
        if not self._fits((*path, "at"), hexes, len(kind.get("terrain") or ()), grid):
            return None
        sides = [
            side
            for word, members in (kind.get("round") or {}).items()
            for side in self._round(word, {hexes[n - 1] for n in members if n <= len(hexes)}, grid)
        ]
        terrain = dict(zip(hexes, kind["terrain"], strict=True))
        return name or "", hexes, HexMap("tile", "", grid, "", terrain, sides=tuple(sides))

    def _round(self, kind: str, hexes: set[str], grid: HexGrid) -> Iterator[Hexside]:
        """Give the hexsides round some hexes, from outside to inside."""
        for hex_id in sorted(hexes):
            for other in grid.adjacent(hex_id):
                if other not in hexes:
                    yield Hexside.between(kind, other, hex_id, kind in self.words.directed)

    def _fits(self, path: Path, hexes: list[str | None], size: int, grid: HexGrid) -> bool:
        """Whether a tile lies on the map with all its hexes, and these hold together."""
        before = len(self.problems)
        if len(hexes) != size:
            self.fault(path, tr("the tile covers {size} hexes, not {n}", size=size, n=len(hexes)))
        for index, hex_id in enumerate(hexes):
            if hex_id is not None and hex_id not in grid:
                self.fault(
                    (*path, index), tr("hex {hex_id} is not on the map", hex_id=verbatim(hex_id))
                )
            elif hex_id in hexes[:index]:
                self.fault(
                    (*path, index), tr("hex {hex_id} is named twice", hex_id=verbatim(str(hex_id)))
                )
            elif index and hex_id and not set(grid.adjacent(hex_id)) & set(hexes[:index]):
                message = tr(
                    "hex {hex_id} does not touch the others of the tile", hex_id=verbatim(hex_id)
                )
                self.fault((*path, index), message)
        return len(self.problems) == before and None not in hexes

    def _ground(self, below: HexMap) -> Iterator[HexMap]:
        if self.doc.get("ground"):
            found = self._hex_map(self.source.node(("ground",)), below.grid)
            if found is not None:
                yield replace(found, base=below.base)

    def _field(self, found: HexMap) -> HexMap:
        """Return the part of a map that is in play."""
        corners = [corner for corner in self.doc.get("field") or () if corner]
        off = [corner for corner in corners if corner not in found.grid]
        for corner in off:
            self.fault(("field",), tr("hex {hex_id} is not on the map", hex_id=verbatim(corner)))
        if off or len(corners) != 2:
            return found
        (c1, r1), (c2, r2) = map(numbers_of, corners)
        if c1 > c2 or r1 > r2:
            mend = tr("give the hex of lowest column and row first")
            self.fault(
                ("field",),
                tr("nothing lies from {a} to {b}", a=verbatim(corners[0]), b=verbatim(corners[1])),
                mend,
            )
            return found
        grid = part_in_play(found.grid, corners)
        cells = _cells(grid)
        return found.moved(grid, lambda h: cells.get(numbers_of(h)), found.base)


def part_in_play(grid: HexGrid, field: Sequence[str]) -> HexGrid:
    """Return the part of a grid from one hex to another, which are its corners of lowest and highest number.

    Raises:
        HexError: one of the two is no hex.
        ValueError: there are not two of them.
    """
    (c1, r1), (c2, r2) = map(numbers_of, field)
    return replace(grid, first_column=c1, last_column=c2, first_row=r1, last_row=r2)


def _cells(grid: HexGrid) -> dict[Cell, str]:
    """Return the hexes of a grid by their numbers."""
    return {numbers_of(h): h for h in grid}
