"""How boards are laid: where one fits beside the others, and the steps that add, move, turn and repeat them.

A place is the number of the hex on which the first hex of a board comes; numbers begin at 1, so that a
board gets to the west or north of the first one by changing places with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from grognard.app.editor.maps.steps import Step
from grognard.engines.core.board.hexes import HexGrid
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.scenario.boards import Cell, Lying

WAYS: dict[str, Cell] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
OTHER = {"odd": "even", "even": "odd"}


@dataclass(frozen=True, slots=True)
class Box:
    """The columns and rows that a board takes."""

    column: int
    row: int
    columns: int
    rows: int

    @classmethod
    def of(cls, board: Lying, at: Cell | None = None) -> Box:
        """Return what a board takes, where it lies or elsewhere."""
        return cls(*(at or board.at), *board.size)

    def meets(self, other: Box) -> bool:
        """Whether the two lie over one another."""
        across = self.column < other.column + other.columns
        down = self.row < other.row + other.rows
        return (
            across
            and down
            and other.column < self.column + self.columns
            and other.row < self.row + self.rows
        )

    def holds(self, column: float, row: float) -> bool:
        """Whether a point lies in it."""
        inside = self.column <= column < self.column + self.columns
        return inside and self.row <= row < self.row + self.rows


def numbered(cell: Cell) -> str:
    """Return the number of a hex as a scenario writes it."""
    width = 3 if max(cell) > 99 else 2
    return f"{cell[0]:0{width}d}{cell[1]:0{width}d}"


def slots(size: Cell, others: Sequence[Lying]) -> list[Cell]:
    """Return the places beside other boards where a board of a size lies over none of them."""
    columns, rows = size
    boxes = [Box.of(board) for board in others]
    found = {(1, 1): None}
    for box in boxes:
        for row in (box.row, box.row + box.rows - rows):
            found |= {(box.column + box.columns, row): None, (box.column - columns, row): None}
        for column in (box.column, box.column + box.columns - columns):
            found |= {(column, box.row + box.rows): None, (column, box.row - rows): None}
    first = min([1, *(min(board.at) for board in others)])
    return [
        at
        for at in found
        if min(at) >= first and not any(Box(*at, *size).meets(box) for box in boxes)
    ]


def free(size: Cell, others: Sequence[Lying]) -> Cell:
    """Return where a new board goes: where the whole grows least, the uppermost and westernmost place."""

    def grown(at: Cell) -> tuple[int, int, int]:
        boxes = [Box(*at, *size), *(Box.of(board) for board in others)]
        wide = max(b.column + b.columns for b in boxes) - min(b.column for b in boxes)
        high = max(b.row + b.rows for b in boxes) - min(b.row for b in boxes)
        return wide * high, at[1], at[0]

    return min(slots(size, others), key=grown)


def put(boards: Sequence[Lying], index: int, to: tuple[float, float]) -> list[Step]:
    """Bring a board to where its first hex was dropped: in place of another, or to the nearest free place."""
    board = _of(boards, index)
    others = [other for other in boards if other.index != index]
    columns, rows = board.size
    middle = to[0] + columns / 2, to[1] + rows / 2
    below = next((other for other in others if Box.of(other).holds(*middle)), None)
    if below is not None:
        return _swapped(board, below)
    if Box.of(board).holds(*middle):
        return []
    near = min(
        [board.at, *slots(board.size, others)],
        key=lambda at: (at[0] - to[0]) ** 2 + (at[1] - to[1]) ** 2,
    )
    return _at(board, near)


def shift(boards: Sequence[Lying], index: int, way: str) -> list[Step]:
    """Bring a board one place on: it changes places with its neighbour, or goes where nobody lies."""
    board = _of(boards, index)
    (columns, rows), (across, down) = board.size, WAYS[way]
    to = board.at[0] + across * columns, board.at[1] + down * rows
    middle = to[0] + columns / 2, to[1] + rows / 2
    others = [other for other in boards if other.index != index]
    for other in others:
        if Box.of(other).holds(*middle):
            return _swapped(board, other)
    return _at(board, to) if to in slots(board.size, others) else []


def turn(boards: Sequence[Lying], index: int) -> list[Step]:
    """Lay a board the other way up."""
    board = _of(boards, index)
    path = ("boards", index, "turned")
    return [Step(path, "set", "no" if board.turned else "yes")]


def take_away(boards: Sequence[Lying], index: int) -> list[Step]:
    """Take a board away; the last one stays."""
    return [Step(("boards", index), "remove")] if len(boards) > 1 else []


def add(boards: Sequence[Lying], count: int, fresh: Lying, what: dict[str, Plain]) -> list[Step]:
    """Lay a new board beside the others, so that it meets them; `what` names it or writes it out."""
    board = _meeting(replace(fresh, at=free(fresh.size, boards)), boards)
    return [Step(("boards", count), "insert", _row(board, what))]


def repeat(
    boards: Sequence[Lying],
    count: int,
    index: int,
    what: dict[str, Plain],
    times: Cell,
) -> list[Step]:
    """Lay a board again, so many times across and down from where it lies, wherever nobody lies."""
    board, found = _of(boards, index), list(boards)
    steps: list[Step] = []
    for across in range(times[0]):
        for down in range(times[1]):
            at = board.at[0] + across * board.size[0], board.at[1] + down * board.size[1]
            if any(Box.of(board, at).meets(Box.of(other)) for other in found):
                continue
            again = _meeting(replace(board, at=at), boards)
            found.append(again)
            steps.append(Step(("boards", count + len(steps)), "insert", _row(again, what)))
    return steps


def begin(face: dict[str, Plain], grid: HexGrid, key: str) -> list[Step]:
    """Make a map that is one file, or written out, the first of some boards."""
    at = numbered((grid.first_column, grid.first_row))
    return [Step(("boards",), "set", [{**face, "at": at}]), Step((key,), "remove")]


def blank(like: HexGrid, size: Cell) -> HexGrid:
    """Return the grid of a board with nothing on it, as the other boards are numbered.

    Raises:
        HexError: there is no such grid.
    """
    return replace(like, first_column=1, last_column=size[0], first_row=1, last_row=size[1])


def meets(board: Lying, first: Lying) -> bool:
    """Whether the hexes of a board lie as those of the first one do."""
    return board.shifted == first.shifted


def _meeting(board: Lying, boards: Iterable[Lying]) -> Lying:
    """Return a board turned, if its hexes meet those of the first one only so."""
    first = next(iter(boards), None)
    turned = replace(board, turned=not board.turned)
    if first is None or meets(board, first) or not meets(turned, first):
        return board
    return turned


def _row(board: Lying, what: dict[str, Plain]) -> Plain:
    row: dict[str, Plain] = {**what, "at": numbered(board.at)}
    return {**row, "turned": "yes"} if board.turned else row


def _of(boards: Sequence[Lying], index: int) -> Lying:
    return next(board for board in boards if board.index == index)


def _swapped(one: Lying, other: Lying) -> list[Step]:
    return [*_at(one, other.at), *_at(other, one.at)]


def _at(board: Lying, at: Cell) -> list[Step]:
    return [Step(("boards", board.index, "at"), "set", numbered(at))] if at != board.at else []


def around(boards: Sequence[Lying]) -> Iterator[Box]:
    """Give the box around all boards, if there are any."""
    if boards:
        boxes = [Box.of(board) for board in boards]
        west, north = min(b.column for b in boxes), min(b.row for b in boxes)
        east, south = (
            max(b.column + b.columns for b in boxes),
            max(b.row + b.rows for b in boxes),
        )
        yield Box(west, north, east - west, south - north)
